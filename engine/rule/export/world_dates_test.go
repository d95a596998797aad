package export_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// dated uses all parts of two date columns.
func dated(policy binarize.Policy, first, second string) *rule.Model {
	e := &binarize.Encoder{Policy: policy, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{50}}, // 0
		{Name: "admitted", Layout: first},
		{Name: "dis \"charged\"", Layout: second},
	}}
	m := &rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: e, Rules: rule.Set{{}}}
	for _, c := range []struct {
		d      binarize.Derived
		limits []float64
		rules  rule.Set // features from that of the column on
	}{
		{binarize.Derived{Op: binarize.Year, Of: [2]string{"admitted"}}, []float64{1999, 2019.5}, rule.Set{{is(0)}, {not(1), is(-1)}}},
		{binarize.Derived{Op: binarize.Month, Of: [2]string{"admitted"}}, []float64{2, 6}, rule.Set{{not(0), is(1)}}},
		{binarize.Derived{Op: binarize.Weekday, Of: [2]string{"admitted"}}, nil, rule.Set{{is(1)}, {not(0), not(1), is(-1)}}},
		{binarize.Derived{Op: binarize.Hour, Of: [2]string{"admitted"}}, []float64{6, 12}, rule.Set{{not(0), is(1)}}},
		{binarize.Derived{Op: binarize.Since, Of: [2]string{"admitted"}, Since: "2020-02-29"}, []float64{-1, 365}, rule.Set{{is(0), not(-2)}}},
		{
			binarize.Derived{Op: binarize.Days, Of: [2]string{"admitted", "dis \"charged\""}},
			[]float64{-30, 7, 1000},
			rule.Set{{not(1), is(2)}, {is(0)}},
		},
		{binarize.Derived{Op: binarize.Month, Of: [2]string{"dis \"charged\""}}, []float64{1, 11}, rule.Set{{not(1)}, {is(0), not(-3)}}},
	} {
		column, at := binarize.EncodedColumn{Name: c.d.Name(), Derived: &c.d, Thresholds: c.limits}, e.Bits()
		if c.limits == nil {
			column.Values = []string{"Sat", "Sun"}
		}
		switch {
		case policy == binarize.Impute && c.limits == nil:
			column.Fill = "Sun"
		case policy == binarize.Impute:
			column.Fill = "7.5"
		case policy == binarize.Own:
			column.Missable = true
			m.Rules = append(m.Rules, rule.Rule{is(at + max(len(c.limits), 2)), is(0)})
		}
		e.Columns = append(e.Columns, column)
		for _, r := range c.rules {
			conditions := make(rule.Rule, len(r))
			for i, l := range r {
				conditions[i] = rule.Literal{Feature: max(at+l.Feature, 0), Not: l.Not}
			}
			m.Rules = append(m.Rules, conditions)
		}
	}
	m.Rules = m.Rules[1:]
	return m
}

// fewWeekdays has a feature for three weekdays, and one for the others, of which the training rows lack Thursday.
func fewWeekdays(policy binarize.Policy, layout string) *rule.Model {
	d := binarize.Derived{Op: binarize.Weekday, Of: [2]string{"seen"}}
	weekday := binarize.EncodedColumn{
		Name: d.Name(), Derived: &d, Values: []string{"Mon", "Sat", "Sun"}, Rest: []string{"Tue", "Wed", "Fri"}, Missable: policy == binarize.Own,
	}
	if policy == binarize.Impute {
		weekday.Fill = "Fri"
	}
	e := &binarize.Encoder{Policy: policy, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{20, 50, 70}}, // 0 to 2
		{Name: "seen", Layout: layout},
		weekday, // 3 to 5, 6 rest
	}}
	return &rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: e, Rules: rule.Set{
		{is(0), is(6)}, {not(0), is(1), not(3), not(6)}, {not(1), is(2), not(6)}, {not(2), not(4), not(3)},
	}}
}

