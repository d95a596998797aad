package rules

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	findID      = "find-rule"     // the field of the search
	columnID    = "column-filter" // the button that removes the restriction to a column
	noteHint    = "It stays with the rule and is saved in the model file."
	unknownText = "Versions that cannot be selected have scores only."
	earlierText = "The list is an earlier version of the rules, which cannot be edited. The accuracy and the quality are those of " +
		"the current rules; the table of versions has the figures of each."
	matrixText = "Rows: rules. Columns: features. Gray: all training rows; blue: covered by the rule; shaded above a black bar: condition."
	emptyText  = "No rules to show."
)

// answer returns the predicted value, or a sentence if the target was a number.
func answer(m *protocol.Model, positive bool) string {
	if _, compares := dataset.ParseComparison(m.Answer(positive)); compares {
		return m.Prediction(positive)
	}
	return m.Answer(positive)
}

// missingNote explains the mark of conditions that also hold for a missing value; "" if no rule of the list has it.
func missingNote(groups []ClassGroup) string {
	marked := slices.ContainsFunc(groups, func(g ClassGroup) bool {
		return slices.ContainsFunc(g.Cards, func(c Card) bool {
			return slices.ContainsFunc(c.Phrases, func(p rule.Phrase) bool { return p.OrMissing })
		})
	})
	return core.When(marked, rule.MissingNote+": the condition also holds where the value is missing.")
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
		notes = append(notes, "These are the previous rules. The new ones replace them when the run has ended"+undo+".")
	case c.Run.Before() != nil:
		notes = append(notes, "These are the rules of the previous run.")
	}
	if p.Foreign && c.Table != nil {
		applied := core.Either(p.Problem == nil, "are applied to ", "could not be applied to ")
		notes = append(notes, "These rules are from "+p.From+", and "+applied+c.Table.Name+".")
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
	name := map[protocol.Partition]string{
		protocol.AllRows: " accuracy on this table", protocol.TrainingRows: " train accuracy", protocol.TestRows: " test accuracy",
	}[last.Side]
	name += core.When(last.Scores.Confusion.Weights != nil, " by weight")
	other := m.Model().Learned.Other()
	return core.Percent(last.Scores.Accuracy), name + last.interval() + " · baseline " + core.Percent(last.Scores.Majority) +
		core.When(other != "", " · learned by "+other)
}

// Provenance says how the scores came about.
func (m Model) Provenance(c core.View) []string {
	var lines []string
	p := m.Now()
	if c.OfRun() && p.Model != nil && !p.Model.Edited {
		end, _ := core.EndInWords(c.Run.Ending())
		lines = append(lines, end)
	}
	if p.Scored != nil {
		lines = append(lines, core.Sentences(p.Scored.Notes)...)
	}
	lines = append(lines, m.weightInWords()...)
	return append(lines, m.RefinedInWords())
}

// weightInWords says that shares are weighted, and how many equally weighted rows the intervals correspond to; nil without weights.
func (m Model) weightInWords() (lines []string) {
	sides := m.Measured()
	if len(sides) == 0 || sides[len(sides)-1].Scores.Confusion.Weights == nil {
		return nil
	}
	c := sides[len(sides)-1].Scores.Confusion
	return []string{core.Sentence(m.Now().Model.Learned.Request.WeightInWords()) + " All shares are by weight, counts are rows. " +
		"Intervals count " + core.Count(c.Rows()) + " rows as " + core.Count(int(c.EffectiveRows())) + " equally weighted ones."}
}

