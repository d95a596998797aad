package state_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
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

// texts are values for the fields of messages, valid or not, by the name of the field; "" is for all other fields.
var texts = map[string][]string{
	"":       {"", "1", "0", "-3", "0.5", "1e9", "x", " 7 ", "18 30;65", ";", "99999999999999999999", "\xff", "<b>", "comma", "tab"},
	"Name":   {"heart-risk", "monk-1", "none", "a.csv", "people.csv", ""},
	"Column": {"age", "city", "x"},
	"Method": {"", "width", core.Listed},
	"Sign":   {">", "<="},
	"Option": {string(data.MissingOption), string(data.DelimiterOption)},
	"Kind":   {"", "text", "x"},
	"Tab":    {"", "try", "export"},
	"Stage":  {"", "raw", "simplified", "x"},
	"Sort":   {"", "coverage", "length", "x"},
	"Theme":  {"", "dark"},
	"Panel":  {"more", "settings"},
	"How":    {"", "each", "codes"},
	"ID":     {"", "a", "b", storage.EveryWork},
	"View":   {"data", "how", "matrix", "rules"},
	"Hash":   {"", "v=how&lesson=2", "d=heart-risk&y=2&x=1", "shape=0123abcd&t=1", "tour=1&v=try"},

	"Section": {"data", "settings", "train", "rules"},
	"Field": {
		string(setting.Thresholds), string(setting.Method), string(setting.Missing), string(setting.Lambda1), string(setting.Lambda2),
		string(setting.Rules), string(setting.Epochs), string(setting.Batch), string(setting.Seed), string(setting.TestShare),
	},
}

// fill sets the exported fields of a message to random values.
func fill(r *rand.Rand, name string, v reflect.Value, seconds float64) {
	switch v.Kind() {
	case reflect.String:
		pool, ok := texts[name]
		if !ok {
			pool = texts[""]
		}
		v.SetString(pool[r.IntN(len(pool))])
	case reflect.Int:
		v.SetInt(int64(r.IntN(9) - 2))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat(100 * r.Float64())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(at(seconds)))
			return
		}
		for i := range v.NumField() {
			fill(r, v.Type().Field(i).Name, v.Field(i), seconds)
		}
	}
}

// shapes are messages whose fields are filled at random.
var shapes = steps(
	state.Connected{}, state.SampleChosen{}, state.FileChosen{}, state.TwoFilesChosen{}, core.TestTableRemoved{}, core.TestSheetChosen{},
	state.Confirmed{}, state.Declined{}, state.Drew{},
	state.Said{}, state.ThemeChosen{}, state.PanelToggled{}, state.ViewReturned{}, state.ToastClosed{}, state.FilesDragged{},
	core.TargetChosen{}, core.TabChosen{}, core.RowTried{}, core.SectionChosen{},
	settings.PositiveChosen{}, settings.Typed{}, settings.Reset{}, settings.SignChosen{}, settings.BoundTyped{},
	settings.ClassesChosen{},
	data.ThresholdsTyped{}, data.CountTyped{}, data.ThresholdAdded{}, data.ThresholdRemoved{}, data.MethodChosen{},
	data.ThresholdGrabbed{}, data.ThresholdMoved{}, data.ThresholdDropped{}, data.ThresholdNudged{},
	data.EditorToggled{}, data.ColumnUsed{}, data.ColumnsSought{}, data.RankingToggled{}, data.PageTurned{},
	data.ReadingStopped{}, data.OptionTyped{}, data.ReadAgainAsked{}, data.SampleAsked{}, data.KindChosen{}, data.MarkSwitched{},
	data.SheetChosen{},
	training.StartAsked{}, training.StartAsked{}, training.PauseAsked{}, training.ResumeAsked{},
	training.StopAsked{},
	rules.StageChosen{}, rules.SortChosen{}, rules.RulesSought{}, rules.MoreRules{}, rules.RuleSwitched{},
	rules.RulePinned{}, rules.RuleNoted{}, rules.RuleDeleted{}, rules.RuleSelected{}, rules.RuleOpened{},
	rules.ConditionDropped{}, rules.DraftChosen{}, rules.ConditionAdded{}, rules.BoundGrabbed{},
	rules.BoundMoved{}, rules.BoundNudged{}, rules.BoundDropped{}, rules.SpokenChosen{}, rules.MatrixOf{}, rules.Undone{},
	rules.Redone{}, rules.RevisionChosen{}, rules.SetChosen{}, rules.PrecedenceChosen{}, rules.ClassMoved{},
	explain.RowTyped{}, explain.CellTyped{}, explain.CellLocked{}, explain.CounterfactualTried{},
	explain.NearestAsked{}, explain.CellsRestored{},
	export.FormatChosen{}, export.PredictionsAsked{}, export.ColumnsToggled{}, export.SetsChosen{},
	export.ModelSaved{},
	link.AddressChanged{}, link.ShareToggled{}, link.CodeToggled{},
	storage.AutosaveSwitched{}, storage.AutosaveSwitched{}, storage.AutosaveTable{}, storage.ChangesRested{},
	storage.WorkChosen{}, storage.DeletionConfirmed{}, storage.DownloadAsked{}, storage.DownloadTable{},
	storage.SavedFileChosen{},
)

