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
}

// MeasureProbabilities measures the probabilities of all rows that were measured: the AUC by them replaces that by the rules, and
// the scores get a Brier score, a reliability table and levels.
//
// References: G. W. Brier: Verification of forecasts expressed in terms of probability. Monthly Weather Review 78 (1950).
// A. Niculescu-Mizil, R. Caruana: Predicting good probabilities with supervised learning. ICML 2005 (reliability).
func (s *Scores) MeasureProbabilities(probabilities []float64, labels []uint64) {
	const millionths = 1e6
	rows := map[int]classes{}
	var sums [Bins]int
	s.Reliability = make([]Bin, Bins)
	squares := 0.0
	for i, p := range probabilities {
		score, miss, c := int(math.Round(float64(millionths*p))), p, classes{0, 1}
		if bitmat.Get(labels, i) {
			miss, c = 1-p, classes{1, 0}
		}
		squares += float64(miss * miss)
		rows[score] = rows[score].plus(c)
		at := min(score*Bins/millionths, Bins-1)
		sums[at] += score
		s.Reliability[at].Rows++
		s.Reliability[at].Positives += c.positives
	}
	for i := range s.Reliability {
		s.Reliability[i].Probability = share(sums[i], s.Reliability[i].Rows) / millionths
	}
	s.Levels = levelsOf(rows)
	s.AUC, s.Brier = auc(rows), new(rounded(squares/float64(max(len(probabilities), 1))))
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
			all[i].Rows += b.Rows
			all[i].Positives += b.Positives
			sums[i] += float64(float64(b.Rows) * b.Probability)
		}
	}
	for i := range all {
		all[i].Probability = sums[i] / float64(max(all[i].Rows, 1))
	}
	return all
}
