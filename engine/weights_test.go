package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// survey returns a table with weights, and the same with each row as often as its weight says.
func survey(rows int) (weighed, repeated string) {
	var w, r strings.Builder
	w.WriteString("age,sex,ill,count\n")
	r.WriteString("age,sex,ill\n")
	draws := rand.New(rand.NewPCG(3, 1))
	for range rows {
		age, sex := 20+draws.IntN(60), []string{"f", "m"}[draws.IntN(2)]
		ill, count := age > 50 && sex == "f", draws.IntN(4)
		if draws.IntN(8) == 0 {
			ill = !ill
		}
		if sex == "m" {
			count += draws.IntN(5)
		}
		line := fmt.Sprintf("%d,%s,%s", age, sex, map[bool]string{true: "yes", false: "no"}[ill])
		fmt.Fprintf(&w, "%s,%d\n", line, count)
		r.WriteString(strings.Repeat(line+"\n", count))
	}
	return w.String(), r.String()
}

// near reports whether two figures are equal but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestWeightIsRows: every figure of fixed rules is that of a table with each row as often as its weight.
func TestWeightIsRows(t *testing.T) {
	weighed, repeated := survey(900)
	k := withTable(t, weighed)
	request := protocol.Train{Target: "ill", Positive: "yes", Weight: "count", Network: small}
	request.Decision = &rule.Decision{FalsePositive: 1, FalseNegative: 3}
	m := k.train(request).Model
	if scored := answered[protocol.Scored](k, protocol.Score{Model: m}); !reflect.DeepEqual(scored.Outcome, m.Learned.Outcome()) {
		t.Errorf("the score is %+v, want that of the run %+v", scored.Outcome, m.Learned.Outcome())
	}
	of := withTable(t, repeated)
	one, other := m.Learned.Outcome().Train, answered[protocol.Scored](of, protocol.Score{Model: m}).Outcome.Train
	a, b := one.Metrics(rule.Weights{}).List(), other.Metrics(rule.Weights{}).List()
	for i := range a {
		if a[i].Value == nil || !near(*a[i].Value, *b[i].Value) {
			t.Errorf("%s is %v, want %v", a[i].Name, *a[i].Value, *b[i].Value)
		}
	}
	if !near(one.Accuracy, other.Accuracy) || !near(one.Majority, other.Majority) || one.Confusion.Rows() != 900 {
		t.Errorf("accuracy %v, majority %v of %d rows, want %v and %v of 900", one.Accuracy, one.Majority, one.Confusion.Rows(),
			other.Accuracy, other.Majority)
	}
	for k, r := range one.Rules {
		if want := other.Rules[k]; !near(r.Precision(), want.Precision()) || !near(r.Share(one.Confusion), want.Share(other.Confusion)) {
			t.Errorf("rule %d: precision %v of a share %v, want %v of %v", k+1, r.Precision(), r.Share(one.Confusion), want.Precision(),
				want.Share(other.Confusion))
		}
	}
	for i, bin := range one.Reliability {
		if want := other.Reliability[i]; !near(bin.Probability, want.Probability) || !near(bin.Share(), want.Share()) {
			t.Errorf("tenth %d: %+v, want %+v", i, bin, want)
		}
	}
	d, want := one.Decide(*m.Scorecard.Decision), other.Decide(*m.Scorecard.Decision)
	if !near(d.Cost, want.Cost) || !near(d.Error, want.Error) ||
		eval.Cheapest(one.Levels, d.Decision) != eval.Cheapest(other.Levels, d.Decision) {
		t.Errorf("the decision costs %v with %v errors, want %v with %v", d.Cost, d.Error, want.Cost, want.Error)
	}
	groups := func(k *transcript) []eval.Group {
		return answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: m, Columns: []string{"sex"}}).Groups[0].List
	}
	for _, g := range groups(k) {
		for _, w := range groups(of) {
			for i, r := range g.Rates {
				if g.Values[0] == w.Values[0] && r.Value != nil && !near(*r.Value, *w.Rates[i].Value) {
					t.Errorf("%s of %v is %v, want %v", r.Name, g.Values, *r.Value, *w.Rates[i].Value)
				}
			}
		}
	}
}

