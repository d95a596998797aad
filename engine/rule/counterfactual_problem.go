package rule

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drnet/engine/dataset"
)

// A problem is a row whose prediction is to be flipped: the states that its cells may take, their costs, and which rules they meet.
type problem struct {
	x       *Explainer
	row     *Row
	options [][]option    // of each column of the encoder; the first is the cell as it is
	rules   [][]optionSet // the requirements of each rule on the options
}

// An option is a state that a cell may take.
type option struct {
	column   int    // of the new cell
	state    int    // place in the states of the column; -1 for the present cell
	numbers  *state // of the change of an operand, all numbers with the same effect; else nil
	distance float64
	to       ExplainedCell // the new cell
	number   float64       // of the change of an operand, its new number, or hours of a date
}

// includes reports whether an option changes the cell that f changes, at least as far. All options include an unchanged cell.
func (o option) includes(f option) bool {
	return f.distance <= o.distance && (f.distance == unchanged || f.column == o.column)
}

// unchanged is the distance of the present cell, below that of every change.
const unchanged = -1

// An optionSet is a requirement as a set of options of its column.
type optionSet struct {
	column int
	ok     []bool
}

// problem lists the options of a row. Frozen and unused columns keep their cells; missing allows missing cells as options.
func (x *Explainer) problem(r *Row, frozen []bool, missing bool) *problem {
	p := &problem{x: x, row: r, options: make([][]option, len(x.columns)), rules: make([][]optionSet, len(x.requirements))}
	for c, used := range x.Uses() {
		p.options[c] = []option{{column: c, state: -1, distance: unchanged, to: r.Cells[c]}}
		if used && !(len(frozen) > c && frozen[c]) {
			p.addOptions(c, missing)
		}
	}
	for k, rule := range x.requirements {
		for i := range rule {
			d := &rule[i]
			a := optionSet{column: d.column, ok: []bool{d.met(r.Holds)}}
			for _, o := range p.options[d.column][1:] {
				a.ok = append(a.ok, d.allowed[o.state])
			}
			p.rules[k] = append(p.rules[k], a)
		}
	}
	return p
}

// addOptions adds the states whose features differ from those of the cell.
func (p *problem) addOptions(c int, missing bool) {
	col := &p.x.columns[c]
	for s := range col.states {
		st := &col.states[s]
		if !col.proposable(st, missing) || p.isIn(c, st) || st.kind == missingCell && p.row.Cells[c].Missing {
			continue
		}
		p.options[c] = append(p.options[c], p.option(c, s))
	}
}

// isIn reports whether the features of the row's cell are those of the state.
func (p *problem) isIn(c int, st *state) bool {
	col := &p.x.columns[c]
	for f := range col.features {
		if p.row.bits[col.first+f] != st.meets(f, false) {
			return false
		}
	}
	return true
}

// option returns the cell in a state, and its distance.
func (p *problem) option(c, s int) option {
	col := &p.x.columns[c]
	st := &col.states[s]
	o := option{column: c, state: s, distance: 1, to: col.cell("")}
	switch st.kind {
	case missingCell:
		o.to.Missing = true
	case named:
		o.to = col.cell(st.values[0])
	case bin:
		x, ok := p.row.number(c)
		to := p.x.scales[c].proposal(st, ok && x <= st.low || !ok && math.IsInf(st.high, 1))
		o.to = col.cell(dataset.FormatNumber(to))
		if ok {
			o.distance = p.distance(c, s, x, to)
		}
	}
	return o
}

// cell returns a cell of the column that a counterfactual proposes.
func (c *columnStates) cell(text string) ExplainedCell {
	return ExplainedCell{Column: c.Name, Alias: c.Alias, Text: text, Shown: c.shown(text), Used: true}
}

