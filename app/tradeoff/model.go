// Package tradeoff shows how much accuracy shorter rules cost: it sweeps and cross-validates settings, and compares two of them.
package tradeoff

import (
	"cmp"
	"slices"
	"sort"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model holds the sweep of settings and the cross-validation of the current settings. The zero value holds no results.
type Model struct {
	task core.Task  // the running or newest evaluation
	kind Evaluation // its kind
	from string     // name of the table

	results [3]*protocol.Evaluated // by kind, nil before the first
	setups  [3]core.Setup          // the settings of each
	setup   core.Setup             // the settings being evaluated

	// SplitFinding compares the accuracies by folds of a column and by random folds, "" without both. The settings may have changed since.
	SplitFinding string

	axis    int            // index into axes
	pair    core.ModelPair // the settings being compared, by index
	pointed int            // the number of the setting under the pointer or with the focus, 0 for none
}

// Evaluation is a kind of evaluation.
type Evaluation int

// The kinds of an evaluation.
const (
	Sweep           Evaluation = iota // of several settings
	CrossValidation                   // of the current settings
	Honest                            // of the choice among some settings, by nested and repeated cross-validation
)

// Active reports whether an evaluation is running.
func (m Model) Active() bool { return m.task.Active() }

const (
	sweepFolds = 3 // folds of the training rows, for each setting
	crossFolds = 5 // folds of all rows, for the current settings

	honestInner   = 2 // folds of the training rows, which choose the settings of each outer fold
	honestRepeats = 2 // repetitions of the crossFolds outer folds; a split by time is not repeated
)

// The sweep combines these minimum gains per condition with these multiples of the condition penalty.
var (
	sweepGains     = []float64{0.02, 0.01, 0.005, 0.002, 0.001, 0.0003}
	sweepPenalties = []float64{1, 10}
)

// honestGain is the minimum gain per condition that the honest estimate tries in addition to the current one.
const honestGain = 0.005

// request returns the request that evaluates the current settings or variations of them.
func request(kind Evaluation, c core.View) protocol.Evaluate {
	r := protocol.Evaluate{Train: c.Request(c.Setup)}
	if kind != Sweep {
		r.Split.Share, r.Split.Parts, r.Random = 0, crossFolds, r.Split.By() != ""
	}
	switch kind {
	case CrossValidation:
		return r
	case Honest:
		if r.Inner, r.ChosenOnly = honestInner, true; r.Split.Time == "" {
			r.Repeats = honestRepeats
		}
		r.Settings = []protocol.SweepSetting{{Lambda1: r.Network.Lambda1, Refine: r.Refine}}
		for _, times := range sweepPenalties {
			r.Settings = append(r.Settings, protocol.SweepSetting{Lambda1: new(times * *r.Network.Lambda1), Refine: honestGain})
		}
		return r
	}
	r.Split.Parts, r.Whole = sweepFolds, true
	for _, times := range sweepPenalties {
		for _, gain := range sweepGains {
			r.Settings = append(r.Settings, protocol.SweepSetting{Lambda1: new(times * *r.Network.Lambda1), Refine: gain})
		}
	}
	return r
}

func runs(r protocol.Evaluate) int {
	folds, settings := r.Split.Parts*max(r.Repeats, 1), max(len(r.Settings), 1)
	inner, outer := folds*r.Inner*settings, folds
	if r.Whole {
		outer++
	}
	if r.Random {
		outer += folds
	}
	if !r.ChosenOnly {
		outer *= settings
	}
	return inner + outer
}

// axes lists the measures of model size that accuracy is plotted against.
var axes = []struct {
	name string // label of the choice
	axis string // label of the axis
	of   func(protocol.Outcome) float64
}{
	{"Total size", "rules + conditions", func(o protocol.Outcome) float64 { return float64(o.Complexity) }},
	{"Conditions per rule", "conditions per rule", func(o protocol.Outcome) float64 { return o.RuleComplexity }},
	{"Number of rules", "rules", func(o protocol.Outcome) float64 { return float64(o.Rules) }},
}

// point is a model of the sweep, with its cross-validated accuracy. Settings with the same rules and scores are one point.
type point struct {
	settings        []int  // indexes in the sweep
	setting         string // as text, the first of several
	size            float64
	model           *protocol.Model
	outcome         protocol.Outcome // of the model
	accuracy, error float64          // mean over the folds and its standard error
	front           bool             // Pareto-optimal: no other point is both as short and as accurate
	recommended     bool
}

// points lists the models of the sweep, the smallest ones first.
func (m Model) points() []point {
	if m.results[Sweep] == nil {
		return nil
	}
	var list []point
	for i, tried := range m.results[Sweep].Results {
		if tried.Model == nil || tried.Model.Validate() != nil {
			return nil
		}
		o := tried.Model.Learned.Outcome()
		p := point{
			settings: []int{i}, setting: settingInWords(tried.Setting), size: axes[m.axis].of(o), model: tried.Model, outcome: o,
			accuracy: tried.Mean.Accuracy, error: tried.Error.Accuracy,
		}
		if k := slices.IndexFunc(list, p.same); k >= 0 {
			list[k].settings = append(list[k].settings, i)
			continue
		}
		list = append(list, p)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(a.outcome.Complexity-b.outcome.Complexity, cmp.Compare(a.accuracy, b.accuracy)) < 0
	})
	front, recommended := frontOf(list)
	for _, i := range front {
		list[i].front = true
	}
	if recommended >= 0 {
		list[recommended].recommended = true
	}
	return list
}

