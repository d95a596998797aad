package rule

import (
	"math"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// joint reports which columns depend on each other: derived ones that rules use, and their operands.
func (x *Explainer) joint() []bool {
	columns := x.Uses()
	for c := range columns {
		columns[c] = columns[c] && x.columns[c].Derived != nil
	}
	x.encoder.AddOperands(columns)
	return columns
}

// join makes one column of the joint ones, the first: each of its options is another number of one operand, unless that is frozen.
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
		all := optionSet{lead, slices.Repeat([]bool{true}, len(p.options[lead]))}
		var own []optionSet
		for i := range rule {
			if d := &rule[i]; !joint[d.column] {
				own = append(own, p.rules[k][i])
			} else {
				for o, option := range p.options[lead] {
					all.ok[o] = all.ok[o] && p.meets(d, option)
				}
			}
		}
		if len(own) < len(rule) {
			p.rules[k] = append(own, all)
		}
	}
}

// operandOptions proposes a number between each two at which a threshold is crossed: one of the column, or one of a derived column
// while its other operand stays.
func (p *problem) operandOptions(c int, joint []bool) (options []option) {
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
		o := option{column: c, numbers: numbers, distance: 1, to: ExplainedCell{Column: p.x.columns[c].Name, Alias: p.x.columns[c].Alias, Used: true}}
		o.to.Text = dataset.FormatNumber(to)
		if at, _ := slices.BinarySearch(ends, from); known && p.x.scales[c].Range > 0 {
			o.distance = p.distance(c, 0, from, to)
		} else if known {
			o.distance = math.Abs(float64(i-at)) / float64(len(ends))
		}
		options = append(options, o)
	}
	return options
}

// operands returns those of a derived column, with x in place of the number of column c.
func (p *problem) operands(derived, c int, x float64) (numbers [2]float64) {
	for i, name := range p.x.columns[derived].Derived.Of {
		at := slices.IndexFunc(p.x.columns, func(s columnStates) bool { return s.Name == name })
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

// crossing returns the number of the first (0) or second (1) operand at which the result is t, given the other operand.
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

// meets reports whether the row meets a requirement on a joint column with an option.
func (p *problem) meets(d *requirement, o option) bool {
	c := &p.x.columns[d.column]
	to, _ := dataset.ParseNumber(o.to.Text)
	switch {
	case o.numbers == nil, d.column != o.column && (c.Derived == nil || !slices.Contains(c.Derived.Of[:], o.to.Column)):
		return d.met(p.row.Holds)
	case c.Derived != nil:
		numbers := p.operands(d.column, o.column, to)
		to = c.Derived.Number(numbers[0], numbers[1])
	}
	if fill, ok := dataset.ParseNumber(c.Fill); ok && math.IsNaN(to) {
		to = fill
	}
	if math.IsNaN(to) {
		return d.allowed[len(d.allowed)-1] // the state of a missing cell
	}
	s, _ := slices.BinarySearch(c.Thresholds, to)
	return d.allowed[s]
}
