package rules

import (
	"testing"

	"drnet/app/core/coretest"
	"drnet/engine/eval"
)

// In a decision list the remarks on a rule call the others by their places, as the list does.
func TestRemarksNameRulesOfTheList(t *testing.T) {
	c := Card{unit: "row", remarks: []eval.Remark{{Flag: eval.Subsumed, Logic: true, Of: 2}, {Flag: eval.LowSupport, Rows: 3}}}
	c.flag(nil)
	coretest.Equal(t, c.Short, "inside rule 2, n = 3", "without a list")
	for range 2 { // the numbers are given after each change
		c.flag([]int{3, 14})
	}
	coretest.Equal(t, c.Short, "inside rule 14, n = 3", "in a list")
	coretest.Equal(t, c.Flags[0], "Inside rule 14: whatever meets it meets that one too.", "in a sentence")
}
