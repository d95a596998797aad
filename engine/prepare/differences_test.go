package prepare_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/engine/dataset"
	"drnet/engine/prepare"
)

// column writes a table of one column, after a column that is the same in every table.
func column(name string, rows int, cell func(i int) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "same,%s\n", name)
	for i := range rows {
		fmt.Fprintf(&b, "%s,%s\n", []string{"x", "y"}[i%2], cell(i))
	}
	return b.String()
}

func list(of ...string) func(int) string { return func(i int) string { return of[i%len(of)] } }

// spread returns numbers that fill a range evenly, in no order.
func spread(least, size int) func(int) string {
	return func(i int) string { return fmt.Sprint(least + i*7919%size) }
}

func TestDifferences(t *testing.T) {
	age := column("age", 2000, spread(0, 100))
	city := column("city", 2000, list("Oslo", "Rome", "Paris"))
	tests := []struct{ name, train, test, want string }{
		{"none", age, age, ""},
		{"fewer rows of the same kind", age, column("age", 60, spread(0, 100)), ""},
		{
			"columns in another order", age, "age,same\n" + strings.Repeat("1,x\n30,y\n50,x\n70,y\n90,x\n", 400),
			`"age" is distributed differently`,
		},
		{
			"missing column", age, "same,other\nx,1\ny,2\nx,3\n",
			`the test table lacks "age": rules cannot use a column that it lacks, so exclude it, unless it is the target, ` +
				`or rename it in the file if it has another name there; ` +
				`the training table lacks these columns of the test table, which are not used: "other"`,
		},
		{
			"another type", age, column("age", 300, list("old", "young")),
			`column "age" is numeric in the training table and binary in the test table`,
		},
		{
			"numbers for texts", column("paid", 300, list("yes", "no")), column("paid", 300, list("1", "0")),
			`column "paid" has numbers in one table and texts in the other`,
		},
		{
			"another kind of categories", city, column("city", 300, list("Oslo", "Rome")),
			`column "city" is distributed differently: population stability index 1.89, a large shift (from 0.25)`,
		},
		{
			"new category", city, column("city", 300, list("Oslo", "Rome", "Paris", "Oslo", "Rome", "Paris", "Oslo", "Rome", "Paris", "Bonn")),
			`column "city" has values that the training table lacks, such as "Bonn": 30 test rows`,
		},
		{"other dates", column("day", 300, list("13/01/2023", "14/02/2023")), column("day", 300, list("2023-03-15", "2023-04-16")), ""},
		{
			"dates and others", column("day", 300, list("13/01/2023", "14/02/2023")), column("day", 300, list("early", "late")),
			`column "day" shares no value with the training table; one is "early"`,
		},
		{
			"labels with a full stop", column("pay", 300, list("<=50K", ">50K")), column("pay", 300, list("<=50K.", ">50K.")),
			`column "pay" has its values in another form, such as "<=50K.": they match only if it is the target`,
		},
		{
			"labels of which one is another", column("pay", 300, list("<=50K", ">50K")), column("pay", 300, list("<=50K.", "?.")),
			`column "pay" shares no value with the training table; one is "<=50K."`,
		},
		{
			"no header", column("size", 300, list("1", "2", "7")), strings.Repeat("x,1\ny,2\nx,7\n", 100),
			`the file lacks column names: its 2 columns were matched with those of the training table by position`,
		},
		{
			// (2/3-1/2)·ln(4/3) + (1/3-1/2)·ln(2/3) = 0.1155
			"moderate shift", column("c", 3000, list("a", "b")), column("c", 3000, list("a", "b", "b")),
			`population stability index 0.12, a moderate shift (from 0.1 to 0.25)`,
		},
		{"large shift", age, column("age", 2000, spread(50, 100)), `a large shift (from 0.25)`},
		{
			"missing cells", age, column("age", 2000, func(i int) string { return []string{"", fmt.Sprint(i * 7919 % 100)}[i/2%2] }),
			`a large shift`,
		},
		{"a shift within chance", column("age", 30, spread(0, 100)), column("age", 30, func(i int) string { return fmt.Sprint(i * i % 97) }), ""},
	}
	for _, test := range tests {
		train, held := read(t, test.train), read(t, test.test)
		got := strings.Join(prepare.Tables{Table: train, Test: held}.Differences(), "; ")
		if !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestShiftIsTheIndex compares the index with its definition: two bins with the shares 1/2, 1/2 and 1/4, 3/4.
// (0.75-0.5)·ln(0.75/0.5) + (0.25-0.5)·ln(0.25/0.5) = 0.2747
func TestShiftIsTheIndex(t *testing.T) {
	train, held := read(t, column("c", 20_000, list("a", "b"))), read(t, column("c", 20_000, list("a", "b", "b", "b")))
	got := strings.Join(prepare.Tables{Table: train, Test: held}.Differences(), "; ")
	if want := `column "c" is distributed differently: population stability index 0.27, a large shift (from 0.25)`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func read(t *testing.T, text string) *dataset.Table {
	t.Helper()
	table, err := dataset.Read(t.Context(), "t.csv", strings.NewReader(text), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}
