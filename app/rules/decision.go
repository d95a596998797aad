package rules

import (
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Deciding is what the page shows of the quality of a model, and next to its decision.
type Deciding struct {
	Matrix  protocol.Partition // whose confusion matrix is shown, "" for the test rows if there are any
	Curve   eval.Curve         // "" for the reliability diagram
	Top     int                // number of the most likely rows to list; 0 for defaultTop
	Trouble string             // why the last number was not taken, as a sentence
	Refused *[2]float64        // the ends of the typed band, if the threshold is not in it; nil for none
}

const defaultTop = 500

// top returns the number of the most likely rows to list.
func (d Deciding) top() int {
	if d.Top == 0 {
		return defaultTop
	}
	return d.Top
}

// DecisionField is a number of a decision that the user types.
type DecisionField string

// The fields. The ends of the band of rows that are left to a person are in percent.
const (
	FalsePositiveCost DecisionField = "cost-false-positive"
	FalseNegativeCost DecisionField = "cost-false-negative"
	AskFrom           DecisionField = "ask-from"
	AskTo             DecisionField = "ask-to"
)

const wholePercent = 100 // is the share 1

// place returns the number of a field.
func (f DecisionField) place(d *rule.Decision) *float64 {
	return map[DecisionField]*float64{
		FalsePositiveCost: &d.FalsePositive, FalseNegativeCost: &d.FalseNegative, AskFrom: &d.AskFrom, AskTo: &d.AskTo,
	}[f]
}

// unit is what the typed number counts.
func (f DecisionField) unit() float64 {
	if f == AskFrom || f == AskTo {
		return 1.0 / wholePercent
	}
	return 1
}

// text is the number of a field as the user types it; "" for none.
func (f DecisionField) text(d rule.Decision) string {
	if x := *f.place(&d) / f.unit(); x != 0 || f == AskFrom && d.Asks() {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return ""
}

// decide handles the messages about the decision.
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
			if d.Threshold = eval.Rounded(msg.To); d.Asks() { // the band follows, as wide as it is
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

// bound sets an end of the band of rows that are left to a person. A refused band stays in its fields, and the one before it counts.
func (m *Model) bound(end DecisionField, x float64) {
	d := m.banded()
	*end.place(&d) = x
	switch { // the other end of a new band is the threshold
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

// banded returns the decision with the band in its fields, even a refused one.
func (m *Model) banded() rule.Decision {
	d := m.Decision()
	if ends := m.Deciding.Refused; ends != nil {
		d.AskFrom, d.AskTo = ends[0], ends[1]
	}
	return d
}

// decisionWords describe a revision with another decision. Changes in a row are one revision, which can be undone.
const decisionWords = "decision changed"

// decide changes the decision of the current model; nothing without probabilities. The rules and their scores stay.
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

// Decision returns the decision of the current model. Without one, the rules decide: from the probability 1/2 on.
func (st *Set) Decision() rule.Decision {
	if m := st.Model(); m != nil && m.Decided() {
		return *m.Scorecard.Decision
	}
	return rule.Decision{Threshold: 0.5}
}

// probable returns the scores of the probabilities on the test rows, or the rows there are; ok is false without them.
func (st *Set) probable() (side Measured, ok bool) {
	sides := st.Measured()
	if m := st.Model(); m == nil || m.Scorecard == nil || st.Stage != core.Final || len(sides) == 0 {
		return side, false
	}
	side = sides[len(sides)-1]
	return side, len(side.Scores.Levels) > 0
}
