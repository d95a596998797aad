package eval_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

// scored draws rows with probabilities in whole hundredths, so that many are tied, and their labels.
func scored(seed uint64, rows int) (probabilities []float64, labels []uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	labels = make([]uint64, bitmat.Words(rows))
	for i := range rows {
		p := float64(1+r.IntN(98)) / 100
		if probabilities = append(probabilities, p); r.Float64() < p*p {
			bitmat.Set(labels, i)
		}
	}
	return probabilities, labels
}

func measured(probabilities []float64, labels []uint64) eval.Scores {
	var s eval.Scores
	s.MeasureProbabilities(probabilities, eval.Truth{Labels: labels})
	return s
}

// plainAveragePrecision sums over single rows, from the highest probability on; tied rows have the precision after the last of them.
func plainAveragePrecision(probabilities []float64, labels []uint64) float64 {
	order := bitmat.Indexes[int](len(probabilities))
	slices.SortFunc(order, func(i, k int) int { return cmp.Compare(probabilities[k], probabilities[i]) })
	sum, positives := 0.0, 0.0
	for _, i := range order {
		if !bitmat.Get(labels, i) {
			continue
		}
		above, right := 0.0, 0.0
		for k, p := range probabilities {
			if p >= probabilities[i] {
				above++
				if bitmat.Get(labels, k) {
					right++
				}
			}
		}
		sum, positives = sum+right/above, positives+1
	}
	return sum / positives
}

// plainCalibrationError goes over the rows of each tenth.
func plainCalibrationError(probabilities []float64, labels []uint64) (sum float64) {
	for bin := range 10 {
		difference := 0.0
		for i, p := range probabilities {
			if min(int(math.Floor(p*10+1e-9)), 9) != bin {
				continue
			}
			difference += p
			if bitmat.Get(labels, i) {
				difference--
			}
		}
		sum += math.Abs(difference)
	}
	return sum / float64(len(probabilities))
}

// The calibration error by chance is the mean of what labels have that are drawn by the probabilities.
func TestCalibrationErrorByChance(t *testing.T) {
	const draws = 400
	r := rand.New(rand.NewPCG(3, 3))
	for _, rows := range []int{40, 200, 3000} {
		probabilities := make([]float64, rows)
		for i := range probabilities {
			x := r.Float64()
			probabilities[i] = math.Round(1e6*x*x) / 1e6
		}
		sum, chance := 0.0, 0.0
		for range draws {
			labels := make([]uint64, bitmat.Words(rows))
			for i, p := range probabilities {
				if r.Float64() < p {
					bitmat.Set(labels, i)
				}
			}
			found, by := eval.CalibrationError(measured(probabilities, labels).Reliability)
			sum, chance = sum+*found, *by
		}
		if mean := sum / draws; math.Abs(chance-mean) > 0.06*mean {
			t.Errorf("%d rows: %.4f by chance, and %.4f in %d draws", rows, chance, mean, draws)
		}
	}
}

// The metrics of probabilities, many of which are tied, are those of a second implementation, row by row.
func TestMetricsOfProbabilities(t *testing.T) {
	for seed := range uint64(20) {
		probabilities, labels := scored(seed, 50+int(seed)*30)
		m := measured(probabilities, labels).Metrics(rule.Weights{})
		for name, pair := range map[string][2]float64{
			"average precision": {*m.AveragePrecision, plainAveragePrecision(probabilities, labels)},
			"calibration error": {*m.Calibration, plainCalibrationError(probabilities, labels)},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("seed %d: %s %v, want %v", seed, name, pair[0], pair[1])
			}
		}
		area, last := 0.0, eval.Point{}
		for _, p := range eval.ROC.Points(measured(probabilities, labels).Levels) {
			area, last = area+(p.X-last.X)*(p.Y+last.Y)/2, p
		}
		if math.Abs(area-*m.AUC) > 1e-9 || last != (eval.Point{X: 1, Y: 1}) {
			t.Errorf("seed %d: the area under the points is %v, want %v; the last is %v", seed, area, *m.AUC, last)
		}
	}
}

// Five rows, two of them tied at 0.4: the values are computed by hand, and by average_precision_score of scikit-learn 1.2.
func TestCurvesOfFewRows(t *testing.T) {
	probabilities, labels := []float64{0.9, 0.8, 0.4, 0.4, 0.1}, []uint64{0b00101} // rows 1 and 3 are positive
	s := measured(probabilities, labels)
	if want := []eval.Level{
		{Probability: 0.9, Rows: 1, Positives: 1},
		{Probability: 0.8, Rows: 1},
		{Probability: 0.4, Rows: 2, Positives: 1},
		{Probability: 0.1, Rows: 1},
	}; !reflect.DeepEqual(s.Levels, want) {
		t.Fatalf("levels %v, want %v", s.Levels, want)
	}
	m := s.Metrics(rule.Weights{})
	if *m.AveragePrecision != 0.75 { // 1/2 · 1 + 1/2 · 2/4
		t.Errorf("average precision %v, want 0.75", *m.AveragePrecision)
	}
	if want := (0.1 + 0.8 + 0.2 + 0.1) / 5; math.Abs(*m.Calibration-want) > 1e-9 { // tenths 9, 8, 4 and 1
		t.Errorf("calibration error %v, want %v", *m.Calibration, want)
	}
	third := 1.0 / 3
	for curve, want := range map[eval.Curve][]eval.Point{
		eval.ROC:             {{}, {0, 0.5}, {third, 0.5}, {2 * third, 1}, {1, 1}},
		eval.PrecisionRecall: {{0.5, 1}, {0.5, 0.5}, {1, 0.5}, {1, 0.4}},
		eval.Gain:            {{}, {0.2, 0.5}, {0.4, 0.5}, {0.8, 1}, {1, 1}},
	} {
		if got := curve.Points(s.Levels); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", curve, got, want)
		}
	}
	one := measured(probabilities, []uint64{0})
	if m := one.Metrics(rule.Weights{}); m.AveragePrecision != nil || eval.Gain.Points(one.Levels) != nil {
		t.Errorf("one class: average precision %v", *m.AveragePrecision)
	}
}