// distance returns the distance of a number to one in bin s: their difference as a share of the column's range or, if that is unknown,
// the share of the thresholds between them.
func (p *problem) distance(c, s int, from, to float64) float64 {
	if r := p.x.scales[c].Range; r > 0 {
		if d := math.Abs(to-from) / r; !math.IsInf(d, 0) {
			return d
		}
		return math.MaxFloat64
	}
	thresholds := p.x.columns[c].Thresholds
	at, _ := slices.BinarySearch(thresholds, from)
	return math.Abs(float64(at-s)) / float64(len(thresholds))
}

// nearest returns the distance to the nearest option that meets requirement i of rule k; 1 if there is none.
func (p *problem) nearest(k, i int) float64 {
	a, best := &p.rules[k][i], math.Inf(1)
	for o, ok := range a.ok {
		if ok {
			best = min(best, p.options[a.column][o].distance)
		}
	}
	if math.IsInf(best, 1) {
		return 1
	}
	return max(best, 0)
}

// answer answers the question when each cell takes the option picked.
func (p *problem) answer(pick []int) bool { return p.x.Question.Answer(p.fires(pick)) }

// fires reports which rules hold when each cell takes the option picked.
func (p *problem) fires(pick []int) []bool {
	out := make([]bool, len(p.rules))
	for k, rule := range p.rules {
		out[k] = !slices.ContainsFunc(rule, func(a optionSet) bool { return !a.ok[pick[a.column]] })
	}
	return out
}

// proposal returns a number in a bin that is near the end to be crossed: the least number in it if above is true, else the largest. It
// has as few decimal places as possible, but not fewer than the column's numbers.
func (s Scale) proposal(st *state, above bool) float64 {
	const most = 15 // decimal places beyond which a number is not easier to read than the end itself
	places := s.Places
	if places < 0 {
		places = max(Places(st.low), Places(st.high))
	}
	for scale := math.Pow10(places); places <= most; places, scale = places+1, scale*10 {
		x := math.Floor(st.high*scale) / scale
		if above {
			x = (math.Floor(st.low*scale) + 1) / scale
		}
		if x > st.low && x <= st.high && !math.IsInf(x, 0) {
			return x + 0 // -0 becomes 0
		}
	}
	if above {
		return math.Nextafter(st.low, st.high)
	}
	return st.high
}

// Places returns the number of decimal places a number is written with.
func Places(x float64) int {
	if math.IsInf(x, 0) {
		return 0
	}
	_, fraction, _ := strings.Cut(dataset.FormatNumber(x), ".")
	if strings.Contains(fraction, "e") {
		return 0
	}
	return len(fraction)
}

// A CellChange is a change of one cell of a row.
type CellChange struct {
	Column string        `json:"column"`
	From   ExplainedCell `json:"from"`
	To     ExplainedCell `json:"to"` // the new cell; its text is "" if any value flips the prediction
	// Within describes all values that flip it, given the other changes: "≤ 37.5", "Married or Widowed".
	Within   string  `json:"within"`
	Distance float64 `json:"distance"`
}

// String writes the change: "age: 41 → 37 (≤ 37.5)", "color: red → blue, teal or sand".
func (c CellChange) String() string {
	text := c.To.Title() + ": " + c.From.ForPeople() + " → "
	to := cmp.Or(c.To.ForPeople(), "any value")
	if value := quotedInList(to); strings.HasPrefix(c.Within, value+", ") || strings.HasPrefix(c.Within, value+" or ") {
		return text + c.Within
	}
	if text += to; c.Within != "" && c.Within != to {
		text += " (" + c.Within + ")"
	}
	return text
}

// String writes all changes and the Answer: "age: 41 → 37 (≤ 37.5) and sex: Female → Male, then risk = low".
func (f Counterfactual) String() string {
	var changes []string
	for _, c := range f.Changes {
		changes = append(changes, c.String())
	}
	text := strings.Join(changes, " and ")
	if f.Answer != "" {
		text += ", then " + f.Answer
	}
	return text
}

