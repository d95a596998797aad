package rule

import (
	"container/heap"
	"slices"
)

// A Flip is a smallest change of a row that turns its answer round: no part of it is enough, nor does one of its changes
// less far.
type Counterfactual struct {
	Changes  []Change `json:"changes"`  // in the order of the encoder's columns
	Distance float64  `json:"distance"` // of all changes together; see Scale
	Rules    []int    `json:"rules"`    // numbers, from 1, of the rules that then fire, or that then do not any more
}

// Flips are the smallest changes of a row that turn its answer round: the fewest columns first, then the least distance.
type Counterfactuals struct {
	Found []Counterfactual `json:"flips"`
	// Why says why there is none, in a sentence; "" if there are some.
	Why string `json:"why,omitempty"`
	// Unfinished says that there were too many possibilities to try them all: those that were found are the smallest ones,
	// but there may be more.
	Unfinished bool `json:"unfinished,omitempty"`
}

// FlipOptions say which changes may be proposed.
type CounterfactualOptions struct {
	Frozen  []bool // columns of the encoder that must stay as they are; nil for none
	Missing bool   // a cell may become missing, where training rows were too
	Most    int    // flips to return; 0 means 3
}

const (
	mostFlips = 3      // a person reads no more
	mostNodes = 20_000 // sets of possibilities before a search gives up: a few tenths of a second
)

// Flips searches the changes that turn the answer to a row round, and returns the smallest ones. It is exact: it looks at
// the possibilities from the cheapest on, and leaves out only what cannot be cheaper or holds another flip in it.
//
// A set of possibilities is a set of options for each column. Its cheapest member costs as much as the cheapest option of
// each column together, so that it is the least that any of its members costs; bound says what must come on top. If that member does not turn the answer,
// because a rule still fires, each other member must break this rule at one of its columns: at the first, or not there
// and at the second, and so on, which are sets of possibilities with nothing in common. If it turns the answer, each
// other flip must keep one of its changes smaller, which gives such sets again.
func (x *Explainer) Counterfactuals(r Row, o CounterfactualOptions) Counterfactuals {
	if o.Most <= 0 {
		o.Most = mostFlips
	}
	p := x.problem(&r, o.Frozen, o.Missing)
	s := &counterfactualSearch{problem: p, positive: p.fires(make([]int, len(p.options))) >= 0}
	s.start()
	var found []*node
	for len(found) < o.Most && s.queue.Len() > 0 && s.made < mostNodes {
		n := heap.Pop(&s.queue).(*node)
		if s.positive {
			if k := s.hardest(n); k >= 0 {
				s.breakRule(n, k)
				continue
			}
		}
		holds := func(f *node) bool { return s.holds(n, f) }
		if k := slices.IndexFunc(found, holds); k >= 0 {
			s.avoid(n, found[k])
			continue
		}
		found = append(found, n)
		s.avoid(n, n)
	}
	out := Counterfactuals{Found: []Counterfactual{}, Unfinished: len(found) < o.Most && s.queue.Len() > 0}
	for _, n := range found {
		out.Found = append(out.Found, s.flip(n))
	}
	if len(found) == 0 {
		out.Why = s.why(out.Unfinished)
	}
	return out
}

// flipSearch is a search for flips.
type counterfactualSearch struct {
	*problem
	positive bool // the answer as it is
	queue    queue
	made     int
}

// start queues all possibilities: for a positive row whatever the cells may become, for a negative one for each rule what
// makes it fire.
func (s *counterfactualSearch) start() {
	if s.positive {
		s.add(make([][]bool, len(s.options)))
		return
	}
	for _, rule := range s.rules {
		domain := make([][]bool, len(s.options))
		for _, a := range rule {
			domain[a.column] = a.ok
		}
		s.add(domain)
	}
}

// add queues a set of possibilities, unless it is empty. A column whose domain is nil may take all its options.
func (s *counterfactualSearch) add(domain [][]bool) {
	s.made++
	n := &node{domain: domain, pick: make([]int, len(s.options)), number: s.made}
	for c, options := range s.options {
		best := -1
		for o := range options {
			if (domain[c] == nil || domain[c][o]) && (best < 0 || options[o].distance < options[best].distance) {
				best = o
			}
		}
		if best < 0 {
			return
		}
		if n.pick[c] = best; best > 0 {
			n.changed++
			n.distance += options[best].distance
		}
	}
	if n.least = (price{n.changed, n.distance}); s.positive && !s.bound(n) {
		return
	}
	heap.Push(&s.queue, n)
}

