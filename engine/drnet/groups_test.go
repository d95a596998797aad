package drnet

import (
	"fmt"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// TestGroupsDescribeTheirRows follows the description of each row's pattern back to its bits.
func TestGroupsDescribeTheirRows(t *testing.T) {
	rnd := testRandom(1)
	column, other := make([]int, 300), make([]int, 300)
	for i := range column {
		column[i], other[i] = rnd.IntN(40), rnd.IntN(40)
	}
	tests := []struct {
		name       string
		cols, want int // want is the number of groups, or 0 if chance decides
		bit        func(i, j int) bool
	}{
		{"no features", 0, 0, nil},
		{"constants", 70, 1, func(_, j int) bool { return j%3 == 0 }},
		{"thresholds of a column", 39, 1, func(i, j int) bool { return column[i] <= j }},
		{"categories of a column", 40, 1, func(i, j int) bool { return column[i] == j }},
		{"thresholds of two columns", 80, 2, func(i, j int) bool {
			if j < 40 {
				return column[i] <= j
			}
			return other[i] <= j-40
		}},
		{"unrelated bits", 200, 0, func(int, int) bool { return rnd.IntN(2) == 0 }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			x := bitmat.New(len(column), test.cols)
			for i := range x.Rows {
				for j := range x.Cols {
					if test.bit(i, j) {
						x.Set(i, j)
					}
				}
			}
			g := newGroups(x)
			if n := len(g.flips); test.want > 0 && n != test.want {
				t.Errorf("%d groups, want %d", n, test.want)
			}
			for i := range x.Rows {
				got := g.featuresOf(i)
				want := []int32{}
				for j := range int32(x.Cols) {
					if x.Get(i, int(j)) {
						want = append(want, j)
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("row %d has the features %v, want %v", i, got, want)
				}
			}
		})
	}
}

// featuresOf returns the features of a row by its codes, ascending.
func (g *groups) featuresOf(row int) []int32 {
	all := []int32{}
	for k, flips := range g.flips {
		byCode := map[uint8][]int32{}
		for _, f := range flips {
			others := slices.DeleteFunc(slices.Clone(byCode[f.From]), func(o int32) bool { return o == f.Column })
			if f.Sign == 0 {
				others = append(others, f.Column)
			}
			byCode[f.To] = others
		}
		code := g.codes[row*g.words+k/inWord] >> (k % inWord * codeBits) % mostPatterns
		all = append(all, byCode[uint8(code)]...)
	}
	slices.Sort(all)
	return all
}

// TestTablesMatchVisits drops the broken rows of one to four rules both ways.
func TestTablesMatchVisits(t *testing.T) {
	const rows, features, rules = 257, 130, 4
	dropped := 0
	for _, r := range regimes {
		c := newDenseCase(r, rows, features, rules, PenaltyMean, 1)
		s := newStepper(c.net, Config{Batch: rows, Penalty: PenaltyMean}, rule.Weights{})
		rnd := testRandom(2)
		uniform := func(int) float32 { return 0.1 + 0.8*rnd.Float32() }
		s.draw(uniform, func(int) float32 { return 0.5 })
		for n := 1; n <= rules; n++ {
			t.Run(fmt.Sprintf("%s/rules=%d", r.name, n), func(t *testing.T) {
				var lanes []lane
				var want [][]uint64
				for j := range n {
					l := lane{open: s.gates.open(j), alive: make([]uint64, s.words)}
					soft, total := s.applyHard(l.alive, l.open, c.batch)
					if soft == 0 {
						continue
					}
					l.scale = scaleOf(max(total, 1.5))
					before := slices.Clone(l.alive)
					s.visitBroken(l, c.batch)
					dropped += bitmat.Count(before) - bitmat.Count(l.alive)
					want = append(want, l.alive)
					l.alive = before
					lanes = append(lanes, l)
				}
				if len(lanes) == 0 {
					return
				}
				s.tables.dropBroken(lanes, c.batch.groups, c.batch.code())
				for k, l := range lanes {
					if !slices.Equal(l.alive, want[k]) {
						t.Errorf("rule %d of %d keeps the rows %x, want %x", k, len(lanes), l.alive, want[k])
					}
				}
			})
		}
	}
	if dropped == 0 {
		t.Error("no row was dropped: nothing is tested")
	}
}
