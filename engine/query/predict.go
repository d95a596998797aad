package query

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Predict writes the predictions for some rows as CSV.
func (q *Querier) Predict(j prepare.Job, r protocol.Predict) (protocol.Event, error) {
	var t *dataset.Table // to predict
	var all []int32      // its rows: all, or those of a selection, which then provides the models
	if r.Of == nil {
		var err error
		if t, _, err = q.answerable(r.Model, r.MultiClass); err != nil {
			return nil, err
		}
		all = t.AllRows()
	} else {
		sel, err := q.selected(j, *r.Of)
		if err != nil {
			return nil, err
		}
		r.Model, r.MultiClass = r.Of.Model, r.Of.MultiClass
		if t = sel.split.train.Table; len(sel.partitions) > 0 {
			t = sel.partitions[0].Table
		}
		for _, p := range sel.merged {
			all = append(all, int32(sel.row(p)))
		}
	}
	if r.From < 0 || r.Rows < 0 || r.From > len(all) {
		return nil, protocol.BadSettingf("request existing rows",
			"%d rows from row %d requested of %s", r.Rows, r.From+1, protocol.Plural(len(all), "row", "rows"))
	}
	to := len(all)
	if r.Rows > 0 {
		to = r.From + min(r.Rows, len(all)-r.From)
	}
	rows := all[r.From:to]
	p := printer{table: t, columns: r.Columns, numbers: r.Of != nil || !r.Columns, first: r.From == 0}
	if err := p.answer(j, r, rows); err != nil {
		return nil, err
	}
	text, err := p.print(j, rows)
	out := protocol.Predicted{CSV: text}
	if to < len(all) {
		out.Next = to
	}
	return out, err
}

// printer writes predictions as CSV.
type printer struct {
	target  string
	table   *dataset.Table
	columns bool                                  // include the columns of the table
	numbers bool                                  // start each line with the row number
	first   bool                                  // start with a line of column names
	said    func(i int) (answer string, rule int) // the prediction of row i, and the rule that decided, from 1
	ruled   bool                                  // a rule decides: false with code words

	probabilities []float64              // of the rows; nil without a scorecard
	decided       func(p float64) string // nil without a decision
}

// answer computes the predictions of the model.
func (p *printer) answer(j prepare.Job, r protocol.Predict, rows []int32) error {
	from, m, c := prepare.Unlabeled(p.table, rows), r.Model, r.MultiClass
	if c != nil {
		h := newEncodedRows(from, c.Encoder)
		if err := h.encode(j, c.Sets()...); err != nil {
			return err
		}
		answers := c.Answers(h.sets(c.Sets()), c.Places(), h.X)
		p.ruled = c.Codes == nil
		p.target, p.said = c.Target, func(i int) (string, int) { return c.Names[answers[i].Class], int(answers[i].First) }
		return nil
	}
	h := newEncodedRows(from, m.Encoder)
	if err := h.encode(j, m.Rules, m.Scorecard.Conditions()); err != nil {
		return err
	}
	set := h.set(m.Rules)
	answers := answersOf(set, m.Votes(), h.X)
	if m.Scorecard != nil {
		p.probabilities = h.scorecard(m.Scorecard).Probabilities(set, m.Votes(), h.X)
	}
	if m.Decided() {
		p.decided = m.Decide
	}
	p.ruled = true
	p.target, p.said = m.Target, func(i int) (string, int) { return m.Answer(answers.Positive(i)), answers.Rule(i) }
	return nil
}

func (p *printer) print(j prepare.Job, rows []int32) (string, error) {
	var text strings.Builder
	w := csv.NewWriter(&text) // a strings.Builder never fails
	if p.first {
		w.Write(p.names())
	}
	for i, row := range rows {
		if i%prepare.EncodeRows == 0 {
			if err := j.Prepare(protocol.Encoding, i, len(rows)); err != nil {
				return "", err
			}
		}
		w.Write(p.line(i, int(row)))
	}
	w.Flush()
	return text.String(), nil
}

