package drnet

import "math"

// adam is the optimiser of one layer. Its moments rest while the other layer trains.
//
// References: D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015.
type adam struct {
	rate           float64
	power1, power2 float64 // decay1 and decay2 to the power of the steps made
	blocks         []block
}

// block is one array of parameters with its gradient and its moments.
type block struct {
	p, g, m, v []float32
}

const (
	decay1, decay2 = 0.9, 0.999
	adamEpsilon    = 1e-8
	// negligible moments become zero: subnormal numbers would slow every step down.
	negligible = 1e-30
)

// newAdam takes pairs of parameters and gradients.
func newAdam(rate float64, pairs ...[2][]float32) *adam {
	a := &adam{rate: rate, power1: 1, power2: 1}
	for _, p := range pairs {
		n := len(p[0])
		a.blocks = append(a.blocks, block{p[0], p[1], make([]float32, n), make([]float32, n)})
	}
	return a
}

func (a *adam) step() {
	a.power1 = float64(a.power1 * decay1) // the conversion keeps compilers from fusing it with the 1 - below
	a.power2 = float64(a.power2 * decay2)
	rate := float32(a.rate / (1 - a.power1))
	root := float32(1 / math.Sqrt(1-a.power2))
	for _, b := range a.blocks {
		moveAll(b, rate, root)
	}
}
