// Package state holds the models of all features, and coordinates them. Update takes a State and a Msg, and returns the
// next State and commands. The package draws nothing and does not access the browser.
package state

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"drnet/app/audit"
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/export"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/network"
	"drnet/app/privacy"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/protocol"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

// State holds everything the page is rendered from.
type State struct {
	core.Shared

	Problem string // why the engine does not work; "" if it works
	Silent  bool   // the engine has not reported for a while despite pending requests

	Samples []sample.Sample

	Question *core.Confirmation // confirmation before data is lost, nil for none
	Frame    Frame

	Settings settings.Model
	Rules    rules.Model
	Runs     runs.Model
	Data     data.Model
	Explain  explain.Model
	Export   export.Model
	TradeOff tradeoff.Model
	Audit    audit.Model
	Compare  compare.Model
	Rows     rows.Model
	AllRows  rows.Model // of the table
	Training training.Model

	Link    link.Model
	Learn   learn.Model
	Network network.Model
	Privacy privacy.Model

	Storage storage.Model

	pending []pending        // requests, in the order in which they were sent
	lastID  core.ID          // of the newest request
	waiting *load            // the reading that Question is about
	awaited *storage.Project // the current project, whose table is not loaded

	commands []core.Command // commands of the current message; nil between messages

	Status string // the newest announcement for screen readers; of a run, only milestones
}

// View returns the part of the state that features may read. It is valid until the state changes. Every feature gets a new one for
// every message, so the parts that are costly to compute are functions.
func (s *State) View() core.View {
	return core.View{
		Shared: s.Shared, Revision: s.Rules.Now(), Earlier: s.Rules.Earlier(), MultiClass: s.Rules.Classes.Model, Member: s.Rules.Classes.At,
		Scored:    s.Rules.Classes.Scored(),
		Requested: s.requested(), Busy: s.Busy(), Teaching: s.Learn.Teaching, Dragging: s.Data.Dragging, Pending: len(s.pending) > 0,
		Estimate: s.Settings.Estimate.Duration(), Free: s.lastID + 1,
		Score: s.Learn.Game.Points(), Saved: s.Storage.Score(s.Source.Name), Runs: s.Runs.List, SplitFinding: s.TradeOff.SplitFinding,
		Obstacle:     s.Obstacle,
		Work:         func() core.Work { return s.Rules.Work() },
		Settings:     s.settings,
		SweepFinding: func() (string, bool) { return s.TradeOff.RecommendationInWords(), s.TradeOff.RecommendsShorter() },
		Columns: func() []int {
			columns, _ := s.Data.Shown(s.View())
			return columns
		},
	}
}

// Drawing reports whether some columns or rules of the section are not yet rendered.
func (s *State) Drawing() bool {
	switch s.Section {
	case core.SettingsSection, core.TrainSection:
		return false
	case core.RulesSection:
		return s.Rules.Drawing(s.Tab)
	}
	return s.Data.Drawing(s.View())
}

// Obstacle returns why no run can start, "" if one can.
func (s *State) Obstacle() string {
	switch {
	case s.Reading != "":
		return "Reading " + s.Reading + " …"
	case s.Table == nil:
		return "Drop a table first."
	case s.TradeOff.Active():
		return "Wait for the trade-off to end, or stop it."
	case s.Audit.Active():
		return "Wait until rules have been learned again, or stop that."
	case s.Compare.Active():
		return "Wait until the learners have been compared, or stop them."
	}
	return settings.Obstacle(s.Shared)
}

// Busy reports whether the engine runs a long task.
func (s *State) Busy() bool {
	return s.Run.Active() || s.TradeOff.Active() || s.Compare.Active() || s.Audit.Active()
}

// Msg is an event: one of the types in msg.go, or a message of a feature.
type Msg = core.Msg

// New returns the state of a newly opened page.
func New() State {
	return State{
		Shared:  core.Shared{Setup: core.NewSetup()},
		Samples: sample.All(), Rules: rules.New(), AllRows: rows.Model{Whole: true},
	}
}

const silence = "The engine has not answered for two seconds; it may be busy. " +
	"After ten seconds it is replaced; the table and the best rules so far are kept."

// Trouble describes the current problem with the engine, "" without one.
func (s State) Trouble() string {
	return cmp.Or(s.Problem, core.When(s.Silent, silence))
}

// Update returns the state after a message, and the resulting commands. It does not modify its arguments.
func Update(s State, m Msg) (State, []core.Command) {
	s.update(m)
	s.pass(core.Refresh{})
	if t := s.Frame.Toast; t.Undoes != nil && t.Undoes != s.Rules.Model() { // the edit is undone, or other rules are shown
		s.Frame.Toast = Toast{}
	}
	commands := s.commands
	s.commands = nil
	return s, commands
}