// names returns the first line. If the table's columns are included, the target column stays next to the prediction.
func (p *printer) names() []string {
	if !p.columns {
		names := []string{p.free("row", p.target), escapeFormula(p.target)}
		return append(names, p.more(p.target)...)
	}
	var names []string
	if p.numbers {
		names = append(names, p.free("row"))
	}
	for _, c := range p.table.Columns {
		names = append(names, escapeFormula(c.Name))
	}
	names = append(names, escapeFormula(p.free("predicted "+p.target)))
	return append(names, p.more()...)
}

// more returns the names of the columns after the prediction. They differ from the other names.
func (p *printer) more(others ...string) (names []string) {
	if p.probabilities != nil {
		names = append(names, p.free("probability", others...))
	}
	if p.decided != nil {
		names = append(names, p.free("decision", others...))
	}
	if p.ruled {
		names = append(names, p.free("rule", others...))
	}
	return names
}

// free returns a name that differs from all column names and from the others.
func (p *printer) free(name string, others ...string) string {
	for base, n := name, 2; slices.Contains(others, name) || p.columns && p.table.Column(name) >= 0; n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	return name
}

func (p *printer) line(i, row int) (line []string) {
	if p.numbers {
		line = append(line, strconv.Itoa(row+1))
	}
	if p.columns {
		for j := range p.table.Columns {
			c := &p.table.Columns[j]
			text, _ := c.Text(row)
			if !c.IsNumber() {
				text = escapeFormula(text)
			}
			line = append(line, text)
		}
	}
	answer, rule := p.said(i)
	line = append(line, escapeFormula(answer))
	if p.probabilities != nil {
		line = append(line, strconv.FormatFloat(p.probabilities[i], 'f', -1, 64))
	}
	if p.decided != nil {
		line = append(line, escapeFormula(p.decided(p.probabilities[i])))
	}
	if p.ruled {
		line = append(line, strconv.Itoa(rule))
	}
	return line
}

// escapeFormula puts a ' before a text that a spreadsheet would run as a formula; numbers stay as they are.
func escapeFormula(text string) string {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return text
	}
	if _, ok := dataset.ParseNumber(text); ok {
		return text
	}
	return "'" + text
}

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
	present, lacks, err := prepare.Present(m.Encoder, t, m.Rules, m.Scorecard.Conditions())
	if err != nil {
		return nil, err
	}
	x, report, err := prepare.Encode(j, m.Encoder, t, t.AllRows(), present)
	if err != nil {
		return nil, err
	}
	if len(lacks) > 0 {
		notes = append(notes, "the table lacks "+dataset.QuoteList(lacks)+", which no rule asks about")
	}
	asked := rule.UsedColumns(m.Encoder, m.Rules, m.Scorecard.Conditions())
	unread := m.Encoder.Unread(t, asked)
	notes = append(notes, doubts(m.Encoder, t, asked)...)
	used := rule.InputColumns(m.Encoder, m.Rules, m.Scorecard.Conditions())
	report.Gaps = slices.DeleteFunc(report.Gaps, func(g binarize.Gap) bool { return !used[m.Encoder.Column(g.Column)] })
	out := protocol.Applied{Answers: answersOf(m.Rules, m.Votes(), x), Warnings: warnings(notes, m.Edited, report, unread)}
	if r.Probabilities && m.Scorecard != nil {
		out.Probabilities = m.Scorecard.Probabilities(m.Rules, m.Votes(), x)
	}
	if err := scoreLabels(&out, j, m, t, x); err != nil {
		return nil, err
	}
	out.Drift = drift(m, x, present, out.Scores)
	return out, nil
}

