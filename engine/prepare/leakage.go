package prepare

import (
	"fmt"
	"math"

	"drnet/engine/dataset"
)

// Leakage measures how well a single column predicts the class of the training rows.
type Leakage struct {
	rows    int
	rarer   int // rows of the minority class
	Values  int // distinct values; 0 if not counted
	missing int
	wrong   int // errors of the best single condition on the column; more than rarer without one
}

// tally counts rows by class: 0 negative, 1 positive.
type tally [2]int

func (t tally) rarer() int { return min(t[0], t[1]) }

// class returns the index of a class in a tally.
func class(positive bool) int {
	if positive {
		return 1
	}
	return 0
}

// CheckLeakage counts the column's cells by class; of several classes, for the one that the column separates worst.
func (c Subset) CheckLeakage(column *dataset.Column, classes int) Leakage {
	if c.Classes == nil {
		return c.leakage(column)
	}
	var worst Leakage
	for class, rows := range c.PerClass(classes) {
		if rows == 0 {
			continue
		}
		c.Positives = c.Where(func(k int) bool { return k == class })
		if l := c.leakage(column); worst.rows == 0 || l.wrong*worst.rarer > worst.wrong*l.rarer {
			worst = l
		}
	}
	return worst
}

func (c Subset) leakage(column *dataset.Column) Leakage {
	rows, positives := len(c.Rows), c.Count()
	l := Leakage{rows: rows, rarer: min(positives, rows-positives), wrong: rows}
	switch {
	case column.Codes != nil:
		l.codes(column, c)
	case column.Numbers != nil:
		l.numbers(column.Numbers, c)
	}
	return l
}

// codes finds the best threshold of a numeric column, or the majority class of each value of another column.
func (l *Leakage) codes(c *dataset.Column, from Subset) {
	counts := make([]tally, max(len(c.Values), len(c.Levels))+1) // the first counts missing cells
	for i, row := range from.Rows {
		counts[c.Codes.At(int(row))+1][class(from.Positives[i])]++
	}
	missing := counts[0]
	l.missing = missing[0] + missing[1]
	wrong := 0
	for _, n := range counts[1:] {
		if n[0]+n[1] > 0 {
			l.Values++
		}
		wrong += n.rarer()
	}
	if c.Kind == dataset.Numeric {
		wrong = threshold(counts[1:])
	}
	const enough = 5 // rows per value; with fewer, values identify rows rather than classes
	if l.rows >= enough*l.Values || c.Kind == dataset.Numeric {
		l.wrong = wrong + missing.rarer()
	}
}

// threshold returns the errors of the best single threshold. The tallies are in ascending order of the numbers.
func threshold(ascending []tally) int {
	var below, above tally
	for _, n := range ascending {
		above[0] += n[0]
		above[1] += n[1]
	}
	wrong := above.rarer()
	for _, n := range ascending {
		for class := range n {
			below[class] += n[class]
			above[class] -= n[class]
		}
		wrong = min(wrong, below[0]+above[1], below[1]+above[0])
	}
	return wrong
}

// numbers checks whether a threshold separates the classes perfectly. A threshold with errors would require sorting.
func (l *Leakage) numbers(cells []float64, from Subset) {
	var missing tally
	least := [2]float64{math.Inf(1), math.Inf(1)}
	most := [2]float64{math.Inf(-1), math.Inf(-1)}
	for i, row := range from.Rows {
		x, k := cells[row], class(from.Positives[i])
		if x != x {
			missing[k]++
			continue
		}
		least[k], most[k] = min(least[k], x), max(most[k], x)
	}
	l.missing = missing[0] + missing[1]
	if most[0] < least[1] || most[1] < least[0] { // also if only one class has numbers
		l.wrong = missing.rarer()
	}
}

// Warnings returns warnings about a column, as sentences.
func (l Leakage) Warnings() []string {
	const (
		nearly = 20 // warn if the column leaves at most 1/20 of the errors, like a copy of the target with errors
		fewest = 10 // minimum rows per class; with fewer, a noise column may separate them by chance
		mostly = 2  // warn if more than half of the cells are missing
	)
	var notes []string
	switch {
	case l.rarer < fewest:
	case l.wrong == 0:
		notes = append(notes, "this column alone predicts the target on all training rows: is it known before the target?")
	case l.wrong*nearly <= l.rarer:
		notes = append(notes, fmt.Sprintf(
			"this column alone predicts the target on all but %d of %d training rows: is it known before the target?", l.wrong, l.rows))
	}
	if l.missing*mostly > l.rows {
		notes = append(notes, fmt.Sprintf("missing on %d of %d training rows", l.missing, l.rows))
	}
	return notes
}
