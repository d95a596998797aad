package rule

import (
	"math"
	"strings"

	"drnet/engine/dataset"
)

// A problem is a row whose prediction is to be flipped: the states its cells may take, their costs, and which rules they meet.
type problem struct {
	x       *Explainer
	row     *Row
	options [][]option    // of each column of the encoder; the first is the cell as it is
	rules   [][]optionSet // the requirements of each rule on the options
}

// An option is a state that a cell may take.
type option struct {
	state    int // of the column; -1 for the cell as it is
	distance float64
	to       ExplainedCell // the new cell
}

// unchanged is the cost of a cell as it is: below that of every change.
const unchanged = -1

// An optionSet is a requirement as a set of options of its column.
type optionSet struct {
	column int
	ok     []bool
}

// problem lists the options of a row. Frozen columns and those that no rule uses keep their cells. Missing cells are options only
// if missing is true.
func (x *Explainer) problem(r *Row, frozen []bool, missing bool) *problem {
	p := &problem{x: x, row: r, options: make([][]option, len(x.columns)), rules: make([][]optionSet, len(x.requirements))}
	for c, used := range x.Uses() {
		p.options[c] = []option{{state: -1, distance: unchanged, to: r.Cells[c]}}
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
	n := col.questions()
	if col.Missable {
		n++
	}
	for f := range n {
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
	o := option{state: s, distance: 1, to: ExplainedCell{Column: col.Name, Used: true}}
	switch st.kind {
	case missingCell:
		o.to.Missing = true
	case named:
		o.to.Text = st.values[0]
	case bin:
		x, ok := p.row.number(c)
		to := p.x.scales[c].proposal(st, ok && x <= st.low || !ok && math.IsInf(st.high, 1))
		o.to.Text = dataset.FormatNumber(to)
		if ok {
			o.distance = p.distance(c, s, x, to)
		}
	}
	return o
}

// distance returns the distance of a number to one in a bin: as a share of the column's range, or of its thresholds.
func (p *problem) distance(c, s int, from, to float64) float64 {
	if r := p.x.scales[c].Range; r > 0 {
		if d := math.Abs(to-from) / r; !math.IsInf(d, 0) {
			return d
		}
		return math.MaxFloat64
	}
	thresholds := p.x.columns[c].Thresholds
	at := 0
	for at < len(thresholds) && from > thresholds[at] {
		at++
	}
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

// firstFiring returns the first rule that fires when each cell takes the option picked, -1 if none does.
func (p *problem) firstFiring(pick []int) int {
	for k := range p.rules {
		if p.firesOn(k, pick) {
			return k
		}
	}
	return -1
}

func (p *problem) firesOn(k int, pick []int) bool {
	for _, a := range p.rules[k] {
		if !a.ok[pick[a.column]] {
			return false
		}
	}
	return true
}

// proposal returns a number in a bin with as few digits as the column's numbers have: the least if it should be just above the
// lower end, else the largest.
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
