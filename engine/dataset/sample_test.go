package dataset

import (
	"fmt"
	"math"
	"reflect"
	"testing"
)

// The first two numbers for seed 0 equal those of the reference program, https://prng.di.unimi.it/splitmix64.c.
func TestHashRow(t *testing.T) {
	for row, want := range map[uint64]uint64{0: 0, 1: 0xe220a8397b1dcdaf, 2: 0x6e789e6aa1b965f4} {
		if got := hashRow(row); got != want {
			t.Errorf("hashRow(%d) = %#x, want %#x", row, got, want)
		}
	}
}

func TestSampler(t *testing.T) {
	all := sampler{}
	half := sampler{below: 1 << 63}
	n := 0
	for row := range uint64(1000) {
		if !all.keeps() {
			t.Fatal("a sampler of all rows drops one")
		}
		want := hashRow(row+1+sampleSeed) < 1<<63
		if half.keeps() != want {
			t.Fatalf("row %d is kept: %v, want %v", row, !want, want)
		}
		if want {
			n++
		}
	}
	var table Table
	table.LeftOut = 7
	half.report(&table)
	if all.report(&table); half.seen != 1000 || half.kept != n || table.LeftOut != 7+1000-n || n < 450 || n > 550 ||
		!reflect.DeepEqual(table.Warnings, []string{"a random sample: " + fmt.Sprint(n) + " of the 1000 rows"}) {
		t.Errorf("%d of %d rows, want %d; %d left out, %q", half.kept, half.seen, n, table.LeftOut, table.Warnings)
	}
	one := sampler{below: hashRow(1 + sampleSeed)} // rows whose hash is less
	if one.keeps() {
		t.Error("a row whose hash is the bound is kept")
	}
}

// The share of a sample is that of the wanted rows among the expected ones.
func TestPlan(t *testing.T) {
	for _, test := range []struct {
		want  int
		lines float64
		share float64
	}{{5, 10, 0.5}, {10, 10, 0}, {11, 10, 0}, {1, 1, 0}, {5, 100, 0.05}} {
		var s sampler
		if err := s.plan(test.want, test.lines, true); err != nil {
			t.Fatal(err)
		}
		if got := float64(s.below) / math.MaxUint64; math.Abs(got-test.share) > 1e-12 {
			t.Errorf("%d of %v lines: share %v, want %v", test.want, test.lines, got, test.share)
		}
	}
	want := Error{Kind: TooLarge, Message: "a sample cannot be drawn from a stream of unknown length", Hint: "give a file"}
	var s sampler
	if err, ok := s.plan(5, 0, false).(*Error); !ok || *err != want {
		t.Errorf("a sample of a stream: %v, want %v", err, &want)
	}
}
