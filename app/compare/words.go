package compare

import (
	"fmt"
	"math"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

const (
	introduction = "Benchmark DR-Net against standard models on the same folds. Each learner is evaluated on rows that it " +
		"was not trained on. Rule learners also show their rules."
	columnsText = "Means over five folds. Accuracy: with its standard error. Complexity: rules + conditions, of rule learners only. " +
		"Time per fit: on four fifths of the rows, on this device. Δ vs DR-Net: percentage points " +
		"with a 95% confidence interval, which allows for the training rows that the folds share; a minus sign means behind."
	chartText = "Accuracy against complexity, with standard errors. The best learners are at the top left: accurate with few conditions."
)

// weightInWords says that rows are weighted, and how learners without weights take this into account; "" without weights.
func weightInWords(s core.Setup) string {
	words := protocol.Train{Weight: s.Weight}.WeightInWords()
	return core.When(words != "", " "+core.Sentence(words+"; learners without weights get rows drawn in proportion to them"))
}

func (m Model) about(l protocol.Algorithm, c core.View) string {
	if took := m.durationOf(l, c); took > 0 {
		return l.About + " About " + core.Span(whole(took, time.Second)) + "."
	}
	return l.About
}

// whole rounds an estimate up to whole units, so that a positive one does not become 0.
func whole(d, unit time.Duration) time.Duration { return (d + unit - 1).Truncate(unit) }

// inWords describes the status of a learner without a result.
func (e entry) inWords(t core.Task) string {
	switch {
	case e.status == queued:
		return "queued"
	case e.status == running:
		return t.InWords(core.Count(int(100*t.Share)) + "%")
	case e.problem != nil:
		return e.problem.Message
	}
	return "stopped"
}

// cells returns the cells of a learner's row: accuracy, complexity, conditions per rule, seconds, difference; or its status and empty ones.
func (m Model) cells(e entry) []string {
	if e.result == nil {
		return []string{e.inWords(m.task), "", "", "", ""}
	}
	f := e.result.Summary
	accuracy, complexity, perRule, difference := core.PlusMinus(f.Mean.Accuracy, f.Error.Accuracy), "–", "–", "–"
	if e.learner.Rules {
		complexity, perRule = core.Tenths(f.Mean.Complexity), core.Tenths(f.Mean.RuleComplexity)
	}
	if d, ok := ahead(e.result, m.own()); ok {
		difference = core.InPoints(d.Mean) + " (" + core.InPoints(d.Interval[0]) + " to " + core.InPoints(d.Interval[1]) + ")" +
			core.When(!d.Significant(), ", not significant")
	}
	return []string{accuracy, complexity, perRule, secondsInWords(f.Mean.Seconds), difference}
}

func secondsInWords(seconds float64) string {
	const shortest = 0.1
	if seconds < shortest {
		return "< 0.1\u00a0s"
	}
	return core.Decimal(seconds, 1) + "\u00a0s"
}

// inWords compares DR-Net with the best learner without rules, and with the best other rule learner; "" without its result.
func (m Model) inWords() string {
	own := m.own()
	if own == nil {
		return ""
	}
	var text string
	if far := standing(own, m.best(false)); far != "" {
		rules := core.Tenths(own.Mean.Rules) + " rule"
		if rules != "1 rule" {
			rules += "s"
		}
		text = "Cost of interpretability: DR-Net is " + far + ", with " + rules + " on average."
	}
	best := m.best(true)
	if far := standing(own, best); far != "" {
		text += " Among rule learners: DR-Net is " + far + ", with a complexity of " + core.Tenths(own.Mean.Complexity) + " against " +
			core.Tenths(best.result.Mean.Complexity) + "."
	}
	return strings.TrimSpace(text)
}

// standing describes how far DR-Net is ahead of a learner or behind it, "" if unknown.
func standing(own *protocol.SettingResult, other *entry) string {
	if other == nil {
		return ""
	}
	d, ok := ahead(own, other.result)
	if !ok {
		return ""
	}
	name, far := other.learner.Name, core.Points(math.Abs(d.Mean))
	switch {
	case far == "0 points":
		return "as accurate as " + name
	case d.Mean < 0:
		far += " behind "
	default:
		far += " ahead of "
	}
	if !d.Significant() {
		name += " (not significant)"
	}
	return far + name
}

// obstacle returns why learners cannot be compared, "" if they can.
func obstacle(c core.View) string {
	if c.Setup.Classes != "" {
		return "The benchmark needs a single positive class: choose one under Data."
	}
	return c.Obstacle()
}

// costs holds the approximate time of one fit in the browser, per million cells (training rows × features), measured on adult.
var costs = map[string]time.Duration{
	"majority": time.Millisecond, "condition": time.Millisecond, "ripper": 70 * time.Millisecond, "ripper-numbers": 110 * time.Millisecond,
	"logistic": 200 * time.Millisecond, "cart": 180 * time.Millisecond, "cart-numbers": 180 * time.Millisecond,
	"forest": 1400 * time.Millisecond, "forest-numbers": 1400 * time.Millisecond, "brs": 3 * time.Second, "dnn": 3300 * time.Millisecond,
}

// durationOf estimates the time of a learner in the benchmark, 0 if unknown: that of the newest one with the same settings or, before one,
// a multiple of one fit, because folds are fitted two at a time, and learners with rules once more, on all rows.
func (m Model) durationOf(l protocol.Algorithm, c core.View) time.Duration {
	if took, ok := m.took[l.Key]; ok && m.setup.SameAs(c.Setup) {
		return took
	}
	each := c.Estimate // of DR-Net; the run may be stopped, slowed, or of other settings
	switch {
	case l.Key == protocol.DRNet:
	case l.Key == "cg": // its time depends on its rounds more than on the cells
		const slower = 2 // than DR-Net, on tables of some hundred to some thousand rows
		each *= slower
	case c.Plan == nil:
		return 0
	default:
		features := c.Plan.Features
		if l.Key == "brs" {
			const most = 150 // it uses the most informative features only
			features = min(features, most)
		}
		cells := float64(c.Plan.Rows) * float64(features) / 1e6
		each = time.Duration(cells * float64(costs[l.Key]))
	}
	const together = 2
	fits := (folds + together - 1) / together
	if l.Rules {
		fits++
	}
	return time.Duration(fits) * each
}

// timeInWords estimates the time of the benchmark, as the sum of its parts; "" while the number of features is unknown.
func (m Model) timeInWords(c core.View) string {
	if c.Plan == nil {
		return ""
	}
	var others time.Duration
	n := 0
	for _, l := range protocol.Learners[1:] {
		if m.picks(l) {
			n++
			others += m.durationOf(l, c)
		}
	}
	own := m.durationOf(protocol.Learners[0], c)
	unit, inWords := time.Second, func(d time.Duration) string { return core.Count(int(d/time.Second)) + "\u00a0s" }
	if own+others >= 3*time.Minute {
		unit, inWords = time.Minute, core.Span
	}
	rest := whole(others, unit) // rounded to the same unit, so that the parts add up to the total
	own = whole(own, unit)
	learners := core.Plural(n, "other learner", "other learners")
	switch {
	case own == 0:
		return core.When(n > 0, "It takes about "+inWords(rest)+" for "+learners+". ") + "Train once to get the time of DR-Net."
	case n == 0:
		return "It takes about " + inWords(own) + "."
	}
	return "It takes about " + inWords(own+rest) + ": " + inWords(own) + " for DR-Net and " + inWords(rest) + " for " + learners + "."
}

func (m Model) staleInWords(c core.View) string {
	if m.own() == nil {
		return ""
	}
	return c.StaleSince(m.setup)
}

func (m Model) csv() string {
	var b strings.Builder
	b.WriteString("learner,accuracy,standard_error,majority,rules,conditions,complexity,rule_complexity,seconds," +
		"ahead_of_drnet,ahead_low,ahead_high\n")
	for _, e := range m.drawn() {
		f, size, difference := e.result.Summary, ",,,", ",,"
		if e.learner.Rules {
			size = fmt.Sprintf("%g,%g,%g,%g", f.Mean.Rules, f.Mean.Conditions, f.Mean.Complexity, f.Mean.RuleComplexity)
		}
		if d, ok := ahead(e.result, m.own()); ok {
			difference = fmt.Sprintf("%g,%g,%g", d.Mean, d.Interval[0], d.Interval[1])
		}
		fmt.Fprintf(&b, "%s,%g,%g,%g,%s,%g,%s\n", e.learner.Key, f.Mean.Accuracy, f.Error.Accuracy, f.Mean.Majority, size,
			f.Mean.Seconds, difference)
	}
	return b.String()
}

// ahead returns the paired difference of two results; ok is false if one is missing or both are the same.
func ahead(one, other *protocol.SettingResult) (d eval.Difference, ok bool) {
	if one == nil || other == nil || one == other {
		return d, false
	}
	return eval.Paired(one.Folds, other.Folds, len(one.Folds))
}
