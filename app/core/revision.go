package core

import (
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Step is a model as it was at some time.
type Step struct {
	Words   string // what was done: "rule 3 switched off"
	Model   *protocol.Model
	Set     rule.Set // the rules as learnt, nil if they are not known
	Refined rule.Set // the rules as they were refined, nil if they are not known
	Notes   []string // what was asked of the form of the rules and is not so
	From    string   // name of the table that they were learnt from, or of the model file
	// Foreign says that they were not learnt from the table in sight.
	Foreign bool
	Scored  *protocol.Scored  // on the table in sight, nil as long as it was not asked for
	Applied *protocol.Applied // the same, of a foreign model
	Problem *Problem          // why it could not be measured
}

// Stage says how far the rules of a model are worked on.
type Stage string

// The stages. The zero value is the last one: the model itself.
const (
	Final      Stage = ""
	AsLearnt   Stage = "learnt"
	Simplified Stage = "simplified"
	Refined    Stage = "refined"
)

// Outcome returns how the rules of a step fare, and ok if that is known. Where it was not measured on the table in sight,
// it is as the model says.
func (p Step) Outcome() (o protocol.Outcome, ok bool) {
	m := p.Model
	switch {
	case m == nil:
		return o, false
	case p.Scored != nil:
		return p.Scored.Outcome, true
	case m.Edited && m.Learned.Edited != nil:
		return *m.Learned.Edited, true
	case m.Edited:
		return o, false
	}
	return m.Learned.Outcome(), m.Learned.Rows > 0
}

// File returns the model of a step as it is written down: with how its rules fare, if they were edited.
func (p Step) File() *protocol.Model {
	if p.Model == nil || !p.Model.Edited || p.Scored == nil {
		return p.Model
	}
	m := *p.Model
	m.Learned.Edited = &p.Scored.Outcome
	return &m
}

// Rules returns the rules of a stage that are known.
func (p Step) Rules(stage Stage) rule.Set {
	switch stage {
	case AsLearnt:
		return p.Set
	case Simplified:
		simplifier := rule.NewSimplifier(p.Model.Encoder.Features())
		simplifier.Limits = p.Model.Learned.Request.Limits(p.Model.Encoder)
		return simplifier.Simplify(p.Set)
	case Refined:
		return p.Refined
	}
	return p.Model.Rules
}

// Fits reports whether a set asks only for features that a model has.
func Fits(set rule.Set, m *protocol.Model) bool {
	n := len(m.Encoder.Features())
	for _, r := range set {
		for _, l := range r {
			if l.Feature < 0 || l.Feature >= n {
				return false
			}
		}
	}
	return true
}
