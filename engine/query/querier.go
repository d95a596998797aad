// Package query answers requests about a trained model and the rows of a table: predictions, explanations, scores of edited rules,
// the rows of a selection, coverage, and the evaluation of a network. It trains nothing.
package query

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/multiclass"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// Querier answers requests about models and rows.
type Querier struct {
	prepare.Tables
	Cache *Cache
}

// Cache holds encoded rows between queries, so that the next query about the same rows need not encode them again. It is valid for its
// tables only. A run empties it to free memory.
type Cache struct {
	tables prepare.Tables
	last   *protocol.Train       // the request of the last run, with its folds; may be nil
	scales map[string]rule.Scale // by column

	key     string       // identifies the encoder and the run of the models that the following fields are for
	split   *splitRows   // training set and test set
	all     *encodedRows // the whole table
	labels  [2][]uint64  // the rows of the whole table by label: negative, positive
	labeled string       // the positive class of labels, "" without labels

	listed string     // the last request of ListRows, as a key
	rows   *selection // its rows; nil without one
}

// NewCache returns an empty cache for the tables and the last run, if there was one.
func NewCache(tables prepare.Tables, last *protocol.Train) Cache {
	return Cache{tables: tables, last: last}
}

// Release empties the cache, to make room for another table.
func (m *Cache) Release() { *m = NewCache(m.tables, m.last) }

// own returns the cache after discarding entries of other tables.
func (q *Querier) own() *Cache {
	if q.Cache.tables != q.Tables {
		*q.Cache = NewCache(q.Tables, nil)
	}
	return q.Cache
}

// cached is own after discarding entries of models with another key.
func (q *Querier) cached(m *protocol.Model) *Cache {
	c := q.own()
	l := &m.Learned
	key, err := json.Marshal([]any{m.Target, m.Positive, m.Encoder, l.Request, l.Columns, l.Rows})
	if k := string(key); err != nil || k != c.key {
		c.key, c.split, c.all = k, nil, nil
	}
	return c
}

// CheckModel returns an error if the model cannot predict, or c instead, if it is not nil.
func CheckModel(m *protocol.Model, c *protocol.MultiClass) (err error) {
	switch {
	case c != nil:
		err = c.Validate()
	case m != nil:
		err = m.Validate()
	default:
		return protocol.Refuse(protocol.BadModel, "no model is given", "train one, or open a model file")
	}
	if err == nil {
		return nil
	}
	return protocol.Refuse(protocol.BadModel, "the model is damaged: "+protocol.Plain(err), "open another copy of the file")
}

// answerable returns the table with the column names of the model, or of c instead, if it is not nil. The notes say if the file lacks
// column names, and in which columns it is a guess whether day or month comes first.
func (q *Querier) answerable(m *protocol.Model, c *protocol.MultiClass) (*dataset.Table, []string, error) {
	if q.Table == nil {
		return nil, nil, prepare.ErrNoTable
	}
	if err := CheckModel(m, c); err != nil {
		return nil, nil, err
	}
	file := protocol.ModelFile{Model: m, MultiClass: c}
	e, trained := file.Encoder(), file.Table()
	t, notes, err := prepare.ByPosition(q.Table, trained.Columns, trained.Target, e)
	if err != nil {
		return nil, nil, err
	}
	for _, column := range e.Guessed(t) {
		notes = append(notes, fmt.Sprintf("column %q: neither its dates nor the training table say whether day or month comes first: "+
			"the %s is taken to", column.Name, column.Layout.First()))
	}
	return t, notes, nil
}

// memberOf returns the model itself if c is nil. Else it returns the model as a member of c: with the encoder of c, to which edits of
// other members may have added thresholds. It rejects a model that cannot be a member.
func memberOf(m *protocol.Model, c *protocol.MultiClass) (*protocol.Model, error) {
	if err := CheckModel(m, nil); err != nil || c == nil {
		return m, err
	}
	if err := CheckModel(nil, c); err != nil {
		return m, err
	}
	stranger := m.Target != c.Target || c.Codes == nil && !slices.Contains(c.Names, m.Positive)
	if !stranger && encodeAlike(m.Encoder, c.Encoder) {
		return m, nil
	}
	same := func(a, b binarize.EncodedColumn) bool { return a.Name == b.Name }
	moved, ok := m.Over(c.Encoder)
	if stranger || !ok || m.Scorecard != nil || !slices.EqualFunc(m.Encoder.Columns, c.Encoder.Columns, same) {
		return m, protocol.Refuse(protocol.BadModel, "the model is not part of the multiclass model", "open another copy of the file")
	}
	out := *m
	out.Model = moved
	return &out, nil
}

