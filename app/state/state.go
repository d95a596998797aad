// Package state is what the page knows, and how every message changes it: Update takes a State and a Msg and returns
// the next State and what to ask of the engine. It draws nothing and touches no browser.
package state

import (
	"time"

	"drnet/app/core"
	"drnet/app/privacy"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// State is all that the page shows follows from.
type State struct {
	Engine  core.Engine
	Problem string // what is wrong with the engine; "" if nothing is
	Silent  bool   // nothing has been heard of it for a while, though something was asked

	Samples []sample.Sample

	Reading     string          // name of the table that is being read, "" for none
	Pace        Pace            // of the reading
	Peek        *protocol.Table // the beginning of the table that is being read, nil until it is known
	Table       *protocol.Table // nil before the first one
	Source      core.Source     // what Table was read from
	Dialect     Dialect         // how the file is to be read, as it is chosen and typed
	DataProblem *core.Problem   // with the last file
	Question    *core.Question  // to be answered before anything is lost, nil for none
	View        Browser
	Frame       Frame

	Setup       core.Setup
	Plan        *protocol.Planned // what a training would start with, as far as the engine has told
	PlanProblem *core.Problem     // why it cannot start
	Trial       Trial             // how long it would take
	Run         core.Run
	Net         Net
	Teach       Teach
	Edits       Edits
	Forward     Forward
	Study       Study // the rules that are read
	Trade       Trade
	Contest     Contest
	Browse      Browse // rows of the table that are looked at
	Speed       int    // epochs after which a training is shown; 0 for as often as can be followed
	Unkeyed     bool   // no key does anything but in a field or on a button
	Notifies    bool   // the end of a training is to be told by the browser
	Whole       Whole  // the model of many classes that Study is a set of, if it is one

	Address Address // of the page
	Privacy privacy.Model

	Keeping Keeping // of the work on this computer

	pending []pending      // requests, in the order of asking
	lastID  core.ID        // of the newest request
	refused *core.Source   // the file of DataProblem, if it was refused
	waiting *pending       // the reading that Question is about
	planned *planKey       // what Plan or PlanProblem is about, or what is being asked
	answer  map[string]int // places in Plan.Columns by name
	grabbed bool           // a threshold is being dragged
	saved   version        // of the model that was taken away the last time, or came from a file

	commands []core.Command // that the message at hand leads to; nil between messages

	said time.Time // Status was said of a training

	Status string // the newest thing worth telling, for screen readers: never more than a training's milestones
}

// Browser is what is shown of the columns. The zero value is the first page of all, with no column opened.
type Browser struct {
	Sought string // only columns whose names have this text
	Page   int    // from 0
	Opened string // name of the column whose thresholds are edited, "" for none
	Drawn  int    // how many parts of the columns and rows are drawn: all at once would hold the page
}

// Msg is something that happened: one of the types in msg.go, or a message of a feature.
type Msg = core.Msg

// New returns the state of a page that was just opened.
func New() State {
	return State{Engine: core.Starting, Samples: sample.All(), Setup: core.NewSetup(), Study: Study{Editing: NoRule}, Dialect: dialectOf(core.Source{}.Options)}
}
