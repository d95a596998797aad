package engine_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// patients returns a table in which the rows of one fold have another seed, other ranges and values, and other labels.
func patients(folds []uint8, fold int, strange bool) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"age", "weight", "colour", "sex", "ill"})
	for i, f := range folds {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		record := []string{
			fmt.Sprint(20 + r.IntN(60)), fmt.Sprintf("%.1f", 50+40*r.Float64()), []string{"red", "green", "blue"}[r.IntN(3)],
			[]string{"f", "m"}[r.IntN(2)], []string{"no", "yes"}[r.IntN(2)],
		}
		if r.IntN(10) == 0 {
			record[0] = ""
		}
		if strange && int(f) == fold {
			record = []string{fmt.Sprint(-1000 * i), "", []string{"violet", "red"}[i%2], []string{"f", "m", ""}[i%3], []string{"yes", "no"}[i%2]}
		}
		w.Write(record)
	}
	w.Flush()
	return b.String()
}

// thirds deals rows to three folds.
func thirds(rows int) []uint8 {
	folds := make([]uint8, rows)
	for i := range folds {
		folds[i] = uint8(i * 7 % 3)
	}
	return folds
}

// compareUntested checks that two models are the same but for what test rows say. What differs between their runs is named.
func compareUntested(t *testing.T, what string, models []*protocol.Model) {
	t.Helper()
	var files [2]string
	for i, m := range models {
		l := &m.Learned
		l.Trained.Test, l.Simplified.Test, l.Refined.Test = nil, nil, nil
		files[i] = write(t, m)
	}
	if files[0] != files[1] {
		t.Errorf("with other %s the model is\n%s\nwant\n%s", what, files[1], files[0])
	}
}

// TestHeldOutRowsTeachNothing trains on two tables that differ only in the cells and labels of the test set.
// Thresholds, values, imputed values and rules must be the same; the test scores may differ.
func TestHeldOutRowsTeachNothing(t *testing.T) {
	const rows, fold = 120, 2
	folds := thirds(rows)
	for _, o := range []binarize.FitOptions{
		{},
		{Policy: binarize.Impute},
		{Method: binarize.Quantile},
		{Method: binarize.Width},
		{Method: binarize.Distinct},
		{Method: binarize.Target},
		{Derived: binarize.WithDerived},
		{Derived: binarize.TryDerived},
	} {
		t.Run(fmt.Sprintf("%s%s%s", o.Policy, o.Method, o.Derived), func(t *testing.T) {
			train := protocol.Train{
				Target: "ill", Positive: "yes", Encoding: o, Split: protocol.Split{Folds: folds, Fold: fold},
				Network: drnet.Config{Rules: 8, Steps: 300, Seed: 1},
			}
			if o.Method == "" && o.Derived == "" {
				train.Network.Weight, train.Require, train.MaxConditions = rule.Balanced, []string{"sex"}, 3
			}
			var models []*protocol.Model
			var associations []string
			for _, strange := range []bool{false, true} {
				k := withTable(t, patients(folds, fold, strange))
				m := k.train(train).Model
				if m.Learned.Simplified.Test == nil {
					t.Fatal("no rows were tested on")
				}
				planned := k.do(protocol.Plan{Train: train}).(protocol.Planned)
				models, associations = append(models, m), append(associations, fmt.Sprint(planned.Associations))
			}
			compareUntested(t, "test rows", models)
			if associations[0] != associations[1] {
				t.Errorf("with other test rows the associations are %s, want %s", associations[1], associations[0])
			}
		})
	}
}

// TestTestTableTeachesNothing is the same test with a separate test table.
func TestTestTableTeachesNothing(t *testing.T) {
	folds := make([]uint8, 60)
	var models []*protocol.Model
	for _, strange := range []bool{false, true} {
		k := withTable(t, patients(folds, 1, false))
		k.do(protocol.Load{Name: "test.csv", File: strings.NewReader(patients(folds, 0, strange)), Test: true})
		train := protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Rules: 8, Steps: 200, Seed: 1}}
		models = append(models, k.train(train).Model)
	}
	compareUntested(t, "rows of the test table", models)
}

