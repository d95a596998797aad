package binarize

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"drnet/engine/dataset"
)

// Association says how strongly a column depends on the target in some rows. With several classes, each class is compared with all
// others: Value is the value of the class that the column separates best, Leak that of the class that it separates worst.
//
// References:
//
//   - J. A. Hanley and B. J. McNeil: The meaning and use of the area under a receiver operating characteristic (ROC) curve.
//     Radiology 143 (1), 1982.
//   - W. Bergsma: A bias-correction for Cramér's V and Tschuprow's T. Journal of the Korean Statistical Society 42 (3), 2013.
type Association struct {
	Name    string  `json:"name"` // of the column
	Measure Measure `json:"measure"`
	Value   float64 `json:"value"`
	Leak    Leak    `json:"leak,omitempty"`

	Values  int `json:"-"` // distinct values in the rows
	Missing int `json:"-"` // rows without a value
}

// Measure is a measure of association.
type Measure string

// The measures. AUC is the area under the ROC curve of a column of numbers, from 0.5 to 1: the direction that separates more counts.
// Missing numbers are below or above all others, whichever separates more. CramersV is Cramér's V of a column of categories with
// Bergsma's correction, from 0 to 1; missing is a category.
const (
	AUC      Measure = "AUC"
	CramersV Measure = "V"
)

// Leak says how well a single column separates the classes if that is suspicious: the column may be known only after the target.
type Leak string

// The leaks. With balanced classes, a copy of the target with one wrong cell in 40 has a V of 0.95 and an AUC of 0.975. The bound of the
// AUC is higher than that, because true measurements reach 0.975 too. A number that is such a copy at a single cut point, as days in
// arrears are of a default, is a leak at any AUC.
const (
	NoLeak     Leak = ""
	NearlyLeak Leak = "almost perfectly"
	Leaks      Leak = "perfectly"
	KnownLeak  Leak = "by being known in one class only" // such as the cause of death, though unknown for some of the dead
)

const (
	leakingAUC = 0.99
	leakingV   = 0.95
	leakRows   = 10   // fewest rows of a class and of its complement: fewer may be separated by chance
	noChance   = 1e-6 // it is suspicious if the probability is smaller that all known cells are in one class by chance
)

// Strength returns the value on a common scale, from 0 for no association to 1. For an AUC it is Somers' D, 2·AUC - 1.
func (a Association) Strength() float64 {
	if a.Measure == AUC {
		return 2*a.Value - 1
	}
	return a.Value
}

// String returns the measure and the value: "AUC 0.83".
func (a Association) String() string {
	return string(a.Measure) + " " + strconv.FormatFloat(a.Value, 'f', 2, 64)
}

// Associate returns a function that measures the association of columns with the classes of some rows. Free text has none.
func Associate(rows FitRows) func(c *dataset.Column) Association {
	f, sizes := &fitter{sample: rows}, []int(nil) // rows of each class
	if rows.Classes == nil {
		sizes = make([]int, 2)
	}
	for i := range rows.Rows {
		class := rows.Class(i)
		for len(sizes) <= class {
			sizes = append(sizes, 0)
		}
		sizes[class]++
	}
	return func(c *dataset.Column) Association {
		a, measure, enough := Association{Name: c.Name, Measure: CramersV}, cramersV, leakingV
		if c.Kind == dataset.Numeric && c.IsNumber() {
			a.Measure, a.Value, measure, enough = AUC, 0.5, auc, leakingAUC
		}
		if c.Texts != nil {
			return a
		}
		all, classes := f.countByClass(c, sizes)
		a.Missing = int(all[0])
		for _, n := range all[1:] {
			if n > 0 {
				a.Values++
			}
		}
		leak, judged, known := Leaks, false, len(rows.Rows)-a.Missing
		var alone Leak
		for k, class := range classes {
			n := sizes[k]
			rest := len(rows.Rows) - n
			if n == 0 || rest == 0 {
				continue
			}
			value, perfect := measure(all, class)
			a.Value = max(a.Value, value)
			if n-int(class[0]) == known && !likely(known, float64(n)/float64(len(rows.Rows))) {
				alone = KnownLeak
			}
			switch judged = judged || min(n, rest) >= leakRows; {
			case min(n, rest) < leakRows:
			case value < enough && (a.Measure != AUC || value < leakingV*leakingV || cutV(all, class) < leakingV):
				leak = NoLeak
			case !perfect && leak == Leaks:
				leak = NearlyLeak
			}
		}
		if judged {
			a.Leak = cmp.Or(leak, alone)
		}
		return a
	}
}

