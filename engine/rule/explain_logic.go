package rule

import "drnet/engine/binarize"

// Logic holds the properties of a rule that follow from its conditions for all possible rows.
type Logic struct {
	Unsatisfiable bool // its conditions exclude each other
	Tautology     bool // every possible row meets them
	SubsumedBy    int  // a rule that fires wherever this one does, -1 without one; of two equal rules the later is subsumed
}

// LogicOf analyzes each rule of a set over the features of a valid encoder.
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

// extent reports whether no row or every row meets rule k.
func (x *Explainer) extent(k int) (never, always bool) {
	always = true
	for _, d := range x.requirements[k] {
		some := false
		for _, ok := range d.allowed {
			some = some || ok
			always = always && ok
		}
		never = never || !some
	}
	return never, always && !never
}

// within reports whether rule b fires wherever rule a does, for a that can fire.
func (x *Explainer) within(a, b int) bool {
	for _, wide := range x.requirements[b] {
		narrow := x.find(a, wide.column)
		for s, ok := range wide.allowed {
			if !ok && (narrow == nil || narrow.allowed[s]) {
				return false
			}
		}
	}
	return true
}

// find returns the requirement of rule k on a column, nil without one.
func (x *Explainer) find(k, column int) *requirement {
	for i := range x.requirements[k] {
		if d := &x.requirements[k][i]; d.column == column {
			return d
		}
	}
	return nil
}
