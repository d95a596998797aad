package audit

import (
	"strconv"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

const (
	groupsText = "Compares the predictions for groups of rows, also by columns that the rules do not use. Intervals have 95%, and " +
		"differences are from the largest group."
	differencesText = "In percentage points, with an interval that holds for all groups at the same time; then the ratio of the two rates."
	stabilityText   = "Learns rules again from 20 draws of the training rows, with replacement. A rule comes back if a new one covers " +
		"nearly the same rows (Jaccard index of at least 0.8). The network is not trained again."
)

// The beginnings of the texts of obstacle, for the tasks that learn rules again.
const (
	stability = "Stability is measured"
	bounding  = "A bound is kept"
)

// obstacle returns why rules cannot be learned again, "" if they can.
func obstacle(what string, c core.View) string {
	m := c.Revision.Model
	switch {
	case c.Reading != "":
		return c.Obstacle()
	case m == nil || c.Table == nil:
		return "Open the table that the rules were learned from."
	case c.MultiClass != nil:
		return what + " for two classes."
	case c.Revision.Foreign:
		return "These rules were learned from another table."
	case m.Learned.Request.Refine == rule.NoPrice:
		return what + " for refined rules."
	}
	return ""
}

// timeInWords estimates the duration of the 20 draws. They take about five times as long as a run, because no network is trained.
func timeInWords(c core.View) string {
	const asLong = 5
	if took := c.Run.Took(); took > 0 && c.OfRun() {
		return "About " + core.Span(max(asLong*took, time.Second)) + "."
	}
	return "It takes about five times as long as training."
}

// inWords says how many rules are stable.
func (m Model) inWords() string {
	var unstable []string
	for k, r := range m.result.Rules {
		if r.Unstable(m.result.Draws) {
			unstable = append(unstable, core.Count(k+1))
		}
	}
	switch {
	case len(m.result.Rules) == 0:
		return "Without rules, none can come back."
	case unstable == nil:
		return "Every rule comes back in at least half of the draws."
	case len(unstable) == 1:
		return "Rule " + unstable[0] + " is unstable: it comes back in fewer than half of the draws."
	}
	return "Rules " + strings.Join(unstable, ", ") + " are unstable: they come back in fewer than half of the draws."
}

func (m Model) columnsInWords() string {
	var own, others []string
	for _, c := range m.result.Columns {
		text := c.Name + " (" + core.Count(c.Used) + ")"
		if c.Own {
			own = append(own, text)
		} else {
			others = append(others, text)
		}
	}
	text := core.When(len(own) > 0, "Draws that use each column of the rules: "+strings.Join(own, ", ")+".")
	if len(others) > 0 {
		text += " Other columns: " + strings.Join(others, ", ") + "."
	}
	return strings.TrimSpace(text)
}

// groupName names a group by its values: "Female, > 37".
func groupName(g eval.Group) string { return strings.Join(g.Values, ", ") }

// rateInWords writes a rate and its interval: "81.9%" and "81.4–82.4". A rate of few rows says so.
func rateInWords(r eval.Rate) (value, interval string) {
	if r.Value == nil {
		return "–", ""
	}
	return core.Percent(*r.Value), dataset.PercentRange(r.Interval[0], r.Interval[1], core.Percent) + core.When(r.Few, ",\nfew rows")
}

// differenceInWords writes the difference of a rate in points, and its interval with the ratio: "−16.1" and "−16.8 to −15.4, × 0.27".
func differenceInWords(r eval.Rate) (value, more string) {
	if r.Difference == nil {
		return "–", ""
	}
	more = core.InPoints(r.Difference.Interval[0]) + " to " + core.InPoints(r.Difference.Interval[1])
	if r.Ratio != nil {
		more += ",\n× " + strconv.FormatFloat(r.Ratio.Value, 'f', 2, 64)
	}
	return core.InPoints(r.Difference.Value), more
}

var rowsInWords = map[protocol.Partition]string{
	protocol.TestRows: "On the test rows.", protocol.TrainingRows: "On the training rows: the test set is empty.",
	protocol.AllRows: "On all labeled rows.",
}
