package engine

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// setSeeds is how far apart the seeds of two sets of rules are: more than there can be restarts. So a set is learnt in the
// same way whichever others are learnt beside it, in whatever order.
const setSeeds = 1 << 20

// trainClasses learns a set of rules for each class, or for each digit of their code words. All sets are over the bits of
// one encoder, and each is a unit: it is learnt and refined as if it were the only one.
func (s *Session) trainClasses(j job, p *plan) (protocol.Event, error) {
	c := &protocol.Classes{Schema: protocol.ClassesSchema, Target: p.target.Name, Encoder: p.head.Encoder}
	c.Names = p.target.Classes
	if p.request.Classes == protocol.ClassesCodes {
		c.Codes, c.Order = rule.Codes(len(c.Names)), byRows(p.rows.perClass(len(c.Names)))
	}
	if len(p.request.Order) > 0 {
		var err error
		if c.Order, err = orderOf(c, p.request.Order); err != nil {
			return nil, err
		}
	}
	j.emit(p.started)
	members := p.members(c)
	worked, err := s.work(j, members)
	if err != nil {
		return nil, err
	}
	r := p.request
	r.Positive = ""
	c.Learnt = protocol.ClassesLearnt{Request: r, Missing: s.options.MissingValues, Rows: p.train.X.Rows, Features: p.train.X.Cols,
		Columns: namesOf(s.table), Classes: p.started.Classes}
	out := protocol.Trained{Status: drnet.Finished, Classes: c}
	for i, u := range members {
		model := u.written(trained{}, nil)
		if w := worked[i]; w != nil {
			model = w.Model
			out.Steps += w.Steps
			if w.Status == drnet.Stopped {
				out.Status = drnet.Stopped
			}
		} else if !u.constant() { // it was not begun
			out.Status = drnet.Stopped
		}
		model.Learnt.Request, model.Learnt.Missing, model.Learnt.Columns = r, c.Learnt.Missing, c.Learnt.Columns
		model.Learnt.Request.Positive = model.Positive
		c.Members = append(c.Members, model)
	}
	p.decide(c)
	c.Learnt.Outcome = classOutcome(c, c.Sets(), p.train, p.test, p.rows.classes, p.testRows.classes)
	c.Learnt.Notes = slices.Concat(fewRows(p.started.Classes), withoutRules(c, out.Status))
	return out, nil
}

// work does the units of all sets but those whose rows have one answer; nil stands for what was not done.
func (s *Session) work(j job, members []*unit) ([]*protocol.Worked, error) {
	var todo []int
	for i, u := range members {
		if !u.constant() {
			todo = append(todo, i)
		}
	}
	worked, refined := make([]*protocol.Worked, len(members)), make([]int, len(members))
	told := func(k int, e protocol.Event) {
		i := todo[k]
		switch e := e.(type) {
		case protocol.Progress:
			e.Set, e.Sets, e.Name = i+1, len(members), members[i].head.Positive
			j.emit(e)
		case protocol.Preparing:
			const parts = 100 // of the refinement of each set
			sum := 0
			refined[i] = parts * e.Done / max(e.Of, 1)
			for _, done := range refined {
				sum += done
			}
			j.emit(protocol.Preparing{Stage: e.Stage, Done: sum, Of: parts * len(todo)})
		case protocol.Worked:
			worked[i] = &e
		}
	}
	if s.Workers != nil {
		return worked, s.do(j, len(todo), func(k int) (protocol.Work, error) { return members[todo[k]].work(), nil }, told)
	}
	for k, i := range todo {
		if k > 0 && j.ctx.Err() != nil {
			break
		}
		e, err := s.worked(job{j.ctx, func(e protocol.Event) { told(k, e) }}, members[i].work())
		if err != nil {
			return nil, err
		}
		told(k, e)
	}
	return worked, nil
}

// constant reports whether all rows to train on have the same answer, so that there is nothing to learn.
func (u *unit) constant() bool {
	n := bitmat.Count(u.train.Labels)
	return n == 0 || n == u.train.X.Rows
}

// perClass returns how many rows each of n classes has.
func (c chosen) perClass(n int) []int {
	counts := make([]int, n)
	for _, code := range c.classes {
		counts[code]++
	}
	return counts
}

// byRows returns classes with the one that has the most rows first, the earlier of equals.
func byRows(counts []int) []int {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	return order
}

// orderOf returns the classes as an order names them, behind them the others.
func orderOf(c *protocol.Classes, names []string) ([]int, error) {
	var order []int
	for _, name := range names {
		class := slices.Index(c.Names, name)
		if class < 0 || slices.Contains(order, class) {
			return nil, &refused{protocol.BadSetting, fmt.Sprintf("the order of the classes names %q, which is no value of %q or was named before", name, c.Target),
				"name values of the target, each once"}
		}
		order = append(order, class)
	}
	for class := range c.Names {
		if !slices.Contains(order, class) {
			order = append(order, class)
		}
	}
	return order, nil
}

