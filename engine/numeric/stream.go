package numeric

// GoldenGamma is 2**64 divided by the golden ratio, rounded to an odd number: the increment of SplitMix64.
const GoldenGamma = 0x9e3779b97f4a7c15

// A Stream is an endless sequence of random numbers that can be read at any position, in any order: number i is a
// hash of the stream's key and i. No draw depends on another one, so a number that is not needed is not drawn, and a
// computation can be resumed anywhere. Stream(s).At(i) is output i, from 0, of SplitMix64 from the state s.
//
// References: G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number Generators. OOPSLA 2014. The constants
// of the mixing function are variant 13 of D. Stafford (2011), which the authors' program and Java's SplittableRandom use.
type Stream uint64

// NewStream returns the stream of a seed for one purpose and one moment, such as an epoch. Other arguments give unrelated numbers.
func NewStream(seed uint64, purpose, moment int) Stream {
	return Stream(Mix(Mix(seed+GoldenGamma) + uint64(purpose)*GoldenGamma + Mix(uint64(moment))))
}

// At returns the 64 random bits at position i.
func (s Stream) At(i int) uint64 { return Mix(uint64(s) + uint64(i+1)*GoldenGamma) }

// Uniform returns number i in (0, 1), the middle of one of 2**23 equal intervals: neither it nor 1 minus it is ever rounded.
func (s Stream) Uniform(i int) float32 { return float32((float32(s.At(i)>>41) + 0.5) * 0x1p-23) }

// Fill writes the uniform numbers from position first on to dst.
func (s Stream) Fill(dst []float32, first int) {
	for i := range dst {
		dst[i] = s.Uniform(first + i)
	}
}

// Below returns number i, an integer in [0, n). Its bias is at most n / 2**32.
func (s Stream) Below(i, n int) int { return below(s.At(i), n) }

// Normal returns number i, approximately standard normal: the sum of twelve uniform numbers minus 6. It has mean 0 and
// standard deviation 1, lies in (-6, 6), and reads the positions [12 i, 12 i + 12).
func (s Stream) Normal(i int) float32 {
	const terms = 12 // the variance of a uniform number is 1/12
	sum := float32(0)
	for k := range terms {
		sum += s.Uniform(terms*i + k)
	}
	return sum - terms/2
}

// Mix is the output function of SplitMix64, a permutation. Each bit of x changes about half of the bits of the result.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below maps 64 random bits to an integer in [0, n).
func below(bits uint64, n int) int { return int(bits >> 32 * uint64(n) >> 32) }

// A Sequence is SplitMix64 read in order: its value is the state, and output i is that of Stream.At(i) for the initial state.
type Sequence uint64

// NewSequence returns the sequence of a seed and a number, such as the number of a tree.
func NewSequence(seed uint64, number int) *Sequence {
	s := Sequence(seed)
	s = Sequence(s.Next() + uint64(number))
	s = Sequence(s.Next())
	return &s
}

// Next returns 64 random bits.
func (s *Sequence) Next() uint64 {
	*s += GoldenGamma
	return Mix(uint64(*s))
}

// Below returns an integer in [0, n). Its bias is at most n / 2**32.
func (s *Sequence) Below(n int) int { return below(s.Next(), n) }

// Uniform returns a number in [0, 1), a multiple of 2**-53.
func (s *Sequence) Uniform() float64 { return float64(s.Next()>>11) * 0x1p-53 }

// Shuffle permutes a list at random (Fisher and Yates).
func Shuffle[T any](s *Sequence, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
