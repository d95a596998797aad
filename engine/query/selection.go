package query

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

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
	notes      []string
	merged     []position
}

// partition is the training set or the test set, with the predictions of the models for its rows.
type partition struct {
	*encodedRows
	held   bool          // it is the test set
	rules  [][]uint64    // for each rule that is on, the rows that it covers
	alone  [][]uint64    // of these, the rows that it alone decides; see eval.Coverage
	yes    []uint64      // rows that the model predicts as positive
	other  []uint64      // the same for the second model, nil without one
	answer []rule.Answer // of the multiclass model, nil without one

	probabilities []float64 // nil unless the likeliest rows are selected
}

// position is a row of a selection: row at of a partition.
type position struct{ side, at int32 }

// selected finds the rows of a selection, in the order of the table.
func (q *Querier) selected(j prepare.Job, of protocol.Selection) (*selection, error) {
	m, split, notes, err := q.memberSplit(j, of.Model, of.MultiClass)
	if err != nil {
		return nil, err
	}
	of.Model = m
	if err := checkSelection(of); err != nil {
		return nil, err
	}
	sel := &selection{of: of, split: split, notes: notes}
	if err := split.encode(j, sel.sets()...); err != nil {
		return nil, err
	}
	for i, h := range []*encodedRows{split.train, split.test} {
		held := i == 1
		switch {
		case h == nil, of.Part == protocol.TestRows && !held, of.Part == protocol.TrainingRows && held,
			of.Part == protocol.AllRows && h.Table != split.train.Table: // the rows of a test table have their own numbers
			continue
		}
		d := partition{encodedRows: h, held: held}
		if err := d.predict(j, of); err != nil {
			return nil, err
		}
		sel.partitions = append(sel.partitions, d)
	}
	if err := sel.merge(j); err != nil {
		return nil, err
	}
	sel.keepLikeliest()
	return sel, nil
}

// keepLikeliest keeps only the rows with the highest probabilities, the highest first, if the selection is limited to these.
func (sel *selection) keepLikeliest() {
	if sel.of.Likeliest == 0 {
		return
	}
	order := bitmat.Indexes[int](len(sel.merged)) // sorting []int costs no code of its own
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(sel.probability(sel.merged[b]), sel.probability(sel.merged[a]))
	})
	sel.reorder(order[:min(sel.of.Likeliest, len(order))])
}

// reorder keeps only the rows at the given indexes of the merged rows, in their order.
func (sel *selection) reorder(order []int) {
	merged := make([]position, len(order))
	for i, at := range order {
		merged[i] = sel.merged[at]
	}
	sel.merged = merged
}

// probability returns the probability that a row is positive; 0 unless the likeliest rows are selected.
func (sel *selection) probability(p position) float64 {
	if list := sel.partitions[p.side].probabilities; list != nil {
		return list[p.at]
	}
	return 0
}

