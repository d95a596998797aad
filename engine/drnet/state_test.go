package drnet

import (
	"math"
	"math/rand/v2"
	"testing"

	"drnet/engine/bitmat"
)

// functions are uniform numbers by position, of weights and of rules.
type functions struct {
	u1, u2  func(i int) float32
	weights int
}

func (f functions) Fill(dst []float32, first int) {
	for i := range dst {
		if k := first + i; k < f.weights {
			dst[i] = f.u1(k)
		} else {
			dst[i] = f.u2(k - f.weights)
		}
	}
}

// draw draws the gates by given numbers. The parameters may have changed in any way since the last time.
func (s *stepper) draw(u1, u2 func(i int) float32) {
	s.gates.fresh = false
	draw(&s.gates, functions{u1, u2, len(s.net.W)})
}

// set makes a bit of a batch one; the column after the features is the label.
func (b *batch) set(row, column int) {
	b.columns.Set(row, column)
}

// group makes the batch one of a table of its own rows.
func (b *batch) group() {
	b.groups = newGroups(b.features())
	b.codes, b.coded = b.groups.codes, true
}

// features returns the batch as a table without labels.
func (b *batch) features() *bitmat.Matrix {
	x := bitmat.New(b.columns.Rows, b.columns.Cols-1)
	for j := range x.Cols {
		copy(x.Column(j), b.columns.Column(j))
	}
	return x
}

func within(t *testing.T, what string, got, want, error float64) {
	t.Helper()
	if !(math.Abs(got-want) <= error) {
		t.Errorf("%s = %v, want %v ± %v", what, got, want, error)
	}
}

// testRandom draws numbers for tests by another generator than the one under test.
func testRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
