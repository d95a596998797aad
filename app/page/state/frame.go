package state

import (
	"cmp"

	"drnet/app/core"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/privacy"
	"drnet/app/rules"
	"drnet/engine/protocol"
)

// Frame holds what surrounds the sections. The zero value follows the system's theme.
type Frame struct {
	Theme   Theme
	Panel   Panel // the open panel, NoPanel for none
	Toast   Toast
	Dragged bool         // files are dragged over the page
	asked   core.Section // to open when the table of a link is loaded; "" for none
}

// Panel covers a part of the page until it is closed. Lessons, Share and privacy have panels of their own.
type Panel string

// The panels.
const (
	NoPanel       Panel = ""
	MorePanel     Panel = "more"     // theme, keys, credits and version
	SettingsPanel Panel = "settings" // the settings, over another section
	RunsPanel     Panel = "runs"     // the list of runs
)

// ButtonID returns the ID of the button that opens the panel.
func (p Panel) ButtonID() string { return "open-" + string(p) }

// Toast is a message over the page, which closes by itself after a while. The zero value is none.
type Toast struct {
	Text   string
	Rules  bool            // it offers the rules of a run that has ended
	Undoes *protocol.Model // it offers to undo the edit that led to this model; nil otherwise
}

// Theme is light, dark, or the system's choice.
type Theme string

// The themes.
const (
	SystemTheme Theme = ""
	LightTheme  Theme = "light"
	DarkTheme   Theme = "dark"
)

// Station is a section on the path from a table to rules.
type Station struct {
	Section core.Section
	Reach   Reach
	Words   string // a short summary of the section, "" for none
}

// Reach is the progress of a section.
type Reach string

// The values of Reach.
const (
	Ahead  Reach = "ahead" // upcoming
	AtWork Reach = "now"
	Behind Reach = "done"
)

// Reachable reports whether a section has something to show.
func (s State) Reachable(at core.Section) bool {
	switch at {
	case core.DataSection, core.RulesSection:
		return s.Table != nil || s.Rules.Model() != nil
	case core.SettingsSection, core.TrainSection:
		return s.Table != nil
	}
	return false
}

// visit shows a section, if it is reachable, and closes the panel. A section that was not on the screen is drawn part by part.
func (s *State) visit(at core.Section) {
	if s.Reachable(at) {
		s.Learn.Explained, s.Learn.Handout = false, 0
		if at != s.Section {
			s.Data.Drawn, s.Rules.Drawn = 0, 0
		}
		s.Section, s.Frame.Panel, s.Help = at, NoPanel, ""
		if t := s.Frame.Toast; t.Rules && at == core.RulesSection || t.Undoes != nil && at != core.RulesSection { // undo would be unseen
			s.Frame.Toast = Toast{}
		}
	}
}

// offer shows a toast with a button, except in a lesson, where it would distract from the steps.
func (s *State) offer(t Toast) {
	if !s.Learn.Guided {
		s.Frame.Toast = t
	}
}

// panel handles the messages that open or close a panel. At most one is open. Beginning a lesson and Escape close it.
func (s *State) panel(m Msg) {
	own, isOwn := m.(PanelToggled)
	switch {
	case m == EscapePressed{}:
		s.closePanel()
		return
	case !isOwn:
		s.pass(m)
		s.Frame.Panel = NoPanel
	case s.Frame.Panel == own.Panel:
		s.Frame.Panel = NoPanel
		s.do(core.Focus{ID: own.Panel.ButtonID()})
	default:
		s.Frame.Panel = own.Panel
	}
	s.Learn.Menu = s.Learn.Menu && m == learn.MenuToggled{}
	s.Link.Open = s.Link.Open && m == link.ShareToggled{}
	s.Privacy.Open = s.Privacy.Open && m == privacy.PanelToggled{}
}

// closePanel closes the first of these that is open: a panel, the toast, the lesson, the selected rule.
func (s *State) closePanel() {
	switch {
	case s.Learn.Menu:
		s.pass(learn.MenuToggled{})
	case s.Link.Open:
		s.pass(link.ShareClosed{})
	case s.Privacy.Open:
		s.pass(privacy.PanelToggled{})
	case s.Frame.Panel != NoPanel:
		s.panel(PanelToggled{s.Frame.Panel})
	case s.Frame.Toast != Toast{}:
		s.Frame.Toast = Toast{}
	case s.Learn.Guided:
		s.pass(learn.LessonEnded{})
	case s.Section == core.RulesSection:
		s.pass(rules.RuleSelected{Line: rules.NoRule})
	}
}

// Stations returns the sections in order, with the progress of each. At most one of them is current.
func (s State) Stations() []Station {
	list := make([]Station, len(core.Sections))
	for i, at := range core.Sections {
		list[i] = Station{Section: at, Reach: Ahead}
	}
	data, settings, training, rules := &list[0], &list[1], &list[2], &list[3]
	data.Reach = AtWork
	if t := s.Table; t != nil {
		data.Reach, data.Words, settings.Reach = Behind, core.Plural(t.Rows, "row", "rows"), AtWork
	}
	if c := s.TargetColumn(); c != nil {
		settings.Words = "predict " + c.Name
	}
	if models := s.Rules.Work().Models; len(models) > 0 {
		n := 0
		for _, m := range models {
			n += len(m.Rules)
		}
		rules.Reach, rules.Words = Behind, core.Plural(n, "rule", "rules")
	}
	switch {
	case s.Run.Active():
		settings.Reach, training.Reach, training.Words = Behind, AtWork, shareInWords(s.Run)
	case s.Run.Learnt() && !s.View().Stale():
		settings.Reach, training.Reach, rules.Reach = Behind, Behind, AtWork
	case s.Run.Learnt():
		training.Words = "settings changed"
	}
	return list
}

func shareInWords(r core.Run) string {
	switch {
	case r.Phase == core.Held:
		return "paused"
	case r.Refines != nil:
		return "refining"
	case r.Last.Steps == 0:
		return ""
	}
	return core.Count(r.Completed(100)) + "%"
}

// arrive shows the section for a new table: that of the link, the rules if they waited for a table, otherwise the data.
func (s *State) arrive(first bool) {
	s.visit(cmp.Or(s.Frame.asked, core.Either(first && s.Rules.Model() != nil, core.RulesSection, core.DataSection)))
	s.Frame.asked = ""
}