func checkSelection(of protocol.Selection) error {
	if of.Likeliest < 0 || of.Likeliest > 0 && of.Model.Scorecard == nil {
		return protocol.BadSettingf("select the rows in another way, or by a model with a scorecard",
			"the %d most likely rows are unknown: the model has no probabilities", of.Likeliest)
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
	if err := CheckModel(of.Differ, nil); err != nil {
		return err
	}
	if m, d := of.Model, of.Differ; m.Target != d.Target || m.Positive != d.Positive || m.Negative != d.Negative {
		return protocol.BadSettingf("compare models of one target and class", "the two models predict different targets or classes")
	}
	return nil
}

// sets returns the rules that are evaluated on the rows as the encoder of the first model encodes them.
func (sel *selection) sets() []rule.Set {
	of := sel.of
	sets := append([]rule.Set{of.Model.Rules, offRules(of.Model)}, of.MultiClass.Sets()...)
	if of.Likeliest > 0 {
		sets = append(sets, of.Model.Scorecard.Conditions())
	}
	if of.Differ != nil && encodeAlike(of.Model.Encoder, of.Differ.Encoder) {
		sets = append(sets, of.Differ.Rules)
	}
	return sets
}

// predict computes the predictions of the models for the rows.
func (d *partition) predict(j prepare.Job, of protocol.Selection) error {
	cover := d.cover(of.Model, of.MultiClass, of.Model.Rules, of.Model.Marks)
	d.rules, d.alone, d.yes = cover.Covered, cover.Alone, cover.Positive(d.X.Rows)
	if of.Likeliest > 0 {
		d.probabilities = d.scorecard(of.Model.Scorecard).Probabilities(d.set(of.Model.Rules), of.Model.Votes(), d.X)
	}
	if of.Differ != nil {
		second := d.encodedRows
		if !encodeAlike(of.Model.Encoder, of.Differ.Encoder) {
			second = newEncodedRows(d.Subset, of.Differ.Encoder)
		}
		if err := second.encode(j, of.Differ.Rules); err != nil {
			return err
		}
		d.other = second.set(of.Differ.Rules).MatchVotes(of.Differ.Votes(), second.X)
	}
	if of.MultiClass != nil {
		d.answer = of.MultiClass.Answers(d.sets(of.MultiClass.Sets()), of.MultiClass.Places(), d.X)
	}
	return nil
}

// match returns the selected rows of a partition as bits.
func (d *partition) match(of protocol.Selection) []uint64 {
	m, words := of.Model, bitmat.Words(len(d.Rows))
	out := make([]uint64, words)
	bitmat.Ones(out, len(d.Rows))
	if m == nil {
		return out
	}
	on := 0 // rules that are on, before the line
	for i, line := range m.Lines() {
		named := slices.Contains(of.Lines, i+1)
		if line.Off {
			if named {
				bitmat.And(out, out, d.cover(m, of.MultiClass, rule.Set{line.Rule}, []rule.Mark{line.Mark}).Covered[0])
			}
			continue
		}
		switch {
		case named && of.Alone && (m.Votes() > 1 || of.MultiClass.Listed()):
			bitmat.And(out, out, d.alone[on])
		case named:
			bitmat.And(out, out, d.rules[on])
		case of.Alone && m.Votes() == 1:
			bitmat.AndNot(out, out, d.rules[on])
		}
		on++
	}
	if d.other != nil {
		for i := range out {
			out[i] &= d.yes[i] ^ d.other[i]
		}
	}
	if d.answer != nil {
		for i := range d.X.Rows {
			answer, truth := d.says(of, i)
			if !d.is(of, answer, of.Answer) || !d.is(of, truth, of.Truth) {
				out[i>>6] &^= 1 << (i & 63)
			}
		}
		return out
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

// is reports whether a class is the wanted one: "" stands for any class, and the negative class of the model for any class but its
// positive one.
func (d *partition) is(of protocol.Selection, class, wanted string) bool {
	return wanted == "" || class == wanted || wanted == of.Model.Negative && class != of.Model.Positive
}

// merge puts the rows of both partitions in the order of the table, and applies the filters.
func (sel *selection) merge(j prepare.Job) error {
	var lists [2][]position
	for k, d := range sel.partitions {
		holds, err := filters(d.Table, sel.of.Filters)
		if err != nil {
			return err
		}
		from := 0
		for words := range slices.Chunk(d.match(sel.of), prepare.EncodeRows/64) {
			if err := j.Prepare(protocol.Searching, from, len(d.Rows)); err != nil {
				return err
			}
			bitmat.EachBit(words, func(i int) {
				if holds(int(d.Rows[from+i])) {
					lists[k] = append(lists[k], position{int32(k), int32(from + i)})
				}
			})
			from += 64 * len(words)
		}
	}
	a, b := lists[0], lists[1]
	sel.merged = make([]position, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if sel.row(b[0]) < sel.row(a[0]) {
			a, b = b, a
		}
		sel.merged, a = append(sel.merged, a[0]), a[1:]
	}
	sel.merged = append(append(sel.merged, a...), b...)
	return nil
}

// row returns the row of the table, from 0.
func (sel *selection) row(p position) int { return int(sel.partitions[p.side].Rows[p.at]) }

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
		return !slices.ContainsFunc(all, func(holds func(row int) bool) bool { return !holds(row) })
	}, nil
}

// ListRows returns some rows of a selection.
func (q *Querier) ListRows(j prepare.Job, r protocol.ListRows) (protocol.Event, error) {
	if r.From < 0 || r.Rows < 0 || r.Rows > protocol.MaxListedRows {
		return nil, protocol.BadSettingf(fmt.Sprintf("request at most %d rows", protocol.MaxListedRows),
			"%d rows from row %d requested", r.Rows, r.From+1)
	}
	sel, err := q.listed(j, r)
	if err != nil {
		return nil, err
	}
	out := protocol.RowPage{Total: len(sel.merged), Notes: sel.notes}
	from := min(r.From, len(sel.merged))
	for _, p := range sel.merged[from:min(from+r.Rows, len(sel.merged))] {
		row, err := sel.picked(p, r.Columns)
		if err != nil {
			return nil, err
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

// listed returns all rows of a list in its order. They are cached for the next page of the same list.
func (q *Querier) listed(j prepare.Job, r protocol.ListRows) (sel *selection, err error) {
	r.From, r.Rows, r.Columns = 0, 0, nil
	key, err := json.Marshal(r)
	c := q.own()
	if err != nil || c.rows != nil && c.listed == string(key) {
		return c.rows, err
	}
	if r.Model == nil {
		sel, err = q.whole(j, r.Selection)
	} else {
		sel, err = q.selected(j, r.Selection)
	}
	if err == nil {
		err = sel.sort(j, r.Sort, r.Down)
	}
	if err == nil {
		c.listed, c.rows = string(key), sel
	}
	return sel, err
}

// whole selects all rows of the table that meet the filters.
func (q *Querier) whole(j prepare.Job, of protocol.Selection) (*selection, error) {
	if q.Table == nil {
		return nil, prepare.ErrNoTable
	}
	sel := &selection{of: of, partitions: []partition{{encodedRows: &encodedRows{Subset: prepare.Unlabeled(q.Table, q.Table.AllRows())}}}}
	return sel, sel.merge(j)
}

// sort orders the rows by the cells of a column, descending if down is true. Rows with equal cells stay in the order of the table, and
// rows with a missing cell come last.
func (sel *selection) sort(j prepare.Job, column string, down bool) (err error) {
	if column == "" || len(sel.merged) == 0 {
		return nil
	}
	t := sel.partitions[0].Table
	at := t.Column(column)
	if at < 0 {
		return t.NoColumn(column)
	}
	cells := &t.Columns[at]
	row := func(at int) int { return sel.row(sel.merged[at]) }
	missing, known := prepare.Divide(bitmat.Indexes[int](len(sel.merged)), func(_, at int) bool { return cells.IsMissing(row(at)) })
	const turn = 1 << 18 // comparisons between two progress events
	compared, compare := 0, cells.Order()
	slices.SortStableFunc(known, func(a, b int) int {
		if compared++; compared%turn == 0 && err == nil {
			err = j.Prepare(protocol.Searching, 0, len(known))
		}
		order := compare(row(a), row(b))
		if down {
			order = -order
		}
		return cmp.Or(order, row(a)-row(b))
	})
	sel.reorder(append(known, missing...))
	return err
}

// picked returns a row of the selection with its cells.
func (sel *selection) picked(p position, columns []string) (protocol.ListedRow, error) {
	d, i := &sel.partitions[p.side], int(p.at)
	out := protocol.ListedRow{Row: sel.row(p) + 1, Held: d.held, Cells: make([]*string, len(columns))}
	for k, name := range columns {
		at := d.Table.Column(name)
		if at < 0 {
			return out, d.Table.NoColumn(name)
		}
		if text, ok := d.Table.Columns[at].Text(sel.row(p)); ok {
			out.Cells[k] = &text
		}
	}
	if sel.of.Model == nil {
		return out, nil
	}
	out.Answer, out.Truth = d.says(sel.of, i)
	out.Probability = sel.probability(p)
	if d.other != nil {
		out.Other = sel.of.Model.Answer(bitmat.Get(d.other, i))
	}
	for k, f := range d.rules {
		if bitmat.Get(f, i) {
			out.Fires = append(out.Fires, k+1)
		}
	}
	return out, nil
}

// says returns the prediction and the label of a row.
func (d *partition) says(of protocol.Selection, i int) (answer, truth string) {
	if d.answer != nil {
		return of.MultiClass.Names[d.answer[i].Class], of.MultiClass.Names[d.Classes[i]]
	}
	return of.Model.Answer(bitmat.Get(d.yes, i)), of.Model.Answer(bitmat.Get(d.Labels, i))
}
