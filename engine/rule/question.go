package rule

import "slices"

// A Question is answered with yes or no by which rules fire on a row.
type Question interface {
	Answer(fires []bool) bool
	Pivots(fires []bool) Pivots
}

// Pivots are the rules on which the present answer to a Question depends. The answer changes only if a rule of Start starts firing, or
// if fewer than Of rules of Stop keep firing. It never changes if both lists are empty.
type Pivots struct {
	Stop  []int // all of them fire
	Of    int
	Start []int // none of them fires
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
	Sets  []int // the set of each rule; the rules are in list order or, with Codes, in the order of the sets
}

// Answer implements Question.
func (q IsClass) Answer(fires []bool) bool { return q.Predict(fires) == q.Class }

// Predict returns the class that the firing rules predict.
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

// Pivots implements Question. In a list, the answer changes only if a rule with the other answer starts before the first firing rule, or
// if that stops. Without such a rule, all firing rules up to the next one with the other answer must stop.
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
		case other: // it does not fire, since the first rule that does gives the present answer
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

// digits returns the pivots of a code word, which changes with any digit: the first firing rule of each set, and all rules of the sets
// in which none fires.
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
