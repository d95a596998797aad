// Package audit examines the rules beyond their accuracy: groups of rows, stability, and drift in another table.
package audit

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds the groups and the stability of the current rules.
type Model struct {
	by     [2]string // columns that form groups; "" for none
	chosen bool      // a column was chosen, so the panel stays open when other rules are shown
	groups core.Query[grouped, *protocol.GroupsCompared]

	disparity int                   // the bounded measure, an index into disparities
	limits    [2]*string            // typed limits, by disparity; nil for the default
	adopts    bool                  // the rules that the search chooses are opened when it ends
	traced    *protocol.BoundTraced // result of the newest search
	tracedBy  protocol.Bound        // the bound of that search
	askedBy   protocol.Bound        // the bound of the running or newest search
	shown     *protocol.Model       // rules on the page when the search began: those without a bound, or rules of an earlier search

	drawing  core.Task       // measures the stability
	bounding core.Task       // searches rules under a bound
	asked    *protocol.Model // the rules that the running or newest task is about
	result   *protocol.StabilityMeasured
	of       *protocol.Model // the rules that result is about
}

// grouped identifies a comparison of groups.
type grouped struct {
	model   *protocol.Model
	classes *protocol.MultiClass
	by      [2]string
}

// Active reports whether a task is running that learns rules again: the stability, or a search under a bound.
func (m Model) Active() bool { return m.drawing.Active() || m.bounding.Active() }
