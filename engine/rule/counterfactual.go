package rule

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"
)

// A Counterfactual is a minimal change of a row that flips its prediction: no part of it suffices, nor a smaller change of a cell.
type Counterfactual struct {
	Changes  []CellChange `json:"changes"`  // in the order of the encoder's columns
	Distance float64      `json:"distance"` // of all changes together; see Scale
	Rules    []int        `json:"rules"`    // numbers, from 1, of the rules that then begin or stop to fire; none for several classes
	// Answer is the class that is then predicted, if any class but one was asked for: "species = setosa".
	Answer string `json:"answer,omitempty"`
}

// Counterfactuals are the minimal changes of a row that flip its prediction: fewest columns first, then least distance.
type Counterfactuals struct {
	Found []Counterfactual `json:"flips"`
	// Why is a sentence that explains the lack of counterfactuals; "" if there are some.
	Why string `json:"why,omitempty"`
	// Unfinished reports that the search gave up: those found are the smallest, but there may be more.
	Unfinished bool `json:"unfinished,omitempty"`
}

// CounterfactualOptions restrict the proposed changes.
type CounterfactualOptions struct {
	Frozen  []bool // columns of the encoder that must not change; nil for none
	Missing bool   // a cell may become missing if the column had missing cells in training
}

const (
	mostFlips = 3      // more are not read
	mostNodes = 20_000 // nodes before a search gives up: a few tenths of a second
)

// Counterfactuals returns the smallest changes that flip the prediction of a row, which is the answer to the Question. The search is
// exact: it visits candidates by increasing cost, and prunes only those that cannot be cheaper or that contain a result. Of the
// columns that others are derived from, it changes one at most.
//
// A node is a set of options for each column. Its cheapest member takes the cheapest option of each column, so its cost bounds the
// cost of all members from below; bound tightens this. If that member does not flip the prediction, every other result must change
// one of the pivots of the question: stop the first of them, at its first column, or not there and at its second, or not stop it
// and stop the second, and so on, which are disjoint nodes, or start another one. If the member flips the prediction, every other
// result must make one of its changes smaller, which gives disjoint nodes again.
//
// References: S. Wachter, B. Mittelstadt, C. Russell: Counterfactual Explanations Without Opening the Black Box. Harvard Journal of
// Law & Technology 31 (2018) (the notion). A. H. Land, A. G. Doig: An Automatic Method of Solving Discrete Programming Problems.
// Econometrica 28 (1960) (branch and bound).
func (x *Explainer) Counterfactuals(r Row, o CounterfactualOptions) Counterfactuals {
	joint := x.joint()
	frozen := slices.Clone(joint)
	for c := range o.Frozen {
		frozen[c] = frozen[c] || o.Frozen[c]
	}
	p := x.problem(&r, frozen, o.Missing)
	p.join(joint, o.Frozen)
	s := &counterfactualSearch{problem: p, positive: p.answer(make([]int, len(p.options)))}
	s.add(make([][]bool, len(s.options)))
	var found []*node
	for len(found) < mostFlips && s.queue.Len() > 0 && s.made < mostNodes {
		n := heap.Pop(&s.queue).(*node)
		if n.pivots != nil {
			s.turn(n)
			continue
		}
		k := slices.IndexFunc(found, func(f *node) bool { return s.includes(n, f) })
		if k < 0 {
			k, found = len(found), append(found, n)
		}
		s.avoid(n, found[k])
	}
	out := Counterfactuals{Found: []Counterfactual{}, Unfinished: len(found) < mostFlips && s.queue.Len() > 0}
	for _, n := range found {
		out.Found = append(out.Found, s.flip(n))
	}
	if len(found) == 0 {
		out.Why = s.reason(out.Unfinished)
	}
	return out
}

type counterfactualSearch struct {
	*problem
	positive bool // the answer for the unchanged row
	queue    queue
	made     int
}

// turn queues the members of n in which a pivot changes: each that stops one of them in one node, by the first that it stops.
func (s *counterfactualSearch) turn(n *node) {
	domain := slices.Clone(n.domain)
	for _, k := range s.hardest(n) {
		for _, a := range s.rules[k] {
			s.split(domain, a.column, func(o int) bool { return !a.ok[o] })
		}
	}
	for _, k := range n.pivots.Start {
		starts := slices.Clone(domain)
		for _, a := range s.rules[k] {
			ok := slices.Clone(a.ok)
			for o := range ok {
				ok[o] = ok[o] && allows(domain, a.column, o)
			}
			starts[a.column] = ok
		}
		s.add(starts)
	}
}

