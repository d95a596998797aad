package split

import (
	"math"
	"math/rand/v2"
	"slices"

	"drnet/engine/dataset"
)

// By describes rows that are to be divided into training and test rows, or into folds. At most one of Groups and Times is set. Without them
// the rows are independent, and the division is random and stratified by class.
type By struct {
	Column  string    // the name of the column of Groups or Times, for messages
	Classes []uint8   // class of each row
	Groups  []int32   // group of each row, from 0: all rows of a group are either training or test rows
	Times   []float64 // time of each row, not NaN: test rows are later than training rows; rows of the same time stay together
}

// At returns the description of the given rows.
func (s By) At(rows []int32) By {
	return By{s.Column, At(s.Classes, rows), At(s.Groups, rows), At(s.Times, rows)}
}

// Related returns the group of each given row, or the number of given rows with an earlier time, for folds within these rows. It is nil if
// the rows are independent.
func (s By) Related(rows []int32) []int32 {
	if s.Times == nil {
		return At(s.Groups, rows)
	}
	times := At(s.Times, rows)
	sorted, ranks := slices.Sorted(slices.Values(times)), make([]int32, len(times))
	for i, time := range times {
		before, _ := slices.BinarySearch(sorted, time)
		ranks[i] = int32(before)
	}
	return ranks
}

// At returns the elements of list at the positions in rows; nil if list is nil.
func At[E any](list []E, rows []int32) []E {
	if list == nil {
		return nil
	}
	out := make([]E, len(rows))
	for i, row := range rows {
		out[i] = list[row]
	}
	return out
}

// HoldOut returns the training and test rows, both ascending. Share, in (0, 1), is the share of test rows, as closely as groups or
// times allow; neither set is empty then. A share of 0 or less leaves the test set empty. It returns an error if all rows are of
// one group or time.
func (s By) HoldOut(share float64, seed uint64) (train, test []int32, err error) {
	var held []uint8
	switch {
	case share <= 0 || s.Groups == nil && s.Times == nil:
		train, test = HoldOut(s.Classes, share, seed)
		return train, test, nil
	case s.Groups != nil:
		held, err = s.dealGroups([]float64{1 - share, share}, seed)
	default:
		held, err = s.periods([]float64{1 - share})
	}
	if err != nil {
		return nil, nil, err
	}
	train, test = FoldRows(held, 1)
	return train, test, nil
}

// FoldPlan holds the folds of a cross-validation.
type FoldPlan struct {
	Of      []uint8 // the fold of each row; in a Rolling plan, the number of its period from 0
	Rolling bool    // fold k is tested on period k+1 and trained on the periods before it
}

// Rows returns the training and test rows of a fold, both ascending.
func (f FoldPlan) Rows(fold int) (train, test []int32) {
	if !f.Rolling {
		return FoldRows(f.Of, fold)
	}
	for i, period := range f.Of {
		switch {
		case int(period) <= fold:
			train = append(train, int32(i))
		case int(period) == fold+1:
			test = append(test, int32(i))
		}
	}
	return train, test
}

// Folds plans k folds: 2 to 256, or 2 to 255 by time. It returns an error if there are fewer groups than folds, or fewer than k+1
// different times.
func (s By) Folds(k int, seed uint64) (f FoldPlan, err error) {
	switch {
	case s.Groups != nil:
		f.Of, err = s.dealGroups(slices.Repeat([]float64{1}, k), seed)
	case s.Times != nil && k >= maxFolds:
		err = dataset.NewError(dataset.TooFewRows, "choose fewer folds", "at most %d folds by time", maxFolds-1)
	case s.Times != nil:
		cuts := make([]float64, k) // of k+1 periods
		for i := range cuts {
			cuts[i] = float64(i+1) / float64(k+1)
		}
		f.Rolling = true
		f.Of, err = s.periods(cuts)
	default:
		f.Of = Folds(s.Classes, k, seed)
	}
	return f, err
}

// tooFew returns the error for a column with too few different values to divide the rows into the parts.
func (s By) tooFew(values, parts int) error {
	const hint = "choose fewer folds, or another column"
	return dataset.NewError(dataset.TooFewRows, hint, "the rows cannot be divided into %d parts by %q: it has %d different values",
		parts, s.Column, values)
}

// dealGroups assigns each group to one of len(weights) sides, and returns the side of each row. It takes the largest group first,
// equally large ones in random order, and adds it where it least increases the sum over classes of n²/(weight·N²): n is the number
// of rows of the class on the side, N in all rows. This balances both sizes and classes. No side stays empty.
func (s By) dealGroups(weights []float64, seed uint64) ([]uint8, error) {
	rows := make([][]int32, slices.Max(append([]int32{-1}, s.Groups...))+1)
	for i, g := range s.Groups {
		rows[g] = append(rows[g], int32(i))
	}
	rows = slices.DeleteFunc(rows, func(list []int32) bool { return len(list) == 0 })
	if len(rows) < len(weights) {
		return nil, s.tooFew(len(rows), len(weights))
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	shuffle(order, rand.New(rand.NewPCG(seed, splitStream)))
	slices.SortStableFunc(order, func(a, b int) int { return len(rows[b]) - len(rows[a]) })
	var all [maxFolds]float64 // rows of each class
	for _, class := range s.Classes {
		all[class]++
	}
	side, loads, filled := make([]uint8, len(s.Groups)), make([][maxFolds]float64, len(weights)), make([]int, len(weights))
	for n, g := range order {
		best, least := 0, math.Inf(1)
		empty := 0
		for k, weight := range weights {
			rise := 0.
			for _, row := range rows[g] { // row by row: the order of the classes does not matter
				class := s.Classes[row]
				rise += (float64(2*loads[k][class]) + 1) / float64(weight*float64(all[class]*all[class]))
				loads[k][class]++
			}
			for _, row := range rows[g] {
				loads[k][s.Classes[row]]--
			}
			if filled[k] == 0 {
				empty++
			}
			if rise < least || rise == least && filled[k] < filled[best] {
				best, least = k, rise
			}
		}
		if len(order)-n == empty { // as many groups are left as sides are empty
			best = slices.Index(filled, 0)
		}
		filled[best] += len(rows[g])
		for _, row := range rows[g] {
			side[row] = uint8(best)
			loads[best][s.Classes[row]]++
		}
	}
	return side, nil
}

// periods divides the rows into len(cuts)+1 periods, and returns the period of each row from 0. Cuts are the shares of rows before
// the end of each period, ascending; rows of the same time stay together, so that the shares are approximate. No period is empty.
func (s By) periods(cuts []float64) ([]uint8, error) {
	count := map[float64]int{}
	for _, time := range s.Times {
		count[time]++
	}
	times := make([]float64, 0, len(count))
	for time := range count {
		times = append(times, time)
	}
	slices.Sort(times)
	if len(times) <= len(cuts) {
		return nil, s.tooFew(len(times), len(cuts)+1)
	}
	period, before, now := map[float64]uint8{}, 0, 0
	for i, time := range times {
		middle := float64(2*before+count[time]) / 2
		if i > 0 && now < len(cuts) && (len(times)-i == len(cuts)-now || middle > float64(cuts[now]*float64(len(s.Times)))) {
			now++
		}
		period[time] = uint8(now)
		before += count[time]
	}
	out := make([]uint8, len(s.Times))
	for i, time := range s.Times {
		out[i] = period[time]
	}
	return out, nil
}
