package drnet

// The elementwise work of a step, over one array after the other: what every weight costs, open or closed. A build with
// vector instructions has its own form of each (kernel_simd.go), which gives the same bits; these are for all others, and
// for the elements that do not fill a vector.

// exponentiate writes exp(-loc) to odds and the probability of an open gate to pi.
func exponentiate(odds, pi, loc []float32) {
	odds, pi = odds[:len(loc)], pi[:len(loc)]
	for i, l := range loc {
		e := exp32(-l)
		odds[i] = e
		pi[i] = probability(e)
	}
}

// press writes the derivative of the penalty by the locations: pressure times pi (1 - pi).
func press(dLoc, pi []float32, pressure float32) {
	dLoc = dLoc[:len(pi)]
	for i, p := range pi {
		dLoc[i] = float32(pressure*p) * (1 - p)
	}
}

// move makes one step of Adam. Rate and root hold the corrections of the moments' bias.
func (b block) move(rate, root float32) {
	p, ms, vs := b.p[:len(b.g)], b.m[:len(b.g)], b.v[:len(b.g)]
	for i, g := range b.g {
		m, v := ms[i], float32(decay2*vs[i])
		// Most weights behind closed gates have neither gradient nor momentum. They stay where they are, and only their
		// second moment fades.
		if g == 0 && m == 0 {
			if v < negligible {
				v = 0
			}
			vs[i] = v
			continue
		}
		m = float32(decay1*m) + float32((1-decay1)*g)
		v += float32(float32((1-decay2)*g) * g)
		if m < negligible && m > -negligible {
			m = 0
		}
		if v < negligible {
			v = 0
		}
		ms[i], vs[i] = m, v
		p[i] -= float32(rate*m) / (float32(sqrt32(v)*root) + adamEpsilon)
	}
}
