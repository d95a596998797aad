package query

import (
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/multiclass"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// splitRows holds the training set and the test set of a model.
type splitRows struct {
	train, test *encodedRows // test is nil without a test set
	same        bool         // they are known to be the rows of the run

	names                     []string // of the classes, for a multiclass model
	trainClasses, testClasses []uint8  // of the rows
	notes                     []string
}

// Score measures a model, which may be edited, on its training set and its test set.
func (q *Querier) Score(j prepare.Job, r protocol.Score) (protocol.Event, error) {
	t, note, err := q.answerable(r.Model)
	if err != nil {
		return nil, err
	}
	m := r.Model
	split, err := q.splitFor(m, r.MultiClass, t)
	if err != nil {
		return nil, err
	}
	var whole []rule.Set
	if r.MultiClass != nil {
		if err := sameEncoder(m, r.MultiClass); err != nil {
			return nil, err
		}
		whole = r.MultiClass.Sets()
	}
	off := offRules(m)
	out := protocol.Scored{Same: split.same, Notes: slices.Clone(split.notes)}
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	if err := split.ask(j, append(whole, m.Rules, off)...); err != nil {
		return nil, err
	}
	u := split.unit()
	out.Off = split.train.idle(m.Rules, off)
	if split.test != nil {
		out.OffTest = split.test.idle(m.Rules, off)
	}
	out.Outcome = u.Outcome(split.train.set(m.Rules)) // both matrices have the same columns
	if r.MultiClass != nil {
		outcome := multiclass.Outcome(r.MultiClass, split.train.sets(whole), u.Train, u.Test, split.trainClasses, split.testClasses)
		out.Classes = &outcome
	}
	out.Remarks = eval.Remarks(m.Encoder, m.Rules, out.Outcome.Train, out.Outcome.Test)
	return out, nil
}

// splitFor is splitOf with a cache.
func (q *Querier) splitFor(m *protocol.Model, whole *protocol.MultiClass, t *dataset.Table) (*splitRows, error) {
	memory := q.cached(m)
	if memory.split == nil || whole != nil && !slices.Equal(memory.split.names, whole.Names) {
		split, err := q.splitOf(m, whole, t)
		if err != nil {
			return nil, err
		}
		memory.split = split
	}
	return memory.split, nil
}

// offRules returns the rules that are switched off.
func offRules(m *protocol.Model) rule.Set {
	off := make(rule.Set, len(m.Off))
	for k, o := range m.Off {
		off[k] = o.Rule
	}
	return off
}

// ask encodes the columns that the rules use in both sets, so that their bits have the same columns.
func (s *splitRows) ask(j prepare.Job, sets ...rule.Set) error {
	if err := s.train.ask(j, sets...); err != nil || s.test == nil {
		return err
	}
	return s.test.ask(j, sets...)
}

// unit returns the encoded rows as those of a run.
func (s *splitRows) unit() (u train.Unit) {
	u.Train = s.train.Bits
	if s.test != nil {
		u.Test = s.test.Bits
	}
	return u
}

// idle scores the rules that are switched off against those that are on.
func (h *encodedRows) idle(on, off rule.Set) []eval.RuleScore {
	if len(off) == 0 {
		return nil
	}
	scores := make([]eval.RuleScore, len(off))
	fires, alone := make([]uint64, bitmat.Words(h.X.Rows)), make([]uint64, bitmat.Words(h.X.Rows))
	others := h.fires(on)
	for k, r := range h.set(off) {
		r.Match(fires, h.X)
		bitmat.AndNot(alone, fires, others)
		s := &scores[k]
		s.Covered, s.Right = bitmat.Count(fires), bitmat.CountAnd(fires, h.Labels)
		s.Alone, s.Lost = bitmat.Count(alone), bitmat.CountAnd(alone, h.Labels)
		s.Saved = s.Alone - s.Lost
	}
	return scores
}

// splitOf repeats the split of the run that trained a model. If the table or its split has changed, it returns all rows
// with a label.
func (q *Querier) splitOf(m *protocol.Model, whole *protocol.MultiClass, t *dataset.Table) (*splitRows, error) {
	split := q.learntSplit(m)
	if split != nil && (whole == nil || slices.Equal(split.names, whole.Names)) {
		return split, nil
	}
	target, err := labelsOf(&m.Model, t)
	var names []string
	var classes []uint8
	if whole != nil {
		names = whole.Names
		if target, err = t.ClassLabels(whole.Target, whole.Names); err == nil {
			classes = target.Codes
			target = target.Group(isAnswer(&m.Model, whole.Names), m.Positive, m.Negative)
		}
	}
	if err != nil {
		return nil, err
	}
	if len(target.Rows) == 0 {
		return nil, &dataset.Error{
			Kind: dataset.TooFewRows, Message: "no row has a label that the model predicts",
			Hint: "choose a table whose column " + m.Target + " has the values " + m.Positive + " and " + m.Negative,
		}
	}
	all := prepare.Subset{Table: t, Rows: target.Rows, Positives: target.Positives}
	return &splitRows{train: newEncodedRows(all, m.Encoder), names: names, trainClasses: classes, notes: append(slices.Clone(target.Notes),
		"the training rows of this table are unknown: all rows are counted together")}, nil
}

// learntSplit repeats the split of the run; nil if the table cannot be that of the run.
func (q *Querier) learntSplit(m *protocol.Model) *splitRows {
	r := m.Learned.Request
	if r.Target == "" || len(m.Learned.Columns) > 0 && !slices.Equal(m.Learned.Columns, prepare.NamesOf(q.Table)) {
		return nil
	}
	if last := q.Cache.last; last != nil && last.Target == r.Target && last.Split.Fold == r.Split.Fold && r.Split.Share == last.Split.Share {
		r.Split.Folds = last.Split.Folds
	}
	r.Positive = m.Positive
	target, err := q.Target(r)
	if err != nil {
		return nil
	}
	columns, err := q.Columns(target.Column, r.Ignore)
	if err != nil {
		return nil
	}
	kept := prepare.Usable(q.Table, target, columns, r.Encoding.Policy)
	split, err := q.Split(kept, r.Split)
	if err != nil || len(split.Train) != m.Learned.Rows {
		return nil
	}
	learnt, held := prepare.Choose(q.Table, kept, split.Train), prepare.Choose(q.Table, kept, split.Test)
	if q.Test != nil {
		if held, _, err = q.TestSample(r, target, m.Encoder); err != nil {
			return nil
		}
	}
	if target.Classes != nil {
		yes := isAnswer(&m.Model, target.Classes)
		learnt.Positives, held.Positives = learnt.Where(yes), held.Where(yes)
	}
	out := &splitRows{
		train: newEncodedRows(learnt, m.Encoder), same: true, names: target.Classes, trainClasses: learnt.Classes,
		testClasses: held.Classes,
	}
	if len(held.Rows) > 0 {
		out.test = newEncodedRows(held, m.Encoder)
	}
	return out
}
