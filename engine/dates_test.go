package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// stays returns a table of 500 stays with a label, and dates in two layouts of the package time. Every 40th row lacks a discharge, and
// every 45th has one that is not a date.
func stays(admitted, discharged string, label func(a, d time.Time) bool) string {
	var b strings.Builder
	b.WriteString("admitted,discharged,age,label\n")
	r := rand.New(rand.NewPCG(1, 5))
	for i := range 500 {
		a := time.Date(2019, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(r.IntN(3*365*24)) * time.Hour)
		d := a.AddDate(0, 0, r.IntN(20))
		text := d.Format(discharged)
		switch {
		case i%40 == 7:
			text = ""
		case i%45 == 8:
			text = "unknown"
		}
		fmt.Fprintf(&b, "%q,%q,%d,%v\n", a.Format(admitted), text, 20+r.IntN(60), label(a, d))
	}
	return b.String()
}

func weekend(a, _ time.Time) bool  { return a.Weekday() == time.Saturday || a.Weekday() == time.Sunday }
func longStay(a, d time.Time) bool { return d.Sub(a).Hours()/24 > 7 }
func summer(a, _ time.Time) bool   { return a.Month() >= 6 }
func night(a, _ time.Time) bool    { return a.Hour() <= 6 }
func late(a, _ time.Time) bool     { return a.Year() == 2021 }

func datedRequest(choice string) protocol.Train {
	return protocol.Train{
		Target: "label", Positive: "true", Network: small, Split: protocol.Split{Share: 0.2},
		Encoding: binarize.FitOptions{Method: binarize.Target, Dates: choice},
	}
}

// Rules find the part of a date that decides, in each way of writing dates, and say it in words.
func TestDatesDecide(t *testing.T) {
	for _, test := range []struct {
		name, admitted, discharged, dates string
		label                             func(a, d time.Time) bool
		accuracy                          float64
		want                              string // a text in the rules
	}{
		{"weekday", "2006-01-02", "2006-01-02", "", weekend, 1, "weekday of admitted = S"},
		{"weekday, German", "02.01.2006 15:04", "2006-01-02", "", weekend, 1, "weekday of admitted = S"},
		{"weekday, American", "1/2/2006 3:04 PM", "2006-01-02", "", weekend, 1, "weekday of admitted = S"},
		{"weekday, two digits", "02.01.06", "2006-01-02", "", weekend, 1, "weekday of admitted = S"},
		{"weekday, names", "Jan 2, 2006", "2-Jan-2006", "", weekend, 1, "weekday of admitted = S"},
		{"weekday, offset", "2006-01-02T15:04:05+02:00", "2006-01-02", "", weekend, 1, "weekday of admitted = S"},
		{"weekday only", "2006-01-02", "2006-01-02", "weekday", weekend, 1, "weekday of admitted = S"},
		{"stay", "2006-01-02", "2006-01-02", "", longStay, 0.95, "days from admitted to discharged"},
		{"stay, two layouts", "02.01.2006 15:04", "01/02/2006", "", longStay, 0.95, "days from admitted to discharged"},
		{
			"stay of one column", "2006-01-02", "2006-01-02", "none; admitted=days; discharged=days", longStay, 0.95,
			"days from admitted to discharged",
		},
		{"month", "2006-01-02", "2006-01-02", "", summer, 1, "month of admitted ≥ 6"},
		{"month without days", "2006-01", "2006-01-02", "", summer, 1, "month of admitted ≥ 6"},
		{"hour", "2006-01-02 15:04", "2006-01-02", "", night, 1, "hour of admitted ≤ 6"},
		{"hour of Z", "2006-01-02T15:04:05Z", "2006-01-02", "", night, 1, "hour of admitted ≤ 6"},
		{"year", "2006-01-02", "2006-01-02", "year", late, 1, "year of admitted ≥ 2021"},
		{"days since", "2006-01-02", "2006-01-02", "since", late, 0.98, "days from 2019-01-0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			k := withTable(t, stays(test.admitted, test.discharged, test.label))
			m := k.train(datedRequest(test.dates)).Model
			rules := m.Text(nil)
			if got := m.Learned.Outcome().Test.Accuracy; got < test.accuracy || !strings.Contains(rules, test.want) {
				t.Errorf("the accuracy is %v with these rules:\n%s", got, rules)
			}
			if again, err := protocol.ReadModel([]byte(write(t, m))); err != nil || again.Encoder.Bits() != m.Encoder.Bits() {
				t.Errorf("the model file cannot be read: %v", err)
			}
			for row := 1; row <= 500; row += 31 {
				k.flips(protocol.Explain{Model: m, Row: row})
			}
		})
	}
}

