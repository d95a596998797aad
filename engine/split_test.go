package engine_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/crossval"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/train"
)

// clinic returns visits of patients. The label is a property of the patient that depends on one measurement, with many exceptions.
// The measurements are the same at each visit, so that they identify the patient.
func clinic(patients, each int, seed uint64, shuffled bool) string {
	var b strings.Builder
	b.WriteString("patient,a,b,c,d,e,f,g,h,visit,ill\n")
	r := rand.New(rand.NewPCG(seed, 1))
	for p := range patients {
		cells, ill := fmt.Sprintf("P%04d", p), "no"
		chance := 0.35
		for j := range 8 {
			x := r.NormFloat64()
			if cells += fmt.Sprintf(",%.2f", x); j == 0 && x > 0 {
				chance = 0.65
			}
		}
		if shuffled {
			chance = 0.5
		}
		if r.Float64() < chance {
			ill = "yes"
		}
		for visit := range each {
			fmt.Fprintf(&b, "%s,%d,%s\n", cells, visit+1, ill)
		}
	}
	return b.String()
}

// days returns rows with a date, whose order as text is not that of the calendar, and one cell that is not a date.
func days(rows int, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s,size,ill\n", name)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range rows {
		date := fmt.Sprintf("%02d.%02d.2024", 1+i%28, 1+i/28)
		if i == 50 {
			date = "unknown day"
		}
		fmt.Fprintf(&b, "%s,%d,%s\n", date, r.IntN(50), []string{"no", "yes"}[r.IntN(2)])
	}
	return b.String()
}

// TestSplitByDate checks that dates are ordered as in the calendar, and that a row without a date is left out.
func TestSplitByDate(t *testing.T) {
	k := withTable(t, days(90, "day"))
	r := protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Rules: 4, Steps: 30, Seed: 1}}
	r.Split = protocol.Split{Share: 0.2, Time: "day"}
	m := k.train(r).Model
	page := answered[protocol.RowPage](k, protocol.ListRows{Selection: protocol.Selection{Model: m, Part: protocol.TestRows}, Rows: 200})
	first, last := math.MaxInt, 0
	for _, row := range page.Rows {
		first, last = min(first, row.Row), max(last, row.Row)
	}
	if len(page.Rows) != 18 || first != 73 || last != 90 || m.Learned.Rows != 71 {
		t.Errorf("%d rows from %d to %d are tested on, and %d are trained on", len(page.Rows), first, last, m.Learned.Rows)
	}
	planned := answered[protocol.Planned](k, protocol.Plan{Train: r})
	if s := planned.Sides; s.Train.From != "01.01.2024" || s.Train.To != "16.03.2024" || s.Test.To != "06.04.2024" || planned.Dropped != 1 {
		t.Errorf("sides %+v, %d dropped", *s, planned.Dropped)
	}
}

// drifting returns rows of seven versions, one after the other. The label is column a in four of five rows; in each version another
// column makes it positive.
func drifting(each int) string {
	const versions = 7
	var b strings.Builder
	b.WriteString("day,version,a,b,c,d,e,f,g,h,ill\n")
	r := rand.New(rand.NewPCG(7, 8))
	for i := range versions * each {
		version := i / each
		a, ill := r.IntN(2), 0
		if (a == 1) == (r.IntN(5) > 0) {
			ill = 1
		}
		fmt.Fprintf(&b, "%d,%d,%d", i, version, a)
		for j := range versions {
			x := 0
			if r.IntN(4) == 0 {
				x = 1
			}
			if j == version && x == 1 {
				ill = 1
			}
			fmt.Fprintf(&b, ",%d", x)
		}
		fmt.Fprintf(&b, ",%d\n", ill)
	}
	return b.String()
}

