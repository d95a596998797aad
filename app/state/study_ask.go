package state

import (
	"reflect"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// The requests of a study.
const (
	askedScore   asked = "score"
	askedApply   asked = "apply"
	askedExplain asked = "explain"
)

// follow requests what the page needs about the current model. At most one request of each kind is pending; the
// newest one is sent after its answer. Nothing is requested during a run or a reading.
func (s *State) follow() {
	s.gather()
	s.Study.refresh()
	p := s.Study.Now()
	if p.Model == nil || s.Engine == core.Gone || s.Reading != "" || s.Busy() {
		return
	}
	s.askExplain()
	s.askScores(p)
	s.askCover()
}

// askScores requests the scores of the rules on the current table, if the model file does not contain them.
func (s *State) askScores(p core.Revision) {
	if s.Table == nil || p.Problem != nil {
		return
	}
	of := pending{step: s.Study.At, model: p.Model, classes: s.Whole.Model}
	if p.Foreign && p.Applied == nil && !s.asking(askedApply) {
		of.what = askedApply
		s.ask(protocol.Apply{Model: p.Model}, of)
	}
	comparable := p.Foreign && p.Applied != nil && p.Applied.Scores != nil
	if ((p.Model.Edited || comparable) && p.Scored == nil || s.Whole.unmeasured() && (comparable || !p.Foreign)) && !s.asking(askedScore) {
		s.Whole.measured = s.Whole.Model
		of.what = askedScore
		s.ask(protocol.Score{Model: p.Model, MultiClass: s.Whole.Model}, of)
	}
}

// sameQuestion reports whether two requests about a row are equal. Models are immutable, so that comparing pointers
// suffices.
func sameQuestion(a, b *protocol.Explain) bool {
	if a == nil || a.Model != b.Model || a.MultiClass != b.MultiClass {
		return false
	}
	x, y := *a, *b
	x.Model, y.Model, x.MultiClass, y.MultiClass = nil, nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// hearStudy stores an answer about a model. It ignores answers without a pending request.
func (s *State) hearStudy(e protocol.Event, a pending) {
	switch e := e.(type) {
	case protocol.Explained:
		s.Try.Query.Answer(a.ID, &e)
	case protocol.Scored:
		ok := a.what == askedScore
		if ok && e.Classes != nil && a.classes == s.Whole.Model {
			s.Whole.Outcome = e.Classes
		}
		if ok && s.still(a) {
			s.Study.change(a.step, func(p *core.Revision) {
				if p.Scored == nil { // otherwise another set of the model has changed
					p.Scored = &e
				}
			})
		}
	case protocol.Applied:
		if a.what == askedApply && s.still(a) {
			s.Study.change(a.step, func(p *core.Revision) { p.Applied = &e })
		}
	case protocol.Covered:
		s.Coverage.Query.Answer(a.ID, &e)
	}
}

// still reports whether the requested revision is unchanged.
func (s State) still(a pending) bool {
	return a.step < len(s.Study.Steps) && s.Study.Steps[a.step].Model == a.model
}

// studyRefused stores why a request about a model failed, and reports whether a is one.
func (s *State) studyRefused(a pending, p *core.Problem) bool {
	st := &s.Study
	switch a.what {
	case askedExplain:
		if s.Try.Query.Refuse(a.ID, p) && !p.Cancelled() {
			s.Try.Query.Value = nil
		}
	case askedCover:
		s.Coverage.Query.Refuse(a.ID, p)
	case askedScore, askedApply:
		switch {
		case p.Cancelled() && a.what == askedScore: // another stop cancelled it, and it is requested again
			s.Whole.measured = nil
		case !p.Cancelled() && s.still(a):
			st.change(a.step, func(step *core.Revision) { step.Problem = p })
		}
	default:
		return false
	}
	return true
}

// study handles the messages about a model, and reports whether m is one.
func (s *State) study(m Msg) bool {
	switch m := m.(type) {
	case ModelOpened:
		s.modelOpened(m)
	case StageChosen:
		s.Study.Stage, s.Study.Editing = m.Stage, NoRule
	case SortChosen:
		s.Study.Sort = m.Sort
		s.Study.sort()
	case RulesSought:
		s.Study.Find, s.Study.More = m.Text, 0
	case MoreRules:
		s.Study.More++
	case Said:
		s.Status = m.Text
	default:
		return s.Study.edit(m) || s.try(m) || s.lie(m)
	}
	return true
}

// ScoreNote describes the origin of the scores or why they are missing; "" if no note is needed.
func (s State) ScoreNote() string {
	p := s.Study.Now()
	switch {
	case p.Model == nil:
		return ""
	case p.Problem != nil:
		return strings.TrimSpace(p.Problem.Message + " " + p.Problem.Hint)
	case p.Scored == nil && (p.Model.Edited || p.Foreign) && s.Busy():
		return "How these rules fare is measured when the engine has ended what it is at."
	case p.Scored == nil && p.Model.Edited && s.Table != nil:
		return "Measuring …"
	case p.Foreign && s.Table == nil:
		return "Figures are those in the file. Drop a table to apply the rules to it."
	}
	return ""
}
