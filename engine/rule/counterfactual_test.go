package rule_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// pairs compares the rows of a table.
type pairs struct{ *fixture }

// move is the change from one row of a table to another: the distance in each column, -1 where no condition
// distinguishes the cells.
type move []float64

func (m move) cost() (changed int, distance float64) {
	for _, d := range m {
		if d >= 0 {
			changed++
			distance += d
		}
	}
	return changed, distance
}

func (m move) within(o move) bool {
	for c := range m {
		if m[c] > o[c] {
			return false
		}
	}
	return true
}

// move returns the move from row i to row j, and whether it may be proposed.
func (w pairs) move(i, j int, o rule.CounterfactualOptions) (move, bool) {
	m := make(move, len(w.Encoder.Columns))
	for c := range m {
		m[c] = -1
		if w.same(i, j, c) {
			continue
		}
		cells := &w.Table.Columns[c]
		text, ok := cells.Text(j)
		if o.Frozen[c] || !ok && !(o.Missing && w.Encoder.Columns[c].Missable) || text == "unseen" {
			return nil, false
		}
		if m[c] = 1; ok && cells.Numbers != nil && !cells.IsMissing(i) {
			m[c] = math.Abs(float64(w.bin(i, c)-w.bin(j, c))) / float64(len(w.Encoder.Columns[c].Thresholds))
		}
	}
	return m, true
}

// same reports whether two rows meet the same conditions on a column.
func (w pairs) same(i, j, c int) bool {
	for k, f := range w.Features {
		if f.Column == c && w.X.Get(i, k) != w.X.Get(j, k) {
			return false
		}
	}
	return true
}

func (w pairs) bin(row, c int) int {
	k, _ := slices.BinarySearch(w.Encoder.Columns[c].Thresholds, w.Table.Columns[c].Numbers[row])
	return k
}

// smallest returns the minimal moves from a row to rows with the other prediction, the cheapest first.
func (w pairs) smallest(row int, answers []uint64, o rule.CounterfactualOptions) []move {
	var moves []move
	for j := range w.X.Rows {
		if m, ok := w.move(row, j, o); ok && bitmat.Get(answers, j) != bitmat.Get(answers, row) {
			moves = append(moves, m)
		}
	}
	slices.SortFunc(moves, func(a, b move) int {
		an, ad := a.cost()
		bn, bd := b.cost()
		return cmp.Or(cmp.Compare(an, bn), cmp.Compare(ad, bd), slices.Compare(a, b))
	})
	var least []move
	for _, m := range moves {
		if !slices.ContainsFunc(least, func(l move) bool { return l.within(m) }) {
			least = append(least, m)
		}
	}
	return least
}

// ask draws a question about the rules of a set: how many fire, what a decision list predicts, or what code words do. It also returns
// the rows of a matrix whose answer is yes, as bits.
func ask(r *rand.Rand, set rule.Set, kind uint64) (rule.Question, func(x *bitmat.Matrix) []uint64) {
	if kind %= 5; kind < 3 {
		votes := max(1, min(1+int(kind), len(set)))
		return rule.AtLeast(votes), func(x *bitmat.Matrix) []uint64 { return set.MatchVotes(votes, x) }
	}
	classes := &rule.Classes{Names: []string{"a", "b", "c"}, Default: r.IntN(3)}
	q := rule.IsClass{Classes: classes, Class: r.IntN(3)}
	sets, list := make([]rule.Set, 3), []rule.RuleRef{}
	for range set {
		q.Sets = append(q.Sets, r.IntN(3))
	}
	if kind == 4 {
		classes.Codes = rule.Codes(3)
		slices.Sort(q.Sets)
	}
	for k, at := range q.Sets {
		list, sets[at] = append(list, rule.RuleRef{Set: at, Rule: len(sets[at])}), append(sets[at], set[k])
	}
	return q, func(x *bitmat.Matrix) []uint64 {
		yes := make([]uint64, bitmat.Words(x.Rows))
		for i, a := range classes.Answers(sets, list, x) {
			if int(a.Class) == q.Class {
				bitmat.Set(yes, i)
			}
		}
		return yes
	}
}

