package baseline

// gemm is a matrix product c += a b, where a is n × k, b is k × m and c is n × m. The elements of a row of a are across apart and
// its rows down apart, so that a may be stored transposed.
//
// Each element of c is summed in the order of the rows of b and rounded at every step, so that all machines give the same sums.
type gemm struct {
	c, a, b      []float32
	n, k, m      int
	down, across int

	lines, columns int // already added by vector instructions
}

// add adds the product. A build with vector instructions does most of it by them (gemm_simd.go).
//
// It processes two rows of c and four of b at once: each loaded number is used twice, each stored one is a sum of four products.
// With 50 columns it takes less than a quarter of the time of gonum's BLAS in WebAssembly, and 1.5 times as long natively.
func (p *gemm) add() {
	addVectors(p)
	if p.columns < p.m {
		p.part(0, p.lines, p.columns)
	}
	p.part(p.lines, p.n, 0)
}

// part adds the rows [from, to) of c, from a column on.
func (p *gemm) part(from, to, column int) {
	const four = 4
	for i := from; i < to; i += 2 {
		c0 := p.c[i*p.m+column : (i+1)*p.m]
		if i+1 == to { // the last of an odd number
			for l := range p.k {
				addLine(c0, p.b[l*p.m+column:], p.a[i*p.down+l*p.across])
			}
			return
		}
		c1 := p.c[(i+1)*p.m+column:][:len(c0)]
		l := 0
		for ; l+four <= p.k; l += four {
			at := i*p.down + l*p.across
			p0, p1, p2, p3 := p.a[at], p.a[at+p.across], p.a[at+2*p.across], p.a[at+3*p.across]
			at += p.down
			q0, q1, q2, q3 := p.a[at], p.a[at+p.across], p.a[at+2*p.across], p.a[at+3*p.across]
			b0, b1 := p.b[l*p.m+column:][:len(c0)], p.b[(l+1)*p.m+column:][:len(c0)]
			b2, b3 := p.b[(l+2)*p.m+column:][:len(c0)], p.b[(l+3)*p.m+column:][:len(c0)]
			for j := range c0 {
				x0, x1, x2, x3 := b0[j], b1[j], b2[j], b3[j]
				c0[j] = c0[j] + float32(p0*x0) + float32(p1*x1) + float32(p2*x2) + float32(p3*x3)
				c1[j] = c1[j] + float32(q0*x0) + float32(q1*x1) + float32(q2*x2) + float32(q3*x3)
			}
		}
		for ; l < p.k; l++ {
			at, line := i*p.down+l*p.across, p.b[l*p.m+column:]
			addLine(c0, line, p.a[at])
			addLine(c1, line, p.a[at+p.down])
		}
	}
}

// addLine adds a row times a number.
func addLine(dst, line []float32, by float32) {
	line = line[:len(dst)]
	for j, x := range line {
		dst[j] += float32(by * x)
	}
}

// addLinesFrom adds the given rows of a matrix to dst, from a column on.
func addLinesFrom(column int, dst, lines []float32, which []int32) {
	for _, l := range which {
		line := lines[int(l)*len(dst):][:len(dst)]
		for j := column; j < len(dst); j++ {
			dst[j] += line[j]
		}
	}
}

// transpose writes the transpose of an n × m matrix.
func transpose(dst, from []float32, n, m int) {
	for i := range n {
		for j, x := range from[i*m:][:m] {
			dst[j*n+i] = x
		}
	}
}
