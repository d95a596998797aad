package binarize

import (
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset"
)

// fewNumbers is the number of different numbers up to which a column counts as a category, as in the paper.
const fewNumbers = 5

// Fit makes an encoder for the columns from the given rows alone: thresholds, values and what replaces missing cells.
// Columns that features cannot be made from, or that have one value in these rows, are left out; if none is left, the
// error is a *dataset.Error of kind NoUsableFeatures. Under Drop only the rows without missing cells count.
//
// References:
//
//	L. Qiao, W. Wang, B. Lin: Learning accurate and interpretable decision rule sets from neural networks, AAAI 2021,
//	arXiv:2103.02826, "Handling of Categorical and Numerical Attributes"; deciles and the rules for columns with few
//	values are those of its experiments.
func Fit(t *dataset.Table, rows []int32, columns []int, o Options) (*Encoder, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.Complete()
	if err := o.checkCuts(t); err != nil {
		return nil, err
	}
	usable := make([]int, 0, len(columns))
	for _, j := range columns {
		if t.Columns[j].Usable() {
			usable = append(usable, j)
		}
	}
	if o.Policy == Drop {
		rows = t.Complete(rows, usable)
	}
	e := &Encoder{Policy: o.Policy}
	for _, j := range usable {
		c := fitColumn(&t.Columns[j], rows, o)
		if c.bits() > 0 {
			e.Columns = append(e.Columns, c)
		}
	}
	if len(e.Columns) == 0 {
		return nil, &dataset.Error{Kind: dataset.NoUsableFeatures, Message: "no column has two values that rules could ask about",
			Hint: "choose other columns, or a table with more rows"}
	}
	return e, nil
}

// checkCuts reports the first cut for a column that the table does not have, or that has no numbers.
func (o Options) checkCuts(t *dataset.Table) error {
	for _, name := range o.cutNames() {
		j := t.Column(name)
		if j < 0 {
			return fmt.Errorf("binarize: thresholds: there is no column %q", name)
		}
		if len(o.Cuts[name].List) > 0 && t.Columns[j].Kind != dataset.Numeric {
			return fmt.Errorf("binarize: thresholds: column %q is %s and cannot have thresholds", name, t.Columns[j].Kind)
		}
	}
	return nil
}

func fitColumn(c *dataset.Column, rows []int32, o Options) Column {
	if c.Kind == dataset.Numeric {
		return fitNumbers(c, rows, o)
	}
	return fitCodes(c, rows, o.Policy)
}

// fitCodes makes one bit for each value that occurs, or one for the later one of two.
func fitCodes(c *dataset.Column, rows []int32, policy Policy) Column {
	out := Column{Name: c.Name}
	count := make([]int, len(c.Values))
	missing := 0
	for _, row := range rows {
		if code := c.Codes.At(int(row)); code >= 0 {
			count[code]++
		} else {
			missing++
		}
	}
	var values []string
	frequent := -1
	for code, n := range count {
		if n == 0 {
			continue
		}
		values = append(values, c.Values[code])
		if frequent < 0 || n > count[frequent] {
			frequent = code
		}
	}
	out.setValues(values)
	out.Missable = policy == Own && missing > 0 && len(values) > 0
	if policy == Impute && len(out.Values) > 0 {
		out.Fill = c.Values[frequent]
	}
	return out
}

// setValues makes one bit for each of the values, one for two of them, and none for a single one.
func (c *Column) setValues(values []string) {
	switch len(values) {
	case 0, 1:
	case 2:
		c.Values, c.Other = values[1:], values[0]
	default:
		c.Values = values
	}
}

// fitNumbers makes thresholds, or values if there are few.
func fitNumbers(c *dataset.Column, rows []int32, o Options) Column {
	out := Column{Name: c.Name}
	present := make([]float64, 0, len(rows))
	for _, row := range rows {
		if x := c.Number(int(row)); !math.IsNaN(x) {
			present = append(present, x)
		}
	}
	if len(present) == 0 {
		return out
	}
	missing := len(rows) - len(present)
	out.Missable = o.Policy == Own && missing > 0
	fill := mean(present)
	if o.Policy == Impute {
		for range missing {
			present = append(present, fill)
		}
	}
	slices.Sort(present)
	distinct := slices.Compact(slices.Clone(present))
	n, list := o.cut(c.Name)
	switch {
	case len(list) > 0:
		out.Thresholds = slices.Compact(slices.Sorted(slices.Values(list)))
	case len(distinct) <= fewNumbers:
		out.setValues(format(distinct))
	case len(distinct) <= n+1:
		out.Thresholds = distinct[:len(distinct)-1]
	default:
		out.Thresholds = o.Method.thresholds(present, distinct, n)
	}
	if o.Policy == Impute && out.bits() > 0 {
		out.Fill = dataset.FormatNumber(fill)
	}
	return out
}

func format(numbers []float64) []string {
	texts := make([]string, len(numbers))
	for i, x := range numbers {
		texts[i] = dataset.FormatNumber(x)
	}
	return texts
}
