//go:build goexperiment.simd

package numeric

import "simd"

// moveAll is block.move with the same bits: each element goes through the same operations in the same order, each rounded.
// The scalar form passes over parameters that rest; here they go through the same arithmetic, which leaves them where they
// are. A vector has another length on every machine, and nothing depends on it.
func moveAll(b block, rate, root float32) {
	keep1, take1 := simd.BroadcastFloat32s(decay1), simd.BroadcastFloat32s(1-decay1)
	keep2, take2 := simd.BroadcastFloat32s(decay2), simd.BroadcastFloat32s(1-decay2)
	tiny, epsilon := simd.BroadcastFloat32s(negligible), simd.BroadcastFloat32s(adamEpsilon)
	rates, roots := simd.BroadcastFloat32s(rate), simd.BroadcastFloat32s(root)
	n := tiny.Len()
	i := 0
	for ; i+n <= len(b.Gradient); i += n {
		g, m, v := simd.LoadFloat32s(b.Gradient[i:]), simd.LoadFloat32s(b.m[i:]), simd.LoadFloat32s(b.v[i:])
		m = keep1.Mul(m).Add(take1.Mul(g))
		v = keep2.Mul(v).Add(take2.Mul(g).Mul(g))
		m = m.Masked(m.Abs().GreaterEqual(tiny))
		v = v.Masked(v.GreaterEqual(tiny))
		m.Store(b.m[i:])
		v.Store(b.v[i:])
		p := simd.LoadFloat32s(b.Values[i:])
		p.Sub(rates.Mul(m).Div(v.Sqrt().Mul(roots).Add(epsilon))).Store(b.Values[i:])
	}
	b.move(i, rate, root)
}
