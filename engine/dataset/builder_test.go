package dataset

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset/infer"
)

// upTo returns texts of the numbers from first to last.
func upTo(format string, first, last int) []string {
	var texts []string
	for i := first; i <= last; i++ {
		texts = append(texts, fmt.Sprintf(format, i))
	}
	return texts
}

// times returns the texts n times.
func times(n int, texts ...string) []string { return slices.Repeat(texts, n) }

func join(lists ...[]string) []string { return slices.Concat(lists...) }

// cellsOf returns the cells of a column as text, ∅ for a missing one.
func cellsOf(c *Column) string {
	var cells []string
	for row := range c.rows() {
		text, ok := c.Text(row)
		if !ok {
			text = "∅"
		}
		cells = append(cells, text)
	}
	return strings.Join(cells, " ")
}

// rows returns the number of cells so far.
func (b *builder) rows() int {
	switch {
	case b.texts != nil:
		return b.texts.Len()
	case b.numbers != nil:
		return len(b.numbers.cells)
	}
	return b.codes.Len()
}

// overflown returns the column of a builder that overflows after its first cells, as with too many distinct texts.
func overflown(t *testing.T, b *builder, behind ...string) (Column, *Error) {
	t.Helper()
	n := b.codes.Len()
	if b.rows() != n {
		t.Errorf("%d rows before, want %d", b.rows(), n)
	}
	b.overflow()
	for i, cell := range behind {
		b.add([]byte(cell), n+i+2)
	}
	if b.rows() != n+len(behind) || b.codes.Len() != 0 || b.lines != nil {
		t.Errorf("%d rows and %d codes, want %d and none", b.rows(), b.codes.Len(), n+len(behind))
	}
	c, err := b.column(nil, infer.Hint{})
	if err != nil {
		return c, err.(*Error)
	}
	if c.rows() != n+len(behind) {
		t.Errorf("%d cells, want %d", c.rows(), n+len(behind))
	}
	missing := 0
	for row := range c.rows() {
		if c.IsMissing(row) {
			missing++
		}
	}
	if c.Missing != missing {
		t.Errorf("%d cells are missing, said %d", missing, c.Missing)
	}
	return c, nil
}

func TestOverflow(t *testing.T) {
	numbers, names := upTo("%d.5", 1, 40), upTo("name %d", 1, 12)
	tests := []struct {
		name          string
		cells, behind []string
		want          Kind
		show          string // the last cells
		marks         []MissingMark
		odd           int
		note          string
	}{
		{name: "numbers", cells: numbers, behind: []string{"7", "7.0"}, want: Numeric, show: "39.5 40.5 7 7"},
		{
			name: "marks", cells: join([]string{"NA"}, numbers, []string{"?"}),
			behind: []string{"7", "NA", "", "NA"}, want: Numeric, show: "40.5 ∅ 7 ∅ ∅ ∅",
			marks: []MissingMark{{"NA", 3}, {"", 1}, {"?", 1}},
		},
		{
			name: "odd numbers", cells: join(numbers, []string{"odd"}), behind: []string{"7", "even"}, want: Numeric, show: "40.5 ∅ 7 ∅", odd: 2,
			note: `2 of its 43 values are not numbers and count as missing, the first is "odd" in line 42`,
		},
		{
			name: "numbers that are too large", cells: numbers, behind: []string{"1e309"}, want: Numeric, show: "40.5 ∅", odd: 1,
			note: `1 of its 41 values are not numbers and count as missing, the first is "1e309" in line 42`,
		},
		{
			name: "decimal commas", cells: upTo("%d,5", 1, 20), behind: []string{"1.234,5", "7"}, want: Numeric, show: "20.5 ∅ 7", odd: 1,
			note: `1 of its 22 values are not numbers and count as missing, the first is "1.234,5" in line 22`,
		},
		{name: "other minus signs", cells: numbers, behind: []string{"−7"}, want: Numeric, show: "40.5 -7"},
		{name: "row numbers", cells: upTo("%d", 1, 40), behind: []string{"41", "42"}, want: ID, show: "40 41 42"},
		{
			name: "row numbers and a gap", cells: upTo("%d", 1, 40), behind: []string{"NA"}, want: Numeric, show: "40 ∅",
			marks: []MissingMark{{"NA", 1}},
		},
		{name: "names", cells: names, behind: []string{"x"}, want: ID, show: "name 12 x"},
		{
			name: "names and marks", cells: join(names, []string{"NA"}), behind: []string{"x", "?", "NA"}, want: ID,
			show: "name 12 ∅ x ∅ ∅", marks: []MissingMark{{"NA", 2}, {"?", 1}},
		},
		{name: "a name that comes again", cells: names, behind: []string{"name 7"}, want: Text, show: "name 12 name 7"},
		{name: "a name that came again", cells: join(names, []string{"name 7"}), behind: []string{"x"}, want: Text, show: "name 7 x"},
		{name: "a later name that comes again", cells: names, behind: []string{"x", "y", "x"}, want: Text, show: "name 12 x y x"},
		{name: "letters", cells: names, behind: []string{"caf\xe9"}, want: ID, show: "name 12 café"},
		{name: "dates", cells: upTo("2026-01-%02d", 1, 20), behind: []string{"2026-02-01"}, want: Date, show: "2026-01-20 2026-02-01"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := overflown(t, builderOf(test.cells...), test.behind...)
			if err != nil {
				t.Fatal(err)
			}
			if got := cellsOf(&c); c.Kind != test.want || !strings.HasSuffix(got,
				test.show) || !reflect.DeepEqual(c.Marks, test.marks) || c.Odd != test.odd {
				t.Errorf("%s, … %s, marks %v, %d odd, want %s, %s, %v, %d", c.Kind, got, c.Marks, c.Odd, test.want, test.show, test.marks, test.odd)
			}
			if got := strings.Join(c.Doubts, "; "); got != test.note || len(c.Notes) > 0 {
				t.Errorf("doubts %q, notes %q, want %q", got, c.Notes, test.note)
			}
		})
	}
}

