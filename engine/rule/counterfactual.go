package rule

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"
)

// A Counterfactual is a minimal change of a row that flips its prediction: if one of its changes is undone or made smaller, the
// prediction stays the same.
type Counterfactual struct {
	Changes  []CellChange `json:"changes"`  // in the order of the encoder's columns
	Distance float64      `json:"distance"` // sum over the changes; see Scale
	Rules    []int        `json:"rules"`    // numbers, from 1, of the rules that start or stop firing; empty for a multiclass model
	// Answer is the new prediction, such as "species = setosa", if any class other than the present one would do; else "".
	Answer string `json:"answer,omitempty"`
}

// Counterfactuals are the minimal changes of a row that flip its prediction: fewest columns first, then least distance.
type Counterfactuals struct {
	Found []Counterfactual `json:"flips"`
	// Why is a sentence that explains the lack of counterfactuals; "" if there are some.
	Why string `json:"why,omitempty"`
	// Unfinished reports that the search gave up: those found are the smallest, but more may exist.
	Unfinished bool `json:"unfinished,omitempty"`
}

// CounterfactualOptions restrict the proposed changes.
type CounterfactualOptions struct {
	Frozen  []bool // columns of the encoder that must not change; nil for none
	Missing bool   // a cell may become missing if the column had missing cells in training
}

const (
	mostFlips = 3      // users do not read more
	mostNodes = 20_000 // created before a search gives up, after a few tenths of a second
)

// Counterfactuals returns the smallest changes of a row that flip the answer to the Question, at most mostFlips of them. The search
// is exact: it visits candidates by increasing cost, and prunes only candidates that cannot flip the answer or that contain a result.
// It changes at most one of the columns from which others are derived.
//
// This is branch and bound. A node is a set of candidates, given by the options that each column may take. The cost of its cheapest
// candidate, which takes the cheapest option of each column, is a lower bound for all of them; bound raises it. There are two cases:
//
//   - The cheapest candidate does not flip the answer. A flip must stop or start one of the Pivots, so branch splits the node: pivot 1
//     stops by its first column; it stops not by its first but by its second column; …; it does not stop, and pivot 2 stops by its
//     first column; …; no pivot stops, and another rule starts.
//   - The cheapest candidate flips the answer: it is a result. Every other result must make one of its changes smaller, so avoid
//     splits the node by the first change that is smaller.
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
			s.branch(n)
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

// branch queues the candidates of n in which a pivot stops or starts. The nodes in which one stops are disjoint.
func (s *counterfactualSearch) branch(n *node) {
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

// add queues a node, unless it is empty or cannot flip the answer. A column whose domain is nil may take all its options.
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

// bound raises n.least, and reports whether some candidate of n may flip the answer. If no rule can start, all but Of-1 of the pivots
// must stop. Pivots that share no column are stopped by different changes, so the costs of stopping them add up.
func (s *counterfactualSearch) bound(n *node) bool {
	pivots := n.pivots
	if len(pivots.Start) > 0 || pivots.Of == 0 {
		return len(pivots.Start) > 0
	}
	taken, left := make([]bool, len(s.options)), pivots.Of-1 // left pivots may keep firing
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

// hardest returns Of of the firing pivots, at least one of which must stop. It chooses those that the fewest columns can stop, so that
// the search branches little.
func (s *counterfactualSearch) hardest(n *node) []int {
	ways := make([]int, len(s.rules)) // columns that can stop the rule
	for _, k := range n.pivots.Stop {
		for _, a := range s.rules[k] {
			for o, ok := range a.ok {
				if !ok && allows(n.domain, a.column, o) {
					ways[k]++
					break
				}
			}
		}
	}
	list := slices.Clone(n.pivots.Stop)
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(ways[a], ways[b]) })
	return list[:n.pivots.Of]
}

// avoid queues the candidates of n that make at least one change of a result smaller.
func (s *counterfactualSearch) avoid(n, result *node) {
	domain := slices.Clone(n.domain)
	for c, o := range result.pick {
		if o > 0 {
			s.split(domain, c, func(other int) bool { return !s.options[c][other].includes(s.options[c][o]) })
		}
	}
}

// split queues the candidates of a domain with the wanted options of a column, and leaves the others in the domain.
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

// includes reports whether the cheapest candidate of n changes every column that f's changes, at least as far.
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
	pick     []int    // the cheapest candidate: the option of each column
	distance float64  // of its changes
	least    price    // lower bound of the cost of candidates that flip the answer
	number   int      // order of creation
	pivots   *Pivots  // of the cheapest candidate, nil if that flips the answer
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