// TestWeightsTrain: rows of weight 0 teach nothing, and rules follow the rows that count.
func TestWeightsTrain(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y,w\n")
	r := rand.New(rand.NewPCG(4, 1))
	for i := range 600 {
		x := r.IntN(100)
		if i%3 == 0 { // the opposite, which counts
			fmt.Fprintf(&b, "%d,%v,%v\n", x, x <= 30, 1.5)
		} else {
			fmt.Fprintf(&b, "%d,%v,%v\n", x, x > 60, 0)
		}
	}
	k := withTable(t, b.String())
	m := k.train(protocol.Train{Target: "y", Positive: "true", Weight: "w", Network: small}).Model
	if got := m.Text(nil); m.Learned.Outcome().Train.Accuracy < 0.98 || !strings.Contains(got, "x ≤") {
		t.Errorf("the rules are %s, with accuracy %v", got, m.Learned.Outcome().Train.Accuracy)
	}
	planned := k.do(protocol.Plan{Train: protocol.Train{Target: "y", Positive: "true", Weight: "w"}}).(protocol.Planned)
	if len(planned.Columns) != 1 || !strings.Contains(fmt.Sprint(planned.Notes), "say as much as 200 equally weighted ones") {
		t.Errorf("the columns are %v, with the notes %q", planned.Columns, planned.Notes)
	}
}

// TestWeightsLeakNothing: the weights of test rows change no rule, and with labels by chance no rule predicts test rows.
func TestWeightsLeakNothing(t *testing.T) {
	const rows = 1200
	folds := thirds(rows)
	table := func(held float64) string {
		var b strings.Builder
		b.WriteString("a,b,c,y,w\n")
		r := rand.New(rand.NewPCG(6, 1))
		for i := range rows {
			w := r.ExpFloat64()
			if folds[i] == 1 {
				w *= held
			}
			fmt.Fprintf(&b, "%d,%d,%d,%d,%v\n", r.IntN(50), r.IntN(9), r.IntN(3), r.IntN(2), w)
		}
		return b.String()
	}
	request := protocol.Train{Target: "y", Positive: "1", Weight: "w", Network: small, Split: protocol.Split{Folds: folds, Fold: 1}}
	var models []*protocol.Model
	for _, held := range []float64{1, 50} {
		m := withTable(t, table(held)).train(request).Model
		test := m.Learned.Outcome().Test
		if sd := 0.5 / math.Sqrt(test.Confusion.EffectiveRows()); test.Accuracy > 0.5+3*sd {
			t.Errorf("labels by chance are predicted with accuracy %v on %.0f rows", test.Accuracy, test.Confusion.EffectiveRows())
		}
		models = append(models, m)
	}
	compareUntested(t, "weights of test rows", models)
}

// TestPredictionsCountRowsOnce: tables to predict need no weights, so their accuracy may not be that of the run, which they say.
func TestPredictionsCountRowsOnce(t *testing.T) {
	const note = `each row counts once here; the figures of the run count rows by their weight in column "count"`
	weighed, _ := survey(300)
	k := withTable(t, weighed)
	applied := func(weight string) []protocol.Applied {
		one := protocol.Train{Target: "ill", Positive: "yes", Weight: weight, Network: small}
		each := protocol.Train{Target: "ill", Classes: protocol.ClassesEach, Weight: weight, Network: small}
		return []protocol.Applied{
			answered[protocol.Applied](k, protocol.Apply{Model: k.train(one).Model}),
			answered[protocol.Applied](k, protocol.Apply{MultiClass: k.train(each).MultiClass}),
		}
	}
	for _, weight := range []string{"", "count"} {
		for i, a := range applied(weight) {
			if slices.Contains(a.Warnings, note) != (weight != "") {
				t.Errorf("model %d with weight %q: the warnings are %q", i, weight, a.Warnings)
			}
		}
	}
}

