package drnet

// The hard concrete distribution of a gate (Louizos, Welling, Kingma 2018, section 4, with their constants):
// a concrete distribution of temperature beta, stretched to [gamma, zeta] and clamped to [0, 1].
const (
	beta  = 2. / 3
	gamma = -0.1
	zeta  = 1.1
	width = zeta - gamma
)

// Written as numbers, because math.Exp and math.Log may differ in the last bit between machines.
const (
	// openFactor turns exp(-loc) into the odds against a gate that is not zero: (-gamma/zeta) to the power of beta.
	openFactor = 0.20218000823357415
	// openAbove is the location above which a gate without noise is open: ln(-gamma/zeta), where
	// sigmoid(loc) * width + gamma = 0.
	openAbove = -2.3978952727983707
)

// probability returns the probability that a gate of this location is not zero, the pi of Eq. (6), in [0, 1].
func probability(e float32) float32 { return 1 / (1 + float32(e*openFactor)) }

// sample returns a gate z in [0, 1] drawn with the uniform number u, and dz, its derivative by the location.
// It takes e = exp(-loc). Since 1/beta is 3/2, the sigmoid of (logit(u) + loc) / beta needs no logarithm.
// A clamped gate has the derivative zero.
func sample(e, u float32) (z, dz float32) {
	t := e * ((1 - u) / u)
	s := 1 / (1 + float32(t*sqrt32(t)))
	z = float32(s*width) + gamma
	if z <= 0 {
		return 0, 0
	}
	if z >= 1 {
		return 1, 0
	}
	return z, width / beta * s * (1 - s)
}
