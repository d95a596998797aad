//go:build goexperiment.simd && wasm

package drnet

import (
	"simd/archsimd"

	"drnet/engine/numeric"
)

// vectors reports whether the kernels use vector instructions.
const vectors = true

// Each element goes through the operations of the scalar form in the same order, each rounded: results are the same.

// exponentiateAll is the vector form of exponentiate.
func exponentiateAll(odds, pi, loc []float32) {
	one, factor := archsimd.BroadcastFloat32x4(1), archsimd.BroadcastFloat32x4(openFactor)
	n := one.Len()
	i := 0
	for ; i+n <= len(loc); i += n {
		e := numeric.Exp32s(archsimd.LoadFloat32x4(loc[i:]).Neg())
		e.Store(odds[i:])
		one.Div(one.Add(e.Mul(factor))).Store(pi[i:])
	}
	exponentiate(odds[i:], pi[i:], loc[i:])
}

// replaceUniformAll is the vector form of replaceUniform.
func replaceUniformAll(u, odds []float32) {
	one := archsimd.BroadcastFloat32x4(1)
	n := one.Len()
	i := 0
	for ; i+n <= len(u); i += n {
		x := archsimd.LoadFloat32x4(u[i:])
		t := archsimd.LoadFloat32x4(odds[i:]).Mul(one.Sub(x).Div(x))
		one.Div(one.Add(t.Mul(t.Sqrt()))).Store(u[i:])
	}
	replaceUniform(u[i:], odds[i:])
}

// pressAll is the vector form of press.
func pressAll(dLoc, pi []float32, pressure float32) {
	one, by := archsimd.BroadcastFloat32x4(1), archsimd.BroadcastFloat32x4(pressure)
	n := one.Len()
	i := 0
	for ; i+n <= len(pi); i += n {
		p := archsimd.LoadFloat32x4(pi[i:])
		by.Mul(p).Mul(one.Sub(p)).Store(dLoc[i:])
	}
	press(dLoc[i:], pi[i:], pressure)
}
