package rules

import (
	"cmp"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Deciding is the state of the views of a model's quality: confusion matrix, charts and decision threshold.
type Deciding struct {
	Matrix  protocol.Partition // rows of the confusion matrix; "" for the test rows if there are any
	Curve   eval.Curve         // "" for the reliability diagram
	Top     int                // number of the most likely rows to list; 0 for defaultTop
	Trouble string             // why the last typed number was rejected, as a sentence; "" if it was accepted
	Refused *[2]float64        // the ends of a typed band that was rejected, e.g. because the threshold is outside it; otherwise nil
}

const defaultTop = 500

func (d Deciding) top() int { return cmp.Or(d.Top, defaultTop) }

// DecisionField is a number of a decision that the user types.
type DecisionField string

// The fields: the costs of the two kinds of errors, and the ends, in percent, of the band of probabilities whose rows are left to a person.
const (
	FalsePositiveCost DecisionField = "cost-false-positive"
	FalseNegativeCost DecisionField = "cost-false-negative"
	AskFrom           DecisionField = "ask-from"
	AskTo             DecisionField = "ask-to"
)

const wholePercent = 100 // the share 1 in percent

// place returns a pointer to the number of d that a field shows.
func (f DecisionField) place(d *rule.Decision) *float64 {
	return map[DecisionField]*float64{
		FalsePositiveCost: &d.FalsePositive, FalseNegativeCost: &d.FalseNegative, AskFrom: &d.AskFrom, AskTo: &d.AskTo,
	}[f]
}

// unit is the factor from the typed number to the number of the decision: 0.01 for percentages, otherwise 1.
func (f DecisionField) unit() float64 {
	return core.Either(f == AskFrom || f == AskTo, 1.0/wholePercent, 1)
}

// text is the number of a field as the user would type it; "" for 0, unless it is the lower end of a band.
func (f DecisionField) text(d rule.Decision) string {
	if x := *f.place(&d) / f.unit(); x != 0 || f == AskFrom && d.Asks() {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return ""
}

func (m *Model) decide(msg core.Msg) {
	change := func(do func(*rule.Decision)) {
		if err := m.Set.decide(do); err != nil {
			m.Deciding.Trouble = core.Sentence(err.Error())
		}
	}
	m.Deciding.Trouble = ""
	switch msg := msg.(type) {
	case MatrixOf:
		m.Deciding.Matrix = msg.Side
	case ThresholdMoved:
		m.Deciding.Refused = nil
		change(func(d *rule.Decision) {
			if d.Threshold = eval.Rounded(msg.To); d.Asks() { // move the band along, without changing its width
				width := d.AskTo - d.AskFrom
				if d.Threshold > d.AskTo {
					d.AskFrom = d.Threshold - width
				}
				d.AskFrom = min(d.AskFrom, d.Threshold)
				d.AskTo = eval.Rounded(d.AskFrom + width)
			}
		})
	case DecisionTyped:
		text := strings.TrimSpace(msg.Text)
		x, ok := dataset.ParseNumber(text)
		if !ok && text != "" || x < 0 {
			m.Deciding.Trouble = "“" + msg.Text + "” is not a number from 0 on: type one, or nothing."
			return
		}
		if msg.Field == AskFrom || msg.Field == AskTo {
			m.bound(msg.Field, x*msg.Field.unit())
			return
		}
		change(func(d *rule.Decision) { *msg.Field.place(d) = x })
	case CheapestAsked:
		m.Deciding.Refused = nil
		change(func(d *rule.Decision) { d.Threshold = 0 })
	case CurveChosen:
		m.Deciding.Curve = msg.Curve
	case TopTyped:
		if n, err := strconv.Atoi(strings.TrimSpace(msg.Text)); err == nil && n > 0 {
			m.Deciding.Top = n
		} else {
			m.Deciding.Trouble = "“" + msg.Text + "” is not a number of rows: type a whole number from 1 on."
		}
	}
}

// bound sets an end of the band of rows left to a person; an upper end of 0 removes the band. A rejected band stays in its fields only.
func (m *Model) bound(end DecisionField, x float64) {
	d := m.banded()
	*end.place(&d) = x
	switch { // a new band gets the threshold as its other end
	case end == AskFrom && d.AskTo == 0:
		d.AskTo = d.Threshold
	case end == AskTo && x == 0:
		d.AskFrom = 0
	case end == AskTo && d.AskFrom == 0:
		d.AskFrom = min(d.Threshold, d.AskTo)
	}
	if m.Deciding.Refused = nil; m.Set.decide(func(now *rule.Decision) { *now = d }) != nil {
		m.Deciding.Refused = &[2]float64{d.AskFrom, d.AskTo}
	}
}

// banded returns the decision with the band that the fields show, even if that band was rejected.
func (m *Model) banded() rule.Decision {
	d := m.Decision()
	if ends := m.Deciding.Refused; ends != nil {
		d.AskFrom, d.AskTo = ends[0], ends[1]
	}
	return d
}

// decisionWords describes a revision that changes the decision. Consecutive changes are merged into one revision, to be undone at once.
const decisionWords = "decision changed"

// decide changes the decision of the current model; it does nothing without a scorecard. The rules and their scores stay.
func (st *Set) decide(change func(*rule.Decision)) error {
	now := st.Now()
	if now.Model == nil || now.Model.Scorecard == nil {
		return nil
	}
	d := st.Decision()
	change(&d)
	next, err := now.Model.WithDecision(&d)
	if err != nil {
		return err
	}
	if now.Words == decisionWords && st.At == len(st.Revisions)-1 {
		st.change(st.At, func(p *core.Revision) { p.Model = next })
		return nil
	}
	now.Model, now.Words = next, decisionWords
	st.push(now)
	return nil
}

// Decision returns the decision of the current model. The default threshold, 0.5, gives the predictions of the rules.
func (st *Set) Decision() rule.Decision {
	if m := st.Model(); m != nil && m.Decided() {
		return *m.Scorecard.Decision
	}
	return rule.Decision{Threshold: 0.5}
}

// probable returns the scores on the test rows or, without a test set, on all scored rows; ok is false if they lack probabilities.
func (st *Set) probable() (side Measured, ok bool) {
	sides := st.Measured()
	if m := st.Model(); m == nil || m.Scorecard == nil || st.Stage != core.Final || len(sides) == 0 {
		return side, false
	}
	side = sides[len(sides)-1]
	return side, len(side.Scores.Levels) > 0
}