// TestTimeChoosesByLaterRows checks that a split by time chooses the price of a condition on rows that are later than those it learns
// from: rules about a single version help a random test set, and no later version.
func TestTimeChoosesByLaterRows(t *testing.T) {
	slow(t)
	k := withTable(t, drifting(1300))
	r := protocol.Train{Target: "ill", Positive: "1", Network: drnet.Config{Rules: 4, Steps: 30, Seed: 1}}
	r.Split = protocol.Split{Share: 1. / 7, Seed: 1}
	mixed := k.train(r).Model
	r.Split.Time = "day"
	later := k.train(r).Model
	if later.Learned.Refined.Price <= mixed.Learned.Refined.Price || len(later.Rules) > 2 || len(mixed.Rules) < 5 {
		t.Errorf("a random split chooses %v with %d rules, one by time %v with %d", mixed.Learned.Refined.Price, len(mixed.Rules),
			later.Learned.Refined.Price, len(later.Rules))
	}
}

// byPatient evaluates the clinic by patients.
func byPatient() protocol.Evaluate {
	return protocol.Evaluate{Train: protocol.Train{
		Target: "ill", Positive: "yes", Network: drnet.Config{Seed: 1}, Split: protocol.Split{Parts: 5, Seed: 1, Group: "patient"},
	}, Random: true, Whole: true}
}

func tenth(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// TestRandomFoldsLeak checks that random folds claim far more than folds of whole patients, and that the latter estimate the accuracy
// on new patients within a standard error.
func TestRandomFoldsLeak(t *testing.T) {
	slow(t)
	k := withTable(t, clinic(1000, 8, 1, false))
	k.session.Workers = together{}
	e := k.evaluated(byPatient())
	estimate := e.Estimate()
	if gap := e.Random.Mean.Accuracy - estimate.Mean.Accuracy; gap < 0.15 {
		t.Errorf("random folds claim %.3f, those of patients %.3f", e.Random.Mean.Accuracy, estimate.Mean.Accuracy)
	}
	words := e.RandomInWords(tenth)
	if want := fmt.Sprintf("random %s, by patient %s: rows of the same patient leak", tenth(e.Random.Mean.Accuracy),
		tenth(estimate.Mean.Accuracy)); words != want {
		t.Errorf("got %q, want %q", words, want)
	}
	k.load(clinic(20_000, 1, 2, false))
	truth := answered[protocol.Applied](k, protocol.Apply{Model: e.Results[0].Model}).Scores.Accuracy
	ends, ok := estimate.Interval(e.Parts())
	if off := math.Abs(estimate.Mean.Accuracy - truth); off > estimate.Error.Accuracy || !ok || truth < ends[0] || truth > ends[1] {
		t.Errorf("new patients: %.3f, estimated %.3f with a standard error of %.3f, interval %v", truth, estimate.Mean.Accuracy,
			estimate.Error.Accuracy, ends)
	}
	t.Logf("%s; on new patients %.3f", words, truth)
}

// TestShuffledPatientsAreNotLearnt checks that folds of patients, whose labels are random, show chance accuracy where random folds
// show that the patients are recognized.
func TestShuffledPatientsAreNotLearnt(t *testing.T) {
	slow(t)
	const patients = 300
	k := withTable(t, clinic(patients, 6, 3, true))
	for _, inner := range []int{0, 3} {
		r := byPatient()
		r.Inner, r.Whole, r.Refine = inner, false, 0.002
		r.Settings = []protocol.SweepSetting{{}, {Lambda1: new(0.1)}}
		if inner == 0 {
			r.Settings = nil
		}
		e := k.evaluated(r)
		if got, most := e.Estimate().Mean.Accuracy, 0.5+3.5*math.Sqrt(0.25/patients); got > most {
			t.Errorf("%d inner folds: %.3f of the rows are right, by chance %.3f at most", inner, got, most)
		}
		if got := e.Random.Mean.Accuracy; got < 0.7 {
			t.Errorf("%d inner folds: random folds claim only %.3f: nothing could leak", inner, got)
		}
	}
}

// TestSplitsAreTheSameInAnyOrder checks that splits by a column and repeats depend neither on workers nor on parts.
func TestSplitsAreTheSameInAnyOrder(t *testing.T) {
	slow(t)
	k := withTable(t, clinic(60, 3, 1, false))
	for _, change := range []func(*protocol.Evaluate){
		func(r *protocol.Evaluate) { r.Split.Group, r.Repeats, r.Random = "patient", 2, true },
		func(r *protocol.Evaluate) { r.Split.Time, r.Random, r.Inner = "b", true, 0 },
	} {
		r := nested()
		r.Settings, r.Restarts = r.Settings[:2], 1
		change(&r)
		k.session.Workers = nil
		want := text(t, k.evaluated(r))
		for _, workers := range []train.Workers{backwards{}, together{}} {
			k.session.Workers = workers
			if got := text(t, k.evaluated(r)); got != want {
				t.Errorf("%T: got\n%s\nwant\n%s", workers, got, want)
			}
		}
		var parts []protocol.EvaluationPart
		for i := range 3 {
			share := r
			share.Unit, share.Of = 3-i, 3
			parts = append(parts, k.evaluated(share).EvaluationPart)
		}
		if merged, err := crossval.Merge(parts); err != nil || text(t, merged) != want {
			t.Errorf("in parts: %v, %s, want %s", err, text(t, merged), want)
		}
	}
}

// TestSidesOfASplit checks what a run tells about its split, and that the column of the split is not a feature.
func TestSidesOfASplit(t *testing.T) {
	k := withTable(t, clinic(100, 4, 1, false))
	for _, test := range []struct {
		split protocol.Split
		want  protocol.Sides
	}{
		{
			protocol.Split{Share: 0.2, Seed: 1, Group: "patient"},
			protocol.Sides{Split: protocol.Split{Group: "patient"}, Train: protocol.Side{Values: 80}, Test: protocol.Side{Values: 20}},
		},
		{
			protocol.Split{Share: 0.2, Seed: 1, Time: "visit"},
			protocol.Sides{
				Split: protocol.Split{Time: "visit"},
				Train: protocol.Side{Values: 3, From: "1", To: "3"}, Test: protocol.Side{Values: 1, From: "4", To: "4"},
			},
		},
	} {
		r := protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Rules: 4, Steps: 50, Seed: 1}, Split: test.split}
		planned := answered[protocol.Planned](k, protocol.Plan{Train: r})
		if planned.Sides == nil || fmt.Sprint(*planned.Sides) != fmt.Sprint(test.want) {
			t.Errorf("%+v: got %+v", test.split, planned.Sides)
		}
		m := k.train(r).Model
		for _, c := range m.Encoder.Columns {
			if c.Name == test.split.By() {
				t.Errorf("%q is a feature", c.Name)
			}
		}
		page := answered[protocol.RowPage](k, protocol.ListRows{Selection: protocol.Selection{Model: m, Part: protocol.TestRows}, Rows: 200})
		if len(page.Rows) != planned.TestRows || !page.Rows[0].Held { // the split of the model is repeated
			t.Errorf("%+v: %d rows are shown as test rows, want %d", test.split, len(page.Rows), planned.TestRows)
		}
	}
}

