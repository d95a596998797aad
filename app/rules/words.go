package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Hints below fields.
const (
	noteHint = "It stays with the rule and is saved in the model file."
	setHint  = "The rules of one class are shown below. Each class keeps its own list of what you did."
)

// answer returns the predicted value, or a sentence if the target was a number.
func answer(m *protocol.Model, positive bool) string {
	value := m.Negative
	if positive {
		value = m.Positive
	}
	if says := m.Prediction(positive); says != rule.PredictionText(m.Target, "") && says != m.Target+" = "+value {
		return says
	}
	return value
}

// Notes describes which run or table the current rules come from, if that is not obvious.
func (m Model) Notes(c core.View) []string {
	var notes []string
	p := m.Now()
	switch {
	case p.Model == nil:
		return nil
	case c.Run.Active():
		undo := core.When(m.Classes.Model == nil && c.Run.Setup.Classes == "", "; “Undo” brings these back")
		notes = append(notes, "These are the rules from before. The new ones take their place when the training has ended"+undo+".")
	case c.Run.Before() != nil:
		notes = append(notes, "These are the rules of the training before.")
	}
	if p.Foreign && c.Table != nil {
		notes = append(notes, "These rules are from "+p.From+", and are applied to "+c.Table.Name+".")
	}
	if p.Model.Edited {
		notes = append(notes, "The rules are "+rule.ByHand+"; every file that is taken from here says so.")
	}
	notes = append(notes, core.Sentences(p.Notes)...)
	if p.Applied != nil {
		notes = append(notes, core.Sentences(p.Applied.Warnings)...)
	}
	return notes
}

// ScoreInWords returns the main score of the current rules, and its description; the figure is "" if it is unknown.
func (m Model) ScoreInWords() (figure, words string) {
	sides := m.Measured()
	if len(sides) == 0 {
		return "", ""
	}
	last := sides[len(sides)-1]
	rows := map[protocol.Partition]string{
		protocol.AllRows: "this table", protocol.TrainingRows: "the training set", protocol.TestRows: "the test set",
	}
	return core.Percent(last.Scores.Accuracy), " accuracy on " + rows[last.Side] + "."
}

// ScoreLines describes further scores of the rules.
func (m Model) ScoreLines(c core.View) []string {
	var lines []string
	p := m.Now()
	if o, ok := p.Outcome(); ok {
		scores := o.Train
		if o.Test != nil {
			scores = *o.Test
			lines = append(lines, "On the training rows: "+core.Percent(o.Train.Accuracy)+".")
		}
		lines = append(lines, Better(p.Model, scores))
	}
	if c.Run.Gave(p.Model) && p.Model != nil {
		end, _ := core.EndInWords(c.Run.Ended)
		lines = append(lines, end)
	}
	if p.Scored != nil {
		lines = append(lines, core.Sentences(p.Scored.Notes)...)
	}
	return append(lines, m.ScoreNote(c))
}

// ScoreNote describes the origin of the scores or why they are missing; "" if no note is needed.
func (m Model) ScoreNote(c core.View) string {
	p := m.Now()
	switch {
	case p.Model == nil:
		return ""
	case p.Problem != nil:
		return strings.TrimSpace(p.Problem.Message + " " + p.Problem.Hint)
	case p.Scored == nil && (p.Model.Edited || p.Foreign) && c.Busy:
		return "These rules are scored when the engine is idle."
	case p.Scored == nil && p.Model.Edited && c.Table != nil:
		return "Measuring …"
	case p.Foreign && c.Table == nil:
		return "Figures are those in the file. Drop a table to apply the rules to it."
	}
	return ""
}

