package dataset

import "testing"

// Codes are counted and reserved in every width.
func TestCodesCount(t *testing.T) {
	for _, most := range []int32{3, 300, maxTexts} {
		c, count := NewCodes([]int32{-1, 0, most, 0, -1, most, most}), make([]int, most+1)
		count[1] = 5
		c.countInto(count)
		if count[0] != 2 || count[1] != 5 || count[most] != 3 {
			t.Errorf("%v rows of the codes 0, 1 and %d, want 2, 5 and 3", []int{count[0], count[1], count[most]}, most)
		}
		if c.reserve(100); max(cap(c.narrow), cap(c.wide)) < 100 || c.Len() != 7 {
			t.Errorf("room for less than 100 codes up to %d", most)
		}
		before := c.held()
		if c.reserve(5); c.held() != before {
			t.Errorf("room for fewer codes changes what is held from %d to %d", before, c.held())
		}
	}
}