// TestRefusedSplits checks the sentences about splits that cannot be made.
func TestRefusedSplits(t *testing.T) {
	k := withTable(t, clinic(30, 3, 1, false))
	for _, test := range []struct {
		split protocol.Split
		want  string
	}{
		{protocol.Split{Share: 0.2, Group: "patient", Time: "visit"}, "a split by group excludes one by time"},
		{protocol.Split{Share: 0.2, Group: "doctor"}, `"doctor"`},
		{protocol.Split{Share: 0.2, Group: "ill"}, `the target "ill" cannot divide the rows`},
		{protocol.Split{Share: 0.2, Time: "patient"}, `"patient" holds neither numbers nor dates`},
		{protocol.Split{Parts: 5, Time: "visit"}, `into 6 parts by "visit": it has 3 different values`},
		{protocol.Split{Parts: 50, Group: "patient"}, `into 50 parts by "patient": it has 30 different values`},
		{protocol.Split{Folds: slices.Repeat([]uint8{0, 1, 2}, 30), Group: "patient"}, `given folds exclude a split by "patient"`},
	} {
		r := protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Steps: 10}, Split: test.split}
		if got := answered[protocol.Refused](k, r); !strings.Contains(got.Message, test.want) || got.Hint == "" {
			t.Errorf("%+v: %q, want %q", test.split, got, test.want)
		}
	}
}

