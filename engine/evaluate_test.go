package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/crossval"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// inTwo runs units in batches of two.
type inTwo struct{}

func (inTwo) Do(ctx context.Context, n int, unit func(int) (protocol.RunUnit, error), told func(int, protocol.Event)) error {
	for i := 0; i < n; i += 2 {
		if ctx.Err() != nil {
			return nil
		}
		var failed error
		err := together{}.Do(ctx, min(2, n-i), func(k int) (protocol.RunUnit, error) {
			w, err := unit(i + k)
			if err != nil {
				failed = err
			}
			return w, err
		}, func(k int, e protocol.Event) { told(i+k, e) })
		if err != nil || failed != nil {
			return failed
		}
	}
	return nil
}

// ward returns patients whose illness depends on age and weight, with some errors.
func ward(rows int) string {
	var b strings.Builder
	b.WriteString("age,weight,sex,ill\n")
	r := rand.New(rand.NewPCG(5, 1))
	for range rows {
		age, weight, sex := 20+r.IntN(60), 50+r.IntN(50), []string{"f", "m"}[r.IntN(2)]
		ill := age > 55 && sex == "f" || weight > 90
		if r.IntN(12) == 0 {
			ill = !ill
		}
		fmt.Fprintf(&b, "%d,%d,%s,%s\n", age, weight, sex, map[bool]string{true: "yes", false: "no"}[ill])
	}
	return b.String()
}

// nested returns a small evaluation with all options.
func nested() protocol.Evaluate {
	return protocol.Evaluate{
		Train: protocol.Train{
			Target: "ill", Positive: "yes", Restarts: 2, Network: drnet.Config{Rules: 6, Steps: 120, Seed: 3},
			Encoding: binarize.FitOptions{Method: binarize.Target}, Split: protocol.Split{Parts: 3, Seed: 3},
		},
		Settings: []protocol.SweepSetting{
			{Refine: 0.05},
			{Lambda1: new(0.3), Refine: rule.NoPrice},
			{Method: binarize.Quantile, Refine: 0.002},
		}, Inner: 2, Whole: true,
	}
}

// evaluated sends Evaluate, which must succeed.
func (k *transcript) evaluated(r protocol.Evaluate) protocol.Evaluated {
	k.t.Helper()
	return answered[protocol.Evaluated](k, r)
}

