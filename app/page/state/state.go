// Package state holds the models of all features, and coordinates them. Update takes a State and a Msg, and returns the
// next State and commands. The package draws nothing and does not access the browser.
package state

import (
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/export"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/network"
	"drnet/app/privacy"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/sample"
)

// State holds everything the page is rendered from.
type State struct {
	core.Shared

	Problem string // why the engine does not work; "" if it works
	Silent  bool   // the engine has not reported for a while despite pending requests

	Samples []sample.Sample

	Question *core.Confirmation // confirmation before data is lost, nil for none
	Frame    Frame

	Settings settings.Model
	Rules    rules.Model
	Data     data.Model
	Explain  explain.Model
	Export   export.Model
	TradeOff tradeoff.Model
	Compare  compare.Model
	Rows     rows.Model
	Training training.Model

	Link    link.Model
	Learn   learn.Model
	Network network.Model
	Privacy privacy.Model

	Storage storage.Model

	pending []pending        // requests, in the order in which they were sent
	lastID  core.ID          // of the newest request
	waiting *load            // the reading that Question is about
	awaited *storage.Project // the current project, whose table is not loaded

	commands []core.Command // commands of the current message; nil between messages

	Status string // the newest announcement for screen readers; of a run, only milestones
}

// View returns what the features may read, until the state changes. Every feature gets one for every message, so that costly
// parts are functions.
func (s *State) View() core.View {
	return core.View{
		Shared: s.Shared, Revision: s.Rules.Now(), Earlier: s.Rules.Earlier(), MultiClass: s.Rules.Classes.Model, Member: s.Rules.Classes.At,
		Requested: s.requested(), Busy: s.Busy(), Teaching: s.Learn.Teaching, Dragging: s.Data.Dragging, Pending: len(s.pending) > 0,
		Estimate: s.Settings.Estimate.Duration(), Free: s.lastID + 1,
		Obstacle:     s.Obstacle,
		Work:         func() core.Work { return s.Rules.Work() },
		Settings:     func() string { return link.Of(s.Shared, true).String() },
		SweepFinding: func() string { return s.TradeOff.KneeInWords() },
	}
}

// Drawing reports whether some columns, preview rows, rules or neurons are not yet rendered.
func (s *State) Drawing() bool {
	return s.Data.Drawing(s.View()) || s.Rules.Drawing(s.Tab) || s.Network.Drawing(s.View())
}

// Obstacle returns why no run can start, "" if one can.
func (s *State) Obstacle() string {
	switch {
	case s.Engine == core.Gone:
		return "The engine could not be started."
	case s.Reading != "":
		return "Reading " + s.Reading + " …"
	case s.Table == nil:
		return "Drop a table first."
	case s.TradeOff.Active():
		return "Wait for the trade-off to end, or stop it."
	case s.Compare.Active():
		return "Wait until the learners have been compared, or stop them."
	}
	return settings.Obstacle(s.Shared)
}

// Untimed reports whether the duration of the next run is unknown and the engine is idle.
func (s *State) Untimed() bool { return s.Settings.Untimed(s.View()) }

// Busy reports whether the engine runs a long task.
func (s *State) Busy() bool { return s.Run.Active() || s.TradeOff.Active() || s.Compare.Active() }

// Msg is an event: one of the types in msg.go, or a message of a feature.
type Msg = core.Msg

// New returns the state of a newly opened page.
func New() State {
	return State{
		Shared:  core.Shared{Engine: core.Starting, Setup: core.NewSetup()},
		Samples: sample.All(), Rules: rules.New(),
	}
}

// silence is the message shown while the engine sends nothing.
const silence = "Nothing has been heard of the engine for two seconds: it may have much to do. " +
	"If that lasts for ten, another one takes its place, with the table and the best rules so far. Stopping does not wait as long."

// Trouble describes the current problem with the engine, "" if it has none.
func (s State) Trouble() string {
	if s.Problem == "" && s.Silent {
		return silence
	}
	return s.Problem
}
