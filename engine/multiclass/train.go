// Package multiclass trains one set of rules for each class, or for each digit of a code, and combines them into one model.
package multiclass

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// Train trains a set of rules for each class, or for each digit of their code words. All sets share the bits of one
// encoder. Each is a unit, trained and refined independently.
func Train(tr *train.Trainer, j prepare.Job, p *train.PlannedRun) (protocol.Event, error) {
	if err := tr.EncodeAll(j, p); err != nil {
		return nil, err
	}
	c := &protocol.MultiClass{
		Schema: protocol.MultiClassSchema, Release: protocol.Release, Target: p.Target.Name, Encoder: p.Head.Encoder,
	}
	c.Names = p.Target.Classes
	if p.Request.Classes == protocol.ClassesCodes {
		c.Codes, c.Order = rule.Codes(len(c.Names)), prepare.ByRows(p.Rows.PerClass(len(c.Names)))
	}
	if err := order(c, p.Request.Order); err != nil {
		return nil, err
	}
	j.Emit(p.Started)
	members := membersOf(p, c)
	worked, err := runUnits(tr, j, members)
	if err != nil {
		return nil, err
	}
	c.Learned = protocol.MultiClassLearned{
		Request: p.Request, Missing: tr.Table.Missing, Quote: tr.Table.Quote(), Rows: p.Train.X.Rows, Features: p.Train.X.Cols,
		Columns: tr.Table.TrainedColumns(), Classes: p.Started.Classes,
	}
	out := protocol.Trained{Status: drnet.Finished, MultiClass: c}
	for i, u := range members {
		w := worked[i]
		if w == nil {
			w = &protocol.UnitDone{Status: drnet.Finished, Model: u.Written(train.CombinedRuns{}, nil)}
			if !u.Constant() { // it was stopped before it started
				w.Status = drnet.Stopped
			}
		}
		l := &w.Model.Learned
		l.Request = c.Learned.Request.Of(w.Model.Positive, u.Request.Network.Weight)
		l.Missing, l.Quote, l.Columns = c.Learned.Missing, c.Learned.Quote, c.Learned.Columns
		c.Members = append(c.Members, w.Model)
		out.Steps += w.Steps
		if p.Watch {
			out.Nets = append(out.Nets, w.Net)
		}
		if w.Status == drnet.Stopped {
			out.Status = drnet.Stopped
		}
	}
	if listed(p.Request) && out.Status != drnet.Stopped {
		refineList(j, p, c, members)
	} else {
		chooseDefault(p, c)
	}
	for i, u := range members {
		for _, note := range u.Unheeded(out.Status, c.Members[i].Rules) {
			out.Notes = append(out.Notes, fmt.Sprintf("%q: %s", c.Members[i].Positive, note))
		}
	}
	c.Learned.Outcome = Outcome(c, c.Sets(), p.Train, p.Test, p.Rows.Classes, p.TestRows.Classes)
	out.Notes = append(p.Tried, out.Notes...)
	c.Learned.Notes = slices.Concat(train.FewRows(p.Started.Classes), neverPredicted(c, out.Status))
	return out, nil
}

// order sets the order of the classes, if the request has one: the classes that it names, then the others.
func order(c *protocol.MultiClass, names []string) error {
	if len(names) == 0 {
		return nil
	}
	for i, name := range names {
		if !slices.Contains(c.Names, name) || slices.Contains(names[:i], name) {
			return protocol.BadSettingf("list values of the target, each once",
				"the class order lists %q, which is not a value of %q or is listed twice", name, c.Target)
		}
	}
	c.Order = protocol.ClassOrder(c.Names, names)
	return nil
}

// chooseDefault chooses the prediction for rows that no rule covers: the most frequent class of such training rows, or of all training
// rows if there are none. Ties go to the class with the most rows, then to the first.
func chooseDefault(p *train.PlannedRun, c *protocol.MultiClass) {
	var unclaimed []int32
	for i, a := range c.Answers(c.Sets(), c.Places(), p.Train.X) {
		if a.First == 0 {
			unclaimed = append(unclaimed, int32(i))
		}
	}
	sums := p.Rows.At(unclaimed).WeightPerClass(len(c.Names))
	byRows := prepare.ByRows(p.Rows.PerClass(len(c.Names)))
	c.Default = slices.MaxFunc(byRows, func(a, b int) int { return cmp.Compare(sums[a], sums[b]) })
}

// Outcome measures all sets together. They are over the columns of the bits. Truth and held have the classes of the training rows and of
// the test rows.
func Outcome(c *protocol.MultiClass, sets []rule.Set, train, test protocol.Bits, truth, held []uint8) protocol.ClassOutcome {
	all, places := slices.Concat(sets...), c.Places()
	measure := func(rows protocol.Bits, truth []uint8) eval.ClassScores {
		answers := make([]uint8, rows.X.Rows)
		for i, a := range c.Answers(sets, places, rows.X) {
			answers[i] = a.Class
		}
		return eval.MeasureClasses(answers, truth, rows.Weights, len(c.Names))
	}
	out := protocol.ClassOutcome{Size: all.Size(), Train: measure(train, truth)}
	if test.X != nil {
		out.Test = new(measure(test, held))
	}
	return out
}

