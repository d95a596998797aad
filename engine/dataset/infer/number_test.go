package infer_test

import (
	"math"
	"testing"

	"drnet/engine/dataset/infer"
)

func TestParseNumber(t *testing.T) {
	tests := []struct {
		text string
		want float64
		ok   bool
	}{
		{"0", 0, true},
		{"-12", -12, true},
		{"+5", 5, true},
		{".5", 0.5, true},
		{"5.", 5, true},
		{"1e5", 1e5, true},
		{"2.5E-3", 2.5e-3, true},
		{"0.1", 0.1, true},
		{"+12345678.5", 0, false},
		{"1e-400", 0, true},
		{"", 0, false},
		{"-", 0, false},
		{".", 0, false},
		{"e5", 0, false},
		{"1e", 0, false},
		{"1e+", 0, false},
		{"inf", 0, false},
		{"NaN", 0, false},
		{"0x10", 0, false},
		{"1_0", 0, false},
		{"1e309", 0, false},
		{"00501", 0, false},
		{"-01", 0, false},
		{"1 2", 0, false},
		{"1,5", 0, false},
		{"1.2.3", 0, false},
		{"+31612345678", 0, false},
	}
	for _, test := range tests {
		if got, ok := infer.ParseNumber(test.text); got != test.want || ok != test.ok {
			t.Errorf("ParseNumber(%q) = %v, %v, want %v, %v", test.text, got, ok, test.want, test.ok)
		}
	}
}

func TestMinusZeroIsZero(t *testing.T) {
	if x, _ := infer.ParseNumber("-0"); math.Signbit(x) {
		t.Errorf("ParseNumber(-0) = %v, want 0", x)
	}
}

func TestFormatNumber(t *testing.T) {
	tests := []struct {
		x    float64
		want string
	}{
		{0, "0"},
		{50, "50"},
		{-0.5, "-0.5"},
		{1000000, "1000000"},
		{72.06044011763512, "72.06044011763512"},
		{1e-5, "0.00001"},
		{1e15, "1e+15"},
		{1e-9, "1e-09"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
	}
	for _, test := range tests {
		got := infer.FormatNumber(test.x)
		if got != test.want {
			t.Errorf("FormatNumber(%v) = %s, want %s", test.x, got, test.want)
		}
		if back, ok := infer.ParseNumber(got); !ok || back != test.x {
			t.Errorf("ParseNumber(%s) = %v, %v, want %v", got, back, ok, test.x)
		}
	}
}