// TestRowsHaveEveryWeekday: for every rule about a weekday, a program carries rows of all weekdays that meet its other conditions.
func TestRowsHaveEveryWeekday(t *testing.T) {
	crowd := fewWeekdays(binarize.Own, "YYYY-MM-DD")
	crowd.Rules = slices.Concat(crowd.Rules, crowd.Rules, crowd.Rules)
	for _, m := range []*rule.Model{fewWeekdays(binarize.Impute, "seconds since 1970"), crowd} {
		rows, err := export.Probes(m, 100)
		if err != nil {
			t.Fatal(err)
		}
		w, features := newWorld(t, "weekdays", m, rows), m.Encoder.Features()
		for k, r := range m.Rules {
			others := *m
			others.Rules = rule.Set{slices.DeleteFunc(slices.Clone(r), func(l rule.Literal) bool { return features[l.Feature].Column == 2 })}
			days := map[string]bool{}
			for i, answer := range newWorld(t, "", &others, w.cellsOf(t, &others)).answers {
				text, _ := w.rows[i][1].(string)
				layout, _ := dataset.DateLayoutOf(m.Encoder.Columns[1].Layout)
				if hours, ok := layout.Hours(text); ok && answer == m.Positive {
					days[binarize.Weekdays[(hours/24+2)%7]] = true
				}
			}
			if len(days) < len(binarize.Weekdays) {
				t.Errorf("rule %d of %d has rows of %v only", k+1, len(m.Rules), days)
			}
		}
	}
}

// hasPMMLDates reports whether PMML can read the dates of a model, if it has some.
func hasPMMLDates(m *rule.Model) bool {
	return !slices.ContainsFunc(m.Encoder.Columns, func(c binarize.EncodedColumn) bool {
		l, _ := dataset.DateLayoutOf(c.Layout)
		return c.Layout != "" && !l.IsInteger() && !strings.HasPrefix(c.Layout, "YYYY-MM-DD")
	})
}

// spelledDates are worlds whose rows have dates, and texts that nearly are, in all ways of writing.
func spelledDates(t testing.TB) (worlds []world) {
	var texts []any
	for _, day := range []string{
		"2020-02-29", "1900-02-29", "1900-02-28", "2000-02-29", "2021-02-29", "2021-04-31", "2021-12-31", "0001-01-01", "0000-12-31",
		"9999-12-31", "2021-13-01", "2021-00-10", "2021-1-2", "2021-01-00", "2021-01-32", "12021-01-01", "2021-1", "2021-01", "1799-12",
		"29.02.2020", "29.02.1900", "31.04.2021", "1.2.2021", "01.2.21", "31.12.68", "31.12.69", "1.1.70", "29.02.00", "29/02/00", "1/2/21",
		"02/29/2020", "02/29/2021", "12/31/1999", "13/01/2020", "01/13/2020", "01/2021", "1/2021", "13/2021", "1/1799",
		"29-Feb-2020", "29-feb-2019", "1-SEP-2021", "1-Sept-2021", "01-september-2021", "31-Jun-2021", "31-Dec-69", "2020-Feb-29", "2021-May-1",
		"1.May.2021", "1. May. 2021", "1. May 2021", "1.May  2021", "1. May2021", "Feb 29, 2020", "February 29 2020", "Feb 30, 2020",
		"29FEB2020", "30feb2020", "1september2021", "31DEC69", "1MAY0", "Feb-29-2020", "Feb 2020", "february 2021", "Febr 2021", "",
	} {
		for _, clock := range []string{
			"", " 00:00", "T23:59:59", "t7:05", ", 12:30 pm", " 12:30 AM", " 9:30 PST", " 12:15:01 cest", " 6:59 PM", " 13:00 pm", "T22:30:00Z",
			"T01:30:00.123456+02:00",
			" 23:59:60 -0930", " 12:30 +02", " 12:30 +02:", " 24:00", " 12:60", " 12:30:61", " 1230", " 12:3", " 12:30:5", " 12:30:05.",
			" 12:30 MEZX", " 12:30 +2", " 12:30:30,5 utc", "  12:30", " 12:30  Z", ":23:59:59.5", ":12:30 PM", ": 12:30", "x", " ", "T",
			" 5:20:11 PM GMT+1", " 5:20 AM est-0330", " 5:20 PM GMT+1:3", " 5:20 GMT PM", " 5:20+", " 5:20 Z+02:", " 5:20+02:300", " 5:20PM ",
		} {
			texts = append(texts, day+clock)
		}
	}
	for _, n := range []int{
		20200229, 20240229, 20230229, 20240131, 20240132, 20241301, 20240100, 19000228, 17991231, 21991231, 22000101, 2024013, 202401311,
		-20240131, 0, -1, -3600, -3601, 1709251199, 1709251200, -62135596800, -62135596801, 99999999999, 100000000000,
		951782400, 1582934400, 1614556799,
		1709251199999, 1709251200000, -62135596800000, -62135596800001, 99999999999999, 951782400000, 946684799999,
	} {
		for _, end := range []string{"", ".0", ".00", ".", ".5", ".01", ".5.5", ".0x", " ", "e0", "x"} {
			texts = append(texts, fmt.Sprint(n)+end)
		}
		texts = append(texts, float64(n), float64(n)+0.5)
	}
	texts = append(texts, nil, 3.0, "unknown", "２０２１-01-01", "2021-01-01\n", "\u017fep 1, 2021")
	for i, layout := range []string{
		"YYYY-MM-DD hh:mm", "DD.MM.YYYY hh:mm", "MM/DD/YYYY hh:mm", "DD/MM/YYYY hh:mm", "DD.MM.YY hh:mm", "DD/MM/YY hh:mm", "MM/DD/YY hh:mm",
		"DD-Mon-YYYY hh:mm", "DD-Mon-YY hh:mm", "YYYY-Mon-DD hh:mm", "DD.Mon.YYYY hh:mm", "Mon DD YYYY hh:mm", "Mon-DD-YYYY hh:mm", "YYYY-MM",
		"MM/YYYY", "Mon YYYY", "DDMonYYYY:hh:mm", "DDMonYY:hh:mm", "YYYYMMDD", "seconds since 1970", "milliseconds since 1970",
	} {
		policy := []binarize.Policy{binarize.Own, binarize.Impute}[i%2]
		m := dated(policy, layout, layout)
		at := (5 * i) % len(m.Rules) // another rule comes first, and decides
		m.Rules = append(slices.Clone(m.Rules[at:]), m.Rules[:at]...)
		w := probed(t, layout, m)
		var rows [][]any
		for k, text := range texts {
			row := append([]any{}, w.rows[k%len(w.rows)]...)
			for j, c := range w.columns {
				if m.Encoder.Columns[c.At].Layout != "" && (k+j)%3 > 0 {
					row[j] = text
				}
			}
			rows = append(rows, row)
		}
		w = newWorld(t, "spellings of "+layout, m, rows)
		worlds = append(worlds, w.withAnswers("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"))
	}
	return worlds
}

