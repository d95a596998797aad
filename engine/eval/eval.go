// Package eval measures rule sets on labeled rows: accuracy, coverage of each rule, complexity. It takes bits and labels, and
// knows nothing of learners.
package eval

import "math/bits"

// Confusion is a binary confusion matrix.
type Confusion struct {
	TruePositives  int `json:"true_positives"`
	FalsePositives int `json:"false_positives"`
	TrueNegatives  int `json:"true_negatives"`
	FalseNegatives int `json:"false_negatives"`
}

// Rows returns the number of rows.
func (c Confusion) Rows() int {
	return c.TruePositives + c.FalsePositives + c.TrueNegatives + c.FalseNegatives
}

// Accuracy returns the share of rows predicted correctly, in [0, 1]; 0 without rows.
func (c Confusion) Accuracy() float64 { return share(c.TruePositives+c.TrueNegatives, c.Rows()) }

// Majority returns the accuracy of the majority class, in [0, 1]; 0 without rows.
func (c Confusion) Majority() float64 { return share(max(c.positives(), c.negatives()), c.Rows()) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Compare compares predictions with labels (bit i is for row i); both hold the given number of rows.
func Compare(answers, labels []uint64, rows int) Confusion {
	var c Confusion
	for i, a := range answers {
		c.TruePositives += bits.OnesCount64(a & labels[i])
		c.FalsePositives += bits.OnesCount64(a &^ labels[i])
		c.FalseNegatives += bits.OnesCount64(labels[i] &^ a)
	}
	c.TrueNegatives = rows - c.TruePositives - c.FalsePositives - c.FalseNegatives
	return c
}

// MeasureAnswers evaluates predictions alone, without the scores of rules and without a ranking.
func MeasureAnswers(answers, labels []uint64, rows int) Scores {
	c := Compare(answers, labels, rows)
	return Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c}
}

// Scores evaluates a rule set on rows.
type Scores struct {
	Accuracy  float64     `json:"accuracy"`
	Majority  float64     `json:"majority"` // accuracy of the majority class
	Confusion Confusion   `json:"confusion"`
	Rules     []RuleScore `json:"rules"` // one for each rule, in the order of the set

	// AUC is the probability that a positive row has a higher score than a negative one; ties count half. The score of a row
	// is the sum of the training precisions of the rules that fire on it. AUC is nil if all rows are of one class, or if the
	// precisions are unknown, as in older model files.
	AUC *float64 `json:"auc,omitempty"`
}
