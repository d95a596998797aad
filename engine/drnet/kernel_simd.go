//go:build goexperiment.simd

package drnet

import (
	"math"
	"simd"
)

// vectors says whether the kernels use vector instructions.
const vectors = true

// A vector has another length on every machine. Each element is computed by the operations of the scalar form in the
// same order, each rounded by itself, so that nothing depends on it.

// exponentiateAll is exponentiate.
func exponentiateAll(odds, pi, loc []float32) {
	one, factor := simd.BroadcastFloat32s(1), simd.BroadcastFloat32s(openFactor)
	n := one.Len()
	i := 0
	for ; i+n <= len(loc); i += n {
		e := exp32s(simd.LoadFloat32s(loc[i:]).Neg())
		e.Store(odds[i:])
		one.Div(one.Add(e.Mul(factor))).Store(pi[i:])
	}
	exponentiate(odds[i:], pi[i:], loc[i:])
}

// exp32s is exp32.
func exp32s(x simd.Float32s) simd.Float32s {
	least, most := simd.BroadcastFloat32s(expLeast), simd.BroadcastFloat32s(expMost)
	in := x.Max(least).Min(most)
	magic := simd.BroadcastFloat32s(expRound)
	n := in.Mul(simd.BroadcastFloat32s(expLog2e)).Add(magic).Sub(magic)
	r := in.Sub(n.Mul(simd.BroadcastFloat32s(expLn2High))).Sub(n.Mul(simd.BroadcastFloat32s(expLn2Low)))
	p := simd.BroadcastFloat32s(expC0)
	p = p.Mul(r).Add(simd.BroadcastFloat32s(expC1))
	p = p.Mul(r).Add(simd.BroadcastFloat32s(expC2))
	p = p.Mul(r).Add(simd.BroadcastFloat32s(expC3))
	p = p.Mul(r).Add(simd.BroadcastFloat32s(expC4))
	p = p.Mul(r).Add(simd.BroadcastFloat32s(expC5))
	p = p.Mul(r).Mul(r).Add(r).Add(simd.BroadcastFloat32s(1))
	power := n.ConvertToInt32().Add(simd.BroadcastInt32s(expBias)).ShiftAllLeft(expMantissa)
	y := p.Mul(power.ToBits().BitsToFloat32())
	y = y.Masked(x.GreaterEqual(least))
	return y.IfElse(x.LessEqual(most), simd.BroadcastFloat32s(float32(math.Inf(1))))
}

// pressAll is press.
func pressAll(dLoc, pi []float32, pressure float32) {
	one, by := simd.BroadcastFloat32s(1), simd.BroadcastFloat32s(pressure)
	n := one.Len()
	i := 0
	for ; i+n <= len(pi); i += n {
		p := simd.LoadFloat32s(pi[i:])
		by.Mul(p).Mul(one.Sub(p)).Store(dLoc[i:])
	}
	press(dLoc[i:], pi[i:], pressure)
}

// moveAll is block.move. The scalar form passes over parameters that rest; here they go through the same arithmetic,
// which leaves them where they are.
func moveAll(b block, rate, root float32) {
	keep1, take1 := simd.BroadcastFloat32s(decay1), simd.BroadcastFloat32s(1-decay1)
	keep2, take2 := simd.BroadcastFloat32s(decay2), simd.BroadcastFloat32s(1-decay2)
	tiny, epsilon := simd.BroadcastFloat32s(negligible), simd.BroadcastFloat32s(adamEpsilon)
	rates, roots := simd.BroadcastFloat32s(rate), simd.BroadcastFloat32s(root)
	n := tiny.Len()
	i := 0
	for ; i+n <= len(b.g); i += n {
		g, m, v := simd.LoadFloat32s(b.g[i:]), simd.LoadFloat32s(b.m[i:]), simd.LoadFloat32s(b.v[i:])
		m = keep1.Mul(m).Add(take1.Mul(g))
		v = keep2.Mul(v).Add(take2.Mul(g).Mul(g))
		m = m.Masked(m.Abs().GreaterEqual(tiny))
		v = v.Masked(v.GreaterEqual(tiny))
		m.Store(b.m[i:])
		v.Store(b.v[i:])
		p := simd.LoadFloat32s(b.p[i:])
		p.Sub(rates.Mul(m).Div(v.Sqrt().Mul(roots).Add(epsilon))).Store(b.p[i:])
	}
	b.from(i).move(rate, root)
}

// from returns the block without its first n parameters.
func (b block) from(n int) block { return block{b.p[n:], b.g[n:], b.m[n:], b.v[n:]} }
