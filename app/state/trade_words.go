package state

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// Axes lists the measures of model size that accuracy is plotted against.
var Axes = []struct {
	Name string // label of the choice
	Axis string // label of the axis
	of   func(protocol.Outcome) float64
}{
	{"Model complexity", "rules + conditions", func(o protocol.Outcome) float64 { return float64(o.Complexity) }},
	{"Rule complexity", "conditions per rule", func(o protocol.Outcome) float64 { return o.RuleComplexity }},
	{"Number of rules", "rules", func(o protocol.Outcome) float64 { return float64(o.Rules) }},
}

// Dot is a setting of the sweep: its complete model, and its cross-validated accuracy.
type Dot struct {
	Setting         string // as text
	Size            float64
	Outcome         protocol.Outcome // of the model
	Accuracy, Error float64          // mean over the folds and its standard error
	Front           bool             // Pareto-optimal: no other setting is both as short and as accurate
	Knee            bool             // the recommended setting
	InSight         bool             // its model is shown
}

// Dots lists the settings of the sweep, in their order.
func (s State) Dots() []Dot {
	dots := s.Trade.dots()
	for i := range dots {
		dots[i].InSight = s.Study.Model() == s.Trade.Tried.Results[i].Model
	}
	return dots
}

func (t Trade) dots() []Dot {
	if t.Tried == nil {
		return nil
	}
	var dots []Dot
	var size, accuracy []float64
	for _, tried := range t.Tried.Results {
		if tried.Model == nil || tried.Model.Validate() != nil {
			return nil
		}
		o := tried.Model.Learned.Outcome()
		d := Dot{
			Setting: settingInWords(tried.Setting), Size: Axes[t.Axis].of(o), Outcome: o,
			Accuracy: tried.Mean.Accuracy, Error: tried.Error.Accuracy,
		}
		dots, size, accuracy = append(dots, d), append(size, d.Size), append(accuracy, d.Accuracy)
	}
	front := eval.Front(size, accuracy)
	for _, i := range front {
		dots[i].Front = true
	}
	if knee := eval.Knee(size, accuracy, front); knee >= 0 {
		dots[knee].Knee = true
	}
	return dots
}

// Front returns the indexes of the Pareto-optimal dots, from the smallest model to the largest.
func Front(dots []Dot) []int {
	var size, accuracy []float64
	for _, d := range dots {
		size, accuracy = append(size, d.Size), append(accuracy, d.Accuracy)
	}
	return eval.Front(size, accuracy)
}

func settingInWords(s protocol.SweepSetting) string {
	return "price " + dataset.FormatNumber(100*s.Refine) + " %, pressure " + strconv.FormatFloat(pressureOf(s), 'g', 3, 64)
}

// pressureOf returns the condition penalty of a setting, 0 if the setting has none.
func pressureOf(s protocol.SweepSetting) float64 {
	if s.Lambda1 == nil {
		return 0
	}
	return *s.Lambda1
}

// points formats a difference of shares in percentage points: "0.8 points".
func points(share float64) string {
	text := strings.TrimSuffix(strconv.FormatFloat(100*share, 'f', 1, 64), ".0")
	if text == "1" {
		return "1 point"
	}
	return text + " points"
}

// KneeInWords describes the recommended model: "4 rules lose 0.8 points against 19."; "" before a sweep.
func (t Trade) KneeInWords() string {
	dots := t.dots()
	if len(dots) == 0 {
		return ""
	}
	front := Front(dots)
	best := dots[front[len(front)-1]]
	if len(front) == 1 {
		return "The best has " + sizeInWords(best.Outcome) + ", and no longer one is better."
	}
	for _, d := range dots {
		if d.Knee {
			return fmt.Sprintf("Look at %s first: that loses %s against the best, which has %s.",
				sizeInWords(d.Outcome), points(best.Accuracy-d.Accuracy), sizeInWords(best.Outcome))
		}
	}
	return "The best has " + sizeInWords(best.Outcome) + ", and no shorter one comes near it for its length."
}

func sizeInWords(o protocol.Outcome) string {
	return core.Plural(o.Rules, "rule", "rules") + " with " + core.Plural(o.Conditions, "condition", "conditions")
}

// TradeInWords describes the chart in one sentence.
func (s State) TradeInWords() string {
	dots := s.Dots()
	if len(dots) == 0 {
		return ""
	}
	front := Front(dots)
	first, last := dots[front[0]], dots[front[len(front)-1]]
	return fmt.Sprintf("Accuracy against %s for %d settings: from %s at %s to %s at %s. The table lists all of them.",
		strings.ToLower(Axes[s.Trade.Axis].Name), len(dots),
		core.Percent(first.Accuracy), dataset.FormatNumber(tenth(first.Size)), core.Percent(last.Accuracy),
		dataset.FormatNumber(tenth(last.Size)))
}

func tenth(x float64) float64 { return float64(int(10*x+0.5)) / 10 }

