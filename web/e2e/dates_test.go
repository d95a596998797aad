package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"drnet/engine/dataset"
)

// visits returns a table with two labels: one depends on the weekday of a visit, the other on whether the stay is longer than 7 days.
func visits() string {
	var b strings.Builder
	b.WriteString("arrival,departure,age,busy,late\n")
	for i := range 400 {
		a := time.Date(2021, 1, 1, 7+i*7%12, 30, 0, 0, time.UTC).AddDate(0, 0, i*389%700)
		d := a.AddDate(0, 0, i*11%17)
		busy := a.Weekday() == time.Saturday || a.Weekday() == time.Sunday
		fmt.Fprintf(&b, "%s,%s,%d,%v,%v\n", a.Format("02.01.2006 15:04"), d.Format("2006-01-02"), 20+i*13%60, busy, i*11%17 > 7)
	}
	return b.String()
}

// Rules use the weekday of a date or the days between two dates. The parts of dates are chosen in the panel of the column, and dates are
// typed in the what-if row. The model equals that of the engine outside of the browser, byte for byte.
func TestDates(t *testing.T) {
	for _, test := range []struct{ target, rules, typed, column, yes, no string }{
		{"busy", "weekday of arrival", "auto; arrival=weekday,days", "arrival", "29.02.2020 10:00", "28.02.2020 10:00"},
		{"late", "days from arrival to departure", "auto; arrival=weekday,days", "departure", "2030-01-01", "2021-01-01"},
	} {
		t.Run(test.target, func(t *testing.T) {
			t.Parallel()
			p := open(t, visit{path: shortRun, width: 1400, height: 1000})
			p.ready()
			p.load("visits.csv", visits())
			if test.target != "late" { // the last column is proposed
				p.click("Target " + test.target)
			}
			p.click("Parts of arrival")
			p.waitText("#columns", "do not generalize to later rows")
			p.click("Month")
			p.click("Hour")
			p.shot("dates-1400")
			p.click("Close the parts")
			p.train()
			p.waitText("#rules", test.rules)
			model, file := p.model()
			if got := model.Learned.Request.Encoding.Dates; got != test.typed {
				t.Errorf("the parts are %q, want %q", got, test.typed)
			}
			checkModel(t, file, trainedNatively(t, "visits.csv", visits(), model.Learned.Request))
			p.click("What-if")
			p.waitText("#answer", "Row 1 of the table")
			p.typeCell(test.column, test.yes)
			p.waitText("#answer", test.target+" = true")
			p.typeCell(test.column, test.no)
			p.waitText("#answer", test.target+" = false")
			p.shot("dates-what-if")
		})
	}
}

// In one column no row shows whether the day or the month comes first, and another has seconds since 1970: one click each sets how they
// are read. The model equals that of the engine with the same options, byte for byte.
func TestDateOrder(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("visit,created,day,early\n")
	for i := range 300 {
		m, d := i*5%12+1, i*7%11+1
		created := time.Date(2021, 1, 1, 0, 0, i*86399, 0, time.UTC)
		fmt.Fprintf(&b, "%02d/%02d/2021,%d,%s,%v\n", m, d, created.Unix(), created.AddDate(0, 0, i*31%97).Format("20060102"), m <= 6)
	}
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.drop(".page", p.write("visits.csv", b.String()))
	p.waitText("#columns", "No row decides whether day or month comes first")
	p.waitText("#columns", "Its values are dates (YYYYMMDD)")
	p.waitText("#columns", "Its numbers may be seconds since 1970, from 2021-01-01 to 2021-10-")
	p.shot("date-order-1400")
	p.resize(360, 1600)
	p.shot("date-order-360")
	p.resize(1400, 1000)
	p.click("Read month before day in visit")
	p.waitText("#columns", "The month comes first, as you chose")
	p.click("Read as dates in created")
	p.waitText("#columns", "Its values are dates (seconds since 1970)")
	p.waitText("#columns", "The month comes first, as you chose")
	p.train()
	p.waitText("#rules", "month of visit")
	model, file := p.model()
	want := trainedNatively(t, "visits.csv", b.String(), model.Learned.Request, dataset.Options{
		DateOrder: map[string]string{"visit": dataset.MonthFirst}, Types: map[string]dataset.Kind{"created": dataset.Date},
	})
	checkModel(t, file, want)
}
