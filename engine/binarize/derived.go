package binarize

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Derived says how the cells of a column are computed from its operands: two columns of numbers, or one or two columns of dates. The
// result is missing if an operand is missing or if the result is not finite, as after a division by zero.
type Derived struct {
	Op    Operation `json:"op"`
	Of    [2]string `json:"of"`              // the names of the operands, in order; the second is "" if there is one
	Since string    `json:"since,omitempty"` // the reference date of Since, as YYYY-MM-DD
}

// Operation is how operands become a number, or a weekday.
type Operation string

// The operations.
const (
	Difference Operation = "difference" // the first minus the second
	Ratio      Operation = "ratio"      // the first divided by the second

	Year    Operation = "year"    // of a date
	Month   Operation = "month"   // of a date, from 1
	Weekday Operation = "weekday" // of a date, one of Weekdays
	Hour    Operation = "hour"    // of a date with a time, from 0
	Days    Operation = "days"    // from the first date to the second: calendar days, negative if the second is earlier
	Since   Operation = "since"   // calendar days from a reference date to a date
)

// Name returns the name of the column, such as "income − debt", "weekday of admitted" or "days from admitted to discharged".
func (d *Derived) Name() string {
	switch d.Op {
	case Ratio:
		return d.Of[0] + " / " + d.Of[1]
	case Difference:
		return d.Of[0] + " − " + d.Of[1]
	case Days:
		return "days from " + d.Of[0] + " to " + d.Of[1]
	case Since:
		return "days from " + d.Since + " to " + d.Of[0]
	}
	return string(d.Op) + " of " + d.Of[0]
}

// labelOf returns the label of a derived column: its name with the aliases of the operands, if these have aliases, and the unit of a
// difference.
func (e *Encoder) labelOf(d *Derived) (l codebook.Label) {
	var of [2]codebook.Label
	for i, name := range (&EncodedColumn{Derived: d}).Sources() {
		of[i] = e.Columns[e.Column(name)].Label
	}
	if named := (&Derived{d.Op, [2]string{of[0].Title(d.Of[0]), of[1].Title(d.Of[1])}, d.Since}).Name(); named != d.Name() {
		l.Alias = named
	}
	if d.Op == Difference && of[0].Unit == of[1].Unit {
		l.Unit = of[0].Unit
	}
	return l
}

// Number computes the number of a row from the numbers of the operands. A date has its hours as dataset.DateLayout counts them, a weekday
// its place in Weekdays, and a missing value is NaN.
func (d *Derived) Number(a, b float64) float64 {
	if d.IsDate() {
		return d.dateNumber(a, b)
	}
	x := a - b
	if d.Op == Ratio {
		x = a / b
	}
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x + 0 // -0 becomes 0
}

// column returns the computed column. The operands may hold texts, which are parsed.
func (d *Derived) column(a, b *dataset.Column) *dataset.Column {
	return &dataset.Column{
		Name: d.Name(), Kind: dataset.Numeric,
		Computed: func(row int) float64 { return d.Number(a.Parsed(row), b.Parsed(row)) },
	}
}

// validate reports an error in a derived column c read from JSON, which follows its operands.
func (d *Derived) validate(c *EncodedColumn, before []EncodedColumn) error {
	if d == nil {
		if n := len(before); n > 0 && before[n-1].Derived != nil {
			return errors.New("it follows derived columns")
		}
		return nil
	}
	for _, name := range c.Sources() {
		i := slices.IndexFunc(before, func(o EncodedColumn) bool { return o.Name == name })
		if i < 0 || before[i].Derived != nil || d.IsDate() != (before[i].Layout != "") || !d.IsDate() && len(before[i].Thresholds) == 0 {
			return errors.New("its operands are not columns of thresholds or of dates")
		}
	}
	_, since := referenceLayout.Hours(d.Since)
	if !slices.Contains(operations, d.Op) || (d.Of[1] != "") != d.isPair() || since != (d.Op == Since) || c.Name != d.Name() ||
		len(c.Thresholds) == 0 && d.Op != Weekday || d.Op == Weekday && !areWeekdays(c) {
		return errors.New("its name or its features do not belong to its operation")
	}
	return nil
}

// Sources returns the columns of the table that the column is read from.
func (c *EncodedColumn) Sources() []string {
	switch {
	case c.Derived == nil:
		return []string{c.Name}
	case c.Derived.Of[1] == "":
		return c.Derived.Of[:1]
	}
	return c.Derived.Of[:]
}

// AddOperands marks the operands of the derived columns that are marked.
func (e *Encoder) AddOperands(columns []bool) {
	for i, c := range e.Columns {
		for k := range e.Columns {
			if columns[i] && c.Derived != nil && slices.Contains(c.Derived.Of[:], e.Columns[k].Name) {
				columns[k] = true
			}
		}
	}
}

// In returns the column of a table that a column of the encoder stands for, computed if it is derived; nil if the table lacks a source.
func (e *Encoder) In(c *EncodedColumn, t *dataset.Table) *dataset.Column {
	var from [2]*dataset.Column
	for i, name := range c.Sources() {
		j := t.Column(name)
		if j < 0 {
			return nil
		}
		from[i] = &t.Columns[j]
	}
	switch {
	case c.Derived == nil:
		return from[0]
	case c.Derived.IsDate():
		return c.Derived.ofDates(e.hours(from[0]), e.hours(from[1]))
	}
	return c.Derived.column(from[0], from[1])
}