// TradeTimeInWords estimates the duration of an evaluation from the latest run: "" if there was none.
func (s State) TradeTimeInWords(kind TradeKind) string {
	n := units(kind)
	words := core.Plural(n, "training", "trainings")
	took := s.Run.Took()
	if !s.Run.Learnt() || took <= 0 {
		return words + ". How long they take is known when you have trained once."
	}
	// Runs can be parallel, and other settings make longer or shorter rules.
	const shortest, longest = 0.25, 1.5
	each := time.Duration(n) * took
	return words + ", between " + core.Span(time.Duration(shortest*float64(each))) + " and " +
		core.Span(time.Duration(longest*float64(each))+time.Second) + " by the last training."
}

// Progress describes the progress of the evaluation, and returns its finished share from 0 to 1.
func (t Trade) Progress() (words string, share float64) {
	if t.Phase == TradeStopping {
		return "Stopping …", t.share
	}
	words = core.Count(t.Done) + " of " + core.Plural(t.Of, "training", "trainings")
	return words + leftInWords(t.at.Sub(t.since), t.share), t.share
}

// leftInWords describes the remaining time of a task, after a comma; "" at its start, when the estimate is poor.
func leftInWords(took time.Duration, share float64) string {
	const least = 0.02
	if share <= least || took <= time.Second {
		return ""
	}
	return ", about " + core.Span(time.Duration(float64(took)/share*(1-share))) + " left"
}

// TradeStale notes that the settings have changed since an evaluation, "" if they have not.
func (s State) TradeStale(kind TradeKind) string {
	result := s.Trade.Tried
	if kind == SettingsOfNow {
		result = s.Trade.Folded
	}
	if result == nil {
		return ""
	}
	return s.staleSince(s.Trade.of[kind])
}

// staleSince notes that the settings have changed, "" if they have not.
func (s State) staleSince(before core.Setup) string {
	if s.Setup.SameAs(before) {
		return ""
	}
	return "You changed the settings since; this is about the old ones."
}

// FoldedInWords describes the cross-validation of the settings: mean and standard error. It returns "" before one was
// made.
func (t Trade) FoldedInWords() string {
	if t.Folded == nil {
		return ""
	}
	f := t.Folded.Results[0].Summary
	return fmt.Sprintf("%s ± %s of the rows that were kept out are answered rightly (mean and standard error of "+
		"%s); always the more frequent answer: %s. On average: rules %s, conditions %s.",
		core.Percent(f.Mean.Accuracy), bare(f.Error.Accuracy), core.Plural(len(f.Folds), "fold", "folds"), core.Percent(f.Mean.Majority),
		dataset.FormatNumber(tenth(f.Mean.Rules)), dataset.FormatNumber(tenth(f.Mean.Conditions)))
}

// SpreadRow is a metric over the folds.
type SpreadRow struct{ Name, Meaning, Mean, Deviation, Error string }

// Spreads lists the metrics of the cross-validation.
func (t Trade) Spreads() []SpreadRow {
	if t.Folded == nil {
		return nil
	}
	f := t.Folded.Results[0].Summary
	row := func(name, meaning string, write func(eval.Fold) string) SpreadRow {
		return SpreadRow{name, meaning, write(f.Mean), write(f.Deviation), write(f.Error)}
	}
	rows := []SpreadRow{row("accuracy", "The share of the rows kept out that is answered rightly.",
		func(f eval.Fold) string { return core.Percent(f.Accuracy) })}
	for i, m := range f.Mean.List() {
		if m.Value == nil {
			continue
		}
		rows = append(rows, row(m.Name, m.Meaning, func(f eval.Fold) string {
			list := f.List()
			if i >= len(list) {
				return ""
			}
			return metricInWords(list[i])
		}))
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	return append(rows, row("always the more frequent answer", "The accuracy without any rule.",
		func(f eval.Fold) string { return core.Percent(f.Majority) }),
		row("rules", "How many rules there are.", func(f eval.Fold) string { return number(f.Rules) }),
		row("conditions", "How many conditions all rules have together.", func(f eval.Fold) string { return number(f.Conditions) }),
		row("conditions per rule", "How long a rule is.", func(f eval.Fold) string { return number(f.RuleComplexity) }))
}

// TradeCSV exports the settings of the sweep as CSV.
func (s State) TradeCSV() string {
	var b strings.Builder
	b.WriteString("setting,lambda1,price,accuracy,standard_error,majority,rules,conditions,complexity,rule_complexity,front\n")
	for i, d := range s.Dots() {
		t := s.Trade.Tried.Results[i]
		fmt.Fprintf(&b, "%d,%g,%g,%g,%g,%g,%d,%d,%d,%g,%t\n", i+1, pressureOf(t.Setting), t.Setting.Refine, d.Accuracy, d.Error, t.Mean.Majority,
			d.Outcome.Rules, d.Outcome.Conditions, d.Outcome.Complexity, d.Outcome.RuleComplexity, d.Front)
	}
	return b.String()
}
