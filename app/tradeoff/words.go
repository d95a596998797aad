package tradeoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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
	sweepLead = "How short can the rules be, and how much accuracy does that cost? The sweep cross-validates each " +
		"setting, and trains a complete rule set that you can open."
	sweepNote = "Accuracy is the mean over folds of the training set, ± its standard error. Size is that of the rules that open. " +
		"The best of several settings looks slightly better than it is: judge your choice by the test set, which took no part."
	foldsLead = "The accuracy on a single test set depends on chance. Cross-validation tests each row once, with rules " +
		"trained on the other folds."
	honestLead = "Settings look better on the rows they were chosen on than on new rows. Nested cross-validation chooses λ₁ and the " +
		"minimum gain for each fold on its training rows only, and tests them on the other rows. It is repeated with new folds."
	pointHint   = "Point at a dot to read its figures; press it to open its rules. Pale dots: another one is as short and more accurate."
	compareHint = "Choose two settings under “Compare” to see which rules they share and where their predictions differ."
)

func settingInWords(s protocol.SweepSetting) string {
	gain := dataset.FormatNumber(100*s.Refine) + "%"
	switch {
	case s.Refine == rule.AutoPrice:
		gain = "cross-validated"
	case s.Refine == rule.NoPrice:
		gain = "off"
	case s.Refine == rule.LowPrice:
		gain = "low"
	case s.Refine > rule.MaxPrice:
		gain = dataset.FormatNumber(s.Refine) + " rows"
	}
	return "gain " + gain + ", λ₁ " + strconv.FormatFloat(penaltyOf(s), 'g', 3, 64)
}

// penaltyOf returns the condition penalty of a setting, 0 if the setting has none.
func penaltyOf(s protocol.SweepSetting) float64 {
	if s.Lambda1 == nil {
		return 0
	}
	return *s.Lambda1
}

// RecommendationInWords recommends a model by the one-standard-error rule, and states its loss of accuracy; "" before a sweep.
func (m Model) RecommendationInWords() string {
	list := m.points()
	front, k := frontOf(list)
	if k < 0 {
		return ""
	}
	p, best := list[k], list[front[len(front)-1]]
	size, standard := core.SizeInWords(p.outcome), core.Points(best.error)
	if p.accuracy == best.accuracy {
		return "Recommended: " + size + ", the most accurate setting. No shorter one is within its standard error of " + standard + "."
	}
	tenths := func(share float64) float64 { return math.Round(1000*share) / 1000 } // the difference of the figures in the table
	less := "as accurate as"
	if lost := tenths(best.accuracy) - tenths(p.accuracy); lost > 0 {
		less = core.Points(lost) + " less accurate than"
	}
	return "Recommended: " + size + ", " + less + " the best setting, which has " + core.SizeInWords(best.outcome) +
		". It is the shortest within the standard error of the best, " + standard + "."
}

// settingsInWords names the settings of a point: "2: gain 1%, λ₁ 0.1 and 1 other".
func (p point) settingsInWords() string {
	others := len(p.settings) - 1
	return core.Count(p.settings[0]+1) + ": " + p.setting + core.When(others > 0, " and "+core.Plural(others, "other", "others"))
}

func pointInWords(p point) string {
	return core.SizeInWords(p.outcome) + ", CV accuracy " + core.PlusMinus(p.accuracy, p.error) + " · setting " + p.settingsInWords() +
		core.When(p.recommended, " · recommended")
}

// openInWords names the button that opens the rules of a setting, in short and in full.
func openInWords(setting int, shown bool) (label, name string) {
	if shown {
		return "Shown", "The rules of setting " + strconv.Itoa(setting) + " are shown"
	}
	return "Open", "Open the rules of setting " + strconv.Itoa(setting)
}

func (m Model) chartInWords() string {
	list := m.points()
	front, _ := frontOf(list)
	first, last := list[front[0]], list[front[len(front)-1]]
	return fmt.Sprintf("Accuracy against %s for %d rule sets: from %s at %s to %s at %s. The table lists all of them.",
		strings.ToLower(axes[m.axis].name), len(list),
		core.Percent(first.accuracy), core.Tenths(first.size), core.Percent(last.accuracy), core.Tenths(last.size))
}

// obstacle returns why an evaluation cannot start, "" if it can.
func obstacle(kind Evaluation, c core.View) string {
	if c.Setup.Classes != "" && kind == Sweep {
		return "A sweep needs a single positive class: choose one under Data."
	}
	return c.Obstacle()
}

// noteInWords says why an evaluation cannot start, or estimates its duration.
func noteInWords(kind Evaluation, c core.View) string {
	if c.Run.Active() {
		return "Waiting for the run to finish."
	}
	return cmp.Or(obstacle(kind, c), timeInWords(kind, c))
}

func runsInWords(kind Evaluation, r protocol.Evaluate) string {
	switch kind {
	case Sweep:
		return core.Plural(len(r.Settings), "setting", "settings") + " × " + core.Plural(sweepFolds+1, "run", "runs")
	case Honest:
		return core.Plural(runs(r), "run", "runs") + " of " + core.Plural(len(r.Settings), "setting", "settings")
	}
	return core.Plural(runs(r), "run", "runs")
}

