// Package state is what the page knows, and how every message changes it: Update takes a State and a Msg and returns
// the next State and what to ask of the engine. It draws nothing and touches no browser.
package state

import (
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// State is all that the page shows follows from.
type State struct {
	Engine  Engine
	Problem string // what is wrong with the engine; "" if nothing is

	Samples []sample.Sample

	Reading     string          // name of the file that is being read, "" for none
	Table       *protocol.Table // nil before the first one
	DataProblem *Problem        // with the last file
	Setup       Setup
	Run         Run

	pending []string // names of the tables that were asked for, in order; Reading is the last

	Status string // the newest thing worth telling, for screen readers: never more than a training's milestones
}

// Engine says how the engine stands.
type Engine string

// The standings of the engine.
const (
	Starting Engine = "starting"
	Ready    Engine = "ready"
	Gone     Engine = "gone" // for good: nothing can be asked of it
)

// Problem is something that went wrong, as sentences: what, and what to do.
type Problem struct {
	Kind    string // for the page to offer the right button
	Message string
	Hint    string
}

// Msg is something that happened: one of the types in msg.go.
type Msg interface{ msg() }

// New returns the state of a page that was just opened.
func New() State {
	return State{Engine: Starting, Samples: sample.All(), Setup: newSetup()}
}
