package compare

import (
	"testing"

	"drnet/app/core"
)

// With weights of rows, the benchmark says how learners without weights get them.
func TestWeightInWords(t *testing.T) {
	want := " Rows count by their weight in column “w”; learners without weights get rows drawn in proportion to them."
	if got := weightInWords(core.Setup{Weight: "w"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := weightInWords(core.Setup{}); got != "" {
		t.Errorf("without weights: %q", got)
	}
}
