package state_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/export"
	"drnet/app/learn"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

// Files of released schemas, which later versions must open.
const (
	releasedProject = "../../storage/testdata/project_1.json"
	releasedModel   = "../../../engine/protocol/testdata/model_1.json"
)

// own is the table that the released model was trained on.
func own() protocol.TableSummary {
	return protocol.TableSummary{Name: "own.csv", Rows: 40, Guess: 3, Columns: []protocol.ColumnSummary{
		{Name: "age", Kind: dataset.Numeric, Histogram: &protocol.Histogram{
			Least: 17, Most: 90, First: 17, Last: 90,
			Counts: []int{10, 10, 10, 10},
		}},
		{Name: "size <cm>", Kind: dataset.Categorical, Values: []protocol.Value{
			{Text: "L & M", Rows: 20},
			{Text: "S", Rows: 10},
			{Text: "XL", Rows: 10},
		}},
		{Name: "sex", Kind: dataset.Binary, Values: []protocol.Value{{Text: "Female", Rows: 20}, {Text: "Male", Rows: 20}}},
		{Name: "risk", Kind: dataset.Binary, Values: []protocol.Value{{Text: "high", Rows: 30}, {Text: "low", Rows: 10}}},
	}}
}

const ownFile = "age,size <cm>,sex,risk\n20,S,Male,low\n"

// ownChosen chooses the file of own.
func ownChosen() state.Msg {
	of := file(ownFile)
	return state.FileChosen{Name: "own.csv", Size: int64(len(of)), File: &of}
}

