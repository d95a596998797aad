package settings

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

const (
	othersHint    = "Others can be found under “Columns”."
	againstOthers = "The rules predict this value against all others."
	ownSettings   = "Custom: your settings match none of these."
	limitHint     = "Training then finishes with the best rules so far."
	oneColumn     = "No column can be predicted: the table has one column, and rules predict a column from others."
	delimiterHint = "If the file has more columns, choose its delimiter under “Import options”."
	noClasses     = "No column can be predicted: each has one value, or too many different ones."
	weightHint    = "A column of numbers from 0, such as a survey weight. Training and all shares count by it. Rules cannot use it."
	classesHint   = "Choose a table with a column of a few different values, or of numbers."
)

// splitHint explains each kind of split, and splitColumn names the field of its column.
var (
	splitHint = map[string]string{
		"":           "Each class has the same share in the test set. Use it if rows are independent of each other.",
		core.ByGroup: "All rows with the same value are on one side, also in cross-validations. Rules cannot use the column.",
		core.ByTime:  "Test rows are later than all training rows. Rules cannot use the column, if it has numbers.",
	}
	splitColumn = map[string]string{core.ByGroup: "Column of the groups", core.ByTime: "Column of the times"}
)

func sidesInWords(p protocol.Started) (words [2]string) {
	words[0] = "Training: " + core.Plural(p.Rows, "row", "rows")
	words[1] = "Test: " + core.Plural(p.TestRows, "row", "rows")
	if p.Sides == nil {
		return words
	}
	for i, s := range []protocol.Side{p.Sides.Train, p.Sides.Test} {
		words[i] += ", " + core.Plural(s.Values, "value", "values") + " of “" + p.Sides.By() + "”" +
			core.When(s.From != "", ", "+s.From+" to "+s.To)
	}
	return words
}

// weightInWords names the column of the row weights, or columns that look like weights; nil if there are none.
func weightInWords(c core.View) []string {
	switch {
	case c.Setup.Weight != "":
		return []string{c.Setup.WeightInWords()}
	case c.Plan != nil && c.Plan.ProposedWeight != "":
		return []string{core.WeightLabel + ": none (“" + c.Plan.ProposedWeight + "” looks like weights)"}
	}
	return nil
}

// leakInWords compares the estimates of a split by a column and a random one, or says where to measure the latter; "" without a column.
func leakInWords(c core.View) string {
	if c.Setup.By == (core.SplitBy{}) {
		return ""
	}
	return cmp.Or(core.Sentence(c.SplitFinding),
		"What a random split would claim is measured by “Honest estimate” and “Cross-validate” under Rules, Trade-off.")
}

var limits = [][2]string{{"", "no limit"}, {"1m", "1 min"}, {"5m", "5 min"}, {"10m", "10 min"}}

// note returns further sentences for the hint of a setting, "" for none.
func note(c core.View, k setting.Key) string {
	switch k {
	case setting.Method:
		return core.When(c.Setup.Fields[k] == string(binarize.Target), core.UseOfTarget+" ") +
			"To set the cut points of a single column, press “Cut points” in its row."
	case setting.Refining:
		return core.When(c.Setup.Fields[k] == "off", "The simplified rules are kept.")
	case setting.Costs:
		if c.Setup.Fields[k] == "balanced" {
			return "Both classes have the same total weight. Recall of the rarer class rises, with more false positives."
		}
		return "With a rare class, the majority baseline is nearly always correct, and rules for the rare class gain little."
	case setting.Negated:
		return "Without negation, rules contain “color = red” or “age ≤ 40”, never “color ≠ red” or “age > 40”. " +
			"They are easier to read and often less accurate."
	case setting.Longest:
		return "To require a column, check “Require in rules” in its row: at least one rule then has a condition on it. " +
			"Refinement enforces that too."
	}
	return ""
}

// durationInWords describes the estimated duration of the planned run: "about 3 min, then refining"; "" if it is unknown.
func (m Model) durationInWords(c core.View) string {
	e, after := m.Estimate, core.When(c.Setup.Fields[setting.Refining] != "off", ", then refining")
	switch {
	case c.Plan == nil || c.Obstacle() != "":
		return ""
	case e.Seconds <= 0 || !e.known():
		return core.When(m.trial != core.NoID || e.tries > 0, "estimating …")
	case e.complete:
		after = " as last time"
	case c.Plan.Network.NextReview(0) < c.Plan.Network.Steps:
		after = ", longer if the network helps"
	}
	return "about " + core.Either(e.Seconds < 1, "a second", core.Span(e.Duration())) + after
}

// rareInWords warns of a rare positive class with unweighted rows, for which rules hardly improve the accuracy.
func rareInWords(c core.View) string {
	const rare = 0.2
	if c.Setup.Classes != "" || c.Splits() || c.Setup.Fields[setting.Costs] != "even" {
		return ""
	}
	all, positive := 0, 0
	for _, v := range c.Choices() {
		all += v.Rows
		if v.Text == c.Setup.Positive {
			positive = v.Rows
		}
	}
	if all == 0 || positive == 0 || float64(positive) >= rare*float64(all) {
		return ""
	}
	with := core.When(all < c.Table.Rows, " with a value") // the list of classes has shares of all rows
	return "Only " + core.PercentOf(positive, all) + " of the rows" + with + " are “" + c.Setup.Positive +
		"”. The baseline is correct on the others, so rules for this class gain little accuracy."
}

