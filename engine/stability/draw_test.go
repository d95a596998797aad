package stability

import (
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// TestDraw checks that a draw keeps the number of rows of each class, and repeats some rows.
func TestDraw(t *testing.T) {
	positions, classes := bitmat.Indexes[int32](300), make([]uint8, 400)
	for i := range classes {
		classes[i] = uint8(i % 3 / 2)
	}
	seen := map[int32]bool{}
	for number := range 5 {
		out := draw(positions, classes, numeric.NewStream(1, draws, number))
		ones := 0
		for _, i := range out {
			seen[i] = true
			ones += int(classes[i])
		}
		if len(out) != 300 || ones != 100 || !slices.IsSorted(out) {
			t.Errorf("draw %d has %d rows, %d of class 1, want 300 and 100, ascending", number, len(out), ones)
		}
		if n := len(slices.Compact(slices.Clone(out))); n < 170 || n > 210 { // 1-1/e of them are expected: 190
			t.Errorf("draw %d has %d different rows, want about 190", number, n)
		}
	}
	if len(seen) < 290 {
		t.Errorf("five draws have %d different rows, want nearly all", len(seen))
	}
}

// TestDrawGroups checks that groups are drawn whole.
func TestDrawGroups(t *testing.T) {
	positions, groups := []int32{0, 2, 3, 5, 7, 8}, []int32{4, 9, 4, 1, 9, 4}
	for number := range 20 {
		out, of := drawGroups(positions, groups, numeric.NewStream(1, draws, number))
		times := map[int32]int{}
		for k, i := range out {
			times[i]++
			if at := slices.Index(positions, i); groups[at] != of[k] {
				t.Fatalf("row %d is in group %d, want %d", i, of[k], groups[at])
			}
		}
		if times[0] != times[3] || times[3] != times[8] || times[2] != times[7] || times[0]+times[2]+times[5] != 3 {
			t.Errorf("draw %d has the rows %v, want three whole groups", number, out)
		}
	}
}
