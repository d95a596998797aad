package rule

import (
	"errors"
	"fmt"
	"strconv"
)

// A Decision turns the probability of a row into what to do with it: positive from a threshold on, or left to a person.
//
// References: C. Elkan: The Foundations of Cost-Sensitive Learning. IJCAI 2001 (threshold by costs). C. K. Chow: On optimum
// recognition error and reject tradeoff. IEEE Transactions on Information Theory 16 (1970) (the rows left to a person).
type Decision struct {
	Threshold float64 `json:"threshold"` // a row is positive from this probability on, in (0, 1]
	// Rows with a probability from AskFrom to less than AskTo are left to a person; none if both are 0. The threshold is between
	// the two.
	AskFrom float64 `json:"ask_from,omitempty"`
	AskTo   float64 `json:"ask_to,omitempty"`
	// The costs of an error in any unit, at least 0; both are 0 if they are unknown.
	FalsePositive float64 `json:"false_positive_cost,omitempty"`
	FalseNegative float64 `json:"false_negative_cost,omitempty"`
}

// mostCost limits a cost, so that sums over rows stay finite.
const mostCost = 1e12

// Validate returns an error if a number is out of its range.
func (d Decision) Validate() error {
	cost := func(x float64) bool { return x >= 0 && x <= mostCost }
	switch {
	case !(d.Threshold > 0 && d.Threshold <= 1):
		return fmt.Errorf("rule: the threshold is %v: it must be more than 0 and at most 1", d.Threshold)
	case !cost(d.FalsePositive) || !cost(d.FalseNegative):
		return fmt.Errorf("rule: the costs are %v and %v: they must be from 0 to %v", d.FalsePositive, d.FalseNegative, mostCost)
	case d.AskFrom > d.AskTo:
		return fmt.Errorf("rule: rows from %v to %v are left to a person: the smaller number must come first", d.AskFrom, d.AskTo)
	case d.Asks() && !(d.AskFrom >= 0 && d.AskFrom <= d.Threshold && d.AskTo >= d.Threshold && d.AskTo <= 1):
		return fmt.Errorf("rule: rows from %v to %v are left to a person: the threshold %v must be between the two, and both from 0 to 1",
			d.AskFrom, d.AskTo, d.Threshold)
	}
	return nil
}

// Asks reports whether some probabilities are left to a person.
func (d Decision) Asks() bool { return d.AskFrom != 0 || d.AskTo != 0 }

// Costed reports whether the costs of errors are known.
func (d Decision) Costed() bool { return d.FalsePositive > 0 || d.FalseNegative > 0 }

// Asked reports whether a row with this probability is left to a person.
func (d Decision) Asked(p float64) bool { return p >= d.AskFrom && p < d.AskTo }

// Positive reports whether a row with this probability is positive, if it is not left to a person.
func (d Decision) Positive(p float64) bool { return p >= d.Threshold }

// AskPerson is the decision about a row that is left to a person.
const AskPerson = "ask a person"

// Decide returns the decision about a row with this probability: a class of the model, or AskPerson. The model has a decision.
func (m *Model) Decide(p float64) string {
	d := m.Scorecard.Decision
	if d.Asked(p) {
		return AskPerson
	}
	return m.Answer(d.Positive(p))
}

// Text describes the decision of a model in a sentence: "Decides risk = high from the probability 0.3 on."
func (d Decision) Text(positive string) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	text := "Decides " + positive + " from the probability " + number(d.Threshold) + " on"
	if d.Asks() {
		text += "; rows from " + number(d.AskFrom) + " to less than " + number(d.AskTo) + " are left to a person"
	}
	if d.Costed() {
		text += "; costs: " + number(d.FalsePositive) + " for a false positive, " + number(d.FalseNegative) + " for a false negative"
	}
	return text + "."
}

// Decided reports whether the model has a decision.
func (m *Model) Decided() bool { return m.Scorecard != nil && m.Scorecard.Decision != nil }

// WithDecision returns a model with another decision, nil for none. The error says why it is invalid, or that the model lacks
// probabilities.
func (m Model) WithDecision(d *Decision) (Model, error) {
	if m.Scorecard == nil {
		return m, errors.New("rule: a threshold needs probabilities, and only unedited rules of two classes have them")
	}
	if d != nil {
		if err := d.Validate(); err != nil {
			return m, err
		}
	}
	card := *m.Scorecard
	card.Decision, m.Scorecard = d, &card
	return m, nil
}
