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
	if r.MultiClass != nil {
		return q.applyClasses(j, r.MultiClass)
	}
	t, note, err := q.answerable(r.Model)
	if err != nil {
		return nil, err
	}
	m := r.Model
	x, report, err := prepare.Encode(j, m.Encoder, t, t.AllRows(), nil)
	if err != nil {
		return nil, err
	}
	out := protocol.Applied{Answers: answersOf(m.Rules, x), Warnings: []string{}}
	if note != "" {
		out.Warnings = append(out.Warnings, note)
	}
	if m.Edited {
		out.Warnings = append(out.Warnings, "the rules were "+rule.ByHand)
	}
	for _, gap := range report.Gaps {
		out.Warnings = append(out.Warnings, drift(gap)...)
	}
	if err := scoreLabels(&out, j, m, t, x); err != nil {
		return nil, err
	}
	return out, nil
}

// answerable returns the table with the names of the columns that a model knows, and a note if the file has none.
func (q *Querier) answerable(m *protocol.Model) (*dataset.Table, string, error) {
	if q.Table == nil {
		return nil, "", prepare.ErrNoTable
	}
	if err := CheckModel(m); err != nil {
		return nil, "", err
	}
	return prepare.ByPosition(q.Table, m.Learned.Columns, m.Target, m.Encoder)
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

// drift describes how a column differs from the same column of the training rows.
func drift(g binarize.Gap) (warnings []string) {
	if g.Unseen > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"column %q: %s a value that no training row had; it counts as none of the known values",
			g.Column, cells(g.Unseen, "has", "have"),
		))
	}
	if g.Missing > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"column %q: %s missing (or not a number), unlike in all training rows; "+
				"a number counts as above every threshold, a value as none of the known ones",
			g.Column, cells(g.Missing, "is", "are"),
		))
	}
	if g.Filled > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"column %q: %s missing and replaced by the mean or most frequent value of the training rows", g.Column,
			cells(g.Filled, "is", "are"),
		))
	}
	return warnings
}

// cells counts cells, with the verb for one or for many.
func cells(n int, one, many string) string { return protocol.Plural(n, "cell "+one, "cells "+many) }

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
	learnt := learntScores(m)
	scores := eval.MeasureBy(learnt, m.Rules, x, prepare.PackLabels(target.Positives))
	if learnt == nil {
		scores.AUC = nil
	}
	a.Scores = &scores
	return nil
}

// learntScores returns the scores of a model's rules on the training rows; nil if they are unknown.
func learntScores(m *protocol.Model) []eval.RuleScore {
	o := m.Learned.Outcome()
	if m.Edited {
		if m.Learned.Edited == nil {
			return nil
		}
		o = *m.Learned.Edited
	}
	if len(o.Train.Rules) != len(m.Rules) {
		return nil
	}
	return o.Train.Rules
}
