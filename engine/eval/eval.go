// Package eval measures rule sets on labeled rows: accuracy, coverage of each rule, complexity. It knows nothing of learners.
package eval

import (
	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// Confusion is a binary confusion matrix.
type Confusion struct {
	TruePositives  int `json:"true_positives"`
	FalsePositives int `json:"false_positives"`
	TrueNegatives  int `json:"true_negatives"`
	FalseNegatives int `json:"false_negatives"`
	// Weights has the weights of the same rows. Shares and intervals count rows by weight; nil counts each row once.
	Weights *Masses `json:"weights,omitempty"`
}

// Rows returns the number of rows.
func (c Confusion) Rows() int {
	return c.TruePositives + c.FalsePositives + c.TrueNegatives + c.FalseNegatives
}

// Accuracy returns the share of rows predicted correctly, in [0, 1]; 0 without rows.
func (c Confusion) Accuracy() float64 {
	m := c.masses()
	return share(m.right().Sum, m.all().Sum)
}

// Majority returns the accuracy of the majority class, in [0, 1]; 0 without rows.
func (c Confusion) Majority() float64 {
	m := c.masses()
	return share(max(m.positives().Sum, m.negatives().Sum), m.all().Sum)
}

func share[N int | float64](part, whole N) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Compare compares predictions (bit i is for row i) with the truth.
func (t Truth) Compare(answers []uint64) Confusion {
	others := make([]uint64, len(answers))
	bitmat.Not(others, answers, t.Rows)
	yes, no := t.count(answers), t.count(others)
	return Masses{yes.Positives, yes.Negatives, no.Negatives, no.Positives}.confusion(t.Weights != nil)
}

// MeasureAnswers evaluates predictions: accuracy, majority and confusion matrix, but neither scores of rules nor an AUC.
func MeasureAnswers(answers []uint64, t Truth) Scores {
	c := t.Compare(answers)
	return Scores{Accuracy: c.Accuracy(), Majority: c.Majority(), Confusion: c}
}

// Scores evaluates a rule set on rows.
type Scores struct {
	Accuracy  float64     `json:"accuracy"`
	Majority  float64     `json:"majority"` // accuracy of the majority class
	Confusion Confusion   `json:"confusion"`
	Rules     []RuleScore `json:"rules"` // one for each rule, in the order of the set

	// AUC is the probability that a positive row has a higher score than a negative one; ties count half. The score of a row
	// is its probability by the scorecard. Without one, it is the sum of the training precisions of the rules that fire on the
	// row. AUC is nil if all rows are of one class, or if the precisions are unknown, as in older model files.
	AUC *float64 `json:"auc,omitempty"`
	// Brier is the mean squared difference of a row's probability from its label, in [0, 1]; nil without a scorecard.
	Brier       *float64 `json:"brier,omitempty"`
	Reliability []Bin    `json:"reliability,omitempty"` // one for each tenth of the probability, nil without a scorecard
	Levels      []Level  `json:"levels,omitempty"`      // the rows by probability, nil without a scorecard and in older model files
}

// Metrics holds the metrics of a confusion matrix. One is nil if its denominator is 0: the precision without positive predictions.
type Metrics struct {
	// Interval is the 95% interval of the accuracy; see RuleScore.Interval.
	Interval [2]float64 `json:"accuracy_interval,omitzero"`
	// Weighted is the accuracy with each row counted by the weight of its class; nil without weights.
	Weighted    *float64 `json:"weighted_accuracy,omitempty"`
	Balanced    *float64 `json:"balanced_accuracy"` // the mean of Recall and Specificity
	Precision   *float64 `json:"precision"`         // share of positive rows among those predicted positive
	Recall      *float64 `json:"recall"`            // share of the positive rows predicted positive
	Specificity *float64 `json:"specificity"`       // share of the negative rows predicted negative
	F1          *float64 `json:"f1"`                // the harmonic mean of Precision and Recall
	AUC         *float64 `json:"auc"`               // see Scores.AUC
	Brier       *float64 `json:"brier,omitempty"`   // see Scores.Brier
	// AveragePrecision is the area under the precision-recall curve, nil without a scorecard and if all rows are of one class.
	AveragePrecision *float64 `json:"average_precision,omitempty"`
	// Calibration is the expected calibration error over tenths of the probability, nil without a scorecard.
	Calibration *float64 `json:"calibration_error,omitempty"`

	weighed bool // the classes have different weights
}

// Metrics returns the metrics of the scores. The class weights may come from other rows, such as the training set.
func (s Scores) Metrics(w rule.Weights) Metrics {
	c := s.Confusion.masses()
	low, high := s.Confusion.Interval()
	hits := c.TruePositives.Sum
	calibration, _ := CalibrationError(s.Reliability)
	m := Metrics{
		Interval: [2]float64{low, high}, Precision: ratio(hits, c.above().Sum),
		Recall: ratio(hits, c.positives().Sum), Specificity: ratio(c.TrueNegatives.Sum, c.negatives().Sum),
		F1: ratio(2*hits, 2*hits+c.wrong().Sum), AUC: s.AUC, Brier: s.Brier,
		AveragePrecision: averagePrecision(s.Levels), Calibration: calibration,
	}
	if m.Recall != nil && m.Specificity != nil {
		m.Balanced = new((*m.Recall + *m.Specificity) / 2)
	}
	if yes, no := w.Each(); yes != no {
		m.weighed, m.Weighted = true, c.weighted(yes, no)
	}
	return m
}

// places returns the addresses of the numbers that may be undefined.
func (m *Metrics) places() []**float64 {
	return []**float64{
		&m.Weighted, &m.Balanced, &m.Precision, &m.Recall, &m.Specificity, &m.F1, &m.AUC, &m.Brier,
		&m.AveragePrecision, &m.Calibration,
	}
}

// Interval returns the 95% interval of the accuracy, as RuleScore.Interval does.
func (c Confusion) Interval() (low, high float64) {
	m := c.masses()
	return interval(m.right(), m.all())
}

// weighted returns the accuracy by weights of the classes, nil without rows.
func (m Masses) weighted(yes, no float64) *float64 {
	return ratio(float64(yes*m.TruePositives.Sum)+float64(no*m.TrueNegatives.Sum),
		float64(yes*m.positives().Sum)+float64(no*m.negatives().Sum))
}

func ratio(part, whole float64) *float64 {
	if whole == 0 {
		return nil
	}
	return new(share(part, whole))
}

// A Metric is one metric with its explanation.
type Metric struct {
	Name    string
	Meaning string   // in one sentence
	Value   *float64 // nil if it is undefined
	Percent bool     // shown as a percentage
}

// List returns the metrics in reading order, with the weighted accuracy if there are weights.
func (m Metrics) List() []Metric {
	balanced, f1 := "The mean of recall and specificity. Always predicting the same class gives 50%, however rare a class is.", "F1"
	if m.Specificity == nil && m.Balanced != nil { // several classes
		balanced, f1 = "The mean of the recall of the classes: all count the same, however rare a class is.", "macro F1"
	}
	list := []Metric{
		{"weighted accuracy", "Accuracy with each row weighted by its class: the objective of the run.", m.Weighted, true},
		{"balanced accuracy", balanced, m.Balanced, true},
		{"precision", "Of the rows predicted positive, the share that is positive.", m.Precision, true},
		{"recall", "Of the positive rows, the share predicted positive.", m.Recall, true},
		{"specificity", "Of the negative rows, the share predicted negative.", m.Specificity, true},
		{f1, "The harmonic mean of precision and recall, from 0 to 1; it is high only if both are.", m.F1, false},
		{
			"AUC", "The probability that a positive row has a higher score than a negative one; 0.5 is guessing. The score is the " +
				"probability by the points, or without points the sum of the training precisions of the rules that hold.",
			m.AUC, false,
		},
	}
	if m.Brier != nil {
		list = append(list, Metric{
			"Brier score", "The mean squared difference between the probability of a row and 1 if it is positive, 0 if it is negative. " +
				"0 is perfect; always giving the share p of the class gives p × (1 − p).",
			m.Brier, false,
		})
	}
	if m.AveragePrecision != nil {
		list = append(list, Metric{
			"average precision", "The area under the precision–recall curve: the mean precision over all thresholds of the probability. " +
				"Guessing gives the share of the class.",
			m.AveragePrecision, false,
		})
	}
	if m.Calibration != nil {
		list = append(list, Metric{
			"calibration error", "Rows in tenths by probability: the mean difference between a tenth's probability and its share of " +
				"positive rows (expected calibration error). 0 is perfect; with few rows it is larger by chance.",
			m.Calibration, false,
		})
	}
	if m.weighed || m.Weighted != nil {
		return list
	}
	return list[1:]
}

// Named returns the metric of List with that name, an undefined one if List lacks it.
func (m Metrics) Named(name string) Metric {
	for _, metric := range m.List() {
		if metric.Name == name {
			return metric
		}
	}
	return Metric{Name: name}
}
