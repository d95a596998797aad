// Package audit examines the rules beyond their accuracy: groups of rows, stability, and drift in another table.
package audit

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds the groups and the stability of the current rules.
type Model struct {
	by     [2]string // columns that form groups; "" for none
	chosen bool      // a column was chosen: the panel stays open when other rules are opened
	groups core.Query[grouped, *protocol.GroupsCompared]

	disparity int        // that is bounded, an index into disparities
	limits    [2]*string // as typed, by disparity; nil for the usual one
	adopts    bool       // the rules that keep to the bound are opened
	traced    *protocol.BoundTraced
	tracedBy  protocol.Bound
	askedBy   protocol.Bound  // of the running or newest search
	shown     *protocol.Model // when the search was asked for: the rules without a bound, or some of an earlier search

	drawing  core.Task       // measures the stability
	bounding core.Task       // searches rules under a bound
	asked    *protocol.Model // the rules that the running or newest task is about
	result   *protocol.StabilityMeasured
	of       *protocol.Model // the rules of the result
}

// grouped identifies a comparison of groups.
type grouped struct {
	model   *protocol.Model
	classes *protocol.MultiClass
	by      [2]string
}

// Active reports whether rules are learned again.
func (m Model) Active() bool { return m.drawing.Active() || m.bounding.Active() }
