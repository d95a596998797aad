package dataset

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// Options override what Read detects. The zero value leaves everything to Read.
type Options struct {
	Delimiter rune      `json:"delimiter,omitempty"` // between the values of a line; 0 to detect comma, semicolon, tab or bar
	Decimal   string    `json:"decimal,omitempty"`   // decimal mark of numbers: "." or ","; "" to detect it for each column
	Header    string    `json:"header,omitempty"`    // whether the first line has the names: "yes" or "no"; "" to detect it
	Encoding  string    `json:"encoding,omitempty"`  // one of Encodings; "" to detect it
	Sheet     string    `json:"sheet,omitempty"`     // name of the sheet in a file of several; "" for the one proposed by the reader
	Quote     string    `json:"quote,omitempty"`     // character around values, or "none"; "" to detect it
	Escape    string    `json:"escape,omitempty"`    // character before a quote inside a value, or "none" if it is doubled; "" to detect it
	Comment   string    `json:"comment,omitempty"`   // prefix of lines that are left out, or "none"; "" to detect it
	Skip      int       `json:"skip,omitempty"`      // lines to leave out at the beginning of the file
	Sample    int       `json:"sample,omitempty"`    // approximate number of rows to keep, drawn at random; 0 for all
	Size      int64     `json:"-"`                   // bytes of the file, to reject it early with Memory; 0 if unknown
	More      io.Reader `json:"-"`                   // a file whose rows follow: it has the same columns, in any order; nil for none
	Memory    int64     `json:"-"`                   // limit of the table in bytes; larger ones are rejected; 0 for none

	// MissingValues are the missing marks, in addition to the empty text, which always is one. A number stands for all
	// its spellings. Nil means DefaultMissing; an empty list means that only empty cells are missing.
	MissingValues []string `json:"missing_values"`

	// Values lists, by column, the missing marks that are values of the column, such as "-" next to "+"; an empty list means none. For
	// columns that it does not name, Read decides, unless MissingValues are given.
	Values map[string][]string `json:"values,omitempty"`
	// Trained describes the training table of a model whose predictions are wanted. It decides what the file leaves open, such as an
	// ambiguous decimal mark. See Table.TrainedColumns.
	Trained Trained `json:"-"`
	// Target is the column that will be predicted: its frequent missing marks count as values. "" means columns with usual names of
	// targets, such as "class".
	Target string `json:"-"`

	// Types gives the kind of columns by name, instead of inferring it: Numeric, Binary, Categorical, Date, Text or ID. Cells
	// that are not numbers are missing in a column that is given as Numeric.
	Types map[string]Kind `json:"types,omitempty"`
	// DateOrder gives, by name of a column of dates such as 03/04/2024, what comes first, DayFirst or MonthFirst, instead of inferring it.
	DateOrder map[string]string `json:"date_order,omitempty"`

	// Making reports progress unless it is nil: it is called before each column is made, with the number of columns made so far and of all
	// columns. An error ends Read.
	Making func(made, of int) error `json:"-"`
}

// Trained is how the table of a model was read.
type Trained struct {
	Columns []TrainedColumn `json:"columns"`           // in their order
	Target  string          `json:"target"`            // the name of the column that rows to predict may lack
	Missing []string        `json:"missing_values"`    // its missing marks, unless MissingValues are given; nil for the usual ones
	Quote   string          `json:"quote,omitempty"`   // around its values, '"' or "'", unless Perhaps is set; "" if none or not known
	Perhaps bool            `json:"perhaps,omitempty"` // the file may be another table: if it has few of the columns, it is read as such
}

