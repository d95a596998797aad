package core

import (
	"slices"
	"strings"

	"drnet/engine/protocol"
)

// Predictions is a CSV of rows and predictions that the engine writes in parts. The zero value is not requested.
type Predictions struct {
	Wanted   bool     // requested, and not complete
	Complete bool     // all rows are written
	Parts    []string // as far as written
	Next     int      // the next row to write
	Problem  *Problem // why it cannot be written

	id ID // of the pending request, NoID for none
}

// predictedRows is the number of rows written at a time: a few megabytes.
const predictedRows = 50_000

// Ask requests the next part, if one is wanted and no request is pending.
func (p *Predictions) Ask(r protocol.Predict, id ID) []Command {
	if !p.Wanted || p.id != NoID {
		return nil
	}
	p.id, r.From, r.Rows = id, p.Next, predictedRows
	return []Command{Request{ID: id, Body: r}}
}

// Hear takes a part or a refusal, and reports whether it answers the pending request.
func (p *Predictions) Hear(h Heard) bool {
	if p.id == NoID || h.ID != p.id {
		return false
	}
	switch e := h.Event.(type) {
	case protocol.Predicted:
		p.id, p.Next, p.Parts = NoID, e.Next, append(slices.Clip(p.Parts), e.CSV)
		p.Wanted, p.Complete = e.Next != 0, e.Next == 0
	case protocol.Refused:
		problem := ProblemOf(e)
		if *p = (Predictions{}); !problem.Cancelled() {
			p.Problem = problem
		}
	}
	return true
}

// CSV returns the parts written so far.
func (p Predictions) CSV() string { return strings.Join(p.Parts, "") }
