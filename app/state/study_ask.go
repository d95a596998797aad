package state

import (
	"reflect"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// What a study asks of the engine.
const (
	askedScore   asked = "score"
	askedApply   asked = "apply"
	askedExplain asked = "explain"
	askedExport  asked = "export"
	askedPredict asked = "predict"
)

// follow asks what the page wants to know about the model in sight: at most one question of each kind is under way, and
// when its answer has come the newest one is asked. Nothing is asked beside a training or a reading.
func (s State) follow(requests []protocol.Request) (State, []protocol.Request) {
	s.gather()
	s.Study.refresh()
	p := s.Study.Now()
	if p.Model == nil || s.Engine == core.Gone || s.Reading != "" || s.Busy() {
		return s, requests
	}
	ask := func(what asked, r protocol.Request) {
		a := asking{what: what, step: s.Study.At, model: p.Model, classes: s.Whole.Model}
		switch what {
		case askedRows, askedCSV:
			a.model = s.Browse.Of.Model
		case askedDiffer:
			a.model = s.Trade.differOf[0]
		}
		s.asked = append(slices.Clip(s.asked), a)
		requests = append(requests, r)
	}
	if r := s.explain(); r != nil && !s.asking(askedExplain) && !sameQuestion(s.Study.Try.asked, r) {
		s.Study.Try.asked = r
		ask(askedExplain, *r)
	}
	if s.Table != nil && p.Problem == nil {
		if p.Foreign && p.Applied == nil && !s.asking(askedApply) {
			ask(askedApply, protocol.Apply{Model: p.Model})
		}
		comparable := p.Foreign && p.Applied != nil && p.Applied.Scores != nil
		if ((p.Model.Edited || comparable) && p.Scored == nil || s.Whole.unmeasured() && (comparable || !p.Foreign)) && !s.asking(askedScore) {
			s.Whole.measured = s.Whole.Model
			ask(askedScore, protocol.Score{Model: p.Model, MultiClass: s.Whole.Model})
		}
	}
	key := exportKey{p.Model, p.Scored, s.taken(), s.Study.Take.Format}
	if s.Study.Tab == ExportTab && key != s.Study.Take.asked && !s.asking(askedExport) {
		t := &s.Study.Take
		t.asked, t.Problem = key, nil
		ask(askedExport, protocol.Export{Model: p.File(), MultiClass: s.taken(), Format: protocol.Formats[t.Format].Name})
	}
	s.askPredictions(ask)
	s.askRows(ask)
	s.askCover(ask)
	s.askDiffer(ask)
	return s, requests
}

// askPredictions asks for the next part of the predictions.
func (s *State) askPredictions(ask func(asked, protocol.Request)) {
	t, m, whole := &s.Study.Take, s.Study.Model(), s.taken()
	if (t.predict != m || t.predictAll != whole) && (t.Predicts || t.Complete || t.Unwritten != nil) {
		wanted := t.Predicts && t.predict == nil
		t.forget()
		t.Predicts, t.predict, t.predictAll = wanted, m, whole
	}
	if t.Predicts && s.Table != nil && !s.asking(askedPredict) {
		ask(askedPredict, protocol.Predict{Model: m, MultiClass: whole, From: t.Next, Rows: predictRows, Columns: t.Columns})
	}
}

// sameQuestion reports whether two questions about a row are the same. Models are never changed, so that the same one is
// at the same place.
func sameQuestion(a, b *protocol.Explain) bool {
	if a == nil || a.Model != b.Model || a.MultiClass != b.MultiClass {
		return false
	}
	x, y := *a, *b
	x.Model, y.Model, x.MultiClass, y.MultiClass = nil, nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// hearStudy changes the state by an answer about a model. What nobody asked for is left.
func (s *State) hearStudy(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Explained:
		if a, ok := s.answered(askedExplain); ok && a.model == s.Study.Model() {
			t := &s.Study.Try
			t.Answer, t.Problem, t.of = &e, nil, t.asked
		}
	case protocol.Scored:
		a, ok := s.answered(askedScore)
		if ok && e.Classes != nil && a.classes == s.Whole.Model {
			s.Whole.Outcome = e.Classes
		}
		if ok && s.still(a) {
			s.Study.change(a.step, func(p *core.Step) {
				if p.Scored == nil { // or else the set is as it was, and another one has changed
					p.Scored = &e
				}
			})
		}
	case protocol.Applied:
		if a, ok := s.answered(askedApply); ok && s.still(a) {
			s.Study.change(a.step, func(p *core.Step) { p.Applied = &e })
		}
	case protocol.Exported:
		if _, ok := s.answered(askedExport); ok && s.Study.Take.asked.format == s.Study.Take.Format {
			s.Study.Take.Written = &e
		}
	case protocol.RowPage:
		if a, _ := s.answered(askedRows, askedDiffer); a.what == askedRows {
			s.hearRows(e, a)
		} else if a.what == askedDiffer {
			s.Trade.hearDiffer(e, a.model)
		}
	case protocol.Covered:
		if a, ok := s.answered(askedCover); ok {
			s.Study.hearCover(e, a.model)
		}
	case protocol.Predicted:
		a, ok := s.answered(askedPredict, askedCSV)
		if a.what == askedCSV {
			s.hearRows(e, a)
		} else if ok && a.model == s.Study.Take.predict && a.classes == s.Whole.Model && s.Study.Take.Predicts {
			s.Study.Take.heardPredicted(e)
		}
	}
}

// still reports whether the step that was asked about is there as it was.
func (s State) still(a asking) bool {
	return a.step < len(s.Study.Steps) && s.Study.Steps[a.step].Model == a.model
}

// studyRefused keeps why something could not be told about a model, and reports whether that was asked.
func (s *State) studyRefused(a asking, p *core.Problem) bool {
	st := &s.Study
	if p.Kind == protocol.Cancelled { // stopped with something else: it is asked again
		switch a.what {
		case askedExplain:
			st.Try.asked = nil
		case askedExport:
			st.Take.asked = exportKey{}
		case askedPredict:
			st.Take.forget()
		case askedScore:
			s.Whole.measured = nil
		case askedCover:
			st.Coverage.asked = nil
		case askedDiffer:
			s.Trade.differOf = [2]*protocol.Model{}
		case askedApply:
		default:
			return false
		}
		return true
	}
	switch a.what {
	case askedExplain:
		st.Try.Problem, st.Try.Answer = p, nil
	case askedScore, askedApply:
		if s.still(a) {
			st.change(a.step, func(step *core.Step) { step.Problem = p })
		}
	case askedExport:
		st.Take.Written, st.Take.Problem = nil, p
	case askedCover:
		st.Coverage.Problem = p
	case askedDiffer:
		s.Trade.DifferProblem = p
	case askedPredict:
		st.Take.forget()
		st.Take.Unwritten = p
	default:
		return false
	}
	return true
}

// study changes the state by a message about a model, and reports whether it was one.
func (s *State) study(m Msg) bool {
	switch m := m.(type) {
	case ModelOpened:
		s.modelOpened(m)
	case TabChosen:
		s.Study.Tab = m.Tab
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
		return s.Study.edit(m) || s.try(m) || s.Study.Take.take(m) || s.browse(m) || s.Study.lie(m)
	}
	return true
}

// ScoreNote says what the scores in sight are of, where that is not plain; "" if it is.
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
