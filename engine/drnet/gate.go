package drnet

import "drnet/engine/numeric"

// The hard concrete distribution of a gate (Louizos, Welling, Kingma 2018, section 4, with their constants):
// a concrete distribution of temperature beta, stretched to [gamma, zeta] and clamped to [0, 1].
const (
	beta  = 2. / 3
	gamma = -0.1
	zeta  = 1.1
	width = zeta - gamma
)

// These are literals, because math.Exp and math.Log may differ in the last bit between machines.
const (
	// openFactor is (-gamma/zeta)^beta. Times exp(-loc) it gives the odds that a gate is zero.
	openFactor = 0.20218000823357415
	// openAbove is the location above which a gate without noise is open: ln(-gamma/zeta), the root of Gate.
	openAbove = -2.3978952727983707
)

// probability returns the probability that a gate is not zero, the pi of Eq. (6), in [0, 1]. It takes e = exp(-loc).
func probability(e float32) float32 { return 1 / (1 + float32(e*openFactor)) }

// sample returns a gate z in [0, 1] drawn with the uniform random number u, and its derivative by the location, 0 if z is clamped. It
// takes e = exp(-loc).
func sample(e, u float32) (z, dz float32) { return stretched(concrete(e, u)) }

// concrete returns the sigmoid of (logit(u) + loc) / beta, which needs no logarithm, since 1/beta is 3/2.
func concrete(e, u float32) float32 {
	t := e * ((1 - u) / u)
	return 1 / (1 + float32(t*numeric.Sqrt32(t)))
}

// stretched returns the gate and its derivative for a value s of the concrete distribution.
func stretched(s float32) (z, dz float32) {
	z = float32(s*width) + gamma
	if z <= 0 {
		return 0, 0
	}
	if z >= 1 {
		return 1, 0
	}
	return z, width / beta * s * (1 - s)
}

// gates holds the gates that a step draws: the open conditions of each rule, and the gates of the OR Layer.
type gates struct {
	net   *Network
	fresh bool      // odds1, pi1 and sum1 are up to date with the locations
	odds1 []float32 // exp(-loc) of each weight
	pi1   []float32 // probability of an open gate, for each weight
	sum1  []float32 // the sum of pi1 over the features of each rule
	pi2   []float32 // probability of an open gate, for each rule
	z2    []float32 // the gates of the OR Layer
	dz2   []float32 // their derivatives by the location
	u1    []float32 // uniform random numbers of one rule
	u2    []float32 // those of the OR Layer
	zeros bool      // the open conditions include weights of zero

	conditions []condition // open conditions, rule by rule
	first      []int32     // index of the first condition of each rule, then the number of conditions
}

// condition is a weight behind an open gate.
type condition struct {
	feature int32
	w       float32 // the weight times its gate: positive requires the feature, negative its negation
	z, dz   float32 // the gate, and its derivative by the location
}

// hard reports whether breaking this condition alone makes y_j < 0.
func (c condition) hard() bool { return c.w > 1 || c.w < -1 }

func newGates(net *Network) gates {
	n, m := len(net.W), net.Rules
	return gates{
		net: net, odds1: make([]float32, n), pi1: make([]float32, n), sum1: make([]float32, m), pi2: make([]float32, m),
		z2: make([]float32, m), dz2: make([]float32, m),
		u1: make([]float32, net.Features), u2: make([]float32, m), conditions: make([]condition, 0, n), first: make([]int32, m+1),
	}
}

// open returns the open conditions of rule j; none if its OR gate is closed.
func (g *gates) open(j int) []condition { return g.conditions[g.first[j]:g.first[j+1]] }

// refresh computes odds1, pi1 and sum1, unless they are fresh: the locations do not change while the OR Layer trains.
func (g *gates) refresh() {
	if g.fresh {
		return
	}
	g.fresh = true
	exponentiateAll(g.odds1, g.pi1, g.net.Loc1)
	for j := range g.sum1 {
		sum := float32(0)
		for _, pi := range g.pi1[j*g.net.Features : (j+1)*g.net.Features] {
			sum += pi
		}
		g.sum1[j] = sum
	}
}

// noise is a source of uniform numbers: a stream, or recorded numbers.
type noise interface {
	Fill(dst []float32, first int) // the numbers from position first on
}

// draw draws the gates of both layers. Number i of the noise is for weight i, and the numbers after these are for the OR gates. If the OR
// gate of a rule is closed, the gates of its weights are not drawn.
func draw[N noise](g *gates, from N) {
	g.refresh()
	net := g.net
	g.conditions = g.conditions[:0]
	from.Fill(g.u2, len(net.W))
	for j, loc := range net.Loc2 {
		g.first[j] = int32(len(g.conditions))
		e := numeric.Exp32(-loc)
		g.pi2[j] = probability(e)
		if g.z2[j], g.dz2[j] = sample(e, g.u2[j]); g.z2[j] > 0 {
			from.Fill(g.u1, j*net.Features)
			g.drawRule(j)
		}
	}
	g.first[net.Rules] = int32(len(g.conditions))
}

// drawRule lists the open conditions of rule j by the uniform numbers u1.
func (g *gates) drawRule(j int) {
	first, last := j*g.net.Features, (j+1)*g.net.Features
	list := g.conditions[len(g.conditions):cap(g.conditions)] // the capacity is the number of all weights
	n := listOpenAll(list, g.u1, g.odds1[first:last], g.net.W[first:last], g.zeros)
	g.conditions = g.conditions[:len(g.conditions)+n]
}

// The kernels of a step, which visit every weight, open or closed. A build with vector instructions has its own versions of them and of
// flip, with results that are equal bit by bit (kernel_simd.go), and uses these for the elements that do not fill a vector.

// exponentiate writes exp(-loc) to odds and the probability of an open gate to pi.
func exponentiate(odds, pi, loc []float32) {
	odds, pi = odds[:len(loc)], pi[:len(loc)]
	for i, l := range loc {
		e := numeric.Exp32(-l)
		odds[i] = e
		pi[i] = probability(e)
	}
}

// surelyClosed is slightly more than the t of concrete from which on a gate is zero: t√t = 11, so t = 4.946.
const surelyClosed = 4.95

// listOpen writes the open conditions of some weights to list, and returns their number. The index of the first weight is given; u and odds
// have the uniform random number and exp(-loc) of each. With zeros, it includes weights of zero.
func listOpen(list []condition, first int, u, odds, weights []float32, zeros bool) int {
	odds, weights = odds[:len(u)], weights[:len(u)]
	n := 0
	for i, x := range u {
		if odds[i]*(1-x) > surelyClosed*x {
			continue
		}
		z, dz := stretched(concrete(odds[i], x))
		if w := weights[i] * z; w != 0 || zeros && z > 0 {
			list[n] = condition{int32(first + i), w, z, dz}
			n++
		}
	}
	return n
}

// press writes the derivative of the penalty by the locations: pressure times pi (1 - pi).
func press(dLoc, pi []float32, pressure float32) {
	dLoc = dLoc[:len(pi)]
	for i, p := range pi {
		dLoc[i] = float32(pressure*p) * (1 - p)
	}
}
