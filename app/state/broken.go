package state

import (
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Broken is the end of a training whose engine was lost. The page knows it, the engine cannot.
const Broken drnet.Status = "broken"

// silence is what is said while nothing is heard of the engine.
const silence = "Nothing has been heard of the engine for two seconds: it may have much to do. If that lasts for ten, another one takes its place, " +
	"with the table and the best rules so far. Stopping does not wait as long."

// Trouble is what is wrong with the engine, "" if nothing is.
func (s State) Trouble() string {
	if s.Problem == "" && s.Silent {
		return silence
	}
	return s.Problem
}

// bestLook returns the best rules of a training that are known in full, and the number of the training among several; nil if there
// are none. Those of several sets are no whole.
func (r Run) bestLook() (best *protocol.Snapshot, restart int) {
	for i, c := range r.Curves {
		for _, look := range c.Kept {
			if len(look.Set) == 0 || c.Last.Sets > 1 {
				continue
			}
			if i == r.Best() && c.Last.Best != nil && look.Step == c.Last.Best.Step { // by the engine's measure, which counts weights too
				return look, c.Last.Restart
			}
			if best == nil || better(look, best) {
				best, restart = look, c.Last.Restart
			}
		}
	}
	return best, restart
}

// Salvage returns how the trainings stood that have found rules, when they broke off: that with the best ones, and of many classes
// all.
func (r Run) Salvage() (found []protocol.Progress) {
	for i, c := range r.Curves {
		if c.Last.Best != nil && (c.Last.Sets > 1 || i == r.Best()) {
			found = append(found, c.Last)
		}
	}
	return found
}

func better(a, b *protocol.Snapshot) bool {
	return a.Train > b.Train || a.Train == b.Train && a.Conditions < b.Conditions
}

// brokeOff makes a model of the best rules of a training whose engine was lost, and has it measured by the next one: until then the
// training is stopping. Ok is false if there are no rules yet.
func (s *State) brokeOff(p *Problem, at time.Time) (requests []protocol.Request, ok bool) {
	look, restart := s.Run.bestLook()
	if look == nil || s.Run.Started == nil || s.Run.Started.Head == nil || !fits(look.Set, s.Run.Started.Head) {
		return nil, false
	}
	m := *s.Run.Started.Head
	m.Rules = look.Set
	m.Learned.Step, m.Learned.Restart, m.Learned.Request.Refine = look.Step, restart, rule.NoPrice
	if m.Validate() != nil {
		return nil, false
	}
	s.Question, s.waiting = nil, nil
	told := *p
	told.Hint = p.Hint + " Kept are also the best rules up to then, of epoch " + Count(s.Run.EpochOf(look.Step)) + "."
	s.Run.Problem, s.Run.Phase, s.Status = &told, Stopping, p.Message
	k := keptModel{model: &m, learnt: look.Set, look: look}
	if s.Reading != "" { // the table is gone: what is read next will tell
		s.unmeasured(k, nil, at)
		return nil, true
	}
	*s, requests = s.measure(k)
	return requests, true
}

// unmeasured ends a training that broke off with rules of which no more is known than what was seen of them.
func (s *State) unmeasured(k keptModel, p *Problem, at time.Time) {
	m := *k.model
	o := protocol.Outcome{Rules: len(k.look.Rules), Conditions: k.look.Conditions}
	o.Train.Accuracy = k.look.Train
	m.Learned.Rows, m.Learned.Simplified = 0, o
	s.salvaged(protocol.Trained{Model: &m, Set: k.learnt}, at)
	s.Study.change(s.Study.At, func(step *Step) { step.Problem, step.Foreign = p, p == nil })
}

// salvaged ends a training that broke off with what was kept of it.
func (s *State) salvaged(e protocol.Trained, at time.Time) {
	e.Status, e.Steps = Broken, s.Run.made()
	p := s.Run.Problem
	s.ended(e, at)
	s.Status = p.Message + " Kept: " + Plural(len(e.Model.Rules), "rule", "rules") + "."
}
