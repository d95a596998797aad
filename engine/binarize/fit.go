package binarize

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// fewNumbers is the number of distinct numbers up to which a column counts as a category, as in the paper.
const fewNumbers = 5

// FitRows is the set of rows of a table that an encoder is fitted on.
type FitRows struct {
	Rows []int32 // row numbers, in any order

	// Positives reports for each of the rows whether it is positive. It may be nil unless the options use the class.
	Positives []bool

	// Classes holds the class of each of the rows, from 0, if there are more than two; Positives is then nil.
	Classes []uint8
}

// Fit fits an encoder for the columns to the rows of the sample: thresholds, values and fills for missing cells. It omits columns
// without features, such as those with one value in these rows. If none remains, the error is a *dataset.Error of kind
// NoUsableFeatures. With Drop it uses only rows without missing cells. The result does not depend on how a column is stored.
//
// References: L. Qiao, W. Wang, B. Lin: Learning accurate and interpretable decision rule sets from neural networks, AAAI 2021,
// arXiv:2103.02826, "Handling of Categorical and Numerical Attributes"; the treatment of few values is that of its experiments.
func Fit(t *dataset.Table, sample FitRows, columns []int, o FitOptions) (*Encoder, error) {
	if err := o.check(t, sample); err != nil {
		return nil, err
	}
	o = o.Complete()
	usable := slices.DeleteFunc(slices.Clone(columns), func(j int) bool { return !t.Columns[j].Usable() })
	if o.Policy == Drop {
		sample = sample.Complete(t, usable)
	}
	e, f := &Encoder{Policy: o.Policy}, fitter{sample: sample, o: o}
	dated := slices.DeleteFunc(slices.Clone(usable), func(j int) bool { return t.Columns[j].Kind != dataset.Date })
	for _, j := range usable {
		if slices.Contains(dated, j) {
			continue
		}
		if c := f.column(&t.Columns[j]); c.Bits() > 0 {
			e.Columns = append(e.Columns, c)
		}
	}
	e.Columns = append(e.Columns, f.dates(t, dated)...)
	if len(e.Columns) == 0 {
		return nil, dataset.NewError(dataset.NoUsableFeatures, "choose other columns, or a table with more rows",
			"no column has two values that rules could ask about")
	}
	return e, nil
}

// check reports options that are invalid, alone or for the table or the sample.
func (o FitOptions) check(t *dataset.Table, sample FitRows) error {
	if err := o.Validate(); err != nil {
		return err
	}
	n, needed := len(sample.Rows), sample.Positives != nil || sample.Classes != nil || o.UsesClass()
	if needed && len(sample.Positives) != n && len(sample.Classes) != n {
		return errors.New("binarize: the sample does not say of every row whether it is positive")
	}
	for _, name := range slices.Sorted(maps.Keys(o.Cuts)) {
		j := t.Column(name)
		if j < 0 {
			return fmt.Errorf("binarize: thresholds: column %q does not exist", name)
		}
		if len(o.Cuts[name].List) > 0 && t.Columns[j].Kind != dataset.Numeric {
			return fmt.Errorf("binarize: thresholds: column %q is %s and cannot have thresholds", name, t.Columns[j].Kind)
		}
	}
	choice, _ := ParseDateChoice(o.Dates)
	for _, name := range slices.Sorted(maps.Keys(choice.Of)) {
		if t.Column(name) < 0 {
			return t.NoColumn(name)
		}
	}
	return checkCodebook(t, o.Codebook)
}