// TestFlipsAreTheSmallest compares with trying every row that there can be.
func TestFlipsAreTheSmallest(t *testing.T) {
	const worlds, rows, most, rounding = 600, 4, 3, 1e-9
	flipped, impossible := 0, 0
	for seed := range uint64(worlds) {
		r := rand.New(rand.NewPCG(seed, 11))
		w := pairs{newFixture(r, r.IntN(2) == 0)}
		if !w.Exhaustive {
			continue
		}
		set := w.Set(r)
		x := rule.NewExplainer(w.Encoder, set, nil)
		question, answersOn := ask(r, set, seed)
		x.Question = question
		answers := answersOn(w.X)
		for range rows {
			row, o := r.IntN(w.X.Rows), rule.CounterfactualOptions{Frozen: make([]bool, len(w.Encoder.Columns)), Missing: r.IntN(3) == 0}
			for c := range o.Frozen {
				o.Frozen[c] = r.IntN(4) == 0
			}
			got := x.Counterfactuals(explained(t, x, w.Table, row), o)
			want := w.smallest(row, answers, o)
			want = want[:min(len(want), most)]
			if len(got.Found) != len(want) || got.Unfinished || (got.Why == "") != (len(want) > 0) {
				t.Fatalf("seed %d, row %d: Counterfactuals() = %+v, want %v", seed, row, got, want)
			}
			for k, f := range got.Found {
				n, d := want[k].cost()
				if len(f.Changes) != n || math.Abs(f.Distance-d) > rounding {
					t.Fatalf("seed %d, row %d: flip %d is %v at %d, %v, want %d, %v", seed, row, k, f, len(f.Changes), f.Distance, n, d)
				}
			}
			if len(want) > 0 {
				flipped++
			} else {
				impossible++
			}
		}
	}
	if flipped < worlds/2 || impossible < worlds/10 {
		t.Errorf("%d rows could be flipped and %d could not: the worlds are too much alike", flipped, impossible)
	}
}

// TestFlipsFlip puts the proposed cells into the row: the prediction changes.
func TestFlipsFlip(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 12))
		w := pairs{newFixture(r, r.IntN(2) == 0)}
		set := w.Set(r)
		var scales []rule.Scale
		for range w.Encoder.Columns {
			scales = append(scales, rule.Scale{Range: float64(r.IntN(3)) * 20, Places: r.IntN(4) - 1})
		}
		x := rule.NewExplainer(w.Encoder, set, scales)
		question, answersOn := ask(r, set, seed)
		x.Question = question
		answers := answersOn(w.X)
		row := r.IntN(w.X.Rows)
		for _, f := range x.Counterfactuals(explained(t, x, w.Table, row), rule.CounterfactualOptions{Missing: r.IntN(3) == 0}).Found {
			one := with(w.Table, row, f)
			bits, _, err := w.Encoder.Transform(one, one.AllRows())
			if err != nil {
				t.Fatal(err)
			}
			if answersOn(bits)[0]&1 == 1 == bitmat.Get(answers, row) {
				t.Fatalf("seed %d: %v does not flip row %d", seed, f, row)
			}
		}
	}
}

func explained(t *testing.T, x *rule.Explainer, table *dataset.Table, row int) rule.Row {
	t.Helper()
	r, err := x.Row(table, row)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// with returns a table of one row: that of another, changed.
func with(table *dataset.Table, row int, f rule.Counterfactual) *dataset.Table {
	one := &dataset.Table{Rows: 1}
	for _, c := range table.Columns {
		text, ok := c.Text(row)
		for _, change := range f.Changes {
			if change.Column == c.Name {
				text, ok = change.To.Text, !change.To.Missing
			}
		}
		out := dataset.Column{Name: c.Name, Kind: dataset.Categorical, Codes: dataset.NewCodes([]int32{-1})}
		if ok {
			out.Codes, out.Values = dataset.NewCodes([]int32{0}), []string{text}
		}
		one.Columns = append(one.Columns, out)
	}
	return one
}

// person is a table of one row for an encoder with a column of each sort.
var person = &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
	{Name: "age", Thresholds: []float64{25, 37.5, 50}},                                // features 0, 1, 2
	{Name: "sex", Values: []string{"Male"}, Other: "Female"},                          // 3
	{Name: "colour", Values: []string{"red", "blue"}, Rest: []string{"teal", "sand"}}, // 4, 5, rest 6
	{Name: "gain", Thresholds: []float64{0.1, 0.3}, Missable: true},                   // 7, 8, missing 9
	{Name: "note", Missable: true},                                                    // missing 10
	{Name: "size", Values: []string{"S", "M", "L"}, Fill: "M"},                        // 11, 12, 13
	{Name: "height", Thresholds: []float64{1.6, 1.8}, Fill: "1.7"},                    // 14, 15
}}