// learntModel returns the released model as the result of a run on own.
func learntModel(t testing.TB) *protocol.Model {
	t.Helper()
	m, err := protocol.ReadModel([]byte(coretest.File(t, releasedModel)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range own().Columns {
		m.Learned.Columns = append(m.Learned.Columns, dataset.TrainedColumn{Name: c.Name, Kind: c.Kind})
	}
	return m
}

// The best score of a game is saved with its rules, only if autosave is on. Opening the game anew shows it.
func TestScoreIsKept(t *testing.T) {
	const score = 50
	right := []sample.SecretCondition{{Column: 7, Op: ">", Value: 6}} // depth > 700
	play := []state.Msg{state.SampleChosen{Name: "secret-5"}, loaded(own(), 0)}
	for _, on := range []bool{false, true} {
		f := newShelf()
		s, _ := f.through(state.New(), append(steps(state.Connected{}), play...)...)
		s, _ = f.through(s, heard(planned(), 0), training.StartAsked{At: noon}, heard(started(), 1),
			heard(protocol.Trained{Model: learntModel(t), Steps: 9}, 2), storage.AutosaveSwitched{On: on},
			learn.Drafted{Rule: right}, learn.Guessed{}, storage.ChangesRested{}, learn.HintAsked{}, storage.ChangesRested{})
		s, _ = f.through(s, play...)
		want := 0
		if on {
			want = score
		}
		if c := s.View(); c.Saved != want || c.Score != 0 {
			t.Errorf("autosave %v: saved %d, want %d; now %d", on, c.Saved, want, c.Score)
		}
	}
}

// learntHere returns a page with rules trained on own.
func learntHere(t testing.TB, f *shelf) state.State {
	t.Helper()
	s, _ := f.through(state.New(), storage.PageOpened{}, state.Connected{}, ownChosen(), loaded(own(), 0),
		heard(planned(), 0), settings.Typed{Field: setting.Lambda1, Text: "0.5"}, data.ColumnUsed{Column: 1},
		data.EditorToggled{Column: 0}, data.MethodChosen{Column: 0, Method: core.Listed},
		data.ThresholdsTyped{Column: 0, Text: "33"}, training.StartAsked{At: noon}, heard(started(), 1),
		heard(protocol.Trained{Model: learntModel(t), Steps: 9}, 2))
	if s.Rules.Model() == nil {
		t.Fatalf("nothing was learnt: %s", s.Obstacle())
	}
	return s
}

// reopened opens the downloaded project on a new page, and its table if the project lacks it.
func (f *shelf) reopened(tabled bool) state.State {
	s, _ := f.through(state.New(), state.Connected{}, storage.SavedFileChosen{Name: "p.json", File: bytes.NewReader(f.saved)})
	if !tabled {
		s, _ = f.through(s, ownChosen())
	}
	s, _ = f.through(s, loaded(own(), 0), heard(planned(), 0))
	return s
}

func TestNothingIsKeptUnasked(t *testing.T) {
	f := newShelf()
	s := learntHere(t, f)
	s, _ = f.through(s, storage.ChangesRested{}, rules.RuleSwitched{Line: 0}, storage.ChangesRested{}, storage.AutosaveTable{On: true},
		storage.WorkChosen{ID: "none"}, storage.DeletionAsked{ID: storage.EveryWork},
		storage.DeletionCancelled{}, rules.Undone{}, core.TabChosen{Tab: core.ExportTab}, export.ModelSaved{}, storage.ChangesRested{})
	if len(f.works) > 0 || s.Storage.Due(s.View()) || slices.Contains(f.done, "Save") {
		t.Errorf("kept %+v by %q", f.works, f.done)
	}
}

// A saved work restores the rules, the settings and, if requested, the table.
func TestKeptWorkComesBack(t *testing.T) {
	for _, tabled := range []bool{false, true} {
		f := newShelf()
		s := learntHere(t, f)
		s, _ = f.through(s, storage.AutosaveSwitched{On: true}, storage.AutosaveTable{On: tabled},
			rules.RuleSwitched{Line: 1}, heard(protocol.Scored{}, 3))
		if !s.Storage.Due(s.View()) || !s.Unsaved() {
			t.Errorf("an edit is due: %v, unsaved: %v", s.Storage.Due(s.View()), s.Unsaved())
		}
		s, _ = f.through(s, storage.ChangesRested{})
		if s.Storage.Due(s.View()) || s.Unsaved() || len(f.works) != 1 || f.works[0].Table != tabled || f.works[0].Name != "own.csv" ||
			s.Storage.Problem != nil {
			t.Fatalf("kept %+v, due %v, unsaved %v, problem %v", f.works, s.Storage.Due(s.View()), s.Unsaved(), s.Storage.Problem)
		}
		f.through(s, storage.DownloadTable{On: tabled}, storage.DownloadAsked{})
		for _, file := range [][]byte{f.files["w1"], f.saved} {
			coretest.Equal(t, strings.Contains(string(file), `"table"`), tabled, "the table is in it")
		}
		again, asked := f.through(state.New(), storage.PageOpened{}, state.Connected{}, storage.WorkChosen{ID: "w1"})
		coretest.Equal(t, len(coretest.Of[protocol.Load](asked)) > 0, tabled, "asked for %v, with the table", asked)
		if !tabled {
			if m := again.Rules.Model(); m == nil || again.Table != nil || !again.Storage.Autosave {
				t.Fatalf("without its table there is %v", m)
			}
			again, _ = f.through(again, ownChosen())
		}
		again, asked = f.through(again, loaded(own(), 0))
		if again.Table == nil || again.Rules.Now().Foreign {
			t.Errorf("with the table: %v, foreign %v", tabled, again.Rules.Now().Foreign)
		}
		if tabled && (!again.Storage.Autosave || !again.Storage.IncludeTable || again.Storage.Due(again.View())) || again.Unsaved() {
			t.Errorf("kept on %+v, due %v, unsaved %v", again.Storage, again.Storage.Due(again.View()), again.Unsaved())
		}
		if len(coretest.Of[protocol.Apply](asked)) > 0 {
			t.Error("the rules are applied as those of another table")
		}
		coretest.Equal(t, again.Rules.Model().Text(nil), s.Rules.Model().Text(nil), "the rules")
		now, then := again.Setup, s.Setup
		if now.Target != then.Target || now.Fields[setting.Lambda1] != "0.5" || !now.Ignore["size <cm>"] ||
			!slices.Equal(now.Cuts["age"].List, then.Cuts["age"].List) || now.Positive != then.Positive || len(again.Link.Notes) > 0 {
			t.Errorf("the settings are %+v, want %+v; notes %q", now, then, again.Link.Notes)
		}
	}
}

// A project brings the list of runs back, with or without the table: each run is opened with its settings, and compared.
func TestRunsComeBack(t *testing.T) {
	for _, tabled := range []bool{false, true} {
		f := newShelf()
		s := learntHere(t, f)
		second := learntModel(t)
		second.Rules = second.Rules[:1]
		s, _ = f.through(s, settings.Typed{Field: setting.Lambda1, Text: "0.25"}, training.StartAsked{At: noon}, heard(started(), 3),
			heard(protocol.Trained{Model: second, Status: drnet.Stopped, Steps: 9}, 4))
		f.through(s, storage.DownloadTable{On: tabled}, storage.DownloadAsked{})
		if !tabled { // the runs wait for the table, and are not lost
			waiting, _ := f.through(state.New(), state.Connected{}, storage.SavedFileChosen{Name: "p.json", File: bytes.NewReader(f.saved)})
			f.through(waiting, storage.DownloadAsked{})
		}
		again := f.reopened(tabled)
		if got, want := shown(again), "2, 2, 1 rule, 0.25, Run 2 ▾"; got != want {
			t.Errorf("with the table %v: %q, want %q", tabled, got, want)
		}
		again, _ = f.through(again, runs.RunOpened{Number: 1}, heard(planned(), 0))
		if got, want := shown(again), "1, 1, 2 rules, 0.5, Run 1 ▾"; got != want || !again.Setup.SameAs(s.Runs.List[0].Setup) {
			t.Errorf("with the table %v: %q, want %q; settings %+v and %+v", tabled, got, want, again.Setup, s.Runs.List[0].Setup)
		}
		for i, r := range again.Runs.List {
			if was := s.Runs.List[i]; r.Took() != was.Took() || !r.LastEvent.Equal(was.LastEvent) || r.Run.Ended != was.Run.Ended {
				t.Errorf("run %d: %+v, want %+v", r.Number, r.Run, was.Run)
			}
		}
		_, requests := f.through(again, runs.RunCompared{Number: 1, On: true}, runs.RunCompared{Number: 2, On: true})
		if asks := coretest.Of[protocol.ListRows](requests); len(asks) != 1 || asks[0].Differ == nil {
			t.Errorf("asked for %s", asked(requests))
		}
	}
}

// Rules of a project keep the settings of their run when it is deleted, with or without the table.
func TestRestoredSettings(t *testing.T) {
	for _, tabled := range []bool{false, true} {
		f := newShelf()
		f.through(learntHere(t, f), storage.DownloadTable{On: tabled}, storage.DownloadAsked{})
		s, _ := f.through(f.reopened(tabled), settings.Typed{Field: setting.Lambda1, Text: "0.25"},
			training.StartAsked{At: noon}, heard(started(), 3), heard(protocol.Trained{Model: learntModel(t), Status: drnet.Stopped, Steps: 9}, 4),
			runs.RunDeleted{Number: 1}, rules.Undone{})
		if got, want := shown(s), "2, 1, 2 rules, 0.25, Runs ▾, stale"; got != want {
			t.Errorf("with the table %v: %q, want %q", tabled, got, want)
		}
	}
}

// On a page with runs, those of a project are added with other numbers; those that are listed already are not.
func TestRunsOfAProjectAreAdded(t *testing.T) {
	f := newShelf()
	s := learntHere(t, f)
	f.through(s, storage.DownloadAsked{})
	open := storage.SavedFileChosen{Name: "p.json", File: bytes.NewReader(f.saved)}
	s, _ = f.through(s, open, heard(planned(), 0))
	coretest.Equal(t, shown(s), "1, 1, 2 rules, 0.5, Run 1 ▾", "the same run")
	coretest.Equal(t, len(s.Runs.List), 1, "the number of runs")
	open.File = bytes.NewReader(bytes.ReplaceAll(f.saved, []byte(`"ended": "2`), []byte(`"ended": "1`)))
	s, _ = f.through(s, open, heard(planned(), 0))
	coretest.Equal(t, shown(s), "2, 2, 2 rules, 0.5, Run 2 ▾", "another run")
	coretest.Equal(t, len(s.Runs.List), 2, "the number of runs")
}

// shelved checks journeys from an empty shelf and a page, a new one or one with rules. They ask for effects.
func shelved(t *testing.T, learnt bool, journeys []journey) {
	for _, test := range journeys {
		f, s := newShelf(), state.New()
		if learnt {
			s = learntHere(t, f)
		}
		f.done = nil
		s, _ = f.through(s, test.messages...)
		n := 0
		if m := s.Rules.Model(); m != nil {
			n = len(m.Rules)
		}
		coretest.Equal(t, len(f.works), len(s.Storage.Works), "%s: the number of works listed", test.name)
		told := facts("rules", n, "on", s.Storage.Autosave, "due", s.Storage.Due(s.View()), "unsaved", s.Unsaved(), "works", len(f.works),
			"problem", problem(s.Storage.Problem))
		coretest.Equal[any](t, told, test.want, "%s", test.name)
		coretest.Equal(t, strings.Join(f.done, ", "), test.asked, "%s: the effects", test.name)
	}
}

func TestKeeping(t *testing.T) {
	on, off, edit, undo := storage.AutosaveSwitched{On: true}, storage.AutosaveSwitched{}, rules.RuleSwitched{Line: 1}, rules.Undone{}
	rested, tabled, saved := storage.ChangesRested{}, storage.AutosaveTable{On: true}, export.ModelSaved{}
	of := file("x,y\n1,2\n")
	other := steps(on, state.FileChosen{Name: "other.csv", Size: 8, File: &of}, loaded(people(), 5))
	model := core.ModelOpened{Name: "m.json", File: []byte(coretest.File(t, releasedModel))}
	shelved(t, true, []journey{
		{"learnt", nil, "", "rules 2; unsaved"},
		{"ticked", steps(on), "Save", "rules 2; on; works 1"},
		{"ticked twice", steps(on, on), "Save", "rules 2; on; works 1"},
		{"ticked and not", steps(on, off), "Save, Delete w1", "rules 2; unsaved"},
		{"ticked again", steps(on, off, on), "Save, Delete w1, Save", "rules 2; on; works 1"},
		{"nothing changes", steps(on, rested, rules.SortChosen{}, rested), "Save", "rules 2; on; works 1"},
		{"an edit", steps(on, edit, rested), "Save, Save", "rules 1; on; works 1"},
		{"a run is deleted", steps(on, runs.RunDeleted{Number: 1}, rested), "Save, Save", "rules 2; on; works 1"},
		{"an edit that is undone", steps(on, edit, undo, rested), "Save", "rules 2; on; works 1"},
		{"a setting", steps(on, settings.Typed{Field: setting.Seed, Text: "8"}, rested), "Save, Save", "rules 2; on; works 1"},
		{"the table too", steps(on, tabled), "Save, Save", "rules 2; on; works 1"},
		{"the table, and no more", steps(on, tabled, storage.AutosaveTable{}), "Save, Save, Save", "rules 2; on; works 1"},
		{"another table comes", other, "Save", "rules 2; works 1"},
		{"another table comes behind an edit", slices.Insert(slices.Clone(other), 1, state.Msg(edit)), "Save, Save", "rules 1; works 1"},
		{"another table is learnt and kept too", append(slices.Clone(other), training.StartAsked{At: noon}, heard(started(), 6),
			heard(protocol.Trained{Model: learntModel(t)}, 7), on), "Save, Save", "rules 2; on; works 2"},
		{
			"it is deleted from the list", steps(on, storage.DeletionAsked{ID: "w1"}, storage.DeletionConfirmed{ID: "w1"}),
			"Save, Delete w1", "rules 2; unsaved",
		},
		{"deleting it is thought over", steps(on, storage.DeletionAsked{ID: "w1"}, storage.DeletionCancelled{}), "Save", "rules 2; on; works 1"},
		{"all are deleted", steps(on, storage.DeletionConfirmed{ID: storage.EveryWork}), "Save, Delete *", "rules 2; unsaved"},
		{"the model is saved", steps(saved), "", "rules 2"},
		{"the project is saved", steps(storage.DownloadAsked{}), "Download", "rules 2"},
		{"edited since", steps(saved, edit), "", "rules 1; unsaved"},
		{"edited since, and undone", steps(saved, edit, undo), "", "rules 2"},
		{"a model in the place of what was learnt", steps(model), "", "rules 2"},
	})
	shelved(t, false, []journey{
		{"nothing", nil, "", ""},
		{"a model", steps(model), "", "rules 2"},
		{"a model edited", steps(model, edit), "", "rules 1; unsaved"},
		{"a model edited and saved", steps(model, edit, saved), "", "rules 1"},
		{"a damaged model", steps(core.ModelOpened{Name: "m.json", File: []byte("{")}), "", ""},
	})
}

// A late reply does not override a later choice.
func TestTickTakenWhileWriting(t *testing.T) {
	f := newShelf()
	s, commands := state.Update(learntHere(t, f), storage.AutosaveSwitched{On: true})
	late := f.do(coretest.Of[storage.Effect](commands)[0])
	s, commands = state.Update(s, storage.AutosaveSwitched{})
	if list := coretest.Of[storage.Effect](commands); len(list) > 0 {
		t.Errorf("effects %v before there is anything to delete", list)
	}
	s, _ = f.through(s, late)
	if s.Storage.Autosave || len(f.works) > 0 || len(s.Storage.Works) > 0 {
		t.Errorf("on %v, kept %+v", s.Storage.Autosave, f.works)
	}
	s, commands = state.Update(s, storage.AutosaveSwitched{On: true})
	late = f.do(coretest.Of[storage.Effect](commands)[0])
	s, _ = f.through(s, rules.RuleSwitched{Line: 1}, late)
	if !s.Storage.Due(s.View()) || !s.Unsaved() {
		t.Error("an edit while the work was written is not due")
	}
}

func TestKeepingFails(t *testing.T) {
	on, rested := storage.AutosaveSwitched{On: true}, storage.ChangesRested{}
	refuse := func(err error) func(*shelf) { return func(f *shelf) { f.refuses = err } }
	for _, test := range []struct {
		err           error
		message, hint string
	}{
		{
			storage.ErrBlocked, "This browser blocks storage for this page, as in some private windows.",
			" Download the project as a file instead.",
		},
		{
			storage.ErrFull, "The storage of this browser is full.",
			" Delete a saved project, exclude the data, or download the project as a file.",
		},
		{
			storage.ErrFileGone, "The file of the table cannot be read: it was moved, changed or deleted.",
			" Exclude the data, or choose the file again.",
		},
		{storage.ErrTableTooLarge, "The table is larger than 50 MB, the limit for projects.", " Exclude the data, and keep its file separately."},
		{errors.New("the disk is wet"), "The project could not be saved: the disk is wet.", " Download the project as a file instead."},
	} {
		refused, later := "rules 2; unsaved; problem "+test.message+test.hint, steps(on, refuse(test.err), rules.RuleSwitched{Line: 1}, rested)
		room := append(slices.Clone(later), refuse(nil), rules.RuleSwitched{Line: 0}, rested)
		shelved(t, true, []journey{
			{"at first", steps(refuse(test.err), on), "Save", refused},
			{"a download", steps(refuse(test.err), storage.DownloadAsked{}), "Download", refused},
			{"later", later, "Save, Save", "rules 1; on; unsaved; works 1; problem " + test.message +
				" The previous version is still saved." + test.hint},
			{"when there is room again", room, "Save, Save, Save", "on; works 1"},
		})
	}
	f := newShelf()
	f.refuses = storage.ErrBlocked
	if s := learntHere(t, f); s.Storage.Problem != nil {
		t.Errorf("who has asked for nothing is told %s", problem(s.Storage.Problem))
	}
}

// Other windows may delete or change saved works.
func TestOtherWindows(t *testing.T) {
	on, edit, rested := storage.AutosaveSwitched{On: true}, rules.RuleSwitched{Line: 1}, storage.ChangesRested{}
	changed := func(f *shelf) { f.works[0].At = noon.Add(time.Hour) }
	gone := func(f *shelf) { f.works = nil }
	shelved(t, true, []journey{
		{"changed", steps(on, changed, edit, rested), "Save, Save", "rules 1; unsaved; works 1; problem The saved project was changed in " +
			"another window, and holds the changes from there. Turn on “Autosave in this browser” to save this work as another project."},
		{"kept beside it", steps(on, changed, edit, rested, on), "Save, Save, Save", "rules 1; on; works 2"},
		{"deleted", steps(on, gone, edit, rested), "Save, Save", "rules 1; unsaved; problem The saved project was deleted, perhaps in " +
			"another window. Your work is still open here. Turn on “Autosave in this browser” to save it again."},
		{"deleted and opened", steps(on, gone, storage.WorkChosen{ID: "w1"}), "Save, Open", "rules 2; on; problem The saved project " +
			"was deleted, perhaps in another window. Choose another one."},
	})
}

// A project that cannot be opened is reported, and the current work remains.
func TestProjectRefused(t *testing.T) {
	f := newShelf()
	s := learntHere(t, f)
	sound := coretest.File(t, releasedProject)
	for _, test := range []struct{ file, want string }{
		{sound[:len(sound)-9], "The project file is damaged: its table is truncated. Your current work is unchanged."},
		{
			strings.Replace(sound, "project/1", "project/3", 1),
			`The project file has the schema “drnet.project/3”; this page reads “drnet.project/1”. Your current work is unchanged.`,
		},
		{"{", "Not a model file, or damaged"},
	} {
		got, asked := f.through(s, storage.SavedFileChosen{Name: "x.json", Size: 9, File: strings.NewReader(test.file)})
		if !strings.HasPrefix(problem(got.Rules.Problem), test.want) || got.Rules.Model() != s.Rules.Model() ||
			got.Table != s.Table || len(asked) > 0 {
			t.Errorf("%s, asked %v; want %s", problem(got.Rules.Problem), asked, test.want)
		}
	}
	got, _ := f.through(s, storage.SavedFileChosen{Name: "x.json", Size: storage.MaxSaved + 1})
	if want := "The file is too large to be a model or a project."; !strings.HasPrefix(problem(got.Rules.Problem), want) {
		t.Errorf("%s, want %s", problem(got.Rules.Problem), want)
	}
	got, _ = f.through(state.New(), state.Connected{}, storage.SavedFileChosen{Name: "x.json", Size: 9, File: strings.NewReader(sound)},
		heard(protocol.Refused{Kind: "ragged", Message: "line 3 has 4 fields", Hint: "mend the line"}, 9))
	if got.DataProblem == nil || got.Rules.Model() != nil || got.Setup.Fields[setting.Lambda1] != "0.01" {
		t.Errorf("a project whose table cannot be read: %s", problem(got.DataProblem))
	}
}

// A project of a sample stores the name of the sample instead of its data.
func TestProjectOfABuiltInTable(t *testing.T) {
	f := newShelf()
	s, _ := f.through(state.New(), state.Connected{}, state.SampleChosen{Name: "heart-risk"},
		loaded(own(), 0), heard(planned(), 0), core.TargetChosen{Column: 3},
		training.StartAsked{At: noon}, heard(started(), 1), heard(protocol.Trained{Model: learntModel(t)}, 2),
		storage.DownloadTable{On: true}, storage.DownloadAsked{})
	if s.Unsaved() || strings.Contains(string(f.saved), `"table"`) {
		t.Errorf("unsaved %v, file %s", s.Unsaved(), f.saved)
	}
	again, asked := f.through(state.New(), state.Connected{}, storage.SavedFileChosen{Name: "p.json", File: bytes.NewReader(f.saved)})
	coretest.Equal(t, coretest.One[protocol.Load](t, asked).Sample, "heart-risk", "the sample that is loaded")
	table := own()
	table.Trained = true // it is like that of the rules, which open after it
	again, _ = f.through(again, loaded(table, 0))
	if again.Rules.Model() == nil || again.Rules.Now().Foreign || again.Setup.Target != 3 || again.Unsaved() {
		t.Errorf("opened %+v, target %d", again.Rules.Now(), again.Setup.Target)
	}
}

// A multiclass model is restored completely, with the edits of its sets.
func TestKeptClassesComeBack(t *testing.T) {
	f := newShelf()
	file := coretest.File(t, "../../../engine/testdata/irises-each.classes.golden")
	s, _ := f.through(state.New(), state.Connected{}, core.ModelOpened{Name: "irises.json", File: []byte(file)},
		rules.SetChosen{Set: 2}, rules.RuleDeleted{Line: 0}, export.SetsChosen{Alone: true})
	if !s.Unsaved() {
		t.Error("an edited set is saved")
	}
	s, _ = f.through(s, export.ModelSaved{})
	if !s.Unsaved() {
		t.Error("the whole counts as saved when one set was")
	}
	s, _ = f.through(s, storage.AutosaveSwitched{On: true})
	again, _ := f.through(state.New(), state.Connected{}, storage.WorkChosen{ID: "w1"})
	if again.Rules.Classes.Model == nil || again.Rules.Classes.Model.Text(nil) != s.Rules.Classes.Model.Text(nil) ||
		!again.Rules.Classes.Model.Edited() || again.Unsaved() || s.Unsaved() {
		t.Errorf("opened %+v, %s", again.Rules.Classes.Model, problem(again.Storage.Problem))
	}
}