// add queues a node, unless it is empty. A column whose domain is nil may take all its options.
func (s *counterfactualSearch) add(domain [][]bool) {
	s.made++
	n := &node{domain: domain, pick: make([]int, len(s.options)), number: s.made}
	for c, options := range s.options {
		best := -1
		for o := range options {
			if allows(domain, c, o) && (best < 0 || options[o].distance < options[best].distance) {
				best = o
			}
		}
		if best < 0 {
			return
		}
		if n.pick[c] = best; best > 0 {
			n.least.changed++
			n.distance += options[best].distance
		}
	}
	n.least.distance = n.distance
	if fires := s.fires(n.pick); s.x.Question.Answer(fires) == s.positive {
		pivots := s.x.Question.Pivots(fires)
		if n.pivots = &pivots; !s.bound(n) {
			return
		}
	}
	heap.Push(&s.queue, n)
}

// bound raises the lower bound of the cost of members of n that flip the prediction, where only stopping pivots can do that: of
// those that share no column, enough must be broken, each at its own cost. It reports whether there may be such members.
func (s *counterfactualSearch) bound(n *node) bool {
	pivots := n.pivots
	if len(pivots.Start) > 0 || pivots.Of == 0 {
		return len(pivots.Start) > 0
	}
	taken, left := make([]bool, len(s.options)), pivots.Of-1 // left may fire
	var costs []price
	for _, k := range pivots.Stop {
		rule := s.rules[k]
		best, apart, broken := price{}, true, -1
		for i, a := range rule {
			apart = apart && !taken[a.column]
			now := s.options[a.column][n.pick[a.column]].distance
			for o, option := range s.options[a.column] {
				if a.ok[o] || !allows(n.domain, a.column, o) {
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
			if left--; left < 0 {
				return false
			}
			continue
		}
		if apart {
			costs = append(costs, best)
			for _, a := range rule {
				taken[a.column] = true
			}
		}
	}
	if left > 0 {
		sort.SliceStable(costs, func(i, j int) bool { return costs[i].less(costs[j]) })
	}
	for _, cost := range costs[:max(len(costs)-left, 0)] {
		n.least.changed += cost.changed
		n.least.distance += cost.distance
	}
	return true
}

// hardest returns as many of the pivots as one must stop of: those that the fewest columns can break. The search then branches
// little.
func (s *counterfactualSearch) hardest(n *node) []int {
	var list, ways []int
	for _, k := range n.pivots.Stop {
		count := 0
		for _, a := range s.rules[k] {
			for o, ok := range a.ok {
				if !ok && allows(n.domain, a.column, o) {
					count++
					break
				}
			}
		}
		at := len(list)
		for at > 0 && count < ways[at-1] {
			at--
		}
		list, ways = slices.Insert(list, at, k), slices.Insert(ways, at, count)
	}
	return list[:n.pivots.Of]
}

// avoid queues the members of n that make at least one change of a result smaller.
func (s *counterfactualSearch) avoid(n, flip *node) {
	domain := slices.Clone(n.domain)
	for c, o := range flip.pick {
		if o > 0 {
			s.split(domain, c, func(other int) bool { return !s.options[c][other].includes(s.options[c][o]) })
		}
	}
}

// split queues the members of a domain with the wanted options of a column, and leaves the others in it.
func (s *counterfactualSearch) split(domain [][]bool, c int, wanted func(o int) bool) {
	in, out := make([]bool, len(s.options[c])), make([]bool, len(s.options[c]))
	for o := range in {
		in[o] = allows(domain, c, o) && wanted(o)
		out[o] = allows(domain, c, o) && !wanted(o)
	}
	domain[c] = in
	s.add(slices.Clone(domain))
	domain[c] = out
}

// allows reports whether a domain has an option of a column.
func allows(domain [][]bool, c, o int) bool { return domain[c] == nil || domain[c][o] }

// includes reports whether the cheapest member of n changes every column that f does, at least as far.
func (s *counterfactualSearch) includes(n, f *node) bool {
	for c, options := range s.options {
		if !options[n.pick[c]].includes(options[f.pick[c]]) {
			return false
		}
	}
	return true
}

// A node is a set of candidates.
type node struct {
	domain   [][]bool // the options that each column may take; nil for all
	pick     []int    // the cheapest one of each column
	distance float64  // of the changes among them
	least    price    // lower bound of the cost of members that flip the prediction
	number   int      // in the order of making
	pivots   *Pivots  // of the cheapest member, nil if that flips the prediction
}

// A price is the cost of changes: their number counts before their distance.
type price struct {
	changed  int
	distance float64
}

func (p price) less(o price) bool {
	return cmp.Or(cmp.Compare(p.changed, o.changed), cmp.Compare(p.distance, o.distance)) < 0
}

// queue has the cheapest node first; ties go to the earlier node.
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