// anyMessage returns a random message, valid or not.
func anyMessage(r *rand.Rand, seconds float64) state.Msg {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	text := pick(texts[""]...)
	var work storage.SavedWork
	fill(r, "", reflect.ValueOf(&work).Elem(), seconds)
	failed := []error{nil, nil, storage.ErrBlocked, storage.ErrFull, storage.ErrGone, storage.ErrChanged, errors.New("x")}[r.IntN(7)]
	table := file(ownFile)
	own, models := people(), []protocol.ModelFile{{Model: learnt().Model}, {MultiClass: learntClasses().MultiClass}}
	project := &storage.Project{
		Name: pick("people.csv", "x"), Foreign: r.IntN(2) == 0,
		Settings: pick("", "d=heart-risk&") + "shape=" + pick("0123abcd", link.Shape(&own)) + "&t=" + pick("0", "1", "4"),
		Model:    models[r.IntN(2)],
		Run:      r.IntN(3), Runs: []storage.SavedRun{{Number: 1, Ended: at(seconds), Model: models[0]}, {Number: 2, Model: models[1]}},
	}
	messages := []state.Msg{
		core.ModelOpened{Name: "m", File: []byte(text)},
		core.ModelOpened{Name: "m", File: classesFile()},
		core.ModelOpened{Name: "m", File: modelFile()},
		storage.WorksListed{Works: []storage.SavedWork{work}, Err: failed},
		storage.WorkSaved{Save: storage.Save{Turn: r.IntN(9)}, Work: work, Err: failed},
		storage.ProjectDownloaded{Err: failed},
		storage.ProjectOpened{Work: work, Project: project, Err: failed},
		storage.ProjectOpened{Work: work, Project: project, File: &table, Size: 9},
		state.FileChosen{Name: "people.csv", Size: 9, File: &table},
	}
	events := []protocol.Event{
		learnt(), learnt(), learntClasses(),
		protocol.Trained{},
		trained(r.IntN(3)),
		protocol.Scored{},
		protocol.Scored{Classes: &protocol.ClassOutcome{}},
		coretest.Explained(),
		protocol.Explained{},
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
		protocol.Welcome{},
		protocol.Applied{},
		planned(),
		protocol.Planned{},
		protocol.Reading{Bytes: 7, Size: 9},
		protocol.Previewed{Table: heart()},
		protocol.Refused{Kind: pick(protocol.Crashed, protocol.Cancelled, protocol.BadVersion, "ragged",
			dataset.TooLarge, dataset.NeedsThreshold), Message: pick("", "x", "ß.")},
	}
	switch n := r.IntN(len(shapes) + len(messages) + len(events)); {
	case n < len(shapes):
		m := reflect.New(reflect.TypeOf(shapes[n])).Elem()
		fill(r, "", m, seconds)
		return m.Interface()
	case n < len(shapes)+len(messages):
		return messages[n-len(shapes)]
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
	s.View().Stale()
	s.Run.Left()
	s.Run.Epoch()
	s.Run.Length()
	s.Unsaved()
	s.Storage.Due(s.View())
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
		t.Fatalf("%q is not a value of %q", s.Setup.Positive, c.Name)
	}
	if _, requests := update(s, training.StartAsked{}); len(requests) > 0 && s.Obstacle() != "" {
		t.Fatalf("training starts in spite of %q", s.Obstacle())
	}
}

var (
	declaration = regexp.MustCompile(`(?m)^(?:type |\t)([A-Z]\w*) +struct\b`)
	handler     = regexp.MustCompile(`(?m)^\t*case ([^:]*):|\.\(([A-Z]\w*)\)`)
)

// Every message of the page is handled, and every command carried out: an exported type in update.go of a feature, or msg.go of this
// package, occurs in a case or a type assertion of its package, or with its package's name in this one or in package page.
func TestMessagesAreHandled(t *testing.T) {
	declared, cased := map[string][]string{}, map[string][]string{}
	paths, _ := filepath.Glob("../../*/*.go")
	own, _ := filepath.Glob("*.go")
	for _, path := range append(paths, own...) {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, folder := coretest.File(t, path), filepath.Base(filepath.Dir(path))
		if base := filepath.Base(path); base == "msg.go" || base == "update.go" {
			for _, m := range declaration.FindAllStringSubmatch(text, -1) {
				declared[folder] = append(declared[folder], m[1])
			}
		}
		for _, m := range handler.FindAllStringSubmatch(text, -1) {
			names := strings.FieldsFunc(strings.Join(m[1:], ","), func(r rune) bool { return strings.ContainsRune(", \n\t", r) })
			cased[folder] = append(cased[folder], names...)
		}
	}
	messages, others := 0, slices.Concat(cased["."], cased["page"])
	for folder, names := range declared {
		messages += len(names)
		for _, name := range names {
			if !slices.Contains(cased[folder], name) && !slices.Contains(others, folder+"."+name) {
				t.Errorf("%s: no case handles %s", folder, name)
			}
		}
	}
	if messages < 100 {
		t.Errorf("%d messages were found, want at least 100: are they declared in other files?", messages)
	}
}
