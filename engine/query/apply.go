package query

import (
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Apply predicts every row of the table. Warnings list the values that the training rows did not have.
func (q *Querier) Apply(j prepare.Job, r protocol.Apply) (protocol.Event, error) {
	m, c := r.Model, r.MultiClass
	t, notes, err := q.answerable(m, c)
	if err != nil {
		return nil, err
	}
	if c != nil {
		return applyClasses(j, c, t, notes)
	}
	x, report, err := prepare.Encode(j, m.Encoder, t, t.AllRows(), nil)
	if err != nil {
		return nil, err
	}
	out := protocol.Applied{Answers: answersOf(m.Rules, x), Warnings: warnings(notes, m.Edited, report)}
	if err := scoreLabels(&out, j, m, t, x); err != nil {
		return nil, err
	}
	return out, nil
}

// warnings returns notes about the names of the columns, edits and values that the training rows did not have.
func warnings(notes []string, edited bool, report binarize.Report) []string {
	out := append([]string{}, notes...)
	if edited {
		out = append(out, "the rules were "+rule.ByHand)
	}
	warn := func(column string, cells int, one, many, how string) {
		if cells > 0 {
			out = append(out, fmt.Sprintf("column %q: %s %s", column, protocol.Plural(cells, one, many), how))
		}
	}
	for _, g := range report.Gaps {
		warn(g.Column, g.Unseen, "cell has", "cells have", "a value that no training row had; it counts as none of the known values")
		warn(g.Column, g.Missing, "cell is", "cells are", "missing (or not a number), unlike in all training rows; "+
			"a number counts as above every threshold, a value as none of the known ones")
		warn(g.Column, g.Filled, "cell is", "cells are", "missing and replaced by the mean or most frequent value of the training rows")
	}
	return out
}

// answersOf returns for each row the first rule that fires.
func answersOf(rules rule.Set, x *bitmat.Matrix) protocol.Answers {
	answers := protocol.NewAnswers(x.Rows, len(rules))
	words := bitmat.Words(x.Rows)
	fires, before := make([]uint64, words), make([]uint64, words)
	for k, r := range rules {
		r.Match(fires, x)
		bitmat.AndNot(fires, fires, before)
		bitmat.Or(before, before, fires)
		bitmat.EachBit(fires, func(i int) { answers.Set(i, k+1) })
	}
	return answers
}

// scoreLabels compares the predictions with the target, if the table has such a column with any of its values.
func scoreLabels(a *protocol.Applied, j prepare.Job, m *protocol.Model, t *dataset.Table, x *bitmat.Matrix) error {
	target, err := labelsOf(&m.Model, t)
	if err != nil {
		return nil // the target is optional
	}
	a.Warnings = append(a.Warnings, target.Notes...)
	if len(target.Rows) == 0 {
		return nil
	}
	if len(target.Rows) < x.Rows {
		if x, _, err = prepare.Encode(j, m.Encoder, t, target.Rows, prepare.UsedColumns(m.Encoder, m.Rules)); err != nil {
			return err
		}
	}
	var learnt []eval.RuleScore // nil if they are unknown
	if o := m.Measured(); o != nil && len(o.Train.Rules) == len(m.Rules) {
		learnt = o.Train.Rules
	}
	scores := eval.MeasureBy(learnt, m.Rules, x, prepare.PackLabels(target.Positives))
	if learnt == nil {
		scores.AUC = nil
	}
	a.Scores = &scores
	return nil
}

// applyClasses predicts the class of every row of the table.
func applyClasses(j prepare.Job, c *protocol.MultiClass, t *dataset.Table, notes []string) (protocol.Event, error) {
	x, report, err := prepare.Encode(j, c.Encoder, t, t.AllRows(), prepare.UsedColumns(c.Encoder, c.Sets()...))
	if err != nil {
		return nil, err
	}
	decided := &protocol.Decided{Classes: make([]byte, x.Rows)}
	out := protocol.Applied{Warnings: warnings(notes, c.Edited(), report), Decided: decided}
	for i, a := range c.Answers(c.Sets(), c.Places(), x) {
		decided.Classes[i] = a.Class
	}
	target, err := t.ClassLabels(c.Target, c.Names)
	if err != nil { // the target is optional
		return out, nil
	}
	out.Warnings = append(out.Warnings, target.Notes...)
	if len(target.Rows) == 0 {
		return out, nil
	}
	answers := make([]uint8, len(target.Rows))
	for i, row := range target.Rows {
		answers[i] = decided.Classes[row]
	}
	decided.Scores = new(eval.MeasureClasses(answers, target.Codes, len(c.Names)))
	return out, nil
}