func encodeAlike(a, b *binarize.Encoder) bool { return a == b || reflect.DeepEqual(a, b) }

// contains reports whether e equals a fitted encoder except for thresholds that edits of the rules have added.
func contains(e, fitted *binarize.Encoder) bool {
	return e.Policy == fitted.Policy && slices.EqualFunc(e.Columns, fitted.Columns, func(c, f binarize.EncodedColumn) bool {
		added := func(x float64) bool { _, found := slices.BinarySearch(f.Thresholds, x); return !found }
		c.Thresholds = slices.DeleteFunc(slices.Clone(c.Thresholds), added)
		c.Integers = f.Integers // no bit depends on it, and older files lack it
		return reflect.DeepEqual(c, f)
	})
}

// splitRows holds the training set and the test set of a model.
type splitRows struct {
	train, test *encodedRows // test is nil without a test set
	same        bool         // these are the rows of the run; else train has all labeled rows
	names       []string     // of the classes, for a multiclass model
	notes       []string
}

// memberSplit combines memberOf and splitFor.
func (q *Querier) memberSplit(j prepare.Job, m *protocol.Model, whole *protocol.MultiClass) (
	*protocol.Model, *splitRows, []string, error,
) {
	m, err := memberOf(m, whole)
	if err != nil {
		return nil, nil, nil, err
	}
	split, notes, err := q.splitFor(j, m, whole)
	return m, split, notes, err
}

// splitFor checks the model, and returns splitOf from the cache if possible, with notes about the rows and the table.
func (q *Querier) splitFor(j prepare.Job, m *protocol.Model, whole *protocol.MultiClass) (*splitRows, []string, error) {
	t, notes, err := q.answerable(m, nil)
	if err != nil {
		return nil, nil, err
	}
	cache := q.cached(m)
	if cache.split == nil || whole != nil && !slices.Equal(cache.split.names, whole.Names) {
		split, err := q.splitOf(j, m, whole, t)
		if err == nil {
			err = j.Ctx.Err() // canceled, learntSplit returns nil too: such a result must not be cached
		}
		if err != nil {
			return nil, nil, err
		}
		cache.split = split
	}
	return cache.split, slices.Concat(cache.split.notes, notes), nil
}

// offRules returns the rules that are switched off.
func offRules(m *protocol.Model) rule.Set {
	off := make(rule.Set, len(m.Off))
	for k, o := range m.Off {
		off[k] = o.Rule
	}
	return off
}

// encode encodes the columns that the rules use in both sets, so that their bits have the same columns.
func (s *splitRows) encode(j prepare.Job, sets ...rule.Set) error {
	if err := s.train.encode(j, sets...); err != nil || s.test == nil {
		return err
	}
	return s.test.encode(j, sets...)
}

// unit returns the encoded rows in the form that train measures.
func (s *splitRows) unit() (u train.Unit) {
	u.Train = s.train.Bits
	if s.test != nil {
		u.Test = s.test.Bits
	}
	return u
}

// idle scores the rules that are switched off. Their unique coverage is what each would add to the rules that are on.
func (h *encodedRows) idle(m *protocol.Model, c *protocol.MultiClass) []eval.RuleScore {
	off := offRules(m)
	if len(off) == 0 {
		return nil
	}
	var marks []rule.Mark
	for _, o := range m.Off {
		marks = append(marks, o.Mark)
	}
	scores, cover := make([]eval.RuleScore, len(off)), h.cover(m, c, off, marks)
	if !c.Listed() {
		on := h.set(m.Rules)
		decided := on.MatchVotes(m.Votes(), h.X)
		for k, alone := range cover.Alone {
			if bitmat.AndNot(alone, cover.Covered[k], decided); m.Votes() > 1 {
				bitmat.And(alone, alone, on.MatchVotes(m.Votes()-1, h.X))
			}
		}
	}
	for k := range off {
		scores[k] = h.Bits.Truth().RuleScore(cover.Covered[k], cover.Alone[k])
	}
	return scores
}

