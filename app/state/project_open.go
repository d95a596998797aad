package state

import (
	"io"
	"slices"

	"drnet/app/core"
	"drnet/app/link"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Tabled returns why a project cannot include the table, "" if it can.
func (s State) Tabled() string {
	switch {
	case s.Table == nil:
		return "There is no table."
	case s.Source.Sample != "":
		return "Its table is built in, and always there."
	case s.Source.File == nil:
		return "The table has no file any more."
	case s.Source.Size > MostTable:
		return "The table has " + Bytes(s.Source.Size) + "; up to " + Bytes(MostTable) + " can go with the work. Keep its file beside it."
	}
	return ""
}

// project returns the current work as a project, and the file of its table if the project includes it.
func (s State) project(tabled bool) (p Project, table io.Reader) {
	now := s.Rules.Now()
	p = Project{Name: now.From, Foreign: now.Foreign, Model: protocol.ModelFile{Model: now.File(), MultiClass: s.Rules.Classes.Model}}
	if p.Model.MultiClass != nil {
		p.Model.Model = nil
	}
	p.Settings = link.Of(s.Shared, true).String()
	if s.Table != nil {
		p.Name, p.Reading = s.Source.Name, s.Source.Options
	}
	if tabled && s.Tabled() == "" {
		table = s.Source.File
	}
	return p, table
}

func (s *State) download() {
	if s.Rules.Model() == nil {
		return
	}
	project, table := s.project(s.Keeping.TableToo)
	s.Keeping.Problem = nil
	s.do(Download{Project: project, Table: table, as: s.version()})
}

// projectOpened reads the table of a project, if it has one; the rest of the project waits for it.
func (s *State) projectOpened(m ProjectOpened) {
	if m.Works != nil {
		s.Keeping.Works = m.Works
	}
	if m.Err != nil {
		p := openProblem(m.Err)
		if s.Status = p.Message; m.Work.ID != "" {
			s.Keeping.Problem = p
		} else {
			s.Rules.Problem = p
		}
		return
	}
	settings, _ := link.ParseProject(m.Project.Settings)
	source := core.Source{Name: m.Project.Name, Sample: settings.Sample, Size: m.Size, File: m.File, Options: m.Project.Reading}
	if source.Sample != "" {
		source.Name, source.File = source.Sample, nil
	}
	if source.Sample == "" && source.File == nil {
		s.flush()
		s.adopt(m)
		return
	}
	s.read(pending{source: source, project: &m})
}

// flush saves pending changes of the current work before it is replaced.
func (s *State) flush() {
	if !s.Unsaved() {
		s.saved = s.version()
	}
	s.keepNow()
	s.Keeping.anew()
}

// adopt shows a project whose table, if it has one, is loaded.
func (s *State) adopt(m ProjectOpened) {
	p := *m.Project
	s.Link = take(s, s.Link, link.ProjectRestored{Settings: p.Settings})
	foreign := s.Table == nil
	if s.Table != nil {
		foreign = p.Foreign || !p.learntFrom(s.Table, s.Source)
	}
	if s.Table == nil || foreign && !p.Foreign {
		s.Keeping.awaited = &p
	}
	s.Rules.Open(p.Model, m.Work.Name, p.Name, foreign)
	s.opened(m.Work.Name)
	k := &s.Keeping
	k.Problem = nil
	if m.Work.ID == "" {
		s.saved = s.version()
		return
	}
	k.On, k.Table, k.work, k.kept = true, m.Work.Table, m.Work, s.version()
	k.tried = s.keepKey()
}

// awaits reports whether a table is the one that the current project waits for.
func (s State) awaits(t *protocol.TableSummary, from core.Source) bool {
	p := s.Keeping.awaited
	return p != nil && p.learntFrom(t, from)
}

// learntFrom reports whether the model of a project can be learned from a table.
func (p Project) learntFrom(t *protocol.TableSummary, source core.Source) bool {
	if l, _ := link.ParseProject(p.Settings); !l.About(t, source.Sample) {
		return false
	}
	var columns []protocol.LearnedColumn
	if c := p.Model.MultiClass; c != nil {
		columns = c.Learned.Columns
	} else {
		columns = p.Model.Model.Learned.Columns
	}
	return slices.EqualFunc(columns, t.Columns, func(l protocol.LearnedColumn, c protocol.ColumnSummary) bool { return l.Name == c.Name })
}

// readingOf returns the import options of the awaited project for a file of the same name.
func (s *State) readingOf(file string) dataset.Options {
	p := s.Keeping.awaited
	if p == nil || p.Name != file {
		return dataset.Options{}
	}
	once := *p
	once.Reading = dataset.Options{} // if these options fail, the next attempt detects them
	s.Keeping.awaited = &once
	return p.Reading
}

// arrived attributes the model of the current project to the loaded table if that is the awaited one.
func (s *State) arrived() {
	p := s.Keeping.awaited
	if s.Keeping.awaited = nil; p == nil || p.Foreign || !p.learntFrom(s.Table, s.Source) {
		return
	}
	s.Rules.Adopt(p.Name)
}