func TestWeightsRefused(t *testing.T) {
	k := withTable(t, "x,y,w,u,z,e\n1,a,1,,0,2\n2,b,-2,1,0,2\n3,a,x,1,0,2\n4,b,inf,1,0,2\n"+
		"5,a,3,1,0,2\n6,b,0,1,0,2\n7,a,1,1,0,2\n8,b,1,1,0,2\n")
	for _, test := range []struct {
		name, weight, want string
		change             func(*protocol.Train)
	}{
		{name: "text and negative", weight: "w", want: `in 3 rows; the first is "-2", in data row 2`},
		{name: "missing", weight: "u", want: `in 1 row; the first is missing, in data row 1`},
		{name: "all 0", weight: "z", want: `all weights in column "z" are 0`},
		{name: "no column", weight: "v", want: `column "v" does not exist`},
		{name: "target", weight: "y", want: `the target "y" cannot weigh the rows`},
		{name: "votes", weight: "e", want: "several must hold", change: func(r *protocol.Train) { r.Form = rule.SomeRules }},
		{name: "bound", weight: "e", want: "is not kept with weights of rows", change: func(r *protocol.Train) {
			r.Bound = &protocol.Bound{By: []string{"x"}, Disparity: eval.SelectionRatio, Limit: 0.8}
		}},
		{name: "required", weight: "e", want: "weighs the rows", change: func(r *protocol.Train) { r.Require = []string{"e"} }},
	} {
		r := protocol.Train{Target: "y", Positive: "a", Weight: test.weight, Network: small}
		if test.change != nil {
			test.change(&r)
		}
		if got := k.refused(test.name, r, ""); !strings.Contains(got.Message, test.want) || got.Hint == "" {
			t.Errorf("%s: %q (%q), want %q", test.name, got.Message, got.Hint, test.want)
		}
	}
	planned := k.do(protocol.Plan{Train: protocol.Train{Target: "y", Positive: "a", Weight: "e"}}).(protocol.Planned)
	if !strings.Contains(fmt.Sprint(planned.Notes), "it changes nothing") {
		t.Errorf("equal weights have the notes %q", planned.Notes)
	}
}

// TestTestRowsWithoutWeight: rows that all have the weight 0 measure nothing, and are not test rows.
func TestTestRowsWithoutWeight(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y,w\n")
	folds := make([]uint8, 300)
	for i := range folds {
		folds[i] = uint8(i % 3)
		fmt.Fprintf(&b, "%d,%v,%d\n", i%97, i%97 > 50, min(folds[i], 1))
	}
	k := withTable(t, b.String())
	r := protocol.Train{Target: "y", Positive: "true", Weight: "w", Network: small, Split: protocol.Split{Folds: folds}}
	for want, request := range map[string]protocol.Request{
		"all test rows have the weight 0": r, "in fold 0: all test rows have the weight 0": protocol.Evaluate{Train: r},
	} {
		if got := k.refused(want, request, dataset.TooFewRows); got.Message != want || got.Hint == "" {
			t.Errorf("the refusal is %q (%q), want %q", got.Message, got.Hint, want)
		}
	}
}

// TestWeightsOnWorkers: any number of workers learns the same.
func TestWeightsOnWorkers(t *testing.T) {
	table, _ := survey(400)
	var want string
	for _, workers := range []train.Workers{nil, backwards{}, together{}} {
		k := newTalk(t)
		k.session.Workers = workers
		k.load(table)
		r := protocol.Train{Target: "ill", Positive: "yes", Weight: "count", Network: small, Restarts: 3, Split: protocol.Split{Share: 0.2}}
		got := write(t, k.train(r).Model)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%T: the model is\n%s\nwant\n%s", workers, got, want)
		}
	}
}

