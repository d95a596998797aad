package state

import (
	"drnet/app/core"
	"drnet/app/settings"
	"drnet/engine/drnet"
)

// runEnded shows the rules of a finished run.
func (s *State) runEnded(e core.RunEnded) {
	s.Question, s.waiting = nil, nil
	switch {
	case e.Discarded:
		return
	case e.Result == nil:
		s.Frame.fold(false, DataPlace, SettingsPlace)
		return
	}
	take(s, &s.Settings, settings.RunCompleted{Timed: e.Result.Status == drnet.Finished && s.Training.Speed == 0})
	if s.Rules.Learn(*e.Result, s.Source.Name) {
		s.pass(core.RulesOpened{})
	}
	if e.Unscored {
		s.Rules.Explain(e.Problem)
	}
}

// modelOpened opens a model file.
func (s *State) modelOpened(m core.ModelOpened) {
	if m.Problem != nil {
		s.Rules.Refuse(m.Problem)
	}
	if m.Problem != nil || !s.Rules.OpenFile(m.Name, m.File) {
		s.Status = s.Rules.Problem.Message
		return
	}
	s.opened(m.Name)
	take(s, &s.Storage, core.ModelSaved{})
}

// opened announces the rules of a file.
func (s *State) opened(name string) {
	s.pass(core.RulesOpened{})
	if c := s.Rules.Classes.Model; c != nil {
		s.Status = "Opened " + name + ": rules for " + core.Count(len(c.Names)) + " classes."
		return
	}
	s.Status = "Opened " + name + ": " + core.Plural(len(s.Rules.Model().Rules), "rule", "rules") + "."
}
