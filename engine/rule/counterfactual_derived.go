package rule

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// joint reports which columns depend on each other: derived columns that rules use, and their operands.
func (x *Explainer) joint() []bool {
	columns := x.Uses()
	for c := range columns {
		columns[c] = columns[c] && x.columns[c].Derived != nil
	}
	x.encoder.AddOperands(columns)
	return columns
}

// join merges the options of the joint columns into the first of them, so that a derived column never contradicts its operands. Each
// option changes one operand that is not frozen.
func (p *problem) join(joint, frozen []bool) {
	lead := slices.Index(joint, true)
	if lead < 0 {
		return
	}
	for c := range joint {
		if joint[c] && p.x.columns[c].Derived == nil && !(len(frozen) > c && frozen[c]) {
			p.options[lead] = append(p.options[lead], p.operandOptions(c, joint)...)
		}
	}
	for k, rule := range p.x.requirements {
		merged := optionSet{lead, slices.Repeat([]bool{true}, len(p.options[lead]))}
		var others []optionSet
		for i := range rule {
			if d := &rule[i]; !joint[d.column] {
				others = append(others, p.rules[k][i])
			} else {
				for o, option := range p.options[lead] {
					merged.ok[o] = merged.ok[o] && p.meets(d, option)
				}
			}
		}
		if len(others) < len(rule) {
			p.rules[k] = append(others, merged)
		}
	}
}

