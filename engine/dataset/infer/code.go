package infer

import (
	"math"
	"slices"
)

const (
	mostCodes  = 4 // distinct negative numbers of a column above which they are numbers like the others
	fewestRest = 5 // other numbers of a column below which nothing is far from them
	farSteps   = 5 // distance of a code from the other numbers, in their median step
)

// MissingCodes returns the negative integers of a column that look like codes for missing values, such as -9 for "no
// answer", ascending. They are few, and far from the other numbers, none of which is negative. Numbers are the distinct
// numbers of the column, ascending.
func MissingCodes(numbers []float64) []float64 {
	n := 0
	for n < len(numbers) && numbers[n] < 0 && numbers[n] == math.Trunc(numbers[n]) {
		n++
	}
	codes, rest := numbers[:n], numbers[n:]
	if n == 0 || n > mostCodes || len(rest) < fewestRest || rest[0] < 0 {
		return nil
	}
	steps := make([]float64, len(rest)-1)
	for i := range steps {
		steps[i] = rest[i+1] - rest[i]
	}
	slices.Sort(steps)
	if rest[0]-codes[n-1] < farSteps*steps[len(steps)/2] {
		return nil
	}
	return codes
}
