// Package eval measures rules on labelled rows: what they get right, how often each one fires, how long they are.
// It takes bits and labels and knows no learner by name.
package eval

import "math/bits"

// Confusion counts answers by truth.
type Confusion struct {
	TruePositives  int `json:"true_positives"`
	FalsePositives int `json:"false_positives"`
	TrueNegatives  int `json:"true_negatives"`
	FalseNegatives int `json:"false_negatives"`
}

// Rows returns the number of rows that were counted.
func (c Confusion) Rows() int {
	return c.TruePositives + c.FalsePositives + c.TrueNegatives + c.FalseNegatives
}

// Accuracy returns the share of rows answered rightly, in [0, 1]; 0 without rows.
func (c Confusion) Accuracy() float64 { return share(c.TruePositives+c.TrueNegatives, c.Rows()) }

// Majority returns the accuracy of always giving the more frequent answer, in [0, 1]; 0 without rows.
func (c Confusion) Majority() float64 {
	return share(max(c.positives(), c.negatives()), c.Rows())
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Compare counts the answers (bit i is the answer to row i) against the labels; both hold that many rows.
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

// MeasureAnswers says how answers fare of which nothing is known but the rows: there are no rules and no ranking.
func MeasureAnswers(answers, labels []uint64, rows int) Scores {
	c := Compare(answers, labels, rows)
	return Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c}
}

// Scores says how a set fares on some rows.
type Scores struct {
	Accuracy  float64     `json:"accuracy"`
	Majority  float64     `json:"majority"` // accuracy of always giving the more frequent answer
	Confusion Confusion   `json:"confusion"`
	Rules     []RuleScore `json:"rules"` // one for each rule, in the order of the set

	// AUC is the chance that a positive row has a higher score than a negative one, ties counted half: a row's score is the
	// sum of the precisions, on the training rows, of the rules that fire on it. Nil if all rows are of one class, or if the
	// precisions are not known, as in older model files.
	AUC *float64 `json:"auc,omitempty"`
}
