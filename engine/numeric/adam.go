package numeric

import "math"

// Adam is the optimizer of Kingma and Ba with their decay rates and epsilon. It keeps 8 bytes for each parameter.
//
// References: D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015, Algorithm 1.
type Adam struct {
	rate           float64
	power1, power2 float64 // decay1 and decay2 to the power of the number of steps
	blocks         []block
}

// Params is one array of parameters. The caller writes the gradient before every step.
type Params struct {
	Values, Gradient []float32 // both of the same length
	// Decay is the weight of an L2 penalty, Decay/2 times the sum of the squared values. StepDecayed adds it, Step ignores it.
	Decay float32
}

// block is one array of parameters with its moments.
type block struct {
	Params
	m, v []float32
}

const (
	decay1, decay2 = 0.9, 0.999
	adamEpsilon    = 1e-8
	// negligible moments become zero in Step: subnormal numbers would slow every step down.
	negligible = 1e-30
)

// NewAdam returns an optimizer with a learning rate.
func NewAdam(rate float64, params ...Params) *Adam {
	a := &Adam{rate: rate, power1: 1, power2: 1}
	for _, p := range params {
		n := len(p.Values)
		a.blocks = append(a.blocks, block{p, make([]float32, n), make([]float32, n)})
	}
	return a
}

// Step moves all parameters by one step. It is made for gradients that are mostly zero: a parameter without gradient and
// momentum rests, and moments below 1e-30 become zero.
func (a *Adam) Step() {
	rate, root := a.advance()
	for _, b := range a.blocks {
		moveAll(b, rate, root)
	}
}

// StepDecayed moves all parameters by one step, with the weight decay of each array.
func (a *Adam) StepDecayed() {
	rate, root := a.advance()
	for _, b := range a.blocks {
		b.moveDecayed(rate, root)
	}
}

// advance counts a step. It returns the rate, corrected for the bias of the first moment, and the factor for the second's root.
func (a *Adam) advance() (rate, root float32) {
	a.power1 = float64(a.power1 * decay1) // the conversion keeps compilers from fusing it with the 1 - below
	a.power2 = float64(a.power2 * decay2)
	return float32(a.rate / (1 - a.power1)), float32(1 / math.Sqrt(1-a.power2))
}

// move makes one step of the parameters [from, len), the scalar form of moveAll.
func (b block) move(from int, rate, root float32) {
	gs := b.Gradient[from:]
	ps, ms, vs := b.Values[from:][:len(gs)], b.m[from:][:len(gs)], b.v[from:][:len(gs)]
	for i, g := range gs {
		m, v := ms[i], float32(decay2*vs[i])
		// Most weights behind closed gates have neither gradient nor momentum: only their second moment fades.
		if g == 0 && m == 0 {
			if v < negligible {
				v = 0
			}
			vs[i] = v
			continue
		}
		m = float32(decay1*m) + float32((1-decay1)*g)
		v += float32(float32((1-decay2)*g) * g)
		if m < negligible && m > -negligible {
			m = 0
		}
		if v < negligible {
			v = 0
		}
		ms[i], vs[i] = m, v
		ps[i] -= float32(rate*m) / (float32(Sqrt32(v)*root) + adamEpsilon)
	}
}

// moveDecayed makes one step with weight decay. The square of the gradient is rounded before it is weighted, unlike in move:
// the order decides the last bit, which recorded results depend on.
func (b block) moveDecayed(rate, root float32) {
	gs, decay := b.Gradient, b.Decay
	ps, ms, vs := b.Values[:len(gs)], b.m[:len(gs)], b.v[:len(gs)]
	for i, g := range gs {
		if decay != 0 {
			g += float32(decay * ps[i])
		}
		m := float32(decay1*ms[i]) + float32((1-decay1)*g)
		v := float32(decay2*vs[i]) + float32((1-decay2)*float32(g*g))
		ms[i], vs[i] = m, v
		ps[i] -= float32(rate*m) / (float32(Sqrt32(v)*root) + adamEpsilon)
	}
}
