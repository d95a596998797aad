package state

import (
	"drnet/app/learn"
	"drnet/app/rules"
	"drnet/app/tradeoff"
	"drnet/app/training"
)

// teach passes a message to the lessons. The list of lessons and a lesson close the dialog of links.
func (s *State) teach(m learn.Msg) {
	take(s, &s.Learn, m)
	switch m.(type) {
	case learn.MenuToggled, learn.LessonBegun:
		s.Link.Open = false
	}
}

// messageOf returns the message that carries out an action of a lesson or of the game.
func messageOf(a learn.Action) Msg {
	switch a := a.(type) {
	case learn.LoadSample:
		return SampleChosen{Name: a.Name}
	case learn.Train:
		return training.StartAsked{At: a.At}
	case learn.TrySettings:
		return tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: a.At}
	case learn.RuleSwitch:
		return rules.RuleSwitched{Line: a.Line}
	case learn.UndoEdit:
		return rules.Undone{}
	}
	return nil
}
