package baseline

// product is one of two matrices: a has n lines of k numbers, b has k lines of m, and c, to which it is added, n lines of m. The numbers
// of a line of a are across apart, and its lines down: so a may be the transpose of what it is stored as.
//
// Each number of c is summed in the order of the lines of b, every step rounded, so that all machines have the same sums.
type product struct {
	c, a, b      []float32
	n, k, m      int
	down, across int

	lines, columns int // that were added by vector instructions
}

// add adds the product. A build with vector instructions does most of it by them (product_simd.go).
//
// Two lines of c and four of b are worked on at once: a number that is loaded is used twice, and one that is stored is a sum of four
// products. For 50 columns in WebAssembly that takes less than a quarter of the time of gonum's blas, and half as much again natively.
func (p *product) add() {
	addVectors(p)
	if p.columns < p.m {
		p.part(0, p.lines, p.columns)
	}
	p.part(p.lines, p.n, 0)
}

// part adds the lines from one on and below another one, and their columns from one on.
func (p *product) part(from, to, column int) {
	const four = 4
	for i := from; i < to; i += 2 {
		c0 := p.c[i*p.m+column : (i+1)*p.m]
		if i+1 == to { // it has no neighbour
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

// addLine adds a line, times a number.
func addLine(dst, line []float32, by float32) {
	line = line[:len(dst)]
	for j, x := range line {
		dst[j] += float32(by * x)
	}
}

// addLinesFrom adds to a line, from a column on, the lines of a matrix that are named.
func addLinesFrom(column int, dst, lines []float32, which []int32) {
	for _, l := range which {
		line := lines[int(l)*len(dst):][:len(dst)]
		for j := column; j < len(dst); j++ {
			dst[j] += line[j]
		}
	}
}

// transpose writes a matrix of n lines of m as one of m lines of n.
func transpose(dst, from []float32, n, m int) {
	for i := range n {
		for j, x := range from[i*m:][:m] {
			dst[j*n+i] = x
		}
	}
}
