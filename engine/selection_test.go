package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// picked sends ListRows, which must succeed, until it has all rows of the selection.
func (k *transcript) picked(of protocol.Selection, columns ...string) []protocol.ListedRow {
	k.t.Helper()
	var all []protocol.ListedRow
	for {
		e := answered[protocol.RowPage](k, protocol.ListRows{Selection: of, From: len(all), Rows: protocol.MaxListedRows, Columns: columns})
		if all = append(all, e.Rows...); len(all) >= e.Total || len(e.Rows) == 0 {
			if len(all) != e.Total {
				k.t.Fatalf("%d rows of %d", len(all), e.Total)
			}
			return all
		}
	}
}

// TestSelectionsAgreeWithTheScores checks that each selection has as many rows as the scores count.
func TestSelectionsAgreeWithTheScores(t *testing.T) {
	k, m, table := learnt(t, "heart-risk", "risk", "low")
	s := k.scored(m)
	for _, side := range []struct {
		part   protocol.Partition
		scores eval.Scores
	}{{protocol.TrainingRows, s.Outcome.Train}, {protocol.TestRows, *s.Outcome.Test}} {
		var counts []int
		for _, c := range [][2]string{{m.Positive, m.Positive}, {m.Positive, m.Negative}, {m.Negative, m.Negative}, {m.Negative, m.Positive}} {
			rows := k.picked(protocol.Selection{Model: m, Part: side.part, Answer: c[0], Truth: c[1]})
			counts = append(counts, len(rows))
			for _, r := range rows {
				if r.Answer != c[0] || r.Truth != c[1] || r.Held != (side.part == protocol.TestRows) || (len(r.Fires) > 0) != (r.Answer == m.Positive) {
					t.Fatalf("%v: row %+v", c, r)
				}
			}
		}
		c := side.scores.Confusion
		if want := []int{c.TruePositives, c.FalsePositives, c.TrueNegatives, c.FalseNegatives}; !slices.Equal(counts, want) {
			t.Errorf("%q: %v rows, want %v", side.part, counts, want)
		}
		for r := range m.Rules {
			one := protocol.Selection{Model: m, Part: side.part, Lines: []int{r + 1}}
			right, alone := one, one
			right.Truth, alone.Alone = m.Positive, true
			got, want := [3]int{len(k.picked(one)), len(k.picked(right)), len(k.picked(alone))}, side.scores.Rules[r]
			if got != [3]int{want.Covered, want.Right, want.Alone} {
				t.Errorf("%q, rule %d: %v rows, want %+v", side.part, r+1, got, want)
			}
		}
	}
	all := k.picked(protocol.Selection{Model: m}, "age", "risk")
	if len(all) != table.Rows {
		t.Fatalf("%d rows, want %d", len(all), table.Rows)
	}
	for i, r := range all { // both partitions, in table order, with the cells of the table
		age, _ := table.Columns[table.Column("age")].Text(i)
		e := k.explain(protocol.Explain{Model: m, Row: r.Row})
		if r.Row != i+1 || *r.Cells[0] != age || *r.Cells[1] != e.Truth || (r.Answer == m.Positive) != e.Positive {
			t.Fatalf("row %d: %+v, want %+v", i+1, r, e)
		}
	}
}

// TestSelectionsAfterAnEdit checks that a disabled rule can be selected. Differ selects the rows whose prediction
// changes without a rule. Selections do not affect the scores.
func TestSelectionsAfterAnEdit(t *testing.T) {
	k, m, _ := learnt(t, "heart-risk", "risk", "low")
	off := *m
	off.Model = switched(t, m, 0)
	before := k.scored(&off)
	was := k.scored(m).Outcome
	if got := len(k.picked(protocol.Selection{
		Model: &off, Part: protocol.TrainingRows, Lines: []int{1},
		Alone: true,
	})); got != before.Off[0].Alone {
		t.Errorf("of a rule that is off %d rows, want %d", got, before.Off[0].Alone)
	}
	differ := k.picked(protocol.Selection{Model: m, Differ: &off, Part: protocol.TrainingRows})
	if len(differ) != was.Train.Rules[0].Alone {
		t.Errorf("%d rows differ, want %d", len(differ), was.Train.Rules[0].Alone)
	}
	for _, r := range differ {
		if r.Answer != m.Positive || r.Other != m.Negative || !slices.Equal(r.Fires, []int{1}) {
			t.Errorf("row %+v", r)
		}
	}
	other := k.train(protocol.Train{
		Target: "risk", Positive: "low", Network: drnet.Config{Seed: 2, Rules: 20, Steps: 1000}, Split: protocol.Split{Share: 0.2, Seed: 3},
		Encoding: binarize.FitOptions{Method: binarize.Width, Thresholds: 3},
	}).Model // another encoder
	differ = k.picked(protocol.Selection{Model: m, Differ: other})
	back := k.picked(protocol.Selection{Model: other, Differ: m})
	if len(differ) != len(back) || len(differ) == 0 {
		t.Errorf("%d rows differ there and %d back", len(differ), len(back))
	}
	if again := k.scored(&off); !slices.Equal(again.Outcome.Test.Rules, before.Outcome.Test.Rules) {
		t.Errorf("after all that Score = %+v, want %+v", again.Outcome.Test, before.Outcome.Test)
	}
}

