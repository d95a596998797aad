// Package audit examines the rules beyond their accuracy: groups of rows, stability, and drift in another table.
package audit

import (
	"time"

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

	phase   phase
	bounds  bool                // the running or newest request is about a bound, not about the stability
	draws   protocol.Evaluating // progress
	since   time.Time           // the beginning of the request
	at      time.Time           // of the newest progress
	id      core.ID             // of the running request
	asked   *protocol.Model     // the rules that it is about
	result  *protocol.StabilityMeasured
	of      *protocol.Model // the rules of the result
	problem *core.Problem
}

// grouped identifies a comparison of groups.
type grouped struct {
	model   *protocol.Model
	classes *protocol.MultiClass
	by      [2]string
}

// phase is the state of a request for the stability, or for rules under a bound.
type phase int

const (
	idle phase = iota
	running
	stopping
)

// Active reports whether rules are learned again.
func (m Model) Active() bool { return m.phase != idle }

// active reports whether this is for a bound, or for the stability.
func (m Model) active(bounds bool) bool { return m.Active() && m.bounds == bounds }
