package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/realdata"
	"drnet/engine/rule"
)

// lent returns a table in which rows of group b have fewer points, and other reasons for the same label.
func lent(rows int) string {
	var b strings.Builder
	b.WriteString("points,years,region,group,paid\n")
	r := rand.New(rand.NewPCG(7, 2))
	for range rows {
		group, points, years := "a", 30+r.IntN(70), r.IntN(20)
		if r.IntN(3) == 0 {
			group, points = "b", r.IntN(80)
		}
		paid := points > 60 || years > 16
		if r.IntN(10) == 0 {
			paid = !paid
		}
		region := []string{"n", "s", "e"}[r.IntN(3)]
		fmt.Fprintf(&b, "%d,%d,%s,%s,%s\n", points, years, region, group, map[bool]string{true: "yes", false: "no"}[paid])
	}
	return b.String()
}

// lending returns a run without a bound, whose rules cannot use the group.
func lending() protocol.Train {
	return protocol.Train{
		Target: "paid", Positive: "yes", Ignore: []string{"group"}, Network: small, Split: protocol.Split{Share: 0.3, Seed: 1},
	}
}

func bound(d eval.Disparity, limit float64, by ...string) *protocol.Bound {
	return &protocol.Bound{By: by, Disparity: d, Limit: limit}
}

// TestBoundIsKept trains under bounds on groups that no rule can use. The figures equal plain counts of the predictions.
func TestBoundIsKept(t *testing.T) {
	k := withTable(t, lent(1500))
	free := k.train(lending()).Model
	for _, b := range []*protocol.Bound{bound(eval.SelectionRatio, 0.8, "group"), bound(eval.RecallDifference, 0.05, "group")} {
		r := lending()
		r.Bound = b
		trained := k.train(r)
		m := trained.Model
		got := m.Learned.Bounded
		if got == nil || b.Holds(got.Without.Train.Gap) || !b.Holds(got.With.Train.Gap) || len(trained.Notes) > 0 {
			t.Fatalf("%s: %+v, notes %q; want it kept on the training rows", b.Text(), got, trained.Notes)
		}
		if want := free.Learned.Outcome(); got.Without.Train.Accuracy != want.Train.Accuracy || got.Without.Test.Accuracy != want.Test.Accuracy {
			t.Errorf("%s: without the bound %+v, want the accuracies of the run without it", b.Text(), got.Without)
		}
		if o := m.Learned.Outcome(); o.Train.Accuracy != got.With.Train.Accuracy || o.Test.Accuracy != got.With.Test.Accuracy {
			t.Errorf("%s: with the bound %+v, want the accuracies of the rules", b.Text(), got.With)
		}
		for part, side := range map[protocol.Partition]protocol.BoundedSide{protocol.TrainingRows: got.With.Train, "": *got.With.Test} {
			groups := answered[protocol.GroupsCompared](k, protocol.ByGroup{Model: m, Columns: b.By, Part: part}).Groups[0]
			at := map[eval.Disparity]int{eval.SelectionRatio: 2, eval.RecallDifference: 3}[b.Disparity]
			low, high := *groups.List[0].Rates[at].Value, *groups.List[1].Rates[at].Value
			low, high = min(low, high), max(low, high)
			want := high - low
			if b.Disparity == eval.SelectionRatio {
				want = low / high
			}
			if math.Abs(*side.Gap.Value-want) > 1e-12 || *side.Gap.Lowest.Value != low || *side.Gap.Highest.Value != high {
				t.Errorf("%s, part %q: %+v, want %v between %v and %v", b.Text(), part, side.Gap, want, low, high)
			}
		}
		if m.Scorecard == nil || m.Learned.Request.Bound == nil || !reflect.DeepEqual(m.Learned.Request.Bound, b) {
			t.Errorf("%s: the model has the bound %+v", b.Text(), m.Learned.Request.Bound)
		}
		file := write(t, m)
		if again, err := protocol.ReadModel([]byte(file)); err != nil || write(t, again) != file {
			t.Errorf("the file is not read and written alike: %v", err)
		}
	}
}

