package numeric

// moveAll is block.move with the same bits, four parameters at a time: each goes through the same operations in the same order,
// each rounded. The scalar form passes over parameters that rest; here they go through the same arithmetic, which leaves them
// where they are.
func moveAll(b block, rate, root float32) {
	const four = 4
	n := len(b.Gradient) &^ (four - 1)
	if n > 0 {
		factors := [...]float32{decay1, 1 - decay1, decay2, 1 - decay2, negligible, adamEpsilon, rate, root}
		moveFours(&b.Values[0], &b.Gradient[0], &b.m[0], &b.v[0], n, &factors)
	}
	b.move(n, rate, root)
}

// moveFours moves the first n parameters, a multiple of four. It uses instructions that every amd64 processor has.
//
//go:noescape
func moveFours(values, gradient, m, v *float32, n int, factors *[8]float32)