// splitOf repeats the split of the run of a model. If the table is not that of the run, all labeled rows are in the training set.
func (q *Querier) splitOf(j prepare.Job, m *protocol.Model, whole *protocol.MultiClass, t *dataset.Table) (*splitRows, error) {
	split := q.learntSplit(j, m)
	if split != nil && (whole == nil || slices.Equal(split.names, whole.Names)) {
		return split, nil
	}
	target, err := labelsOf(&m.Model, t)
	var names []string
	if whole != nil {
		names = whole.Names
		target, err = t.ClassLabels(whole.Target, names)
	}
	if err != nil {
		return nil, err
	}
	if len(target.Rows) == 0 {
		hint := "choose a table whose column " + m.Target + " has the values " + m.Positive + " and " + m.Negative
		return nil, dataset.NewError(dataset.TooFewRows, hint, "no row has a label that the model predicts")
	}
	all := prepare.Labeled(t, target)
	if whole != nil {
		all.Positives = all.Where(isAnswer(&m.Model, names))
	}
	notes := append(slices.Clone(target.Notes), "the training rows of this table are unknown: all rows are counted together")
	return &splitRows{train: newEncodedRows(all, m.Encoder), names: names, notes: notes}, nil
}

// RunOf returns the request of the run of a model, with its folds. It is an error if the table is not that of the run.
func (q *Querier) RunOf(j prepare.Job, m *protocol.Model) (r protocol.Train, err error) {
	split, _, err := q.splitFor(j, m, nil)
	if err != nil {
		return r, err
	}
	if !split.same {
		return r, protocol.BadSettingf("open the table that the rules were learned from", "the training rows of this table are unknown")
	}
	return q.request(m), nil
}

// request returns the request of the run of a model. A model file lacks the folds, so they are those of the last run if it has the same
// target and split.
func (q *Querier) request(m *protocol.Model) protocol.Train {
	r := m.Learned.Request
	if last := q.Cache.last; last != nil && last.Target == r.Target && last.Split.Fold == r.Split.Fold && r.Split.Share == last.Split.Share {
		r.Split.Folds = last.Split.Folds
	}
	r.Positive = m.Positive
	return r
}

// learntSplit repeats the split of the run, and returns nil if the table cannot be that of the run.
func (q *Querier) learntSplit(j prepare.Job, m *protocol.Model) *splitRows {
	r := q.request(m)
	if r.Target == "" || len(m.Learned.Columns) > 0 &&
		!slices.EqualFunc(m.Learned.Columns, q.Table.TrainedColumns(), dataset.TrainedColumn.Equal) {
		return nil
	}
	target, err := q.Target(r)
	if err != nil {
		return nil
	}
	columns, err := q.Columns(target.Column, r)
	if err != nil {
		return nil
	}
	kept := q.Kept(target, columns, r)
	split, err := q.Split(kept, columns, r.Split)
	if err != nil || len(split.Train) != m.Learned.Rows {
		return nil
	}
	usable, err := prepare.Labeled(q.Table, kept).Weighed(r.Weight)
	if err != nil {
		return nil
	}
	training, test := usable.At(split.Train), usable.At(split.Test)
	// Refitting recognizes another file with the same columns and number of rows: its thresholds or categories differ.
	if e, err := training.Fit(j, columns, r.Encoding); err != nil || !contains(m.Encoder, e) {
		return nil
	}
	if q.Test != nil {
		if test, _, err = q.TestSample(r, target, m.Encoder); err != nil {
			return nil
		}
	}
	if target.Classes != nil {
		yes := isAnswer(&m.Model, target.Classes)
		training.Positives, test.Positives = training.Where(yes), test.Where(yes)
	}
	out := &splitRows{train: newEncodedRows(training, m.Encoder), same: true, names: target.Classes}
	if len(test.Rows) > 0 {
		out.test = newEncodedRows(test, m.Encoder)
	}
	return out
}

