package engine_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/sample"
)

// learnt returns a transcript with a built-in table, a model for it and the table.
func learnt(t testing.TB, name, target, positive string) (*transcript, *protocol.Model, *dataset.Table) {
	t.Helper()
	k := withSample(t, name)
	m := k.train(protocol.Train{
		Target: target, Positive: positive,
		Network: drnet.Config{Seed: 1, Rules: 20, Steps: 10_000}, Split: protocol.Split{Share: 0.2, Seed: 3},
	}).Model
	for _, s := range sample.All() {
		if s.Name == name {
			return k, m, s.Table()
		}
	}
	t.Fatalf("no sample %q", name)
	return nil, nil, nil
}

// explain sends Explain, which must succeed.
func (k *transcript) explain(r protocol.Explain) protocol.Explained {
	k.t.Helper()
	return answered[protocol.Explained](k, r)
}

// flips is explain for a row with counterfactuals, each of which flips the prediction.
func (k *transcript) flips(r protocol.Explain) protocol.Explained {
	k.t.Helper()
	e := k.explain(r)
	if len(e.Found) == 0 {
		k.t.Errorf("row %d, %v: nothing flips the prediction: %s", r.Row, r.Values, e.Why)
	}
	for _, f := range e.Found {
		changed := protocol.Explain{Model: r.Model, Row: r.Row, Values: typed(r.Values, f)}
		if k.explain(changed).Positive == e.Positive {
			k.t.Errorf("row %d, %v: %v does not flip the prediction", r.Row, r.Values, f)
		}
	}
	return e
}

// typed returns cells with the changes of a counterfactual.
func typed(cells map[string]string, f rule.Counterfactual) map[string]string {
	changed := map[string]string{}
	maps.Copy(changed, cells)
	for _, c := range f.Changes {
		changed[c.Column] = c.To.Text
	}
	return changed
}

// TestExplainedRows checks that the explanation has the prediction of Apply, and that its counterfactuals have the
// opposite one. The nearest opposite row is compared with an exhaustive search.
func TestExplainedRows(t *testing.T) {
	slow(t)
	for _, test := range []struct{ name, target, positive string }{{"heart-risk", "risk", "low"}, {"tic-tac-toe", "x_wins", ""}} {
		k, m, table := learnt(t, test.name, test.target, test.positive)
		applied := k.do(protocol.Apply{Model: m}).(protocol.Applied)
		for row := 1; row <= table.Rows; row += table.Rows / 23 {
			e := k.flips(protocol.Explain{Model: m, Row: row, Nearest: true})
			if e.Positive != applied.Answers.Positive(row-1) || e.Right == nil {
				t.Fatalf("%s, row %d: %+v, want the answer %v", test.name, row, e, !e.Positive)
			}
			if got, want := e.Nearest.Row, nearest(m, table, applied.Answers, row); got != want {
				t.Fatalf("%s, row %d: the nearest row is %d, want %d", test.name, row, got, want)
			}
			if all := k.explain(protocol.Explain{Model: m, Values: values(table, row)}); all.Positive != e.Positive ||
				fmt.Sprint(all.Verdicts) != fmt.Sprint(e.Verdicts) {
				t.Fatalf("%s, row %d: by its values it is %+v, want %+v", test.name, row, all, e)
			}
		}
	}
}

// values returns the cells of a row, numbered from 1.
func values(t *dataset.Table, row int) map[string]string {
	v := map[string]string{}
	for i := range t.Columns {
		v[t.Columns[i].Name], _ = t.Columns[i].Text(row - 1)
	}
	return v
}

