package state

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

func (s *State) runEnded(e core.RunEnded) {
	s.Question, s.waiting = nil, nil
	if e.Result == nil {
		return
	}
	s.offer(Toast{Text: training.Summary(s.Run), Rules: true})
	take(s, &s.Settings, settings.RunCompleted{})
	if n := s.Runs.Last + 1; s.Rules.Learn(*e.Result, s.Source.Name, n, s.Run.Setup) {
		s.Run.Number = n
		s.pass(core.RulesOpened{})
	}
	if e.Unscored {
		s.Rules.Explain(e.Problem)
	}
}

func (s *State) modelOpened(m core.ModelOpened) {
	if m.Problem != nil {
		s.Rules.Problem = m.Problem
	}
	if m.Problem != nil || !s.Rules.OpenFile(m.Name, m.File) {
		s.visit(core.RulesSection) // shows the problem
		return
	}
	s.opened(m.Name)
	take(s, &s.Storage, core.ModelSaved{})
}

func (s *State) opened(name string) {
	s.pass(core.RulesOpened{})
	s.visit(core.RulesSection)
	if c := s.Rules.Classes.Model; c != nil {
		s.Status = "Opened " + name + ": rules for " + core.Count(len(c.Names)) + " classes."
		return
	}
	s.Status = "Opened " + name + ": " + core.Plural(len(s.Rules.Model().Rules), "rule", "rules") + "."
}

// restore reads the table of a project, if it has one; the rest of the project waits for it.
func (s *State) restore(m storage.ProjectOpened) {
	settings, _ := link.ParseProject(m.Project.Settings)
	source := core.Source{Name: m.Project.Name, Sample: settings.Sample, Size: m.Size, File: m.File, Options: m.Project.Reading}
	if source.Sample != "" {
		source.Name, source.File = source.Sample, nil
	} else if source.File == nil {
		take(s, &s.Storage, storage.WorkReplaced{})
		s.adopt(m)
		return
	}
	s.read(load{source: source, project: &m})
}

// adopt shows the model, the settings and the runs of a project. If the project includes its table, that is loaded before.
func (s *State) adopt(m storage.ProjectOpened) {
	p := *m.Project
	take(s, &s.Link, link.ProjectRestored{Settings: p.Settings})
	foreign := s.Table == nil || p.Foreign || !learnedFrom(p, s.Table, s.Source)
	if s.Table == nil || foreign && !p.Foreign {
		s.awaited = &p
	}
	revision, shown := rules.RevisionOf(p.Model, m.Work.Name, p.Name), storage.ProjectShown{Work: m.Work}
	revision.Foreign = foreign
	if revision.Run, revision.Setup = s.restoreRuns(p); s.Table == nil {
		revision.Run, shown.Waiting = p.Run, p
	}
	if s.Table != nil && !foreign {
		s.Awaited = p.Test
	}
	s.Rules.Show(revision, p.Model.MultiClass)
	s.opened(m.Work.Name)
	take(s, &s.Storage, shown)
}

// restoreRuns lists the runs of a project about the table. It returns number and settings of the run of its rules; 0 and nil for none.
func (s *State) restoreRuns(p storage.Project) (number int, setup *core.Setup) {
	l, _ := link.ParseProject(p.Settings)
	if s.Table == nil || !l.About(s.Table, s.Source.Sample) {
		return 0, nil
	}
	var list []core.ListedRun
	for _, r := range p.Runs {
		at, setup, revision := r.Ended.Local(), link.SetupOf(s.Shared, r.Settings), rules.RevisionOf(r.Model, p.Name, p.Name)
		revision.Setup = &setup
		list = append(list, core.ListedRun{
			Run: core.Run{
				Number: r.Number, Phase: core.Done, Model: r.Model.Model, Classes: r.Model.MultiClass, Ended: drnet.Status(r.Status),
				Setup: setup, TableChanged: r.Reread,
				Resumed: at, LastEvent: at, Elapsed: time.Duration(r.Seconds * float64(time.Second)),
			},
			Revision: revision, MultiClass: r.Model.MultiClass, Opened: r.Opened,
		})
	}
	run := s.Runs.Restore(list, p.Run)
	return run.Number, run.Revision.Setup
}