// checkCodebook returns a *dataset.Error about the first entry that does not fit the columns of the table.
func checkCodebook(t *dataset.Table, book codebook.Book) error {
	for _, name := range slices.Sorted(maps.Keys(book)) {
		j, c := t.Column(name), book[name]
		namesake := book.Namesake(name, len(t.Columns), func(i int) string { return t.Columns[i].Name })
		switch {
		case j < 0:
			return t.NoColumn(name)
		case namesake != "":
			return dataset.NewError(dataset.Header, "choose another alias for one of them",
				"columns %q and %q are both called %q", namesake, name, c.Alias)
		case len(c.Groups) > 0 && t.Columns[j].Kind != dataset.Categorical && t.Columns[j].Kind != dataset.Binary:
			return dataset.NewError(dataset.Type, "make it categorical, or leave its groups out",
				"column %q is %s, and only values of a categorical column can be grouped", name, t.Columns[j].Kind)
		}
	}
	return nil
}

// Complete returns the part of the sample without missing cells in the columns.
func (s FitRows) Complete(t *dataset.Table, columns []int) FitRows {
	var kept FitRows
	for i, row := range s.Rows {
		if slices.ContainsFunc(columns, func(j int) bool { return t.Columns[j].IsMissing(int(row)) }) {
			continue
		}
		kept.Rows = append(kept.Rows, row)
		if s.Positives != nil {
			kept.Positives = append(kept.Positives, s.Positives[i])
		}
		if s.Classes != nil {
			kept.Classes = append(kept.Classes, s.Classes[i])
		}
	}
	return kept
}

// fitter fits one column after the other with shared scratch memory.
type fitter struct {
	sample FitRows
	o      FitOptions

	numbers, spare []float64 // one for each row
	ends, rights   []int32   // memory of distribution.ends and sides of the previous column
	digits         *digitCounts
	dated          bool // the columns are parts of dates: even few numbers get thresholds
}

// column encodes a column. A column of values gets a bit for each frequent value and one for all others; of two values, one bit for the
// second.
func (f *fitter) column(c *dataset.Column) EncodedColumn {
	if c.Kind == dataset.Numeric && c.IsNumber() {
		return f.fitNumbers(c)
	}
	out := EncodedColumn{Name: c.Name, ColumnEntry: f.o.Codebook[c.Name]}
	values, counts, missing := f.values(c)
	values, counts = out.group(values, counts)
	out.setValues(values, counts, f.o.Values)
	out.Missable = (f.o.Policy == Own || f.o.Policy == Drop && f.dated) && missing > 0 && len(values) > 0
	if f.o.Policy == Impute && len(out.Values) > 0 {
		out.Fill = values[slices.Index(counts, slices.Max(counts))]
	}
	return out
}

// group returns the values after grouping and their numbers of rows. A group is at the place of its first value. It removes groups
// without rows from c.
func (c *EncodedColumn) group(values []string, counts []int) (names []string, rows []int) {
	if len(c.Groups) == 0 {
		return values, counts
	}
	places := finder{texts: map[string]int32{}, numbers: map[float64]int32{}, stranger: unseen}
	for i, g := range c.Groups {
		for _, v := range append([]string{g.Name}, g.Values...) {
			places.add(v, int32(i))
		}
	}
	at := map[string]int{}
	for i, v := range values {
		if g := places.textPlace(v); g >= 0 {
			v = c.Groups[g].Name
		}
		k, known := at[v]
		if !known {
			k, names, rows = len(names), append(names, v), append(rows, 0)
			at[v] = k
		}
		rows[k] += counts[i]
	}
	c.Groups = slices.DeleteFunc(slices.Clone(c.Groups), func(g codebook.ValueGroup) bool { _, known := at[g.Name]; return !known })
	return names, rows
}

// setValues makes one bit for each value, one bit for two values, and none for a single value. If there are more than most values, the
// most frequent ones get a bit each, the earlier in a tie, and the others share one.
func (c *EncodedColumn) setValues(values []string, counts []int, most int) {
	switch {
	case len(values) < 2:
	case len(values) == 2:
		c.Values, c.Other = values[1:], values[0]
	case len(values) <= most:
		c.Values = values
	default:
		byCount := bitmat.Indexes[int](len(values))
		slices.SortStableFunc(byCount, func(a, b int) int { return counts[b] - counts[a] })
		named := make([]bool, len(values))
		for _, i := range byCount[:most] {
			named[i] = true
		}
		for i, v := range values {
			if named[i] {
				c.Values = append(c.Values, v)
			} else {
				c.Rest = append(c.Rest, v)
			}
		}
	}
}

