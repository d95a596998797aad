package chart_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/chart"
	"drnet/engine/golden"
)

// write lists the items of a scene, one a line.
func write(s chart.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%g × %g\n", s.Width, s.Height)
	for _, i := range s.Items {
		if i.Text != "" {
			fmt.Fprintf(&b, "%s %q %s at %.1f %.1f\n", i.Class, i.Text, i.Anchor, i.X, i.Y)
			continue
		}
		fmt.Fprintf(&b, "%s %s", i.Class, i.Path)
		if i.X != 0 || i.Y != 0 {
			fmt.Fprintf(&b, " at %.1f %.1f", i.X, i.Y)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestScene(t *testing.T) {
	scene := chart.Lines{
		Width: 460, Height: 200, XMost: 200, XName: "steps", Level: 0.6,
		YFormat: func(y float64, _ int) string { return strconv.FormatFloat(100*y, 'f', 0, 64) + "%" },
		Series: []chart.Series{
			{Class: "line train", X: []float64{0, 50, 100, 200}, Y: []float64{0.5, 0.7, 0.8, 0.9}},
			{Class: "line test", X: []float64{0, 200}, Y: []float64{0.5, 0.85}},
			{Class: "line none"},
		},
		Bands: []chart.Band{{Class: "band", From: 20, To: 40}, {Class: "band", From: 60, To: 80}},
	}.Scene()
	golden.Check(t, "testdata/lines.txt", write(scene))
}

func TestTicks(t *testing.T) {
	tests := []struct {
		name string
		y    []float64
		most float64
		want string // the words at the y axis from below, and at the x axis
	}{
		{"shares", []float64{0.5, 1}, 100, "0.6 0.8 1.0 | 0 20 40 60 80 100"},
		{"negative to positive", []float64{-1, 1}, 10, "-1 0 1 | 0 2 4 6 8 10"},
		{"all negative", []float64{-30, -10}, 1, "-30 -20 -10 | 0.0 0.2 0.4 0.6 0.8 1.0"},
		{"tiny", []float64{1e-9, 2e-9}, 3, "0.0000000010 0.0000000015 0.0000000020 | 0 1 2 3"},
		{"large", []float64{0, 4e6}, 20_000, "0 2000000 4000000 | 0 5000 10000 15000 20000"},
		{"constant", []float64{5, 5}, 7, "4.8 5.0 5.2 | 0 2 4 6"},
		{"constant zero", []float64{0, 0}, 7, "-0.05 0.00 0.05 | 0 2 4 6"},
		{"nothing", nil, 5, "0.0 0.5 1.0 | 0 1 2 3 4 5"},
		{"no steps yet", []float64{0.5, 1}, 0, "0.6 0.8 1.0 |"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := chart.Lines{Width: 460, Height: 200, XMost: test.most, Series: []chart.Series{{X: make([]float64, len(test.y)), Y: test.y}}}.Scene()
			var x, y []string
			for _, item := range s.Items {
				switch {
				case item.Text == "":
				case item.Anchor == "end":
					y = append(y, item.Text)
				default:
					x = append(x, item.Text)
				}
			}
			if got := strings.TrimSpace(strings.Join(y, " ") + " | " + strings.Join(x, " ")); got != test.want {
				t.Errorf("ticks\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// coordinates returns the places of a path: the rest of a place is that of the place before.
func coordinates(t *testing.T, path string) (places [][2]float64) {
	t.Helper()
	var at [2]float64
	for path != "" {
		command := path[0]
		end := strings.IndexAny(path[1:], "MLHVZ") + 1
		if end == 0 {
			end = len(path)
		}
		words := strings.Fields(path[1:end])
		path = path[end:]
		var values []float64
		for _, word := range words {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%q is no coordinate", word)
			}
			values = append(values, v)
		}
		switch {
		case command == 'Z' && len(values) == 0:
			continue
		case command == 'H' && len(values) == 1:
			at[0] = values[0]
		case command == 'V' && len(values) == 1:
			at[1] = values[0]
		case strings.ContainsRune("ML", rune(command)) && len(values) == 2:
			at = [2]float64(values)
		default:
			t.Fatalf("%c with %d coordinates", command, len(values))
		}
		places = append(places, at)
	}
	return places
}

// inside checks that all items of a scene are within its bounds.
func inside(t *testing.T, s chart.Scene) {
	t.Helper()
	const rounding = 0.05
	for _, item := range s.Items {
		places := [][2]float64{{item.X, item.Y}}
		if item.Text == "" {
			places = coordinates(t, item.Path)
		}
		for _, p := range places {
			if item.Text == "" {
				p[0], p[1] = p[0]+item.X, p[1]+item.Y
			}
			if !(p[0] >= -rounding && p[0] <= s.Width+rounding && p[1] >= -rounding && p[1] <= s.Height+rounding) {
				t.Fatalf("%s %q %q reaches %v, outside of %g × %g", item.Class, item.Text, item.Path, p, s.Width, s.Height)
			}
		}
	}
}

func TestDegenerateLines(t *testing.T) {
	line := func(x, y []float64) []chart.Series { return []chart.Series{{Class: "line", X: x, Y: y}} }
	tests := []struct {
		name  string
		lines chart.Lines
	}{
		{"nothing", chart.Lines{}},
		{"one point", chart.Lines{XMost: 10, Series: line([]float64{3}, []float64{0.4})}},
		{"one point and no length", chart.Lines{Series: line([]float64{0}, []float64{0})}},
		{"constant", chart.Lines{XMost: 2, Series: line([]float64{0, 1, 2}, []float64{1, 1, 1})}},
		{"constant huge", chart.Lines{XMost: 1, Series: line([]float64{0, 1}, []float64{1e300, 1e300})}},
		{"beyond the whole numbers", chart.Lines{XMost: 1, Series: line([]float64{0, 1}, []float64{1e16, 1e16 + 2})}},
		{"least of all", chart.Lines{XMost: 1, Series: line([]float64{0, 1}, []float64{0, 5e-324})}},
		{"widest of all", chart.Lines{XMost: 1, Series: line([]float64{0, 1}, []float64{-8e307, 8e307})}},
		{"level alone", chart.Lines{XMost: 1, Level: 0.7}},
		{"empty band", chart.Lines{XMost: 1, Bands: []chart.Band{{From: 1, To: 1}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.lines.Width, test.lines.Height = 460, 200
			inside(t, test.lines.Scene())
		})
	}
}

func TestPointsLieInside(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		l := chart.Lines{Width: 100 + 900*r.Float64(), Height: 60 + 500*r.Float64(), XMost: math.Ceil(math.Exp(12 * r.Float64()))}
		scale, shift := math.Exp(20*r.Float64()-10), 10*r.NormFloat64()
		for range r.IntN(4) {
			s := chart.Series{Class: "line"}
			for range r.IntN(20) {
				s.X, s.Y = append(s.X, l.XMost*r.Float64()), append(s.Y, scale*r.NormFloat64()+shift)
			}
			l.Series = append(l.Series, s)
		}
		from := l.XMost * r.Float64()
		l.Bands = []chart.Band{{From: from, To: from + (l.XMost-from)*r.Float64()}}
		l.Level = float64(r.IntN(2)) * scale
		inside(t, l.Scene())
	}
}