// A column of too many texts has the wanted kind, unless that kind needs codes.
func TestOverflowAsWanted(t *testing.T) {
	for _, want := range []Kind{Text, ID, Date} {
		b := builderOf(upTo("name %d", 1, 12)...)
		b.want = want
		if c, err := overflown(t, b, "name 1"); err != nil || c.Kind != want {
			t.Errorf("names as %s: %s, %v", want, c.Kind, err)
		}
	}
	for _, want := range []Kind{Binary, Categorical, Numeric} {
		b := builderOf(upTo("name %d", 1, 12)...)
		b.want = want
		_, err := overflown(t, b)
		say := Error{
			Kind:    Type,
			Message: fmt.Sprintf(`column "x" cannot be %s: it has more than 65534 different texts`, want),
			Hint:    "leave its type to be found",
		}
		if err == nil || *err != say {
			t.Errorf("names as %s: error %v, want %v", want, err, &say)
		}
	}
	b := builderOf(upTo("%d", 1, 40)...)
	b.want = Numeric
	if c, err := overflown(t, b); err != nil || c.Kind != Numeric {
		t.Errorf("row numbers as numeric: %s, %v", c.Kind, err)
	}
}

// A numeric missing mark matches all its spellings.
func TestOverflowOfNumericMark(t *testing.T) {
	b := builderOf(upTo("%d.5", 1, 40)...)
	b.missing = infer.NewMarks([]string{"-9"})
	c, err := overflown(t, b, "-9", "-9.0", "9", "−9")
	if got := cellsOf(&c); err != nil || !strings.HasSuffix(got, "40.5 ∅ ∅ 9 ∅") || !reflect.DeepEqual(c.Marks,
		[]MissingMark{{"-9", 1}, {"-9.0", 1}, {"−9", 1}}) {
		t.Errorf("cells … %s, marks %v, %v", got, c.Marks, err)
	}
}