// TestSelectionsOfManyClasses checks that each cell of the confusion matrix selects as many rows as it counts.
func TestSelectionsOfManyClasses(t *testing.T) {
	for _, how := range []string{protocol.ClassesEach, protocol.ClassesCodes} {
		k := newTalk(t)
		c := k.classes("irises", func(r *protocol.Train) { r.Classes = how })
		for truth, line := range c.Learned.Outcome.Test.Confusion {
			for answer, want := range line {
				rows := k.picked(protocol.Selection{
					Model: c.Members[0], MultiClass: c, Part: protocol.TestRows,
					Truth: c.Names[truth], Answer: c.Names[answer],
				})
				if len(rows) != want || want > 0 && rows[0].Truth != c.Names[truth] {
					t.Errorf("%s: %s for %s: %d rows, want %d", how, c.Names[answer], c.Names[truth], len(rows), want)
				}
			}
		}
	}
}

// TestRows covers row listings, including cells with control characters.
func TestRows(t *testing.T) {
	m := handMade()
	k := withTable(t, "age,colour,size,sex,label,row\n31,blue,1,Male,yes,=1+1\n20,red,0,Female,yes,<b>\n,green,1,Male,no,-1\n"+
		"60,green,2,Male,no,@y\n25,\"a, b\",,,no,\n40,blue,2,Male,,x\n")
	var said strings.Builder
	say := func(name string, r protocol.Request) {
		fmt.Fprintf(&said, "%s\n%s", name, golden.JSON(t, text(t, k.do(r))))
	}
	all := protocol.Selection{Model: m}
	say("two rows", protocol.ListRows{Selection: all, From: 1, Rows: 2, Columns: []string{"row", "age"}})
	say("none but their number", protocol.ListRows{Selection: all})
	say("behind the last", protocol.ListRows{Selection: all, From: 9, Rows: 2})
	filtered := all
	filtered.Filters = []protocol.Filter{{Column: "age", Text: "> 20"}, {Column: "colour", Text: "A"}}
	say("filtered", protocol.ListRows{Selection: filtered, Rows: 10, Columns: []string{"colour"}})
	say("as CSV", protocol.Predict{Of: &filtered, Columns: true})
	say("without columns", protocol.Predict{Of: &protocol.Selection{Model: m, Answer: m.Positive}})
	say("of the whole table", protocol.ListRows{})
	for _, r := range []protocol.ListRows{
		{Selection: all, From: -1},
		{Selection: all, Rows: protocol.MaxListedRows + 1},
		{Selection: all, Rows: 1, Columns: []string{"weight"}},
		{Selection: protocol.Selection{Model: m, Lines: []int{99}}},
		{Selection: protocol.Selection{Model: m, Filters: []protocol.Filter{{Column: "weight", Text: "1"}}}},
		{Selection: protocol.Selection{Model: m, Filters: []protocol.Filter{{Column: "age", Text: "old"}}}},
		{Selection: protocol.Selection{Model: m, Differ: &protocol.Model{}}},
	} {
		say("refused", r)
	}
	say("how the rules lie", protocol.Cover{Model: m})
	say("refused", protocol.Cover{})
	golden.Check(t, "testdata/rows.golden", said.String())
	newTalk(t).refused("without a table", protocol.ListRows{Selection: all}, "")
}