const (
	mostDerived  = 20   // columns; each has as many features as a column of the table
	mostOperands = 40   // columns that are paired, those that separate the classes best
	derivedRows  = 5000 // rows of the sample that pairs are compared on

	// leastGain is the least gain of a derived column, as a χ² statistic of one degree of freedom. It is high because the best of
	// hundreds of pairs, with many thresholds each, exceeds 10 by chance.
	leastGain = 16
)

// operand is a column of thresholds with the numbers of a sample.
type operand struct {
	name    string
	numbers []float64
	gain    float64 // of its best threshold
}

// candidate is a column that may be derived.
type candidate struct {
	Derived
	gain float64 // of its best threshold, minus that of the better operand
}

// Derive appends up to 20 differences and ratios of two columns with thresholds, and fits their thresholds. It takes those whose best
// threshold separates the classes of the sample better than the best threshold of either operand, by more than chance explains, the
// largest gains first; ties go to the earlier columns. It calls observe for each pair, and returns its error.
func (e *Encoder) Derive(t *dataset.Table, sample FitRows, o FitOptions, observe func(done, of int) error) error {
	o = o.Complete()
	f := fitter{sample: sample.thinned(derivedRows), o: o}
	rows := f.sample.Rows
	f.sample.Rows = bitmat.Indexes[int32](len(rows)) // operands have numbers of these rows only
	operands, least := f.operands(e, t, rows), float64(leastGain*f.impurity())
	var found []candidate
	numbers := make([]float64, len(rows))
	try := func(a, b operand, op Operation) (c candidate) {
		c.Derived = Derived{Op: op, Of: [2]string{a.name, b.name}}
		for k := range numbers {
			numbers[k] = c.Number(a.numbers[k], b.numbers[k])
		}
		c.gain = f.gain(numbers) - max(a.gain, b.gain)
		return c
	}
	for i, b := range operands {
		for _, a := range operands[:i] {
			if err := observe(i, len(operands)); err != nil {
				return err
			}
			ratio := try(a, b, Ratio)
			if inverse := try(b, a, Ratio); inverse.gain > ratio.gain {
				ratio = inverse
			}
			found = append(found, try(a, b, Difference), ratio)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return cmp.Less(found[j].gain, found[i].gain) })
	f = fitter{sample: sample, o: o}
	taken := map[string]bool{}
	for _, c := range found {
		if len(taken) == mostDerived || c.gain <= least {
			break
		}
		if err := observe(len(operands), len(operands)); err != nil {
			return err
		}
		name := c.Name()
		if t.Column(name) >= 0 || taken[name] {
			continue
		}
		d := new(c.Derived)
		out := f.fitNumbers(e.In(&EncodedColumn{Derived: d}, t))
		out.Label = e.labelOf(d)
		if out.Derived = d; len(out.Thresholds) > 0 {
			e.Columns, taken[name] = append(e.Columns, out), true
		}
	}
	return nil
}

// thinned returns at most this number of rows, evenly spaced.
func (s FitRows) thinned(most int) FitRows {
	n := len(s.Rows)
	if n <= most {
		return s
	}
	var out FitRows
	for i := range most {
		k := i * n / most
		out.Rows = append(out.Rows, s.Rows[k])
		if s.Classes != nil {
			out.Classes = append(out.Classes, s.Classes[k])
		} else {
			out.Positives = append(out.Positives, s.Positives[k])
		}
	}
	return out
}

// gain returns how much the best threshold decreases the Gini impurity of the sample, in rows. Numbers has one number for each row.
func (f *fitter) gain(numbers []float64) float64 {
	d := f.countNumbers(&dataset.Column{Numbers: numbers}, true)
	if len(d.levels) == 0 {
		return 0
	}
	return d.leaf(0, len(d.levels), max(leastLeaf, d.total()/leafShare)).gain
}

// operands returns the columns of thresholds in the order of the encoder. If they are more than mostOperands, it returns those that
// separate the classes best.
func (f *fitter) operands(e *Encoder, t *dataset.Table, rows []int32) []operand {
	var list []operand
	for _, c := range e.Columns {
		if len(c.Thresholds) == 0 || c.Derived != nil {
			continue
		}
		a, from := operand{name: c.Name, numbers: make([]float64, len(rows))}, e.In(&c, t)
		for k, row := range rows {
			a.numbers[k] = from.Number(int(row))
		}
		a.gain = f.gain(a.numbers)
		list = append(list, a)
	}
	if len(list) > mostOperands {
		sort.SliceStable(list, func(i, j int) bool { return cmp.Less(list[j].gain, list[i].gain) })
		list = list[:mostOperands]
	}
	return list
}

// impurity returns the Gini impurity of the sample for each row. With two classes, only the term of one class counts, as in leaf.
func (f *fitter) impurity() float64 {
	counts := make([]float64, dataset.MostClasses)
	for i := range f.sample.Rows {
		counts[f.sample.Class(i)]++
	}
	if f.sample.Classes == nil {
		counts = counts[1:]
	}
	n, sum := float64(len(f.sample.Rows)), 0.0
	for _, c := range counts {
		sum += float64(c / n * (1 - c/n))
	}
	return sum
}
