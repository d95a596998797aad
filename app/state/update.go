package state

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/export"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/network"
	"drnet/app/privacy"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/engine/protocol"
)

// Update returns the state after a message, and the resulting commands. It does not modify its arguments.
func Update(s State, m Msg) (State, []core.Command) {
	s.update(m)
	s.plan()
	s.pass(core.Refresh{})
	s.follow()
	commands := s.commands
	s.commands = nil
	return s, commands
}

func (s *State) update(m Msg) {
	switch m := m.(type) {
	case Connected:
		s.Engine, s.Problem = core.Ready, ""
	case Failed:
		s.Engine, s.Problem = core.Gone, core.Sentence(m.Why)
		s.Reading, s.pending = "", nil
	case SampleChosen:
		s.read(pending{source: core.Source{Name: m.Name, Sample: m.Name}, learn: m.Learn})
	case FileChosen:
		s.read(pending{source: core.Source{Name: m.Name, Size: m.Size, File: m.File, Options: s.readingOf(m.Name)}})
	case StopReading:
		s.stopReading()
	case DialectTyped:
		s.Dialect.set(m.Field, m.Text)
	case ReadAgain:
		if s.Dialect.Complaint() == "" {
			s.readAgain(s.Dialect.options(s.Source.Options))
		}
	case SampleRows:
		s.sampleRows()
	case KindChosen:
		s.kindChosen(m)
	case Confirmed:
		s.confirmed()
	case Declined:
		s.Question, s.waiting = nil, nil
	case Start:
		s.start(m.At)
	case Pause:
		s.controlIn(core.Training, protocol.Pause{})
	case Resume:
		s.controlIn(core.Held, protocol.Resume{})
	case Stop:
		s.stop()
	case StepAsked:
		s.step(m.At)
	case SpeedChosen:
		s.speed(m.Epochs)
	case StartOver:
		s.startOver(m.At)
	case Rested:
		s.rested()
	case SnapshotUsed:
		s.useKept()
	case compare.Msg:
		take(s, &s.Compare, m)
	case learn.Msg:
		s.teach(m)
	case link.Msg:
		take(s, &s.Link, m)
		s.Learn.Menu = s.Learn.Menu && !s.Link.Open
	case network.Msg:
		take(s, &s.Network, m)
	case core.SetShown:
		s.setShown()
	case rules.Msg:
		take(s, &s.Rules, m)
	case privacy.Msg:
		take(s, &s.Privacy, m)
	case tradeoff.Msg:
		take(s, &s.TradeOff, m)
	case core.TabChosen:
		s.Tab = m.Tab
	case core.HelpToggled:
		if s.Help == m.Place {
			m.Place = ""
		}
		s.Help = m.Place
	case core.RowsAsked, rows.Msg:
		take(s, &s.Rows, m)
	case export.Msg:
		take(s, &s.Export, m)
	case core.ModelOpened:
		s.modelOpened(m)
	case core.ModelSaved, storage.Msg:
		take(s, &s.Storage, m)
	case core.RowTried:
		s.try(m)
		s.do(core.Focus{ID: core.ExplainTab.ID()})
	case core.Heard:
		s.hear(s.answered(m.ID, m.Event), m.Event, m.At)
		s.pass(m)
	case own:
		handled := s.study(m) || s.frame(m) || s.choose(m) || s.cut(m)
		if !handled {
			panic(fmt.Sprintf("state: no feature handles %T", m))
		}
	default:
		panic(fmt.Sprintf("state: %T is no message", m))
	}
}

// own is a message of a feature of this package.
type own interface{ msg() }

// feature is a part of the page with its own model.
type feature[M any] interface {
	Update(msg core.Msg, c core.View) (M, []core.Command)
}

// take passes a message to a feature, and executes its commands.
func take[M feature[M]](s *State, model *M, m Msg) {
	next, commands := (*model).Update(m, s.View())
	*model = next
	for _, c := range commands {
		s.execute(c)
	}
}

// pass passes a message to every feature that hears of the engine or the table.
func (s *State) pass(m Msg) {
	take(s, &s.Rules, m)
	take(s, &s.Compare, m)
	take(s, &s.Export, m)
	take(s, &s.Learn, m)
	take(s, &s.Link, m)
	take(s, &s.Network, m)
	take(s, &s.Privacy, m)
	take(s, &s.Rows, m)
	take(s, &s.TradeOff, m)
}

// execute carries out a command on what the features share, and queues any other one.
func (s *State) execute(c core.Command) {
	switch c := c.(type) {
	case core.Say:
		s.Status = c.Text
	case core.Configure:
		s.Setup = c.Setup
	case core.ShowRules:
		s.open(c.Revision)
	case learn.Action:
		s.update(messageOf(c))
	case link.Follow:
		s.openLink(c.Link)
	case core.Send:
		s.update(c.Msg)
	case core.Request:
		s.send(c)
	default:
		s.do(c)
	}
}

