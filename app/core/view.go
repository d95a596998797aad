// Package core holds what every feature of the page may read, and how features talk to the engine: the settings, the
// run, the revisions of a model, the wording of figures, and commands. It imports no feature and no browser package.
package core

import (
	"cmp"
	"io"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// Msg is an event of the page: a message of one feature, or of this package for several features.
type Msg any

// Feature returns the folder of the feature that a message belongs to.
func Feature(m Msg) string { return path.Base(reflect.TypeOf(m).PkgPath()) }

// FeatureOf returns the folder of the feature that a type, such as that of a model, belongs to.
func FeatureOf[T any]() string { return path.Base(reflect.TypeFor[T]().PkgPath()) }

// Heard is an event of the engine, with the ID of the request that it answers. Every feature receives it, and ignores the IDs of others.
type Heard struct {
	ID    ID
	Event protocol.Event
	At    time.Time
}

// Refresh follows every other message. Features then ask the engine for the facts about the new state of the page.
type Refresh struct{}

// RulesOpened reports that other rules are shown: learned, or opened from a file or a result. SetShown reports that another set of a
// multiclass model is shown. TableRead reports that a table was loaded; Again means the same file with other options.
type (
	RulesOpened struct{}
	SetShown    struct{}
	TableRead   struct{ Again bool }
)

// HelpToggled opens the explanation at a place and closes any other one; "" only closes.
type HelpToggled struct{ Place string }

// RowsAsked shows the rows of a selection; without a model it is about the current rules. Whole selects the predictions of all classes.
type RowsAsked struct {
	Of    protocol.Selection
	Whole bool
}

// ReadingStarted reports that a table is being read. TableAsked reads a table from a file that was chosen before, TableReadAgain
// the file of the table with other import options. ReadingCancelled stops a reading; the previous table stays.
type (
	ReadingStarted   struct{}
	TableAsked       struct{ Source Source }
	TableReadAgain   struct{ Options dataset.Options }
	ReadingCancelled struct{}
)

// TargetChosen selects the target column by its position.
type TargetChosen struct{ Column int }

// ModelSaved reports that the current model was downloaded as a file.
type ModelSaved struct{}

// RowTried shows a row of the table, by its number from 1, in the what-if view.
type RowTried struct{ Row int }

// Shared is the state that several features read. The page owns it; features change it by commands.
type Shared struct {
	Ready   bool                   // the engine has started
	Reading string                 // name of the table being read, "" for none
	Peek    *protocol.TableSummary // preview of the table being read, nil until it is known
	Table   *protocol.TableSummary // nil before the first one
	Source  Source                 // the source of Table
	Test    *TestTable             // nil if a part of Table is for testing
	Awaited string                 // name of the test table that the open project was trained with and that is not loaded, "" for none

	DataProblem *Problem // why the last file could not be read, nil for none
	Rejected    *Source  // that file, if the engine rejected it

	Setup       Setup
	Plan        *protocol.Planned                // what the engine reports about a run with the current settings
	PlanProblem *Problem                         // why such a run cannot start
	PlanAim     Aim                              // what Plan was asked to predict
	Planning    map[string]*protocol.Planning    // the planned features of columns, by name
	Association map[string]*binarize.Association // how strongly columns depend on the target on the training rows, by name
	Run         Run

	Section Section // on the screen
	Tab     Tab     // of the rules
	Help    string  // the place whose explanation is open, "" for none
}

// View is what a feature may read when it handles a message or is rendered. A feature changes it by the commands of this package.
type View struct {
	Shared
	Address    string               // of the page, without its fragment
	Revision   Revision             // the current revision of the rules; its Model is nil without one
	Earlier    Revision             // the revision before it, which undoing shows; its Model is nil without one
	MultiClass *protocol.MultiClass // the model that the rules are one set of, nil for none
	Scored     *protocol.MultiClass // MultiClass as it is saved: with the scores of edited rules
	Member     int                  // index of the displayed set in MultiClass
	Requested  dataset.Options      // newest import options: of a pending reading or confirmation, otherwise of Table
	Busy       bool                 // the engine executes a run, a sweep or a comparison
	Dragging   bool                 // a threshold is being dragged
	Pending    bool                 // a request waits for its final answer
	Teaching   bool                 // teaching mode: options for lessons can be enabled
	Estimate   time.Duration        // of a run with the current settings, 0 if unknown
	Free       ID                   // the first ID that no request has; later ones are free too
	Score      int                  // points of the game of the table, 0 without one
	Saved      int                  // the best score of that game that was saved, 0 for none
	Runs       []ListedRun          // oldest first
	// SplitFinding compares an estimate by folds of a column with that by random folds, "" unless an evaluation has made both.
	SplitFinding string

	Obstacle func() string      // why no run can start, "" if one can
	Work     func() Work        // the current rules, of all classes
	Settings func(Setup) string // settings as the text of a link, with every typed number
	Columns  func() []int       // the columns that the list of columns shows, in its order
	// SweepFinding tells what the newest sweep of settings found, "" without one, and whether it recommends shorter rules than the best.
	SweepFinding func() (words string, shorter bool)
}

// FromDisk reports whether the page is a file that was opened from a disk.
func (v View) FromDisk() bool { return strings.HasPrefix(v.Address, "file:") }

// Idle reports whether the engine can answer a question about the rules now.
func (v View) Idle() bool { return v.Revision.Model != nil && v.Answers() }

// Answers reports whether the engine can answer a question now.
func (v View) Answers() bool { return v.Reading == "" && !v.Busy }

// Browsable reports whether the table has rows to show for the current rules.
func (v View) Browsable() bool {
	return v.Triable() && v.Revision.Labeled()
}

// Triable reports whether the what-if view can show rows of the table.
func (v View) Triable() bool { return v.Table != nil && v.Peek == nil && v.Revision.Model != nil }

// Column returns a column of the table, nil if it does not exist.
func (v Shared) Column(j int) *protocol.ColumnSummary {
	if v.Table == nil || j < 0 || j >= len(v.Table.Columns) {
		return nil
	}
	return &v.Table.Columns[j]
}

// Named returns a column of the table by its name, nil if it does not exist.
func (v Shared) Named(name string) *protocol.ColumnSummary {
	return v.Column(v.Place(name))
}

// Place returns the position of a column of the table, -1 if it does not exist.
func (v Shared) Place(name string) int {
	if v.Table == nil {
		return -1
	}
	return v.Table.Column(name)
}

// Typeset returns a typesetter for the rules of a model, which writes integer columns of the table as such.
func (v Shared) Typeset(m *protocol.Model) *rule.Typesetter {
	return rule.NewTypesetter(m.Encoder, v.Table.Integers)
}

// RowNumber reads the number of a row, from 1; "" is the first row. It is 0 without a table. Complaint is "" if the text is valid.
func (v Shared) RowNumber(text string) (row int, complaint string) {
	if v.Table == nil {
		return 0, ""
	}
	if text = strings.TrimSpace(text); text == "" {
		return min(1, v.Table.Rows), ""
	}
	row, ok := setting.ParseInt(strings.ReplaceAll(text, ",", "")) // it may be written as the page does: 2,400
	if !ok || row < 1 || row > v.Table.Rows {
		return 0, "Type a row from 1 to " + Count(v.Table.Rows) + "."
	}
	return row, ""
}

// TargetColumn returns the target column, nil if none is selected.
func (v Shared) TargetColumn() *protocol.ColumnSummary { return v.Column(v.Setup.Target) }

// Used reports whether rules may use a column.
func (v Shared) Used(j int) bool {
	c := v.Column(j)
	return c != nil && c.Kind.Usable() && j != v.Setup.Target && !v.Setup.Ignore[c.Name]
}

// Associated returns how strongly the columns depend on the target, by name, nil if that is unknown. After a change of the target it
// returns the previous associations as long as the engine can soon answer for the new target.
func (v View) Associated() map[string]*binarize.Association {
	if v.PlanAim != v.Setup.Aim() && (!v.Answers() || v.Obstacle() != "") {
		return nil
	}
	return v.Association
}

// SetPlan sets the plan, nil for none, and the problem that prevents it.
func (v *Shared) SetPlan(c SetPlan) {
	v.Plan, v.PlanProblem, v.PlanAim = c.Plan, c.Problem, c.Aim
	v.Planning, v.Association = map[string]*protocol.Planning{}, map[string]*binarize.Association{}
	if p := c.Plan; p != nil {
		for i := range p.Columns {
			v.Planning[p.Columns[i].Name] = &p.Columns[i]
		}
		for i := range p.Associations {
			v.Association[p.Associations[i].Name] = &p.Associations[i]
		}
	}
}

// Choices returns the possible positive classes of the target, none if it has fewer than two values.
func (v Shared) Choices() []protocol.Value {
	c := v.TargetColumn()
	if c == nil || len(c.Values) < 2 || c.Kind == dataset.ID || c.Kind == dataset.Numeric {
		return nil
	}
	return c.Values
}

// Splits reports whether the target is numeric, so that a bound splits it.
func (v Shared) Splits() bool {
	c := v.TargetColumn()
	return c != nil && c.Kind == dataset.Numeric
}

// OfRun reports whether the current rules come from the latest run, perhaps with edits.
func (v View) OfRun() bool { return v.Run.Learnt() && v.Revision.Run == v.Run.Number }

// Trained returns the settings that gave the current rules. If they are unknown, it returns those of the latest run.
func (v View) Trained() (s Setup, known bool) {
	if own := v.Revision.Setup; own != nil {
		return *own, true
	}
	return v.Run.Setup, v.OfRun()
}

// Stale reports whether the settings or the import options of the table have changed since the rules were learned. Rules with unknown
// settings, such as those of a model file, are never stale.
func (v View) Stale() bool {
	then, known := v.Trained()
	return v.Run.Learnt() && known && (v.Run.TableChanged || !v.Setup.SameAs(then))
}

// NextRun is the prefix of facts about the next run in views that also show results of the previous run, with other settings.
const NextRun = "Next run: "

// AimInWords describes the prediction task, "" without a target.
func (v View) AimInWords() string {
	c, rules := v.TargetColumn(), Either(v.Stale(), NextRun+"rules", "Rules")
	switch {
	case c != nil && v.Setup.Classes != "":
		return rules + " for each value of “" + c.Name + "”"
	case c == nil || v.Setup.Positive == "":
		return ""
	case v.Splits():
		return rules + " for “" + c.Name + "” " + v.Setup.Positive
	}
	return rules + " for “" + c.Name + "” = “" + v.Setup.Positive + "”"
}

// OtherAim names the prediction task of some settings, to be appended to a result: " for income = high"; "" if the current rules have it.
func (v View) OtherAim(s Setup) string {
	c, m := v.Column(s.Target), v.Revision.Model
	if c == nil || m == nil {
		return ""
	}
	aim, shown := rule.PredictionText(c.Name, s.Positive), rule.PredictionText(m.Target, m.Positive)
	if s.Classes != "" {
		aim = "each value of " + c.Name
	}
	if v.MultiClass != nil {
		shown = "each value of " + v.MultiClass.Target
	}
	return When(aim != shown, " for "+aim)
}

// ProblemOf describes why the engine refused a request.
func ProblemOf(r protocol.Refused) *Problem {
	return &Problem{Kind: r.Kind, Message: Sentence(r.Message), Hint: Sentence(r.Hint)}
}

// Problem describes an error in sentences: what happened, and what to do.
type Problem struct {
	Kind    string // selects the button that the page offers
	Message string
	Hint    string
}

// Confirmation asks for confirmation before something is lost.
type Confirmation struct{ Text, Yes, No string }

// Cancelled reports whether the user or the page cancelled the request.
func (p *Problem) Cancelled() bool { return p.Kind == protocol.Cancelled }

// MaxMissingValues is the maximum number of texts that mark missing cells, far more than tables need.
const MaxMissingValues = 200

// Source identifies the origin of a table and how it is parsed.
type Source struct {
	Sample  string // name of a sample dataset, "" for a file
	Name    string
	Size    int64 // in bytes, 0 if unknown
	File    io.Reader
	Options dataset.Options
	Trained *dataset.Trained // training table of the rules that were open when the file was chosen, nil for none
	Test    *Source          // source of the test table, nil for none
	More    *Source          // source of appended rows, nil for none
}

// TestTable is a table with the test rows.
type TestTable struct {
	Name        string
	Rows        int
	Differences []string // from the training table, as sentences
	Sheets      []dataset.Sheet
	Sheet       string // the one that was read
}

// Request returns the training request of valid settings. A test table replaces the split of the rows.
func (v Shared) Request(s Setup) protocol.Train {
	r := s.Request(v.Table)
	if v.Test != nil {
		r.Split = protocol.Split{}
	}
	return r
}

// TestTableRemoved reads the table again without its test table.
type TestTableRemoved struct{}

// TestSheetChosen reads another sheet of the file of the test table.
type TestSheetChosen struct{ Name string }

// Load returns the request that reads the table, without its test table.
func (s Source) Load() protocol.Load {
	l := protocol.Load{Name: s.Name, Size: s.Size, File: s.File, Options: s.Options, Trained: s.Trained}
	if s.Sample != "" {
		l = protocol.Load{Sample: s.Sample, Options: s.Options}
	}
	if s.More != nil {
		l.Append = s.More.File
	}
	return l
}

// Section is one of the four parts of the page, named as in the address. One is on the screen.
type Section string

// The sections, in their order.
const (
	DataSection     Section = "data"
	SettingsSection Section = "settings"
	TrainSection    Section = "train"
	RulesSection    Section = "rules"
)

// Sections lists the sections.
var Sections = []Section{DataSection, SettingsSection, TrainSection, RulesSection}

// SectionChosen shows a section.
type SectionChosen struct{ Section Section }

// Name returns the name of the section.
func (s Section) Name() string { return Capital(string(s)) }

// TitleID returns the ID of the section's heading.
func (s Section) TitleID() string { return string(s) + "-title" }

// Tab is a tab of the rules section.
type Tab string

// The tabs.
const (
	RulesTab    Tab = ""
	MatrixTab   Tab = "matrix"
	ExplainTab  Tab = "try"
	TradeOffTab Tab = "trade"
	CompareTab  Tab = "compare"
	ExportTab   Tab = "export"
)

// Tabs lists the tabs in display order.
var Tabs = []Tab{RulesTab, MatrixTab, ExplainTab, TradeOffTab, CompareTab, ExportTab}

// Title returns what the page calls the tab.
func (t Tab) Title() string {
	return map[Tab]string{
		RulesTab: "Rules", MatrixTab: "Matrix", ExplainTab: "What-if", TradeOffTab: "Trade-off", CompareTab: "Benchmark", ExportTab: "Export",
	}[t]
}

// TabChosen shows a tab.
type TabChosen struct{ Tab Tab }

// ID returns the ID of the tab's button.
func (t Tab) ID() string { return "tab-" + t.name() }

// PanelID returns the ID of the tab's content.
func (t Tab) PanelID() string { return "panel-" + t.name() }

func (t Tab) name() string { return cmp.Or(string(t), "rules") }

// Next returns the tab that a key leads to; ok is false for other keys.
func (t Tab) Next(key string) (to Tab, ok bool) {
	n := len(Tabs)
	at := max(slices.Index(Tabs, t), 0)
	next, ok := map[string]int{"ArrowRight": at + 1, "ArrowLeft": at + n - 1, "Home": 0, "End": n - 1}[key]
	return Tabs[next%n], ok
}