// TestCover checks that the coverage matches the scores and that the distributions count all cells.
func TestCover(t *testing.T) {
	k, m, _ := learnt(t, "heart-risk", "risk", "low")
	s := k.scored(m).Outcome.Train
	c := answered[protocol.Covered](k, protocol.Cover{Model: m})
	rows, taken, right := 0, 0, 0
	for n, times := range c.Times {
		if rows += times; n > 0 {
			taken += times
		}
	}
	if rows != c.Rows || rows != m.Learned.Rows {
		t.Errorf("%d rows by times, %d in all, want %d", rows, c.Rows, m.Learned.Rows)
	}
	for r, f := range c.Flow {
		rows -= f.Taken
		taken -= f.Taken
		right += f.Right
		if f.Taken > s.Rules[r].Covered || r == 0 && f.Taken != s.Rules[r].Covered {
			t.Errorf("rule %d takes %d rows of %d", r+1, f.Taken, s.Rules[r].Covered)
		}
	}
	if taken != 0 || rows != c.Rest.Reach || right != s.Confusion.TruePositives || c.Rest.Right != s.Confusion.TrueNegatives {
		t.Errorf("the flow leaves %d of %d, and is right on %d and %d; want %+v", taken, c.Rest.Reach, right, c.Rest.Right, s.Confusion)
	}
	for _, p := range c.Pairs {
		if got := len(k.picked(protocol.Selection{Model: m, Part: protocol.TrainingRows, Lines: []int{p.A, p.B}})); got != p.Rows || got == 0 {
			t.Errorf("rules %d and %d share %d rows, want %d", p.A, p.B, p.Rows, got)
		}
	}
	for _, d := range c.Columns {
		all := counts(d)
		if sum(all)+d.Missing != c.Rows {
			t.Errorf("column %d has %d cells and %d missing, want %d", d.Column, sum(all), d.Missing, c.Rows)
		}
		for r, inside := range d.Inside {
			asks := slices.ContainsFunc(m.Rules[r], func(l rule.Literal) bool { return m.Encoder.Features()[l.Feature].Column == d.Column })
			if asks != (inside != nil) || sum(inside) > s.Rules[r].Covered {
				t.Errorf("column %d, rule %d: %v of %d rows", d.Column, r+1, inside, s.Rules[r].Covered)
			}
			for b, n := range inside {
				if n > all[b] {
					t.Errorf("column %d, rule %d: %d rows in a bin of %d", d.Column, r+1, n, all[b])
				}
			}
		}
	}
}

func counts(d protocol.Distribution) (list []int) {
	if d.Histogram != nil {
		return d.Histogram.Counts
	}
	for _, v := range d.Values {
		list = append(list, v.Rows)
	}
	return list
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

// TestCSVOfASelection checks that the page size does not affect the lines, and that spreadsheets do not execute them.
func TestCSVOfASelection(t *testing.T) {
	m := handMade()
	k := withTable(t, "age,colour,size,sex,label,=row\n31,blue,1,Male,yes,=1+1\n20,red,0,Female,yes,+cmd\n"+
		",green,1,Male,no,-1\n60,green,2,Male,no,@y\n")
	const want = "row,age,colour,size,sex,label,'=row,predicted " +
		"label,rule\n1,31,blue,1,Male,yes,'=1+1,yes,1\n2,20,red,0,Female,yes,'+cmd,yes,2\n4,60,green,2,Male,no,'@y,no,0\n"
	of := protocol.Selection{Model: m, Filters: []protocol.Filter{{Column: "age", Text: "is known"}}}
	for rows := 1; rows < 5; rows++ {
		k.checkPages(protocol.Predict{Of: &of, Rows: rows, Columns: true}, want)
	}
	k.refused("behind the last row", protocol.Predict{Of: &of, From: 4}, protocol.BadSetting)
	of.Filters[0].Text = "> old"
	if r := k.refused("a filter that is none", protocol.Predict{Of: &of}, dataset.BadFilter); !strings.Contains(r.Message, "> old") {
		t.Errorf("a filter that is none: %q, want its text", r.Message)
	}
}

// TestRowsAreSorted lists all rows of a table without a model: by number or text, missing cells last, equal ones in table order.
func TestRowsAreSorted(t *testing.T) {
	k := withTable(t, "age,town,label\n10,b,x\n9,,y\n,a,x\n9,b,y\n100,c,x\n")
	for _, test := range []struct {
		sort    string
		down    bool
		filters []protocol.Filter
		want    []int
	}{
		{"", false, nil, []int{1, 2, 3, 4, 5}},
		{"age", false, nil, []int{2, 4, 1, 5, 3}},
		{"age", true, nil, []int{5, 1, 2, 4, 3}},
		{"town", false, nil, []int{3, 1, 4, 5, 2}},
		{"town", true, []protocol.Filter{{Column: "label", Text: "x"}}, []int{5, 1, 3}},
	} {
		of := protocol.ListRows{Selection: protocol.Selection{Filters: test.filters}, Columns: []string{"age"}, Sort: test.sort, Down: test.down}
		var got []int
		for of.Rows = 2; of.From < len(test.want); of.From += of.Rows {
			e := answered[protocol.RowPage](k, of)
			if e.Total != len(test.want) {
				t.Errorf("%+v: %d rows", test, e.Total)
			}
			for _, r := range e.Rows {
				got = append(got, r.Row)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("by %q, down %v: rows %v, want %v", test.sort, test.down, got, test.want)
		}
	}
	k.refused("a column that is none", protocol.ListRows{Sort: "weight", Rows: 1}, dataset.Header)
	k.load("age,label\n1,x\n2,y\n")
	if e := answered[protocol.RowPage](k, protocol.ListRows{Rows: 9}); e.Total != 2 {
		t.Errorf("%d rows of the next table", e.Total)
	}
}
