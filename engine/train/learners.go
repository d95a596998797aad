package train

import (
	"context"
	"slices"
	"strings"

	"drnet/engine/baseline"
	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// baselines are the benchmark learners, by their keys in protocol.Learners. A tune value of 0 selects the defaults.
var baselines = map[string]func(tune float64) baseline.Learner{
	"ripper":    ripper,
	"brs":       func(tune float64) baseline.Learner { return baseline.BRS{Kappa: tune} },
	"cg":        func(tune float64) baseline.Learner { return baseline.CG{Lambda0: tune, Lambda1: tune} },
	"cart":      cart,
	"condition": func(float64) baseline.Learner { return baseline.OneCondition{} },
	"majority":  func(float64) baseline.Learner { return baseline.Majority{} },
	"forest":    forest,
	"logistic":  func(float64) baseline.Learner { return baseline.Logistic{} },
	"dnn":       func(float64) baseline.Learner { return baseline.DNN{} },

	"ripper-numbers": ripper, "cart-numbers": cart, "forest-numbers": forest,
}

func ripper(tune float64) baseline.Learner { return baseline.RIPPER{MaxConditions: int(tune)} }
func forest(tune float64) baseline.Learner { return baseline.Forest{Trees: int(tune)} }
func cart(tune float64) baseline.Learner {
	return baseline.CART{MaxLeaves: int(tune), Prune: baseline.AutoPrune}
}

// checkLearner rejects unknown learners and unsupported settings.
func checkLearner(r protocol.Train) error {
	l, known := protocol.LearnerOf(r.Learner)
	switch {
	case !known:
		return protocol.BadSettingf("choose one of "+strings.Join(protocol.LearnerKeys(nil), ", "), "unknown learner %q", r.Learner)
	case l.Key != protocol.DRNet && r.Classes != "":
		return protocol.BadSettingf("choose a positive class", "%s supports two classes only", l.Name)
	case r.Tune < 0 || r.Tune != 0 && l.Tunes == "":
		return protocol.BadSettingf("leave it out", "%s cannot be tuned by this number", l.Name)
	}
	return nil
}

// isBaseline reports whether the request selects a benchmark learner.
func isBaseline(r protocol.Train) bool { return r.Learner != "" && r.Learner != protocol.DRNet }

// runBaseline runs a unit with a benchmark learner.
func (u *Unit) runBaseline(j prepare.Job) (w protocol.UnitDone, err error) {
	const parts = 1000
	rows := u.rowsOf(Drawn(u.Train))
	c := baselines[u.Request.Learner](u.Request.Tune).Learn(j.Ctx, rows, u.Request.Network.Seed, func(share float64) {
		j.Emit(protocol.Progress{Step: max(int(share*parts), 1), Steps: parts})
	})
	if c == nil {
		return w, context.Canceled
	}
	r, reads := c.(baseline.Reader)
	if !reads {
		m := u.model()
		m.Learned.Trained, err = u.answered(j, c)
		m.Learned.Simplified = m.Learned.Trained
		return protocol.UnitDone{Status: drnet.Finished, Model: m}, err
	}
	set := u.recut(r.Read())
	m := u.model()
	m.Rules = u.config.Simplify(set)
	m.Learned.Trained, m.Learned.Simplified = u.Outcome(set, 1), u.Outcome(m.Rules, 1)
	return protocol.UnitDone{Status: drnet.Finished, Model: m, Set: protocol.PackedSet(set), Sets: []rule.Set{m.Rules}}, nil
}

// answered returns the outcome of a classifier that is not a rule set.
func (u *Unit) answered(j prepare.Job, c baseline.Classifier) (o protocol.Outcome, err error) {
	if o.Train, err = u.measured(j, c, u.Train); err == nil && u.Test.X != nil {
		o.Test = new(eval.Scores)
		*o.Test, err = u.measured(j, c, u.Test)
	}
	return o, err
}

// answerRows is the number of rows to predict between two progress events, a multiple of 64. It is small since forests are slow.
const answerRows = 1 << 9

// measured compares the predictions of a classifier with the labels.
func (u *Unit) measured(j prepare.Job, c baseline.Classifier, b protocol.Bits) (scores eval.Scores, err error) {
	rows, answers := u.rowsOf(b), make([]uint64, bitmat.Words(b.X.Rows))
	for which := range slices.Chunk(bitmat.Indexes[int32](b.X.Rows), answerRows) {
		j.Emit(protocol.Progress{Step: 1, Steps: 1})
		if err := j.Ctx.Err(); err != nil {
			return scores, err
		}
		from := int(which[0])
		to := from + len(which)
		part := baseline.LabeledRows{X: rows.X.Pick(which)}
		for _, column := range rows.Numbers {
			part.Numbers = append(part.Numbers, column[from:to])
		}
		c.Answer(answers[bitmat.Words(from):bitmat.Words(to)], part)
	}
	return eval.MeasureAnswers(answers, b.Truth()), nil
}

// rowsOf returns the rows for a benchmark learner. With numeric columns, threshold features are omitted.
func (u *Unit) rowsOf(b protocol.Bits) baseline.LabeledRows {
	rows := baseline.LabeledRows{X: b.X, Labels: b.Labels, Numbers: b.Numbers}
	if b.Numbers != nil {
		rows.X = b.X.Columns(u.categorical())
	}
	return rows
}

// categorical returns the features that are not thresholds.
func (u *Unit) categorical() []int {
	var kept []int
	for j, f := range u.Head.Encoder.Features() {
		if f.Op != binarize.AtMost {
			kept = append(kept, j)
		}
	}
	return kept
}

// recut replaces the thresholds of the unit by those in the rules, which changes its encoder and its rows. It returns
// the rules over the new features. Columns that no rule uses keep their thresholds.
func (u *Unit) recut(s baseline.RuleClassifier) rule.Set {
	if u.Train.Numbers == nil {
		return s.Rules
	}
	before, encoder := u.Head.Encoder.Features(), *u.Head.Encoder
	encoder.Columns = slices.Clone(encoder.Columns)
	var meant []binarize.Feature // the features that the rules use by index
	for _, j := range u.categorical() {
		meant = append(meant, before[j])
	}
	numeric := slices.DeleteFunc(bitmat.Indexes[int](len(encoder.Columns)),
		func(i int) bool { return len(encoder.Columns[i].Thresholds) == 0 })
	for _, q := range s.Questions {
		i := numeric[q.Column]
		c := encoder.Columns[i]
		meant = append(meant, binarize.Feature{Column: i, Name: c.Name, Op: binarize.AtMost, Threshold: q.Cut, Missable: c.Missable})
	}
	cuts := map[int][]float64{} // by column
	for _, r := range s.Rules {
		for _, l := range r {
			if f := meant[l.Feature]; f.Op == binarize.AtMost {
				cuts[f.Column] = append(cuts[f.Column], f.Threshold)
			}
		}
	}
	for i, own := range cuts {
		slices.Sort(own)
		encoder.Columns[i].Thresholds = slices.Compact(own)
	}
	u.Head.Encoder = &encoder
	after := encoder.Features()
	for _, b := range []*protocol.Bits{&u.Train, &u.Test} {
		if b.X != nil {
			b.X = reencoded(*b, placesOf(before), after, numeric)
		}
	}
	u.Configure(u.Train.Truth())
	set, places := make(rule.Set, len(s.Rules)), placesOf(after)
	for i, r := range s.Rules {
		set[i] = rule.Rule{}
		for _, l := range r {
			set[i] = append(set[i], rule.Literal{Feature: places[meant[l.Feature]], Not: l.Not})
		}
	}
	return set
}

// placesOf returns the index of each feature.
func placesOf(features []binarize.Feature) map[binarize.Feature]int {
	places := make(map[binarize.Feature]int, len(features))
	for j, f := range features {
		places[f] = j
	}
	return places
}

// reencoded returns the matrix of other features: known ones are copied, new thresholds of numeric columns are evaluated.
func reencoded(b protocol.Bits, known map[binarize.Feature]int, features []binarize.Feature, numeric []int) *bitmat.Matrix {
	x, rows := bitmat.New(b.X.Rows, len(features)), baseline.LabeledRows{Numbers: b.Numbers}
	for j, f := range features {
		if old, ok := known[f]; ok {
			copy(x.Column(j), b.X.Column(old))
		} else {
			rows.Ask(x.Column(j), baseline.NumberCondition{Column: slices.Index(numeric, f.Column), Cut: f.Threshold})
		}
	}
	return x
}