// shuffled returns the ward with shuffled labels, from which nothing can be learned.
func shuffled(rows int, seed uint64) string {
	lines := strings.Split(strings.TrimSpace(ward(rows)), "\n")
	answers := make([]string, rows)
	lines[0] = lines[0][:strings.LastIndex(lines[0], ",")]
	for i, line := range lines[1:] {
		cut := strings.LastIndex(line, ",")
		lines[i+1], answers[i] = line[:cut], line[cut:]
		if i%9 == 0 { // a missing age
			lines[i+1] = lines[i+1][strings.Index(lines[i+1], ","):]
		}
	}
	rand.New(rand.NewPCG(seed, 2)).Shuffle(rows, func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	noise := rand.New(rand.NewPCG(seed, 3))
	for i := range lines { // more columns, in which rules can memorize rows
		for j := range 6 {
			if lines[i] += ","; i == 0 {
				lines[i] += fmt.Sprint("noise", j)
			} else {
				lines[i] += fmt.Sprint(noise.IntN(100))
			}
		}
	}
	lines[0] += ",ill"
	for i := range answers {
		lines[i+1] += answers[i]
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestShuffledAnswersAreNotLearnt checks that cross-validation on shuffled labels finds chance accuracy only. The
// training accuracy is well above chance, so a leak would be detected.
func TestShuffledAnswersAreNotLearnt(t *testing.T) {
	slow(t)
	const rows = 400
	k := withTable(t, shuffled(rows, 4))
	base := protocol.Train{
		Target: "ill", Positive: "yes", Refine: 0.003, Network: drnet.Config{Rules: 10, Steps: 400, Seed: 1},
		Split: protocol.Split{Parts: 4, Seed: 1},
	}
	for _, test := range []struct {
		name   string
		change func(*protocol.Evaluate)
	}{
		{"quantiles", func(r *protocol.Evaluate) {}},
		{"equal widths", func(r *protocol.Evaluate) { r.Encoding.Method = binarize.Width }},
		{"different values", func(r *protocol.Evaluate) { r.Encoding.Method = binarize.Distinct }},
		{"target thresholds", func(r *protocol.Evaluate) { r.Encoding.Method, r.Encoding.Thresholds = binarize.Target, 40 }},
		{"imputed", func(r *protocol.Evaluate) { r.Encoding.Policy = binarize.Impute }},
		{"dropped", func(r *protocol.Evaluate) { r.Encoding.Policy = binarize.Drop }},
		{"as learnt", func(r *protocol.Evaluate) {
			r.Refine, r.Network.Lambda1, r.Network.Steps = rule.NoPrice, new(1e-6), 3000
		}},
		{"refined", func(r *protocol.Evaluate) { r.Refine = rule.AutoPrice }},
		{"everything", func(r *protocol.Evaluate) {
			r.Encoding.Method, r.Encoding.Thresholds, r.Restarts = binarize.Target, 40, 3
		}},
		{"the best of several", func(r *protocol.Evaluate) {
			r.Inner = 3
			r.Settings = []protocol.SweepSetting{
				{Refine: 0.003},
				{Method: binarize.Target, Refine: 0.003},
				{Method: binarize.Target, Refine: 0.003, Lambda1: new(0.1)},
			}
		}},
		{"by group", func(r *protocol.Evaluate) { r.Split.Group = "noise0" }},
		{"by group, the best of several", func(r *protocol.Evaluate) {
			r.Split.Group, r.Inner = "noise0", 3
			r.Settings = []protocol.SweepSetting{{Refine: 0.003}, {Refine: 0.003, Lambda1: new(0.1)}}
		}},
		{"by group, refined", func(r *protocol.Evaluate) { r.Split.Group, r.Refine = "noise0", rule.AutoPrice }},
		{"by time", func(r *protocol.Evaluate) { r.Split.Time = "noise0" }},
		{"repeated", func(r *protocol.Evaluate) { r.Repeats = 2 }},
		{"rows held out beside", func(r *protocol.Evaluate) { r.Split.Share = 0.2 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := protocol.Evaluate{Train: base}
			test.change(&r)
			e := k.evaluated(r)
			fares := e.Results[0].Summary
			if e.Nested != nil {
				fares = e.Nested.Summary
			}
			tested := 0
			for _, f := range fares.Folds {
				tested += f.Confusion.Rows()
			}
			const errors = 3.5 // one false alarm in 4,000 tests, and the seeds are fixed
			most := fares.Mean.Majority + errors*math.Sqrt(0.25/float64(tested))
			t.Logf("right on %.3f of the rows kept out, %.3f of the training rows; chance is %.3f", fares.Mean.Accuracy,
				fares.Mean.TrainAccuracy, fares.Mean.Majority)
			if fares.Mean.Accuracy > most {
				t.Errorf("right on %.3f of %d rows, and by chance on %.3f at most", fares.Mean.Accuracy, tested, most)
			}
			if r.Refine == 0.003 && fares.Mean.TrainAccuracy < fares.Mean.Accuracy+0.05 {
				t.Errorf("right on %.3f of the training rows: this finds nothing that could leak", fares.Mean.TrainAccuracy)
			}
		})
	}
}