// respell returns the names of a file with the spelling of the training table, and a note for each name that it changed. Two names match if
// csvfile.FoldName is the same and no other name has it.
func (t Trained) respell(names []string) (spelled, notes []string) {
	lacking, known := map[string][]string{}, map[string]bool{} // names of the training table that the file lacks, by folded name
	for _, c := range t.Columns {
		if known[c.Name] = true; !slices.Contains(names, c.Name) {
			folded := csvfile.FoldName(c.Name)
			lacking[folded] = append(lacking[folded], c.Name)
		}
	}
	strange := map[string]int{} // names that are not in the training table: their number by folded name
	for _, name := range names {
		if !known[name] {
			strange[csvfile.FoldName(name)]++
		}
	}
	spelled = slices.Clone(names)
	for j, name := range names {
		folded := csvfile.FoldName(name)
		if like := lacking[folded]; !known[name] && len(like) == 1 && strange[folded] == 1 && folded != "" {
			spelled[j] = like[0]
			notes = append(notes, fmt.Sprintf("column %q was taken for %q of the training table", name, like[0]))
		}
	}
	return spelled, notes
}

// lacks reports whether a column of the training table other than the target is not among the names.
func (t Trained) lacks(names []string) bool {
	return slices.ContainsFunc(t.Columns, func(c TrainedColumn) bool { return c.Name != t.Target && !slices.Contains(names, c.Name) })
}

// renamed returns the options for a file in which the column from is renamed.
func (o Options) renamed(from, to string) Options {
	o.Types, o.Values, o.DateOrder = moved(o.Types, from, to), moved(o.Values, from, to), moved(o.DateOrder, from, to)
	return o
}

func moved[V any](of map[string]V, from, to string) map[string]V {
	value, ok := of[from]
	if !ok {
		return of
	}
	of = maps.Clone(of)
	delete(of, from)
	of[to] = value
	return of
}

// of returns the training column of each column of a file, by name, or by position if the file lacks a header and has as many columns, with
// or without the target. It is the zero value for a column that the training table does not have. The result is nil if the file is another
// table: Perhaps is set, and fewer than half of the columns of the smaller table are known.
func (t Trained) of(names []string, header bool) []TrainedColumn {
	columns, known := make([]TrainedColumn, len(names)), 0
	var others []TrainedColumn
	for _, c := range t.Columns {
		if c.Name != t.Target {
			others = append(others, c)
		}
	}
	switch {
	case !header && len(names) == len(t.Columns):
		return t.Columns
	case !header && len(names) == len(others):
		return others
	}
	named := map[string]TrainedColumn{}
	for _, c := range t.Columns {
		named[c.Name] = c
	}
	for j, name := range names {
		if c, ok := named[name]; ok {
			columns[j] = c
			known++
		}
	}
	if t.Perhaps && 2*known < min(len(names), len(t.Columns)) {
		return nil
	}
	return columns
}

// A TrainedColumn is how a column of such a table was read.
type TrainedColumn struct {
	Name    string   `json:"name"`
	Kind    Kind     `json:"kind"`              // a Categorical one stays texts, even if all are numbers, a Numeric one numbers
	Values  []string `json:"values,omitempty"`  // the missing marks that are values, unless MissingValues are given
	Decimal string   `json:"decimal,omitempty"` // "." or ",", which decides where a whole file proves no decimal mark
	Unit    string   `json:"unit,omitempty"`    // of every number: "%" or a currency; "" also in files of older releases
	Marks   []string `json:"marks,omitempty"`   // the missing marks that occurred, without the empty text; nil also in files of older releases
}

// Equal reports whether the columns are the same.
func (c TrainedColumn) Equal(d TrainedColumn) bool {
	return c.Name == d.Name && c.Kind == d.Kind && slices.Equal(c.Values, d.Values)
}

// decimal returns the decimal mark of most columns of the training table that have one, "" if none has one.
func (o Options) decimal() string {
	points, commas := 0, 0
	for _, c := range o.Trained.Columns {
		switch c.Decimal {
		case ".":
			points++
		case ",":
			commas++
		}
	}
	return mostUsual(points, commas)
}

