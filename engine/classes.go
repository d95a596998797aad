package engine

import (
	"fmt"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// trainClasses learns a set of rules for each class, or for each digit of their code words. All sets are over the bits of
// one encoder, and each is a unit: it is learnt and refined as if it were the only one.
func trainClasses(s *trainer, j job, p *plan) (protocol.Event, error) {
	if err := s.encodeAll(j, p); err != nil {
		return nil, err
	}
	c := &protocol.MultiClass{Schema: protocol.MultiClassSchema, Target: p.target.Name, Encoder: p.head.Encoder}
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
	members := membersOf(p, c)
	worked, err := runUnits(s, j, members)
	if err != nil {
		return nil, err
	}
	if err := relearn(s, j, c, members, worked); err != nil {
		return nil, err
	}
	c.Learned = protocol.MultiClassLearned{
		Request: p.request, Missing: s.options.MissingValues, Rows: p.train.X.Rows, Features: p.train.X.Cols,
		Columns: namesOf(s.table), Classes: p.started.Classes,
	}
	out := protocol.Trained{Status: drnet.Finished, MultiClass: c}
	for i, u := range members {
		switch w := worked[i]; {
		case w != nil:
			c.Members = append(c.Members, completed(u, c, w.Model))
			out.Steps += w.Steps
			if p.watch {
				out.Nets = append(out.Nets, w.Net)
			}
			if w.Status == drnet.Stopped {
				out.Status = drnet.Stopped
			}
		default:
			c.Members = append(c.Members, completed(u, c, u.written(trained{}, nil)))
			if p.watch {
				out.Nets = append(out.Nets, nil)
			}
			if !u.constant() { // it was not begun
				out.Status = drnet.Stopped
			}
		}
	}
	chooseDefault(p, c)
	for i, u := range members {
		for _, note := range u.unheeded(out.Status, c.Members[i].Rules) {
			out.Notes = append(out.Notes, fmt.Sprintf("%q: %s", c.Members[i].Positive, note))
		}
	}
	c.Learned.Outcome = classOutcome(c, c.Sets(), p.train, p.test, p.rows.classes, p.testRows.classes)
	c.Learned.Notes = slices.Concat(fewRows(p.started.Classes), reweighed(p, c, members), withoutRules(c, out.Status))
	return out, nil
}

// orderOf returns the classes as an order names them, behind them the others.
func orderOf(c *protocol.MultiClass, names []string) ([]int, error) {
	var order []int
	for _, name := range names {
		class := slices.Index(c.Names, name)
		if class < 0 || slices.Contains(order, class) {
			return nil, protocol.Refuse(
				protocol.BadSetting, fmt.Sprintf("the order of the classes names %q, which is no value of %q or was named before", name, c.Target),
				"name values of the target, each once",
			)
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

// chooseDefault chooses the answer to rows that no rule claims: the class that is the most frequent among such training rows, or
// among all if there are none; of equals the one with the most rows, then the first.
func chooseDefault(p *plan, c *protocol.MultiClass) {
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
func classOutcome(c *protocol.MultiClass, sets []rule.Set, train, test protocol.Bits, truth, held []uint8) protocol.ClassOutcome {
	all, places := slices.Concat(sets...), c.Places()
	measure := func(x *bitmat.Matrix, truth []uint8) eval.ClassScores {
		answers := make([]uint8, x.Rows)
		for i, a := range c.Answers(sets, places, x) {
			answers[i] = a.Class
		}
		return eval.MeasureClasses(answers, truth, len(c.Names))
	}
	out := protocol.ClassOutcome{
		Rules: len(all), Conditions: all.Conditions(), Complexity: all.Complexity(), RuleComplexity: all.RuleComplexity(),
		Train: measure(train.X, truth),
	}
	if test.X != nil {
		scores := measure(test.X, held)
		out.Test = &scores
	}
	return out
}

// withoutRules says of each class without rules why that is so and what becomes of its rows.
func withoutRules(c *protocol.MultiClass, status drnet.Status) (notes []string) {
	if c.Codes != nil {
		return nil
	}
	for i, m := range c.Members {
		rows := c.Learned.Classes[i].Rows
		if len(m.Rules) > 0 || rows == 0 {
			continue
		}
		why := "no rule for it was found"
		switch {
		case status == drnet.Stopped:
			why = "the training was stopped before there were any"
		case m.Learned.Refined != nil && m.Learned.Refined.Price > 0:
			why = fmt.Sprintf("no rule for it is right on enough of the training rows, of which a condition had to earn %.2g %% (class weights can help)",
				100*m.Learned.Refined.Price)
		}
		then := fmt.Sprintf("its %s given other classes", count(rows, "training row is", "training rows are"))
		if i == c.Default {
			then = "it is the answer where no rule fires"
		}
		notes = append(notes, fmt.Sprintf("%q has no rules: %s; %s", c.Names[i], why, then))
	}
	return notes
}