func timeInWords(kind Evaluation, c core.View) string {
	r := request(kind, c)
	words := runsInWords(kind, r)
	took := c.Run.Took()
	if !c.Run.Learnt() || took <= 0 {
		return words + ". Train once to get a time estimate."
	}
	// Runs can be parallel, and other settings can take longer than the last run.
	const shortest, longest = 0.25, 1.5
	all := time.Duration(runs(r)) * took
	return words + ", about " + core.Span(time.Duration(shortest*float64(all))) + " to " +
		core.Span(time.Duration(longest*float64(all))+time.Second) + " (estimated from the last run)."
}

func (m Model) progressInWords() string {
	return m.task.InWords(core.Count(m.task.Done) + " of " + core.Plural(m.task.Of, "run", "runs"))
}

// staleInWords notes that the settings have changed since an evaluation; "" if not, or if they are those of a point of the sweep.
func (m Model) staleInWords(kind Evaluation, c core.View) string {
	opened := func(p point) bool { return m.setupOf(p).SameAs(c.Setup) }
	if m.results[kind] == nil || kind == Sweep && slices.ContainsFunc(m.points(), opened) {
		return ""
	}
	return c.StaleSince(m.setups[kind])
}

// otherAim names the target that an evaluation predicts if it is not that of the rules; otherwise "".
func (m Model) otherAim(kind Evaluation, c core.View) string {
	if m.results[kind] == nil {
		return ""
	}
	return c.OtherAim(m.setups[kind])
}

func (m Model) foldsInWords() string {
	f := m.results[CrossValidation].Results[0].Summary
	return fmt.Sprintf("Accuracy %s (mean and standard error of %s), baseline %s. "+
		"On average: rules %s, conditions %s.",
		core.PlusMinus(f.Mean.Accuracy, f.Error.Accuracy), core.Plural(len(f.Folds), "fold", "folds"), core.Percent(f.Mean.Majority),
		core.Tenths(f.Mean.Rules), core.Tenths(f.Mean.Conditions)) + foldsSay(m.results[CrossValidation])
}

// foldsSay gives the accuracy that random folds would claim, and says that rows are weighted; "" without either.
func foldsSay(e *protocol.Evaluated) (text string) {
	for _, words := range core.Sentences([]string{e.RandomInWords(core.Percent), e.Request.WeightInWords()}) {
		text += core.When(words != "", " "+words)
	}
	return text
}

// honestInWords describes the honest estimate, and the test accuracy of the run if it predicts the same target.
func (m Model) honestInWords(run core.Run) string {
	e := m.results[Honest]
	f := e.Estimate()
	ends, _ := f.Interval(e.Parts())
	text := fmt.Sprintf("Accuracy on new rows: %s, 95%% interval %s to %s (nested cross-validation, %s).", core.Percent(f.Mean.Accuracy),
		core.Percent(ends[0]), core.Percent(ends[1]), core.Plural(len(f.Folds), "fold", "folds"))
	if kept, ok := run.Kept(); ok && run.Learnt() && kept.Test != nil && run.Setup.Aim() == m.setups[Honest].Aim() {
		text += " The single test split says " + core.Percent(kept.Test.Accuracy) + "."
	}
	return text + foldsSay(e)
}

// spread is a metric; its values are the mean over the folds, the standard deviation and the standard error.
type spread struct {
	name, meaning string
	values        []string
}

func (m Model) spreads() []spread {
	if m.results[CrossValidation] == nil {
		return nil
	}
	f := m.results[CrossValidation].Results[0].Summary
	var rows []spread
	add := func(name, meaning string, write func(eval.Fold) string) {
		rows = append(rows, spread{name, meaning, []string{write(f.Mean), write(f.Deviation), write(f.Error)}})
	}
	add("accuracy", "Share of validation rows predicted correctly.", func(f eval.Fold) string { return core.Percent(f.Accuracy) })
	for _, metric := range f.Mean.List() {
		if metric.Value != nil {
			add(metric.Name, metric.Meaning, func(f eval.Fold) string { return core.MetricInWords(f.Named(metric.Name)) })
		}
	}
	add("baseline", "Accuracy of the majority class.", func(f eval.Fold) string { return core.Percent(f.Majority) })
	add("rules", "Number of rules.", func(f eval.Fold) string { return core.OneDecimal(f.Rules) })
	add("conditions", "Number of conditions in all rules.", func(f eval.Fold) string { return core.OneDecimal(f.Conditions) })
	add("conditions per rule", "Mean length of a rule.", func(f eval.Fold) string { return core.OneDecimal(f.RuleComplexity) })
	return rows
}

func (m Model) csv() string {
	var b strings.Builder
	b.WriteString("setting,lambda1,price,accuracy,standard_error,majority,rules,conditions,complexity,rule_complexity,front\n")
	list := m.points()
	if list == nil {
		return b.String()
	}
	for i, t := range m.results[Sweep].Results {
		p := list[slices.IndexFunc(list, has(i))]
		o := p.outcome
		fmt.Fprintf(&b, "%d,%g,%g,%g,%g,%g,%d,%d,%d,%g,%t\n", i+1, penaltyOf(t.Setting), t.Setting.Refine, p.accuracy, p.error, t.Mean.Majority,
			o.Rules, o.Conditions, o.Complexity, o.RuleComplexity, p.front)
	}
	return b.String()
}