// fitNumbers makes thresholds, or a value of each number if these are few.
func (f *fitter) fitNumbers(c *dataset.Column) EncodedColumn {
	out, cut := EncodedColumn{Name: c.Name, ColumnEntry: codebook.ColumnEntry{Label: f.o.Codebook[c.Name].Label}}, f.o.cut(c.Name)
	t := f.countNumbers(c, cut.Method == Target && len(cut.List) == 0)
	if len(t.levels) == 0 {
		return out
	}
	// Drop keeps rows without missing cells, but a quotient may still be missing there: x / 0.
	out.Missable = (f.o.Policy == Own || f.o.Policy == Drop && c.Computed != nil) && t.missing > 0
	var tree []float64
	if len(t.sides) > 0 {
		tree = t.treeCuts(cut.Count + moreLeaves)
	}
	fill := t.mean()
	if f.o.Policy == Impute {
		t.add(fill, t.missing)
	}
	switch n := len(t.levels); {
	case len(cut.List) > 0:
		out.Thresholds = slices.Compact(slices.Sorted(slices.Values(cut.List)))
	case n <= min(fewNumbers, max(f.o.Values, 2)) && !f.dated:
		out.setValues(dataset.FormatNumbers(t.levels), nil, n)
	case n <= cut.Count+1:
		out.Thresholds = slices.Clone(t.levels[:n-1])
	default:
		out.Thresholds = t.cutPoints(cut, tree)
	}
	if c.Computed != nil && len(cut.List) == 0 {
		for i, x := range out.Thresholds {
			out.Thresholds[i] = t.shorten(x)
		}
		slices.Sort(out.Thresholds)
		out.Thresholds = slices.Compact(out.Thresholds)
	}
	if f.o.Policy == Impute && out.Bits() > 0 {
		out.Fill = dataset.FormatNumber(fill)
	}
	return out
}

// Policy is the treatment of missing cells.
type Policy string

// The policies. Own is the default; the paper imputes numbers and drops rows.
const (
	Own    Policy = "own"    // a column with missing cells gets its own feature for them
	Impute Policy = "impute" // the mean or the most frequent value of the fitted rows replaces them
	Drop   Policy = "drop"   // rows with missing cells are left out
)

// Method is the way to choose thresholds.
type Method string

// The methods. Quantile is the default and the paper's.
const (
	Quantile Method = "quantile" // inner quantiles of the rows
	Width    Method = "width"    // equal steps from the least to the largest value
	Distinct Method = "distinct" // inner quantiles of the distinct values
	Target   Method = "target"   // quantiles of the rows, of the distinct values, and the cuts of a decision tree
)

// Deriving is whether differences and ratios of two columns of numbers are features; see Encoder.Derive.
type Deriving string

// The choices. NotDerived is the default.
const (
	NotDerived  Deriving = ""
	WithDerived Deriving = "on"
	TryDerived  Deriving = "auto" // if they improve cross-validated accuracy; package train decides
)

const (
	defaultThresholds = 9    // deciles, as in the paper
	maxThresholds     = 1000 // more would hardly differ, and need much memory
	defaultValues     = 30   // rarer values have too few rows for a rule
	maxValues         = 1000
)