// warnings appends to the notes that the rules were edited, which cells are unlike all training rows, and which the encoder cannot read.
// A single note covers cells of a column that are unreadable and also a gap, since no training row had a missing cell.
func warnings(notes []string, edited bool, report binarize.Report, unread []binarize.Unread) []string {
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
		warn(g.Column, g.Unseen, "cell has", "cells have",
			"a value that no training row had, such as "+excerpt(g.Example)+"; it counts as none of the known values")
		why := "unreadable"
		if k := slices.IndexFunc(unread, func(u binarize.Unread) bool { return u.Column == g.Column }); k >= 0 && g.Missing > 0 {
			one, _ := needed(unread[k])
			why = "not " + one + ", such as " + excerpt(unread[k].Example)
			unread = slices.Delete(unread, k, k+1)
		}
		warn(g.Column, g.Missing, "cell is", "cells are", "missing (or "+why+"), unlike in all training rows; "+
			"a number counts as above every threshold, a value as none of the known ones")
		warn(g.Column, g.Filled, "cell is", "cells are", "missing and replaced by the mean or most frequent value of the training rows")
	}
	for _, u := range unread {
		one, many := needed(u)
		warn(u.Column, u.Cells, "value is not "+one+" and counts", "values are not "+many+" and count",
			"as missing, such as "+excerpt(u.Example))
	}
	return out
}

// needed returns what the cells of a column should be.
func needed(u binarize.Unread) (one, many string) {
	if u.Dates {
		return "a date", "dates"
	}
	return "a number", "numbers"
}

// excerpt returns a cell in quotes, without the rest of a long one.
func excerpt(cell string) string { return strconv.Quote(dataset.Shorten(cell, 60)) } // as in the notes on a file

// answersOf returns, for each row on which at least votes rules fire, the number of the first of these rules.
func answersOf(rules rule.Set, votes int, x *bitmat.Matrix) protocol.Answers {
	answers := protocol.NewAnswers(x.Rows, len(rules))
	open, fires := rules.MatchVotes(votes, x), make([]uint64, bitmat.Words(x.Rows))
	for k, r := range rules {
		r.Match(fires, x)
		bitmat.And(fires, fires, open)
		bitmat.AndNot(open, open, fires)
		bitmat.EachBit(fires, func(i int) { answers.Set(i, k+1) })
	}
	return answers
}

// scoreLabels measures the predictions if the table has the target column, on the rows with a value that the model predicts.
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
		used := rule.UsedColumns(m.Encoder, m.Rules, m.Scorecard.Conditions())
		if x, _, err = prepare.Encode(j, m.Encoder, t, target.Rows, used); err != nil {
			return err
		}
	}
	var training []eval.RuleScore // nil if they are unknown
	if o := m.Measured(); o != nil && len(o.Train.Rules) == len(m.Rules) {
		training = o.Train.Rules
	}
	labels := prepare.PackLabels(target.Positives)
	scores := eval.MeasureBy(training, m.Rules, m.Votes(), x, labels)
	switch {
	case m.Scorecard != nil:
		scores.MeasureProbabilities(m.Scorecard.Probabilities(m.Rules, m.Votes(), x), eval.Truth{Labels: labels, Rows: x.Rows})
	case training == nil:
		scores.AUC = nil
	}
	a.Scores = &scores
	a.Warnings = append(a.Warnings, unweighed(m.Learned.Request)...)
	return nil
}

// unweighed returns a note for a model of a run with row weights: scores on another table do not use weights.
func unweighed(r protocol.Train) []string {
	if r.Weight == "" {
		return nil
	}
	return []string{fmt.Sprintf("each row counts once here; the figures of the run count rows by their weight in column %q", r.Weight)}
}

// applyClasses predicts the class of every row of the table.
func applyClasses(j prepare.Job, c *protocol.MultiClass, t *dataset.Table, notes []string) (protocol.Event, error) {
	used := rule.UsedColumns(c.Encoder, c.Sets()...)
	x, report, err := prepare.Encode(j, c.Encoder, t, t.AllRows(), used)
	if err != nil {
		return nil, err
	}
	decided := &protocol.Decided{Classes: make([]byte, x.Rows)}
	notes = append(notes, doubts(c.Encoder, t, used)...)
	out := protocol.Applied{Warnings: warnings(notes, c.Edited(), report, c.Encoder.Unread(t, used)), Decided: decided}
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
	decided.Scores = new(eval.MeasureClasses(answers, target.Codes, nil, len(c.Names)))
	out.Warnings = append(out.Warnings, unweighed(c.Learned.Request)...)
	return out, nil
}
