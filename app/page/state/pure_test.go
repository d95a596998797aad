package state_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/export"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

func heart() protocol.TableSummary {
	return protocol.TableSummary{Name: "heart-risk.csv", Rows: 10, Guess: 0, Columns: []protocol.ColumnSummary{
		{Name: "smoker", Kind: dataset.Binary, Values: []protocol.Value{{Text: "no", Rows: 5}, {Text: "yes", Rows: 5}}},
		{Name: "risk", Kind: dataset.Binary, Values: []protocol.Value{{Text: "high", Rows: 2}, {Text: "low", Rows: 8}}},
	}}
}

// dump writes everything that a value holds, including pointers and unexported fields.
func dump(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		dump(b, v.Elem())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			fmt.Fprintf(b, "%v,%v", v.Field(0), v.Field(1))
			return
		}
		for i := range v.NumField() {
			b.WriteString(v.Type().Field(i).Name + ":")
			dump(b, v.Field(i))
			b.WriteString(" ")
		}
	case reflect.Slice, reflect.Array:
		b.WriteString("[")
		for i := range v.Len() {
			dump(b, v.Index(i))
			b.WriteString(" ")
		}
		b.WriteString("]")
	case reflect.Map:
		var entries []string
		for _, key := range v.MapKeys() {
			var e strings.Builder
			dump(&e, v.MapIndex(key))
			entries = append(entries, fmt.Sprintf("%v=%s", key, &e))
		}
		slices.Sort(entries)
		fmt.Fprintf(b, "%q", entries)
	case reflect.Func:
	default:
		fmt.Fprintf(b, "%v", v)
	}
}

func dumped(s state.State) string {
	var b strings.Builder
	s.Samples = nil
	dump(&b, reflect.ValueOf(s))
	return b.String()
}