func (s *State) update(m Msg) {
	switch m := m.(type) {
	case Connected:
		s.Ready, s.Problem = true, ""
	case SampleChosen, FileChosen, TwoFilesChosen, core.TestTableRemoved, core.TestSheetChosen, core.ReadingCancelled,
		core.TableReadAgain, core.TableAsked, Confirmed, Declined:
		s.table(m)
	case ThemeChosen:
		s.Frame.Theme = m.Theme
	case core.SectionChosen:
		s.visit(m.Section)
	case ViewReturned:
		s.open(m.View)
	case ToastClosed:
		s.Frame.Toast = Toast{}
	case FilesDragged:
		s.Frame.Dragged = m.Over
	case core.ModelOpened:
		s.modelOpened(m)
	case core.TabChosen:
		s.Tab = m.Tab
		s.visit(core.RulesSection)
	case core.HelpToggled:
		s.Help = core.When(s.Help != m.Place, m.Place)
	case Drew:
		s.drawMore()
	case Said:
		s.Frame.Toast = Toast{Text: m.Text}
	case core.Heard:
		s.hear(s.answered(m.ID, m.Event), m.Event, m.At)
		s.pass(m)
	case core.ModelSaved:
		take(s, &s.Storage, m)
	case core.RowsAsked:
		s.Frame.Panel = NoPanel // the rows are below the rules
		take(s, &s.Rows, m)
	case core.RowTried:
		take(s, &s.Explain, m)
	case core.TargetChosen:
		take(s, &s.Settings, m)
	case EscapePressed, PanelToggled, learn.MenuToggled, learn.LessonBegun, link.ShareToggled, privacy.PanelToggled:
		s.panel(m)
	default:
		s.pass(m)
	}
}

func (s *State) table(m Msg) {
	switch m := m.(type) {
	case SampleChosen:
		s.read(load{source: core.Source{Name: m.Name, Sample: m.Name}, learn: m.Learn})
	case FileChosen:
		switch source := s.sourceOf(m); {
		case !m.Test && !m.Append:
			s.read(load{source: source})
		case s.Table == nil || s.Busy():
		case m.Test:
			s.readTest(source)
		default:
			l := load{source: s.Source, again: true}
			l.source.More = &source
			s.read(l)
		}
	case TwoFilesChosen:
		table, test := ordered(m.Files)
		source := s.sourceOf(table)
		source.Test = new(s.sourceOf(test))
		s.read(load{source: source})
	case core.TestTableRemoved:
		s.readWithoutTest()
	case core.TestSheetChosen:
		if s.Source.Test != nil && !s.Busy() {
			source := *s.Source.Test
			source.Options.Sheet = m.Name
			s.readTest(source)
		}
	case core.ReadingCancelled:
		s.stopReading()
	case core.TableReadAgain:
		s.readAgain(m.Options)
	case core.TableAsked:
		s.read(load{source: m.Source, again: s.Table != nil && m.Source.File == s.Source.File && m.Source.File != nil})
	case Confirmed:
		if s.waiting != nil {
			s.read(*s.waiting)
		}
	case Declined:
		s.Question, s.waiting = nil, nil
	}
}

func (s *State) drawMore() {
	if s.Section == core.RulesSection {
		take(s, &s.Rules, rules.PartDrawn{})
	} else if s.Drawing() {
		take(s, &s.Data, data.PartDrawn{})
	}
}

// pass passes a message to its feature, or to every feature if it concerns shared state.
func (s *State) pass(m Msg) {
	if !slices.Contains([]bool{
		offer(s, &s.Settings, m),
		offer(s, &s.Training, m),
		offer(s, &s.Rules, m),
		offer(s, &s.Runs, m),
		offer(s, &s.Compare, m),
		offer(s, &s.Explain, m),
		offer(s, &s.Data, m),
		offer(s, &s.Export, m),
		offer(s, &s.Learn, m),
		offer(s, &s.Link, m),
		offer(s, &s.Network, m),
		offer(s, &s.Privacy, m),
		offer(s, &s.Rows, m),
		offer(s, &s.AllRows, m),
		offer(s, &s.TradeOff, m),
		offer(s, &s.Audit, m),
		offer(s, &s.Storage, m),
	}, true) {
		panic(fmt.Sprintf("state: no feature handles %T", m))
	}
}

