//go:build goexperiment.simd && wasm

package baseline

import "simd/archsimd"

// addVectors adds the rows and columns that vector instructions can process: four rows and two vectors at once, whose sums stay in
// registers.
func addVectors(p *gemm) {
	const four = 4
	zero := archsimd.BroadcastFloat32x4(0)
	wide := 2 * zero.Len()
	p.lines, p.columns = p.n-p.n%four, p.m-p.m%wide
	for j := 0; j < p.columns; j += wide {
		for i := 0; i < p.lines; i += four {
			addBlock(p.c[i*p.m+j:], p.b[j:], p.a[i*p.down:], p.k, p.m, p.down, p.across)
		}
	}
}

// addBlock adds to two vectors of each of four rows of c.
func addBlock(c, b, a []float32, k, m, down, across int) {
	wide := archsimd.LoadFloat32x4(c).Len()
	s00, s01 := archsimd.LoadFloat32x4(c), archsimd.LoadFloat32x4(c[wide:])
	s10, s11 := archsimd.LoadFloat32x4(c[m:]), archsimd.LoadFloat32x4(c[m+wide:])
	s20, s21 := archsimd.LoadFloat32x4(c[2*m:]), archsimd.LoadFloat32x4(c[2*m+wide:])
	s30, s31 := archsimd.LoadFloat32x4(c[3*m:]), archsimd.LoadFloat32x4(c[3*m+wide:])
	for l := 0; l < k; l++ {
		x0, x1 := archsimd.LoadFloat32x4(b[l*m:]), archsimd.LoadFloat32x4(b[l*m+wide:])
		at := l * across
		y0, y1 := archsimd.BroadcastFloat32x4(a[at]), archsimd.BroadcastFloat32x4(a[at+down])
		y2, y3 := archsimd.BroadcastFloat32x4(a[at+2*down]), archsimd.BroadcastFloat32x4(a[at+3*down])
		s00, s01 = s00.Add(y0.Mul(x0)), s01.Add(y0.Mul(x1))
		s10, s11 = s10.Add(y1.Mul(x0)), s11.Add(y1.Mul(x1))
		s20, s21 = s20.Add(y2.Mul(x0)), s21.Add(y2.Mul(x1))
		s30, s31 = s30.Add(y3.Mul(x0)), s31.Add(y3.Mul(x1))
	}
	s00.Store(c)
	s01.Store(c[wide:])
	s10.Store(c[m:])
	s11.Store(c[m+wide:])
	s20.Store(c[2*m:])
	s21.Store(c[2*m+wide:])
	s30.Store(c[3*m:])
	s31.Store(c[3*m+wide:])
}

// addLines adds the given rows of a matrix to dst.
func addLines(dst, lines []float32, which []int32) {
	zero := archsimd.BroadcastFloat32x4(0)
	wide := zero.Len()
	j := 0
	for ; j+4*wide <= len(dst); j += 4 * wide {
		s0, s1 := archsimd.LoadFloat32x4(dst[j:]), archsimd.LoadFloat32x4(dst[j+wide:])
		s2, s3 := archsimd.LoadFloat32x4(dst[j+2*wide:]), archsimd.LoadFloat32x4(dst[j+3*wide:])
		for _, l := range which {
			line := lines[int(l)*len(dst)+j:]
			s0, s1 = s0.Add(archsimd.LoadFloat32x4(line)), s1.Add(archsimd.LoadFloat32x4(line[wide:]))
			s2, s3 = s2.Add(archsimd.LoadFloat32x4(line[2*wide:])), s3.Add(archsimd.LoadFloat32x4(line[3*wide:]))
		}
		s0.Store(dst[j:])
		s1.Store(dst[j+wide:])
		s2.Store(dst[j+2*wide:])
		s3.Store(dst[j+3*wide:])
	}
	addLinesFrom(j, dst, lines, which)
}
