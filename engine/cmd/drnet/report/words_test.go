package report

import (
	"strings"
	"testing"

	"drnet/engine/protocol"
)

// Counts have commas between thousands, and words for one or many.
func TestCounts(t *testing.T) {
	var b strings.Builder
	Inspect(&b, protocol.TableSummary{Name: "a.csv", Rows: 12345, LeftOut: 1234, Columns: make([]protocol.ColumnSummary, 1)}, nil, nil)
	for _, want := range []string{"a.csv: 12,345 rows, 1 column; ", "rows: 1,234 skipped\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q lacks %q", b.String(), want)
		}
	}
}
