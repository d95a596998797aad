package export

import (
	"fmt"
	"math"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// mostTests is the number of rows that a program carries to test itself with, mostShown that of example rows for readers.
const mostTests, mostShown = 100, 12

// cell is a cell of a row: a float64 in a numeric column, else a string; nil if it is missing.
type cell any

// probe is a row made from the rules, with the numbers from 1 of the rules that hold for it.
type probe struct {
	cells []cell // of plan.columns
	fires []int
}

// prober makes rows by choosing one of the candidates for each column.
type prober struct {
	*plan
	candidates [][]cell
	bits       *bitmat.Matrix // row i has the i-th candidate of each column
}

// probes returns up to most test rows. The first are the base rows, one for each rule. Then come a row of missing cells, a row of
// unknown values, and base rows with one cell changed.
func (p *plan) probes(most int) ([]probe, error) {
	q := &prober{plan: p}
	longest := 1
	strange := make([]int, len(p.columns)) // the last candidates: an unknown value, or a neighbor of the highest threshold
	for j := range p.columns {
		q.candidates = append(q.candidates, p.candidates(j))
		longest, strange[j] = max(longest, len(q.candidates[j])), len(q.candidates[j])-1
	}
	cells := make([][]cell, longest)
	for i := range cells {
		for _, list := range q.candidates {
			cells[i] = append(cells[i], list[min(i, len(list)-1)])
		}
	}
	var err error
	if q.bits, err = p.encode(cells); err != nil {
		return nil, err
	}
	var rows [][]int
	var from []int // the rule of each base row
	for k := range p.rules {
		if row, ok := q.base(k); ok && len(rows) < most {
			rows, from = append(rows, row), append(from, k)
		}
	}
	bases := len(rows)
	rows = append(rows, make([]int, len(p.columns)), strange)
	for i := 0; i < bases && len(rows) < most/2; i++ { // the other half is for other variations
		rows = append(rows, q.weekdays(rows[i], p.rules[from[i]])...)
	}
	for turn := 0; len(rows) < most; turn++ { // one variation of each rule in a turn, so that each rule gets some
		before := len(rows)
		for i := range bases {
			if row := q.variation(rows[i], p.rules[from[i]], turn); row != nil {
				rows = append(rows, row)
			}
		}
		if len(rows) == before && turn > longest*len(p.columns) {
			break // all variations are exhausted
		}
	}
	return q.finish(rows, most)
}

// candidates returns cells of a column that rules may tell apart: missing, numbers between the thresholds, each threshold
// and its neighbors, each value, and an unknown value.
func (p *plan) candidates(at int) []cell {
	c := &p.columns[at]
	list := []cell{nil}
	switch c.kind {
	case dates:
		for _, text := range p.dateCandidates(at) {
			list = append(list, text)
		}
	case measure:
		thresholds := p.thresholds(at)
		numbers := between(thresholds)
		if slices.ContainsFunc(p.all, func(d column) bool { return d.from != nil && len(d.of) > 1 && d.of[1] == at }) {
			numbers = append(numbers, 0, 1) // a - 0 and a / 1 are a
		}
		for _, t := range thresholds {
			for _, x := range []float64{t, math.Nextafter(t, math.Inf(1)), math.Nextafter(t, math.Inf(-1))} {
				numbers = append(numbers, normal(x, t))
			}
		}
		for _, x := range numbers {
			if !math.IsInf(x, 0) {
				list = append(list, x)
			}
		}
	case numbers:
		for _, v := range c.named {
			x, _ := dataset.ParseNumber(v)
			list = append(list, x)
		}
		list = append(list, p.strangeNumber(c.at))
	default:
		for _, v := range c.named {
			list = append(list, v)
		}
		list = append(list, p.strangeText(c.at))
	}
	return list
}

// between returns a number below the thresholds, one between each two, and one above them.
func between(thresholds []float64) (list []float64) {
	const half = 0.5
	if len(thresholds) == 0 {
		return nil
	}
	list = append(list, math.Floor(thresholds[0])-1)
	for i, t := range thresholds[1:] {
		list = append(list, half*thresholds[i]+half*t)
	}
	return append(list, math.Ceil(thresholds[len(thresholds)-1])+1)
}

// normal replaces a subnormal neighbor of threshold 0, which some programs read as 0.
func normal(x, t float64) float64 {
	const small = 1e-300
	if math.Abs(x) < small && x != t {
		return math.Copysign(small, x)
	}
	return x + 0
}

// thresholds returns the thresholds in rules, ascending: those of a column, and of columns derived from it as the first operand.
func (p *plan) thresholds(column int) (list []float64) {
	for _, r := range p.rules {
		for _, c := range r {
			of := p.all[c.column].of
			if c.op == binarize.AtMost && (c.column == column || len(of) > 0 && of[0] == column) {
				list = append(list, c.threshold)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// strangeNumber returns a number that does not occur in a column of the encoder.
func (p *plan) strangeNumber(at int) float64 {
	c := p.model.Encoder.Columns[at]
	var known []float64
	most := 0.0
	for _, v := range c.All() {
		x, _ := dataset.ParseNumber(v)
		known, most = append(known, x), max(most, x)
	}
	if next := math.Floor(most) + 1; next > most {
		return next
	}
	for slices.Contains(known, most) { // most is too large for most + 1 to differ, and 2 * most may overflow
		most /= 2
	}
	return most
}

// strangeText returns a text that does not occur in a column of the encoder.
func (p *plan) strangeText(at int) string {
	c := p.model.Encoder.Columns[at]
	text := "none of these"
	for slices.Contains(append(c.All(), c.Fill), text) {
		text += " either"
	}
	return text
}

// encode turns rows of cells into bits, as the model does.
func (p *plan) encode(rows [][]cell) (*bitmat.Matrix, error) {
	t := &dataset.Table{Rows: len(rows)}
	for at, from := range p.model.Encoder.Columns {
		if from.Derived != nil {
			continue
		}
		k := slices.IndexFunc(p.columns, func(c column) bool { return c.at == at })
		c := dataset.Column{Name: from.Name, Kind: dataset.Numeric, Numbers: slices.Repeat([]float64{math.NaN()}, len(rows))}
		if k >= 0 && !p.columns[k].numeric() {
			c = dataset.Column{Name: from.Name, Kind: dataset.Text, Texts: new(dataset.Texts)}
		}
		for i := 0; i < len(rows) && k >= 0; i++ {
			if x, ok := rows[i][k].(float64); ok {
				c.Numbers[i] = x
			} else if text, ok := rows[i][k].(string); ok {
				c.Texts.Append([]byte(text))
			} else if c.Texts != nil {
				c.Texts.AppendMissing()
			}
		}
		t.Columns = append(t.Columns, c)
	}
	x, _, err := p.model.Encoder.Transform(t, t.AllRows())
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	return x, nil
}

// meets reports whether a row meets the literals of a rule that ask for these columns alone, perhaps as operands; without columns, all
// literals.
func (q *prober) meets(row []int, rule int, columns ...int) bool {
	for i, c := range q.rules[rule] {
		if len(columns) > 0 && !q.readsOnly(c, columns) {
			continue
		}
		if l := q.model.Rules[rule][i]; q.holds(row, c, l.Feature) == l.Not {
			return false
		}
	}
	return true
}

// holds reports whether a row has the feature of a condition.
func (q *prober) holds(row []int, c condition, feature int) bool {
	column := &q.all[c.column]
	if column.from == nil {
		return q.bits.Get(row[c.column], feature)
	}
	var operands [2]float64
	for i, j := range column.of {
		operands[i] = math.NaN()
		switch x := q.candidates[j][row[j]].(type) {
		case float64:
			operands[i] = x
		case string:
			if hours, ok := q.columns[j].layout.Hours(x); ok {
				operands[i] = float64(hours)
			}
		}
	}
	x := column.from.Number(operands[0], operands[1])
	if column.from.Op == binarize.Weekday {
		text := column.fill
		if x == x {
			text = binarize.Weekdays[int(x)]
		}
		return c.op == binarize.Equals && slices.Contains(c.values, text) || text == "" && c.op == binarize.Missing
	}
	if fill, ok := dataset.ParseNumber(column.fill); ok && x != x {
		x = fill
	}
	if c.op == binarize.Missing {
		return x != x
	}
	return x <= c.threshold
}

// operands chooses the cells of the operands of a derived column so that the row meets the literals of the rule on these, and on all
// columns derived from them alone. It returns false if no candidates do.
func (q *prober) operands(row []int, rule, column int) bool {
	of := q.all[column].of
	a, b := of[0], of[len(of)-1]
	for row[a] = range q.candidates[a] {
		for row[b] = range q.candidates[b] {
			if q.meets(row, rule, a, b) {
				return true
			}
		}
	}
	return false
}

// base returns a row for which a rule holds. Cells that the rule does not test are chosen greedily so that few other rules hold.
func (q *prober) base(rule int) (row []int, ok bool) {
	row = make([]int, len(q.columns))
	for _, c := range q.rules[rule] {
		if c.column < len(row) {
			row[c.column] = -1
		}
	}
	for _, operands := range []int{1, 2} { // pairs come last, as each operand may have parts of its own
		for _, c := range q.rules[rule] {
			if len(q.all[c.column].of) == operands && !q.operands(row, rule, c.column) {
				return nil, false
			}
		}
	}
	for j := range row {
		if row[j] < 0 {
			for row[j] = 0; !q.meets(row, rule, j); row[j]++ {
				if row[j]+1 == len(q.candidates[j]) {
					return nil, false // no candidate meets the conditions
				}
			}
		}
	}
	if !q.meets(row, rule) {
		return nil, false // derived columns share an operand
	}
	const enough = 50_000 // evaluations of rules; more would be slow
	for j, looks := 0, 0; j < len(row) && looks < enough; j++ {
		if slices.ContainsFunc(q.rules[rule], func(c condition) bool { return slices.Contains(q.inputs(c), j) }) {
			continue
		}
		best, least := row[j], len(q.rules)+1
		for row[j] = range q.candidates[j] {
			if n := len(q.firing(row)); n < least {
				best, least = row[j], n
			}
			looks += len(q.rules)
		}
		row[j] = best
	}
	return row, true
}

// firing returns the numbers, from 1, of the rules that hold for a row.
func (q *prober) firing(row []int) (fires []int) {
	for k := range q.rules {
		if q.meets(row, k) {
			fires = append(fires, k+1)
		}
	}
	return fires
}

// variation returns a copy of a row with the cell of one column of the rule replaced. Each turn gives another variation; it is nil if
// the column lacks further candidates.
func (q *prober) variation(row []int, conditions []condition, turn int) []int {
	var own []int
	for _, c := range conditions {
		for _, j := range q.inputs(c) {
			if !slices.Contains(own, j) {
				own = append(own, j)
			}
		}
	}
	if len(own) == 0 {
		return nil
	}
	j, k := own[turn%len(own)], turn/len(own)
	if k >= len(q.candidates[j]) {
		return nil
	}
	row = slices.Clone(row)
	row[j] = k
	return row
}

// finish makes probes of the rows, leaving out repetitions. The model says which rules hold, as programs are tested against it.
func (q *prober) finish(rows [][]int, most int) (probes []probe, err error) {
	seen := map[string]bool{}
	var list [][]cell
	for _, row := range rows {
		key := fmt.Sprint(row)
		if seen[key] || len(list) == most {
			continue
		}
		seen[key] = true
		list = append(list, each(row, func(j, k int) cell { return q.candidates[j][k] }))
	}
	x, err := q.encode(list)
	if err != nil {
		return nil, err
	}
	probes = each(list, func(_ int, cells []cell) probe { return probe{cells: cells} })
	fires := make([]uint64, bitmat.Words(x.Rows))
	for k, r := range q.model.Rules {
		r.Match(fires, x)
		for i := range probes {
			if bitmat.Get(fires, i) {
				probes[i].fires = append(probes[i].fires, k+1)
			}
		}
	}
	return probes, nil
}

// answer returns the model's prediction where these rules hold, numbered from 1.
func (p *plan) answer(fires []int) string {
	if p.decides(fires) {
		return p.answerOf(fires[0] - 1)
	}
	return p.model.Negative
}

func (p *plan) answerOf(k int) string {
	if p.many() {
		return p.options.Answers[k]
	}
	return p.model.Positive
}

// many reports whether the model is a decision list, whose rules have different predictions.
func (p *plan) many() bool { return p.options.Answers != nil }

// answers returns the different predictions.
func (p *plan) answers() []string {
	if !p.many() {
		return []string{p.model.Positive, p.model.Negative}
	}
	var list []string
	for _, answer := range append(slices.Clone(p.options.Answers), p.model.Negative) {
		if !slices.Contains(list, answer) {
			list = append(list, answer)
		}
	}
	return list
}

// target returns the name of the target for people.
func (p *plan) target() string { return p.model.Encoder.Target.Title(p.model.Target) }

// saysOf writes a prediction as a statement about the target: "risk = high". Only documents for people quote unusual answers.
func (p *plan) saysOf(answer string) string {
	if _, compares := dataset.ParseComparison(answer); !p.people && !compares {
		return p.target() + " = " + answer
	}
	return p.model.Statement(answer)
}
