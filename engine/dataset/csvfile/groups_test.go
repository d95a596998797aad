package csvfile

import (
	"reflect"
	"strings"
	"testing"
)

// Names of columns may follow titles and groups of columns, but not a line that may have the names itself.
func TestGroupsOfColumns(t *testing.T) {
	const twice = "crp,crp,glucose,glucose\n"
	const body = "71,2.5,m,A\n35,7.5,f,B\n48,1.5,f,A\n"
	tests := []struct {
		name, above string
		names       []string
		lines       int // above the names
	}{
		{"groups", "patient,patient,,\nage,crp,sex,ward\n", []string{"age", "crp", "sex", "ward"}, 1},
		{"groups at their first columns", ",,stay,\nage,crp,sex,ward\n", []string{"age", "crp", "sex", "ward"}, 1},
		{"a title and groups", "Report 2024,,,\n,patient,,stay\nage,crp,sex,ward\n", []string{"age", "crp", "sex", "ward"}, 2},
		{"groups and units", "patient,,stay,\nage,crp,sex,ward\ny,mg/l,-,-\n", []string{"age", "crp", "sex", "ward"}, 1},
		{"names and units", "age,crp,sex,ward\nyears,mg/l,m/f,code\n", []string{"age", "crp", "sex", "ward"}, 0},
		{"names and units of some", "age,crp,sex,ward\nyears,mg/l,,\n", []string{"age", "crp", "sex", "ward"}, 0},
		{"names twice and units", "age,crp,sex,sex\nyears,mg/l,m/f,code\n", []string{"age", "crp", "sex", "sex (2)"}, 0},
		{"names twice in a row and units", twice + "mg/l,mmol/l,mg/dl,mmol/l\n", []string{"crp", "crp (2)", "glucose", "glucose (2)"}, 0},
		{"names twice in turns and units", "min,max,min,max\nC,F,mm,in\n", []string{"min", "max", "min (2)", "max (2)"}, 0},
		{"names twice and a row of texts", twice + "bdl,trace,n/k,A1\n", []string{"crp", "crp (2)", "glucose", "glucose (2)"}, 0},
	}
	for _, test := range tests {
		f, err := Open(strings.NewReader(test.above+strings.Repeat(body, 5)), OpenOptions{})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if !reflect.DeepEqual(f.Names, test.names) || f.Dialect.Preamble != test.lines {
			t.Errorf("%s: names %q below %d lines, %q", test.name, f.Names, f.Dialect.Preamble, f.Warnings)
		}
	}
}

// A given header and the names of the training table come before groups.
func TestGroupsAreOverruled(t *testing.T) {
	for _, test := range []struct {
		above, name string // of the third column
		o           OpenOptions
	}{
		{",,stay,\nage,crp,sex,ward\n", "sex", OpenOptions{}},
		{",,stay,\nage,crp,sex,ward\n", "stay", OpenOptions{Header: "yes"}},
		{"age,crp,bed,\nyears,mg/l,reader 1,reader 2\n", "bed", OpenOptions{Names: []string{"Age", "CRP", "ill"}}},
	} {
		f, err := Open(strings.NewReader(test.above+strings.Repeat("71,2.5,3,1\n35,7.5,2,2\n", 9)), test.o)
		if err != nil || f.Names[2] != test.name {
			t.Errorf("%q: names %q, %v", test.above, f.Names, err)
		}
	}
}