// TestBoundOfAModel searches under a bound from the rules of a model: it finds what a run under the bound finds, and the trade-off.
func TestBoundOfAModel(t *testing.T) {
	k := withTable(t, lent(1500))
	r := lending()
	free := k.train(r).Model
	b := bound(eval.SelectionRatio, 0.8, "group")
	traced := answered[protocol.BoundTraced](k, protocol.TraceBound{Model: free, Bound: *b})
	r.Bound = b
	m := k.train(r).Model
	if got, want := write(t, traced.Models[traced.Chosen]), write(t, m); got != want {
		t.Errorf("the model is\n%s\nwant that of a run under the bound\n%s", got, want)
	}
	if len(traced.Models) < 3 || len(traced.Scores) != len(traced.Models) || !reflect.DeepEqual(traced.Models[0], free) {
		t.Errorf("%d models with %d scores; want several, from that without the bound", len(traced.Models), len(traced.Scores))
	}
	k.refused("bounded before", protocol.TraceBound{Model: m, Bound: *b}, protocol.BadSetting)
	stopped := k.stop(protocol.TraceBound{Model: free, Bound: *b}, func(e protocol.Event) bool {
		p, ok := e.(protocol.Preparing)
		return ok && p.Stage == protocol.Refining
	})
	if refused, ok := stopped.(protocol.Refused); !ok || refused.Kind != protocol.Cancelled {
		t.Errorf("a stopped request answers %+v", stopped)
	}
}

// TestBoundOutOfReach names the rules that come closest to a bound that no rules keep, and groups that are too small.
func TestBoundOutOfReach(t *testing.T) {
	table := strings.Replace(lent(600), ",a,", ",c,", 5)
	k := withTable(t, table)
	r := lending()
	r.Bound = bound(eval.SelectionRatio, 1, "group")
	trained := k.train(r)
	got := trained.Model.Learned.Bounded
	if len(trained.Notes) != 1 || !strings.Contains(strings.Join(got.Sentences(), " "), "these come closest with") {
		t.Errorf("notes %q, sentences %q; want both to say that the bound does not hold", trained.Notes, got.Sentences())
	}
	if *got.With.Train.Gap.Value <= *got.Without.Train.Gap.Value || len(got.Few) != 1 || got.Few[0] != "group = c" {
		t.Errorf("ratio %v instead of %v, few rows in %q", *got.With.Train.Gap.Value, *got.Without.Train.Gap.Value, got.Few)
	}
	stopped := k.stop(r, func(e protocol.Event) bool {
		p, ok := e.(protocol.Preparing)
		return ok && p.Stage == protocol.Refining && p.Of > 100 // of the search under the bound
	}).(protocol.Trained)
	if stopped.Status != drnet.Stopped || stopped.Model.Learned.Bounded == nil {
		t.Errorf("a stopped run has the status %v and the bound %+v", stopped.Status, stopped.Model.Learned.Bounded)
	}
}

// TestBoundRefusals checks settings that allow no bound.
func TestBoundRefusals(t *testing.T) {
	k := withTable(t, lent(200))
	for name, change := range map[string]func(*protocol.Train){
		"several classes":   func(r *protocol.Train) { r.Positive, r.Classes = "", protocol.ClassesEach },
		"votes":             func(r *protocol.Train) { r.Form = rule.AutoForm },
		"another learner":   func(r *protocol.Train) { r.Learner = "tree" },
		"without refining":  func(r *protocol.Train) { r.Refine = rule.NoPrice },
		"a threshold":       func(r *protocol.Train) { r.Decision = &rule.Decision{Threshold: 0.3} },
		"weights of rows":   func(r *protocol.Train) { r.Weight = "years" },
		"the target":        func(r *protocol.Train) { r.Bound.By = []string{"paid"} },
		"no column":         func(r *protocol.Train) { r.Bound.By = nil },
		"unknown disparity": func(r *protocol.Train) { r.Bound.Disparity = "luck" },
		"ratio above 1":     func(r *protocol.Train) { r.Bound.Limit = 1.1 },
		"small groups":      func(r *protocol.Train) { r.Bound.By = []string{"group", "region", "years"} },
	} {
		r := lending()
		r.Bound = bound(eval.SelectionRatio, 0.8, "group")
		change(&r)
		k.refused(name, r, protocol.BadSetting)
	}
	r := protocol.Evaluate{Train: lending()}
	r.Bound, r.Split = bound(eval.SelectionRatio, 0.8, "group"), protocol.Split{Parts: 3}
	k.refused("cross-validation", r, protocol.BadSetting)
	m := k.train(lending()).Model
	m.Learned.Request.Bound = r.Bound
	k.refused("stability", protocol.Stability{Model: m}, protocol.BadSetting)
	lost := lending()
	lost.Bound = bound(eval.SelectionRatio, 0.8, "height")
	k.refused("unknown column", lost, "")
}

