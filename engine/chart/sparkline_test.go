package chart_test

import (
	"math"
	"reflect"
	"testing"

	"drnet/engine/chart"
)

func paths(s chart.Scene) map[string]string {
	out := map[string]string{}
	for _, i := range s.Items {
		out[i.Class] = i.Path
	}
	return out
}

func TestSparkline(t *testing.T) {
	for _, test := range []struct {
		name  string
		strip chart.Sparkline
		want  map[string]string
	}{
		{"an interval", chart.Sparkline{
			Width: 100, Height: 27, Counts: []int{10, 20}, Inside: []int{0, 10}, Spans: [][2]float64{{0.5, 1}},
		}, map[string]string{
			"strip-all": "M2.5 10H47.5V20H2.5ZM52.5 0H97.5V20H52.5Z", "strip-inside": "M52.5 10H97.5V20H52.5Z",
			"strip-base": "M0 24.5H100", "strip-span": "M50 22H100V27H50Z", "strip-shade": "M50 0H100V22H50Z",
		}},
		{"a point at the end, and too far", chart.Sparkline{
			Width: 100, Height: 27, Counts: []int{1}, Spans: [][2]float64{{1, 1}, {-3, 0.001}},
		}, map[string]string{
			"strip-all": "M5 0H95V20H5Z", "strip-base": "M0 24.5H100", "strip-span": "M98 22H100V27H98ZM0 22H2V27H0Z",
			"strip-shade": "M98 0H100V22H98ZM0 0H2V22H0Z",
		}},
		{"few among many", chart.Sparkline{Width: 100, Height: 27, Counts: []int{1000}, Inside: []int{1, 7}}, map[string]string{
			"strip-all": "M5 0H95V20H5Z", "strip-inside": "M5 19H95V20H5Z", "strip-base": "M0 24.5H100",
		}},
		{"nothing", chart.Sparkline{Width: 100, Height: 27}, map[string]string{"strip-base": "M0 24.5H100"}},
	} {
		if got := paths(test.strip.Scene()); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestRuns(t *testing.T) {
	for _, test := range []struct {
		in   []bool
		want [][2]float64
	}{
		{nil, nil},
		{[]bool{false, false}, nil},
		{[]bool{true, true}, [][2]float64{{0, 1}}},
		{[]bool{true, false, true, true}, [][2]float64{{0, 0.25}, {0.5, 1}}},
	} {
		if got := chart.Runs(test.in); !reflect.DeepEqual(got, test.want) {
			t.Errorf("Runs(%v) = %v, want %v", test.in, got, test.want)
		}
	}
}

func TestShare(t *testing.T) {
	for _, test := range []struct{ v, least, most, want float64 }{
		{5, 0, 10, 0.5}, {-1, 0, 10, 0}, {11, 0, 10, 1}, {3, 3, 3, 0.5}, {0, -math.MaxFloat64, math.MaxFloat64, 0}, {math.Inf(1), 0, 10, 1},
	} {
		if got := chart.Share(test.v, test.least, test.most); got != test.want {
			t.Errorf("Share(%v, %v, %v) = %v, want %v", test.v, test.least, test.most, got, test.want)
		}
	}
}

// What leaves a stream makes it narrower by as much, and the next step begins where this one ends.
func TestFunnel(t *testing.T) {
	first := paths(chart.Funnel{Width: 100, Height: 30, All: 200, Reach: 200, Taken: 50, Right: 40}.Scene())
	want := map[string]string{"stream": "M0 0H100L75 30H0Z", "taken-wrong": "M75 15H100V30H75Z", "taken-right": "M75 15H95V30H75Z"}
	if !reflect.DeepEqual(first, want) {
		t.Errorf("%v, want %v", first, want)
	}
	next := paths(chart.Funnel{Width: 100, Height: 30, All: 200, Reach: 150}.Scene())
	if !reflect.DeepEqual(next, map[string]string{"stream": "M0 0H75L75 30H0Z"}) {
		t.Errorf("a rule that takes nothing: %v", next)
	}
	if empty := (chart.Funnel{Width: 100, Height: 30}).Scene(); len(empty.Items) != 1 {
		t.Errorf("no rows: %v", empty)
	}
}
