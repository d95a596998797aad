package train

import (
	"fmt"
	"math"

	"drnet/engine/dataset"
)

// A leakage measures how well a single column predicts the class of the training rows.
type leakage struct {
	rows    int
	rarer   int // rows of the minority class
	values  int // distinct values; 0 if not counted
	missing int
	wrong   int // errors of the best single condition on the column; more than rarer without one
}

// tally counts rows by class: 0 negative, 1 positive.
type tally [2]int

func (t tally) rarer() int { return min(t[0], t[1]) }

func (t *tally) add(yes bool) {
	if yes {
		t[1]++
	} else {
		t[0]++
	}
}

// checkLeakage counts the column's cells by class. For a multiclass target it returns the class that the column
// separates worst.
func (p *PlannedRun) checkLeakage(c *dataset.Column) leakage {
	if p.Target.Classes == nil {
		return checkLeakage(c, p.Rows)
	}
	var worst leakage
	from := p.Rows
	for class, rows := range p.Rows.PerClass(len(p.Target.Classes)) {
		if rows == 0 {
			continue
		}
		from.Positives = p.Rows.Where(func(k int) bool { return k == class })
		if l := checkLeakage(c, from); worst.rows == 0 || l.wrong*worst.rarer > worst.wrong*l.rarer {
			worst = l
		}
	}
	return worst
}

// checkLeakage counts the column's cells by class.
func checkLeakage(c *dataset.Column, from Subset) leakage {
	l := leakage{rows: len(from.Rows)}
	positives := from.count()
	l.rarer = min(positives, l.rows-positives)
	l.wrong = l.rows
	switch {
	case c.Codes != nil:
		l.codes(c, from)
	case c.Numbers != nil:
		l.numbers(c.Numbers, from)
	}
	return l
}

// codes finds the best threshold of a numeric column, or the majority class of each value of another column.
func (l *leakage) codes(c *dataset.Column, from Subset) {
	counts := make([]tally, max(len(c.Values), len(c.Levels))+1) // the first counts missing cells
	for i, row := range from.Rows {
		counts[c.Codes.At(int(row))+1].add(from.Positives[i])
	}
	missing := counts[0]
	l.missing = missing[0] + missing[1]
	wrong := 0
	for _, n := range counts[1:] {
		if n[0]+n[1] > 0 {
			l.values++
		}
		wrong += n.rarer()
	}
	if c.Kind == dataset.Numeric {
		wrong = threshold(counts[1:])
	}
	const enough = 5 // rows per value; with fewer, values identify rows rather than classes
	if l.rows >= enough*l.values || c.Kind == dataset.Numeric {
		l.wrong = wrong + missing.rarer()
	}
}

// threshold returns the number of errors of the best single threshold. The tallies are in ascending order of the
// numbers.
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
func (l *leakage) numbers(cells []float64, from Subset) {
	var missing tally
	least := [2]float64{math.Inf(1), math.Inf(1)}
	most := [2]float64{math.Inf(-1), math.Inf(-1)}
	for i, row := range from.Rows {
		class := 0
		if from.Positives[i] {
			class = 1
		}
		x := cells[row]
		if x != x {
			missing[class]++
			continue
		}
		least[class], most[class] = min(least[class], x), max(most[class], x)
	}
	l.missing = missing[0] + missing[1]
	if most[0] < least[1] || most[1] < least[0] { // also if only one class has numbers
		l.wrong = missing.rarer()
	}
}

// notes returns warnings about a column, as sentences.
func (l leakage) notes() []string {
	const (
		nearly = 20 // warn if the column leaves at most 1/20 of the errors, like a copy of the target with errors
		fewest = 10 // minimum rows per class; with fewer, a noise column may separate them by chance
		mostly = 2  // warn if more than half of the cells are missing
	)
	var notes []string
	switch {
	case l.rarer < fewest:
	case l.wrong == 0:
		notes = append(notes, "this column alone tells the target on every training row: is it known before the target is?")
	case l.wrong*nearly <= l.rarer:
		notes = append(notes, fmt.Sprintf("this column alone tells the target on all but %d of %d training rows: is it "+
			"known before the target is?",
			l.wrong, l.rows))
	}
	if l.missing*mostly > l.rows {
		notes = append(notes, fmt.Sprintf("missing on %d of %d training rows", l.missing, l.rows))
	}
	return notes
}
