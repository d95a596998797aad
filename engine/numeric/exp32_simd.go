//go:build goexperiment.simd && wasm

package numeric

import (
	"math"
	"simd/archsimd"
)

// Exp32s is Exp32 of each element, with the same bits: the operations are the same, in the same order, each rounded.
func Exp32s(x archsimd.Float32x4) archsimd.Float32x4 {
	least, most := archsimd.BroadcastFloat32x4(expLeast), archsimd.BroadcastFloat32x4(expMost)
	in := x.Max(least).Min(most)
	magic := archsimd.BroadcastFloat32x4(expRound)
	n := in.Mul(archsimd.BroadcastFloat32x4(expLog2e)).Add(magic).Sub(magic)
	r := in.Sub(n.Mul(archsimd.BroadcastFloat32x4(expLn2High))).Sub(n.Mul(archsimd.BroadcastFloat32x4(expLn2Low)))
	p := archsimd.BroadcastFloat32x4(expC0)
	p = p.Mul(r).Add(archsimd.BroadcastFloat32x4(expC1))
	p = p.Mul(r).Add(archsimd.BroadcastFloat32x4(expC2))
	p = p.Mul(r).Add(archsimd.BroadcastFloat32x4(expC3))
	p = p.Mul(r).Add(archsimd.BroadcastFloat32x4(expC4))
	p = p.Mul(r).Add(archsimd.BroadcastFloat32x4(expC5))
	p = p.Mul(r).Mul(r).Add(r).Add(archsimd.BroadcastFloat32x4(1))
	power := n.ConvertToInt32().Add(archsimd.BroadcastInt32x4(expBias)).ShiftAllLeft(expMantissa)
	y := p.Mul(power.ToBits().BitsToFloat32())
	y = y.Masked(x.GreaterEqual(least))
	return y.IfElse(x.LessEqual(most), archsimd.BroadcastFloat32x4(float32(math.Inf(1))))
}