// RefinedInWords describes the effect of refining; "" if the rules were not refined.
func (st Set) RefinedInWords() string {
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

// SimplifiedInWords describes the effect of simplifying, "" if the figures are missing or differ.
func (st Set) SimplifiedInWords() string {
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

// Better compares the rules with the baseline, and adds advice if they do not exceed it.
func Better(m *protocol.Model, scores eval.Scores) string {
	majority := core.Percent(scores.Majority)
	switch {
	case len(m.Rules) == 0:
		return "The baseline is " + majority + ". Train for longer, or with more thresholds."
	case scores.Accuracy > scores.Majority:
		return "The baseline, always predicting the majority class, reaches " + majority + "."
	}
	return "The baseline, always predicting the majority class, is as good: " + majority +
		". Train for longer, or try other columns or thresholds."
}

// WeightsInWords describes the class weights of a model; "" if all rows have equal weight.
func WeightsInWords(m *protocol.Model) string {
	yes, no := m.Learned.Weights().Each()
	if yes == no {
		return ""
	}
	return "In training a row that is “" + m.Positive + "” counted " + strconv.FormatFloat(yes/no, 'g', 3, 64) +
		" times as much as another one" +
		core.When(m.Learned.Request.Network.Weight == rule.Balanced, ", so that both classes count as much") + "."
}

// Explanation describes how the sets combine into a prediction.
func (w Classes) Explanation() []string {
	c := w.Model
	several, none := "Where rules of several classes are true, ", " Where none is, the answer is “"+c.Names[c.Default]+"”."
	var text string
	switch {
	case c.Codes != nil:
		text = "Each set of rules says one digit of a code word: 1 where a rule is true. The answer is the class whose word is " +
			"nearest; of words that are equally near, that of the class with the most rows to learn from."
	case c.Order != nil:
		text = several + "the class that stands first in your order wins." + none
	default:
		text = several + "the one wins that was the most often right in training." + none
	}
	return slices.Concat([]string{text}, core.Sentences(c.Learned.Notes))
}

// ClassesInWords returns the accuracy of the model, and its description; "" until it is known.
func (m Model) ClassesInWords(c core.View) (figure, words string) {
	o := m.Classes.Outcome
	if o == nil {
		return "", ""
	}
	scores, text := &o.Train, " accuracy on the training set"
	switch {
	case o.Test != nil:
		scores, text = o.Test, " accuracy on the test set, on the training set "+core.Percent(o.Train.Accuracy)
	case m.Now().Foreign && c.Table != nil && m.Classes.measured != nil:
		text = " accuracy on this table"
	}
	return core.Percent(scores.Accuracy), text + ". Baseline: " + core.Percent(scores.Majority) + "."
}

// LineText writes one rule as text: "IF age > 40 AND city = Bern THEN buys = yes".
func (st Set) LineText(line int) string {
	lines := st.lines()
	if line < 0 || line >= len(lines) {
		return ""
	}
	m := st.Model()
	return "IF " + lines[line].Rule.Text(m.Encoder.Features()) + " THEN " + m.Prediction(true) + core.When(m.Edited, " ("+rule.ByHand+")")
}

// spoken names the rule for screen readers, as part of the labels of its buttons.
func (c Card) spoken() string {
	if c.Off {
		return fmt.Sprintf(" the rule in place %d, which is off", c.Line+1)
	}
	return fmt.Sprintf(" rule %d", c.Number)
}

// describe sets the scores and texts of an enabled rule.
func (c *Card) describe(s protocol.RuleStats) {
	c.score(s.Train, s.Test)
	alone := ", " + core.Count(c.Alone) + " of them alone"
	switch c.Alone {
	case c.Covered:
		alone = ", all of them alone"
	case 0:
		alone = ", none of them alone"
	}
	if c.Covered == 0 {
		alone = ""
	}
	c.Effect = "Covers " + core.Plural(c.Covered, "row", "rows") + alone + ". " + core.Sentence(s.Adds())
	for _, r := range s.Remarks {
		c.Flags = append(c.Flags, core.Sentence(r.String()))
	}
}

// describeOff describes a disabled rule by the effect of enabling it.
func (c *Card) describeOff(train eval.RuleScore, test *eval.RuleScore) {
	c.score(train, test)
	lost, saved := train.Lost, train.Saved
	if test != nil {
		lost, saved = lost+test.Lost, saved+test.Saved
	}
	effect := "the same answers"
	if lost+saved > 0 {
		effect = core.Plural(lost, "right answer", "right answers") + " and " + core.Plural(saved, "mistake", "mistakes") + " more"
	}
	c.Effect = "Off. It would cover " + core.Plural(c.Covered, "row", "rows") + ". Switched on: " + effect + "."
}

// Words describes the precision of a rule on these rows: "right on 79 % of 965 rows, likely 76 to 81 %".
func (p Part) Words() string {
	if p.Covered == 0 {
		return "true on no row"
	}
	return fmt.Sprintf("right on %.0f %% of %s, likely %.0f to %.0f %%", 100*p.Right,
		core.Plural(p.Covered, "row", "rows"), 100*p.Low, 100*p.High)
}
