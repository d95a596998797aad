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
		return protocol.BadSettingf("choose one of "+strings.Join(protocol.LearnerKeys(nil), ", "), "unknown learner “%s”", r.Learner)
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
	rows := u.rowsOf(u.Train)
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
	m.Learned.Trained, m.Learned.Simplified = u.Outcome(set), u.Outcome(m.Rules)
	return protocol.UnitDone{Status: drnet.Finished, Model: m, Set: set, Sets: []rule.Set{m.Rules}}, nil
}

// answered returns the outcome of a classifier without rules.
func (u *Unit) answered(j prepare.Job, c baseline.Classifier) (o protocol.Outcome, err error) {
	if o.Train, err = u.measured(j, c, u.Train); err == nil && u.Test.X != nil {
		o.Test = new(eval.Scores)
		*o.Test, err = u.measured(j, c, u.Test)
	}
	return o, err
}

// answerRows is the number of rows to predict between two progress events, a multiple of 64; forests are slow.
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
	return eval.MeasureAnswers(answers, b.Labels, b.X.Rows), nil
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
	kept := u.categorical()
	cuts := map[int][]float64{} // by numeric column
	for _, r := range s.Rules {
		for _, l := range r {
			if k := l.Feature - len(kept); k >= 0 {
				q := s.Questions[k]
				cuts[q.Column] = append(cuts[q.Column], q.Cut)
			}
		}
	}
	encoder := *u.Head.Encoder
	encoder.Columns = slices.Clone(encoder.Columns)
	var source []int                            // the old index of each new feature, -1 for a new threshold
	asked := map[baseline.NumberCondition]int{} // the feature index of each new threshold
	from, column := 0, 0
	for i := range encoder.Columns {
		c := &encoder.Columns[i]
		thresholds := len(c.Thresholds)
		end := from + c.Bits()
		if own := cuts[column]; thresholds > 0 && own != nil {
			slices.Sort(own)
			c.Thresholds = slices.Compact(own)
			for _, cut := range c.Thresholds {
				asked[baseline.NumberCondition{Column: column, Cut: cut}] = len(source)
				source = append(source, -1)
			}
			from += thresholds
		}
		for ; from < end; from++ {
			source = append(source, from)
		}
		if thresholds > 0 {
			column++
		}
	}
	u.Head.Encoder = &encoder
	for _, b := range []*protocol.Bits{&u.Train, &u.Test} {
		if b.X != nil {
			b.X = answered(*b, source, asked)
		}
	}
	u.Configure(bitmat.Count(u.Train.Labels), u.Train.X.Rows)
	return translate(s, kept, source, asked)
}

// answered returns the new feature matrix. Old features are copied; new thresholds are evaluated.
func answered(b protocol.Bits, source []int, asked map[baseline.NumberCondition]int) *bitmat.Matrix {
	x := bitmat.New(b.X.Rows, len(source))
	for j, old := range source {
		if old >= 0 {
			copy(x.Column(j), b.X.Column(old))
		}
	}
	rows := baseline.LabeledRows{Numbers: b.Numbers}
	for q, j := range asked {
		rows.Ask(x.Column(j), q)
	}
	return x
}

// translate maps rules over categorical features and questions to the new features.
func translate(s baseline.RuleClassifier, kept, source []int, asked map[baseline.NumberCondition]int) rule.Set {
	set := make(rule.Set, len(s.Rules))
	for i, r := range s.Rules {
		set[i] = rule.Rule{}
		for _, l := range r {
			if k := l.Feature - len(kept); k >= 0 {
				l.Feature = asked[s.Questions[k]]
			} else {
				l.Feature = slices.Index(source, kept[l.Feature])
			}
			set[i] = append(set[i], l)
		}
	}
	return set
}