// offer passes a message to a feature if the message is declared in its package or is for every feature. It reports whether it did.
func offer[M feature[M]](s *State, model *M, m Msg) (taken bool) {
	switch m.(type) {
	case core.Heard, core.Refresh, core.RulesOpened, core.SetShown, core.TableRead, core.ReadingStarted:
		taken = true
	}
	if taken = taken || core.Feature(m) == core.FeatureOf[M](); taken {
		take(s, model, m)
	}
	return taken
}

type feature[M any] interface {
	Update(msg core.Msg, c core.View) (M, []core.Command)
}

// take passes a message to a feature, stores its new model, and executes its commands, which may pass it further messages.
func take[M feature[M]](s *State, model *M, m Msg) {
	next, commands := (*model).Update(m, s.View())
	*model = next
	s.reserve(commands)
	for _, c := range commands {
		s.execute(c)
	}
}

// execute carries out a command that changes the state, and queues any other command for the caller of Update.
func (s *State) execute(c core.Command) {
	switch c := c.(type) {
	case core.Say:
		s.Status = cmp.Or(c.Text, s.Status)
	case core.Configure:
		s.Setup = c.Setup
	case core.SetPlan:
		s.SetPlan(c)
	case core.SetRun:
		s.Run = c.Run
	case core.RunBegan:
		s.Frame.Toast, s.Help = Toast{}, ""
		s.visit(core.TrainSection)
		s.Tab = core.RulesTab // the run ends with new rules
		take(s, &s.Settings, settings.RunStarted{})
	case core.RunEnded:
		s.runEnded(c)
	case core.Edited:
		s.offer(Toast{Text: c.Text, Undoes: s.Rules.Model()})
	case core.ShowRules:
		if c.Learned.Empty() {
			s.Rules.Show(c.Revision, c.Classes)
		} else {
			s.Rules.ShowEdited(c.Learned, c.Revision, c.Classes)
		}
		s.pass(core.RulesOpened{})
		s.visit(core.RulesSection)
	case learn.ShowStep:
		s.visit(c.Place.Section)
		s.do(c)
	case learn.LoadSample:
		s.update(SampleChosen{Name: c.Name})
	case core.Train:
		s.update(training.StartAsked{At: c.At})
	case learn.TrySettings:
		s.update(tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: c.At})
	case learn.RuleSwitch:
		s.update(rules.RuleSwitched{Line: c.Line})
	case learn.UndoEdit:
		s.update(rules.Undone{})
	case learn.ShowRows:
		s.Rows.All = true
		s.update(core.RowsAsked{})
	case link.Follow:
		s.openLink(c.Link)
	case storage.Restore:
		s.restore(c.Opened)
	case core.Send:
		s.update(c.Msg)
	default:
		s.do(c)
	}
}

// hear handles the events that concern the whole page; the features hear them afterwards. Of is the request, the zero value for none.
func (s *State) hear(of pending, e protocol.Event, at time.Time) {
	_, s.Silent = e.(protocol.Silent)
	switch e := e.(type) {
	case protocol.Pong:
		s.Status = "The engine is heard again."
	case protocol.Previewed:
		if s.Reading != "" {
			s.Peek = &e.Table
		}
	case protocol.Loaded:
		l := cmp.Or(of.load, &load{})
		if l.test {
			s.testLoaded(e, l.source)
			return
		}
		s.loaded(e.Table, *l)
		if l.learn && s.Reading == "" {
			s.Setup = s.Setup.With(map[setting.Key]string{setting.Review: core.WholeRun}) // to watch, so it should not end early
			s.update(training.StartAsked{At: at})
		}
	case protocol.Refused:
		s.hearRefusal(of, e)
	case protocol.Started:
		s.Problem = ""
	}
}

// hearRefusal stores the problem of a refused reading, of a lost engine, or of no request. The features handle other refusals.
func (s *State) hearRefusal(of pending, e protocol.Refused) {
	p := core.ProblemOf(e)
	switch {
	case of.load != nil && p.Cancelled():
		if s.Reading == "" {
			s.Status = "The reading was stopped."
		}
	case of.load != nil:
		if !of.load.again {
			p.Message = "“" + of.load.source.Name + "”: " + p.Message
		}
		s.DataProblem, s.Status = p, p.Message
		if !of.load.test { // reading only a sample of the rows is not offered for a test table
			s.Rejected = &of.load.source
		}
	case s.Training.Handles(of.ID):
	case e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion: // the next request may still find an engine
		s.Problem = strings.TrimSpace(p.Message + " " + p.Hint)
	case of.ID == core.NoID: // no feature handles it
		s.DataProblem, s.Status = p, p.Message
	}
}
