package training

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// StartAsked begins a run. PauseAsked and ResumeAsked pause and continue it; StopAsked ends it and keeps the best checkpoint. StepAsked
// trains one epoch. RestartAsked discards the run and starts another; WholeRunAsked starts one without an early end.
type (
	StartAsked    struct{ At time.Time }
	PauseAsked    struct{}
	ResumeAsked   struct{}
	StopAsked     struct{}
	StepAsked     struct{ At time.Time }
	RestartAsked  struct{ At time.Time }
	WholeRunAsked struct{ At time.Time }
)

// SnapshotChosen shows a snapshot by its index, EpochSought the one nearest to an epoch; SnapshotUsed opens it as a model.
type (
	SnapshotChosen struct{ Place int }
	EpochSought    struct{ Text string }
	SnapshotUsed   struct{}
)

// ChartChosen shows another chart. SpeedChosen sets the epochs between view updates. KeysSwitched enables keyboard shortcuts of a
// run; NotifySwitched enables a notification at its end. MarksExpired reports the time, so that marks of changed rules disappear.
type (
	ChartChosen    struct{ Chart int }
	SpeedChosen    struct{ Epochs int }
	KeysSwitched   struct{ On bool }
	NotifySwitched struct{ On bool }
	MarksExpired   struct{ At time.Time }
)

// update is an Update in progress.
type update struct {
	Model
	run      core.Run
	c        core.View
	changes  bool           // the message concerns this feature, so that the run is stored again
	commands []core.Command // carried out after the run is stored
}

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	if _, ok := msg.(core.Refresh); ok {
		return m, nil
	}
	u := &update{Model: m, run: c.Run, c: c, changes: true}
	switch msg := msg.(type) {
	case core.Heard:
		u.heard(msg)
	case core.ReadingStarted:
		if u.scoring != nil && u.scoring.snapshot == nil { // it must not be scored on the new table
			u.scoring = nil
		}
	case StartAsked:
		u.start(msg.At)
	case PauseAsked:
		u.controlIn(core.Training, protocol.Pause{})
	case ResumeAsked:
		u.controlIn(core.Held, protocol.Resume{})
	case StopAsked:
		u.stop()
	case StepAsked:
		u.step(msg.At)
	case RestartAsked:
		u.restart(msg.At)
	case WholeRunAsked:
		setup := c.Setup.With(map[setting.Key]string{setting.Review: core.WholeRun})
		return m, []core.Command{core.Configure{Setup: setup}, core.Train{At: msg.At}}
	case ChartChosen:
		u.Chart = msg.Chart
	case SpeedChosen:
		u.speed(msg.Epochs)
	case SnapshotChosen:
		u.run.Scrub(msg.Place)
	case EpochSought:
		u.run.Seek(msg.Text)
	case SnapshotUsed:
		u.useSnapshot()
	case MarksExpired:
		u.run.Live = u.run.Live.Settle(msg.At)
	case KeysSwitched:
		u.Unkeyed = !msg.On
	case NotifySwitched:
		u.Notifies = msg.On
	default:
		u.changes = false
	}
	if !u.changes {
		return u.Model, nil
	}
	return u.Model, append([]core.Command{core.SetRun{Run: u.run}}, u.commands...)
}

func (u *update) do(c core.Command) { u.commands = append(u.commands, c) }

func (u *update) ask(r protocol.Request) core.ID {
	id := u.c.Free
	u.c.Free++
	u.do(core.Request{ID: id, Body: r})
	return id
}

// control sends Pause, Resume, Step, Pace or Stop after the request of the run.
func (u *update) control(r protocol.Request) {
	if u.id != core.NoID {
		u.do(core.Request{ID: u.id, Body: r})
	}
}

// heard handles an event that belongs to the run or to the snapshot being scored.
func (u *update) heard(h core.Heard) {
	switch {
	case u.Handles(h.ID):
		if protocol.Final(h.Event) {
			u.id = core.NoID
		}
		if refused, ok := h.Event.(protocol.Refused); ok {
			u.refused(core.ProblemOf(refused), h.At)
		} else if u.run.Active() { // events of a run that was given up are ignored
			u.hear(h.Event, h.At)
		}
	case u.scoring != nil && u.scoring.id == h.ID:
		u.hearScore(h.Event, h.At)
	default:
		u.changes = false
	}
}