// settings returns settings as the text of a link. While a project waits for its table, its file has the choices about columns.
func (s *State) settings(of core.Setup) string {
	c := s.Shared
	c.Setup = of
	l := link.Of(c, true)
	if s.Table == nil && s.awaited != nil {
		fields := l.Fields
		l, _ = link.ParseProject(s.awaited.Settings)
		l.Fields = fields
	}
	return l.String()
}

// learnedFrom reports whether a table seems to be the training table of a project: the same sample or shape, and the same columns.
func learnedFrom(p storage.Project, t *protocol.TableSummary, source core.Source) bool {
	if l, _ := link.ParseProject(p.Settings); !l.About(t, source.Sample) {
		return false
	}
	same := func(l dataset.TrainedColumn, c protocol.ColumnSummary) bool { return l.Name == c.Name }
	return slices.EqualFunc(p.Model.Table().Columns, t.Columns, same)
}

// readingOf returns the import options of the awaited project for a file of the same name.
func (s *State) readingOf(file string) dataset.Options {
	p := s.awaited
	if p == nil || p.Name != file {
		return dataset.Options{}
	}
	once := *p
	once.Reading = dataset.Options{} // if these options fail, the next attempt detects the format instead
	s.awaited = &once
	return p.Reading
}

// Unsaved reports whether closing the page loses the current rules.
func (s *State) Unsaved() bool { return s.Storage.Unsaved(s.Rules.Work()) }

// Scene returns what a link to this page opens besides the settings.
func (s State) Scene() link.Scene {
	at := link.Scene{Teach: s.Learn.Teaching, Projector: s.Learn.Projector}
	if s.Learn.Guided {
		at.Tour, at.Lesson = s.Learn.Lesson == 0, s.Learn.Lesson
	}
	switch {
	case s.Learn.Explained:
		at.View = link.HowView
	case s.Section == core.RulesSection && s.Tab != core.RulesTab:
		at.View = string(s.Tab)
	default:
		at.View = string(s.Section)
	}
	return at
}

// Permalink returns the link to the current state of the page.
func (s State) Permalink() link.Link { return s.Link.Address(s.Shared, s.Scene()) }

func (s *State) openLink(l link.Link) {
	lesson := l.Lesson
	if lesson == 0 && !l.Tour {
		lesson = -1
	}
	section := s.open(l.View)
	take(s, &s.Learn, learn.Opened{Teaching: l.Teach, Projector: l.Projector, Explained: s.Learn.Explained, Lesson: lesson})
	s.Link.Open = s.Link.Open && !s.Learn.Guided
	if s.Table == nil && l.Shape != "" && section == core.RulesSection {
		section = core.DataSection // rules of a file that is opened again are not trained yet
	}
	if s.Table == nil || l.Loads(s.Shared) {
		s.Frame.asked = section
	}
	if l.Loads(s.Shared) {
		s.read(load{source: core.Source{Name: l.Sample, Sample: l.Sample}})
	} else if l.Configures() {
		take(s, &s.Learn, core.TableRead{}) // starts the game of the table again
	}
}

// open shows a view of the address, and returns its section, "" for none.
func (s *State) open(view string) core.Section {
	s.Learn.Explained, s.Learn.Menu = view == link.HowView, false
	section, tab := link.Scene{View: view}.Section()
	if section == core.RulesSection {
		s.Tab = tab
	}
	s.visit(section)
	if s.Learn.Return(section) {
		step, _ := s.Learn.Step()
		s.do(learn.ShowStep{Place: step.Place})
	}
	return section
}
