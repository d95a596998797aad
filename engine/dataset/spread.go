package dataset

import (
	"math"
	"slices"
)

const (
	idRows     = 10  // in fewer rows all values may differ by chance
	sureRun    = 100 // rows in which numbers that follow each other are row numbers wherever they begin
	fewNumbers = 3   // different numbers that are counted exactly
)

// spread says how the numbers of a column are spread.
type spread struct {
	rows        int  // with a number
	different   int  // different numbers, at most fewNumbers
	unique      bool // whole numbers, a different one in every row
	least, most float64
}

// spreadOf looks at the numbers of a column, NaN being none; rows has the number of rows of each, nil means one.
func spreadOf(numbers []float64, rows []int) spread {
	s := spread{least: math.Inf(1), most: math.Inf(-1), unique: true}
	var few [fewNumbers]float64
	for i, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		n := 1
		if rows != nil {
			n = rows[i]
		}
		s.rows += n
		s.least, s.most = min(s.least, x), max(s.most, x)
		s.unique = s.unique && n == 1 && x == math.Trunc(x)
		if s.different < len(few) && !slices.Contains(few[:s.different], x) {
			few[s.different] = x
			s.different++
		}
	}
	s.unique = s.unique && s.rows > 0 && s.most-s.least >= float64(s.rows-1) && allDiffer(numbers)
	return s
}

// allDiffer reports whether no two of the numbers are equal; NaN equals nothing.
func allDiffer(numbers []float64) bool {
	const glance = 4096 // among so many numbers of a measurement two are equal nearly always
	seen := make(map[float64]bool, min(len(numbers), glance))
	for _, x := range numbers[:min(len(numbers), glance)] {
		if seen[x] {
			return false
		}
		if !math.IsNaN(x) {
			seen[x] = true
		}
	}
	if len(numbers) <= glance {
		return true
	}
	sorted := slices.Clone(numbers)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			return false
		}
	}
	return true
}

// kind returns the kind of a column of that name with these numbers; missing is the number of cells without one.
func (s spread) kind(name string, missing int) Kind {
	switch s.different {
	case 0:
		return Empty
	case 1:
		return Constant
	case 2:
		return Binary
	}
	if !s.unique || s.rows < idRows {
		return Numeric
	}
	run := missing == 0 && s.most-s.least == float64(s.rows-1)
	if run && (s.least == 0 || s.least == 1 || s.rows >= sureRun) || namesID(name) {
		return ID
	}
	return Numeric
}
