package engine

import (
	"strings"

	"drnet/engine/bitmat"
	"drnet/engine/protocol"
)

// setSeeds is how far apart the seeds of two sets of rules are: more than there can be restarts. So a set is learnt in the
// same way whichever others are learnt beside it, in whatever order.
const setSeeds = 1 << 20

// membersOf returns the units of the sets: the same rows and bits, and two answers.
func membersOf(p *plan, c *protocol.MultiClass) []*unit {
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
		if len(p.request.ClassWeights) > 0 {
			u.request.Network.Weight, u.request.ClassWeights = ratio(p, c.Names, yes), nil
		}
		u.configure(bitmat.Count(u.train.Labels), u.train.X.Rows)
		members[i] = &u
	}
	return members
}

// ratio returns what a row of some classes counts beside one of the others: of either side the mean over its rows.
func ratio(p *plan, names []string, yes func(class int) bool) float64 {
	var sum, rows [2]float64
	for class, n := range p.rows.perClass(len(names)) {
		w, ok := p.request.ClassWeights[names[class]]
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
	if sum[0] == 0 || sum[1] == 0 { // nothing is learnt where a side has no rows
		return 0
	}
	return sum[1] / rows[1] / (sum[0] / rows[0])
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

// runUnits does the units of all sets but those that are nil or whose rows have one answer; nil stands for what was not done.
func runUnits(s *trainer, j job, members []*unit) ([]*protocol.UnitDone, error) {
	var todo []int
	for i, u := range members {
		if u != nil && !u.constant() {
			todo = append(todo, i)
		}
	}
	worked, refined := make([]*protocol.UnitDone, len(members)), make([]int, len(members))
	last := make([]protocol.Progress, len(members))
	told := func(k int, e protocol.Event) {
		i := todo[k]
		switch e := e.(type) {
		case protocol.Progress:
			e.Set, e.Sets, e.Name = i+1, len(members), members[i].head.Positive
			last[i] = e
			j.emit(e)
		case protocol.Preparing:
			const parts = 100 // of the refinement of each set
			sum := 0
			refined[i] = parts * e.Done / max(e.Of, 1)
			for _, done := range refined {
				sum += done
			}
			j.emit(protocol.Preparing{Stage: e.Stage, Done: sum, Of: parts * len(todo)})
		case protocol.UnitDone:
			worked[i] = &e
			if last[i].Ended = last[i].Step > 0; last[i].Ended {
				j.emit(last[i])
			}
		}
	}
	if s.workers != nil {
		return worked, s.do(j, len(todo), func(k int) (protocol.RunUnit, error) { return members[todo[k]].work(), nil }, told)
	}
	for k, i := range todo {
		if k > 0 && j.ctx.Err() != nil {
			break
		}
		e, err := runUnit(job{ctx: j.ctx, emit: func(e protocol.Event) { told(k, e) }}, members[i].work())
		if err != nil {
			return nil, err
		}
		told(k, e)
	}
	return worked, nil
}

// completed completes what was learnt for a set by what is the same for all.
func completed(u *unit, c *protocol.MultiClass, m *protocol.Model) *protocol.Model {
	m.Learned.Request = c.Learned.Request.Of(m.Positive, u.request.Network.Weight)
	m.Learned.Missing, m.Learned.Columns = c.Learned.Missing, c.Learned.Columns
	return m
}
