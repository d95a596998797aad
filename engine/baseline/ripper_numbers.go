package baseline

import (
	"cmp"
	"slices"

	"drnet/engine/numeric"
)

// sort sorts the rows of each column of numbers, and counts the possible conditions on them.
func (s *separator) sort() {
	for _, column := range s.numbers {
		var order []int32
		for i, v := range column {
			if v == v { // not NaN
				order = append(order, int32(i))
			}
		}
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(column[a], column[b]) })
		s.order = append(s.order, order)
		for k, i := range order {
			if k == 0 || column[order[k-1]] != column[i] {
				s.literals += 2
			}
		}
	}
}

// bestQuestion returns the condition, or its negation, of greatest gain above a bound, ties in order.
func (s *separator) bestQuestion(yes, no []uint64, p, n int, bound float64) (best NumberCondition, not bool, most float64) {
	before := s.logs[p] - s.logs[p+n]
	most = bound
	for c, order := range s.order {
		column := s.numbers[c]
		below, p1, n1 := 0.0, 0, 0 // the counts of the rows so far, and their last number
		for _, i := range order {
			word, bit := i>>6, uint64(1)<<(i&63)
			positive := yes[word]&bit != 0
			if !positive && no[word]&bit == 0 {
				continue
			}
			if v := column[i]; v != below && p1+n1 > 0 {
				if gain := s.foil(p1, n1, before); gain > most {
					best, not, most = NumberCondition{c, middle(below, v)}, false, gain
				}
				if gain := s.foil(p-p1, n-n1, before); gain > most {
					best, not, most = NumberCondition{c, middle(below, v)}, true, gain
				}
			}
			below = column[i]
			if positive {
				p1++
			} else {
				n1++
			}
		}
	}
	return best, not, most
}

// featureOf returns the index of the feature of a condition, which it adds if it is new.
func (s *separator) featureOf(q NumberCondition) int {
	place := slices.Index(s.questions, q)
	if place < 0 {
		place = len(s.questions)
		s.questions = append(s.questions, q)
		LabeledRows{Numbers: s.numbers}.Ask(s.x.Append(), q)
	}
	return s.features + place
}

// logs returns the logarithms to the base 2 of 0 to n; that of 0 is 0 here.
func logs(n int) []float64 {
	table := make([]float64, n+1)
	for k := 1; k <= n; k++ {
		table[k] = numeric.Log2(float64(k))
	}
	return table
}
