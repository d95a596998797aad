package state

import (
	"maps"
	"slices"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Study is a model that is read, edited, tried and taken away. The zero value has none.
type Study struct {
	Steps []core.Step // all that was done, from the rules as they came; undoing keeps what lies behind
	At    int         // the step in sight

	Tab   Tab
	Stage core.Stage // which rules are in sight
	Cards []Card     // what is to be said of each of them, in the order of the model
	Order []int      // places in Cards, as they are sorted
	Sort  Sort
	Find  string // only rules with this text are in sight
	More  int    // how often more of them were asked for
	Drawn int    // how many parts of the rules are drawn: all at once would hold the page

	Editing int // the rule that is edited, from 0 among all; NoRule or NewRule
	Draft   Draft
	Trouble string // why the last edit could not be made, as a sentence

	Coverage Coverage
	Try      Try
	Take     Take
	Problem  *core.Problem // with a model file

	carded cardKey
}

// Places that are not of a rule.
const (
	NoRule  = -1
	NewRule = -2
)

// Tab is a part of the step in which rules are read.
type Tab string

// The tabs.
const (
	RulesTab   Tab = ""
	MatrixTab  Tab = "matrix"
	TryTab     Tab = "try"
	TradeTab   Tab = "trade"
	ContestTab Tab = "compare"
	ExportTab  Tab = "export"
)

// Tabs are all of them with their names, in the order in which they stand.
var Tabs = []struct {
	Tab  Tab
	Name string
}{{RulesTab, "Rules"}, {MatrixTab, "Matrix"}, {TryTab, "Try a row"}, {TradeTab, "Trade-off"}, {ContestTab, "Compare"}, {ExportTab, "Export"}}

// Now returns the step in sight; its model is nil if there is none.
func (st Study) Now() core.Step {
	if st.At < 0 || st.At >= len(st.Steps) {
		return core.Step{}
	}
	return st.Steps[st.At]
}

// Model returns the model in sight, nil if there is none.
func (st Study) Model() *protocol.Model { return st.Now().Model }

// begin puts a model in sight. What was there before can be had back by undoing.
func (st *Study) begin(p core.Step) {
	st.Steps = append(slices.Clone(st.Steps[:min(st.At+1, len(st.Steps))]), p)
	st.At = len(st.Steps) - 1
	st.Stage, st.Sort, st.Order, st.Find, st.More, st.Drawn = core.Final, AsInModel, nil, "", 0, 0
	st.Editing, st.Draft, st.Trouble, st.Problem = NoRule, Draft{}, "", nil
	st.Try, st.Take = Try{Row: st.Try.Row, Freeze: st.Try.Freeze}, Take{Format: st.Take.Format, Columns: st.Take.Columns}
}

// learnt takes the rules of a training.
func (s *State) learnt(e protocol.Trained) {
	from := s.Source.Name
	words := "learnt from " + from
	if e.MultiClass != nil && e.MultiClass.Validate() == nil {
		s.classes(e.MultiClass, words, from, false)
		return
	}
	if e.Model == nil || e.Model.Validate() != nil {
		return
	}
	s.alone()
	st := &s.Study
	if len(st.Steps) > 0 {
		words = "learnt again from " + from
	}
	if !core.Fits(e.Set, e.Model) {
		e.Set = nil
	}
	st.begin(core.Step{Words: words, Model: e.Model, Set: e.Set, Refined: e.Model.Rules, Notes: e.Notes, From: from})
}

// modelOpened takes a model file. Its bytes may come from anywhere.
func (s *State) modelOpened(m ModelOpened) {
	if m.Problem != "" {
		s.Study.Problem = &core.Problem{Message: core.Sentence(m.Problem), Hint: "Choose another file."}
		s.Status = s.Study.Problem.Message
		return
	}
	file, err := protocol.ReadFile(m.File)
	if err != nil {
		s.Study.Problem = &core.Problem{Kind: protocol.BadModel, Message: core.Sentence(plain(err)), Hint: "Open a file that was downloaded here as a model."}
		s.Status = s.Study.Problem.Message
		return
	}
	s.opened(file, m.Name, m.Name, true)
	s.saved = s.version()
}

// opened puts the model of a file in sight. From is what its rules are said to be of.
func (s *State) opened(file protocol.File, name, from string, foreign bool) {
	words := "opened " + name
	if c := file.MultiClass; c != nil {
		s.classes(c, words, from, foreign)
		s.Status = "Opened " + name + ": rules for " + core.Count(len(c.Names)) + " classes."
		return
	}
	s.alone()
	model := file.Model
	p := core.Step{Words: words, Model: model, From: from, Foreign: foreign}
	if !model.Edited {
		p.Refined = model.Rules
	}
	s.Study.begin(p)
	s.Status = "Opened " + name + ": " + core.Plural(len(model.Rules), "rule", "rules") + "."
}

// alone makes room for a model that is no set of another. The sets of many classes have no place in its history.
func (s *State) alone() {
	if s.Whole.Model == nil {
		return
	}
	before := s.Study
	s.Whole, s.Study = Whole{}, Study{Editing: NoRule, Tab: before.Tab, Try: before.Try, Take: before.Take}
}

// replaced says that another table is in sight: what was measured is of the one before.
func (st *Study) replaced(again bool) {
	if len(st.Steps) == 0 {
		return
	}
	if again {
		st.Steps = slices.Clone(st.Steps)
	} else { // what was done to get there is of tables that are gone, and would be kept for ever
		st.Steps, st.At = []core.Step{st.Now()}, 0
	}
	for i := range st.Steps {
		p := &st.Steps[i]
		p.Scored, p.Applied, p.Problem = nil, nil, nil
		p.Foreign = p.Foreign || !again
	}
	st.Try, st.Take = Try{}, Take{Format: st.Take.Format, Columns: st.Take.Columns}
	st.Coverage = Coverage{Wide: st.Coverage.Wide}
}

// change puts something that was learnt about a step beside it; the State that was handed out keeps its own.
func (st *Study) change(at int, change func(*core.Step)) {
	if at < 0 || at >= len(st.Steps) {
		return
	}
	st.Steps = slices.Clone(st.Steps)
	change(&st.Steps[at])
}

// StageRow is one line of the table of stages.
type StageRow struct {
	Stage   core.Stage
	Name    string
	Outcome *protocol.Outcome // nil while it is not known
	Known   bool              // the rules are, and can be shown
}

// Stages lists how the rules became what they are: never without the first.
func (st Study) Stages() []StageRow {
	p := st.Now()
	m := p.Model
	if m == nil || m.Learned.Rows == 0 {
		return nil
	}
	rows := []StageRow{{core.AsLearnt, "as learnt", &m.Learned.Trained, p.Set != nil}, {core.Simplified, "simplified", &m.Learned.Simplified, p.Set != nil}}
	if refined := m.Learned.Refined; refined != nil {
		rows = append(rows, StageRow{core.Refined, "refined", &refined.Outcome, p.Refined != nil})
	}
	if m.Edited {
		last := StageRow{core.Final, rule.ByHand, nil, true}
		if o, ok := p.Outcome(); ok {
			last.Outcome = &o
		}
		return append(rows, last)
	}
	last := &rows[len(rows)-1]
	last.Stage, last.Known = core.Final, true
	return rows
}

// RefinedInWords says what refining did; "" if the rules were not refined.
func (st Study) RefinedInWords() string {
	m := st.Model()
	if m == nil || m.Learned.Refined == nil {
		return ""
	}
	r := m.Learned.Refined
	text := "Refining: fewer and better rules, found on the training rows alone"
	if r.Price > 0 {
		text += "; each condition and each rule had to earn at least " + dataset.FormatNumber(100*r.Price) + " % of them"
	}
	if n := m.Learned.Request.Restarts; n > 1 {
		text += ", among those of " + core.Plural(n, "training", "trainings")
	}
	return text + "."
}

// SimplifiedInWords says what simplifying did: "131 conditions → 34, the same answer on all 30,162 rows and by logic"; ""
// if there is nothing to say.
func (st Study) SimplifiedInWords() string {
	m := st.Model()
	if m == nil || m.Learned.Rows == 0 {
		return ""
	}
	a, b := m.Learned.Trained, m.Learned.Simplified
	rows, same := a.Train.Confusion.Rows(), a.Train.Confusion == b.Train.Confusion
	if a.Test != nil && b.Test != nil {
		rows, same = rows+a.Test.Confusion.Rows(), same && a.Test.Confusion == b.Test.Confusion
	}
	if !same { // no simplifier of ours has done this
		return ""
	}
	return "Simplifying: " + core.Plural(a.Conditions, "condition", "conditions") + " → " + core.Count(b.Conditions) + ", the same answer on all " + core.Count(rows) + " rows and by logic."
}

// used returns the columns of the encoder that rules ask about.
func used(m *protocol.Model) []bool {
	out := make([]bool, len(m.Encoder.Columns))
	features := m.Encoder.Features()
	for _, r := range m.Rules {
		for _, l := range r {
			out[features[l.Feature].Column] = true
		}
	}
	return out
}

// with returns a copy of a map with a value set.
func with[V any](m map[string]V, key string, value V) map[string]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[string]V{}
	}
	out[key] = value
	return out
}
