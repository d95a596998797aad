package compare

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
)

// With weights of rows, the benchmark says how learners without weights get them.
func TestWeightInWords(t *testing.T) {
	want := " Rows count by their weight in column “w”; learners without weights get rows drawn in proportion to them."
	if got := weightInWords(core.Setup{Weight: "w"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	coretest.Equal(t, weightInWords(core.Setup{}), "", "without weights")
}