// neverPredicted names the classes that the model predicts for no training row, and why.
func neverPredicted(c *protocol.MultiClass, status drnet.Status) (notes []string) {
	for i, class := range c.Learned.Outcome.Train.Classes {
		if class.Answered > 0 || class.Support == 0 {
			continue
		}
		why := "no rule for it was found"
		switch {
		case status == drnet.Stopped:
			why = "training was stopped before it had rules"
		case c.Codes != nil:
			why = "no combination of rules found its code word"
		case c.Members[i].Learned.Refined != nil:
			why = fmt.Sprintf("no rule for it gains enough training rows for each condition (%.3g); class weights can help",
				c.Members[i].Learned.Refined.Price*float64(c.Learned.Rows))
		}
		notes = append(notes, fmt.Sprintf("%q is never predicted (recall 0%%, %s): %s", c.Names[i],
			protocol.Plural(class.Support, "training row", "training rows"), why))
	}
	return notes
}

// setSeeds is the distance between the seeds of two sets of rules: more than the number of restarts. A set is trained
// in the same way, whichever other sets are trained, in any order.
const setSeeds = 1 << 20

// membersOf returns the units of the sets: the same rows and bits, and two classes.
func membersOf(p *train.PlannedRun, c *protocol.MultiClass) []*train.Unit {
	members := make([]*train.Unit, p.Units())
	for i := range members {
		yes := func(class int) bool { return class == i }
		if c.Codes != nil {
			yes = func(class int) bool { return c.Ones(class, i) }
		}
		u := p.Unit
		in, out := prepare.Divide(c.Names, func(class int, _ string) bool { return yes(class) })
		u.Head.Target, u.Head.Positive, u.Head.Negative = c.Target, strings.Join(in, " or "), strings.Join(out, " or ")
		switch {
		case c.Codes != nil:
			u.Head.Yes, u.Head.No = in, out
		case len(c.Names) > 2:
			u.Head.Negative = "not " + u.Head.Positive
		}
		u.Train.Labels, u.Test.Labels = prepare.PackLabels(p.Rows.Where(yes)), prepare.PackLabels(p.TestRows.Where(yes))
		u.Request.Network.Seed += uint64(i) * setSeeds
		if len(p.Request.ClassWeights) > 0 {
			u.Request.Network.Weight, u.Request.ClassWeights = ratio(p, c.Names, yes), nil
		}
		u.Request.Form = rule.AnyRule // codes and class orders do not support votes
		u.Configure(u.Train.Truth())
		if listed(p.Request) {
			u.Request.Refine = rule.NoPrice // all sets are refined together
		}
		members[i] = &u
	}
	return members
}

// ratio returns the mean weight of the rows of some classes, divided by the mean weight of the other rows.
func ratio(p *train.PlannedRun, names []string, yes func(class int) bool) float64 {
	var sum, rows [2]float64
	for class, n := range p.Rows.WeightPerClass(len(names)) {
		w, ok := p.Request.ClassWeights[names[class]]
		if !ok {
			w = 1
		}
		side := 0
		if yes(class) {
			side = 1
		}
		sum[side] += float64(w * n)
		rows[side] += n
	}
	if sum[0] == 0 || sum[1] == 0 { // a side without rows has nothing to learn
		return 0
	}
	return sum[1] / rows[1] / (sum[0] / rows[0])
}

// runUnits runs the units except those with a single class. The result is nil for each unit that did not run.
func runUnits(tr *train.Trainer, j prepare.Job, members []*train.Unit) ([]*protocol.UnitDone, error) {
	var todo []int
	for i, u := range members {
		if !u.Constant() {
			todo = append(todo, i)
		}
	}
	worked, refined := make([]*protocol.UnitDone, len(members)), make([]int, len(members))
	last := make([]protocol.Progress, len(members))
	observe := func(k int, e protocol.Event) {
		i := todo[k]
		switch e := e.(type) {
		case protocol.Progress:
			e.Set, e.Sets, e.Name = i+1, len(members), members[i].Head.Positive
			last[i] = e
			j.Emit(e)
		case protocol.Preparing:
			const parts = 100 // of the refinement of each set
			sum := 0
			refined[i] = parts * e.Done / max(e.Of, 1)
			for _, done := range refined {
				sum += done
			}
			j.Emit(protocol.Preparing{Stage: e.Stage, Done: sum, Of: parts * len(todo)})
		case protocol.UnitDone:
			worked[i] = &e
			if last[i].Ended = last[i].Step > 0; last[i].Ended {
				j.Emit(last[i])
			}
		}
	}
	return worked, tr.Do(j, len(todo), func(k int) (protocol.RunUnit, error) { return members[todo[k]].Work(), nil }, observe)
}
