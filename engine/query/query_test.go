package query_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/query"
	"drnet/engine/rule"
)

// people has a row without a label, the last one.
const people = "city,age,buys\na,10,yes\na,60,yes\nb,10,no\nb,60,yes\nc,10,no\nc,60,no\na,10,no\na,60,\n"

// The features of the model.
const (
	young = iota
	inA
	inB
	inC
)

// newQuerier returns a querier of people, and a model that was learned from another table. Its rules are city = a, and age > 40; a third
// one, city = c, is switched off.
func newQuerier(t *testing.T) (*query.Querier, *protocol.Model) {
	t.Helper()
	table, err := dataset.Read(context.Background(), "people.csv", strings.NewReader(people), dataset.Options{
		Types: map[string]dataset.Kind{"city": dataset.Categorical, "age": dataset.Numeric, "buys": dataset.Binary},
	})
	if err != nil {
		t.Fatal(err)
	}
	tables := prepare.Tables{Table: table}
	cache := query.NewCache(tables, nil)
	m := &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
		Target: "buys", Positive: "yes", Negative: "no",
		Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
			{Name: "age", Thresholds: []float64{40}}, {Name: "city", Values: []string{"a", "b", "c"}},
		}},
		Rules: rule.Set{{{Feature: inA}}, {{Feature: young, Not: true}}, {{Feature: inC}}},
	}}
	if m.Model, err = m.Switch(2, false); err != nil {
		t.Fatal(err)
	}
	return &query.Querier{Tables: tables, Cache: &cache}, m
}

func job() prepare.Job { return prepare.Job{Ctx: context.Background(), Emit: func(protocol.Event) {}} }

func TestListRows(t *testing.T) {
	q, m := newQuerier(t)
	first := *m
	first.Model = m.WithRules(m.Rules[:1])
	for _, test := range []struct {
		name string
		r    protocol.ListRows
		want []int // numbers of rows
	}{
		{"labeled", protocol.ListRows{}, []int{1, 2, 3, 4, 5, 6, 7}},
		{"a rule", protocol.ListRows{Selection: protocol.Selection{Lines: []int{1}}}, []int{1, 2, 7}},
		{"a rule alone", protocol.ListRows{Selection: protocol.Selection{Lines: []int{1}, Alone: true}}, []int{1, 7}},
		{"two rules", protocol.ListRows{Selection: protocol.Selection{Lines: []int{1, 2}}}, []int{2}},
		{"no rule", protocol.ListRows{Selection: protocol.Selection{Alone: true}}, []int{3, 5}},
		{"a rule that is off", protocol.ListRows{Selection: protocol.Selection{Lines: []int{3}}}, []int{5, 6}},
		{"predicted", protocol.ListRows{Selection: protocol.Selection{Answer: "yes"}}, []int{1, 2, 4, 6, 7}},
		{"wrong", protocol.ListRows{Selection: protocol.Selection{Answer: "yes", Truth: "no"}}, []int{6, 7}},
		{"another class", protocol.ListRows{Selection: protocol.Selection{Answer: "perhaps"}}, nil},
		{"filtered", protocol.ListRows{Selection: protocol.Selection{Filters: []protocol.Filter{{Column: "city", Text: "b"}}}}, []int{3, 4}},
		{"other model", protocol.ListRows{Selection: protocol.Selection{Differ: &first}}, []int{4, 6}},
		{"sorted", protocol.ListRows{Sort: "age", Down: true}, []int{2, 4, 6, 1, 3, 5, 7}},
		{"a page", protocol.ListRows{From: 5, Rows: 9}, []int{6, 7}},
		{"behind the last page", protocol.ListRows{From: 9}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.r.Model = m
			if test.r.Rows == 0 {
				test.r.Rows = protocol.MaxListedRows
			}
			e, err := q.ListRows(job(), test.r)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, row := range e.(protocol.RowPage).Rows {
				got = append(got, row.Row)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("rows %v, want %v", got, test.want)
			}
		})
	}
}

func TestListRowsOfTheTable(t *testing.T) {
	q, _ := newQuerier(t)
	e, err := q.ListRows(job(), protocol.ListRows{Rows: 1, From: 7, Columns: []string{"buys", "city"}})
	if err != nil {
		t.Fatal(err)
	}
	page := e.(protocol.RowPage)
	if row := page.Rows[0]; page.Total != 8 || row.Row != 8 || row.Cells[0] != nil || *row.Cells[1] != "a" || row.Answer != "" {
		t.Errorf("%+v, want row 8 of 8, without a prediction", page)
	}
}

func TestListRowsRefuses(t *testing.T) {
	q, m := newQuerier(t)
	other := *m
	other.Positive, other.Negative = m.Negative, m.Positive
	for want, r := range map[string]protocol.ListRows{
		"rule 4 does not exist":                               {Selection: protocol.Selection{Lines: []int{4}}},
		"the model has no probabilities":                      {Selection: protocol.Selection{Likeliest: 2}},
		"the two models predict different targets or classes": {Selection: protocol.Selection{Differ: &other}},
		`column "street" does not exist`: {
			Selection: protocol.Selection{Filters: []protocol.Filter{{Column: "street", Text: "b"}}},
		},
		"-1 rows from row 1 requested": {Rows: -1},
	} {
		r.Model = m
		if _, err := q.ListRows(job(), r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestCover(t *testing.T) {
	q, m := newQuerier(t)
	e, err := q.Cover(job(), protocol.Cover{Model: m})
	if err != nil {
		t.Fatal(err)
	}
	got := e.(protocol.Covered)
	flow, rest := []protocol.Flow{{Reach: 7, Taken: 3, Right: 2}, {Reach: 4, Taken: 2, Right: 1}}, protocol.Flow{Reach: 2, Taken: 2, Right: 2}
	if got.Rows != 7 || !slices.Equal(got.Flow, flow) || got.Rest != rest {
		t.Errorf("the flow is %+v, then %+v, of %d rows, want %+v, then %+v", got.Flow, got.Rest, got.Rows, flow, rest)
	}
	times, pairs := []int{2, 4, 1}, []protocol.Pair{{A: 1, B: 2, Rows: 1}}
	if !slices.Equal(got.Times, times) || !slices.Equal(got.Pairs, pairs) {
		t.Errorf("%v rows by rules that hold, and the pairs %v, want %v and %v", got.Times, got.Pairs, times, pairs)
	}
	if inside := [][]int{{3, 0, 0}, nil}; len(got.Columns) != 2 || !reflect.DeepEqual(got.Columns[1].Inside, inside) {
		t.Errorf("the distributions are %+v, want %v inside the rules for the city", got.Columns, inside)
	}
}

// The run of a model is known only on its own table.
func TestRunOfAnotherTable(t *testing.T) {
	q, m := newQuerier(t)
	if _, err := q.RunOf(job(), m); err == nil || !strings.Contains(err.Error(), "the training rows of this table are unknown") {
		t.Errorf("RunOf() = %v", err)
	}
	q.Table = nil
	if _, err := q.Cover(job(), protocol.Cover{Model: m}); err != prepare.ErrNoTable {
		t.Errorf("without a table: %v", err)
	}
}
