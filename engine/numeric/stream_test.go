package numeric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMixIsSplitMix64 compares with the first outputs of the reference program splitmix64.c (S. Vigna, 2015,
// https://prng.di.unimi.it/splitmix64.c) from the state 1234567.
func TestMixIsSplitMix64(t *testing.T) {
	want := []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821}
	for i, want := range want {
		if got := Stream(1234567).At(i); got != want {
			t.Errorf("At(%d) = %d, want %d", i, got, want)
		}
	}
}

func TestUniformIsStrictlyBetween0And1(t *testing.T) {
	const n = 200_000
	s := NewStream(1, 2, 1)
	sum, squares := 0., 0.
	for i := range n {
		u := s.Uniform(i)
		if !(u > 0 && u < 1 && 1-u > 0 && 1-u < 1) {
			t.Fatalf("Uniform(%d) = %v", i, u)
		}
		sum += float64(u)
		squares += float64(u) * float64(u)
	}
	mean := sum / n
	within(t, "mean", mean, 0.5, 5*math.Sqrt(1./12/n)) // five standard errors
	within(t, "variance", squares/n-mean*mean, 1./12, 5*math.Sqrt(1./180/n))
}

// TestUniformIsTheMiddleOfAnInterval checks that each number is an odd multiple of 2**-24. Such a number is neither 0 nor 1,
// it is as far from 0 as its mirror image is from 1, and no arithmetic on it is rounded.
func TestUniformIsTheMiddleOfAnInterval(t *testing.T) {
	s := NewStream(2, 2, 1)
	for i := range 1000 {
		if parts := float64(s.Uniform(i)) * (1 << 24); parts != math.Trunc(parts) || math.Mod(parts, 2) != 1 {
			t.Fatalf("Uniform(%d) is %v / 2**24, want an odd number", i, parts)
		}
	}
}

// TestStreamHasNoOrder reads numbers backwards and twice.
func TestStreamHasNoOrder(t *testing.T) {
	s := NewStream(7, 3, 3)
	var forwards [100]uint64
	for i := range forwards {
		forwards[i] = s.At(i)
	}
	for i := len(forwards) - 1; i >= 0; i-- {
		if got := NewStream(7, 3, 3).At(i); got != forwards[i] {
			t.Errorf("At(%d) = %d when read backwards, want %d", i, got, forwards[i])
		}
	}
}

// TestStreamsDiffer draws the first numbers of many streams. No number may occur twice, even in streams of neighboring counters.
func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(10) {
		for _, purpose := range []int{1, 2, 3} {
			for moment := range 20 {
				s := NewStream(seed, purpose, moment)
				for i := range 20 {
					if seen[s.At(i)] {
						t.Fatalf("seed %d, purpose %d, moment %d: number %d occurs twice", seed, purpose, moment, i)
					}
					seen[s.At(i)] = true
				}
			}
		}
	}
}

func TestBelow(t *testing.T) {
	const each = 2000
	for _, n := range []int{1, 2, 3, 10, 64} {
		s, count := NewStream(1, 3, n), make([]int, n)
		for i := range each * n {
			k := s.Below(i, n)
			if k < 0 || k >= n {
				t.Fatalf("Below(%d, %d) = %d", i, n, k)
			}
			count[k]++
		}
		for k, got := range count {
			within(t, "share", float64(got)/each, 1, 5/math.Sqrt(each))
			if t.Failed() {
				t.Fatalf("Below(_, %d) gave %d %d times of %d", n, k, got, each*n)
			}
		}
	}
	if got := NewStream(1, 3, 0).Below(0, math.MaxInt32); got < 0 || got >= math.MaxInt32 {
		t.Errorf("Below(0, %d) = %d", math.MaxInt32, got)
	}
}

// TestNormalMoments compares the first four moments with those of the sum of twelve uniform numbers: the excess
// kurtosis of a sum of n is -6/(5n).
func TestNormalMoments(t *testing.T) {
	const n = 100_000
	s := NewStream(1, 1, 1)
	var moment [5]float64
	for i := range n {
		x := float64(s.Normal(i))
		if math.Abs(x) > 6 {
			t.Fatalf("Normal(%d) = %v", i, x)
		}
		for k, p := 1, x; k < len(moment); k, p = k+1, p*x {
			moment[k] += p / n
		}
	}
	within(t, "mean", moment[1], 0, 5/math.Sqrt(n))
	within(t, "variance", moment[2], 1, 5*math.Sqrt(2./n))
	within(t, "third moment", moment[3], 0, 5*math.Sqrt(15./n))
	within(t, "fourth moment", moment[4], 3-6./60, 5*math.Sqrt(96./n))
}

func within(t *testing.T, what string, got, want, error float64) {
	t.Helper()
	if !(math.Abs(got-want) <= error) {
		t.Errorf("%s = %v, want %v ± %v", what, got, want, error)
	}
}

// testRandom draws numbers for tests by another generator than the one under test.
func testRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func BenchmarkUniform(b *testing.B) {
	s, sum := NewStream(1, 2, 1), float32(0)
	b.ReportAllocs()
	for b.Loop() {
		for i := range 1000 {
			sum += s.Uniform(i)
		}
	}
	if sum < 0 {
		b.Fatal("a sum of positive numbers is negative")
	}
}