// flip describes the cheapest candidate of a node.
func (s *counterfactualSearch) flip(n *node) Counterfactual {
	f := Counterfactual{Distance: min(n.distance, math.MaxFloat64), Rules: []int{}} // JSON cannot hold infinity
	for c, o := range n.pick {
		if o > 0 {
			chosen := s.options[c][o]
			f.Changes = append(f.Changes, CellChange{chosen.to.Column, s.row.Cells[chosen.column], chosen.to, s.within(n, c), chosen.distance})
		}
	}
	before, after := s.fires(make([]int, len(n.pick))), s.fires(n.pick)
	for k := range before {
		if before[k] != after[k] {
			f.Rules = append(f.Rules, k+1)
		}
	}
	return f
}

// within describes the options of a column that flip the answer, given the other changes.
func (s *counterfactualSearch) within(n *node, c int) string {
	at, pick := n.pick[c], slices.Clone(n.pick)
	flips := func(o int) bool {
		pick[c] = o
		return s.answer(pick) != s.positive
	}
	stateOf := func(o int) *state {
		if numbers := s.options[c][o].numbers; numbers != nil {
			return numbers
		}
		return &s.x.columns[c].states[s.options[c][o].state]
	}
	switch chosen := stateOf(at); chosen.kind {
	case missingCell, dated:
		return ""
	case anything:
		return "any value"
	case bin:
		low, high := chosen.low, chosen.high
		for o := at - 1; o > 0 && stateOf(o).kind == bin && stateOf(o).high == low && flips(o); o-- {
			low = stateOf(o).low
		}
		for o := at + 1; o < len(s.options[c]) && stateOf(o).kind == bin && stateOf(o).low == high && flips(o); o++ {
			high = stateOf(o).high
		}
		if math.IsInf(low, -1) && math.IsInf(high, 1) {
			return "any number"
		}
		column := s.options[c][at].column
		return strings.TrimSpace(strings.TrimPrefix(s.x.columns[column].between(symbols, "", low, high, s.x.whole(column)), " is"))
	}
	values := slices.Clone(stateOf(at).values)
	for o := 1; o < len(s.options[c]); o++ {
		if o != at && stateOf(o).kind == named && flips(o) {
			values = append(values, stateOf(o).values...)
		}
	}
	if len(values) > 1 {
		for i, value := range values {
			values[i] = quotedInList(value)
		}
	}
	return orList(values)
}

// reason explains why the search found no counterfactual.
func (s *counterfactualSearch) reason(unfinished bool) string {
	votes, counts := s.x.Question.(AtLeast)
	switch {
	case unfinished:
		return "there are too many possibilities to try them all; keep more columns as they are"
	case len(s.rules) == 0:
		return "without rules the prediction is always the same"
	case !counts && s.positive:
		return "whatever may be changed, the prediction stays the same"
	case !counts:
		return "no allowed change leads to this prediction"
	case votes > 1 && s.positive:
		return fmt.Sprintf("whatever may be changed, at least %d rules hold", votes)
	case votes > 1:
		return fmt.Sprintf("whatever may be changed, fewer than %d rules hold", votes)
	case s.positive:
		return s.reasonPositive()
	}
	var kept []string
	for _, rule := range s.rules {
		for _, a := range rule {
			if name := s.x.columns[a.column].Name; !slices.Contains(a.ok, true) && !slices.Contains(kept, name) {
				kept = append(kept, name)
			}
		}
	}
	return "every rule asks for something that may not or cannot be changed: " + orList(kept)
}

// reasonPositive explains it for a positive row: it names a rule that holds after any change, if one exists.
func (s *counterfactualSearch) reasonPositive() string {
	for k, rule := range s.rules {
		if len(rule) == 0 {
			return fmt.Sprintf("rule %d always holds", k+1)
		}
		if slices.ContainsFunc(rule, func(a optionSet) bool { return slices.Contains(a.ok, false) }) {
			continue
		}
		var names []string
		for _, a := range rule {
			names = append(names, s.x.columns[a.column].Name)
		}
		return fmt.Sprintf("rule %d holds: it asks only about what may not or cannot be changed, %s",
			k+1, strings.Join(names, " and "))
	}
	return "whatever may be changed, some rule holds"
}
