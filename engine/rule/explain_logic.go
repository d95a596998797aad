package rule

import "drnet/engine/binarize"

// Logic says what follows from the conditions of a rule alone, whatever the rows are.
type Logic struct {
	Unsatisfiable bool // its conditions exclude each other
	Tautology     bool // every possible row meets them
	SubsumedBy    int  // a rule that fires wherever this one does, -1 if there is none; of two equal ones the later is inside
}

// LogicOf says what follows from the conditions of each rule of a set, over the features of a valid encoder.
func LogicOf(e *binarize.Encoder, set Set) []Logic {
	x := NewExplainer(e, set, nil)
	out := make([]Logic, len(set))
	for a := range set {
		l := &out[a]
		l.SubsumedBy = -1
		l.Unsatisfiable, l.Tautology = x.extent(a)
		for b := 0; b < len(set) && l.SubsumedBy < 0 && !l.Unsatisfiable; b++ {
			if a != b && x.within(a, b) && (b < a || !x.within(b, a)) {
				l.SubsumedBy = b
			}
		}
	}
	return out
}

// extent says whether no row or every row meets rule k.
func (x *Explainer) extent(k int) (never, always bool) {
	always = true
	for _, d := range x.demands[k] {
		some := false
		for _, ok := range d.allowed {
			some = some || ok
			always = always && ok
		}
		never = never || !some
	}
	return never, always && !never
}

// within reports whether rule b fires wherever rule a does; a can fire.
func (x *Explainer) within(a, b int) bool {
	for _, wide := range x.demands[b] {
		narrow := x.find(a, wide.column)
		for s, ok := range wide.allowed {
			if !ok && (narrow == nil || narrow.allowed[s]) {
				return false
			}
		}
	}
	return true
}

// find returns what rule k asks of a column, nil if that is nothing.
func (x *Explainer) find(k, column int) *demand {
	for i := range x.demands[k] {
		if d := &x.demands[k][i]; d.column == column {
			return d
		}
	}
	return nil
}