// labelsOf reads the labels of a table for a model.
func labelsOf(m *rule.Model, t *dataset.Table) (*dataset.Target, error) {
	if m.Yes == nil {
		return t.Labels(m.Target, m.Positive, m.Negative)
	}
	y, err := t.ClassLabels(m.Target, append(slices.Clip(m.Yes), m.No...))
	if err != nil {
		return nil, err
	}
	return y.Group(func(class int) bool { return class < len(m.Yes) }, m.Positive, m.Negative), nil
}

// isAnswer returns a function that reports whether a class belongs to the positive class of a model.
func isAnswer(m *rule.Model, classes []string) func(class int) bool {
	yes := m.Yes
	if yes == nil {
		yes = []string{m.Positive}
	}
	return func(class int) bool { return slices.Contains(yes, classes[class]) }
}

// encodedRows holds rows of a table as bits, for the columns that some rules use.
type encodedRows struct {
	prepare.Subset // without Positives, which are Bits.Labels
	protocol.Bits
	encoder *binarize.Encoder
	encoded []bool      // which columns of the encoder are encoded
	place   map[int]int // the column of X of each of their features
}

func newEncodedRows(from prepare.Subset, e *binarize.Encoder) *encodedRows {
	h := &encodedRows{Subset: from, Bits: protocol.Bits{Labels: prepare.PackLabels(from.Positives), Weights: from.Weights}, encoder: e}
	h.Positives = nil
	return h
}

// encode encodes the columns that the rules use, unless they are encoded already.
func (h *encodedRows) encode(j prepare.Job, sets ...rule.Set) error {
	wanted, more := rule.UsedColumns(h.encoder, sets...), h.X == nil
	for c := range wanted {
		before := len(h.encoded) > 0 && h.encoded[c]
		more = more || wanted[c] && !before
		wanted[c] = wanted[c] || before
	}
	if !more {
		return nil
	}
	needed, bits := prepare.Needed(h.encoder, wanted)
	x, _, err := prepare.Encode(j, needed, h.Table, h.Rows, nil)
	if err != nil {
		return err
	}
	h.X, h.encoded, h.place = x, wanted, make(map[int]int, len(bits))
	for k, bit := range bits {
		h.place[bit] = k
	}
	return nil
}

// set translates rules from features of the encoder to columns of X. Their columns must be encoded.
func (h *encodedRows) set(rules rule.Set) rule.Set {
	out := make(rule.Set, len(rules))
	for k, r := range rules {
		out[k] = make(rule.Rule, len(r))
		for i, l := range r {
			out[k][i] = rule.Literal{Feature: h.place[l.Feature], Not: l.Not}
		}
	}
	return out
}

// scorecard translates the lines of a scorecard as set does; nil stays nil.
func (h *encodedRows) scorecard(c *rule.Scorecard) *rule.Scorecard {
	if c == nil {
		return nil
	}
	out := *c
	out.Lines = slices.Clone(c.Lines)
	for i, l := range h.set(c.Conditions()) {
		out.Lines[i].Literal = l[0]
	}
	return &out
}

// sets applies set to each list of rules.
func (h *encodedRows) sets(list []rule.Set) []rule.Set {
	out := make([]rule.Set, len(list))
	for i, rules := range list {
		out[i] = h.set(rules)
	}
	return out
}

// cover returns the coverage of rules of a model. If c is a decision list, they apply at their places in it, given by the marks. The
// columns of all rules must be encoded.
func (h *encodedRows) cover(m *protocol.Model, c *protocol.MultiClass, rules rule.Set, marks []rule.Mark) eval.Coverage {
	if !c.Listed() {
		return eval.Cover(h.set(rules), m.Votes(), h.X)
	}
	return multiclass.Cover(c, slices.Index(c.Names, m.Positive), h.set(rules), marks, h.sets(c.Sets()), h.X)
}