// TestBoundSeesTrainingRowsOnly trains under a bound on two tables that differ only in the test rows.
func TestBoundSeesTrainingRowsOnly(t *testing.T) {
	const fold = 2
	folds := thirds(500)
	var models []*protocol.Model
	for _, strange := range []bool{false, true} {
		k := withTable(t, patients(folds, fold, strange))
		m := k.train(protocol.Train{
			Target: "ill", Positive: "yes", Split: protocol.Split{Folds: folds, Fold: fold}, Refine: 0.004,
			Network: drnet.Config{Rules: 8, Steps: 300, Seed: 1}, Bound: bound(eval.SelectionRatio, 0.9, "age"),
		}).Model
		l := &m.Learned
		if l.Bounded.With.Test == nil || len(l.Bounded.Traced) < 2 {
			t.Fatalf("%d rule sets and the test figures %+v", len(l.Bounded.Traced), l.Bounded.With.Test)
		}
		l.Bounded.With.Test, l.Bounded.Without.Test = nil, nil
		for i := range l.Bounded.Traced {
			l.Bounded.Traced[i][1] = nil
		}
		models = append(models, m)
	}
	compareUntested(t, "test rows", models)
}

// TestBoundOnShuffledLabels checks that rules under a bound on labels by chance are right by chance only on test rows.
func TestBoundOnShuffledLabels(t *testing.T) {
	right, rows, most := 0, 0, 0.0
	for seed := range uint64(4) {
		k := withTable(t, shuffled(400, seed))
		o := k.train(protocol.Train{
			Target: "ill", Positive: "yes", Refine: 0.003, Network: small, Encoding: binarize.FitOptions{Method: binarize.Quantile},
			Split: protocol.Split{Share: 0.4, Seed: seed}, Bound: bound(eval.SelectionRatio, 0.95, "sex"),
		}).Model.Learned.Outcome()
		right += o.Test.Confusion.TruePositives + o.Test.Confusion.TrueNegatives
		rows += o.Test.Confusion.Rows()
		most += o.Test.Majority / 4
		if o.Train.Accuracy < o.Train.Majority+0.05 {
			t.Errorf("right on %v of the training rows: this finds nothing that could leak", o.Train.Accuracy)
		}
	}
	const errors = 3.5 // standard errors
	if got, limit := float64(right)/float64(rows), most+errors*math.Sqrt(0.25/float64(rows)); got > limit {
		t.Errorf("right on %v of the test rows, and by chance on %v at most", got, limit)
	}
}

// TestGoldenBound compares rules under a bound, natively and as WebAssembly.
func TestGoldenBound(t *testing.T) {
	k := withTable(t, lent(1500))
	r := lending()
	r.Bound = bound(eval.SelectionRatio, 0.8, "group")
	m := k.train(r).Model
	text := m.Text(nil) + strings.Join(m.Learned.Bounded.Sentences(), "\n") + "\n"
	for _, trade := range m.Learned.Bounded.Traced {
		text += fmt.Sprintf("%v %v %v %v\n", trade[0].Accuracy, *trade[0].Value, trade[1].Accuracy, *trade[1].Value)
	}
	golden.Check(t, "testdata/bound.golden", text)
	file := answered[protocol.Exported](k, protocol.Export{Model: m, Format: "python"}).Text
	for _, sentence := range m.Learned.Bounded.Sentences() {
		if !strings.Contains(file, "# "+sentence+"\n") {
			t.Errorf("the export does not say %q", sentence)
		}
	}
}

// TestGoldenAdultBound keeps selection rates by sex within a ratio of 0.8 on the adult table.
func TestGoldenAdultBound(t *testing.T) {
	slow(t)
	k := withTable(t, string(realdata.Read(t, "adult.csv")))
	m := k.train(protocol.Train{
		Target: "label", Positive: ">50K", Network: drnet.Config{Seed: 1}, Encoding: binarize.FitOptions{Method: binarize.Target},
		Split: protocol.Split{Share: 0.2, Seed: 1}, Bound: bound(eval.SelectionRatio, 0.8, "sex"),
	}).Model
	b := m.Learned.Bounded
	if b.Bound.Holds(b.Without.Train.Gap) || !b.Bound.Holds(b.With.Train.Gap) || b.With.Test.Accuracy < 0.84 {
		t.Errorf("without the bound %v, with it %v and a test accuracy of %v; want 0.8 kept at 0.84", *b.Without.Train.Gap.Value,
			*b.With.Train.Gap.Value, b.With.Test.Accuracy)
	}
	golden.Check(t, "testdata/bound-adult.golden", m.Text(nil)+strings.Join(b.Sentences(), "\n")+"\n")
}
