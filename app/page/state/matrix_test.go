package state_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// covered is the coverage of the rules of richModel.
func covered() protocol.Covered {
	return protocol.Covered{
		Rows: 100, Times: []int{55, 30, 15}, Pairs: []protocol.Pair{{A: 1, B: 2, Rows: 12}, {A: 2, B: 3, Rows: 3}},
		Flow: []protocol.Flow{{Reach: 100, Taken: 20, Right: 15}, {Reach: 80, Taken: 25, Right: 12}, {Reach: 55}},
		Rest: protocol.Flow{Reach: 55, Taken: 55, Right: 50},
		Columns: []protocol.Distribution{
			{Column: 0, Histogram: &protocol.Histogram{
				Least: 20, Most: 70, First: 20, Last: 69,
				Counts: []int{40, 60},
			}, Inside: [][]int{{0, 20}, {40, 0}, {5, 5}}},
			{Column: 1, Values: []protocol.Value{
				{Text: "Bern", Rows: 40},
				{Text: "Rom", Rows: 35},
				{Text: "Wien", Rows: 25},
			}, Inside: [][]int{{20, 0, 0}, nil, {0, 10, 0}}},
		},
	}
}

// matrix returns a state that shows the matrix.
func matrix(messages ...state.Msg) (state.State, string) {
	s, _ := read()
	s, requests := after(s, append([]state.Msg{core.TabChosen{Tab: core.MatrixTab}, heard(covered(), 2)}, messages...)...)
	return s, asked(requests)
}

func matrixText(x rules.Matrix) string {
	var b strings.Builder
	for _, c := range x.Columns {
		fmt.Fprintf(&b, "%s (%s) ", c.Name, c.Range)
	}
	for _, row := range x.Rows {
		fmt.Fprintf(&b, "| R%d", row.Number)
		for _, c := range row.Cells {
			fmt.Fprintf(&b, " [%s]", c.Text)
		}
	}
	return b.String()
}

func TestMatrix(t *testing.T) {
	s, asked := matrix()
	coretest.Equal(t, asked, "cover", "the requests")
	x := s.Rules.Matrix()
	coretest.Equal(t, matrixText(x), "age (20 to 69) city (3 values) | R1 [> 40.25] [= Bern]| R2 [≤ 30] []| R3 "+
		"[> 30 and ≤ 65] [= Rom]", "the matrix")
	age, city := x.Rows[2].Cells[0], x.Rows[2].Cells[1]
	coretest.Equal(t, fmt.Sprintf("%.1f %v", age.Spans, age.Inside), "[[0.2 0.9]] [5 5]", "age of R3")
	coretest.Equal(t, fmt.Sprintf("%.2f %v", city.Spans, city.Counts), "[[0.33 0.67]] [40 35 25]", "city of R3")
	for i, want := range []string{"20 of 100 covered, 75.0% correct", "25 of 80 covered, 48.0% correct", "0 of 55 covered"} {
		coretest.Equal(t, rules.FlowInWords(x.Rows[i].Flow), want, "flow")
	}
	coretest.Equal(t, rules.RestInWords(x.Rest, s.Rules.Model(), false),
		"55 rows without a rule, predicted “no”: 90.9% correct.", "rest")
}