// TestProposedSplits checks which columns look like groups or times.
func TestProposedSplits(t *testing.T) {
	numbered := strings.NewReplacer("P0", "1", "patient", "customer_id").Replace(clinic(100, 4, 1, false))
	for _, test := range []struct {
		name, csv string
		want      protocol.Split
	}{
		{"texts", clinic(150, 4, 1, false), protocol.Split{Group: "patient"}},
		{"numbers", numbered, protocol.Split{Group: "customer_id"}},
		{"numbers with another name", strings.Replace(numbered, "customer_id", "weight", 1), protocol.Split{}},
		{"a year", strings.Replace(numbered, "customer_id", "year", 1), protocol.Split{Time: "year"}},
		{"durations", "time,x,ill\n" + strings.Repeat("2,1,yes\n8,2,no\n5,1,no\n", 20), protocol.Split{}},
		{
			"ascending times",
			"time,x,ill\n1,1,yes\n" + strings.Repeat("2,1,yes\n2,2,no\n", 20) + strings.Repeat(",2,yes\n8,1,no\n", 20),
			protocol.Split{Time: "time"},
		},
		{"a date", days(90, "day"), protocol.Split{Time: "day"}},
		{"a date of birth", days(90, "birthday"), protocol.Split{}},
		{"one row for each", clinic(200, 1, 1, false), protocol.Split{}},
		{"few groups", clinic(10, 20, 1, false), protocol.Split{}},
		{"measurements", ward(300), protocol.Split{}},
	} {
		k := withTable(t, test.csv)
		planned := answered[protocol.Planned](k, protocol.Plan{Train: protocol.Train{Target: "ill", Positive: "yes"}})
		var got protocol.Split
		if planned.Proposed != nil {
			got = planned.Proposed.Split
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) || planned.Proposed != nil && planned.Proposed.Reason == "" {
			t.Errorf("%s: proposed %+v", test.name, planned.Proposed)
		}
	}
}

// TestOtherPatientsTeachNothing trains on two tables that differ only in the measurements of the test rows of a split by a column.
func TestOtherPatientsTeachNothing(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(clinic(60, 4, 5, false)), "\n")
	for _, split := range []protocol.Split{{Share: 0.25, Seed: 1, Group: "patient"}, {Share: 0.25, Seed: 1, Time: "visit"}} {
		r := protocol.Train{Target: "ill", Positive: "yes", Network: drnet.Config{Rules: 8, Steps: 200, Seed: 1}, Split: split}
		k := withTable(t, strings.Join(lines, "\n")+"\n")
		first := k.train(r).Model
		strange := slices.Clone(lines)
		page := answered[protocol.RowPage](k, protocol.ListRows{Selection: protocol.Selection{Model: first, Part: protocol.TestRows}, Rows: 200})
		tested, held := map[string]bool{}, map[int]bool{}
		for _, row := range page.Rows {
			held[row.Row] = true
		}
		for i, line := range lines[1:] {
			cells := strings.Split(line, ",")
			if held[i+1] {
				tested[cells[0]] = true
				strange[i+1] = strings.Join([]string{cells[0], "1000", "", "-7", "0", "", "5", "5", "5", cells[9], cells[10]}, ",")
			}
		}
		if len(tested) == 0 || split.Group != "" && len(tested) != 15 {
			t.Fatalf("%d patients are tested on", len(tested))
		}
		k.load(strings.Join(strange, "\n") + "\n")
		second := k.train(r).Model
		for _, m := range []*protocol.Model{first, second} {
			m.Learned.Trained.Test, m.Learned.Simplified.Test, m.Learned.Refined.Test = nil, nil, nil
		}
		if got, want := write(t, second), write(t, first); got != want {
			t.Errorf("%+v: with other rows kept out the model is\n%s\nwant\n%s", split, got, want)
		}
	}
}
