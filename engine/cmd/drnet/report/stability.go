package report

import (
	"fmt"
	"io"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// stabilityText writes how often rules and columns came back.
func stabilityText(w io.Writer, s protocol.StabilityMeasured) {
	fmt.Fprintf(w, "\nstability: %d searches on rows drawn again from the training rows\n", s.Draws)
	row := writeTable(w, "rule -7", "came back 10", "overlap 8")
	for k, r := range s.Rules {
		mark := ""
		if r.Unstable(s.Draws) {
			mark = "  unstable"
		}
		row(fmt.Sprintf("rule %d", k+1), fmt.Sprintf("%d of %d", r.Returned, s.Draws), float(r.Overlap, 2)+mark)
	}
	fmt.Fprintln(w, "columns of the rules, by the number of searches that used them:")
	for _, c := range s.Columns {
		other := ""
		if !c.Own {
			other = " (not in these rules)"
		}
		fmt.Fprintf(w, "  %s: %d of %d%s\n", dataset.EscapeControl(c.Name), c.Used, s.Draws, other)
	}
}