// nearest searches all rows with the opposite prediction, preferring correct ones.
func nearest(m *protocol.Model, t *dataset.Table, answers protocol.Answers, row int) int {
	x, _, err := m.Encoder.Transform(t, t.AllRows())
	if err != nil {
		panic(err)
	}
	target, err := t.Labels(m.Target, m.Positive, m.Negative)
	if err != nil {
		panic(err)
	}
	features := m.Encoder.Features()
	best, fewest, least := 0, math.MaxInt, 0.0
	for i := range t.Rows {
		if answers.Positive(i) == answers.Positive(row-1) || target.Positives[i] != answers.Positive(i) {
			continue
		}
		differ, used := map[int]bool{}, map[int]bool{}
		for _, r := range m.Rules {
			for _, l := range r {
				used[features[l.Feature].Column] = true
				if x.Get(i, l.Feature) != x.Get(row-1, l.Feature) {
					differ[features[l.Feature].Column] = true
				}
			}
		}
		distance := 0.0
		for c := range m.Encoder.Columns {
			if used[c] {
				distance += apart(&t.Columns[t.Column(m.Encoder.Columns[c].Name)], i, row-1, len(m.Encoder.Columns[c].Thresholds) > 0)
			}
		}
		if len(differ) < fewest || len(differ) == fewest && distance < least {
			best, fewest, least = i+1, len(differ), distance
		}
	}
	return best
}

func apart(c *dataset.Column, a, b int, numbers bool) float64 {
	s, ok := c.Text(a)
	u, also := c.Text(b)
	if !numbers || !ok || !also {
		if s == u && ok == also {
			return 0
		}
		return 1
	}
	least, most := math.Inf(1), math.Inf(-1)
	for row := range c.Codes.Len() {
		if x := c.Number(row); !math.IsNaN(x) {
			least, most = min(least, x), max(most, x)
		}
	}
	return math.Abs(c.Number(a)-c.Number(b)) / (most - least)
}

// TestExplain checks that invalid requests are refused, and that typed cells are normalized.
func TestExplain(t *testing.T) {
	k := newTalk(t)
	m := handMade()
	k.do(protocol.Explain{Model: m, Row: 1})        // no table
	k.do(protocol.Explain{Model: m, Nearest: true}) // no table
	k.do(protocol.Explain{})                        // no model
	k.do(protocol.Explain{Model: m})                // all cells missing
	k.do(protocol.Explain{Model: m, Row: -1})       // invalid row
	k.do(protocol.Explain{Model: m, Values: map[string]string{"age": " 29 ", "colour": "red", "zip": "1", "a": ""}})
	k.do(protocol.Explain{Model: m, Values: map[string]string{"age": " 29 ", "colour": "violet", "size": "x"}})
	k.do(protocol.Explain{
		Model: m, Values: map[string]string{"age": "29", "colour": "blue", "size": "1", "sex": "Female"},
		Freeze: []string{"age"},
	})
	k.load("age;colour;size;sex;label\n31,5;blue;0,5;Male;yes\n20,5;red;1,5;Female;no\n;green;1;Male;no\n60,5;green;2,5;Male;no\n")
	k.do(protocol.Explain{Model: m, Row: 5})
	k.do(protocol.Explain{Model: m, Row: 1, Freeze: []string{"label", "colour"}, Nearest: true})
	k.do(protocol.Explain{Model: m, Row: 1, Values: map[string]string{"age": "50,5"}, Nearest: true})
	k.do(protocol.Explain{Model: m, Row: 3, Values: map[string]string{"age": ""}, Missing: true})
	k.do(protocol.Explain{Model: m, Row: 4, Missing: true})
	k.load("age,colour\n31,blue\n")
	k.do(protocol.Explain{Model: m, Row: 1})
	k.do(protocol.Explain{Model: m, Values: map[string]string{"age": "31"}})
	golden.Check(t, "testdata/explain.golden", k.lines.String())
}