func row(cells ...string) *dataset.Table {
	t := &dataset.Table{Rows: 1}
	for i, cell := range cells {
		c := dataset.Column{Name: person.Columns[i].Name, Codes: dataset.NewCodes([]int32{-1})}
		if cell != "" {
			c.Codes, c.Values = dataset.NewCodes([]int32{0}), []string{cell}
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

func yes(features ...int) rule.Rule {
	r := rule.Rule{}
	for _, f := range features {
		if f < 0 {
			r = append(r, rule.Literal{Feature: -f - 1, Not: true})
		} else {
			r = append(r, rule.Literal{Feature: f})
		}
	}
	return r
}

// not is the negation of a feature in yes.
func not(feature int) int { return -feature - 1 }

func TestFlipsInWords(t *testing.T) {
	whole := []rule.Scale{{Range: 73, Places: 0}, {}, {}, {Range: 1, Places: 1}, {}, {}, {Places: 2}}
	tests := []struct {
		name   string
		set    rule.Set
		row    string // cells of person
		frozen int    // column, -1 for none
		scales []rule.Scale
		want   string
	}{
		{"down to whole numbers", rule.Set{yes(1)}, "41,Male,red,0,x,S,1.7", -1, whole, "age: 41 → 37 (≤ 37)"},
		{"down, digits not known", rule.Set{yes(1)}, "41,Male,red,0,x,S,1.7", -1, nil, "age: 41 → 37.5 (≤ 37.5)"},
		{"from thousands", rule.Set{yes(1)}, "4464.34,Male,red,0,x,S,1.7", -1, nil, "age: 4,464.34 → 37.5 (≤ 37.5)"},
		{"just beyond", rule.Set{yes(not(1))}, "20,Male,red,0,x,S,1.7", -1, whole, "age: 20 → 38 (≥ 38)"},
		{
			"just beyond, digits not known",
			rule.Set{yes(not(1))},
			"20,Male,red,0,x,S,1.7", -1, nil,
			"age: 20 → 37.6 (> 37.5)",
		},
		{"an interval", rule.Set{yes(not(0), 2)}, "20,Male,red,0,x,S,1.7", -1, whole, "age: 20 → 26 (26–50)"},
		{"from the threshold", rule.Set{yes(not(0))}, "25,Male,red,0,x,S,1.7", -1, whole, "age: 25 → 26 (≥ 26)"},
		{"another value", rule.Set{yes(not(4))}, "20,Male,red,0,x,S,1.7", -1, nil, "colour: red → blue, teal or sand"},
		{"a rare value", rule.Set{yes(6)}, "20,Male,red,0,x,S,1.7", -1, nil, "colour: red → teal or sand"},
		{"from missing", rule.Set{yes(8, not(9))}, "20,Male,red,,x,S,1.7", -1, whole, "gain: missing → 0.1 (≤ 0.3)"},
		{"any value", rule.Set{yes(not(10))}, "20,Male,red,0,,S,1.7", -1, nil, "note: missing → any value"},
		{
			"two columns",
			rule.Set{yes(1, not(3))},
			"41,Male,red,0,x,S,1.7", -1, whole,
			"age: 41 → 37 (≤ 37) and sex: Male → Female",
		},
		{
			"the cheaper rule first",
			rule.Set{yes(0), yes(not(2)), yes(1, not(3))},
			"41,Male,red,0,x,S,1.7", -1, whole,
			"age: 41 → 51 (≥ 51); age: 41 → 37 (≤ 37) and sex: Male → Female",
		},
		{"frozen", rule.Set{yes(0), yes(not(3))}, "41,Male,red,0,x,S,1.7", 0, whole, "sex: Male → Female"},
		{
			"break one rule",
			rule.Set{yes(not(0), 3)},
			"41,Male,red,0,x,S,1.7", -1, whole,
			"age: 41 → 25 (≤ 25); sex: Male → Female",
		},
		{
			"break two rules, and fire no third",
			rule.Set{yes(3, 4), yes(3, not(0)), yes(not(3), not(1))},
			"41,Male,red,0,x,S,1.7", -1, whole,
			"age: 41 → 37 (≤ 37) and sex: Male → Female; " +
				"age: 41 → 25 (≤ 25) and colour: red → blue, teal or sand",
		},
		{"filled", rule.Set{yes(13)}, "20,Male,red,0,x,,1.7", -1, nil, "size: missing → L"},
		{"no rules", rule.Set{}, "20,Male,red,0,x,S,1.7", -1, nil, "without rules the prediction is always the same"},
		{"always", rule.Set{yes(0), yes()}, "20,Male,red,0,x,S,1.7", -1, nil, "rule 2 always holds"},
		{
			"kept, positive",
			rule.Set{yes(0)},
			"20,Male,red,0,x,S,1.7", 0, nil,
			"rule 1 holds: it asks only about what may not or cannot be changed, age",
		},
		{
			"kept, negative",
			rule.Set{yes(0, 3)},
			"30,Male,red,0,x,S,1.7", 0, nil,
			"every rule asks for something that may not or cannot be changed: age",
		},
		{
			"only a missing cell would do",
			rule.Set{yes(9)},
			"30,Male,red,0,x,S,1.7", -1, nil,
			"every rule asks for something that may not or cannot be changed: gain",
		},
		{
			"some rule whatever is changed",
			rule.Set{yes(3), yes(not(3))},
			"30,Male,red,0,x,S,1.7", -1, nil,
			"whatever may be changed, some rule holds",
		},
	}
	for _, test := range tests {
		x := rule.NewExplainer(person, test.set, test.scales)
		o := rule.CounterfactualOptions{Frozen: make([]bool, len(person.Columns))}
		if test.frozen >= 0 {
			o.Frozen[test.frozen] = true
		}
		f := x.Counterfactuals(explained(t, x, row(strings.Split(test.row, ",")...), 0), o)
		var got []string
		for _, flip := range f.Found {
			got = append(got, flip.String())
		}
		if text := strings.Join(got, "; ") + f.Why; text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// Values that a list could split are in quotes there.
func TestListedValuesStayWhole(t *testing.T) {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "race", Values: []string{"Asian", "Black or African", "Hispanic", "Other, unknown", "White"}},
	}}
	rules := rule.Set{yes(not(0), not(2), not(4))}
	want := "race is any of “Black or African”, “Other, unknown” or a new value"
	if got := rule.NewTypesetter(e, nil).Line(rules[0], rule.MissingMark); got != want {
		t.Errorf("the rule reads %q, want %q", got, want)
	}
	x := rule.NewExplainer(e, rules, nil)
	white := &dataset.Table{Rows: 1, Columns: []dataset.Column{
		{Name: "race", Codes: dataset.NewCodes([]int32{0}), Values: []string{"White"}},
	}}
	f := x.Counterfactuals(explained(t, x, white, 0), rule.CounterfactualOptions{Frozen: []bool{false}})
	want = "race: White → “Black or African” or “Other, unknown”"
	if len(f.Found) != 1 || f.Found[0].String() != want {
		t.Errorf("the counterfactuals are %v, want %q", f.Found, want)
	}
}

// crowded returns a row on which the given number of rules with the given number of conditions fire.
func crowded(t testing.TB, rules, conditions, columns int) (*rule.Explainer, rule.Row) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 13))
	e, table := &binarize.Encoder{Policy: binarize.Own}, &dataset.Table{Rows: 1}
	for c := range columns {
		name := fmt.Sprintf("c%d", c)
		e.Columns = append(e.Columns, binarize.EncodedColumn{Name: name, Thresholds: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}})
		table.Columns = append(table.Columns, dataset.Column{Name: name, Numbers: []float64{0.5}})
	}
	set := make(rule.Set, rules)
	for k := range set {
		for range conditions {
			set[k] = append(set[k], rule.Literal{Feature: r.IntN(e.Bits())}) // of a row that is at most every threshold
		}
	}
	x := rule.NewExplainer(e, set, nil)
	row, err := x.Row(table, 0)
	if err != nil {
		t.Fatal(err)
	}
	return x, row
}

