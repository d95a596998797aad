package engine

import (
	"context"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// headed returns a table with column names; bare replaces them by generated ones.
func headed(rows int) *dataset.Table {
	numbers, codes, label := make([]float64, rows), new(dataset.Codes), new(dataset.Codes)
	for i := range rows {
		numbers[i] = float64(i * 7919 % rows)
		codes.Append(int32(i % 3))
		label.Append(int32(i / 3 % 2))
	}
	return &dataset.Table{Name: "t.csv", Rows: rows, Dialect: dataset.Dialect{Header: true}, Columns: []dataset.Column{
		{Name: "age", Kind: dataset.Numeric, Numbers: numbers},
		{Name: "colour", Kind: dataset.Categorical, Codes: codes, Values: []string{"blue", "green", "red"}},
		{Name: "label", Kind: dataset.Binary, Codes: label, Values: []string{"no", "yes"}},
	}}
}

func bare(t *dataset.Table, columns ...int) *dataset.Table {
	out := *t
	out.Dialect.Header, out.Columns = false, nil
	for i, j := range columns {
		c := t.Columns[j]
		c.Name = []string{"column1", "column2", "column3", "column4"}[i]
		out.Columns = append(out.Columns, c)
	}
	return &out
}

func final(s *Session, r protocol.Request) protocol.Event {
	var last protocol.Event
	s.Handle(context.Background(), r, func(e protocol.Event) { last = e })
	return last
}

const byNumber = "the file lacks column names: its "

// TestTablesWithoutNames checks that a table without a header gets the same predictions as with one, or is refused.
func TestTablesWithoutNames(t *testing.T) {
	table := headed(60)
	train := protocol.Train{Target: "label", Positive: "yes", Network: drnet.Config{Rules: 4, Steps: 100, Seed: 1}}
	m := final(&Session{table: table}, train).(protocol.Trained).Model
	want := final(&Session{table: table}, protocol.Apply{Model: m}).(protocol.Applied)
	old := *m
	old.Learned.Columns = nil
	tests := []struct {
		name    string
		table   *dataset.Table
		model   *protocol.Model
		refused string // kind of the refusal
		noted   bool
		scored  bool
	}{
		{"with names", table, m, "", false, true},
		{"without names", bare(table, 0, 1, 2), m, "", true, true},
		{"without the target", bare(table, 0, 1), m, "", true, false},
		{"in another order", bare(table, 1, 0, 2), m, dataset.Header, false, false},
		{"with a column too many", bare(table, 0, 1, 2, 2), m, dataset.Header, false, false},
		{"for a model that knows no names", bare(table, 0, 1, 2), &old, dataset.Header, false, false},
	}
	for _, test := range tests {
		switch e := final(&Session{table: test.table}, protocol.Apply{Model: test.model}).(type) {
		case protocol.Refused:
			if e.Kind != test.refused || e.Hint == "" {
				t.Errorf("%s: refused %+v, want %q", test.name, e, test.refused)
			}
		case protocol.Applied:
			noted := len(e.Warnings) > 0 && strings.HasPrefix(e.Warnings[0], byNumber)
			if test.refused != "" || noted != test.noted || (e.Scores != nil) != test.scored {
				t.Errorf("%s: %q, scores %v, want refused %q, a note %v, scores %v", test.name, e.Warnings, e.Scores, test.refused,
					test.noted, test.scored)
			}
			for i := range e.Answers.Rows {
				if e.Answers.Positive(i) != want.Answers.Positive(i) {
					t.Errorf("%s: the answer to row %d is %v, with names %v", test.name, i, e.Answers.Positive(i), want.Answers.Positive(i))
				}
			}
		}
	}
}

// TestTestTableWithoutNames checks that a test table without a header takes the names of the training table.
func TestTestTableWithoutNames(t *testing.T) {
	table := headed(60)
	request := protocol.Plan{Train: protocol.Train{Target: "label", Positive: "yes"}}
	e := final(&Session{table: table, test: bare(table, 0, 1, 2)}, request)
	planned, ok := e.(protocol.Planned)
	if !ok || planned.TestRows != 60 || len(planned.Notes) != 1 || !strings.HasPrefix(planned.Notes[0], "test table: "+byNumber) {
		t.Errorf("Plan = %+v, want 60 test rows and a note", e)
	}
	if e := final(&Session{table: table, test: bare(table, 1, 0, 2)}, request); !isRefused(e, dataset.Header) {
		t.Errorf("with the columns in another order Plan = %+v, want a refusal", e)
	}
	if e := final(&Session{table: table, test: bare(table, 0, 1)}, request); !isRefused(e, dataset.Header) {
		t.Errorf("without the target Plan = %+v, want a refusal", e)
	}
}

func isRefused(e protocol.Event, kind string) bool {
	r, ok := e.(protocol.Refused)
	return ok && r.Kind == kind
}

// TestLeaksAreFound checks that a plan marks a copy of the target, also if the column is ignored, and no other column.
func TestLeaksAreFound(t *testing.T) {
	table := headed(60)
	copied := table.Columns[2]
	copied.Name = "copy"
	table.Columns = append(table.Columns, copied)
	for _, ignored := range [][]string{nil, {"copy"}} {
		planned := final(&Session{table: table}, protocol.Plan{Train: protocol.Train{
			Target: "label", Positive: "yes", Ignore: ignored,
		}}).(protocol.Planned)
		if len(planned.Associations) != 3 || len(planned.Columns) != 3-len(ignored) {
			t.Errorf("without %q: %d associations, %d columns", ignored, len(planned.Associations), len(planned.Columns))
		}
		for _, a := range planned.Associations {
			if leaks := a.Leak == binarize.Leaks; leaks != (a.Name == "copy") {
				t.Errorf("%+v", a)
			}
		}
	}
}

// BenchmarkPlan plans a run on a table of ten columns; the page does so after every change of a setting.
func BenchmarkPlan(b *testing.B) {
	for name, rows := range map[string]int{"rows=100k": 100_000, "rows=1M": 1_000_000} {
		b.Run(name, func(b *testing.B) {
			table := headed(rows)
			label := table.Columns[2]
			for k := range 9 {
				c := table.Columns[k%2]
				c.Name = string(rune('a' + k))
				table.Columns = append(table.Columns, c)
			}
			s := &Session{table: table}
			b.ReportAllocs()
			for b.Loop() {
				if e := final(s, protocol.Plan{Train: protocol.Train{Target: label.Name, Split: protocol.Split{Share: 0.2}}}); !protocol.Final(e) {
					b.Fatal(e)
				}
			}
		})
	}
}
