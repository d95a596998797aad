package rules

import (
	"fmt"
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Set is a model with its revisions, and its rules as they are shown. The zero value holds no model.
type Set struct {
	Revisions []core.Revision // all revisions from the original rules on; undoing keeps the later ones
	At        int             // index of the current revision
	edits     int             // number of revisions made in all sets of the model; up to date in the current set only

	Stage core.Stage // the stage whose rules are shown
	Cards []Card     // the rules of the stage, in the order of the model
	Whole Card       // the rows that some rule covers
	Rest  Card       // the rows that no rule covers
	Order []int      // indexes into Cards, in the selected order

	// Shared holds for each card the condition that is shown once above all cards with it. It is nil unless the order is ByShared.
	Shared []rule.Phrase

	Selected int  // index of the rule in the inspector, among the Cards; NoRule or NewRule
	Editing  bool // its editor is open
	Draft    Draft
	Trouble  string // why the last edit failed, as a sentence

	Problem *core.Problem // why a model file could not be opened

	carded cardKey
	moving int   // index of the revision that the next move of the same bound replaces; 0 for none
	moved  Bound // the bound that made this revision
	held   bool  // a bound is being dragged
}

// Values of Set.Selected that are not the index of a rule.
const (
	NoRule  = -1
	NewRule = -2
)

// Now returns the current revision; its model is nil if there is none.
func (st Set) Now() core.Revision {
	if st.At < 0 || st.At >= len(st.Revisions) {
		return core.Revision{}
	}
	return st.Revisions[st.At]
}

// Earlier returns the revision before the current one; its model is nil if there is none.
func (st Set) Earlier() core.Revision {
	st.At--
	return st.Now()
}

// Model returns the current model, nil if there is none.
func (st Set) Model() *protocol.Model { return st.Now().Model }

// begin shows a model as a new revision. Undo restores the previous one.
func (st *Set) begin(p core.Revision) {
	st.push(p)
	*st = Set{Revisions: st.Revisions, At: st.At, edits: st.edits, Selected: NoRule}
}

// push makes a revision the current one. It discards the undone revisions.
func (st *Set) push(p core.Revision) {
	st.edits++
	p.Nth = st.edits
	st.Revisions = append(slices.Clone(st.Revisions[:min(st.At+1, len(st.Revisions))]), p)
	st.At = len(st.Revisions) - 1
}

// tableChanged discards scores of the previous table after another table was loaded.
func (st *Set) tableChanged(again bool) {
	if len(st.Revisions) == 0 {
		return
	}
	if again {
		st.Revisions = slices.Clone(st.Revisions)
	} else { // the older revisions belong to tables that are gone, and would be kept forever
		st.Revisions, st.At = []core.Revision{st.Now()}, 0
	}
	for i := range st.Revisions {
		p := &st.Revisions[i]
		if p.Scored != nil && !p.Stale && !p.Unsplit() {
			p.Kept = &p.Scored.Outcome
		}
		p.Scored, p.Applied, p.Problem = nil, nil, nil
		p.Foreign = p.Foreign || !again
		if !again {
			p.Run, p.Setup = 0, nil // the runs of another table have the same numbers
		}
	}
}

// change updates a revision in a copy of the list: states of the page that were returned earlier share the list and must not change.
func (st *Set) change(at int, change func(*core.Revision)) {
	if at < 0 || at >= len(st.Revisions) {
		return
	}
	st.Revisions = slices.Clone(st.Revisions)
	change(&st.Revisions[at])
}

// StageRow is one row of the table of stages.
type StageRow struct {
	Stage   core.Stage
	Name    string
	Outcome *protocol.Outcome // nil until it is known
	Known   bool              // the rules of the stage are known and can be shown
}

// Stages lists the stages of the current rules, from raw to final; nil without training scores.
func (st Set) Stages() []StageRow {
	p := st.Now()
	m := p.Model
	if m == nil || m.Learned.Rows == 0 {
		return nil
	}
	rows := []StageRow{
		{core.Raw, "raw", &m.Learned.Trained, p.Set != nil},
		{core.Simplified, "simplified", &m.Learned.Simplified, p.Set != nil},
	}
	if refined := m.Learned.Refined; refined != nil {
		rows = append(rows, StageRow{core.Refined, "refined", &refined.Outcome, p.Refined != nil})
	}
	if m.Edited {
		last := StageRow{core.Final, rule.ByHand, nil, true}
		if o, ok := p.Trained(); ok {
			last.Outcome = &o
		}
		return append(rows, last)
	}
	last := &rows[len(rows)-1]
	last.Stage, last.Known = core.Final, true
	if o, ok := p.Outcome(); ok && (m.Learned.Edited != nil || p.Scored != nil && p.Scored.Same) { // another set of a list was edited
		last.Outcome = &o
	}
	return rows
}

// Measured holds the scores of the current rules on one set of rows.
type Measured struct {
	Rows   string // "Train", "Test", "This table"
	Side   protocol.Partition
	Scores eval.Scores
}

// Measured returns the scores of the current rules on the training set and the test set; nil if unknown.
func (st Set) Measured() []Measured {
	p := st.Now()
	if p.Scorable() && p.Scored == nil {
		return []Measured{{"This table", protocol.AllRows, *p.Applied.Scores}}
	}
	o, ok := p.Outcome()
	switch {
	case !ok:
		return nil
	case p.Foreign && p.Scored != nil && !p.Scored.Same:
		return []Measured{{"This table", protocol.AllRows, o.Train}}
	case o.Test != nil:
		return []Measured{{"Train", protocol.TrainingRows, o.Train}, {"Test", protocol.TestRows, *o.Test}}
	}
	return []Measured{{"Train", protocol.TrainingRows, o.Train}}
}

// inMatrix returns the scores whose confusion matrix is shown: on the chosen rows, otherwise the last ones, on test rows if there are any.
func (m Model) inMatrix(sides []Measured) Measured {
	for _, side := range sides {
		if side.Side == m.Deciding.Matrix {
			return side
		}
	}
	return sides[len(sides)-1]
}

// interval formats the 95% interval of the accuracy; "" on training rows, to which the rules were fitted.
func (m Measured) interval() string {
	if m.Side == protocol.TrainingRows {
		return ""
	}
	return core.IntervalInWords(m.Scores.Confusion)
}

// Better advises on rules that are not better than the baseline; "" if they are, or it is unknown.
func Better(m *protocol.Model, sides []Measured) string {
	if len(sides) == 0 {
		return ""
	}
	const notBetter = "Not better than the baseline, which always predicts the majority class. "
	scores, weights := sides[len(sides)-1].Scores, m.Learned.Weights()
	yes, no := weights.Each()
	switch balanced := scores.Metrics(weights).Balanced; {
	case len(m.Rules) > 0 && scores.Accuracy > scores.Majority:
		return ""
	case len(m.Rules) > 0 && yes != no && balanced != nil && *balanced > 0.5:
		return "Not more accurate than the baseline: the class weights trade accuracy for " + core.Either(yes > no, "recall", "precision") +
			". Balanced accuracy " + core.Percent(*balanced) + ", baseline 50.0%."
	case m.Edited:
		return notBetter + "“Undo” takes an edit back."
	case len(m.Rules) == 0:
		text := withoutRules(m)
		if m.Scorecard != nil && scores.Ranks() {
			text += fmt.Sprintf(" “Points and probabilities” rank the rows all the same: AUC %.3f.", *scores.AUC)
		}
		return text
	}
	return notBetter + "Train for longer, or try other columns or thresholds."
}

// withoutRules says why a model lacks rules, and how to get some. It proposes no settings where balanced class weights are proposed.
func withoutRules(m *protocol.Model) string {
	text := m.WithoutRules()
	switch {
	case m.Learned.Refined == nil:
		return "Train for longer, or with more thresholds."
	case text == "":
		return "No rule gains the minimum for its conditions."
	case m.Learned.Balanced == nil:
		text += " “Accurate” in Settings may keep such rules."
	}
	return text
}

// MetricRow is one metric, with a value for each Measured.
type MetricRow struct {
	Name, Meaning string
	Values        []string
}

// Metrics lists the metrics, starting with accuracy.
func Metrics(m *protocol.Model, sides []Measured) []MetricRow {
	const meaning = "The share of rows predicted correctly, with a 95% confidence interval on test rows."
	rows, weights := []MetricRow{{Name: "accuracy", Meaning: meaning}}, m.Learned.Weights()
	for _, metric := range sides[0].Scores.Metrics(weights).List() {
		rows = append(rows, MetricRow{Name: metric.Name, Meaning: metric.Meaning})
	}
	for _, side := range sides {
		rows[0].Values = append(rows[0].Values, core.Percent(side.Scores.Accuracy)+side.interval())
		metrics := side.Scores.Metrics(weights)
		for i := range rows[1:] {
			row := &rows[i+1]
			row.Values = append(row.Values, core.MetricInWords(metrics.Named(row.Name)))
		}
	}
	return rows
}
