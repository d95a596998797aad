package baseline_test

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/baseline"
	"drnet/engine/bitmat"
)

// learners are all of them in their usual form, and those that can ask about numbers.
var learners = []struct {
	name string
	baseline.Learner
	numbers bool // it can use numbers
	single  bool // it predicts from one feature at most
	linear  bool // it cannot learn XOR
}{
	{"majority", baseline.Majority{}, false, true, true},
	{"one condition", baseline.OneCondition{}, false, true, true},
	{"RIPPER", baseline.RIPPER{}, true, false, false},
	{"BRS", baseline.BRS{}, false, false, false},
	{"CG", baseline.CG{}, false, false, false},
	{"CART", baseline.CART{}, true, false, false},
	{"CART pruned", baseline.CART{Prune: baseline.AutoPrune}, true, false, false},
	{"CART with 8 leaves", baseline.CART{MaxLeaves: 8}, true, false, false},
	{"forest", baseline.Forest{}, true, false, false},
	{"logistic regression", baseline.Logistic{}, false, false, true},
	{"DNN", baseline.DNN{}, false, false, false},
}

func quiet(float64) {}

// made returns rows of random bits with the labels of a function. The last feature is constant.
func made(n, features int, label func(x []bool) bool) baseline.LabeledRows {
	r := rand.New(rand.NewPCG(1, 2))
	rows := baseline.LabeledRows{X: bitmat.New(n, features), Labels: make([]uint64, bitmat.Words(n))}
	for i := range n {
		x := make([]bool, features)
		for j := range x[:features-1] {
			if x[j] = r.IntN(2) == 1; x[j] {
				rows.X.Set(i, j)
			}
		}
		if label(x) {
			bitmat.Set(rows.Labels, i)
		}
	}
	return rows
}

func answers(c baseline.Classifier, rows baseline.LabeledRows) []uint64 {
	out := make([]uint64, bitmat.Words(rows.X.Rows))
	c.Answer(out, rows)
	return out
}

// TestContract tests the requirements that all learners share.
func TestContract(t *testing.T) {
	noisy := made(700, 8, func(x []bool) bool { return x[0] && x[1] || x[2] && !x[3] != x[4] })
	first := made(700, 8, func(x []bool) bool { return x[0] })
	xor := made(700, 8, func(x []bool) bool { return x[0] != x[1] })
	for _, l := range learners {
		if l.name == "DNN" && testing.Short() { // under Node the usual size takes two minutes
			l.Learner = baseline.DNN{Layers: 3, Width: 20}
		}
		t.Run(l.name, func(t *testing.T) {
			learn := func(rows baseline.LabeledRows) baseline.Classifier {
				told := 0.0
				c := l.Learn(t.Context(), rows, 7, func(share float64) {
					if share < told || share > 1 {
						t.Errorf("the share of the work that is done is %v after %v", share, told)
					}
					told = share
				})
				if c == nil {
					t.Fatal("it ends without an answer")
				}
				return c
			}
			c := learn(noisy)
			if !slices.Equal(answers(learn(noisy), noisy), answers(c, noisy)) {
				t.Error("the same seed gives other answers")
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if l.Learn(ctx, noisy, 7, quiet) != nil {
				t.Error("it was stopped, and answers")
			}
			ctx, cancel = context.WithCancel(t.Context())
			told := false
			if c := l.Learn(ctx, noisy, 7, func(float64) { told = true; cancel() }); told && c != nil {
				t.Error("it was stopped at work, and answers")
			}
			cancel()
			for _, all := range []bool{false, true} {
				one := made(130, 4, func([]bool) bool { return all })
				if share := right(learn(one), one); share != 1 {
					t.Errorf("all labels are %v, and %v of the answers are right", all, share)
				}
			}
			least := 1.0
			if l.name == "majority" {
				least = 0.5
			}
			if share := right(learn(first), first); share < least {
				t.Errorf("the label is the first feature, and %v of the answers are right", share)
			}
			if share := right(learn(xor), xor); !l.linear && share < 1 {
				t.Errorf("XOR: %v of the answers are right", share)
			}
			none := made(100, 1, func([]bool) bool { return false })
			bitmat.Ones(none.Labels[:1], 40)
			if share := right(learn(none), none); share < 0.6 {
				t.Errorf("the only feature is constant, and %v of the answers are right, want 0.6", share)
			}
			if r, reads := c.(baseline.Reader); reads && !slices.Equal(answers(c, noisy), answers(r.Read(), noisy)) {
				t.Error("its rules answer in another way")
			}
		})
	}
}

// TestSameOnEveryMachine checks that models of noisy rows have recorded predictions, natively and in WebAssembly.
func TestSameOnEveryMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rows := made(500, 12, func(x []bool) bool { return (x[0] && x[1] || x[2] && !x[3]) != (r.IntN(5) == 0) })
	want := map[string]uint32{
		"majority":            0xdfde6ac5,
		"one condition":       0xaa5f21f7,
		"RIPPER":              0x3784bb8e,
		"BRS":                 0x3784bb8e,
		"CG":                  0x8d5b78f2,
		"CART":                0x7d3adf0a,
		"CART pruned":         0x3784bb8e,
		"CART with 8 leaves":  0x3784bb8e,
		"forest":              0x9549b179,
		"logistic regression": 0x60cb66a5,
		"DNN":                 0x61428ccf,
	}
	for _, l := range learners {
		h := fnv.New32a()
		for _, word := range answers(l.Learn(t.Context(), rows, 3, quiet), rows) {
			binary.Write(h, binary.LittleEndian, word)
		}
		if h.Sum32() != want[l.name] {
			t.Errorf("%q: %#x,", l.name, h.Sum32())
		}
	}
}

// TestNumbers: with numbers instead of features the threshold is found, and a missing number is not below it.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n, cut = 900, 0.3712
	rows := made(n, 3, func([]bool) bool { return false })
	rows.Numbers = [][]float64{make([]float64, n), make([]float64, n)}
	for i := range n {
		rows.Numbers[0][i], rows.Numbers[1][i] = r.Float64(), r.NormFloat64()
		if i%9 == 0 {
			rows.Numbers[0][i] = math.NaN()
		}
		if rows.Numbers[0][i] <= cut && rows.X.Get(i, 0) {
			bitmat.Set(rows.Labels, i)
		}
	}
	for _, l := range learners {
		if !l.numbers {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			c := l.Learn(t.Context(), rows, 7, quiet)
			if share := right(c, rows); share < 0.99 {
				t.Errorf("%v of the answers are right", share)
			}
			reader, reads := c.(baseline.Reader)
			if !reads {
				return
			}
			read := reader.Read()
			if !slices.Equal(answers(c, rows), answers(read, rows)) {
				t.Error("its rules answer in another way")
			}
			if !slices.ContainsFunc(read.Questions, func(q baseline.NumberCondition) bool { return q.Column == 0 && math.Abs(q.Cut-cut) < 0.01 }) {
				t.Errorf("it asks %v, want %v of column 0", read.Questions, cut)
			}
		})
	}
}
