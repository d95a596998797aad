package chart_test

import (
	"math"
	"strings"
	"testing"

	"drnet/engine/chart"
)

func TestBars(t *testing.T) {
	tests := []struct {
		name   string
		counts []int
		want   string
	}{
		{"none", nil, ""},
		{"empty", []int{0, 0}, ""},
		{"one", []int{7}, "M0 0H20V10H0Z"},
		{"half", []int{4, 2}, "M0 0H10V10H0ZM10 5H20V10H10Z"},
		{"hardly any, and none", []int{1000, 1, 0, 0}, "M0 0H5V10H0ZM5 9H10V10H5Z"}, // a bar of at least 1
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := chart.Bars{Width: 20, Height: 10, Counts: test.counts}.Scene()
			if got := s.Items[1].Path; got != test.want {
				t.Errorf("Path = %q, want %q", got, test.want)
			}
		})
	}
}

// Value inverts X, and all items are within the drawing.
func TestHistogramPlaces(t *testing.T) {
	for _, h := range []chart.HistogramChart{
		{Width: 320, Height: 120, Least: 17, Most: 90, Counts: []int{3, 2, 1}},
		{Width: 320, Height: 120, Least: -1e300, Most: 1e300, Counts: []int{3, 2, 1}},
		{Width: 320, Height: 120, Least: 1e-9, Most: 3e-9, Counts: []int{3, 2, 1}},
	} {
		for _, inside := range []float64{0, 0.25, 0.5, 1} {
			v := h.Least*(1-inside) + h.Most*inside
			x := h.X(v)
			if x < 0 || x > h.Width {
				t.Errorf("X(%v) = %v, want it in 0 to %v", v, x, h.Width)
			}
			if got := h.Value(x / h.Width); math.Abs(got-v) > 1e-9*(h.Most/2-h.Least/2) {
				t.Errorf("Value(X(%v)) = %v", v, got)
			}
		}
		if got := h.Value(-1); got != h.Least {
			t.Errorf("Value(-1) = %v, want %v", got, h.Least)
		}
		for _, item := range h.Scene().Items {
			if strings.Contains(item.Path, "NaN") || strings.Contains(item.Path, "Inf") {
				t.Errorf("%s has the path %q", item.Class, item.Path)
			}
		}
	}
	if got := (chart.HistogramChart{Width: 100, Height: 50, Least: 5, Most: 5, Counts: []int{9}}).X(5); got != 50 {
		t.Errorf("X() = %v of a column with one value, want the middle", got)
	}
}
