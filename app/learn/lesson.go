package learn

import (
	"maps"
	"time"

	"drnet/app/core"
	"drnet/engine/setting"
)

// Lesson is a sequence of steps that drives the page itself and shows no screenshots.
type Lesson struct {
	Name  string // of the lesson
	About string // its topic
	Steps []LessonStep
}

// LessonStep is one step of a lesson.
type LessonStep struct {
	Title string
	Point string // id of the part of the page that the step describes, "" for none
	task
	Says func(core.View) string // describes the result of the completed step; nil for none
	Text string
}

// task is the action of a step; the zero value is none.
type task struct {
	Label string               // of its button, "" for none
	Done  func(core.View) bool // reports whether the step is completed; nil if it requires no action
	do    []action
}

// action returns one of the commands of a task.
type action func(c core.View, at time.Time) core.Command

// fields holds the settings of a step.
type fields map[setting.Key]string

// Obstacle returns the reason why the action of a step is not possible now, "" if it is.
func Obstacle(c core.View) string {
	switch {
	case c.Engine == core.Gone:
		return "The engine could not be started."
	case c.Reading != "":
		return "The table is being read …"
	case c.Run.Active():
		return "A run is in progress …"
	case c.Busy:
		return "Settings or learners are being compared …"
	}
	return ""
}

// loading resets the settings and loads a sample.
func loading(label, sample string) task {
	reset := func(c core.View, _ time.Time) core.Command {
		c.Setup.Fields, c.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.ThresholdEdit{}
		return core.Configure{Setup: c.Setup}
	}
	loaded := func(c core.View) bool { return c.Table != nil && c.Source.Sample == sample && c.Reading == "" }
	return task{label, loaded, []action{reset, always(LoadSample{Name: sample})}}
}

// training trains on a sample after changing some settings. It is completed if the current rules come from such a run.
func training(label, sample string, set fields) task {
	trained := func(c core.View) bool {
		r := c.Run
		if c.Source.Sample != sample || c.Table == nil || r.Phase != core.Done || !r.Gave(c.Revision.Model) {
			return false
		}
		for f, text := range set {
			if r.Setup.Text(f) != text {
				return false
			}
		}
		return true
	}
	train := func(_ core.View, at time.Time) core.Command { return Train{At: at} }
	if set == nil {
		return task{label, trained, []action{train}}
	}
	return task{label, trained, []action{configure(set), train}}
}

// opening opens a tab of the rules.
func opening(label string, t core.Tab) task {
	return task{label, func(c core.View) bool { return c.Revision.Model != nil && c.Tab == t }, []action{show(t)}}
}

// configure changes some settings.
func configure(set fields) action {
	return func(c core.View, _ time.Time) core.Command {
		c.Setup.Fields = maps.Clone(c.Setup.Fields)
		maps.Copy(c.Setup.Fields, set)
		return core.Configure{Setup: c.Setup}
	}
}

// show opens a tab of the rules.
func show(t core.Tab) action { return always(core.Send{Msg: core.TabChosen{Tab: t}}) }

func trySettings(_ core.View, at time.Time) core.Command { return TrySettings{At: at} }

// always returns a command that depends on nothing.
func always(command core.Command) action {
	return func(core.View, time.Time) core.Command { return command }
}
