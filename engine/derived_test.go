package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// loans returns a table in which a loan is paid where the income is three times the debt, or by chance.
func loans(byRatio bool) string {
	var b strings.Builder
	b.WriteString("income,debt,age,paid\n")
	r := rand.New(rand.NewPCG(1, 3))
	for range 600 {
		income, debt := 100+r.IntN(900), r.IntN(300)
		paid := 3*debt < income
		if !byRatio {
			paid = r.IntN(2) == 0
		}
		fmt.Fprintf(&b, "%d,%d,%d,%v\n", income, debt, 20+r.IntN(50), paid)
	}
	return b.String()
}

// derivedRequest asks for rules about paid.
func derivedRequest(d binarize.Deriving) protocol.Train {
	return protocol.Train{
		Target: "paid", Positive: "true", Network: small, Split: protocol.Split{Share: 0.2},
		Encoding: binarize.FitOptions{Method: binarize.Target, Derived: d},
	}
}

// Derived columns are kept where they help, and the model says which was chosen.
func TestDerivedColumnsAreTried(t *testing.T) {
	for _, test := range []struct {
		name    string
		byRatio bool
		want    binarize.Deriving
		note    string
	}{
		{
			"planted", true, binarize.WithDerived,
			"differences and ratios of columns are features: cross-validated on the training rows, they change",
		},
		{"chance", false, binarize.NotDerived, "differences and ratios of columns are left out"},
	} {
		k := withTable(t, loans(test.byRatio))
		done := k.train(derivedRequest(binarize.TryDerived))
		m := done.Model
		if got := m.Learned.Request.Encoding.Derived; got != test.want || !strings.HasPrefix(strings.Join(done.Notes, " "), test.note) {
			t.Errorf("%s: derived columns are %q, with the notes %q; want %q", test.name, got, done.Notes, test.want)
		}
		if !test.byRatio {
			continue
		}
		if test := m.Learned.Outcome().Test; test.Accuracy < 0.97 || m.Learned.Outcome().Complexity > 4 {
			t.Errorf("the accuracy on test rows is %v with complexity %d", test.Accuracy, m.Learned.Outcome().Complexity)
		}
		if scored := answered[protocol.Scored](k, protocol.Score{Model: m}); !scored.Same {
			t.Error("the split of the run is not found again")
		}
		if again, err := protocol.ReadModel([]byte(write(t, m))); err != nil || again.Encoder.Bits() != m.Encoder.Bits() {
			t.Errorf("the model file cannot be read: %v", err)
		}
	}
}

// Of several classes each is judged against the rest.
func TestDerivedColumnsOfClasses(t *testing.T) {
	k := withTable(t, strings.ReplaceAll(loans(true), "false\n", "no\n")+strings.Repeat("2000,7,30,other\n2100,8,40,other\n", 30))
	r := derivedRequest(binarize.TryDerived)
	r.Positive, r.Classes = "", protocol.ClassesEach
	if done := k.train(r); !strings.Contains(strings.Join(done.Notes, " "), "ratios of columns are features") {
		t.Errorf("the notes are %q", done.Notes)
	}
}

// A change of an operand changes the ratio too, and so counterfactuals flip the prediction: each part of one, typed, does.
func TestDerivedRowsAreExplained(t *testing.T) {
	k := withTable(t, loans(true))
	m := k.train(derivedRequest(binarize.WithDerived)).Model
	for _, test := range []struct {
		income, debt, cell string
		positive           bool
	}{{"600", "100", "0.166667", true}, {"600", "300", "0.5", false}, {"1000", "300", "0.3", true}} {
		e := k.flips(protocol.Explain{Model: m, Values: map[string]string{"income": test.income, "debt": test.debt, "age": "40"}})
		at := slices.IndexFunc(e.Cells, func(c rule.ExplainedCell) bool { return c.Column == "debt / income" })
		if at < 0 {
			t.Fatalf("the columns of the row are %+v, want debt / income among them", e.Cells)
		}
		if e.Positive != test.positive || e.Cells[at].Text != test.cell || !e.Cells[0].Used || !e.Cells[1].Used {
			t.Errorf("%s and %s: %+v is predicted %v", test.income, test.debt, e.Cells, e.Positive)
		}
		frozen := protocol.Explain{Model: m, Row: 1, Freeze: []string{"income", "debt"}}
		if found := k.explain(frozen).Counterfactuals.Found; len(found) > 0 && test.positive {
			t.Errorf("%v changes a frozen column", found)
		}
	}
	for row := 1; row <= 600; row += 7 {
		k.flips(protocol.Explain{Model: m, Row: row})
	}
	if got := k.do(protocol.Explain{Model: m, Values: map[string]string{"debt / income": "2"}}); fmt.Sprintf("%T", got) != "protocol.Refused" {
		t.Errorf("a typed ratio is answered by %+v", got)
	}
}
