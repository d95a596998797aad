package drnet

// A stream is an endless sequence of random numbers that is read at any position, in any order: number i is a
// hash of the key and i. Nothing depends on who drew before, so a gate that is not needed is not drawn, and a run
// can be taken up at any step.
//
// References: G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number Generators. OOPSLA 2014
// (SplitMix64: at(i) is its output number i from the state s).
type stream uint64

// What a stream is for. Each purpose has its own, so that no number is used twice.
const (
	forWeights = iota + 1
	forGates
	forShuffle
)

const goldenGamma = 0x9e3779b97f4a7c15 // SplitMix64's increment, 2**64 divided by the golden ratio

// newStream returns the stream of one purpose and one moment (a step or an epoch) of a seed.
func newStream(seed uint64, purpose, moment int) stream {
	return stream(mix(mix(seed+goldenGamma) + uint64(purpose)*goldenGamma + mix(uint64(moment))))
}

// at returns 64 random bits.
func (s stream) at(i int) uint64 { return mix(uint64(s) + uint64(i+1)*goldenGamma) }

// uniform returns a number strictly between 0 and 1: the middle of one of 2**23 equal parts, so that neither
// it nor one minus it is ever rounded.
func (s stream) uniform(i int) float32 { return float32((float32(s.at(i)>>41) + 0.5) * 0x1p-23) }

// fill writes the uniform numbers from position first on.
func (s stream) fill(dst []float32, first int) {
	for i := range dst {
		dst[i] = s.uniform(first + i)
	}
}

// below returns a number in [0, n). Its bias is n / 2**32 at most.
func (s stream) below(i, n int) int { return int(s.at(i) >> 32 * uint64(n) >> 32) }

// normal returns a number of mean 0 and standard deviation 1: the sum of twelve uniform ones less 6. It needs no
// logarithm, which would differ between machines, and it is never beyond 6.
func (s stream) normal(i int) float32 {
	const terms = 12 // the variance of a uniform number is 1/12
	sum := float32(0)
	for k := range terms {
		sum += s.uniform(terms*i + k)
	}
	return sum - terms/2
}

func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