// Dates have counterfactuals if they are cut at more thresholds than a byte can count.
func TestDatesOfManyThresholds(t *testing.T) {
	table := "when,age\n"
	for i := range 600 {
		day := time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC)
		table += day.Format(time.DateOnly) + map[bool]string{true: ",old\n", false: ",new\n"}[i < 100]
	}
	k := withTable(t, table)
	fine := binarize.FitOptions{Thresholds: 400, Dates: "since"}
	m := k.train(protocol.Train{Target: "age", Positive: "old", Network: small, Encoding: fine}).Model
	for row := 1; row <= 500; row += 31 {
		k.flips(protocol.Explain{Model: m, Row: row})
	}
}

// Which columns are derived depends on the choice, on the layouts and on the span of the dates.
func TestPartsOfDates(t *testing.T) {
	const both = "month of admitted, weekday of admitted, month of discharged, weekday of discharged, days from admitted to discharged"
	for _, test := range []struct{ name, admitted, choice, want string }{
		{"default", "2006-01-02", "", both},
		{"auto", "2006-01-02", "auto", both},
		{"none", "2006-01-02", "none", ""},
		{"times", "2006-01-02 15:04", "hour,year", "year of admitted, hour of admitted, year of discharged"},
		{"no times", "2006-01-02", "hour", ""},
		{"no days", "2006-01", "weekday", "weekday of discharged"},
		{"one column", "2006-01-02", "none; admitted=month", "month of admitted"},
		{"another for one column", "2006-01-02", "weekday; admitted=year,month", "year of admitted, month of admitted, weekday of discharged"},
		{"none for one column", "2006-01-02", "; admitted=none", "month of discharged, weekday of discharged"},
		{"days of a single column", "2006-01-02", "none; admitted=days", ""},
	} {
		k := withTable(t, stays(test.admitted, "02.01.2006", weekend))
		m := k.train(datedRequest(test.choice)).Model
		var names []string
		for _, c := range m.Encoder.Columns {
			if c.Derived != nil {
				names = append(names, c.Name)
			}
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%s: the columns are %s, want %s", test.name, got, test.want)
		}
	}
	// Dates of birth: the year describes the person.
	k := newTalk(t)
	var b strings.Builder
	b.WriteString("born,label\n")
	for i := range 200 {
		fmt.Fprintf(&b, "%d-0%d-11,%v\n", 1940+i%60, 1+i%9, i%60 < 30)
	}
	k.load(b.String())
	if rules := k.train(datedRequest("")).Model.Text(nil); !strings.Contains(rules, "year of born ≤ 1969") {
		t.Errorf("the year of birth is no feature:\n%s", rules)
	}
}

// The earliest date is that of the training rows, and parts are fitted to them alone.
func TestDatesOfTrainingRows(t *testing.T) {
	k := withTable(t, "day,label\n1999-01-01,true\n"+strings.Repeat("2020-01-05,true\n2020-03-08,false\n", 30))
	r := datedRequest("since")
	r.Split = protocol.Split{Folds: append([]uint8{0}, slices.Repeat([]uint8{1, 1, 1, 0}, 15)...)}
	m := k.train(r).Model
	if d := m.Encoder.Columns[1].Derived; d.Since != "2020-01-05" {
		t.Errorf("the reference is %s, want that of the training rows", d.Since)
	}
}

