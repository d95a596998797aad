package state

import (
	"fmt"
	"slices"
	"strings"

	"drnet/app/audit"
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/rows"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// read loads a table. It cancels an earlier reading and ends an active run, which belongs to the previous table.
func (s *State) read(l load) {
	if !l.again {
		s.visit(core.DataSection) // shows the progress and any problem
		file := s.Rules.File()
		if l.project != nil {
			file = l.project.Project.Model
		}
		l.source.Trained = trainedTable(file)
	}
	s.stopReading()
	take(s, &s.Training, training.StopAsked{})
	take(s, &s.TradeOff, tradeoff.EvaluationStopped{})
	take(s, &s.Compare, compare.BenchmarkStopped{})
	take(s, &s.Audit, audit.Stopped{})
	s.Peek, s.Rejected, s.Question, s.waiting = nil, nil, nil, nil
	s.load(l)
}

func (s *State) load(l load) {
	s.Reading, s.DataProblem, s.Status = l.source.Name, nil, "Reading "+l.source.Name+"."
	body := l.source.Load()
	body.Test = l.test
	r := core.Request{ID: s.lastID + 1, Body: body}
	s.lastID, s.pending = r.ID, append(slices.Clip(s.pending), pending{r, &l})
	s.do(r)
	s.pass(core.ReadingStarted{})
}

// trainedTable describes the training table of a model, so that a table with the same columns is read alike; nil without a model.
func trainedTable(f protocol.ModelFile) *dataset.Trained {
	if f.Empty() {
		return nil
	}
	t := f.Table()
	t.Perhaps = true
	return &t
}

// suggestLikeRules proposes the target and the positive class of the current rules, if the table was read like their training table. While
// a project is being opened, its rules are not the current ones yet.
func (s *State) suggestLikeRules(t *protocol.TableSummary) {
	file := s.Rules.File()
	if s.Source.Trained == nil || file.Empty() {
		return
	}
	if j := t.Column(file.Table().Target); j >= 0 && t.Columns[j].Kind.Usable() {
		s.Setup.Target = j
		s.Setup.Follow(&t.Columns[j], file.Request())
	}
}

// settled returns the source of a table after reading. If it was read like the training table of the rules, the markers of missing values
// of that table become import options, which the user sees and can change.
func settled(source core.Source, t *protocol.TableSummary) core.Source {
	if !t.Trained {
		source.Trained = nil
		return source
	}
	trained, o := *source.Trained, &source.Options
	trained.Columns = slices.Clone(trained.Columns)
	if o.MissingValues == nil {
		o.MissingValues = trained.Missing
		for _, c := range trained.Columns {
			if _, given := o.Values[c.Name]; len(c.Values) > 0 && !given && t.Column(c.Name) >= 0 {
				o.Values = core.With(o.Values, c.Name, c.Values)
			}
		}
	}
	trained.Missing = nil
	for i := range trained.Columns {
		trained.Columns[i].Values = nil
	}
	source.Trained = &trained
	return source
}

func (s *State) sourceOf(m FileChosen) core.Source {
	return core.Source{Name: m.Name, Size: m.Size, File: m.File, Options: s.readingOf(m.Name)}
}

// ordered tells which of two files is for training and which for testing: by “test” in the name, otherwise the larger one is for training.
func ordered(files [2]FileChosen) (table, test FileChosen) {
	forTest := func(m FileChosen) bool { return strings.Contains(strings.ToLower(m.Name), "test") }
	first, second := forTest(files[0]), forTest(files[1])
	if first && !second || first == second && files[0].Size < files[1].Size {
		return files[1], files[0]
	}
	return files[0], files[1]
}

// readTest loads a test table, with the import options of the current table except the sheet.
func (s *State) readTest(source core.Source) {
	sheet := source.Options.Sheet
	source.Options = s.Source.Options
	source.Options.Sheet = sheet
	s.load(load{source: source, test: true})
}

// readWithoutTest reads the table again, which removes the test table from the engine.
func (s *State) readWithoutTest() {
	if s.Source.Test == nil || s.Busy() {
		return
	}
	l := load{source: s.Source, again: true}
	l.source.Test = nil
	s.read(l)
}

// testLoaded stores a test table. The latest run is out of date then, because it was tested on other rows.
func (s *State) testLoaded(e protocol.Loaded, source core.Source) {
	s.Source.Test = &source
	s.Test = &core.TestTable{Name: e.Table.Name, Rows: e.Table.Rows, Differences: core.Sentences(e.Differences)}
	s.Test.Sheets, s.Test.Sheet = e.Table.Sheets, e.Table.Sheet
	s.SetPlan(core.SetPlan{})
	s.Run.TableChanged = s.Run.Learnt()
	s.Awaited = core.When(s.Awaited != source.Name, s.Awaited)
	s.Status = fmt.Sprintf("Read the test table %s: %s.", e.Table.Name, core.Plural(e.Table.Rows, "row", "rows"))
	s.pass(core.TableRead{Again: true})
}

// readAgain loads the same file with other import options. It asks for confirmation before it ends an active run.
func (s *State) readAgain(o dataset.Options) {
	if s.Table == nil || s.Source.Name == "" {
		return
	}
	l := load{source: s.Source, again: true}
	l.source.Options = o
	if s.Run.Active() {
		s.waiting = &l
		s.Question = &core.Confirmation{
			Yes: "Stop the training and read again", No: "Go on training",
			Text: "The table is read again with this change, and the training that is under way ends with its best rules so far.",
		}
		return
	}
	s.read(l)
}

// requested returns the newest import options of the table: of a pending reading, of one that waits for confirmation, or the current ones.
func (s *State) requested() dataset.Options {
	of := s.Source.Options
	if s.waiting != nil {
		of = s.waiting.source.Options
	}
	for _, p := range s.pending {
		if p.load != nil && p.load.again {
			of = p.load.source.Options
		}
	}
	return of
}

// loaded shows a new table with a suggested target, or the same table after another reading.
func (s *State) loaded(t protocol.TableSummary, a load) {
	project := s.awaited // perhaps waiting for this table
	awaited := project != nil && learnedFrom(*project, &t, a.source)
	if !a.again && !awaited {
		take(s, &s.Storage, storage.WorkReplaced{})
	}
	before := s.Table
	if s.Source.Sample != "" && a.source.Sample == "" && s.Setup.Text(setting.Review) == core.WholeRun {
		s.Setup.Fields = core.With(s.Setup.Fields, setting.Review, "") // it was set only for watching a sample train
	}
	s.Problem, s.DataProblem, s.Rejected, s.Table, s.Source, s.Test = "", nil, nil, &t, settled(a.source, &t), nil
	s.Source.Test = nil
	if !a.again {
		s.Awaited = ""
	}
	if awaited {
		s.Awaited = project.Test
	}
	s.SetPlan(core.SetPlan{})
	s.Rules.TableChanged(a.again)
	if a.again && before != nil {
		s.Run.TableChanged = true
		s.Setup.Refit(before, &t)
	} else {
		s.Run = core.Run{}
		s.Setup.Codebook, s.Setup.By, s.Setup.Weight = nil, core.SplitBy{}, ""
		s.Setup.Cuts, s.Setup.Ignore, s.Setup.Require = map[string]core.ThresholdEdit{}, map[string]bool{}, map[string]bool{}
		s.Setup.KeepDates(nil)
		s.Setup.Propose(&t, a.source.Sample)
		s.suggestLikeRules(&t)
	}
	if !a.again {
		s.arrive(before == nil)
	}
	s.pass(core.TableRead{Again: a.again})
	if s.Learn.Guided && !a.again { // a lesson shows the rows
		take(s, &s.AllRows, rows.Unfolded{})
	}
	if s.awaited = nil; project != nil {
		if run, setup := s.restoreRuns(*project); awaited && !project.Foreign {
			s.Rules.Adopt(project.Name, run, setup)
		}
	}
	s.Status = fmt.Sprintf("Read %s: %s, %s.", t.Name, core.Plural(t.Rows, "row", "rows"), core.Plural(len(t.Columns), "column", "columns"))
	if a.project != nil {
		s.adopt(*a.project)
	}
	if a.source.Test != nil {
		s.readTest(*a.source.Test)
	}
}

// pending is a request without a final answer. Load is nil for a request of a feature.
type pending struct {
	core.Request
	load *load
}

type load struct {
	source  core.Source
	test    bool                   // a test table is read
	again   bool                   // the file of the current table is read again
	project *storage.ProjectOpened // the project that the table belongs to
	learn   bool                   // a run starts when the table is loaded
}

// reserve adds the new requests of a feature to pending, before any command is executed, which could lead to requests with the same IDs.
func (s *State) reserve(commands []core.Command) {
	for _, c := range commands {
		if r, ok := c.(core.Request); ok && r.ID > s.lastID {
			s.lastID = r.ID
			s.pending = append(slices.Clip(s.pending), pending{Request: r})
		}
	}
}

// do queues a command for Update to return.
func (s *State) do(c core.Command) { s.commands = append(s.commands, c) }

func (s *State) stopReading() {
	for _, p := range s.pending {
		if p.load != nil {
			s.do(core.Request{ID: p.ID, Body: protocol.Stop{}})
		}
	}
}

// Pending lists the requests without a final answer, the oldest first.
func (s State) Pending() []core.Request {
	var list []core.Request
	for _, p := range s.pending {
		list = append(list, p.Request)
	}
	return list
}

// answered returns the request of an event, the zero value for none, and removes it from pending if the event is final.
func (s *State) answered(id core.ID, e protocol.Event) pending {
	i := slices.IndexFunc(s.pending, func(p pending) bool { return p.ID == id })
	if i < 0 {
		return pending{}
	}
	p := s.pending[i]
	if !protocol.Final(e) {
		return p
	}
	s.pending = slices.Delete(slices.Clone(s.pending), i, i+1)
	if p.load != nil && !slices.ContainsFunc(s.pending, func(p pending) bool { return p.load != nil }) {
		s.Reading, s.Peek = "", nil
	}
	return p
}
