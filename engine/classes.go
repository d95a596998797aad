package engine

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// setSeeds is how far apart the seeds of two sets of rules are: more than there can be restarts. So a class is learnt in the
// same way whichever others are learnt beside it, in whatever order.
const setSeeds = 1 << 20

// trainClasses learns a set of rules for each class, or for each digit of their code words. All sets are over the bits of
// one encoder; each is learnt as if it were the only one, by as many numbered units as there are restarts.
func (s *Session) trainClasses(j job, p *plan, r protocol.Train) (protocol.Event, error) {
	j.emit(p.started)
	c := &protocol.Classes{Schema: protocol.ClassesSchema, Target: p.target.Name, Encoder: p.encoder}
	c.Names = p.target.Classes
	if r.Classes == protocol.ClassesCodes {
		c.Codes, c.Order = rule.Codes(len(c.Names)), byRows(p.rows.perClass(len(c.Names)))
	}
	members := p.members(c)
	learnt := s.learn(j, members, max(r.Restarts, 1))
	out := protocol.Trained{Status: drnet.Finished, Classes: c}
	for i, m := range members {
		model, err := m.settled(j, r, i, len(members), learnt[i])
		if err != nil {
			return nil, err
		}
		c.Members = append(c.Members, model)
		out.Steps += learnt[i].steps
		if learnt[i].status == drnet.Stopped {
			out.Status = drnet.Stopped
		}
	}
	r.Encoding, r.Network, r.Split.Folds, r.Positive = r.Encoding.Complete(), p.config, nil, ""
	c.Learnt = protocol.ClassesLearnt{Request: r, Missing: s.options.MissingValues, Rows: p.train.x.Rows, Features: p.train.x.Cols,
		Columns: namesOf(s.table), Classes: p.started.Classes}
	for i, m := range c.Members {
		m.Learnt.Missing, m.Learnt.Columns, m.Learnt.Request = c.Learnt.Missing, c.Learnt.Columns, r
		m.Learnt.Request.Positive = members[i].target.Positive
	}
	p.decide(c)
	c.Learnt.Outcome = p.classOutcome(c, c.Sets())
	c.Learnt.Notes = slices.Concat(fewRows(p.started.Classes), withoutRules(c, out.Status))
	return out, nil
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

// members are the plans of the sets: the same rows and bits, and two answers.
func (p *plan) members(c *protocol.Classes) []*plan {
	n := len(c.Names)
	if c.Codes != nil {
		n = len(c.Codes[0])
	}
	members := make([]*plan, n)
	for i := range members {
		yes := func(class int) bool { return class == i }
		if c.Codes != nil {
			yes = func(class int) bool { return c.Ones(class, i) }
		}
		m := *p
		m.target = &dataset.Target{Column: p.target.Column, Name: p.target.Name}
		m.yes, m.no = groups(c.Names, yes)
		m.target.Positive, m.target.Negative = strings.Join(m.yes, " or "), strings.Join(m.no, " or ")
		if c.Codes == nil {
			m.yes, m.no = nil, nil
			if n > 2 {
				m.target.Negative = "not " + m.target.Positive
			}
		}
		m.rows.positives, m.testRows.positives = p.rows.where(yes), p.testRows.where(yes)
		m.train.labels, m.test.labels = labels(m.rows.positives), labels(m.testRows.positives)
		m.config.Seed += uint64(i) * setSeeds
		members[i] = &m
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

// one reports whether all rows to train on have the same answer, so that there is nothing to learn.
func (c chosen) one() bool {
	n := c.count()
	return n == 0 || n == len(c.rows)
}

// learn trains the networks of all sets; the units are numbered by set, and in each by restart.
func (s *Session) learn(j job, members []*plan, restarts int) []trained {
	results := make([]drnet.Result, len(members)*restarts)
	unit := func(i int) {
		set, restart := i/restarts, i%restarts
		m := members[set]
		if m.rows.one() {
			return
		}
		view, c := newView(m), m.config
		c.Seed += uint64(restart)
		if restarts > 1 {
			view.restart, view.restarts = restart+1, restarts
		}
		view.set, view.sets = set+1, len(members)
		results[i] = drnet.Train(j.ctx, c, m.train.x, m.train.labels, func(step drnet.Progress) { j.emit(view.progress(step)) })
	}
	if s.Units != nil {
		s.Units(len(results), unit)
	} else {
		for i := range results {
			unit(i)
		}
	}
	learnt := make([]trained, len(members))
	for i := range learnt {
		learnt[i] = merge(results[i*restarts : (i+1)*restarts])
	}
	return learnt
}

// settled refines what was learnt for a set and writes it down.
func (p *plan) settled(j job, r protocol.Train, set, sets int, t trained) (*protocol.Model, error) {
	part := j
	part.emit = func(e protocol.Event) {
		if at, ok := e.(protocol.Preparing); ok && at.Stage == protocol.Refining { // of all sets together
			e = protocol.Preparing{Stage: at.Stage, Done: set*at.Of + at.Done, Of: sets * at.Of}
		}
		j.emit(e)
	}
	var refined *rule.Refined
	if !p.rows.one() {
		var err error
		if refined, err = p.refine(part, r, t); err != nil {
			return nil, err
		}
	}
	m := p.model(r, t, refined)
	m.Yes, m.No = p.yes, p.no
	return m, nil
}

// decide chooses the answer to rows that no rule claims: the class that is the most frequent among such training rows, or
// among all if there are none; of equals the one with the most rows, then the first.
func (p *plan) decide(c *protocol.Classes) {
	all := p.rows.perClass(len(c.Names))
	unclaimed := make([]int, len(c.Names))
	for i, a := range c.Answers(c.Sets(), c.Places(), p.train.x) {
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

// classOutcome measures all sets as one. Sets are those of the classes, over the columns of the bits.
func (p *plan) classOutcome(c *protocol.Classes, sets []rule.Set) protocol.ClassOutcome {
	all := slices.Concat(sets...)
	out := protocol.ClassOutcome{Rules: len(all), Conditions: all.Conditions(), Complexity: all.Complexity(), RuleComplexity: all.RuleComplexity(),
		Train: measureClasses(c, sets, p.train, p.rows.classes)}
	if p.test.x != nil {
		held := measureClasses(c, sets, p.test, p.testRows.classes)
		out.Test = &held
	}
	return out
}

// measureClasses compares answers with the truth.
func measureClasses(c *protocol.Classes, sets []rule.Set, on part, truth []uint8) eval.ClassScores {
	answers := make([]uint8, on.x.Rows)
	for i, a := range c.Answers(sets, c.Places(), on.x) {
		answers[i] = a.Class
	}
	return eval.MeasureClasses(answers, truth, len(c.Names))
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
		then := fmt.Sprintf("its %s are given other classes", count(rows, "training row", "training rows"))
		if i == c.Default {
			then = "it is the answer where no rule fires"
		}
		notes = append(notes, fmt.Sprintf("%q has no rules: %s; %s", c.Names[i], why, then))
	}
	return notes
}