// anyMessage returns a random message, valid or not.
func anyMessage(r *rand.Rand, seconds float64) state.Msg {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	text := pick("", "1", "0", "-3", "0.5", "1e9", "x", " 7 ", "18 30;65", ";", "99999999999999999999", "\xff", "<b>")
	fields := []setting.Key{
		setting.Thresholds, setting.Method, setting.Missing, setting.Lambda1, setting.Lambda2, setting.Rules,
		setting.Epochs, setting.Batch, setting.Seed, setting.TestShare,
	}
	messages := []state.Msg{
		state.Connected{},
		state.SampleChosen{Name: pick("heart-risk", "monk-1", "none")},
		state.FileChosen{Name: pick("a.csv", "")},
		core.TargetChosen{Column: r.IntN(12) - 2},
		settings.PositiveChosen{Value: r.IntN(6) - 2},
		settings.Typed{Field: fields[r.IntN(len(fields))], Text: text},
		data.ThresholdsTyped{Column: r.IntN(12) - 2, Text: text},
		data.CountTyped{Column: r.IntN(3), Text: text},
		settings.Reset{},
		data.ThresholdAdded{Column: r.IntN(12) - 2},
		data.ThresholdRemoved{Column: r.IntN(3), Index: r.IntN(5) - 1},
		data.MethodChosen{Column: r.IntN(3), Method: pick("", "width", core.Listed)},
		data.ThresholdGrabbed{Column: r.IntN(3)},
		data.ThresholdMoved{Index: r.IntN(3), To: 100 * r.Float64()},
		data.ThresholdDropped{},
		data.ThresholdNudged{Index: r.IntN(3), Steps: r.IntN(9) - 4},
		data.EditorToggled{Column: r.IntN(12) - 2},
		data.ColumnUsed{Column: r.IntN(12) - 2, Use: r.IntN(2) == 0},
		data.ColumnsSought{Text: text},
		data.RankingToggled{},
		data.PageTurned{To: r.IntN(5) - 2},
		settings.SignChosen{Sign: pick(">", "<=")},
		settings.BoundTyped{Text: text},
		data.ReadingStopped{},
		data.OptionTyped{Option: data.MissingOption, Text: text},
		data.OptionTyped{Option: data.DelimiterOption, Text: pick("comma", "tab", "")},
		data.ReadAgainAsked{},
		data.SampleAsked{},
		data.KindChosen{Column: r.IntN(12) - 2, Kind: dataset.Kind(pick("", "text", "x"))},
		state.Confirmed{},
		state.Declined{},
		state.Drew{},
		training.StartAsked{At: at(seconds)},
		training.StartAsked{At: at(seconds)},
		training.PauseAsked{},
		training.ResumeAsked{},
		training.StopAsked{},
	}
	line := r.IntN(6) - 2
	messages = append(messages, []state.Msg{
		core.TabChosen{Tab: core.Tab(pick("", "try", "export"))},
		rules.StageChosen{Stage: core.Stage(pick("", "learnt", "simplified", "x"))},
		rules.SortChosen{Sort: rules.Sort(pick("", "coverage", "length", "x"))},
		rules.RulesSought{Text: text},
		rules.MoreRules{},
		rules.RuleSwitched{Line: line, On: r.IntN(2) == 0},
		rules.RulePinned{Line: line, Pinned: r.IntN(2) == 0},
		rules.RuleNoted{Line: line, Text: text},
		rules.RuleDeleted{Line: line},
		rules.RuleSelected{Line: line},
		rules.RuleOpened{Line: line},
		rules.ConditionDropped{Line: line, Column: pick("age", "city", "x")},
		rules.DraftChosen{Draft: rules.Draft{Column: r.IntN(4) - 1, Condition: r.IntN(9) - 1}},
		rules.ConditionAdded{},
		rules.Undone{},
		rules.Redone{},
		rules.RevisionChosen{At: line},
		explain.RowTyped{Text: text},
		core.RowTried{Row: line},
		explain.CellTyped{Column: pick("age", "city", "x"), Text: text},
		explain.CellChosen{Column: pick("age", "city", "x"), Index: line},
		explain.CellLocked{Column: "age", Locked: r.IntN(2) == 0},
		explain.CounterfactualTried{Index: line},
		explain.NearestAsked{},
		explain.CellsRestored{},
		export.FormatChosen{Index: r.IntN(15) - 1},
		export.PredictionsAsked{},
		export.ColumnsToggled{},
		state.Said{Text: text},
		core.ModelOpened{Name: "m", File: []byte(text)},
		core.ModelOpened{Name: "m", File: classesFile()},
		state.ThemeChosen{Theme: state.Theme(pick("", "dark"))},
		core.SectionChosen{Section: core.Section(pick("data", "settings", "train", "rules"))},
		state.PanelToggled{Panel: state.Panel(pick("more", "settings"))},
		state.ViewReturned{View: pick("data", "how", "matrix", "rules")},
		state.ToastClosed{},
		rules.SetChosen{Set: line},
		export.SetsChosen{Alone: r.IntN(2) == 0},
		rules.PrecedenceChosen{ByClass: r.IntN(2) == 0},
		rules.ClassMoved{Place: line},
		settings.ClassesChosen{How: pick("", "each", "codes")},
		core.ModelOpened{Name: "m", File: modelFile()},
	}...)
	on, id := r.IntN(2) == 0, pick("", "a", "b", storage.EveryWork)
	work := storage.SavedWork{ID: id, Name: text, At: at(seconds)}
	failed := []error{nil, nil, storage.ErrBlocked, storage.ErrFull, storage.ErrGone, storage.ErrChanged, errors.New("x")}[r.IntN(7)]
	table := file(ownFile)
	project := &storage.Project{
		Name: pick("people.csv", "x"), Foreign: on,
		Settings: pick("", "d=heart-risk&") + "shape=0123abcd&t=" + pick("0", "1", "4"),
		Model:    []protocol.ModelFile{{Model: learnt().Model}, {MultiClass: learntClasses().MultiClass}}[r.IntN(2)],
	}
	messages = append(messages, []state.Msg{
		link.AddressChanged{Hash: pick("", "v=how&lesson=2", "d=heart-risk&y=2&x=1", "shape=0123abcd&t=1", "tour=1&v=try")},
		link.ShareToggled{},
		storage.AutosaveSwitched{On: on},
		storage.AutosaveSwitched{On: on},
		storage.AutosaveTable{On: on},
		storage.ChangesRested{},
		storage.WorkChosen{ID: id},
		storage.DeletionConfirmed{ID: id},
		export.ModelSaved{},
		storage.DownloadAsked{},
		storage.DownloadTable{On: on},
		storage.WorksListed{Works: []storage.SavedWork{work}, Err: failed},
		storage.WorkSaved{Save: storage.Save{Turn: r.IntN(9)}, Work: work, Err: failed},
		storage.ProjectDownloaded{Err: failed},
		storage.ProjectOpened{Work: work, Project: project, Err: failed},
		storage.ProjectOpened{Work: work, Project: project, File: &table, Size: 9},
		storage.SavedFileChosen{Name: text, Size: 9},
		state.FileChosen{Name: "people.csv", Size: 9, File: &table},
	}...)
	events := []protocol.Event{
		learnt(), learnt(), learntClasses(),
		protocol.Scored{Classes: &protocol.ClassOutcome{}},
		coretest.Explained(),
		protocol.Explained{},
		protocol.Scored{},
		protocol.Exported{Text: text},
		protocol.Predicted{CSV: text, Next: r.IntN(2)},
		protocol.Loaded{Table: people()},
		protocol.Loaded{Table: heart()},
		protocol.Loaded{Table: protocol.TableSummary{Guess: -1}},
		protocol.Started{},
		started(),
		protocol.Progress{},
		progress(r.IntN(1000)),
		protocol.Paused{},
		protocol.Resumed{},
		protocol.Trained{},
		trained(r.IntN(3)),
		protocol.Welcome{},
		protocol.Applied{},
		planned(),
		protocol.Planned{},
		protocol.Reading{Bytes: 7, Size: 9},
		protocol.Previewed{Table: heart()},
		protocol.Refused{Kind: pick(protocol.Crashed, protocol.Cancelled, protocol.BadVersion, "ragged",
			dataset.TooLarge, dataset.NeedsThreshold), Message: pick("", "x", "ß.")},
	}
	if r.IntN(100) == 0 {
		return state.Failed{Why: text}
	}
	if n := r.IntN(len(messages) + len(events)); n < len(messages) {
		return messages[n]
	}
	return heard(events[r.IntN(len(events))], seconds)
}

