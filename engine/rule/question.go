package rule

import "slices"

// A Question about which rules fire on a row has the answer yes or no.
type Question interface {
	// Answer answers it.
	Answer(fires []bool) bool
	// Pivots returns the rules that hold the answer.
	Pivots(fires []bool) Pivots
}

// Pivots are rules that hold the answer to a question. Those of Stop fire, and those of Start do not. The answer changes only if a rule
// of Start begins to fire, or if of every Of rules of Stop at least one stops. It never changes if both are empty.
type Pivots struct {
	Stop  []int
	Of    int
	Start []int
}

// AtLeast asks whether at least that number of rules fire.
type AtLeast int

// Answer implements Question.
func (n AtLeast) Answer(fires []bool) bool {
	on := 0
	for _, f := range fires {
		if f {
			on++
		}
	}
	return on >= int(n)
}

// Pivots implements Question.
func (n AtLeast) Pivots(fires []bool) Pivots {
	var on, off []int
	for k, f := range fires {
		if f {
			on = append(on, k)
		} else {
			off = append(off, k)
		}
	}
	if len(on) >= int(n) {
		return Pivots{Stop: on, Of: int(n)}
	}
	return Pivots{Start: off}
}

// IsClass asks whether Classes predict a class.
type IsClass struct {
	*Classes
	Class int
	Sets  []int // the set of each rule; the rules are in the order of the list, with Codes in that of the sets
}

// Answer implements Question.
func (q IsClass) Answer(fires []bool) bool { return q.Predict(fires) == q.Class }

// Predict returns the class for the rules that fire.
func (q IsClass) Predict(fires []bool) int {
	if q.Codes == nil {
		if first := slices.Index(fires, true); first >= 0 {
			return q.Sets[first]
		}
		return q.Default
	}
	word := uint64(0)
	for k, f := range fires {
		if f {
			word |= 1 << q.Sets[k]
		}
	}
	return q.Decode(word)
}

// Pivots implements Question. The rules of a list with another answer can start before the first that fires. Where there is none, all
// that fire before the next such rule must stop. A code word changes with any of its digits.
func (q IsClass) Pivots(fires []bool) (p Pivots) {
	if q.Codes != nil {
		return q.digits(fires)
	}
	answer := q.Answer(fires)
	for k, f := range fires {
		other := (q.Sets[k] == q.Class) != answer
		switch {
		case other && len(p.Stop) > 0:
			return p
		case other: // it does not fire: the first that does has the present answer
			p.Start = append(p.Start, k)
		case f:
			if p.Stop, p.Of = append(p.Stop, k), 1; len(p.Start) > 0 {
				return p
			}
		}
	}
	if len(p.Start) == 0 && (q.Default == q.Class) == answer { // neither a rule nor the default gives another answer
		return Pivots{}
	}
	return p
}

// digits returns the first rule that fires of each set, and the rules of the sets without one.
func (q IsClass) digits(fires []bool) (p Pivots) {
	on := map[int]bool{}
	for k, f := range fires {
		if f && !on[q.Sets[k]] {
			on[q.Sets[k]] = true
			p.Stop = append(p.Stop, k)
		}
	}
	p.Of = len(p.Stop)
	for k := range fires {
		if !on[q.Sets[k]] {
			p.Start = append(p.Start, k)
		}
	}
	return p
}