// Names below groups of columns are joined with these where they do not suffice alone.
func TestJoinLines(t *testing.T) {
	data := strings.Repeat("x,1,2,3\ny,4,5,6\nz,7,8,9\n", 4)
	tests := []struct {
		name, head string
		names      []string
	}{
		{"gaps", "place,cost,,total\n,rail,taxi,\n" + data, []string{"place", "cost rail", "cost taxi", "total"}},
		{
			"gaps in a short table", "place,cost,,total\n,rail,taxi,\nx,1,2,3\ny,4,5,6\nz,7,8,9\n",
			[]string{"place", "cost rail", "cost taxi", "total"},
		},
		{"a group before", "place,cost,,\n,rail,taxi,\n" + data, []string{"place", "cost rail", "cost taxi", "column4"}},
		{"the same names in two groups", ",men,,women\nplace,n,%,n\n" + data, []string{"place", "men n", "men %", "women n"}},
		{"years", ",year,year,year\n,2001,2002,2003\n" + data, []string{"column1", "year 2001", "year 2002", "year 2003"}},
		{
			"dates", "land;day;day;day\n;31.12.2018;31.12.2019;31.12.2020\n" + strings.ReplaceAll(data, ",", ";"),
			[]string{"land", "day 31.12.2018", "day 31.12.2019", "day 31.12.2020"},
		},
		{
			"three lines", "unit,staff,,\n,junior,,senior\n,n,fte,n\n" + data,
			[]string{"unit", "staff junior n", "staff junior fte", "staff senior n"},
		},
		{"statistics of pandas", "place,cost,cost,cost\n,mean,std,n\n" + data, []string{"place", "cost mean", "cost std", "cost n"}},
		{
			"two levels of pandas and its index", ",,cost,cost\n,,mean,std\nplace,line,,\n" + data,
			[]string{"place", "line", "cost mean", "cost std"},
		},
		{
			"years of pandas and its index", ",cost,cost,cost\nyear,2001,2002,2003\nplace,,,\n" + data,
			[]string{"year place", "cost 2001", "cost 2002", "cost 2003"},
		},
		{
			"two named levels of pandas and its index", "year,2001,2001,2001\nsex,f,m,all\nplace,,,\n" + data,
			[]string{"year sex place", "2001 f", "2001 m", "2001 all"},
		},
		{"a title below joined names", "place,cost,,total\n,rail,taxi,\nNorth,,,\n" + strings.Replace(data, "y,", "South,,,\ny,", 3), []string{
			"place", "cost rail", "cost taxi", "total",
		}},
		{"units", "place,cost,cost,total\n,EUR,USD,EUR\n" + data, []string{"place", "cost", "cost (2)", "total"}},
		{"units below a gap", "place,cost,,total\n,EUR,USD,EUR\n" + data, []string{"place", "cost EUR", "cost USD", "total EUR"}},
		{
			"kinds of answers", "no,day,How?,,Which?\n,,Answer,Other,Bus\n" + strings.Repeat("1,3/4/24,well,,Bus\n2,3/5/24,ill,late,\n", 8),
			[]string{"no", "day", "How? Answer", "How? Other", "Which? Bus"},
		},
		{
			"a row of texts", "place,cost,,kind\nw,,none,a\n" + strings.Repeat("x,1,,b\ny,4,,b\nz,7,,c\n", 4),
			[]string{"place", "cost", "column3", "kind"},
		},
		{"a row of consecutive numbers", ",n,m,k\nx,1,2,3\n" + data, []string{"column1", "n", "m", "k"}},
		{"a row of years", ",from,to,sum\nx,2001,2002,2003\n" + data, []string{"column1", "from", "to", "sum"}},
		{"a row without numbers", ",n,m,k\nu,NA,NA,NA\n" + data, []string{"column1", "n", "m", "k"}},
		{"a row of data", ",cost,,total\nx,1,2,3\n" + data, []string{"column1", "cost", "column3", "total"}},
	}
	for _, test := range tests {
		f, err := Open(strings.NewReader(test.head), OpenOptions{})
		if err != nil || !reflect.DeepEqual(f.Names, test.names) {
			t.Errorf("%s: names %q, %v", test.name, f.Names, err)
		}
	}
}

// New rows of a table whose names were joined are read alike, although the first line has most of the names.
func TestJoinLinesOfNewRows(t *testing.T) {
	const head = "place,day,cost,,kind\n,,rail,taxi,\n"
	names := []string{"place", "day", "cost rail", "cost taxi", "kind"}
	f, err := Open(strings.NewReader(head+strings.Repeat("x,3/4/24,1,2,u\ny,3/5/24,3,4,v\n", 5)), OpenOptions{Names: names})
	if err != nil || !reflect.DeepEqual(f.Names, names) {
		t.Errorf("names %q, %v", f.Names, err)
	}
}

// A last value that is a line end in quotes, as broken exports have it, is none: the names are above the values before it.
func TestBlankLastValue(t *testing.T) {
	f, err := Open(strings.NewReader("a;b\n\"x\";\"1\";\"\n\"\n\"y\";\"2\";\"\n\"\n"), OpenOptions{})
	if want := []string{"a", "b", "column3"}; err != nil || !reflect.DeepEqual(f.Names, want) {
		t.Errorf("names %q, %v, want %q", f.Names, err, want)
	}
}