// FitOptions are the settings of Fit. The zero value is the paper's encoding, with Own for missing cells.
type FitOptions struct {
	Method Method `json:"method,omitempty"` // zero means Quantile

	// Thresholds is the number of thresholds n for each column of numbers, up to 1000. Zero means 9. A column may get fewer or,
	// with Target, up to 3n+2.
	Thresholds int `json:"thresholds,omitempty"`

	Policy Policy `json:"policy,omitempty"` // zero means Own

	// Values is the number of most frequent values that get their own feature, up to 1000; the others share one. Zero means 30.
	Values int `json:"values,omitempty"`

	Derived Deriving `json:"derived,omitempty"` // zero means NotDerived

	// Codebook has aliases, units and groups of values of columns, by the column's name.
	Codebook codebook.Book `json:"codebook,omitempty"`
	// Dates says which parts of dates become features, as ParseDateChoice reads it; "" means "auto".
	Dates string `json:"dates,omitempty"`

	// Cuts override the thresholds of columns of numbers, by the column's name.
	Cuts map[string]ColumnThresholds `json:"cuts,omitempty"`
}

// ColumnThresholds overrides the thresholds of one column. A List replaces the other fields.
type ColumnThresholds struct {
	Method Method    `json:"method,omitempty"` // zero means FitOptions.Method
	Count  int       `json:"count,omitempty"`  // as FitOptions.Thresholds; zero means that number
	List   []float64 `json:"list,omitempty"`   // the thresholds themselves, in any order; nil means that Fit chooses them
}

// UsesClass reports whether the choice of features depends on the class of the rows.
func (o FitOptions) UsesClass() bool {
	if o.Method == Target || o.Derived != NotDerived {
		return true
	}
	for _, c := range o.Cuts {
		if c.Method == Target && len(c.List) == 0 {
			return true
		}
	}
	return false
}

// Validate reports the first field that is out of range.
func (o FitOptions) Validate() error {
	if err := (ColumnThresholds{Method: o.Method, Count: o.Thresholds}).validate(); err != nil {
		return fmt.Errorf("binarize: thresholds: %w", err)
	}
	if _, err := ParseDateChoice(o.Dates); err != nil {
		return fmt.Errorf("binarize: %w", err)
	}
	switch {
	case o.Policy != "" && o.Policy != Own && o.Policy != Impute && o.Policy != Drop:
		return fmt.Errorf("binarize: missing cells: unknown policy %q: choose own, impute or drop", string(o.Policy))
	case !slices.Contains([]Deriving{NotDerived, WithDerived, TryDerived}, o.Derived):
		return fmt.Errorf("binarize: derived columns: %q is unknown: choose on, auto or off", string(o.Derived))
	case o.Values < 0 || o.Values > maxValues:
		return fmt.Errorf("binarize: values: %d is not in 0 to %d", o.Values, maxValues)
	}
	if err := o.Codebook.Validate(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(o.Cuts)) {
		if err := o.Cuts[name].validate(); err != nil {
			return fmt.Errorf("binarize: thresholds: column %q: %w", name, err)
		}
	}
	return nil
}

func (c ColumnThresholds) validate() error {
	switch {
	case !slices.Contains([]Method{"", Quantile, Width, Distinct, Target}, c.Method):
		return fmt.Errorf("unknown method %q: choose quantile, width, distinct or target", string(c.Method))
	case c.Count < 0 || c.Count > maxThresholds:
		return fmt.Errorf("%d is not in 0 to %d", c.Count, maxThresholds)
	case len(c.List) > maxThresholds:
		return fmt.Errorf("%d thresholds are more than %d", len(c.List), maxThresholds)
	}
	for _, x := range c.List {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%v is not a threshold", x)
		}
	}
	return nil
}

// Complete returns the options with every default filled in.
func (o FitOptions) Complete() FitOptions {
	o.Method, o.Policy = cmp.Or(o.Method, Quantile), cmp.Or(o.Policy, Own)
	o.Codebook = o.Codebook.Sorted()
	o.Thresholds, o.Values = cmp.Or(o.Thresholds, defaultThresholds), cmp.Or(o.Values, defaultValues)
	return o
}

// cut returns the settings of a column's thresholds, with every default filled in.
func (o FitOptions) cut(name string) ColumnThresholds {
	c := o.Cuts[name]
	c.Count, c.Method = cmp.Or(c.Count, o.Thresholds), cmp.Or(c.Method, o.Method)
	return c
}