// boundComplaint returns why the bound is invalid, "" if it is valid.
func boundComplaint(v core.Shared) string {
	c := v.TargetColumn()
	if !v.Splits() {
		return ""
	}
	x, ok := core.NumberIn(c, v.Setup.Bound)
	if !ok {
		return "Type the number that splits the target."
	}
	if h := c.Histogram; h != nil && (x < h.Least || x > h.Most) {
		return "No row is beyond this bound: the values range from " + core.RangeInWords(h) + "."
	}
	return ""
}

// splitShare estimates the share of the positive class of a numeric target, 0 if it is unknown.
func splitShare(v core.Shared) float64 {
	c := v.TargetColumn()
	if !v.Splits() || c.Histogram == nil || boundComplaint(v) != "" {
		return 0
	}
	x, _ := core.NumberIn(c, v.Setup.Bound)
	sign := v.Setup.Sign
	below := core.ShareBelow(c.Histogram, x, sign == ">" || sign == "<=")
	return core.Either(strings.HasPrefix(sign, ">"), 1-below, below)
}

func splitInWords(v core.Shared) string {
	share := splitShare(v)
	return core.When(share > 0, "About "+core.Percent(share)+" of the rows.")
}

func suggestionInWords(v core.Shared) string {
	why := "the file was read in another way"
	switch c := v.TargetColumn(); {
	case v.Source.Trained != nil && v.Source.Trained.Target == c.Name:
		why = "the rules predict it"
	case v.Setup.Target == v.Table.Guess && dataset.NamesAnswer(c.Name, c.Kind):
		why = "its name says that it is the answer"
	case v.Setup.Target == v.Table.Guess:
		why = "it is the last column with " + core.Either(c.Kind == dataset.Binary, "two values", "a few different values")
	}
	return "Suggested because " + why + ". Change it if it is not what you mean."
}

// labelsInWords describes the number of rows without a label, "" if all have one.
func labelsInWords(v core.Shared) string {
	c := v.TargetColumn()
	if c == nil || c.Missing == 0 {
		return ""
	}
	return core.Plural(c.Missing, "row lacks a label and is", "rows lack a label and are") + " skipped."
}

// TargetProblem returns why the engine rejects the target, nil if it does not or has not answered.
func TargetProblem(v core.Shared) *core.Problem {
	if p := v.PlanProblem; p != nil && (strings.HasPrefix(p.Kind, "target_") || p.Kind == dataset.NeedsThreshold) {
		return p
	}
	return nil
}

// noTarget returns why no column of the table can be predicted, nil if one can.
func noTarget(v core.Shared) *core.Problem {
	if len(v.Table.Columns) == 1 {
		return &core.Problem{Message: oneColumn, Hint: delimiterHint}
	}
	for _, c := range v.Table.Columns {
		if h := c.Histogram; c.Kind != dataset.ID && (len(c.Values) > 1 || h != nil && h.Least < h.Most) {
			return nil
		}
	}
	return &core.Problem{Message: noClasses, Hint: classesHint}
}

func targetRefusal(c *protocol.ColumnSummary) string {
	if c.Kind == dataset.Categorical {
		return fmt.Sprintf("“%s” has too many different values. Choose a column with a few, or set its type to numeric.", c.Name)
	}
	return fmt.Sprintf("“%s” is %s. Choose a column with a few different values.", c.Name, core.KindInWords(c.Kind))
}

// invalid names the first invalid setting, "" if all are valid. It ignores the cut points of excluded columns.
func invalid(v core.Shared) string {
	for _, f := range slices.Sorted(maps.Keys(v.Setup.Fields)) {
		if v.Setup.Complaint(f) != "" {
			return f.Label()
		}
	}
	if len(v.Setup.Cuts) == 0 { // the usual case; a table may have thousands of columns
		return ""
	}
	for j := range v.Table.Columns {
		c := &v.Table.Columns[j]
		if _, decided := v.Setup.Cuts[c.Name]; decided && v.Used(j) && v.Setup.ThresholdComplaint(c) != "" {
			return "Cut points for " + c.Name
		}
	}
	return ""
}

// Obstacle returns why no run can start with the settings, "" if one can.
func Obstacle(v core.Shared) string {
	target := v.TargetColumn()
	switch {
	case target == nil:
		return "Choose the target column."
	case v.Setup.Classes != "":
	case v.Splits():
		if complaint := boundComplaint(v); complaint != "" {
			return complaint
		}
	case len(v.Choices()) == 0:
		return targetRefusal(target)
	case v.Setup.Positive == "":
		return "Choose the positive class, or one rule set per class."
	}
	if name := invalid(v); name != "" {
		return fmt.Sprintf("The setting “%s” is invalid.", name)
	}
	return ""
}
