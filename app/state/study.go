package state

import (
	"maps"
	"slices"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Study is a model that is read, edited, tried and exported. The zero value holds no model.
type Study struct {
	Steps []core.Revision // all revisions from the original rules on; undoing keeps the later ones
	At    int             // index of the current revision

	Stage core.Stage // the stage whose rules are shown
	Cards []Card     // the cards of the rules, in the order of the model
	Order []int      // indexes into Cards, in the selected order
	Sort  Sort
	Find  string // only rules that contain this text are shown
	More  int    // how often more rules were requested
	Drawn int    // parts of the rules drawn so far: drawing all at once would block the page

	Editing int // index of the rule being edited, among all rules; NoRule or NewRule
	Draft   Draft
	Trouble string // why the last edit failed, as a sentence

	Problem *core.Problem // with a model file

	carded cardKey
}

// Values of Study.Editing that are not the index of a rule.
const (
	NoRule  = -1
	NewRule = -2
)

// Now returns the current revision; its model is nil if there is none.
func (st Study) Now() core.Revision {
	if st.At < 0 || st.At >= len(st.Steps) {
		return core.Revision{}
	}
	return st.Steps[st.At]
}

// Model returns the current model, nil if there is none.
func (st Study) Model() *protocol.Model { return st.Now().Model }

// begin shows a model as a new revision. Undo restores the previous one.
func (st *Study) begin(p core.Revision) {
	st.Steps = append(slices.Clone(st.Steps[:min(st.At+1, len(st.Steps))]), p)
	st.At = len(st.Steps) - 1
	st.Stage, st.Sort, st.Order, st.Find, st.More, st.Drawn = core.Final, AsInModel, nil, "", 0, 0
	st.Editing, st.Draft, st.Trouble, st.Problem = NoRule, Draft{}, "", nil
}

// open shows a model as a new revision.
func (s *State) open(p core.Revision) {
	s.Study.begin(p)
	s.rulesOpened()
}

// rulesOpened tells the features that other rules are shown than before.
func (s *State) rulesOpened() {
	s.Try = Try{Row: s.Try.Row, Freeze: s.Try.Freeze}
	s.pass(core.RulesOpened{})
}

// learnt shows the rules of a finished run.
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
	s.open(core.Revision{Words: words, Model: e.Model, Set: e.Set, Refined: e.Model.Rules, Notes: e.Notes, From: from})
}

// modelOpened opens a model file. The file is untrusted.
func (s *State) modelOpened(m ModelOpened) {
	if m.Problem != "" {
		s.Study.Problem = &core.Problem{Message: core.Sentence(m.Problem), Hint: "Choose another file."}
		s.Status = s.Study.Problem.Message
		return
	}
	file, err := protocol.ReadFile(m.File)
	if err != nil {
		s.Study.Problem = &core.Problem{
			Kind: protocol.BadModel, Message: core.Sentence(plain(err)),
			Hint: "Open a file that was downloaded here as a model.",
		}
		s.Status = s.Study.Problem.Message
		return
	}
	s.opened(file, m.Name, m.Name, true)
	s.saved = s.version()
}

// opened shows the model of a file. From names the source of its rules.
func (s *State) opened(file protocol.ModelFile, name, from string, foreign bool) {
	words := "opened " + name
	if c := file.MultiClass; c != nil {
		s.classes(c, words, from, foreign)
		s.Status = "Opened " + name + ": rules for " + core.Count(len(c.Names)) + " classes."
		return
	}
	s.alone()
	model := file.Model
	p := core.Revision{Words: words, Model: model, From: from, Foreign: foreign}
	if !model.Edited {
		p.Refined = model.Rules
	}
	s.open(p)
	s.Status = "Opened " + name + ": " + core.Plural(len(model.Rules), "rule", "rules") + "."
}

// alone prepares the study for a model of one class. The sets of a multiclass model do not enter its history.
func (s *State) alone() {
	if s.Whole.Model == nil {
		return
	}
	s.Whole, s.Study = Whole{}, Study{Editing: NoRule}
}

// replaced discards scores of the previous table after another table was loaded.
func (st *Study) replaced(again bool) {
	if len(st.Steps) == 0 {
		return
	}
	if again {
		st.Steps = slices.Clone(st.Steps)
	} else { // the older revisions belong to tables that are gone, and would be kept forever
		st.Steps, st.At = []core.Revision{st.Now()}, 0
	}
	for i := range st.Steps {
		p := &st.Steps[i]
		p.Scored, p.Applied, p.Problem = nil, nil, nil
		p.Foreign = p.Foreign || !again
	}
}

// change updates a copy of a revision; a State returned earlier keeps the original.
func (st *Study) change(at int, change func(*core.Revision)) {
	if at < 0 || at >= len(st.Steps) {
		return
	}
	st.Steps = slices.Clone(st.Steps)
	change(&st.Steps[at])
}

// StageRow is one row of the table of stages.
type StageRow struct {
	Stage   core.Stage
	Name    string
	Outcome *protocol.Outcome // nil until it is known
	Known   bool              // the rules of the stage are known and can be shown
}

// Stages lists the stages of the current rules. The first stage is always included.
func (st Study) Stages() []StageRow {
	p := st.Now()
	m := p.Model
	if m == nil || m.Learned.Rows == 0 {
		return nil
	}
	rows := []StageRow{
		{core.AsLearnt, "as learnt", &m.Learned.Trained, p.Set != nil},
		{core.Simplified, "simplified", &m.Learned.Simplified, p.Set != nil},
	}
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

// RefinedInWords describes the effect of refining; "" if the rules were not refined.
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

// SimplifiedInWords describes the effect of simplifying: "131 conditions → 34, the same answer on all 30,162 rows and
// by logic". It returns "" if the figures are missing or differ.
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
	if !same { // the simplifier never changes predictions
		return ""
	}
	return "Simplifying: " + core.Plural(a.Conditions, "condition", "conditions") + " → " + core.Count(b.Conditions) +
		", the same answer on all " + core.Count(rows) + " rows and by logic."
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