func text(t *testing.T, value any) string {
	t.Helper()
	b, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestEvaluationsAreTheSameInAnyOrder covers several workers, and parts merged in any order.
func TestEvaluationsAreTheSameInAnyOrder(t *testing.T) {
	slow(t)
	k := withTable(t, ward(150))
	want := text(t, k.evaluated(nested()))
	for _, workers := range []train.Workers{backwards{}, together{}, inTwo{}} {
		k.session.Workers = workers
		if got := text(t, k.evaluated(nested())); got != want {
			t.Errorf("%T: got\n%s\nwant\n%s", workers, got, want)
		}
	}
	k.session.Workers = nil
	const shares = 4
	var parts []protocol.EvaluationPart
	for i := range shares {
		r := nested()
		r.Unit, r.Of = i+1, shares
		e := k.evaluated(r)
		if e.Results != nil || e.Nested != nil {
			t.Errorf("share %d says %+v of all", i+1, e.Results)
		}
		var read protocol.EvaluationPart // as from a file
		if err := json.Unmarshal([]byte(text(t, e.EvaluationPart)), &read); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, read)
	}
	for range 3 {
		rand.New(rand.NewPCG(1, 1)).Shuffle(shares, func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		merged, err := crossval.Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if got := text(t, merged); got != want {
			t.Errorf("parts: got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestEvaluationsOfManyClasses checks that any workers can run the rule sets of a unit, and that parts merge into one
// evaluation.
func TestEvaluationsOfManyClasses(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(ward(90)), "\n")
	for i := range lines[1:] {
		if i%3 == 0 {
			lines[i+1] = lines[i+1][:strings.LastIndex(lines[i+1], ",")] + ",perhaps"
		}
	}
	k := withTable(t, strings.Join(lines, "\n")+"\n")
	r := nested()
	r.Positive, r.Classes, r.Settings, r.Restarts = "", protocol.ClassesEach, r.Settings[:1], 1
	e := k.evaluated(r)
	want := text(t, e)
	if f := e.Nested.Folds[0]; e.Results[0].MultiClass == nil || f.Confusion != nil || f.Accuracy == 0 || f.Rules == 0 {
		t.Errorf("got %s", want)
	}
	k.session.Workers = together{}
	if got := text(t, k.evaluated(r)); got != want {
		t.Errorf("with workers\n%s\nwant\n%s", got, want)
	}
	var parts []protocol.EvaluationPart
	for i := range 2 {
		r.Unit, r.Of = 2-i, 2
		parts = append(parts, k.evaluated(r).EvaluationPart)
	}
	merged, err := crossval.Merge(parts)
	if got := text(t, merged); err != nil || got != want {
		t.Errorf("in parts: %v\n%s\nwant\n%s", err, got, want)
	}
}

// TestEvaluationIsMadeOfTrainings checks that each outer unit equals the run of drnet train on that fold. Each model
// equals the run on all rows.
func TestEvaluationIsMadeOfTrainings(t *testing.T) {
	k := withTable(t, ward(150))
	r := nested()
	e := k.evaluated(r)
	for fold := range r.Split.Parts {
		for s, setting := range r.Settings {
			one := setting.Apply(r.Train)
			one.Split.Fold = fold
			want := k.train(one).Model.Learned.Outcome()
			got := e.Results[s].Folds[fold]
			if got.Accuracy != want.Test.Accuracy || got.Complexity != float64(want.Complexity) || *got.Confusion != want.Test.Confusion {
				t.Errorf("fold %d, setting %d: %+v, want %+v", fold, s, got, want)
			}
		}
	}
	for s, setting := range r.Settings {
		one := setting.Apply(r.Train)
		one.Split.Parts = 0
		if got, want := write(t, e.Results[s].Model), write(t, k.train(one).Model); got != want {
			t.Errorf("setting %d: the model is\n%s\nwant\n%s", s, got, want)
		}
	}
	if got, want := len(e.Units), 3*(1+2)*3+3; got != want {
		t.Errorf("%d units, want %d", got, want)
	}
}

// TestSingleCondition checks the single-condition baseline: the condition is selected on the training rows of a fold
// and scored on its test rows.
func TestSingleCondition(t *testing.T) {
	csv := "sex,size,ill\n"
	for i := range 60 {
		sex := "f"
		if i%3 == 0 {
			sex = "m"
		}
		ill := i%3 == 0 // sex determines the label except in every tenth row
		if i%10 == 9 {
			ill = !ill
		}
		csv += fmt.Sprintf("%s,%d,%v\n", sex, i%7, ill)
	}
	k := withTable(t, csv)
	e := k.evaluated(protocol.Evaluate{Train: protocol.Train{
		Target: "ill", Positive: "true",
		Network: drnet.Config{Rules: 2, Steps: 50}, Split: protocol.Split{Parts: 3, Seed: 1},
	}})
	right := 0.
	for _, f := range e.Results[0].Folds {
		right += f.Single * float64(f.Confusion.Rows())
	}
	if math.Abs(right-54) > 1e-9 { // all except 6 of 60
		t.Errorf("right on %v rows by the single conditions %+v, want 54", right, e.Results[0].Folds)
	}
	if s := e.Results[0].Mean.Single; math.Abs(s-0.9) > 1e-9 {
		t.Errorf("mean %v, want 0.9", s)
	}
}

// TestUnitsPartTheRows checks that inner folds partition the training rows of their outer fold, and that each row is
// tested once.
func TestUnitsPartTheRows(t *testing.T) {
	k := withTable(t, ward(150))
	e := k.evaluated(nested())
	tested := map[[2]int]int{} // rows by outer fold and whether the fold is inner
	for _, u := range e.Units {
		if u.Setting != 0 || u.Fold < 0 {
			continue
		}
		if u.Inner < 0 {
			tested[[2]int{u.Fold, 0}] = u.TestRows
			if u.Rows+u.TestRows != 150 {
				t.Errorf("fold %d: %d and %d rows", u.Fold, u.Rows, u.TestRows)
			}
			continue
		}
		tested[[2]int{u.Fold, 1}] += u.TestRows
		if u.Rows+u.TestRows != 100 {
			t.Errorf("fold %d, inner fold %d: %d and %d rows, want 100 together", u.Fold, u.Inner, u.Rows, u.TestRows)
		}
	}
	for fold := range 3 {
		if tested[[2]int{fold, 0}] != 50 || tested[[2]int{fold, 1}] != 100 {
			t.Errorf("fold %d tests %d rows and inside %d, want 50 and 100", fold, tested[[2]int{fold, 0}], tested[[2]int{fold, 1}])
		}
	}
}

// TestNestedChoice checks that the setting with the best inner mean is selected. The nested estimate is the mean of the
// outer test scores.
func TestNestedChoice(t *testing.T) {
	k := withTable(t, ward(150))
	e := k.evaluated(nested())
	sum, chosen := 0.0, 0
	for fold, c := range e.Nested.Choices {
		for s := range e.Results {
			accuracy, complexity := 0.0, 0.0
			for _, u := range e.Units {
				if u.Fold == fold && u.Inner >= 0 && u.Setting == s {
					accuracy, complexity = accuracy+u.Scores.Accuracy/2, complexity+u.Scores.Complexity/2
				}
			}
			better := accuracy > c.Accuracy+1e-12 || math.Abs(accuracy-c.Accuracy) < 1e-12 &&
				(complexity < c.Complexity || complexity == c.Complexity && s < c.Setting)
			if better {
				t.Errorf("fold %d: setting %d has %v at %v, chosen was %+v", fold, s, accuracy, complexity, c)
			}
		}
		sum += e.Results[c.Setting].Folds[fold].Accuracy
	}
	for _, tried := range e.Results {
		chosen += tried.Chosen
	}
	if got, want := e.Nested.Mean.Accuracy, sum/3; math.Abs(got-want) > 1e-12 || chosen != 3 {
		t.Errorf("the nested estimate is %v, want %v; %d choices", got, want, chosen)
	}
	if e.Nested.Mean.Accuracy < 0.75 {
		t.Errorf("%.3f of the rows are right, and 0.92 have no mistake", e.Nested.Mean.Accuracy)
	}
}

// TestChosenSettingsAlone checks that outer folds with the chosen settings alone give the estimate of all settings, also in random folds.
func TestChosenSettingsAlone(t *testing.T) {
	k := withTable(t, ward(150))
	r := nested()
	r.Whole, r.Random, r.Split.Group = false, true, "age"
	all := k.evaluated(r)
	r.ChosenOnly = true
	told := 0
	chosen := k.ask(t.Context(), r, func(e protocol.Event) {
		if p, ok := e.(protocol.Evaluating); ok {
			told = p.Of
		}
	}).(protocol.Evaluated)
	if got, want := text(t, chosen.Nested), text(t, all.Nested); got != want {
		t.Errorf("the estimate is\n%s\nwant\n%s", got, want)
	}
	if got, want := text(t, chosen.Random), text(t, all.Random); got != want {
		t.Errorf("the random folds claim\n%s\nwant\n%s", got, want)
	}
	if n := len(chosen.Units); n != 3*(1+1+2*3) || told != n || len(all.Units) != 3*(1+1+2)*3 {
		t.Errorf("%d of %d units, %d announced", n, len(all.Units), told)
	}
	for k, tried := range chosen.Results {
		if len(tried.Folds) != tried.Chosen || tried.Chosen != all.Results[k].Chosen {
			t.Errorf("setting %d: %d folds, chosen by %d; want %d", k, len(tried.Folds), tried.Chosen, all.Results[k].Chosen)
		}
	}
}

// TestEvaluationsRefuse covers invalid evaluations, which are refused before the first unit.
func TestEvaluationsRefuse(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*protocol.Evaluate)
		want   string
	}{
		{"one fold", func(r *protocol.Evaluate) { r.Split.Parts = 1 }, "1 folds requested"},
		{"no folds", func(r *protocol.Evaluate) { r.Split.Parts = 0 }, "0 folds requested"},
		{"one inner fold", func(r *protocol.Evaluate) { r.Inner = 1 }, "1 inner folds requested"},
		{"share 3 of 2", func(r *protocol.Evaluate) { r.Unit, r.Of = 3, 2 }, "share 3 of 2 requested"},
		{"whole models of chosen settings", func(r *protocol.Evaluate) { r.ChosenOnly = true }, "chosen settings alone need inner folds"},
		{"a setting out of range", func(r *protocol.Evaluate) { r.Settings[1].Lambda1 = new(-1.0) }, "lambda1 is -1: it must be from 0 to 1e+06"},
		{
			"too many",
			func(r *protocol.Evaluate) {
				r.Settings, r.Inner, r.Split.Parts = make([]protocol.SweepSetting, 9), 200, 200
			},
			"361809 runs requested",
		},
		{
			"folds of another table", func(r *protocol.Evaluate) { r.Split.Folds = []uint8{0, 1} },
			"folds are given for 2 rows, but the table has 60 usable rows",
		},
		{"an empty fold", func(r *protocol.Evaluate) { r.Split.Folds = slices.Repeat([]uint8{0, 2}, 30) }, "fold 1 is empty"},
		{
			"folds without a class", func(r *protocol.Evaluate) { r.Split.Parts = 60 },
			`in inner fold 0 of fold 0: all training rows have the same value of "ill"; 2 rows are in the rarer class, too few for any number`,
		},
		{"unknown target", func(r *protocol.Evaluate) { r.Target = "nobody" }, `column "nobody" does not exist`},
	} {
		k := withTable(t, ward(60))
		r := nested()
		r.Restarts, r.Network.Steps, r.Refine = 1, 5, rule.NoPrice
		test.change(&r)
		if test.name == "folds without a class" {
			k.load("a,ill\n" + strings.Repeat("1,no\n2,no\n", 30) + "1,yes\n2,yes\n")
			r.Split.Parts, r.Inner = 2, 2
		}
		e, ok := k.do(r).(protocol.Refused)
		if !ok || !strings.HasPrefix(e.Message+"; "+e.Hint, test.want) || e.Hint == "" {
			t.Errorf("%s: %+v, want %s", test.name, e, test.want)
		}
	}
	newTalk(t).refused("without a table", nested(), protocol.NoTable)
}

// TestEvaluationTells checks that an evaluation reports its progress up to the end, and that a stopped one is refused.
func TestEvaluationTells(t *testing.T) {
	k := withTable(t, ward(150))
	now := 0.0
	k.session.Clock = func() float64 { now++; return now }
	last, measured := protocol.Evaluating{}, 0
	e := k.ask(t.Context(), nested(), func(e protocol.Event) {
		switch e := e.(type) {
		case protocol.Evaluating:
			if e.Share < last.Share || e.Done < last.Done || e.Of != 30 {
				t.Fatalf("%+v after %+v", e, last)
			}
			last = e
		case protocol.FoldResult:
			measured++
			if e.Unit.Model != nil || e.Unit.Seconds != 1 {
				t.Errorf("%+v, want a second and no model", e.Unit)
			}
		}
	})
	if last.Done != 30 || math.Abs(last.Share-1) > 1e-9 || measured != 30 {
		t.Errorf("the last is %+v with %d units told, want 30", last, measured)
	}
	if got := e.(protocol.Evaluated).Results[0].Mean.Seconds; got != 1 {
		t.Errorf("a fold took %v s, want 1", got)
	}
	done := 0
	e = k.stop(nested(), func(e protocol.Event) bool {
		if is[protocol.FoldResult](e) {
			done++
		}
		return done == 4
	})
	if r, ok := e.(protocol.Refused); !ok || r.Kind != protocol.Cancelled || done > 5 {
		t.Errorf("stopped: %+v after %d units", e, done)
	}
}

// TestShareIsKeptOutOfFolds checks that the rows of Share are in no fold, and that Whole models are tested on them.
func TestShareIsKeptOutOfFolds(t *testing.T) {
	k := withTable(t, ward(150))
	r := nested()
	r.Split.Share, r.Inner = 0.2, 0
	e := k.evaluated(r)
	for _, u := range e.Units {
		want := [2]int{120, 30}
		if u.Fold >= 0 {
			want = [2]int{80, 40}
		}
		if got := [2]int{u.Rows, u.TestRows}; got != want {
			t.Errorf("unit %d: %v rows, want %v", u.Number, got, want)
		}
	}
	one := r.Settings[0].Apply(r.Train)
	one.Split.Parts = 0
	if got, want := write(t, e.Results[0].Model), write(t, k.train(one).Model); got != want {
		t.Errorf("the model is\n%s\nwant\n%s", got, want)
	}
	scored, ok := k.do(protocol.Score{Model: e.Results[0].Model}).(protocol.Scored)
	if !ok || scored.Outcome.Test == nil || scored.Outcome.Test.Accuracy != e.Results[0].Model.Learned.Refined.Test.Accuracy {
		t.Errorf("the model is scored %+v", scored)
	}
}
