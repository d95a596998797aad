package state

import (
	"maps"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Update returns the state after a message, and what the engine is to be asked; State.Errands are what else is to be done. It
// changes nothing that it was given.
func Update(s State, m Msg) (State, []protocol.Request) {
	s.Errands = nil
	s, requests := s.update(m)
	requests = s.askPass(s.askEdits(requests))
	s, requests = s.plan(requests)
	return s.follow(requests)
}

func (s State) update(m Msg) (State, []protocol.Request) {
	switch m := m.(type) {
	case Connected:
		s.Engine, s.Problem = core.Ready, ""
	case Failed:
		s.Engine, s.Problem = core.Gone, core.Sentence(m.Why)
		s.Reading, s.asked = "", nil
	case SampleChosen:
		return s.read(asking{source: core.Source{Name: m.Name, Sample: m.Name}, learn: m.Learn})
	case FileChosen:
		return s.read(asking{source: core.Source{Name: m.Name, Size: m.Size, File: m.File, Options: s.readingOf(m.Name)}})
	case StopReading:
		return s.stopReading()
	case DialectTyped:
		s.Dialect.set(m.Field, m.Text)
	case ReadAgain:
		if s.Dialect.Complaint() == "" {
			return s.readAgain(s.Dialect.options(s.Source.Options))
		}
	case SampleRows:
		return s.sampleRows()
	case KindChosen:
		return s.kindChosen(m)
	case Confirmed:
		return s.confirmed()
	case Declined:
		s.Question, s.waiting = nil, nil
	case Start:
		return s.start(m.At)
	case Pause:
		return s.control(core.Training, protocol.Pause{})
	case Resume:
		return s.control(core.Held, protocol.Resume{})
	case Stop:
		return s.stop()
	case StepAsked:
		return s.step(m.At)
	case SpeedChosen:
		return s.speed(m.Epochs)
	case StartOver:
		return s.startOver(m.At)
	case Rested:
		return s.rested()
	case SnapshotUsed:
		return s.useKept()
	case Heard:
		return s, s.hear(m.Event, m.At)
	default:
		if next, requests, ok := s.trade(m); ok {
			return next, requests
		}
		if next, requests, ok := s.contest(m); ok {
			return next, requests
		}
		if next, requests, ok := s.guide(m); ok {
			return next, requests
		}
		if next, requests, ok := s.keep(m); ok {
			return next, requests
		}
		if !s.study(m) && !s.whole(m) && !s.frame(m) && !s.privacy(m) && !s.network(m) && !s.weights(m) && !s.forward(m) {
			s.choose(m)
		}
	}
	return s, nil
}

// choose is update for the messages that change the setup or what is in sight, and nothing else.
func (s *State) choose(m Msg) {
	switch m := m.(type) {
	case UseChosen:
		s.use(m)
	case MustChosen:
		s.require(m)
	case ColumnsSought:
		s.View.Sought, s.View.Page, s.View.Drawn = m.Text, 0, min(s.View.Drawn, partsAtOnce)
	case PageTurned:
		s.View.Page, s.View.Drawn = m.To, min(s.View.Drawn, partsAtOnce)
	case Drew:
		if s.drawingTable() {
			s.View.Drawn++
		} else if s.Study.drawing() {
			s.Study.Drawn++
		} else {
			s.Net.Drawn++
		}
	case TargetChosen:
		if c := s.column(m.Column); c != nil {
			s.Setup.Target, s.Setup.Proposed, s.Setup.Classes = m.Column, false, ""
			s.Setup.ProposePositive(c)
		}
	case PositiveChosen:
		if values := s.Choices(); m.Value >= 0 && m.Value < len(values) {
			s.Setup.Positive, s.Setup.Classes, s.Setup.Proposed = values[m.Value].Text, "", false
		}
	case SignChosen:
		s.bound(m.Sign, s.Setup.Bound)
	case BoundTyped:
		s.bound(s.Setup.Sign, m.Text)
	case Typed:
		s.Setup.Fields = maps.Clone(s.Setup.Fields)
		s.Setup.Fields[m.Field] = m.Text
	case PresetChosen:
		s.Setup.UsePreset(m.Place)
	case Scrubbed:
		s.Run.Scrub(m.Place)
	case EpochSought:
		s.Run.Seek(m.Text)
	case Settled:
		s.Run.Live = s.Run.Live.Settle(m.At)
	case KeysSwitched:
		s.Unkeyed = !m.On
	case NotifySwitched:
		s.Notifies = m.On
	case Reset:
		s.Setup.Fields, s.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.Cut{}
	default:
		s.cut(m)
	}
}

func (s State) start(at time.Time) (State, []protocol.Request) {
	if s.Obstacle() != "" || s.Busy() {
		return s, nil
	}
	before := s.Run
	if before.Model == nil && before.Previous != nil { // it broke off: what it was to replace is still the newest
		before = *before.Previous
	}
	before.Previous, before.Problem = nil, nil
	s.Frame.foldSetup(true)
	s.Run = core.Run{Phase: core.Preparing, Setup: s.Setup, Resumed: at, LastEvent: at, Previous: &before}
	var requests []protocol.Request
	if s.asking(askedTrial) { // it has no more use
		requests = append(requests, protocol.Stop{})
	}
	s.asked = append(slices.Clip(s.asked), asking{what: askedTraining})
	s.Net = Net{Palette: s.Net.Palette, Table: s.Net.Table}
	request := s.Setup.Request(s.Table)
	request.Watch = true
	if requests = append(requests, request); s.Speed > 0 {
		requests = append(requests, protocol.Pace{Epochs: s.Speed})
	}
	return s, requests
}

// control asks for something that only makes sense in one phase of a training.
func (s State) control(in core.RunPhase, r protocol.Request) (State, []protocol.Request) {
	if s.Run.Phase != in {
		return s, nil
	}
	return s, []protocol.Request{r}
}

func (s State) stop() (State, []protocol.Request) {
	if !s.Run.Active() || s.Run.Phase == core.Stopping {
		return s, nil
	}
	s.Run.Phase = core.Stopping
	return s, []protocol.Request{protocol.Stop{}}
}

// answered takes what an event answers from what was asked, and all before it: the engine answers in the order of
// asking. Ok is false if nothing of these kinds was asked.
func (s *State) answered(what ...asked) (a asking, ok bool) {
	i := slices.IndexFunc(s.asked, func(a asking) bool { return slices.Contains(what, a.what) })
	if i < 0 {
		return a, false
	}
	a, s.asked = s.asked[i], s.asked[i+1:]
	if a.what == askedTable && !slices.ContainsFunc(s.asked, func(a asking) bool { return a.what == askedTable }) {
		s.Reading, s.Pace, s.Peek = "", Pace{}, nil
	}
	return a, true
}

// hear changes the state by an event. What is returned makes a Stop that came too early be heard.
func (s *State) hear(e protocol.Event, at time.Time) []protocol.Request {
	_, s.Silent = e.(protocol.Silent)
	switch e := e.(type) {
	case protocol.Silent:
		s.Status = silence
	case protocol.Pong:
		s.Status = "The engine is heard again."
	case protocol.Reading:
		if s.Reading != "" {
			s.Pace.heard(e, at)
			if s.Pace.Stopping {
				return []protocol.Request{protocol.Stop{}}
			}
		}
	case protocol.Previewed:
		if s.Reading != "" {
			s.Peek = &e.Table
		}
	case protocol.Loaded:
		a, _ := s.answered(askedTable)
		s.loaded(e.Table, a)
		if a.learn && s.Reading == "" {
			next, requests := s.start(at)
			*s = next
			return requests
		}
	case protocol.Planned:
		s.hearPlan(e)
	case protocol.Refused:
		return s.hearRefusal(e, at)
	case protocol.Scored:
		if requests, ok := s.scoredKept(e, at); ok {
			return requests
		}
		s.hearStudy(e)
	case protocol.Explained, protocol.Applied, protocol.Exported, protocol.Predicted, protocol.RowPage, protocol.Covered:
		s.hearStudy(e)
	case protocol.NetworkEvaluated:
		s.hearWeighed(e)
	case protocol.RowTraced:
		s.hearPassed(e)
	case protocol.Evaluating, protocol.FoldResult, protocol.Evaluated:
		if s.Contest.Active() {
			return s.hearContest(e, at)
		}
		return s.hearTrade(e, at)
	default:
		if s.Run.Active() { // or else it is of a training that nobody waits for
			return s.hearRun(e, at)
		}
	}
	return nil
}

// hearRun is hear for the events of a training. What was stopped goes on stopping, whatever was under way.
func (s *State) hearRun(e protocol.Event, at time.Time) []protocol.Request {
	r := &s.Run
	switch e := e.(type) {
	case protocol.Started:
		r.Started, r.Resumed, r.LastEvent = &e, at, at
		if e.Head != nil {
			r.Features = e.Head.Encoder.Features()
			r.Phrases = core.PhrasesOf(r.Features)
		}
		r.Enter(core.Training)
		s.Problem = ""
		s.say("Training has started.", at)
		if r.Phase == core.Stopping {
			return []protocol.Request{protocol.Stop{}}
		}
	case protocol.Progress:
		if r.Phase != core.Held { // an event that was under way when the training was held
			r.LastEvent = at
		}
		if r.Started != nil {
			r.Progress(e, at)
			s.sayQuarter(at)
		}
	case protocol.Preparing:
		if e.Stage == protocol.Refining {
			r.Refines, r.LastEvent = &e, at
		}
	case protocol.Paused:
		if r.Phase == core.Training {
			r.LastEvent = at
			r.Elapsed, r.Phase = r.Took(), core.Held
			s.say("Paused.", at)
		}
	case protocol.Resumed:
		if r.Phase == core.Held {
			r.Phase, r.Resumed, r.LastEvent = core.Training, at, at
			s.say("Training goes on.", at)
		}
	case protocol.Trained:
		s.answered(askedTraining)
		if requests, again := s.over(at); again {
			return requests
		}
		s.ended(e, at)
	}
	return nil
}

// ended takes in what a training has learnt.
func (s *State) ended(e protocol.Trained, at time.Time) {
	r := &s.Run
	if r.Phase != core.Held {
		r.LastEvent = at
	}
	r.Phase, r.Model, r.Classes, r.Nets, r.Ended, r.Steps, r.Previous = core.Done, e.Model, e.MultiClass, e.Nets, e.Status, e.Steps, nil
	s.Question, s.waiting = nil, nil
	s.keepTime(e.Status)
	s.learnt(e)
	s.Status = s.verdict()
}

// hearRefusal puts a refusal where it belongs: beside the file, the plan or the training.
func (s *State) hearRefusal(e protocol.Refused, at time.Time) []protocol.Request {
	p := core.ProblemOf(e)
	var first asking
	if len(s.asked) > 0 {
		first, _ = s.answered(s.asked[0].what)
	}
	fatal := e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion
	if fatal { // what was asked beside has no answer any more
		s.Edits.pending, s.Forward.pending = false, false
	}
	problem := strings.TrimSpace(p.Message + " " + p.Hint)
	switch {
	case first.what == askedTraining && (e.Kind == protocol.Cancelled || e.Kind == protocol.Crashed) && s.Run.StartsOver:
		requests, _ := s.over(at)
		if fatal {
			s.Status = p.Message
		}
		return requests
	case first.what == askedTraining:
		return s.trainingRefused(p, at)
	case first.what == askedKept && first.kept.look != nil:
		s.unmeasured(first.kept, p, at)
		if fatal {
			s.Problem = problem
		}
	case first.what == askedContest:
		requests := s.contestantRefused(p, at)
		if fatal {
			s.Problem = problem
		}
		return requests
	case first.what == askedEvaluate:
		s.tradeRefused(p)
	case first.what == askedTable && e.Kind == protocol.Cancelled:
		if s.Reading == "" {
			s.Status = "The reading was stopped."
		}
	case first.what == askedTable:
		s.DataProblem, s.Status, s.refused = p, p.Message, &first.source
	case s.studyRefused(first, p) || s.rowsRefused(first, p):
		if fatal {
			s.Problem = problem
		}
	case fatal: // the next request may still find an engine
		s.Problem = problem
	case first.what == askedPlan:
		s.planRefused(p)
	case first.what == askedTrial:
		s.trialRefused()
	case first.what == askedKept:
		s.Run.Problem = p
	default:
		s.DataProblem = p
	}
	return nil
}

func (s *State) trainingRefused(p *core.Problem, at time.Time) []protocol.Request {
	if p.Kind == protocol.Crashed {
		if requests, kept := s.brokeOff(p, at); kept {
			return requests
		}
	}
	s.Question, s.waiting = nil, nil
	s.Frame.foldSetup(false)
	if s.Run.Phase = core.Idle; s.Run.Started == nil && s.Run.Previous != nil {
		s.Run = *s.Run.Previous
	}
	if p.Kind != protocol.Cancelled {
		s.Run.Problem = p
		s.Status = p.Message
	}
	return nil
}