// ScoreNote describes the origin of the scores or why they are missing; "" if no note is needed.
func (m Model) ScoreNote(c core.View) string {
	p, classes := m.Now(), m.Classes
	if p.Model == nil {
		return ""
	}
	unscored := p.Scored == nil && (p.Model.Edited || p.Foreign && p.Applied == nil) ||
		classes.Model != nil && classes.Outcome == nil && !p.Foreign
	switch {
	case p.Problem != nil:
		return strings.TrimSpace(p.Problem.Message + " " + p.Problem.Hint)
	case c.Busy && (unscored || p.Stale || classes.outdated()):
		return "These rules are scored when the engine is idle."
	case c.Table != nil && (unscored || classes.outdated() && !p.Stale): // stale scores stay without a note, so that nothing moves
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
	text := "Refined on the training rows alone"
	if r.Price > 0 {
		text += "; minimum gain per condition and per rule: " + m.Minimum() + " of these rows"
	}
	if n := m.Learned.Request.Restarts; n > 1 {
		text += "; best of " + core.Plural(n, "restart", "restarts")
	}
	if b := m.Learned.Bounded; b != nil {
		text += "; under a bound: " + b.Bound.Text()
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
	same := reflect.DeepEqual(a.Train.Confusion, b.Train.Confusion)
	if a.Test != nil && b.Test != nil {
		same = same && reflect.DeepEqual(a.Test.Confusion, b.Test.Confusion)
	}
	if !same { // the simplifier never changes predictions
		return ""
	}
	text := "Simplified " + core.Count(a.Conditions) + " → " + core.Plural(b.Conditions, "condition", "conditions")
	if a.Rules > 0 && b.Rules == 0 {
		return text + ": the conditions of each raw rule contradict each other, so it holds for no row" +
			core.When(m.Learned.Refined != nil && m.Learned.Refined.Rules > 0, ". The refined rules come from the search alone") + "."
	}
	return text + "; same predictions on all " + core.Count(rowsOf(a)) + " rows, provably equivalent ✓"
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
func (w ClassSets) Explanation() []string {
	c := w.Model
	several, none := "Where rules of several classes hold, ", " Where none holds, the prediction is “"+c.Names[c.Default]+"”."
	var text string
	switch {
	case c.Codes != nil:
		text = "Each rule set gives one digit of a code word: 1 where a rule holds. The prediction is the class with the " +
			"nearest word; of equally near ones, the class with the most training rows."
	case c.Order != nil:
		text = several + "the first class in your order wins." + none
	case c.Listed():
		text = "The rules are one list: the first that holds decides, so that the figures of a rule count the rows that reach it." + none
	default:
		text = several + "the rule with the highest train precision wins." + none
	}
	return slices.Concat([]string{text}, core.Sentences(c.Learned.Notes))
}

// countedInWords explains why the figures of a class's rules can differ from those of the class; "" if they cannot.
func (w ClassSets) countedInWords() string {
	c := w.Model
	switch {
	case c.Codes != nil:
		return ""
	case !c.Listed():
		return "The figures are those of these rules alone, as if no other class had rules."
	case c.Default == w.At:
		return "Rows that no rule decides are predicted “" + c.Names[w.At] + "” too. The figures are those of the rules, without these rows."
	}
	return ""
}

// ClassesInWords returns the accuracy of the model, and its description; "" until it is known.
func (m Model) ClassesInWords(c core.View) (figure, words string) {
	o := m.Classes.Outcome
	if o == nil || m.Classes.outdated() && (c.Busy || !m.Now().Stale) {
		return "", ""
	}
	scores, text := &o.Train, " train accuracy"
	switch {
	case o.Test != nil:
		scores, text = o.Test, " test accuracy · train "+core.Percent(o.Train.Accuracy)
	case m.onThisTable() && c.Table != nil:
		text = " accuracy on this table"
	}
	if scores.Weights != nil {
		text = strings.Replace(text, " accuracy", " accuracy by weight", 1)
	}
	return core.Percent(scores.Accuracy), text + " · baseline " + core.Percent(scores.Majority)
}

// onThisTable reports whether the rules of a multiclass model come from another table and are scored on this one.
func (m Model) onThisTable() bool { return m.Now().Foreign && m.Classes.measured != nil }

// LineText writes one rule as text: "IF age > 40 AND city = Bern THEN buys = yes".
func (st Set) LineText(c core.View, line int) string {
	lines := st.lines()
	if line < 0 || line >= len(lines) {
		return ""
	}
	m := st.Model()
	conditions := c.Typeset(m).Line(lines[line].Rule, rule.OrMissing)
	if m.Votes() > 1 {
		conditions += " and " + core.Plural(m.Votes()-1, "more rule holds", "more rules hold")
	}
	return "IF " + conditions + " THEN " + m.Prediction(true) + core.When(m.Edited, " ("+rule.ByHand+")")
}

// WithoutInWords describes how a rule scores without its condition c.Phrases[column], "" until known. An edit makes it outdated.
func (m Model) WithoutInWords(c Card, column int) (words string, outdated bool) {
	w := c.without
	scores := w.train
	if w.test != nil {
		scores = w.test
	}
	if len(scores) == 0 {
		return "", false
	}
	outdated = w.model != m.Model() || w.list != m.list()
	return "Without it: " + partOf("", scores[column], w.test == nil && !c.fresh).words(), outdated
}

// sentence writes a rule as a sentence: "Predict yes if age is at least 30 and city is Bern.", or "Vote for …" if several must hold.
func (c Card) sentence(spoken *rule.Typesetter, m *protocol.Model) string {
	phrases := spoken.Phrases(c.Rule)
	conditions := core.Texts(len(phrases), func(i int) string { return phrases[i].Marked(rule.OrMissing) })
	verb := core.Either(m.Votes() > 1, "Vote for ", "Predict ")
	return verb + answer(m, true) + " " + core.When(len(conditions) > 0, "if ") + cmp.Or(core.And(conditions), rule.Always) + "."
}

// name names the rule. Disabled rules lack a number: they are named by their position, in a decision list among the rules of all classes.
func (c Card) name() string {
	if c.Off {
		return c.position() + ", off"
	}
	return fmt.Sprintf("rule %d", c.Number)
}

func (c Card) position() string { return fmt.Sprintf("rule at position %d", cmp.Or(c.Place, c.Line+1)) }

func (c *Card) describe(s protocol.RuleStats) {
	c.score(s.Train, s.Test)
	c.Effect = "Covers " + core.Plural(c.Covered, "row", "rows")
	if s.Test != nil {
		c.Effect += " (" + core.Count(s.Train.Covered) + " training, " + core.Count(s.Test.Covered) + " test)"
	}
	c.Effect += core.When(c.Covered > 0, ", "+core.Count(c.Alone)+" of them unique") + "."
	if s.Adds() {
		c.Effect += " Without it: " + c.change(-1, s.Train, s.Test)
	}
	c.remarks = s.Remarks
	c.flag(nil)
}

// describeOff describes a disabled rule by the effect of enabling it.
func (c *Card) describeOff(train eval.RuleScore, test *eval.RuleScore) {
	c.score(train, test)
	c.Alone = 0 // the list must not be ordered by coverage that the rule would have if enabled
	c.Effect = "Off. It would cover " + core.Plural(c.Covered, "row", "rows") + ". Switched on: " + c.change(1, train, test)
}

// change describes how removing the rule (by = -1) or enabling it (by = 1) changes the predictions:
// "−41 true and −3 false positives (accuracy −4.0 points)."
func (c *Card) change(by int, train eval.RuleScore, test *eval.RuleScore) string {
	lost, saved := train.Lost, train.Saved
	if test != nil {
		lost, saved = lost+test.Lost, saved+test.Saved
	}
	if lost+saved == 0 {
		return "same predictions."
	}
	text := fmt.Sprintf("%s true and %s false positives", signed(float64(by*lost), 0), signed(float64(by*saved), 0))
	if train.Weights != nil || c.many { // accuracy is weighted, or depends on which other class the rows get
		return text + "."
	}
	return fmt.Sprintf("%s (accuracy %s points).", text, signed(100*float64(by*(lost-saved))/float64(max(c.Rows, 1)), 1))
}

// words describes the precision of a rule on these rows: "79% [76–81], n = 965".
func (p Part) words() string {
	return p.precision() + core.When(p.Covered > 0, ", n = "+core.Count(p.Covered))
}

// precision formats the precision, with its interval if there is one: "79% [76–81]".
func (p Part) precision() string {
	if p.Covered == 0 {
		return "no rows"
	}
	text := dataset.WholePercent(p.Right)
	if p.High == 0 {
		return text
	}
	return text + " [" + dataset.PercentRange(p.Low, p.High, dataset.WholePercent) + "]"
}

// curveNames are the titles of the charts and of their x axes. The upright axes are in the captions.
var curveNames = map[eval.Curve]struct{ title, x string }{
	"":                   {"Reliability diagram", "mean probability"},
	eval.ROC:             {"ROC curve", "false positive rate"},
	eval.PrecisionRecall: {"Precision–recall curve", "recall"},
	eval.Gain:            {"Cumulative gain", "share of rows, most likely first"},
}

// aboveInWords describes the threshold: "Threshold 30.0%: 123 of 500 rows (test) are above it".
func aboveInWords(d rule.Decision, s *eval.DecisionScores, side Measured) string {
	return "Threshold " + core.Percent(d.Threshold) + ": " + core.Count(s.Above) + " of " + core.Plural(s.Rows, "row", "rows") +
		" (" + strings.ToLower(side.Rows) + ") " + core.Either(s.Above == 1, "is", "are") + " above it."
}

func costInWords(d rule.Decision, s *eval.DecisionScores) string {
	if !d.Costed() {
		return "Type what an error costs, in any unit. The cheapest threshold is chosen on the training rows."
	}
	number := func(x float64, decimals int) string {
		return dataset.GroupThousands(strconv.FormatFloat(x, 'f', decimals, 64))
	}
	return "The errors cost " + number(s.Confusion.Cost(d), -1) + ", " + number(s.Cost, 3) + " for each row."
}

func askInWords(d rule.Decision, s *eval.DecisionScores) string {
	if !d.Asks() {
		return "Rows with a probability in this band are left to a person."
	}
	return core.Percent(s.Share) + " of the rows are left to a person." +
		core.When(s.Share < 1, " Errors: "+core.Percent(s.Error)+" of the other rows.") +
		core.When(s.Share > 0, " The threshold alone would be wrong on "+core.Percent(s.AskError)+" of those in the band.")
}

// refusedInWords says why a typed band was rejected, and which band is still in force.
func refusedInWords(d rule.Decision) string {
	text := "Not taken: the threshold " + core.Percent(d.Threshold) + " must be between the two, and both from 0% to 100%."
	if d.Asks() {
		text += " The band from " + core.Percent(d.AskFrom) + " to " + core.Percent(d.AskTo) + " still counts."
	}
	return text
}

func curveInWords(curve eval.Curve, scores eval.Scores, s *eval.DecisionScores) string {
	m := scores.Metrics(rule.Weights{})
	number := func(x *float64) string { return core.MetricInWords(eval.Metric{Value: x}) }
	at := curve.At(s.Confusion)
	switch curve {
	case eval.ROC:
		return "Recall by false positive rate. AUC " + number(m.AUC) + "; 0.5 is guessing. At the threshold: recall " + core.Percent(at.Y) +
			", false positive rate " + core.Percent(at.X) + "."
	case eval.PrecisionRecall:
		return "Precision by recall. Average precision " + number(m.AveragePrecision) + "; guessing gets " + core.Percent(s.Confusion.Share()) +
			". At the threshold: precision " + core.Percent(at.Y) + ", recall " + core.Percent(at.X) + "."
	case eval.Gain:
		return "Share of the positive rows found by share of rows. Above the threshold: " + core.Percent(at.X) + " of the rows with " +
			core.Percent(at.Y) + " of the positive rows."
	}
	_, chance := eval.CalibrationError(scores.Reliability)
	return "Share of positive rows by mean probability, in tenths; the dashed line is perfect. Calibration error " + number(m.Calibration) +
		" (perfect probabilities have about " + number(chance) + " by chance), Brier score " + number(m.Brier) + "."
}

func reliabilityRows(bins []eval.Bin) (rows [][]string) {
	for i, b := range bins {
		row := []string{fmt.Sprintf("%d–%d%%", wholePercent*i/eval.Bins, wholePercent*(i+1)/eval.Bins), core.Count(b.Rows), "–", "–"}
		if b.Rows > 0 {
			row[2], row[3] = core.Percent(b.Probability), core.Percent(b.Share())
		}
		rows = append(rows, row)
	}
	return rows
}

func scorecardInWords(m *protocol.Model) []string {
	card := m.Scorecard
	return []string{
		"Add the points of each line that holds for a row. The sum gives the probability of " + m.Prediction(true) + ".",
		"The rules decide the prediction, the points only rank the rows. Where the two disagree, on " + core.Count(card.Clipped) + " of " +
			core.Plural(card.Rows, "training row", "training rows") + ", the probability stays on the rules’ side of 50%.",
	}
}

// signed writes a number with its sign: "+2", "−1".
func signed(x float64, decimals int) string { return core.When(x > 0, "+") + core.Decimal(x, decimals) }

func minus(n int) string { return core.Decimal(float64(n), 0) }

// cellsInWords describes the range of the cells of a column, "" if it is unknown.
func cellsInWords(d *protocol.Distribution) string {
	switch {
	case d == nil:
		return ""
	case d.Histogram != nil:
		return core.RangeInWords(d.Histogram)
	}
	return core.Plural(len(d.Values), "value", "values")
}

// FlowInWords describes the rows that a rule covers: "67 of 767 covered, 100% correct".
func FlowInWords(f *protocol.Flow) string {
	if f == nil {
		return "…"
	}
	return core.Count(f.Taken) + " of " + core.Count(f.Reach) + " covered" +
		core.When(f.Taken > 0, ", "+core.PercentOf(f.Right, f.Taken)+" correct")
}

// RestInWords describes the rows that no rule of the model covers. In a decision list, rules of other classes may decide them.
func RestInWords(f *protocol.Flow, m *protocol.Model, listed bool) string {
	rows := core.Plural(f.Reach, "row", "rows")
	if listed {
		return rows + " decided by other rules of the list, or by none: " + core.PercentOf(f.Right, f.Reach) + " are “" + m.Negative + "”."
	}
	return rows + " without a rule, predicted “" + m.Negative + "”: " + core.PercentOf(f.Right, f.Reach) + " correct."
}

// pendingInWords describes why the coverage is missing; "" if it is known or its problem is shown.
func (m Model) pendingInWords(c core.View) string {
	switch {
	case m.Coverage.Query.Problem != nil:
		return ""
	case c.Table == nil:
		return "Load a table to show distributions."
	case m.Covered() != nil:
		return ""
	case m.Now().Applied != nil && !m.Now().Labeled():
		return "Distributions need the target column of the rules, which this table does not have."
	case c.Busy:
		return "The rows are counted when the engine is idle."
	}
	return "Counting …"
}