// A file for prediction has its own layout; only where that is ambiguous it is that of the model.
func TestDatesOfAnotherFile(t *testing.T) {
	k := withTable(t, stays("02/01/2006", "2006-01-02", summer))
	m := k.train(datedRequest("")).Model
	for _, test := range []struct{ name, cells, want string }{
		{"same layout", "13/01/2020 14/07/2020", "false true"},
		{"ISO", "2020-01-13 2020-07-14", "false true"},
		{"American", "01/13/2020 07/14/2020", "false true"},
		{"ambiguous as the model", "07/01/2020 01/07/2020", "false true"},
		// Without enough dates for a layout it is that of the model. No training row lacks a date: it counts as above every threshold.
		{"unreadable", "14/01/2020 30/02/2020 2020-01-13 unknown", "false true true true"},
		{"no dates at all", "x y", "true true"},
	} {
		file := "admitted,discharged,age\n"
		for cell := range strings.FieldsSeq(test.cells) {
			file += cell + ",2020-01-01,40\n"
		}
		k.load(file)
		var got []string
		for row := range strings.Fields(test.cells) {
			got = append(got, fmt.Sprint(k.explain(protocol.Explain{Model: m, Row: row + 1}).Answer == m.Prediction(true)))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: the predictions are %s, want %s", test.name, text, test.want)
		}
	}
}

// A typed date has the layout of the model, and one that is not readable counts as missing.
func TestTypedDates(t *testing.T) {
	k := withTable(t, stays("02.01.2006 15:04", "2006-01-02", weekend))
	m := k.train(datedRequest("weekday")).Model
	for text, want := range map[string]string{
		"29.02.2020 10:00": "Sat", "29.02.2020": "Sat", "01.03.2020 23:59": "Sun", "31.12.1999 00:00": "Fri", "29.02.1900": "", "2020-02-29": "",
		"": "", "soon": "",
	} {
		e := k.explain(protocol.Explain{Model: m, Values: map[string]string{"admitted": text, "discharged": "2020-01-01", "age": "40"}})
		at := slices.IndexFunc(e.Cells, func(c rule.ExplainedCell) bool { return c.Column == "weekday of admitted" })
		if c := e.Cells[at]; c.Text != want || c.Missing != (want == "") || e.Positive != strings.HasPrefix(want, "S") {
			t.Errorf("%q is %+v, and predicted %v; want %q", text, c, e.Positive, want)
		}
	}
	typed := protocol.Explain{Model: m, Values: map[string]string{"weekday of admitted": "Sat"}}
	if got := k.do(typed); fmt.Sprintf("%T", got) != "protocol.Refused" {
		t.Errorf("a typed weekday is answered by %+v", got)
	}
}

// Columns of dates are ignored and required as others are, and missing dates are treated as the policy says.
func TestSettingsOfDates(t *testing.T) {
	k := withTable(t, stays("2006-01-02", "2006-01-02", summer))
	for _, policy := range []binarize.Policy{binarize.Own, binarize.Impute, binarize.Drop} {
		r := datedRequest("")
		r.Encoding.Policy, r.Require = policy, []string{"discharged"}
		m := k.train(r).Model
		if rules := m.Text(nil); !strings.Contains(rules, "discharged") {
			t.Errorf("%s: no rule uses the required dates:\n%s", policy, rules)
		}
		for i, c := range m.Encoder.Columns {
			if policy == binarize.Impute && c.Derived != nil && c.Fill == "" {
				t.Errorf("%s is not imputed", m.Encoder.Columns[i].Name)
			}
		}
	}
	r := datedRequest("")
	r.Ignore = []string{"admitted"}
	for _, c := range k.train(r).Model.Encoder.Columns {
		if slices.Contains(c.Sources(), "admitted") {
			t.Errorf("%s is derived from an ignored column", c.Name)
		}
	}
	plan := answered[protocol.Planned](k, protocol.Plan{Train: datedRequest("")})
	at := slices.IndexFunc(plan.Columns, func(p protocol.Planning) bool { return p.Name == "admitted" })
	if p := plan.Columns[max(at, 0)]; at < 0 || p.Features < 10 || len(p.Parts) != 3 {
		t.Errorf("the plan of admitted is %+v", p)
	}
	r = datedRequest("moon")
	if got, refused := k.do(r).(protocol.Refused); !refused || !strings.Contains(got.Message, "moon") {
		t.Errorf("an unknown part is answered by %+v", got)
	}
	if _, ok := dataset.DateLayoutOf("moon"); ok {
		t.Error("moon is a layout")
	}
}