// Numbers become texts, without loss, if more than 1000 cells and more than one in twenty are not numbers.
func TestNumbersGiveUp(t *testing.T) {
	b := builderOf(join(upTo("%d.5", 1, 40), []string{"NA", "odd"})...)
	b.overflow()
	for i := range mostOdd {
		if b.add(fmt.Appendf(nil, "text %d", i%500), 44+i); b.numbers == nil {
			t.Fatalf("%d odd cells are too many", i+2)
		}
	}
	b.add([]byte("one more"), 2000)
	b.add([]byte("?"), 2001)
	if b.numbers != nil || b.texts == nil {
		t.Fatal("the column is still one of numbers")
	}
	c, err := b.column(nil, infer.Hint{})
	want := "1.5 2.5"
	if got := cellsOf(&c); err != nil || c.Kind != Text || !strings.HasPrefix(got, want) || !strings.Contains(got,
		"40.5 ∅ odd text 0 text 1") || !strings.HasSuffix(got, "text 499 one more ∅") ||
		!reflect.DeepEqual(c.Marks, []MissingMark{{"?", 1}, {"NA", 1}}) || c.Missing != 2 || c.rows() != 1044 {
		t.Errorf("%s of %d rows, %d missing, marks %v, %v", c.Kind, c.rows(), c.Missing, c.Marks, err)
	}
	n := &numbers{form: Form{Decimal: "."}, cells: make([]float64, 100_000), odd: make([]oddText, 5000), marks: map[string]int{}}
	if !n.add([]byte("odd"), infer.NewMarks(nil), 7) || n.add([]byte("odd"), infer.NewMarks(nil),
		8) || len(n.cells) != 100_001 || n.odd[5000] != (oddText{100_000, "odd", 7}) {
		t.Errorf("%d of %d cells are odd, want 5001 of 100001", len(n.odd), len(n.cells))
	}
	if !math.IsNaN(n.cells[100_000]) {
		t.Error("an odd cell is not missing")
	}
}

// A column of codes has its values in order, the codes of these, and its marks by frequency.
func TestCodedColumn(t *testing.T) {
	column := func(want Kind, cells ...string) Column {
		return tableOfCells(t, want, cells...).Columns[0]
	}
	c := column("", "b", "?", "a", "NA", "NA", "c", "b")
	if cellsOf(&c) != "b ∅ a ∅ ∅ c b" || !reflect.DeepEqual(c.Values,
		[]string{"a", "b", "c"}) || c.Levels != nil || !reflect.DeepEqual(c.Marks,
		[]MissingMark{{"NA", 2}, {"?", 1}}) || c.Missing != 3 {
		t.Errorf("texts: %s of %q, marks %v, %d missing", cellsOf(&c), c.Values, c.Marks, c.Missing)
	}
	c = column("", "2", "1.0", "1", "10", "?")
	if cellsOf(&c) != "2 1 1 10 ∅" || c.Values != nil || !reflect.DeepEqual(c.Levels, []float64{1, 2, 10}) || c.Kind != Numeric {
		t.Errorf("numbers: %s %s of %v, values %q", c.Kind, cellsOf(&c), c.Levels, c.Values)
	}
	c = column("", "1", "0", "1.0")
	if cellsOf(&c) != "1 0 1" || !reflect.DeepEqual(c.Values, []string{"0", "1"}) || !reflect.DeepEqual(c.Levels, []float64{0, 1}) {
		t.Errorf("two numbers: %s of %v, values %q", cellsOf(&c), c.Levels, c.Values)
	}
	c = column(Numeric, "1", "x", "2", "x")
	if cellsOf(&c) != "1 ∅ 2 ∅" || c.Odd != 2 || c.Missing != 2 || c.Codes.At(1) != -1 {
		t.Errorf("numbers and odd texts: %s, %d odd, %d missing", cellsOf(&c), c.Odd, c.Missing)
	}
	c = column("", "caf\xe9", "café", "t\x00ea", "tea", "NA")
	if cellsOf(&c) != "café café tea tea ∅" || len(c.Values) != 2 || c.Kind != Binary || len(c.Notes)+len(c.Doubts) > 0 {
		t.Errorf("texts written in two ways: %s %s of %q, notes %q", c.Kind, cellsOf(&c), c.Values, c.Notes)
	}
}

// Each row has its text or none; an empty text is a text.
func TestTextsOfRows(t *testing.T) {
	var texts Texts
	for _, s := range []string{"ab", "", "c"} {
		texts.Append([]byte(s))
		texts.AppendMissing()
	}
	got := ""
	for row := range texts.Len() {
		text, ok := texts.At(row)
		got += fmt.Sprintf("%q %v ", text, ok)
	}
	if want := `"ab" true "" false "" true "" false "c" true "" false `; got != want {
		t.Errorf("texts %s, want %s", got, want)
	}
}
