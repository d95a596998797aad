package state

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

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

// brokeOff builds a model from the best rules of a run whose engine was lost. The next engine scores it. The run stays
// in the phase Stopping until then. Ok is false before the first rules.
func (s *State) brokeOff(p *core.Problem, at time.Time) (ok bool) {
	look, restart := s.Run.BestSnapshot()
	if look == nil || s.Run.Started == nil || s.Run.Started.Head == nil || !core.Fits(look.Set, s.Run.Started.Head) {
		return false
	}
	m := *s.Run.Started.Head
	m.Rules = look.Set
	m.Learned.Step, m.Learned.Restart, m.Learned.Request.Refine = look.Step, restart, rule.NoPrice
	if m.Validate() != nil {
		return false
	}
	s.Question, s.waiting = nil, nil
	told := *p
	told.Hint = p.Hint + " Kept are also the best rules up to then, of epoch " + core.Count(s.Run.EpochOf(look.Step)) + "."
	s.Run.Problem, s.Run.Phase, s.Status = &told, core.Stopping, p.Message
	k := keptModel{model: &m, learnt: look.Set, look: look}
	if s.Reading != "" { // the table is gone, so nothing can be scored
		s.unmeasured(k, nil, at)
		return true
	}
	s.measure(k)
	return true
}

// unmeasured ends a lost run with rules of which only the training accuracy is known.
func (s *State) unmeasured(k keptModel, p *core.Problem, at time.Time) {
	m := *k.model
	o := protocol.Outcome{Rules: len(k.look.Rules), Conditions: k.look.Conditions}
	o.Train.Accuracy = k.look.Train
	m.Learned.Rows, m.Learned.Simplified = 0, o
	s.salvaged(protocol.Trained{Model: &m, Set: k.learnt}, at)
	s.Rules.Explain(p)
}

// salvaged ends a lost run with the rules that were saved from it.
func (s *State) salvaged(e protocol.Trained, at time.Time) {
	e.Status, e.Steps = core.Broken, s.Run.Made()
	p := s.Run.Problem
	s.ended(e, at)
	s.Status = p.Message + " Kept: " + core.Plural(len(e.Model.Rules), "rule", "rules") + "."
}
