package eval

import (
	"math"

	"drnet/engine/bitmat"
)

// Bins is the number of bins of a reliability table: tenths of the probability.
const Bins = 10

// A Bin holds the rows whose probability is in one tenth, from 0–0.1 to 0.9–1.
type Bin struct {
	Rows        int     `json:"rows"`
	Positives   int     `json:"positives"`   // of these, the positive rows
	Probability float64 `json:"probability"` // the mean over the rows; 0 without rows
	// Weights has the weights of the rows, also for the mean; nil counts each row once.
	Weights *ByClass `json:"weights,omitempty"`
}

// Share returns the share of the positive rows, by weight; 0 without rows.
func (b Bin) Share() float64 {
	m := classesOf(b.Rows, b.Positives, b.Weights)
	return share(m.Positives.Sum, m.all().Sum)
}

// MeasureProbabilities adds the scores of probabilities for the same rows: it replaces the AUC by that of the probabilities, and sets the
// Brier score, the reliability table and the levels.
//
// References: G. W. Brier: Verification of forecasts expressed in terms of probability. Monthly Weather Review 78 (1950).
// A. Niculescu-Mizil, R. Caruana: Predicting good probabilities with supervised learning. ICML 2005 (reliability).
func (s *Scores) MeasureProbabilities(probabilities []float64, t Truth) {
	rows := byScore{}
	var bins [Bins]ByClass
	var sums [Bins]float64
	squares, all := 0.0, Mass{}
	for i, p := range probabilities {
		score, miss, positive, m := int(math.Round(float64(millionths*p))), p, bitmat.Get(t.Labels, i), t.row(i)
		if positive {
			miss = 1 - p
		}
		squares += float64(float64(miss*miss) * m.Sum)
		all = all.plus(m)
		at := min(score*Bins/millionths, Bins-1)
		rows.at(score).add(m, positive)
		bins[at].add(m, positive)
		sums[at] += float64(float64(score) * m.Sum)
	}
	s.Reliability = make([]Bin, Bins)
	for i, c := range bins {
		s.Reliability[i] = Bin{c.all().Rows, c.Positives.Rows, share(sums[i], c.all().Sum) / millionths, t.stored(c)}
	}
	s.Levels = t.levelsOf(rows)
	s.AUC, s.Brier = auc(s.Levels), new(rounded(share(squares, all.Sum)))
}

// pooledBins returns the reliability of the rows of all folds, nil if a fold has none.
func pooledBins(folds []Fold) []Bin {
	all := make([]Bin, Bins)
	var sums [Bins]float64
	for _, f := range folds {
		if len(f.Reliability) != Bins {
			return nil
		}
		for i, b := range f.Reliability {
			m := classesOf(b.Rows, b.Positives, b.Weights)
			if all[i].Rows += b.Rows; b.Weights != nil {
				all[i].Weights = new(classesOf(0, 0, all[i].Weights).plus(m))
			}
			all[i].Positives += b.Positives
			sums[i] += float64(m.all().Sum * b.Probability)
		}
	}
	for i, b := range all {
		all[i].Probability = share(sums[i], classesOf(b.Rows, b.Positives, b.Weights).all().Sum)
	}
	return all
}
