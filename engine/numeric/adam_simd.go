//go:build goexperiment.simd && wasm

package numeric

import "simd/archsimd"

// moveAll is block.move with the same bits: each element goes through the same operations in the same order, each rounded.
// The scalar form passes over parameters that rest; here they go through the same arithmetic, which leaves them where they
// are.
func moveAll(b block, rate, root float32) {
	keep1, take1 := archsimd.BroadcastFloat32x4(decay1), archsimd.BroadcastFloat32x4(1-decay1)
	keep2, take2 := archsimd.BroadcastFloat32x4(decay2), archsimd.BroadcastFloat32x4(1-decay2)
	tiny, epsilon := archsimd.BroadcastFloat32x4(negligible), archsimd.BroadcastFloat32x4(adamEpsilon)
	rates, roots := archsimd.BroadcastFloat32x4(rate), archsimd.BroadcastFloat32x4(root)
	n := tiny.Len()
	i := 0
	for ; i+n <= len(b.Gradient); i += n {
		g, m, v := archsimd.LoadFloat32x4(b.Gradient[i:]), archsimd.LoadFloat32x4(b.m[i:]), archsimd.LoadFloat32x4(b.v[i:])
		m = keep1.Mul(m).Add(take1.Mul(g))
		v = keep2.Mul(v).Add(take2.Mul(g).Mul(g))
		m = m.Masked(m.Abs().GreaterEqual(tiny))
		v = v.Masked(v.GreaterEqual(tiny))
		m.Store(b.m[i:])
		v.Store(b.v[i:])
		p := archsimd.LoadFloat32x4(b.Values[i:])
		p.Sub(rates.Mul(m).Div(v.Sqrt().Mul(roots).Add(epsilon))).Store(b.Values[i:])
	}
	b.move(i, rate, root)
}
