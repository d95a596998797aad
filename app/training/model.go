// Package training starts, steers and shows a run: its controls, figures, charts, current rules and snapshots.
package training

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model is the state of the training panel. The run itself is core.View.Run.
type Model struct {
	Chart    int  // the index of the chart that is shown, in charts
	Speed    int  // epochs between updates of the view during a run; 0 for as often as possible
	Unkeyed  bool // keyboard shortcuts are disabled
	Notifies bool // the browser shows a notification when a run ends

	id        core.ID   // of the request of the current run
	scoring   *scoring  // the snapshot being scored, nil for none
	announced time.Time // when an event of a run was last announced
}

// Handles reports whether a request is that of the current run. If so, this feature also handles a crash of the engine during it.
func (m Model) Handles(id core.ID) bool { return id != core.NoID && id == m.id }

// scoring is a model built from a snapshot, with the scores known so far.
type scoring struct {
	id       core.ID
	model    *protocol.Model    // with the raw rules and, once these are scored, with the simplified ones
	learned  rule.Set           // the raw rules
	outcome  *protocol.Outcome  // of the raw rules, once scored
	snapshot *protocol.Snapshot // the source of the model, if it is to become the result of a lost run; otherwise nil
}

// speeds lists the intervals of view updates during a run, in epochs, with their labels.
var speeds = [][2]string{{"0", "max"}, {"1", "every epoch"}, {"5", "every 5 epochs"}, {"25", "every 25 epochs"}}

// steerable returns why a run cannot be shown epoch by epoch, "" if it can.
func steerable(c core.View) string {
	run := c.Run
	if run.Started != nil && run.Active() && run.Started.Helpers > 0 || !run.Active() && c.Plan != nil && c.Plan.Helpers > 0 {
		return "Networks trained in parallel do not share epochs."
	}
	return ""
}

// Toggle returns the message of the space bar: PauseAsked or ResumeAsked; nil if neither applies.
func Toggle(run core.Run) core.Msg {
	switch run.Phase {
	case core.Training:
		return PauseAsked{}
	case core.Held:
		return ResumeAsked{}
	}
	return nil
}
