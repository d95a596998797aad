package core

import (
	"slices"

	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Revision is a model as it was learned, opened or edited, with its scores. Each edit adds a revision.
type Revision struct {
	Words   string // description of the edit: "rule 3 switched off"
	Nth     int    // number of the edit, counted over all rule sets of a multiclass model
	Model   *protocol.Model
	Set     rule.Set          // raw rules, nil if unknown
	Refined rule.Set          // refined rules, nil if unknown
	Notes   []string          // requirements on the rules that are not met
	From    string            // name of the training table or of the model file
	Run     int               // number of the run that it comes from, 0 for none
	Setup   *Setup            // the settings that gave the rules; nil if they are unknown
	Foreign bool              // the rules come from another table than the current one
	Scored  *protocol.Scored  // scores on the current table, nil until requested
	Stale   bool              // Scored belongs to the bounds before the edit; it is shown until the new scores are known
	Applied *protocol.Applied // predictions of a foreign model on the current table, nil until requested
	Kept    *protocol.Outcome // scores of edited rules on their training table, kept when another table is opened
	Problem *Problem          // why it could not be evaluated
}

// Stage is a stage of a model's rules: raw, simplified or refined.
type Stage string

// The stages. Final, the zero value, stands for the rules of the model, whatever their stage.
const (
	Final      Stage = ""
	Raw        Stage = "raw"
	Simplified Stage = "simplified"
	Refined    Stage = "refined"
)

// Outcome returns the scores of the rules on the current table or, without these, on the training table; ok is false if both are unknown.
func (p Revision) Outcome() (o protocol.Outcome, ok bool) {
	m := p.Model
	switch {
	case m == nil:
		return o, false
	case p.Scored != nil:
		return p.Scored.Outcome, true
	case p.Kept != nil:
		return *p.Kept, true
	}
	if stored := m.Measured(); stored != nil {
		return *stored, m.Learned.Edited != nil || m.Learned.Rows > 0
	}
	return o, false
}

// Trained returns the scores of the rules on their training table; ok is false if they are unknown.
func (p Revision) Trained() (o protocol.Outcome, ok bool) {
	if p.Unsplit() {
		p.Scored = nil
	}
	return p.Outcome()
}

// Unsplit reports whether it is unknown which rows of the current table are training rows.
func (p Revision) Unsplit() bool { return p.Foreign && (p.Scored == nil || !p.Scored.Same) }

// Scorable reports whether the rows of the current table have labels for rules from another table.
func (p Revision) Scorable() bool { return p.Foreign && p.Applied != nil && p.Applied.Scores != nil }

// Labeled reports whether the current table has the labels that the rules predict; false for a moment after another table was opened.
func (p Revision) Labeled() bool { return !p.Foreign || p.Scored != nil || p.Scorable() }

// File returns the model as it is saved: edited rules with their scores on the training table, never with those on another table.
func (p Revision) File() *protocol.Model {
	known := p.Kept
	if p.Scored != nil && !p.Unsplit() {
		known = &p.Scored.Outcome
	}
	if p.Model == nil || !p.Model.Edited || known == nil || p.Stale {
		return p.Model
	}
	m := *p.Model
	m.Learned.Edited = known
	return &m
}

// FileOf returns the model file of a revision, or of the multiclass model that it belongs to, if that is given.
func FileOf(p Revision, classes *protocol.MultiClass) protocol.ModelFile {
	if classes != nil {
		return protocol.ModelFile{MultiClass: classes}
	}
	return protocol.ModelFile{Model: p.File()}
}

// Rules returns the known rules of a stage.
func (p Revision) Rules(stage Stage) rule.Set {
	switch stage {
	case Raw:
		return p.Set
	case Simplified:
		return p.Model.Learned.Request.Simplifier(p.Model.Encoder).Simplify(p.Set)
	case Refined:
		return p.Refined
	}
	return p.Model.Rules
}

// Fits reports whether a rule set uses only features of the model.
func Fits(set rule.Set, m *protocol.Model) bool {
	n := m.Encoder.Bits()
	alien := func(l rule.Literal) bool { return l.Feature < 0 || l.Feature >= n }
	return !slices.ContainsFunc(set, func(r rule.Rule) bool { return slices.ContainsFunc(r, alien) })
}

// SameRules reports whether two models have the same rules over the same features, whatever their notes and decisions.
func SameRules(a, b *protocol.Model) bool {
	return a == b || a != nil && b != nil && a.Encoder == b.Encoder && a.Votes() == b.Votes() &&
		slices.EqualFunc(a.Rules, b.Rules, slices.Equal)
}

// Work identifies the current rules: one set, or the sets of all classes. Models are immutable: equal pointers are equal rules.
type Work struct {
	Models []*protocol.Model // none without rules
	Order  []int             // order of the classes in the decision
	Scored []*protocol.Scored
}

// Same reports whether the rules are the same, whatever their scores.
func (w Work) Same(other Work) bool {
	return slices.Equal(w.Models, other.Models) && slices.Equal(w.Order, other.Order)
}

// ModelOpened passes a file that may hold a model. Problem describes why it is unreadable, nil if it is readable.
type ModelOpened struct {
	Name    string
	File    []byte
	Problem *Problem
}
