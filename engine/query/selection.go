package query

import (
	"math/bits"
	"reflect"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// selection holds the rows that a request selects.
type selection struct {
	of         protocol.Selection
	split      *splitRows
	partitions []partition
	note       string // how the columns of the table were found, "" if they have names

	merged []position
}

// partition is one part of the split, with the predictions of the models for its rows.
type partition struct {
	*encodedRows
	held    bool
	classes []uint8 // the labels, for a multiclass model

	rules  [][]uint64 // rows on which it fires, by rule that is on
	yes    []uint64   // rows on which any rule fires
	other  []uint64   // the same for the second model, nil without one
	answer []rule.Answer
}

// position is a row of a selection.
type position struct{ side, at int32 }

// selected finds the rows of a selection, in the order of the table.
func (q *Querier) selected(j prepare.Job, of protocol.Selection) (*selection, error) {
	t, note, err := q.answerable(of.Model)
	if err != nil {
		return nil, err
	}
	if err := q.checkSelection(of); err != nil {
		return nil, err
	}
	sel := &selection{of: of, note: note}
	if sel.split, err = q.splitFor(of.Model, of.MultiClass, t); err != nil {
		return nil, err
	}
	if err := sel.split.ask(j, sel.sets()...); err != nil {
		return nil, err
	}
	for held, h := range []*encodedRows{sel.split.train, sel.split.test} {
		if h == nil || of.Part == protocol.TestRows && held == 0 || of.Part == protocol.TrainingRows && held == 1 {
			continue
		}
		if of.Part == protocol.AllRows && h.table != sel.split.train.table { // the rows of a test table have their own numbers
			continue
		}
		d := partition{encodedRows: h, held: held == 1, classes: sel.split.trainClasses}
		if d.held {
			d.classes = sel.split.testClasses
		}
		if err := d.ask(j, of); err != nil {
			return nil, err
		}
		sel.partitions = append(sel.partitions, d)
	}
	return sel, sel.merge(j)
}

func (q *Querier) checkSelection(of protocol.Selection) error {
	if of.MultiClass != nil {
		if err := sameEncoder(of.Model, of.MultiClass); err != nil {
			return err
		}
	}
	for _, line := range of.Lines {
		if n := len(of.Model.Lines()); line < 1 || line > n {
			return protocol.BadSettingf("choose one of them",
				"rule %d does not exist: the model has %s", line, protocol.Plural(n, "rule", "rules"))
		}
	}
	if of.Differ == nil {
		return nil
	}
	if err := CheckModel(of.Differ); err != nil {
		return err
	}
	if m, d := of.Model, of.Differ; m.Target != d.Target || m.Positive != d.Positive || m.Negative != d.Negative {
		return protocol.BadSettingf("compare models of one target and class", "the two models predict different targets or classes")
	}
	return nil
}

// sets returns the rules that use the rows as the first model encodes them.
func (sel *selection) sets() []rule.Set {
	of := sel.of
	sets := []rule.Set{of.Model.Rules, offRules(of.Model)}
	if of.MultiClass != nil {
		sets = append(sets, of.MultiClass.Sets()...)
	}
	if of.Differ != nil && encodeAlike(of.Model.Encoder, of.Differ.Encoder) {
		sets = append(sets, of.Differ.Rules)
	}
	return sets
}

func encodeAlike(a, b *binarize.Encoder) bool { return a == b || reflect.DeepEqual(a, b) }

// ask computes the predictions of the models for the rows.
func (d *partition) ask(j prepare.Job, of protocol.Selection) error {
	d.rules, d.yes = d.each(of.Model.Rules)
	if of.Differ != nil {
		second := d.encodedRows
		if !encodeAlike(of.Model.Encoder, of.Differ.Encoder) {
			second = newEncodedRows(prepare.Subset{Table: d.table, Rows: d.rows}, of.Differ.Encoder)
		}
		if err := second.ask(j, of.Differ.Rules); err != nil {
			return err
		}
		d.other = second.fires(of.Differ.Rules)
	}
	if of.MultiClass != nil {
		d.answer = of.MultiClass.Answers(d.sets(of.MultiClass.Sets()), of.MultiClass.Places(), d.X)
	}
	return nil
}

// each returns the rows on which each rule fires, and those on which any rule fires.
func (h *encodedRows) each(rules rule.Set) (fires [][]uint64, any []uint64) {
	words := bitmat.Words(h.X.Rows)
	any = make([]uint64, words)
	for _, r := range h.set(rules) {
		f := make([]uint64, words)
		r.Match(f, h.X)
		bitmat.Or(any, any, f)
		fires = append(fires, f)
	}
	return fires, any
}

// match returns the selected rows of a partition as bits.
func (d *partition) match(of protocol.Selection) []uint64 {
	m, words := of.Model, bitmat.Words(d.X.Rows)
	out, scratch := make([]uint64, words), make([]uint64, words)
	bitmat.Ones(out, d.X.Rows)
	named := map[int]bool{} // numbers of the rules that are named
	lines := m.Lines()
	for _, at := range of.Lines {
		d.set(rule.Set{lines[at-1].Rule})[0].Match(scratch, d.X)
		bitmat.And(out, out, scratch)
		named[numberOf(lines, at-1)] = true
	}
	for k, f := range d.rules {
		if of.Alone && !named[k] {
			bitmat.AndNot(out, out, f)
		}
	}
	if d.other != nil {
		for i := range out {
			out[i] &= d.yes[i] ^ d.other[i]
		}
	}
	if d.answer != nil {
		return d.matchClasses(of, out)
	}
	keep := func(name string, positive []uint64) {
		switch name {
		case "":
		case m.Positive:
			bitmat.And(out, out, positive)
		case m.Negative:
			bitmat.AndNot(out, out, positive)
		default:
			clear(out)
		}
	}
	keep(of.Answer, d.yes)
	keep(of.Truth, d.Labels)
	return out
}

// matchClasses keeps the rows with the requested classes.
func (d *partition) matchClasses(of protocol.Selection, out []uint64) []uint64 {
	names := of.MultiClass.Names
	for i := range d.X.Rows {
		if of.Answer != "" && names[d.answer[i].Class] != of.Answer || of.Truth != "" && names[d.classes[i]] != of.Truth {
			out[i>>6] &^= 1 << (i & 63)
		}
	}
	return out
}

// numberOf returns the index of a line among the rules that are on, -1 if it is off.
func numberOf(lines []rule.Line, at int) int {
	n := -1
	for _, l := range lines[:at+1] {
		if !l.Off {
			n++
		}
	}
	if lines[at].Off {
		return -1
	}
	return n
}

// merge puts the rows of both partitions in the order of the table, and applies the filters.
func (sel *selection) merge(j prepare.Job) error {
	var lists [2][]position
	for k := range sel.partitions {
		d := &sel.partitions[k]
		holds, err := filters(d.table, sel.of.Filters)
		if err != nil {
			return err
		}
		for i, w := range d.match(sel.of) {
			if i%(prepare.EncodeRows/64) == 0 {
				if err := j.Prepare(protocol.Searching, 64*i, len(d.rows)); err != nil {
					return err
				}
			}
			for ; w != 0; w &= w - 1 {
				at := 64*i + bits.TrailingZeros64(w)
				if holds(int(d.rows[at])) {
					lists[k] = append(lists[k], position{int32(k), int32(at)})
				}
			}
		}
	}
	a, b := lists[0], lists[1]
	sel.merged = make([]position, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if sel.row(a[0]) < sel.row(b[0]) {
			sel.merged, a = append(sel.merged, a[0]), a[1:]
		} else {
			sel.merged, b = append(sel.merged, b[0]), b[1:]
		}
	}
	sel.merged = append(append(sel.merged, a...), b...)
	return nil
}

// row returns the row of the table, from 0.
func (sel *selection) row(p position) int { return int(sel.partitions[p.side].rows[p.at]) }

// filters returns a function that reports whether all filters hold for a row.
func filters(t *dataset.Table, list []protocol.Filter) (func(row int) bool, error) {
	var all []func(row int) bool
	for _, f := range list {
		at := t.Column(f.Column)
		if at < 0 {
			return nil, t.NoColumn(f.Column)
		}
		holds, err := t.Columns[at].Filter(f.Text)
		if err != nil {
			return nil, err
		}
		all = append(all, holds)
	}
	return func(row int) bool {
		for _, holds := range all {
			if !holds(row) {
				return false
			}
		}
		return true
	}, nil
}
