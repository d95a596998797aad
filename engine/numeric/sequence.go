package numeric

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
