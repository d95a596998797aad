package state

import "drnet/app/core"

// Frame holds the theme and the folded parts of the page. The zero value follows the system's theme and folds nothing.
type Frame struct {
	Theme  Theme
	Folded map[Place]bool // parts that narrow windows fold to one line
}

// Theme is light, dark, or the system's choice.
type Theme string

// The themes.
const (
	SystemTheme Theme = ""
	LightTheme  Theme = "light"
	DarkTheme   Theme = "dark"
)

// Place is one of the four numbered parts of the page, named as in the address.
type Place string

// The parts.
const (
	DataPlace     Place = "data"
	SettingsPlace Place = "settings"
	TrainingPlace Place = "training"
	RulesPlace    Place = "rules"
)

// Station is one part of the page, on the path from a table to rules.
type Station struct {
	Place Place
	Name  string
	Reach Reach
	Words string // a short summary of the part, "" for none
}

// Reach is the progress of a part.
type Reach string

// The values of Reach.
const (
	Ahead  Reach = "ahead" // upcoming
	AtWork Reach = "now"
	Behind Reach = "done"
)

// fold folds or unfolds parts.
func (f *Frame) fold(folded bool, places ...Place) {
	for _, p := range places {
		f.Folded = core.With(f.Folded, p, folded)
	}
}

// Stations returns the parts of the page in order, with the progress of each. At most one of them is current.
func (s State) Stations() []Station {
	data := Station{DataPlace, "Data", AtWork, ""}
	settings := Station{SettingsPlace, "Settings", Ahead, ""}
	training := Station{TrainingPlace, "Training", Ahead, ""}
	rules := Station{RulesPlace, "Rules", Ahead, ""}
	if t := s.Table; t != nil {
		data.Reach, data.Words, settings.Reach = Behind, core.Plural(t.Rows, "row", "rows"), AtWork
	}
	if c := s.TargetColumn(); c != nil {
		settings.Words = "predict " + c.Name
	}
	if m := s.Rules.Model(); m != nil {
		rules.Reach, rules.Words = Behind, core.Plural(len(m.Rules), "rule", "rules")
	}
	switch {
	case s.Run.Active():
		settings.Reach, training.Reach, training.Words = Behind, AtWork, shareInWords(s.Run)
	case s.Run.Learnt() && !s.Stale():
		settings.Reach, training.Reach, rules.Reach = Behind, Behind, AtWork
	case s.Run.Learnt():
		training.Words = "settings changed"
	}
	return []Station{data, settings, training, rules}
}

// shareInWords returns the completed share of the run.
func shareInWords(r core.Run) string {
	switch {
	case r.Phase == core.Held:
		return "paused"
	case r.Refines != nil:
		return "refining"
	case r.Last.Steps == 0:
		return ""
	}
	return core.Count(r.Completed(100)) + " %"
}