// setupOf returns the settings that produced a point, the first ones if there are several.
func (m Model) setupOf(p point) core.Setup {
	s := m.results[Sweep].Results[p.settings[0]].Setting
	return m.setups[Sweep].Swept(penaltyOf(s), s.Refine)
}

// same reports whether two points have the same rules and scores.
func (p point) same(other point) bool {
	return p.accuracy == other.accuracy && p.error == other.error &&
		slices.EqualFunc(p.model.Rules, other.model.Rules, slices.Equal[rule.Rule])
}

// has returns a function that reports whether a point includes a setting, by its index.
func has(setting int) func(point) bool {
	return func(p point) bool { return slices.Contains(p.settings, setting) }
}

// compared returns the two compared models; ok is false unless two settings are compared.
func (m Model) compared() (two [2]*protocol.Model, ok bool) {
	return m.pair.Of(func(i int) *protocol.Model { return m.results[Sweep].Results[i].Model })
}

// frontOf returns the indexes of the Pareto-optimal points, from the smallest model to the largest, and of the recommended one, or -1.
func frontOf(list []point) (front []int, recommended int) {
	var size, accuracy, standard []float64
	for _, p := range list {
		size, accuracy, standard = append(size, p.size), append(accuracy, p.accuracy), append(standard, p.error)
	}
	front = eval.Front(size, accuracy)
	return front, eval.Recommended(accuracy, standard, front)
}

// reference is a baseline for the settings: a constant prediction or a single condition.
type reference struct {
	name            string
	size            float64
	accuracy, error float64 // mean over the folds and its standard error
}

func (m Model) references() []reference {
	if m.results[Sweep] == nil || len(m.results[Sweep].Results) == 0 {
		return nil
	}
	t := m.results[Sweep].Results[0]
	list := []reference{{"majority class", 0, t.Mean.Majority, t.Error.Majority}}
	if t.Mean.Single > 0 {
		one := protocol.Outcome{Size: rule.Set{make(rule.Rule, 1)}.Size()}
		list = append(list, reference{"best single condition (1R)", axes[m.axis].of(one), t.Mean.Single, t.Error.Single})
	}
	return list
}

// scatter returns the chart of settings and baselines. Pareto-optimal points have a label and an error bar; other errors are in the table.
func (m Model) scatter() chart.Scatter {
	list := m.points()
	front, _ := frontOf(list)
	d := chart.Points{Class: chart.SeriesClass(0), Front: front}
	for _, p := range list {
		label, spread := "", 0.0
		if p.front {
			label, spread = core.Plural(p.outcome.Rules, "rule", "rules")+" · "+core.PercentTick(p.accuracy, 2), p.error
		}
		d.X, d.Y, d.Spread, d.Labels = append(d.X, p.size), append(d.Y, p.accuracy), append(d.Spread, spread), append(d.Labels, label)
	}
	out := kit.AccuracyScatter(axes[m.axis].axis)
	out.Series = []chart.Points{d}
	for k, ref := range m.references() {
		out.Series = append(out.Series, chart.Points{
			Class: chart.SeriesClass(k + 1), Labels: []string{ref.name},
			X: []float64{ref.size}, Y: []float64{ref.accuracy}, Spread: []float64{ref.error},
		})
	}
	return out
}

// RecommendsShorter reports whether shorter rules than the most accurate ones are recommended.
func (m Model) RecommendsShorter() bool {
	list := m.points()
	front, k := frontOf(list)
	return k >= 0 && list[k].accuracy < list[front[len(front)-1]].accuracy
}