// The matrix shows the conditions before the coverage is known, and never the coverage of other rules.
func TestMatrixWithoutCounts(t *testing.T) {
	s, _ := read()
	s, requests := after(s, core.TabChosen{Tab: core.MatrixTab})
	x := s.Rules.Matrix()
	if len(requests) != 1 || x.All != 0 || x.Rows[0].Flow != nil || x.Rows[0].Cells[0].Text != "> 40.25" || x.Rows[0].Cells[0].Counts != nil {
		t.Errorf("%+v", x)
	}
	s, _ = after(s, rules.RuleSwitched{Line: 0}, heard(covered(), 2))
	coretest.Equal(t, s.Rules.Covered(), nil, "the counts for other rules")
	s, _ = after(s, heard(protocol.Refused{Message: "no rows", Hint: "choose"}, 3))
	if got := s.Rules.Matrix(); len(got.Rows) != 2 || got.Rows[0].Number != 1 || got.Rows[0].Cells[0].Text == x.Rows[0].Cells[0].Text {
		t.Errorf("a rule is off: %+v", got.Rows)
	}
	s, _ = matrix(state.FileChosen{Name: "other.csv"}, heard(protocol.Loaded{Table: people()}, 9))
	coretest.Equal(t, s.Rules.Covered(), nil, "the counts for another table")
	s, _ = read(core.TabChosen{Tab: core.MatrixTab},
		heard(protocol.Refused{Kind: dataset.TooFewRows, Message: "no label", Hint: "choose"}, 3))
	coretest.Equal(t, problem(s.Rules.Coverage.Query.Problem), "No label. Choose.", "refused")
}

// The rows of a table without the target are not counted, which is said and is not an error.
func TestMatrixOfATableWithoutTarget(t *testing.T) {
	s, requests := matrix(state.FileChosen{Name: "other.csv"}, heard(protocol.Loaded{Table: people()}, 0), heard(planned(), 0),
		heard(protocol.Applied{}, 0))
	coretest.Equal(t, requests, "cover, load other.csv, apply", "the requests")
	coretest.Contains(t, "the matrix", app.HTMLString(app.Div().Body(rules.MatrixView(s.Rules, s.View(), func(core.Msg) {})...)),
		"Distributions need the target column of the rules, which this table does not have.")
}

func TestMatrixLeavesSmallRulesOut(t *testing.T) {
	for _, test := range []struct {
		least int
		want  string
	}{{0, "R1R2R3"}, {20, "R1R2"}, {21, "R2"}, {41, ""}} {
		s, _ := matrix(rules.LeastChosen{Rows: test.least})
		x, got := s.Rules.Matrix(), ""
		for _, row := range x.Rows {
			got += fmt.Sprint("R", row.Number)
		}
		if got != test.want || x.Hidden != 3-len(x.Rows) || x.Most != 40 {
			t.Errorf("%d: %s and %d hidden", test.least, got, x.Hidden)
		}
	}
}

func TestMatrixOfManyRules(t *testing.T) {
	e := learnt()
	var set rule.Set
	for range 60 {
		set = append(set, rule.Rule{{Feature: 0}})
	}
	e.Model.Rules, e.Set, e.Status = set, nil, drnet.Finished
	s := withTable(training.StartAsked{At: noon}, heard(started(), 0), heard(e, 1))
	for _, want := range [][2]int{{25, 35}, {50, 10}, {60, 0}} {
		x := s.Rules.Matrix()
		coretest.Equal(t, [2]int{len(x.Rows), x.More}, want, "rules in the matrix and beyond its limit")
		s, _ = after(s, rules.MoreRules{})
	}
}

func TestOverlaps(t *testing.T) {
	s, _ := matrix()
	var got []string
	for _, row := range s.Rules.Times() {
		got = append(got, fmt.Sprintf("%s %d %s", row.Words, row.Rows, core.Percent(row.Share)))
	}
	pairs, more := s.Rules.Overlaps()
	for _, p := range pairs {
		got = append(got, p.Words, fmt.Sprint(p.Of.Lines, p.Of.Part))
	}
	want := []string{
		"no rule 55 55.0%", "1 rule 30 30.0%", "2 rules 15 15.0%",
		"R1 and R2 share 12 rows: 60.0% of R1, 30.0% of R2.", "[1 2]train", "R2 and R3 share 3 rows: 30.0% of R3, 7.5% of R2.", "[2 3]train",
	}
	coretest.Equal(t, got, want, "the overlaps")
	coretest.Equal(t, more, 0, "more of them")
	coretest.Equal(t, fmt.Sprint(s.Rules.OverlapTable()), "[[20 12 0] [12 40 3] [0 3 10]]", "the table")
}
