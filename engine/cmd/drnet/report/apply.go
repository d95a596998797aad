package report

import (
	"fmt"
	"io"

	"drnet/engine/cmd/drnet/console"
	"drnet/engine/protocol"
)

// Applied writes the warnings about predictions, and their accuracy if the table has the target.
func Applied(w io.Writer, f protocol.ModelFile, a protocol.Applied) {
	for _, warning := range console.LegibleAll(a.Warnings) {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	if a.Scores != nil {
		fmt.Fprintf(w, "accuracy %s on %d rows with a value of %q\n", percent(a.Scores.Accuracy, 2), a.Scores.Confusion.Rows(), f.Model.Target)
	}
	if f.MultiClass == nil {
		return
	}
	if s := a.Decided.Scores; s != nil {
		classScores(w, fmt.Sprintf("rows with a value of %q", f.MultiClass.Target), f.MultiClass.Names, *s)
	}
}
