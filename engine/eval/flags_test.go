package eval_test

import (
	"reflect"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/rule"
)

func TestRemarks(t *testing.T) {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{25, 50}},
		{Name: "sex", Values: []string{"Male"}, Other: "Female"},
	}}
	young, male := rule.Literal{Feature: 0}, rule.Literal{Feature: 2}
	old, notOld := rule.Literal{Feature: 1, Not: true}, rule.Literal{Feature: 1}
	// half of 200 training and of 100 test rows are positive
	half := func(n int) eval.Confusion { return eval.Confusion{TruePositives: n / 2, TrueNegatives: n / 2} }
	good, goodTest := eval.RuleScore{Covered: 90, Right: 80, Alone: 90}, eval.RuleScore{Covered: 45, Right: 40, Alone: 45}
	low, high := eval.RuleScore{Covered: 20, Right: 10}.Interval() // tested in eval_test.go
	tests := []struct {
		name        string
		set         rule.Set
		train, test []eval.RuleScore
		want        [][]eval.Remark
		words       string // of the first remark
	}{
		{"nothing to remark", rule.Set{{young}}, []eval.RuleScore{good}, []eval.RuleScore{goodTest}, [][]eval.Remark{{}}, ""},
		{
			"few rows",
			rule.Set{{young}},
			[]eval.RuleScore{good},
			[]eval.RuleScore{{Covered: 9, Right: 9, Alone: 9}},
			[][]eval.Remark{{{Flag: eval.LowSupport, Rows: 9}}},
			"may be luck: it covers only 9 rows",
		},
		{
			"no row kept out",
			rule.Set{{young}},
			[]eval.RuleScore{good},
			[]eval.RuleScore{{}},
			[][]eval.Remark{{{Flag: eval.LowSupport}}},
			"may be luck: it covers none of the test rows",
		},
		{
			"as right as chance",
			rule.Set{{young}},
			[]eval.RuleScore{good},
			[]eval.RuleScore{{Covered: 20, Right: 10, Alone: 20}},
			[][]eval.Remark{{{Flag: eval.LowSupport, Rows: 20, Low: low, High: high, Base: 0.5}}},
			"may be luck: it is likely right on 29 to 71%, and 50% of all rows are so anyway",
		},
		{
			"no test",
			rule.Set{{young}},
			[]eval.RuleScore{{Covered: 3, Right: 3, Alone: 3}},
			nil,
			[][]eval.Remark{{{Flag: eval.LowSupport, Rows: 3}}},
			"may be luck: it covers only 3 rows",
		},
		{
			"never by logic",
			rule.Set{{young, old}},
			[]eval.RuleScore{{}},
			[]eval.RuleScore{{}},
			[][]eval.Remark{{{Flag: eval.Unsatisfied, Logic: true}}},
			"never holds: its conditions exclude each other",
		},
		{
			"never on any row",
			rule.Set{{young, male}},
			[]eval.RuleScore{{}},
			[]eval.RuleScore{{}},
			[][]eval.Remark{{{Flag: eval.Unsatisfied}}},
			"holds for no row of the table",
		},
		{
			"always by logic",
			rule.Set{{}},
			[]eval.RuleScore{{Covered: 200, Right: 100, Alone: 200}},
			[]eval.RuleScore{{Covered: 100, Right: 50, Alone: 100}},
			[][]eval.Remark{{{Flag: eval.Tautology, Logic: true}}},
			"always holds",
		},
		{
			"always on these rows",
			rule.Set{{male}},
			[]eval.RuleScore{{Covered: 200, Right: 100, Alone: 200}},
			[]eval.RuleScore{{Covered: 100, Right: 50, Alone: 100}},
			[][]eval.Remark{{{Flag: eval.Tautology}}},
			"holds for every row of the table",
		},
		{
			"inside by logic",
			rule.Set{{young}, {notOld}},
			[]eval.RuleScore{good, good},
			[]eval.RuleScore{goodTest, goodTest},
			[][]eval.Remark{{{Flag: eval.Subsumed, Logic: true, Of: 2}}, {}},
			"inside rule 2: where it holds, that one holds too",
		},
		{
			"inside on these rows",
			rule.Set{{young}, {male}},
			[]eval.RuleScore{{Covered: 90, Right: 80, Inside: 2}, good},
			[]eval.RuleScore{{Covered: 45, Right: 40, Inside: 2}, goodTest},
			[][]eval.Remark{{{Flag: eval.Subsumed, Of: 2}}, {}},
			"inside rule 2 on all rows of the table",
		},
		{
			"inside on training rows only",
			rule.Set{{young}, {male}},
			[]eval.RuleScore{{Covered: 90, Right: 80, Inside: 2}, good},
			[]eval.RuleScore{goodTest, goodTest},
			[][]eval.Remark{{}, {}},
			"",
		},
	}
	for _, test := range tests {
		train := eval.Scores{Confusion: half(200), Rules: test.train}
		var held *eval.Scores
		if test.test != nil {
			held = &eval.Scores{Confusion: half(100), Rules: test.test}
		}
		got := eval.Remarks(e, test.set, 1, train, held)
		words := ""
		if len(got[0]) > 0 {
			words = got[0][0].String()
		}
		if !reflect.DeepEqual(got, test.want) || words != test.words {
			t.Errorf("%s: %+v %q, want %+v %q", test.name, got, words, test.want, test.words)
		}
	}
}