// operandOptions returns the options that change operand c: one number in each interval other than that of the row. The intervals end
// where a threshold is crossed: a threshold of the column, or of a derived column while its other operand stays.
func (p *problem) operandOptions(c int, joint []bool) (options []option) {
	if p.x.columns[c].Layout != "" {
		return p.dateOptions(c, joint)
	}
	ends := append(slices.Clone(p.x.columns[c].Thresholds), math.Inf(1))
	for i, derived := range p.x.columns {
		if !joint[i] || derived.Derived == nil || !slices.Contains(derived.Derived.Of[:], p.x.columns[c].Name) {
			continue
		}
		at := slices.Index(derived.Derived.Of[:], p.x.columns[c].Name)
		other := p.operands(i, c, 0)[1-at]
		for _, t := range derived.Thresholds {
			if x := crossing(derived.Derived.Op, at, other, t); !math.IsNaN(x) && !math.IsInf(x, 0) {
				ends = append(ends, x)
			}
		}
		if derived.Derived.Op == binarize.Ratio {
			ends = append(ends, 0) // a divisor of zero, and of another sign
		}
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	from, known := p.row.number(c)
	low := math.Inf(-1)
	for i, high := range ends {
		numbers := &state{kind: bin, low: low, high: high}
		low = high
		if known && from > numbers.low && from <= high {
			continue
		}
		to := p.x.scales[c].proposal(numbers, known && from <= numbers.low || !known && i == len(ends)-1)
		o := option{column: c, numbers: numbers, number: to, distance: 1, to: p.x.columns[c].cell(dataset.FormatNumber(to))}
		if at, _ := slices.BinarySearch(ends, from); known && p.x.scales[c].Range > 0 {
			o.distance = p.distance(c, 0, from, to)
		} else if known {
			o.distance = math.Abs(float64(i-at)) / float64(len(ends))
		}
		options = append(options, o)
	}
	return options
}

// operands returns the operands of a derived column in the row, NaN for a missing one, with x in place of the number of column c. The
// second one is 0 if the column has a single operand.
func (p *problem) operands(derived, c int, x float64) (numbers [2]float64) {
	for i, name := range p.x.columns[derived].Sources() {
		at := p.x.encoder.Column(name)
		number, ok := p.row.number(at)
		switch {
		case at == c:
			numbers[i] = x
		case ok:
			numbers[i] = number
		default:
			numbers[i] = math.NaN()
		}
	}
	return numbers
}

// crossing returns the number of the first (0) or second (1) operand at which the derived number is t, given the other operand.
func crossing(op binarize.Operation, operand int, other, t float64) float64 {
	switch {
	case op == binarize.Difference && operand == 0:
		return t + other
	case op == binarize.Difference:
		return other - t
	case operand == 0:
		return t * other
	}
	return other / t
}

// meets reports whether the row meets requirement d, on a joint column, after the change of option o.
func (p *problem) meets(d *requirement, o option) bool {
	c := &p.x.columns[d.column]
	to := o.number
	switch {
	case o.numbers == nil, d.column != o.column && (c.Derived == nil || !slices.Contains(c.Derived.Of[:], o.to.Column)):
		return d.met(p.row.Holds)
	case c.Derived != nil:
		numbers := p.operands(d.column, o.column, to)
		to = c.Derived.Number(numbers[0], numbers[1])
	}
	return d.allowed[c.stateOf(to)]
}

// stateOf returns the place in c.states of a computed number, NaN for a missing one.
func (c *columnStates) stateOf(x float64) int {
	if fill, ok := dataset.ParseNumber(c.Fill); ok && math.IsNaN(x) {
		x = fill
	}
	text := c.Fill // then a weekday, if the column holds these
	if !math.IsNaN(x) && c.Derived != nil && c.Derived.Op == binarize.Weekday {
		text = binarize.Weekdays[int(x)]
	}
	switch {
	case len(c.Thresholds) > 0 && !math.IsNaN(x):
		s, _ := slices.BinarySearch(c.Thresholds, x)
		return s
	case text == "":
		return len(c.states) - 1 // of a missing cell
	}
	s := slices.IndexFunc(c.states, func(s state) bool { return slices.Contains(s.values, text) })
	if s < 0 {
		s = slices.IndexFunc(c.states, func(s state) bool { return s.kind == unseen })
	}
	return s
}

// dateOptions returns the options that change date column c. The columns derived from it may have several combinations of states: each
// option is the nearest date with another combination. A missing date is compared with the other date of a difference, if one exists.
func (p *problem) dateOptions(c int, joint []bool) (options []option) {
	const year = 366
	from, known := p.row.number(c)
	layout, _ := dataset.DateLayoutOf(p.x.columns[c].Layout)
	var derived []int         // the columns derived from it
	var operands [][2]float64 // of each, NaN for the date itself
	for i := range p.x.columns {
		if d := p.x.columns[i].Derived; joint[i] && d.IsDate() && slices.Contains(d.Of[:], p.x.columns[c].Name) {
			derived, operands = append(derived, i), append(operands, p.operands(i, c, math.NaN()))
			for _, x := range operands[len(derived)-1] {
				if !known && x > 0 {
					from = x
				}
			}
		}
	}
	if !known && from == 0 {
		return nil
	}
	combination := func(hours float64) string { // as a key
		var list []byte
		for k, i := range derived {
			d, numbers := p.x.columns[i].Derived, operands[k]
			numbers[slices.Index(d.Of[:], p.x.columns[c].Name)] = hours
			list = binary.AppendUvarint(list, uint64(p.x.columns[i].stateOf(d.Number(numbers[0], numbers[1]))))
		}
		return string(list)
	}
	now := math.NaN()
	if known {
		now = from
	}
	seen := map[string]bool{combination(now): true}
	for _, hours := range p.datesNear(c, from, derived) {
		key := combination(hours)
		if seen[key] {
			continue
		}
		if text := layout.Format(int(hours)); text != "" {
			seen[key] = true
			options = append(options, option{
				column: c, numbers: &state{kind: dated}, number: hours, distance: math.Abs(hours-from) / (24 * year),
				to: p.x.columns[c].cell(text),
			})
		}
	}
	return options
}

// datesNear returns dates in hours, the nearest to from first: each day up to a year away, and those further away on which a number of
// a derived column crosses a threshold. Each has the time of from, and the hours at which a derived hour crosses a threshold.
func (p *problem) datesNear(c int, from float64, of []int) (list []float64) {
	const day, year = 24, 366
	midnight := float64(math.Floor(from/day) * day)
	clock := []float64{from - midnight}
	days := []float64{}
	for k := -year; k <= year; k++ {
		days = append(days, midnight+float64(day*float64(k)))
	}
	y, m, d := dataset.DayOf(int(from))
	for _, i := range of {
		derived := p.x.columns[i].Derived
		for _, t := range p.x.columns[i].Thresholds {
			for _, x := range []float64{math.Floor(t), math.Floor(t) + 1} { // derived numbers are integers
				now := p.operands(i, c, from)
				away := x - derived.Number(now[0], now[1])
				switch {
				case derived.Op == binarize.Hour && x >= 0 && x < day && (x > clock[0]) == (x > t):
					clock = append(clock, x)
				case derived.Op == binarize.Year:
					days = append(days, float64(dataset.HoursOf(y+int(away), m, min(d, 28))))
				case (derived.Op == binarize.Days || derived.Op == binarize.Since) && !math.IsNaN(away):
					if derived.Op == binarize.Days && derived.Of[0] == p.x.columns[c].Name {
						away = -away
					}
					days = append(days, midnight+float64(day*away))
				}
			}
		}
	}
	for _, start := range days {
		for _, hour := range clock {
			list = append(list, start+hour)
		}
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(cmp.Compare(math.Abs(a-from), math.Abs(b-from)), cmp.Compare(a, b)) < 0
	})
	return list
}