// choose handles the messages that only change settings or the view, and reports whether m is one.
func (s *State) choose(m Msg) (ok bool) {
	switch m := m.(type) {
	case UseChosen:
		s.use(m)
	case MustChosen:
		s.require(m)
	case ColumnsSought:
		s.Browser.Sought, s.Browser.Page, s.Browser.Drawn = m.Text, 0, min(s.Browser.Drawn, partsAtOnce)
	case PageTurned:
		s.Browser.Page, s.Browser.Drawn = m.To, min(s.Browser.Drawn, partsAtOnce)
	case Drew:
		if s.drawingTable() {
			s.Browser.Drawn++
		} else if s.Rules.Drawing(s.Tab) {
			take(s, &s.Rules, rules.PartDrawn{})
		} else {
			take(s, &s.Network, network.PartDrawn{})
		}
	case ClassesChosen:
		if s.TargetColumn() != nil && (m.How == "" || s.Separable()) {
			s.Setup.Classes, s.Setup.Proposed = m.How, false
		}
	case TargetChosen:
		if c := s.Column(m.Column); c != nil {
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
		s.Setup.Fields, s.Setup.Cuts = maps.Clone(core.Defaults), map[string]core.ThresholdEdit{}
	default:
		return false
	}
	return true
}

func (s *State) start(at time.Time) {
	if s.Obstacle() != "" || s.Busy() {
		return
	}
	before := s.Run
	if before.Model == nil && before.Previous != nil { // the run failed: the one before it is still the newest
		before = *before.Previous
	}
	before.Previous, before.Problem = nil, nil
	s.Frame.foldSetup(true)
	s.Run = core.Run{Phase: core.Preparing, Setup: s.Setup, Resumed: at, LastEvent: at, Previous: &before}
	s.control(protocol.Stop{}, askedTrial) // nothing uses its result now
	request := s.Setup.Request(s.Table)
	request.Watch = true
	s.ask(request, pending{what: askedTraining})
	if s.Speed > 0 {
		s.control(protocol.Pace{Epochs: s.Speed}, askedTraining)
	}
}

// controlIn sends a request that is only valid in one phase of a run.
func (s *State) controlIn(phase core.RunPhase, r protocol.Request) {
	if s.Run.Phase == phase {
		s.control(r, askedTraining)
	}
}

func (s *State) stop() {
	if s.Run.Active() && s.Run.Phase != core.Stopping {
		s.Run.Phase = core.Stopping
		s.control(protocol.Stop{}, askedTraining)
	}
}

// hear handles an event of the engine and the pending request it answers, if any. It repeats a Stop that reached the
// engine too early.
func (s *State) hear(of pending, e protocol.Event, at time.Time) {
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
				s.control(protocol.Stop{}, askedTable)
			}
		}
	case protocol.Previewed:
		if s.Reading != "" {
			s.Peek = &e.Table
		}
	case protocol.Loaded:
		s.loaded(e.Table, of)
		if of.learn && s.Reading == "" {
			s.start(at)
		}
	case protocol.Planned:
		s.hearPlan(e, of)
	case protocol.Refused:
		s.hearRefusal(of, e, at)
	default:
		switch {
		case of.what == askedKept:
			if scored, ok := e.(protocol.Scored); ok { // the engine also reports its progress
				s.scoredKept(scored, of.kept, at)
			}
		case of.what != askedTraining:
			s.hearStudy(e, of)
		case s.Run.Active(): // otherwise the run was given up
			s.hearRun(e, at)
		}
	}
}

// hearRun is hear for the events of a run. Events that arrive late do not end the phase Stopping.
func (s *State) hearRun(e protocol.Event, at time.Time) {
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
			s.control(protocol.Stop{}, askedTraining)
		}
	case protocol.Progress:
		if r.Phase != core.Held { // otherwise the event was sent before the pause
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
		if !s.over(at) {
			s.ended(e, at)
		}
	}
}

// ended stores the result of a run.
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

// hearRefusal stores a refusal with the file, plan or run it concerns.
func (s *State) hearRefusal(of pending, e protocol.Refused, at time.Time) {
	p := core.ProblemOf(e)
	fatal := e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion
	problem := strings.TrimSpace(p.Message + " " + p.Hint)
	switch {
	case of.what == askedTraining && (p.Cancelled() || e.Kind == protocol.Crashed) && s.Run.StartsOver:
		s.over(at)
		if fatal {
			s.Status = p.Message
		}
		return
	case of.what == askedTraining:
		s.trainingRefused(p, at)
		return
	case of.what == askedTable && p.Cancelled():
		if s.Reading == "" {
			s.Status = "The reading was stopped."
		}
		return
	case of.what == askedTable:
		s.DataProblem, s.Status, s.refused = p, p.Message, &of.source
		return
	case of.what == askedKept && of.kept.look != nil:
		s.unmeasured(of.kept, p, at)
	case of.what == askedFeature: // the feature handles it
	case s.studyRefused(of, p):
	case fatal: // the next request may still find an engine
	case of.what == askedPlan:
		s.planRefused(p)
	case of.what == askedTrial:
		s.trialRefused()
	case of.what == askedKept:
		s.Run.Problem = p
	case of.what == askedFeature: // the feature handles it
	default:
		s.DataProblem = p
	}
	if fatal {
		s.Problem = problem
	}
}

func (s *State) trainingRefused(p *core.Problem, at time.Time) {
	if p.Kind == protocol.Crashed && s.brokeOff(p, at) {
		return
	}
	s.Question, s.waiting = nil, nil
	s.Frame.foldSetup(false)
	if s.Run.Phase = core.Idle; s.Run.Started == nil && s.Run.Previous != nil {
		s.Run = *s.Run.Previous
	}
	if !p.Cancelled() {
		s.Run.Problem = p
		s.Status = p.Message
	}
}
