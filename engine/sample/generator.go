package sample

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
)

// generator draws plausible values with integers alone, so that every machine draws the same ones.
type generator struct{ *rand.Rand }

func (g generator) below(n uint64) int {
	hi, _ := bits.Mul64(g.Uint64(), n)
	return int(hi)
}

// choose returns a with a probability in percent, else b.
func (g generator) choose(percent int, a, b string) string {
	if g.below(100) < percent {
		return a
	}
	return b
}

// bell returns a whole number that is nearly normal, with mean and deviation in tenths: the sum of twelve uniform
// numbers has the deviation 1.
func (g generator) bell(mean, deviation int) int {
	const uniforms, one = 12, 1 << 16
	sum := -uniforms / 2 * one
	for range uniforms {
		sum += g.below(one)
	}
	value := mean*one + deviation*sum
	return (value + 5*one) / (10 * one) // rounded: values are positive
}

func fives(n int) int { return (n + 2) / 5 * 5 }

// tenths writes a number of tenths as a decimal.
func tenths(n int) string { return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) }
