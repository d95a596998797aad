package train

import (
	"context"
	"strings"

	"drnet/engine/baseline"
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
func cart(tune float64) baseline.Learner {
	return baseline.CART{MaxLeaves: int(tune), Prune: baseline.AutoPrune}
}
func forest(tune float64) baseline.Learner { return baseline.Forest{Trees: int(tune)} }

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
	var set rule.Set
	r, reads := c.(baseline.Reader)
	if reads {
		set = u.recut(r.Read())
	}
	m := &protocol.Model{
		Schema: protocol.ModelSchema, Model: u.Head,
		Learned: protocol.Learned{Request: u.Request, Rows: u.Train.X.Rows, Features: u.Train.X.Cols},
	}
	w = protocol.UnitDone{Status: drnet.Finished, Model: m, Set: set}
	if reads {
		m.Rules = u.config.Simplify(set)
		m.Learned.Trained, m.Learned.Simplified = u.Outcome(set), u.Outcome(m.Rules)
		w.Sets = []rule.Set{m.Rules}
		return w, nil
	}
	m.Learned.Trained, err = u.answered(j, c)
	m.Learned.Simplified = m.Learned.Trained
	return w, err
}

// answered returns the outcome of a classifier without rules.
func (u *Unit) answered(j prepare.Job, c baseline.Classifier) (o protocol.Outcome, err error) {
	if o.Train, err = u.measured(j, c, u.Train); err != nil || u.Test.X == nil {
		return o, err
	}
	test, err := u.measured(j, c, u.Test)
	o.Test = &test
	return o, err
}

// answerRows is the number of rows to predict between two progress events; forests are slow. It is a multiple of the
// word size.
const answerRows = 1 << 9

// measured compares the predictions of a classifier with the labels.
func (u *Unit) measured(j prepare.Job, c baseline.Classifier, b protocol.Bits) (scores eval.Scores, err error) {
	rows, answers := u.rowsOf(b), make([]uint64, bitmat.Words(b.X.Rows))
	which := make([]int32, 0, answerRows)
	for from := 0; from < b.X.Rows; from += answerRows {
		j.Emit(protocol.Progress{Step: 1, Steps: 1})
		if err := j.Ctx.Err(); err != nil {
			return scores, err
		}
		to := min(from+answerRows, b.X.Rows)
		which = which[:0]
		for i := from; i < to; i++ {
			which = append(which, int32(i))
		}
		part := baseline.LabeledRows{X: rows.X.Pick(which)}
		for _, column := range rows.Numbers {
			part.Numbers = append(part.Numbers, column[from:to])
		}
		c.Answer(answers[bitmat.Words(from):bitmat.Words(to)], part)
	}
	return eval.MeasureAnswers(answers, b.Labels, b.X.Rows), nil
}