// TestDecide counts the rows of a decision one by one.
func TestDecide(t *testing.T) {
	probabilities, labels := scored(7, 400)
	s := measured(probabilities, labels)
	d := rule.Decision{Threshold: 0.3, AskFrom: 0.2, AskTo: 0.55, FalsePositive: 1, FalseNegative: 5}
	var want eval.DecisionScores
	wrong, asked, wrongAsked, cost := 0, 0, 0, 0.0
	for i, p := range probabilities {
		is, says := bitmat.Get(labels, i), p >= 0.3
		if says {
			want.Above++
		}
		if is != says {
			wrong++
			cost += map[bool]float64{true: 1, false: 5}[says]
		}
		if p >= 0.2 && p < 0.55 {
			asked++
			if is != says {
				wrongAsked++
			}
		}
	}
	got := s.Decide(d)
	if got.Above != want.Above || got.Rows != 400 || got.Asked.Rows() != asked || math.Abs(got.Cost-cost/400) > 1e-12 ||
		got.Share != float64(asked)/400 || got.AskError != float64(wrongAsked)/float64(asked) ||
		got.Error != float64(wrong-wrongAsked)/float64(400-asked) {
		t.Errorf("%+v; want %d above, %d asked with %d of %d errors, cost %v", got, want.Above, asked, wrongAsked, wrong, cost)
	}
	if (eval.Scores{}).Decide(d) != nil {
		t.Error("a decision without probabilities has scores")
	}
}

// No threshold is cheaper than the cheapest one; on ties there is none above it.
func TestCheapest(t *testing.T) {
	for seed := range uint64(20) {
		probabilities, labels := scored(seed, 200)
		levels := measured(probabilities, labels).Levels
		d := rule.Decision{FalsePositive: 1, FalseNegative: float64(seed)}
		best := eval.Cheapest(levels, d)
		least := eval.Confuse(levels, best).Cost(d)
		for i := range 1000 {
			at := float64(i+1) / 1000
			if cost := eval.Confuse(levels, at).Cost(d); cost < least {
				t.Errorf("seed %d: the threshold %v costs %v, and %v costs %v", seed, best, least, at, cost)
			}
		}
		if seed == 0 && best != 1 {
			t.Errorf("without a cost of false negatives the threshold is %v, want 1", best)
		}
	}
}

// The scores of all folds are those of their rows together.
func TestDecisionsArePooled(t *testing.T) {
	d := rule.Decision{Threshold: 0.4, AskFrom: 0.3, AskTo: 0.6, FalsePositive: 2, FalseNegative: 3}
	var folds []eval.Fold
	var all []float64
	var truth []bool
	for seed := range uint64(3) {
		probabilities, labels := scored(seed, 100)
		folds = append(folds, eval.Fold{Decision: measured(probabilities, labels).Decide(d)})
		for i, p := range probabilities {
			all, truth = append(all, p), append(truth, bitmat.Get(labels, i))
		}
	}
	labels := make([]uint64, bitmat.Words(len(all)))
	for i, yes := range truth {
		if yes {
			bitmat.Set(labels, i)
		}
	}
	got, want := eval.Summarize(folds).Mean.Decision, measured(all, labels).Decide(d)
	got.Threshold = math.Round(got.Threshold*1e9) / 1e9
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	folds[1].Decision = nil
	if got := eval.Summarize(folds).Mean.Decision; got != nil {
		t.Errorf("a fold without a decision leaves %+v", got)
	}
}

// TestCheapestBetweenNeighbors: the threshold is above the next lower probability, however near that is.
func TestCheapestBetweenNeighbors(t *testing.T) {
	d := rule.Decision{FalsePositive: 1, FalseNegative: 1}
	for _, low := range []int{1, 7, 12, 22, 27, 500_000, 999_998} {
		levels := []eval.Level{
			{Probability: float64(low+1) / 1e6, Rows: 9, Positives: 9}, {Probability: float64(low) / 1e6, Rows: 9},
		}
		if best := eval.Cheapest(levels, d); best <= levels[1].Probability || best > levels[0].Probability {
			t.Errorf("the threshold between %v and %v is %v", levels[1].Probability, levels[0].Probability, best)
		}
	}
}
