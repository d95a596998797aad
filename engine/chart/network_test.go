package chart_test

import (
	"testing"

	"drnet/engine/chart"
)

// An edge joins the middles of the rows that its nodes have in a box of 420: those of 2 and of 3 nodes here. It begins level, as all
// edges of its node do.
func TestEdge(t *testing.T) {
	for _, test := range []struct {
		i, n, j, m int
		want       string
	}{
		{0, 2, 0, 3, "M0 105H30C65 105 65 70 100 70"},
		{1, 2, 2, 3, "M0 315H30C65 315 65 350 100 350"},
		{0, 1, 0, 1, "M0 210H30C65 210 65 210 100 210"},
	} {
		if got := chart.Edge(test.i, test.n, test.j, test.m); got != test.want {
			t.Errorf("node %d of %d to node %d of %d: %s, want %s", test.i, test.n, test.j, test.m, got, test.want)
		}
	}
}
