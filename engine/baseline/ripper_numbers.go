package baseline

import (
	"cmp"
	"slices"

	"drnet/engine/numeric"
)

// sort puts the rows of each column of numbers in order, and counts the conditions that there are about them.
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

// bestQuestion returns the question about a number of most gain, or its negation, if it gains more than a bound; of equals the first.
func (s *separator) bestQuestion(yes, no []uint64, p, n int, bound float64) (best Question, not bool, most float64) {
	before := s.logs[p] - s.logs[p+n]
	most = bound
	for c, order := range s.order {
		column := s.numbers[c]
		below, p1, n1 := 0.0, 0, 0 // the rows so far, and the number of the last of them
		for _, i := range order {
			word, bit := i>>6, uint64(1)<<(i&63)
			positive := yes[word]&bit != 0
			if !positive && no[word]&bit == 0 {
				continue
			}
			if v := column[i]; v != below && p1+n1 > 0 {
				if gain := s.foil(p1, n1, before); gain > most {
					best, not, most = Question{c, middle(below, v)}, false, gain
				}
				if gain := s.foil(p-p1, n-n1, before); gain > most {
					best, not, most = Question{c, middle(below, v)}, true, gain
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

// ask returns the feature that answers a question.
func (s *separator) ask(q Question) int {
	place := slices.Index(s.questions, q)
	if place < 0 {
		place = len(s.questions)
		s.questions = append(s.questions, q)
		Rows{Numbers: s.numbers}.Ask(s.x.Append(), q)
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
