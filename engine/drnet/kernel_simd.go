//go:build goexperiment.simd

package drnet

import (
	"simd"

	"drnet/engine/numeric"
)

// vectors reports whether the kernels use vector instructions.
const vectors = true

// The length of a vector depends on the machine. Results do not: each element goes through the operations of the scalar
// form in the same order, each rounded.

// exponentiateAll is the vector form of exponentiate.
func exponentiateAll(odds, pi, loc []float32) {
	one, factor := simd.BroadcastFloat32s(1), simd.BroadcastFloat32s(openFactor)
	n := one.Len()
	i := 0
	for ; i+n <= len(loc); i += n {
		e := numeric.Exp32s(simd.LoadFloat32s(loc[i:]).Neg())
		e.Store(odds[i:])
		one.Div(one.Add(e.Mul(factor))).Store(pi[i:])
	}
	exponentiate(odds[i:], pi[i:], loc[i:])
}

// pressAll is the vector form of press.
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
