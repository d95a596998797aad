package prepare

import (
	"fmt"
	"math"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// mostWeight bounds a weight, so that squares of sums are finite.
const mostWeight = 1e15

// Weighed returns the rows with the weights from a column of their table; "" weighs all rows the same.
func (c Subset) Weighed(column string) (Subset, error) {
	if column == "" {
		return c, nil
	}
	at := c.Table.Column(column)
	if at < 0 {
		return c, c.Table.NoColumn(column)
	}
	from, bad, first, sum := &c.Table.Columns[at], 0, 0, 0.0
	c.Weights = make([]float64, len(c.Rows))
	for i, row := range c.Rows {
		w := from.Parsed(int(row))
		if !(w >= 0 && w <= mostWeight) { // the form also finds NaN
			if bad++; bad == 1 {
				first = int(row)
			}
			continue
		}
		c.Weights[i] = w
		sum += w
	}
	const hint = "correct them, write 0 for rows that do not count, or choose another column"
	switch {
	case bad > 0:
		value, ok := from.Text(first)
		if value = fmt.Sprintf("%q", value); !ok {
			value = "missing"
		}
		return c, protocol.BadSettingf(hint, "the weight in column %q is not a number from 0 to 1e15 in %s; the first is %s, in data row %d",
			column, protocol.Plural(bad, "row", "rows"), value, first+1)
	case sum == 0 && len(c.Rows) > 0:
		return c, protocol.BadSettingf("choose another column", "all weights in column %q are 0", column)
	}
	return c, nil
}

// CheckWeight rejects a weight column with invalid weights in the rows of a target.
func (t Tables) CheckWeight(r protocol.Train, kept *dataset.Target) error {
	if r.Weight != "" && r.Weight == kept.Name {
		return protocol.BadSettingf("choose another column", "the target %q cannot weigh the rows", r.Weight)
	}
	_, err := Labeled(t.Table, kept).Weighed(r.Weight)
	return err
}

// Truth returns the labels of the rows with their weights.
func (c Subset) Truth() eval.Truth {
	labels := make([]uint64, bitmat.Words(len(c.Rows)))
	copy(labels, PackLabels(c.Positives))
	return eval.Truth{Labels: labels, Rows: len(c.Rows), Weights: c.Weights}
}

// WeightPerClass returns the weight of the rows of each of n classes; of two classes, the negative one is first.
func (c Subset) WeightPerClass(n int) []float64 {
	sums := make([]float64, n)
	for i := range c.Rows {
		w := 1.0
		if c.Weights != nil {
			w = c.Weights[i]
		}
		sums[c.Class(i)] += w
	}
	return sums
}

// Majority returns the share of the majority class by weight; NaN if the total weight is 0.
func (c Subset) Majority() float64 {
	most, all := 0.0, 0.0
	for _, sum := range c.WeightPerClass(dataset.MostClasses) {
		most, all = max(most, sum), all+sum
	}
	return most / all
}

// WeightNotes says what the weights of rows do, with the effective number of the training and the test rows.
func WeightNotes(r protocol.Train, train, test Subset) []string {
	if r.Weight == "" {
		return nil
	}
	constant := true
	for _, w := range train.Weights {
		constant = constant && w == train.Weights[0]
	}
	if constant {
		return []string{fmt.Sprintf("all training rows have the same weight in column %q: it changes nothing", r.Weight)}
	}
	say := func(kind string, rows Subset) string {
		c := rows.Truth().Compare(make([]uint64, bitmat.Words(len(rows.Rows))))
		return fmt.Sprintf("%s %s rows say as much as %s equally weighted ones",
			protocol.Grouped(len(rows.Rows)), kind, protocol.Grouped(int(math.Round(c.EffectiveRows()))))
	}
	note := r.WeightInWords() + ": " + say("training", train)
	if len(test.Rows) > 0 {
		note += ", " + say("test", test)
	}
	return []string{note}
}
