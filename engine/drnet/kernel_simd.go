//go:build goexperiment.simd && wasm

package drnet

import (
	"math/bits"
	"simd/archsimd"

	"drnet/engine/bitmat"
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

// listOpenAll is the vector form of listOpen. It writes every condition behind the last listed one, where the next one replaces it
// if it is closed: jumps are slow in WebAssembly.
func listOpenAll(list []condition, u, odds, weights []float32, zeros bool) int {
	one, zero := archsimd.BroadcastFloat32x4(1), archsimd.BroadcastFloat32x4(0)
	stretch, shift, slope := archsimd.BroadcastFloat32x4(width), archsimd.BroadcastFloat32x4(gamma), archsimd.BroadcastFloat32x4(width/beta)
	list = list[:len(u)]
	n, i := 0, 0
	for ; i+4 <= len(u); i += 4 {
		x := archsimd.LoadFloat32x4(u[i:])
		t := archsimd.LoadFloat32x4(odds[i:]).Mul(one.Sub(x).Div(x))
		s := one.Div(one.Add(t.Mul(t.Sqrt())))
		z := s.Mul(stretch).Add(shift)
		below := z.Less(one)
		dz := slope.Mul(s).Mul(one.Sub(s)).Masked(below)
		open := z.Greater(zero)
		z = z.IfElse(below, one)
		w := archsimd.LoadFloat32x4(weights[i:]).Mul(z)
		if !zeros {
			open = open.And(w.NotEqual(zero))
		}
		listed := open.ToInt32x4() // -1 or 0
		c := &list[n]
		c.feature, c.w, c.z, c.dz = int32(i), w.GetElem(0), z.GetElem(0), dz.GetElem(0)
		n -= int(listed.GetElem(0))
		c = &list[n]
		c.feature, c.w, c.z, c.dz = int32(i+1), w.GetElem(1), z.GetElem(1), dz.GetElem(1)
		n -= int(listed.GetElem(1))
		c = &list[n]
		c.feature, c.w, c.z, c.dz = int32(i+2), w.GetElem(2), z.GetElem(2), dz.GetElem(2)
		n -= int(listed.GetElem(2))
		c = &list[n]
		c.feature, c.w, c.z, c.dz = int32(i+3), w.GetElem(3), z.GetElem(3), dz.GetElem(3)
		n -= int(listed.GetElem(3))
	}
	return n + listOpen(list[n:], i, u[i:], odds[i:], weights[i:], zeros)
}

// flipAll is the vector form of flip.
func flipAll(table *[mostPatterns]sums, change []sums, flips []bitmat.Flip) {
	i := 0
	for ; i+4 <= len(flips); i += 4 {
		f := (*[4]bitmat.Flip)(flips[i:])
		flipOne(table, change, &f[0])
		flipOne(table, change, &f[1])
		flipOne(table, change, &f[2])
		flipOne(table, change, &f[3])
	}
	flip(table, change, flips[i:])
}

func flipOne(table *[mostPatterns]sums, change []sums, f *bitmat.Flip) {
	sign := archsimd.BroadcastUint64x2(f.Sign)
	by := load(&change[f.Column]).Xor(sign).Sub(sign)
	load(&table[f.From%mostPatterns]).Add(by).StoreArray((*[2]uint64)(&table[f.To%mostPatterns]))
}

// heavyAll is the vector form of heavy.
func (t *tables) heavyAll(start sums, rows uint64, codes []uint64, words int) (heavy [lanes]uint64) {
	first := load(&start)
	for ; rows != 0; rows &= rows - 1 {
		bit := bits.TrailingZeros64(rows)
		all := first
		for i, w := range codes[bit*words:][:words] {
			t := (*[inWord][mostPatterns]sums)(t.sums[i*inWord:])
			s0, s1 := load(&t[0][w%mostPatterns]), load(&t[1][w>>codeBits%mostPatterns])
			s2, s3 := load(&t[2][w>>(2*codeBits)%mostPatterns]), load(&t[3][w>>(3*codeBits)%mostPatterns])
			s4, s5 := load(&t[4][w>>(4*codeBits)%mostPatterns]), load(&t[5][w>>(5*codeBits)%mostPatterns])
			s6, s7 := load(&t[6][w>>(6*codeBits)%mostPatterns]), load(&t[7][w>>(7*codeBits)%mostPatterns])
			s8, s9 := load(&t[8][w>>(8*codeBits)%mostPatterns]), load(&t[9][w>>(9*codeBits)%mostPatterns])
			all = all.Add(s0.Add(s1)).Add(s2.Add(s3)).Add(s4.Add(s5)).Add(s6.Add(s7)).Add(s8.Add(s9))
		}
		mark(&heavy, all.GetElem(0), all.GetElem(1), bit)
	}
	return heavy
}

func load(s *sums) archsimd.Uint64x2 { return archsimd.LoadUint64x2Array((*[2]uint64)(s)) }

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