// bound raises the least that a member of n that turns the answer costs: rules that fire on the cheapest member, and ask
// about none of each other's columns, must be broken each at its own price. It reports whether all of them can be.
func (s *counterfactualSearch) bound(n *node) bool {
	taken := make([]bool, len(s.options))
	for k, rule := range s.rules {
		if !s.firesOn(k, n.pick) {
			continue
		}
		best, apart, broken := price{}, true, -1
		for i, a := range rule {
			apart = apart && !taken[a.column]
			now := s.options[a.column][n.pick[a.column]].distance
			for o, option := range s.options[a.column] {
				if a.ok[o] || n.domain[a.column] != nil && !n.domain[a.column][o] {
					continue
				}
				more := price{0, option.distance - now}
				if now == unchanged {
					more = price{1, option.distance}
				}
				if broken < 0 || more.less(best) {
					best, broken = more, i
				}
			}
		}
		if broken < 0 {
			return false
		}
		if apart {
			n.least.changed += best.changed
			n.least.distance += best.distance
			for _, a := range rule {
				taken[a.column] = true
			}
		}
	}
	return true
}

// hardest returns, of the rules that fire on the cheapest member of n, the one that the fewest columns can break, so that the
// flipSearch branches little; -1 if none fires.
func (s *counterfactualSearch) hardest(n *node) int {
	hardest, fewest := -1, 0
	for k, rule := range s.rules {
		if !s.firesOn(k, n.pick) {
			continue
		}
		ways := 0
		for _, a := range rule {
			for o, ok := range a.ok {
				if !ok && (n.domain[a.column] == nil || n.domain[a.column][o]) {
					ways++
					break
				}
			}
		}
		if hardest < 0 || ways < fewest {
			hardest, fewest = k, ways
		}
	}
	return hardest
}

// breakRule queues the members of n that break rule k.
func (s *counterfactualSearch) breakRule(n *node, k int) {
	domain := slices.Clone(n.domain)
	for _, a := range s.rules[k] {
		broken := slices.Clone(domain)
		broken[a.column] = s.narrow(domain[a.column], a.column, func(o int) bool { return !a.ok[o] })
		s.add(broken)
		domain[a.column] = s.narrow(domain[a.column], a.column, func(o int) bool { return a.ok[o] })
	}
}

// avoid queues the members of n that keep at least one change of a flip smaller.
func (s *counterfactualSearch) avoid(n, flip *node) {
	domain := slices.Clone(n.domain)
	for c, o := range flip.pick {
		if o == 0 {
			continue
		}
		most := s.options[c][o].distance
		smaller := slices.Clone(domain)
		smaller[c] = s.narrow(domain[c], c, func(o int) bool { return s.options[c][o].distance < most })
		s.add(smaller)
		domain[c] = s.narrow(domain[c], c, func(o int) bool { return s.options[c][o].distance >= most })
	}
}

// narrow returns the options of a column that are in a domain and wanted.
func (s *counterfactualSearch) narrow(domain []bool, c int, wanted func(o int) bool) []bool {
	out := make([]bool, len(s.options[c]))
	for o := range out {
		out[o] = (domain == nil || domain[o]) && wanted(o)
	}
	return out
}

// holds reports whether the cheapest member of n changes every column that f does, at least as far.
func (s *counterfactualSearch) holds(n, f *node) bool {
	for c, options := range s.options {
		if options[f.pick[c]].distance > options[n.pick[c]].distance {
			return false
		}
	}
	return true
}

// A node is a set of possibilities.
type node struct {
	domain   [][]bool // the options that each column may take; nil for all
	pick     []int    // the cheapest one of each column
	changed  int      // columns whose cheapest option is a change
	distance float64  // of these changes
	least    price    // that a member costs which turns the answer
	number   int      // in the order of making
}

// A price is what changes cost: their number counts before their distance.
type price struct {
	changed  int
	distance float64
}

func (p price) less(o price) bool {
	return p.changed < o.changed || p.changed == o.changed && p.distance < o.distance
}

// queue has the cheapest node first; of equals the one that was made first.
type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(n any)   { *q = append(*q, n.(*node)) }

func (q queue) Less(i, j int) bool {
	a, b := q[i], q[j]
	if a.least != b.least {
		return a.least.less(b.least)
	}
	return a.number < b.number
}

func (q *queue) Pop() any {
	n := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return n
}