// members are the units of the sets: the same rows and bits, and two answers.
func (p *plan) members(c *protocol.Classes) []*unit {
	n := len(c.Names)
	if c.Codes != nil {
		n = len(c.Codes[0])
	}
	members := make([]*unit, n)
	for i := range members {
		yes := func(class int) bool { return class == i }
		if c.Codes != nil {
			yes = func(class int) bool { return c.Ones(class, i) }
		}
		u := p.unit
		in, out := groups(c.Names, yes)
		u.head.Target, u.head.Positive, u.head.Negative = c.Target, strings.Join(in, " or "), strings.Join(out, " or ")
		switch {
		case c.Codes != nil:
			u.head.Yes, u.head.No = in, out
		case n > 2:
			u.head.Negative = "not " + u.head.Positive
		}
		u.train.Labels, u.test.Labels = labels(p.rows.where(yes)), labels(p.testRows.where(yes))
		u.request.Network.Seed += uint64(i) * setSeeds
		u.configure()
		members[i] = &u
	}
	return members
}

// groups returns the classes of either side.
func groups(names []string, yes func(class int) bool) (in, out []string) {
	for class, name := range names {
		if yes(class) {
			in = append(in, name)
		} else {
			out = append(out, name)
		}
	}
	return in, out
}

// where returns which rows are of some classes.
func (c chosen) where(yes func(class int) bool) []bool {
	positives := make([]bool, len(c.classes))
	for i, code := range c.classes {
		positives[i] = yes(int(code))
	}
	return positives
}

// decide chooses the answer to rows that no rule claims: the class that is the most frequent among such training rows, or
// among all if there are none; of equals the one with the most rows, then the first.
func (p *plan) decide(c *protocol.Classes) {
	all := p.rows.perClass(len(c.Names))
	unclaimed := make([]int, len(c.Names))
	for i, a := range c.Answers(c.Sets(), c.Places(), p.train.X) {
		if a.First == 0 {
			unclaimed[p.rows.classes[i]]++
		}
	}
	c.Default = byRows(all)[0]
	for _, class := range byRows(all) {
		if unclaimed[class] > unclaimed[c.Default] {
			c.Default = class
		}
	}
}

// classOutcome measures all sets as one. Sets are those of the classes, over the columns of the bits; truth and held are the
// classes of the rows.
func classOutcome(c *protocol.Classes, sets []rule.Set, train, test protocol.Bits, truth, held []uint8) protocol.ClassOutcome {
	all, places := slices.Concat(sets...), c.Places()
	measure := func(x *bitmat.Matrix, truth []uint8) eval.ClassScores {
		answers := make([]uint8, x.Rows)
		for i, a := range c.Answers(sets, places, x) {
			answers[i] = a.Class
		}
		return eval.MeasureClasses(answers, truth, len(c.Names))
	}
	out := protocol.ClassOutcome{Rules: len(all), Conditions: all.Conditions(), Complexity: all.Complexity(), RuleComplexity: all.RuleComplexity(),
		Train: measure(train.X, truth)}
	if test.X != nil {
		scores := measure(test.X, held)
		out.Test = &scores
	}
	return out
}

// fewRows says which classes have hardly any rows to learn from.
func fewRows(classes []protocol.ClassRows) (notes []string) {
	const few = 10 // a rule that is right on all of them may still be chance
	for _, c := range classes {
		switch {
		case c.Rows == 0 && c.Test > 0:
			notes = append(notes, fmt.Sprintf("%q has no row to train on: it is never answered, and its %s cannot be right", c.Name, count(c.Test, "test row", "test rows")))
		case c.Rows == 0:
			notes = append(notes, fmt.Sprintf("%q has no row to train on: it is never answered", c.Name))
		case c.Rows < few:
			notes = append(notes, fmt.Sprintf("%q has only %s to train on: rules for it may be luck", c.Name, count(c.Rows, "row", "rows")))
		}
	}
	return notes
}

// withoutRules says of each class without rules why that is so and what becomes of its rows.
func withoutRules(c *protocol.Classes, status drnet.Status) (notes []string) {
	if c.Codes != nil {
		return nil
	}
	for i, m := range c.Members {
		rows := c.Learnt.Classes[i].Rows
		if len(m.Rules) > 0 || rows == 0 {
			continue
		}
		why := "no rule for it was found"
		switch {
		case status == drnet.Stopped:
			why = "the training was stopped before there were any"
		case m.Learnt.Refined != nil && m.Learnt.Refined.Price > 0:
			why = fmt.Sprintf("no rule for it is right on enough of the training rows: a condition had to earn at least %.2g %% of them", 100*m.Learnt.Refined.Price)
		}
		then := fmt.Sprintf("its %s given other classes", count(rows, "training row is", "training rows are"))
		if i == c.Default {
			then = "it is the answer where no rule fires"
		}
		notes = append(notes, fmt.Sprintf("%q has no rules: %s; %s", c.Names[i], why, then))
	}
	return notes
}
