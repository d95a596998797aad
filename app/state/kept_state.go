package state

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Usable returns the reason why the selected snapshot cannot be opened as a model, "" if it can.
func (s State) Usable() string {
	r := s.Run
	place := r.Sighted()
	switch {
	case place < 0 || r.Phase != core.Done:
		return "When the training has ended, they can be opened as a model."
	case r.Model == nil || s.Table == nil || r.TableChanged:
		return "They cannot be opened alone: they are of a training with several sets of rules, or of another table."
	case r.Looks()[place].Set == nil && len(r.Looks()[place].Rules) > 0:
		return "They are too long to be opened: more than " + core.Count(protocol.MaxListedConditions) + " conditions."
	case s.asking(askedKept):
		return "Measuring how they fare …"
	}
	return ""
}

// A keptModel is a model built from a snapshot, with the scores known so far.
type keptModel struct {
	model   *protocol.Model // with the raw rules
	learnt  rule.Set
	outcome *protocol.Outcome  // of the raw rules, once scored
	look    *protocol.Snapshot // the source snapshot if the run was lost and the model is its result
}

// useKept scores the rules of the selected snapshot, first raw and then simplified. The result equals the model of a
// run that ends with this snapshot, without refinement.
func (s *State) useKept() {
	if s.Usable() != "" || s.Busy() || s.Reading != "" || s.Engine == core.Gone {
		return
	}
	look := s.Run.Looks()[s.Run.Sighted()]
	if !core.Fits(look.Set, s.Run.Model) {
		return
	}
	m := *s.Run.Model
	m.Rules, m.Edited, m.Marks, m.Off = look.Set, false, nil, nil
	if m.Rules == nil {
		m.Rules = rule.Set{}
	}
	m.Learned.Step, m.Learned.Restart, m.Learned.Refined, m.Learned.Edited = look.Step, s.Run.Curves[s.Run.Best()].Last.Restart, nil, nil
	m.Learned.Request.Refine = rule.NoPrice
	s.measure(keptModel{model: &m, learnt: m.Rules})
}

func (s *State) measure(k keptModel) {
	s.ask(protocol.Score{Model: k.model}, pending{what: askedKept, kept: k})
}

// scoredKept handles a score of a snapshot: it requests the next score or opens the model.
func (s *State) scoredKept(e protocol.Scored, k keptModel, at time.Time) {
	o, m := e.Outcome, *k.model
	if k.outcome == nil {
		m.Rules = core.Revision{Model: &m, Set: k.learnt}.Rules(core.Simplified)
		s.measure(keptModel{&m, k.learnt, &o, k.look})
		return
	}
	m.Learned.Trained, m.Learned.Simplified = *k.outcome, o
	if k.look != nil {
		s.salvaged(protocol.Trained{Model: &m, Set: k.learnt}, at)
		return
	}
	epoch := core.Count(s.Run.EpochOf(m.Learned.Step))
	s.open(core.Revision{Words: "rules of epoch " + epoch + " opened", Model: &m, Set: k.learnt, From: s.Source.Name})
	s.Status = "Opened the rules of epoch " + epoch + ": " + core.Plural(len(m.Rules), "rule", "rules") + "."
}