// TestClassWithoutRules asks for a class that nothing predicts, and for any other than the only one.
func TestClassWithoutRules(t *testing.T) {
	x, row := crowded(t, 50, 10, 40)
	for class, want := range map[int]string{
		0: "no allowed change leads to this prediction", 1: "whatever may be changed, the prediction stays the same",
	} {
		x.Question = rule.IsClass{Classes: &rule.Classes{Names: []string{"a", "b"}, Default: 1}, Class: class, Sets: slices.Repeat([]int{1}, 50)}
		if f := x.Counterfactuals(row, rule.CounterfactualOptions{}); f.Unfinished || f.Why != want {
			t.Errorf("class %d: %+v, want %s", class, f, want)
		}
	}
}

func TestTooManyPossibilities(t *testing.T) {
	x, row := crowded(t, 50, 10, 40)
	const want = "there are too many possibilities to try them all; keep more columns as they are"
	if f := x.Counterfactuals(row, rule.CounterfactualOptions{}); !f.Unfinished || len(f.Found) > 0 || f.Why != want {
		t.Errorf("Counterfactuals() = %+v, want none, because %s", f, want)
	}
}

// BenchmarkFlips breaks many rules that all fire. Many long rules have too many possibilities.
func BenchmarkFlips(b *testing.B) {
	for _, size := range []struct{ rules, conditions, columns int }{{5, 10, 15}, {30, 4, 15}, {50, 10, 40}} {
		b.Run(fmt.Sprintf("rules=%d,conditions=%d", size.rules, size.conditions), func(b *testing.B) {
			x, row := crowded(b, size.rules, size.conditions, size.columns)
			b.ReportAllocs()
			for b.Loop() {
				if f := x.Counterfactuals(row, rule.CounterfactualOptions{}); len(f.Found) == 0 && !f.Unfinished {
					b.Fatal(f.Why)
				}
			}
		})
	}
}