// likely reports whether rows may all be of one class by chance, if the class has this share of all rows.
func likely(rows int, share float64) bool {
	chance := 1.0
	for i := 0; i < rows && chance >= noChance; i++ {
		chance *= share
	}
	return chance >= noChance
}

// countByClass counts the rows of each value of a column: all of them, and by class. The first count is that of missing cells. Numbers
// are in ascending order. Sizes has the number of rows of each class.
func (f *fitter) countByClass(c *dataset.Column, sizes []int) (all []int32, classes [][]int32) {
	if c.Codes == nil {
		d := f.countNumbers(c, true)
		sides := d.sides
		if f.sample.Classes == nil { // only the positive rows are counted
			negative := slices.Clone(d.ends)
			for i, n := range d.sides[0] {
				negative[i] -= n
			}
			sides = [][]int32{negative, d.sides[0]}
		}
		for class, rows := range sizes {
			classes = append(classes, perLevel(sides[class], rows))
		}
		return perLevel(d.ends, len(f.sample.Rows)), classes
	}
	values := max(len(c.Values), len(c.Levels))
	all = make([]int32, values+1)
	for range sizes {
		classes = append(classes, make([]int32, values+1))
	}
	for i, row := range f.sample.Rows {
		at := c.Codes.At(int(row)) + 1
		all[at]++
		classes[f.sample.Class(i)][at]++
	}
	return all, classes
}

// perLevel returns the number of rows without a number, then that of each level. Ends has the number of rows with at most each level.
func perLevel(ends []int32, rows int) []int32 {
	counts := make([]int32, len(ends)+1)
	for i := range ends {
		counts[i+1] = ends[i] - rowsBefore(ends, i)
	}
	counts[0] = int32(rows)
	if len(ends) > 0 {
		counts[0] -= ends[len(ends)-1]
	}
	return counts
}

// Class returns the class of the i-th of the rows; of two classes, 1 for a positive one.
func (s FitRows) Class(i int) int {
	switch {
	case s.Classes != nil:
		return int(s.Classes[i])
	case s.Positives[i]:
		return 1
	}
	return 0
}

func sum(counts []int32) (n int64) {
	for _, count := range counts {
		n += int64(count)
	}
	return n
}

// auc returns the AUC of a class by the counts of an ascending column, and whether the column separates the class perfectly.
func auc(all, class []int32) (area float64, perfect bool) {
	var yes, no, twice int64 // twice the pairs in which the row of the class has the larger number; equal numbers count half
	for i, n := range all[1:] {
		p := int64(class[i+1])
		q := int64(n) - p
		twice += p * (2*no + q)
		yes, no = yes+p, no+q
	}
	p := int64(class[0])
	q := int64(all[0]) - p
	pairs := 2 * (yes + p) * (no + q)
	below, above := twice+p*q+2*yes*q, twice+p*q+2*p*no
	best := max(below, above, pairs-below, pairs-above)
	return float64(best) / float64(pairs), best == pairs
}

// cutV returns the largest V of a class over all cut points of an ascending column, whose categories are below, above and missing.
// Youden's J of a cut is at least V², and the AUC is at least J. So it need not be computed if the AUC is less than V².
func cutV(all, class []int32) (v float64) {
	rows, positive := []int32{all[0], 0, int32(sum(all[1:]))}, []int32{class[0], 0, int32(sum(class[1:]))}
	for i, n := range all[1:] {
		rows[1], rows[2] = rows[1]+n, rows[2]-n
		positive[1], positive[2] = positive[1]+class[i+1], positive[2]-class[i+1]
		at, _ := cramersV(rows, positive)
		v = max(v, at)
	}
	return v
}

// cramersV returns Cramér's V of a class and the values of a column, and whether the rows of each value are all of the class or all of
// other classes.
func cramersV(all, class []int32) (v float64, perfect bool) {
	rows, share := float64(sum(all)), float64(sum(class))/float64(sum(all))
	values, squares := 0.0, 0.0
	perfect = true
	for i, n := range all {
		if n == 0 {
			continue
		}
		p := float64(class[i])
		values++
		squares += p / float64(n) * p / rows
		perfect = perfect && (class[i] == 0 || class[i] == n)
	}
	phi := (squares/share - share) / (1 - share) // χ² divided by the number of rows
	phi -= (values - 1) / (rows - 1)
	most := min(values-(values-1)*(values-1)/(rows-1), 2-1/(rows-1)) - 1
	if phi <= 0 || most <= 0 {
		return 0, perfect
	}
	return min(1, math.Sqrt(phi/most)), perfect
}