// manyParts has a rule about several parts of a date, and of the days to another date; the names are long.
func manyParts(first, second string) *rule.Model {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: first, Layout: "YYYY-MM-DD"}, {Name: second, Layout: "DD.MM.YYYY"},
	}}
	for _, c := range []struct {
		d      binarize.Derived
		limits []float64
		values []string
	}{
		{binarize.Derived{Op: binarize.Days, Of: [2]string{first, second}}, []float64{-101}, nil}, // 0
		{binarize.Derived{Op: binarize.Days, Of: [2]string{second, first}}, []float64{400}, nil},  // 1
		{binarize.Derived{Op: binarize.Month, Of: [2]string{first}}, []float64{9}, nil},           // 2
		{binarize.Derived{Op: binarize.Weekday, Of: [2]string{first}}, nil, []string{"Thu"}},      // 3, 4 rest
		{binarize.Derived{Op: binarize.Since, Of: [2]string{first}, Since: "2000-02-29"}, []float64{8373}, nil},
	} {
		e.Columns = append(e.Columns, binarize.EncodedColumn{Name: c.d.Name(), Derived: &c.d, Thresholds: c.limits, Values: c.values})
	}
	e.Columns[5].Rest = []string{"Mon", "Sat"}
	return &rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: e, Rules: rule.Set{
		{is(2), is(3)}, {is(2), not(3), not(5)}, {is(0), is(1), not(2), is(3)},
	}}
}

// TestQueryNamesDiffer: PostgreSQL keeps 63 bytes of a name, so that no two names of a query begin with the same ones.
func TestQueryNamesDiffer(t *testing.T) {
	text := exported(t, world{model: manyParts(strings.Repeat("a", 60), strings.Repeat("a", 59)+"b")}, export.SQL)
	long := map[string]string{}
	for i, name := range strings.Split(text, `"`) {
		if i%2 == 1 && len(name) > 63 {
			if other := long[name[:63]]; other != "" && other != name {
				t.Errorf("%q and %q are one column to PostgreSQL", other, name)
			}
			long[name[:63]] = name
		}
	}
}
