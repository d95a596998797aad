package engine_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// patients returns a table in which the cells of the rows in a fold are drawn by another seed than the rest, from other
// ranges and values, with other labels.
func patients(folds []uint8, fold int, strange bool) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"age", "weight", "colour", "sex", "ill"})
	for i, f := range folds {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		record := []string{fmt.Sprint(20 + r.IntN(60)), fmt.Sprintf("%.1f", 50+40*r.Float64()), []string{"red", "green", "blue"}[r.IntN(3)],
			[]string{"f", "m"}[r.IntN(2)], []string{"no", "yes"}[r.IntN(2)]}
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

// TestHeldOutRowsTeachNothing trains twice on tables that differ in the cells and labels of the rows kept out. Thresholds,
// values, fills and rules must be the same; the scores on the rows kept out need not.
func TestHeldOutRowsTeachNothing(t *testing.T) {
	const rows, fold = 120, 2
	folds := make([]uint8, rows)
	for i := range folds {
		folds[i] = uint8(i * 7 % 3)
	}
	for _, o := range []binarize.Options{{}, {Policy: binarize.Impute}, {Method: binarize.Quantile}, {Method: binarize.Width}, {Method: binarize.Distinct}, {Method: binarize.Target}} {
		t.Run(fmt.Sprintf("%s%s", o.Policy, o.Method), func(t *testing.T) {
			train := protocol.Train{Target: "ill", Positive: "yes", Encoding: o, Split: protocol.Split{Folds: folds, Fold: fold},
				Network: drnet.Config{Rules: 8, Steps: 300, Seed: 1}}
			if o.Method == "" {
				train.Network.Weight, train.Require, train.MaxConditions = rule.Balanced, []string{"sex"}, 3
			}
			var files []string
			for _, strange := range []bool{false, true} {
				k := newTalk(t)
				k.load(patients(folds, fold, strange))
				m := k.train(train).Model
				if m.Learnt.Simplified.Test == nil {
					t.Fatal("no rows were tested on")
				}
				m.Learnt.Trained.Test, m.Learnt.Simplified.Test, m.Learnt.Refined.Test = nil, nil, nil
				files = append(files, write(t, m))
			}
			if files[0] != files[1] {
				t.Errorf("with other rows kept out the model is\n%s\nwant\n%s", files[1], files[0])
			}
		})
	}
}

// TestTestTableTeachesNothing is the same with the rows to test on in another table.
func TestTestTableTeachesNothing(t *testing.T) {
	folds := make([]uint8, 60)
	var files []string
	for _, strange := range []bool{false, true} {
		k := newTalk(t)
		k.load(patients(folds, 1, false))
		k.do(protocol.Load{Name: "test.csv", File: strings.NewReader(patients(folds, 0, strange)), Test: true})
		m := k.train(protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Rules: 8, Steps: 200, Seed: 1}}).Model
		m.Learnt.Trained.Test, m.Learnt.Simplified.Test, m.Learnt.Refined.Test = nil, nil, nil
		files = append(files, write(t, m))
	}
	if files[0] != files[1] {
		t.Errorf("with another test table the model is\n%s\nwant\n%s", files[1], files[0])
	}
}