// mostUsual returns the more frequent decimal mark, a point if both are equally frequent, "" if neither occurs.
func mostUsual(points, commas int) string {
	switch {
	case commas > points:
		return ","
	case points > 0:
		return "."
	}
	return ""
}

// missing returns the missing marks that are given, or those of the training table; nil for the usual ones.
func (o Options) missing() []string {
	if o.MissingValues != nil {
		return o.MissingValues
	}
	return o.Trained.Missing
}

// Validate returns an error for the first invalid field.
func (o Options) Validate() error {
	if err := o.file(nil).Validate(); err != nil {
		return err
	}
	switch {
	case o.Decimal != "" && o.Decimal != "." && o.Decimal != ",":
		return csvfile.NewError(Type, "choose a point or a comma", "%q cannot be a decimal mark", o.Decimal)
	case o.Sample < 0:
		return csvfile.NewError(TooFewRows, "choose how many rows to keep, such as 100000",
			"a sample cannot have %d rows", o.Sample)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Types)) {
		if kind := o.Types[name]; !slices.Contains([]Kind{Numeric, Binary, Categorical, Date, Text, ID}, kind) {
			return csvfile.NewError(Type, "choose numeric, binary, categorical, date, text or id",
				"column %q cannot be made %q", name, string(kind))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.DateOrder)) {
		if first := o.DateOrder[name]; first != DayFirst && first != MonthFirst {
			return csvfile.NewError(Type, "choose day or month", "the dates of column %q cannot begin with %q", name, first)
		}
	}
	return nil
}

// kind returns the kind that the options give to a column, "" to infer it.
func (o Options) kind(name string) Kind {
	if kind := o.Types[name]; kind != "" || o.DateOrder[name] == "" {
		return kind
	}
	return Date
}

// file returns the options for csvfile. In a converted text only the header can be given, and csvfile ignores the others.
func (o Options) file(missing *infer.Marks) csvfile.OpenOptions {
	var names []string
	for _, c := range o.Trained.Columns {
		names = append(names, c.Name)
	}
	like := o.Trained.Quote
	if o.Trained.Perhaps {
		like = ""
	}
	return csvfile.OpenOptions{
		Like: like, Names: names, Delimiter: o.Delimiter, Header: o.Header, Encoding: o.Encoding, Size: o.Size, Missing: missing,
		Quote: o.Quote, Escape: o.Escape, Comment: o.Comment, Skip: o.Skip,
	}
}

// check returns an error for the first column name in the options that the table does not have.
func (o Options) check(t *Table) error {
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(o.Types)), slices.Sorted(maps.Keys(o.Values)),
		slices.Sorted(maps.Keys(o.DateOrder))) {
		if t.Column(name) < 0 {
			return t.NoColumn(name)
		}
	}
	return nil
}

// targetNames are usual names of targets.
var targetNames = []string{"answer", "class", "label", "outcome", "response", "target", "y"}

// isTarget reports whether column j is probably the target: Options.Target if the table has it, or else a column with a usual name.
func (o Options) isTarget(t *Table, j int) bool {
	name := t.Columns[j].Name
	if o.Target != "" && t.Column(o.Target) >= 0 {
		return name == o.Target
	}
	return slices.Contains(targetNames, strings.ToLower(name))
}

// marks returns the missing marks of a column. Usual are those of the file, and trained is the column in the training table. Given means
// that the options or the training table say which marks are values; otherwise Read decides.
func (o Options) marks(name string, trained TrainedColumn, usual *infer.Marks) (marks *infer.Marks, given bool) {
	values, given := o.Values[name]
	if !given {
		if given = trained.Name != ""; o.MissingValues == nil {
			values = trained.Values
		}
	}
	list := o.missing()
	if !given {
		return usual, list != nil
	}
	if list == nil {
		list = DefaultMissing()
	}
	return infer.NewMarks(slices.DeleteFunc(slices.Clone(list), func(mark string) bool { return slices.Contains(values, mark) })), true
}
