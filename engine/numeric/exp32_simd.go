//go:build goexperiment.simd

package numeric

import (
	"math"
	"simd"
)

// Exp32s is Exp32 of each element, with the same bits: the operations are the same, in the same order, each rounded.
func Exp32s(x simd.Float32s) simd.Float32s {
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
