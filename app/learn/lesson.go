package learn

import (
	"maps"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
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
	Text  string
	Point string // id of the part of the page that the step describes, "" for none
	Label string // of the action button, "" for none
	// Done reports whether the step is completed; nil if it requires no action.
	Done func(core.View) bool
	// Says describes the result of the completed step; nil for none.
	Says func(core.View) string

	do []action // of the button
}

// action returns one of the commands of a button.
type action func(c core.View, at time.Time) core.Command

// Lessons returns the tour, followed by the lessons.
func Lessons() []Lesson {
	return []Lesson{tour(), ruleLesson(), pressureLesson(), overfittingLesson()}
}

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

// load resets the settings and loads a sample.
func load(name string) []action {
	return []action{
		func(c core.View, _ time.Time) core.Command {
			c.Setup.Fields, c.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.ThresholdEdit{}
			return core.Configure{Setup: c.Setup}
		},
		func(core.View, time.Time) core.Command { return LoadSample{Name: name} },
	}
}

// configure changes some settings.
func configure(fields map[setting.Key]string) action {
	return func(c core.View, _ time.Time) core.Command {
		c.Setup.Fields = maps.Clone(c.Setup.Fields)
		maps.Copy(c.Setup.Fields, fields)
		return core.Configure{Setup: c.Setup}
	}
}

func train(_ core.View, at time.Time) core.Command { return Train{At: at} }

func trySettings(_ core.View, at time.Time) core.Command { return TrySettings{At: at} }

func switchFirstRule(core.View, time.Time) core.Command { return RuleSwitch{Line: 0} }

func undo(core.View, time.Time) core.Command { return UndoEdit{} }

// show opens a tab of the rules.
func show(t core.Tab) action {
	return func(core.View, time.Time) core.Command { return core.Send{Msg: core.TabChosen{Tab: t}} }
}

// trainedOn reports whether the current rules come from the last run, on the named sample with these settings.
func trainedOn(name string, fields map[setting.Key]string) func(core.View) bool {
	return func(c core.View) bool {
		r := c.Run
		if c.Source.Sample != name || c.Table == nil || r.Phase != core.Done || !r.Gave(c.Revision.Model) {
			return false
		}
		for f, text := range fields {
			if r.Setup.Text(f) != text {
				return false
			}
		}
		return true
	}
}

// loadedTable reports whether the named sample is loaded.
func loadedTable(name string) func(core.View) bool {
	return func(c core.View) bool { return c.Table != nil && c.Source.Sample == name && c.Reading == "" }
}

// onTab reports whether a tab of the rules is selected.
func onTab(t core.Tab) func(core.View) bool {
	return func(c core.View) bool { return c.Revision.Model != nil && c.Tab == t }
}

// sizeAndScores describes the size and the accuracy of the current rules.
func sizeAndScores(c core.View) string {
	o, ok := c.Revision.Outcome()
	if !ok {
		return ""
	}
	return outcomeInWords(o)
}

func outcomeInWords(o protocol.Outcome) string {
	text := core.Plural(o.Rules, "rule", "rules") + " with " + core.Plural(o.Conditions, "condition", "conditions") +
		": train accuracy " + core.Percent(o.Train.Accuracy)
	if o.Test != nil {
		text += ", test accuracy " + core.Percent(o.Test.Accuracy)
	}
	return text + "."
}

// comparedWithBefore describes the current rules and the previous ones in the history.
func comparedWithBefore(c core.View) string {
	text := "Now: " + sizeAndScores(c)
	if o, ok := c.Earlier.Outcome(); ok && o.Test != nil {
		text = "Before: " + outcomeInWords(o) + " " + text
	}
	return text
}
