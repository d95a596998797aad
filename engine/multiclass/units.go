package multiclass

import (
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/train"
)

// setSeeds is the distance between the seeds of two sets of rules: more than the number of restarts. A set is trained
// in the same way, whichever other sets are trained, in any order.
const setSeeds = 1 << 20

// membersOf returns the units of the sets: the same rows and bits, and two classes.
func membersOf(p *train.PlannedRun, c *protocol.MultiClass) []*train.Unit {
	n := len(c.Names)
	if c.Codes != nil {
		n = len(c.Codes[0])
	}
	members := make([]*train.Unit, n)
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
		case n > 2:
			u.Head.Negative = "not " + u.Head.Positive
		}
		u.Train.Labels, u.Test.Labels = prepare.PackLabels(p.Rows.Where(yes)), prepare.PackLabels(p.TestRows.Where(yes))
		u.Request.Network.Seed += uint64(i) * setSeeds
		if len(p.Request.ClassWeights) > 0 {
			u.Request.Network.Weight, u.Request.ClassWeights = ratio(p, c.Names, yes), nil
		}
		u.Configure(bitmat.Count(u.Train.Labels), u.Train.X.Rows)
		members[i] = &u
	}
	return members
}

// ratio returns the mean weight of the rows of some classes, divided by that of the other rows.
func ratio(p *train.PlannedRun, names []string, yes func(class int) bool) float64 {
	var sum, rows [2]float64
	for class, n := range p.Rows.PerClass(len(names)) {
		w, ok := p.Request.ClassWeights[names[class]]
		if !ok {
			w = 1
		}
		side := 0
		if yes(class) {
			side = 1
		}
		sum[side] += float64(w * float64(n))
		rows[side] += float64(n)
	}
	if sum[0] == 0 || sum[1] == 0 { // a side without rows has nothing to learn
		return 0
	}
	return sum[1] / rows[1] / (sum[0] / rows[0])
}

// runUnits runs the units except nil ones and those with a single class. The result is nil for each unit that did not run.
func runUnits(tr *train.Trainer, j prepare.Job, members []*train.Unit) ([]*protocol.UnitDone, error) {
	var todo []int
	for i, u := range members {
		if u != nil && !u.Constant() {
			todo = append(todo, i)
		}
	}
	worked, refined := make([]*protocol.UnitDone, len(members)), make([]int, len(members))
	last := make([]protocol.Progress, len(members))
	told := func(k int, e protocol.Event) {
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
	if tr.Workers != nil {
		return worked, tr.Do(j, len(todo), func(k int) (protocol.RunUnit, error) { return members[todo[k]].Work(), nil }, told)
	}
	for k, i := range todo {
		if k > 0 && j.Ctx.Err() != nil {
			break
		}
		e, err := train.RunUnit(prepare.Job{Ctx: j.Ctx, Emit: func(e protocol.Event) { told(k, e) }}, members[i].Work())
		if err != nil {
			return nil, err
		}
		told(k, e)
	}
	return worked, nil
}
