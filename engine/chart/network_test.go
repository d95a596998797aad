package chart_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/engine/chart"
)

// figure1 is the network of Figure 1 of the paper, with weights: three rules that count and one that is masked.
func figure1() chart.NetworkDiagram {
	return chart.NetworkDiagram{
		RowHeight: 40, Folded: "+83 unused", Joins: "OR", Answer: "income = >50K",
		Inputs: []chart.Input{{"age ≤ 30", 0}, {"age ≤ 50", 0}, {"sex = Male", 1}, {"marital-status = Married-civ-spouse", 2}},
		Rules: []chart.DiagramRule{
			{Name: "R1", Open: true, Gate: 1, Lines: []chart.Edge{{0, 1.2}, {2, -0.8}}},
			{Name: "R2", Open: true, Gate: 0.5, Lines: []chart.Edge{{1, 0}, {3, 2}}},
			{Name: "R3", Lines: []chart.Edge{{1, -9}}},
			{Name: "R4", Open: true, Gate: 1},
		},
	}
}

func TestNetwork(t *testing.T) {
	n := figure1()
	s := n.Scene()
	var b strings.Builder
	b.WriteString(write(chart.Scene{Width: s.Width, Height: s.Height, Items: s.Still}))
	for k, r := range s.Rules {
		fmt.Fprintf(&b, "%s at %.1f %.1f\n+ %s\n- %s\n/ %s\n", r.Name, r.X, r.Y, r.Positive, r.Negative, r.Masked)
		for i := range n.Rules[k].Lines {
			w := n.Wire(s, k, i)
			fmt.Fprintf(&b, "  line at %.1f %.1f: %s along %s\n", w.X, w.Y, w.Path, w.Along)
		}
	}
	golden(t, "network.txt", b.String())
}

// TestNetworkRows checks that texts next to the drawing are aligned with its rows, whichever side is higher.
func TestNetworkRows(t *testing.T) {
	for _, test := range []struct{ inputs, rules int }{{0, 0}, {1, 1}, {3, 50}, {48, 2}, {48, 50}} {
		n := chart.NetworkDiagram{
			RowHeight: 24, Joins: "OR", Answer: "yes",
			Inputs: make([]chart.Input, test.inputs), Rules: make([]chart.DiagramRule, test.rules),
		}
		s := n.Scene()
		for k, r := range s.Rules {
			if want := s.Top + 24*float64(k) + 12; r.Y != want {
				t.Errorf("%v: rule %d is at %v, want %v", test, k, r.Y, want)
			}
		}
		if bottom := s.Height - s.Top - 24*float64(test.rules); s.Top < 0 || bottom-s.Top > 1e-9 || s.Top-bottom > 1e-9 {
			t.Errorf("%v: %v above the rows and %v below", test, s.Top, bottom)
		}
	}
}

// TestWireAlone: the paths of a rule contain the path of each of its lines.
func TestWireAlone(t *testing.T) {
	n := figure1()
	s := n.Scene()
	for k, r := range s.Rules {
		for i, w := range n.Rules[k].Lines {
			alone := n.Wire(s, k, i).Path
			in := map[bool]string{true: r.Positive, false: r.Negative}[w.Weight > 0]
			if w.Weight == 0 {
				in = r.Masked
			}
			if !strings.Contains(in, alone) {
				t.Errorf("rule %d, line %d: %s is not in %s", k, i, alone, in)
			}
		}
	}
}

func TestWireWidth(t *testing.T) {
	for _, test := range []struct{ weight, want float64 }{{0, 0.8}, {0.1, 0.8}, {1, 2.5}, {-1, 2.5}, {-2, 5}, {100, 8}} {
		if got := chart.WireWidth(test.weight); got != test.want {
			t.Errorf("WireWidth(%v) = %v, want %v", test.weight, got, test.want)
		}
	}
}

func BenchmarkNetwork(b *testing.B) {
	n := chart.NetworkDiagram{RowHeight: 24, Joins: "OR", Answer: "yes", Inputs: make([]chart.Input, 48), Rules: make([]chart.DiagramRule, 50)}
	for k := range n.Rules {
		for i := range 16 {
			n.Rules[k].Lines = append(n.Rules[k].Lines, chart.Edge{Input: (k + 3*i) % 48, Weight: float64(i-8) / 4})
		}
	}
	for b.Loop() {
		n.Scene()
	}
}
