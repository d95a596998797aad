package infer

import (
	"math"
	"slices"
)

const (
	idRows     = 10  // in fewer rows all values may differ by chance
	sureRun    = 100 // consecutive integers in at least this number of rows are row numbers, whatever the first one
	fewNumbers = 3   // distinct numbers that are counted exactly
)

// NumberStats summarizes the numbers of a column.
type NumberStats struct {
	Rows        int  // rows with a number
	distinct    int  // distinct numbers, at most fewNumbers
	unique      bool // integers, a different one in every row
	least, most float64
}

// StatsOf returns the statistics of the numbers of a column; NaN does not count. The i-th number occurs in rows[i] rows; nil
// means one row each.
func StatsOf(numbers []float64, rows []int) NumberStats {
	s := NumberStats{least: math.Inf(1), most: math.Inf(-1), unique: true}
	var few [fewNumbers]float64
	for i, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		n := 1
		if rows != nil {
			n = rows[i]
		}
		s.Rows += n
		s.least, s.most = min(s.least, x), max(s.most, x)
		s.unique = s.unique && n == 1 && x == math.Trunc(x)
		if s.distinct < len(few) && !slices.Contains(few[:s.distinct], x) {
			few[s.distinct] = x
			s.distinct++
		}
	}
	s.unique = s.unique && s.Rows > 0 && s.most-s.least >= float64(s.Rows-1) && allDiffer(numbers)
	return s
}

// allDiffer reports whether no two numbers are equal; NaN equals nothing.
func allDiffer(numbers []float64) bool {
	const glance = 4096 // numbers of a measurement nearly always repeat within a sample of this size
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

// Kind returns the kind of a column with this name, these numbers, and this number of missing cells.
func (s NumberStats) Kind(name string, missing int) Kind {
	switch s.distinct {
	case 0:
		return Empty
	case 1:
		return Constant
	case 2:
		return Binary
	}
	if !s.unique || s.Rows < idRows {
		return Numeric
	}
	run := missing == 0 && s.most-s.least == float64(s.Rows-1)
	if run && (s.least == 0 || s.least == 1 || s.Rows >= sureRun) || namesID(name) {
		return ID
	}
	return Numeric
}
