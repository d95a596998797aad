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
	groups core.Query[grouped, *protocol.GroupsCompared]

	phase   phase
	draws   protocol.Evaluating // progress
	since   time.Time           // the beginning of the draws
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

// phase is the state of a request for the stability.
type phase int

const (
	idle phase = iota
	running
	stopping
)

// Active reports whether rules are learned again.
func (m Model) Active() bool { return m.phase != idle }