// Without a table, typed numbers are read as the training table or a report has them. Notes say which cells cannot be read.
func TestTypedNotes(t *testing.T) {
	k, m := newTalk(t), handMade()
	m.Encoder.Columns[0] = binarize.EncodedColumn{Name: "pay", Thresholds: []float64{30_000, 50_000}, Missable: true}
	m.Learned.Columns = []dataset.TrainedColumn{{Name: "pay", Kind: dataset.Numeric, Decimal: ",", Unit: "€"}}
	for text, want := range map[string]string{
		"39900": "true []", "39,900": "true []", "39.900,00 €": "true []",
		"39.900": "true []", "59,900": "false []", "": "true []",
		"40k": `true [column "pay": 1 value is not a number and counts as missing, such as "40k"]`,
	} {
		e := k.explain(protocol.Explain{Model: m, Values: map[string]string{"pay": text, "colour": "blue"}})
		if got := fmt.Sprint(e.Positive, " ", e.Notes); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	k = withTable(t, stays("02.01.2006 15:04", "2006-01-02", weekend))
	m = k.train(datedRequest("weekday")).Model
	e := k.explain(protocol.Explain{Model: m, Values: map[string]string{"admitted": "2020-02-29"}})
	want := []string{`column "admitted": 1 value is not a date and counts as missing, such as "2020-02-29"`}
	if !slices.Equal(e.Notes, want) {
		t.Errorf("the notes are %q, want %q", e.Notes, want)
	}
}

// explainedLine formats an explanation for the transcript.
func explainedLine(e protocol.Explained) string {
	s := fmt.Sprintf("explained row %d: %s, truth %q, nearest miss %d\n", e.Row, e.Answer, e.Truth, e.Miss)
	for k, v := range e.Verdicts {
		s += fmt.Sprintf("        rule %d: %s\n", k+1, v)
		for _, c := range v.Checks {
			s += fmt.Sprintf("            %-5v %s\n", c.Holds, c.Words)
		}
	}
	if d := e.Decision; d != nil {
		s += fmt.Sprintf("        decision: %s, %s\n", d.Answer, strings.Join(d.Why, " "))
		for _, v := range d.Votes {
			s += fmt.Sprintf("            %s (%v)\n", v.Text, v.First)
		}
	}
	for _, f := range e.Counterfactuals.Found {
		s += fmt.Sprintf("        flip: %s, distance %.4f, rules %v\n", f, f.Distance, f.Rules)
	}
	if e.Why != "" {
		s += "        no flip: " + e.Why + "\n"
	}
	if n := e.Nearest; n != nil {
		s += fmt.Sprintf("        nearest: row %d, differs in %q, distance %.4f, right %v\n", n.Row, n.Differ, n.Distance, n.Right)
	}
	return s
}

// FuzzExplain checks that any input has an explanation and that its counterfactuals flip the prediction. The map order
// must not affect the result.
func FuzzExplain(f *testing.F) {
	m := handMade()
	for _, cell := range []string{
		"", "29", "29,5", "30.5", "-1e300", "1e308", "1e999", "nan", "inf", "0x10", "red",
		"violet", " Male ", "50", "+5", "\x00", "٣", "1.7976931348623157e308",
	} {
		f.Add(cell, cell, cell, cell, uint8(0))
		f.Add("31", "blue", cell, "Male", uint8(len(cell)))
	}
	f.Fuzz(func(t *testing.T, age, colour, size, sex string, frozen uint8) {
		k := newTalk(t)
		request := protocol.Explain{Model: m, Values: map[string]string{
			"age": age, "colour": colour, "size": size,
			"sex": sex,
		}, Missing: frozen&16 != 0}
		for i, name := range []string{"age", "colour", "size", "sex"} {
			if frozen>>i&1 == 1 {
				request.Freeze = append(request.Freeze, name)
			}
		}
		e := k.explain(request)
		if (len(e.Counterfactuals.Found) == 0) != (e.Why != "") {
			t.Fatalf("%d flips, and %q", len(e.Counterfactuals.Found), e.Why)
		}
		for _, flip := range e.Counterfactuals.Found {
			changed := protocol.Explain{Model: m, Values: map[string]string{"age": age, "colour": colour, "size": size, "sex": sex}}
			for _, c := range flip.Changes {
				if slices.Contains(request.Freeze, c.Column) {
					t.Fatalf("%v changes a column that is frozen", flip)
				}
				if changed.Values[c.Column] = c.To.Text; c.To.Missing {
					changed.Values[c.Column] = ""
				}
			}
			if other := k.explain(changed); other.Positive == e.Positive {
				t.Fatalf("%v does not flip %q", flip, strings.Join([]string{age, colour, size, sex}, "|"))
			}
		}
	})
}

func BenchmarkExplain(b *testing.B) {
	k, m, table := learnt(b, "heart-risk", "risk", "low")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k.session.Handle(b.Context(), protocol.Explain{Model: m, Row: i%table.Rows + 1, Nearest: true}, func(protocol.Event) {})
	}
}
