//go:build goexperiment.simd

package baseline

import "simd"

// addVectors adds the rows and columns that vector instructions can process: four rows and two vectors at once, whose sums stay in
// registers. The length of a vector depends on the machine; results do not.
func addVectors(p *gemm) {
	const four = 4
	zero := simd.BroadcastFloat32s(0)
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
	wide := simd.LoadFloat32s(c).Len()
	s00, s01 := simd.LoadFloat32s(c), simd.LoadFloat32s(c[wide:])
	s10, s11 := simd.LoadFloat32s(c[m:]), simd.LoadFloat32s(c[m+wide:])
	s20, s21 := simd.LoadFloat32s(c[2*m:]), simd.LoadFloat32s(c[2*m+wide:])
	s30, s31 := simd.LoadFloat32s(c[3*m:]), simd.LoadFloat32s(c[3*m+wide:])
	for l := 0; l < k; l++ {
		x0, x1 := simd.LoadFloat32s(b[l*m:]), simd.LoadFloat32s(b[l*m+wide:])
		at := l * across
		y0, y1 := simd.BroadcastFloat32s(a[at]), simd.BroadcastFloat32s(a[at+down])
		y2, y3 := simd.BroadcastFloat32s(a[at+2*down]), simd.BroadcastFloat32s(a[at+3*down])
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
	zero := simd.BroadcastFloat32s(0)
	wide := zero.Len()
	j := 0
	for ; j+4*wide <= len(dst); j += 4 * wide {
		s0, s1 := simd.LoadFloat32s(dst[j:]), simd.LoadFloat32s(dst[j+wide:])
		s2, s3 := simd.LoadFloat32s(dst[j+2*wide:]), simd.LoadFloat32s(dst[j+3*wide:])
		for _, l := range which {
			line := lines[int(l)*len(dst)+j:]
			s0, s1 = s0.Add(simd.LoadFloat32s(line)), s1.Add(simd.LoadFloat32s(line[wide:]))
			s2, s3 = s2.Add(simd.LoadFloat32s(line[2*wide:])), s3.Add(simd.LoadFloat32s(line[3*wide:]))
		}
		s0.Store(dst[j:])
		s1.Store(dst[j+wide:])
		s2.Store(dst[j+2*wide:])
		s3.Store(dst[j+3*wide:])
	}
	addLinesFrom(j, dst, lines, which)
}
