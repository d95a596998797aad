package rule

import (
	"fmt"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// A Model is all that is needed to predict new rows: the encoder, the rules, and the names of the classes.
type Model struct {
	Target   string            `json:"target"`   // the predicted column
	Positive string            `json:"positive"` // its value where a rule fires
	Negative string            `json:"negative"` // its value elsewhere
	Encoder  *binarize.Encoder `json:"encoder,omitempty"`
	Rules    Set               `json:"rules"`

	// Yes and No are the values of the target in Positive and Negative, if these are groups of values, not one value
	// and all others.
	Yes []string `json:"yes,omitempty"`
	No  []string `json:"no,omitempty"`

	Edited bool   `json:"edited,omitempty"` // a user changed the rules after training
	Marks  []Mark `json:"marks,omitempty"`  // the user's notes: one for each of Rules, or none at all
	Off    []Idle `json:"off,omitempty"`    // rules switched off, by place
}

// Validate returns an error if the model, which may come from a damaged file, cannot be used.
func (m *Model) Validate() error {
	if m.Encoder == nil {
		return fmt.Errorf("rule: the model has no encoder")
	}
	if err := m.Encoder.Validate(); err != nil {
		return err
	}
	n := len(m.Encoder.Features())
	for k, r := range m.Rules {
		for _, l := range r {
			if l.Feature < 0 || l.Feature >= n {
				return fmt.Errorf("rule: rule %d asks for feature %d: the encoder has %d", k+1, l.Feature, n)
			}
		}
	}
	return m.validateEdits(n)
}

// Text returns the rules as an IF … THEN … ELSE sentence over several lines, each escaped by dataset.EscapeControl.
func (m *Model) Text() string {
	features, rules := m.Encoder.Features(), []string{"never"}
	if len(m.Rules) > 0 {
		rules = rules[:0]
	}
	for _, r := range m.Rules {
		rules = append(rules, r.Text(features))
	}
	text := fmt.Sprintf("IF   %s\nTHEN %s\nELSE %s\n", strings.Join(rules, "\nOR   "),
		dataset.EscapeControl(m.Prediction(true)), dataset.EscapeControl(m.Prediction(false)))
	if m.Edited {
		text += "(" + ByHand + ")\n"
	}
	return text
}

// Prediction writes the prediction where a rule fires, or elsewhere: "income = >50K", "price > 20".
func (m *Model) Prediction(positive bool) string {
	if positive {
		return PredictionText(m.Target, m.Positive)
	}
	return PredictionText(m.Target, m.Negative)
}

// PredictionText writes a prediction of the target: "income = >50K", or "price > 20" if the answer is a comparison.
func PredictionText(target, answer string) string {
	if compare, ok := dataset.ParseComparison(answer); ok {
		return target + " " + compare.String()
	}
	return target + " = " + answer
}
