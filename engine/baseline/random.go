package baseline

// random is an endless sequence of random numbers: SplitMix64 of Steele, Lea and Flood (OOPSLA 2014).
type random uint64

// newRandom returns the sequence of a seed and a number, such as that of a tree.
func newRandom(seed uint64, number int) *random {
	r := random(seed)
	r = random(r.next() + uint64(number))
	r = random(r.next())
	return &r
}

func (r *random) next() uint64 {
	const golden = 0x9e3779b97f4a7c15 // 2**64 divided by the golden ratio, odd
	*r += golden
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below returns a number in [0, n). Its bias is n / 2**32 at most.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

// uniform returns a number in [0, 1).
func (r *random) uniform() float64 { return float64(r.next()>>11) * 0x1p-53 }

// shuffle puts a list in a random order.
func shuffle[T any](r *random, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := r.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