// Update does not modify its arguments, and handles any message at any time.
func TestUpdateIsPure(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	type kept struct {
		state state.State
		then  string
	}
	walks := uint64(20)
	if os.Getenv("NIGHTLY") == "1" {
		walks = 200
	}
	for seed := range walks {
		r := rand.New(rand.NewPCG(seed, 0))
		s := state.New()
		var history []kept
		for n := range 60 {
			history = append(history, kept{s, dumped(s)})
			m := anyMessage(r, float64(n))
			first, firstAsked := update(s, m)
			second, secondAsked := update(s, m)
			if dumped(first) != dumped(second) || asked(firstAsked) != asked(secondAsked) {
				t.Fatalf("seed %d: %#v has two outcomes", seed, m)
			}
			s = first
			check(t, s)
		}
		for n, k := range history {
			if now := dumped(k.state); now != k.then {
				t.Fatalf("seed %d: state %d was\n%s\nand is\n%s", seed, n, k.then, now)
			}
		}
	}
}

// check calls the methods that a page calls to render a state.
func check(t *testing.T, s state.State) {
	t.Helper()
	s.TargetColumn()
	s.Stale()
	s.Run.Left()
	s.Run.Epoch()
	s.Run.Length()
	s.Unsaved()
	s.KeepDue()
	for f := range s.Setup.Fields {
		s.Setup.Complaint(f)
	}
	for j := -1; j < 12; j++ {
		s.Used(j)
	}
	s.Rules.InSight()
	s.Rules.Stages()
	s.Rules.SimplifiedInWords()
	s.Rules.ClassesInWords(s.View())
	if s.Rules.Classes.Model != nil {
		s.Rules.Classes.Explanation()
		if s.Rules.Model() == nil || s.Rules.Model().Encoder == nil || s.Rules.Classes.Model.Validate() != nil {
			t.Fatal("the whole and the set in sight do not fit")
		}
	}
	s.Rules.DraftColumns()
	s.Rules.DraftConditions()
	s.Rules.LineText(s.View(), 0)
	s.Rules.Notes(s.View())
	s.Rules.ScoreInWords()
	s.Rules.Provenance(s.View())
	explain.View(s.Explain, s.View(), nil)
	s.Data.Shown(s.View())
	s.Drawing()
	if c := s.TargetColumn(); c != nil && s.Setup.Positive != "" && !s.Splits() &&
		!slices.ContainsFunc(c.Values, func(v protocol.Value) bool { return v.Text == s.Setup.Positive }) {
		t.Fatalf("%q is no value of %q", s.Setup.Positive, c.Name)
	}
	if _, requests := update(s, training.StartAsked{}); len(requests) > 0 && s.Obstacle() != "" {
		t.Fatalf("training starts in spite of %q", s.Obstacle())
	}
}