// TestWeightsInEvaluations: the folds of a cross-validation are measured by weight, also those of other learners and of groups.
func TestWeightsInEvaluations(t *testing.T) {
	table, _ := survey(400)
	k := withTable(t, table)
	r := protocol.Evaluate{Train: protocol.Train{Target: "ill", Positive: "yes", Weight: "count", Network: small}, By: []string{"sex"}}
	r.Split.Parts = 3
	for _, key := range []string{"", "cart", "ripper"} {
		r.Settings = append(r.Settings, protocol.SweepSetting{Learner: key})
	}
	for _, result := range answered[protocol.Evaluated](k, r).Results {
		var all eval.Masses
		for _, f := range result.Folds {
			if m := f.Confusion.Weights; m == nil || f.Confusion.Rows() == int(m.TruePositives.Sum) {
				t.Fatalf("%+v: a fold has the weights %+v", result.Setting, m)
			}
			all.TruePositives.Sum += f.Confusion.Weights.TruePositives.Sum
		}
		sum := 0.0
		for _, g := range result.Groups[0].List {
			sum += g.Confusion.Weights.TruePositives.Sum
		}
		if !near(sum, all.TruePositives.Sum) || result.Mean.Accuracy < 0.75 {
			t.Errorf("%+v: accuracy %v, true positives by group %v, want %v", result.Setting, result.Mean.Accuracy, sum,
				all.TruePositives.Sum)
		}
	}
}

// TestRowWeightsOfClasses: with one rule set per class, figures are those of a table with each row as often as its weight, and rows of
// weight 0 teach nothing.
func TestRowWeightsOfClasses(t *testing.T) {
	var weighed, repeated strings.Builder
	weighed.WriteString("x,z,y,w\n")
	repeated.WriteString("x,z,y\n")
	r := rand.New(rand.NewPCG(8, 1))
	for i := range 900 {
		x, z, count := r.IntN(90), r.IntN(5), 1+r.IntN(4)
		class := []string{"low", "mid", "top"}[x/30]
		if r.IntN(12) == 0 {
			class = "mid"
		}
		if i%3 == 0 { // the opposite, which does not count
			class, count = []string{"top", "low", "mid"}[x/30], 0
		}
		line := fmt.Sprintf("%d,%d,%s", x, z, class)
		fmt.Fprintf(&weighed, "%s,%d\n", line, count)
		repeated.WriteString(strings.Repeat(line+"\n", count))
	}
	for _, how := range []string{protocol.ClassesEach, protocol.ClassesCodes} {
		var want string
		for _, workers := range []train.Workers{nil, backwards{}} {
			k := withTable(t, weighed.String())
			k.session.Workers = workers
			c := k.train(protocol.Train{Target: "y", Classes: how, Weight: "w", Network: small}).MultiClass
			got := c.Learned.Outcome.Train
			other := answered[protocol.Applied](withTable(t, repeated.String()), protocol.Apply{MultiClass: c}).Decided.Scores
			if !near(got.Accuracy, other.Accuracy) || !near(got.Balanced, other.Balanced) || !near(got.MacroF1, other.MacroF1) ||
				!near(got.Majority, other.Majority) || got.Rows() != 900 || got.Accuracy < 0.8 {
				t.Errorf("%s: %+v, want %+v", how, got, other)
			}
			for i, class := range got.Classes {
				if !near(class.Precision, other.Classes[i].Precision) || !near(class.Recall, other.Classes[i].Recall) {
					t.Errorf("%s: class %d has %+v, want %+v", how, i, class, other.Classes[i])
				}
			}
			if text := write(t, c); want == "" {
				want = text
			} else if text != want {
				t.Errorf("%s: other workers learn another model", how)
			}
		}
	}
	k := withTable(t, weighed.String())
	e := protocol.Evaluate{Train: protocol.Train{Target: "y", Classes: protocol.ClassesEach, Weight: "w", Network: small}}
	e.Split.Parts = 2
	if mean := answered[protocol.Evaluated](k, e).Results[0].Mean; mean.Classes.Weights == nil || mean.Classes.Accuracy < 0.75 {
		t.Errorf("the folds have %+v", mean.Classes)
	}
}
