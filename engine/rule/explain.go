package rule

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// An Explainer explains the prediction of rules for a row, and which changes of the row would flip it.
type Explainer struct {
	Question // its answer is the prediction; by default it asks whether any rule holds
	*Typesetter
	encoder      *binarize.Encoder
	requirements [][]requirement // of each rule
	scales       []Scale
}

// A Scale describes the numbers of a column.
type Scale struct {
	// Range is the largest number minus the smallest. Differences are divided by it (J. C. Gower: A General Coefficient of
	// Similarity and Some of Its Properties. Biometrics 27 (1971)). Zero means unknown; differences are then counted in thresholds.
	Range float64
	// Places is the number of decimal places of the numbers and of proposed ones; -1 means unknown: as many as the thresholds have.
	Places int
}

// NewExplainer explains a set over the features of a valid encoder. Scales has one for each of its columns, or is nil.
func NewExplainer(e *binarize.Encoder, set Set, scales []Scale) *Explainer {
	if scales == nil {
		scales = slices.Repeat([]Scale{{Places: -1}}, len(e.Columns))
	}
	integers := func(name string, trained bool) bool {
		places := scales[e.Column(name)].Places
		return places == 0 || places < 0 && trained
	}
	x := &Explainer{Question: AtLeast(1), Typesetter: NewTypesetter(e, integers), encoder: e, scales: scales}
	for _, r := range set {
		x.requirements = append(x.requirements, requirements(r, x.features, x.columns))
	}
	return x
}

// An ExplainedCell is one cell of a row, as text.
type ExplainedCell struct {
	Column  string `json:"column"`
	Alias   string `json:"alias,omitempty"` // of the column
	Text    string `json:"text,omitempty"`
	Shown   string `json:"shown,omitempty"` // a number as conditions write it, "4,464.34"; "" if that is Text
	Missing bool   `json:"missing,omitempty"`
	Used    bool   `json:"used,omitempty"` // some rule asks about the column
}

// Title returns the name of the cell's column for people.
func (c ExplainedCell) Title() string { return cmp.Or(c.Alias, c.Column) }

// ForPeople returns the text of the cell as conditions write it, "missing" without one.
func (c ExplainedCell) ForPeople() string {
	if c.Missing {
		return "missing"
	}
	return cmp.Or(c.Shown, c.Text)
}

// A Row is an encoded row with its cells.
type Row struct {
	Cells []ExplainedCell // one for each column of the encoder
	bits  []bool          // the value of each feature
	hours []float64       // of the date in each cell, negative if it lacks one; 0 in other columns
}

// Row encodes a row of a table; columns are found by name. The error is that of Encoder.Transform.
func (x *Explainer) Row(t *dataset.Table, row int) (Row, error) {
	m, _, err := x.encoder.Transform(t, []int32{int32(row)})
	if err != nil {
		return Row{}, err
	}
	out := Row{bits: make([]bool, m.Cols)}
	for j := range out.bits {
		out.bits[j] = bitmat.Get(m.Column(j), 0)
	}
	used := x.Uses()
	x.encoder.AddOperands(used)
	for i, c := range x.encoder.Columns {
		text, ok := x.encoder.In(&c, t).Text(row)
		out.hours = append(out.hours, x.encoder.Hours(&c, t, row))
		out.Cells = append(out.Cells, ExplainedCell{
			Column: c.Name, Alias: c.Alias, Text: text, Shown: x.columns[i].shown(text), Missing: !ok, Used: used[i],
		})
	}
	return out, nil
}

// Uses reports which columns of the encoder the rules use.
func (x *Explainer) Uses() []bool {
	used := make([]bool, len(x.columns))
	for _, rule := range x.requirements {
		for _, d := range rule {
			used[d.column] = true
		}
	}
	return used
}

// number returns the number of a cell of a column with thresholds, or the hours of a date, and whether there is one.
func (r *Row) number(c int) (float64, bool) {
	switch hours := r.hours[c]; {
	case hours > 0:
		return hours, true
	case r.Cells[c].Missing || hours < 0:
		return 0, false
	}
	return dataset.ParseNumber(r.Cells[c].Text)
}

// Holds reports whether a feature is true.
func (r Row) Holds(feature int) bool { return r.bits[feature] }

// Fires reports whether a rule holds: all of its conditions are met.
func (r Row) Fires(rule Rule) bool {
	return !slices.ContainsFunc(rule, func(l Literal) bool { return r.Holds(l.Feature) == l.Not })
}

// A Check is the part of a rule about one column, evaluated on a row.
type Check struct {
	Column string `json:"column"`
	Text   string `json:"text"` // the condition in the rule: "25 < age ≤ 50"
	Holds  bool   `json:"holds"`
	// Words describe the cell and, if a number fails, by how much: "age is 41: 3.5 too high".
	Words string `json:"words"`
	// Gap is how much a number is too large, negative if it is too small; 0 for other values.
	Gap float64 `json:"gap,omitempty"`
}

// A Verdict is the evaluation of a rule on a row.
type Verdict struct {
	Fires  bool    `json:"fires"`
	Failed int     `json:"failed"` // number of failed checks
	Checks []Check `json:"checks"` // one for each column that the rule uses
}

// String describes the verdict: "holds", or how many conditions are met: "2 of 3 met".
func (v Verdict) String() string {
	if v.Fires {
		return "holds"
	}
	return fmt.Sprintf("%d of %d met", len(v.Checks)-v.Failed, len(v.Checks))
}

// Verdicts evaluates each rule on a row, and returns the nearest miss, -1 if all rules hold: the rule with the fewest failed checks
// among those that do not hold. Ties go to the least distance of the cells, then to the first rule.
func (x *Explainer) Verdicts(r Row) (verdicts []Verdict, nearest int) {
	verdicts, nearest = make([]Verdict, len(x.requirements)), -1
	away := 0.0
	p := x.problem(&r, nil, true)
	for k, rule := range x.requirements {
		v := &verdicts[k]
		v.Checks = []Check{}
		far := 0.0
		for i := range rule {
			check := x.check(&rule[i], &r)
			if !check.Holds {
				v.Failed++
				far += p.nearest(k, i)
			}
			v.Checks = append(v.Checks, check)
		}
		v.Fires = v.Failed == 0
		if !v.Fires && (nearest < 0 || cmp.Or(cmp.Compare(v.Failed, verdicts[nearest].Failed), cmp.Compare(far, away)) < 0) {
			nearest, away = k, far
		}
	}
	return verdicts, nearest
}

func (x *Explainer) check(d *requirement, r *Row) Check {
	c, cell := &x.columns[d.column], r.Cells[d.column]
	number, ok := r.number(d.column)
	if !ok && c.Fill != "" {
		number, ok = dataset.ParseNumber(c.Fill)
	}
	whole := x.whole(d.column) && number == math.Trunc(number) // a user may type a fraction in a column of integers
	out := Check{Column: c.Name, Text: x.phrase(d, dataset.EscapeControl(c.Title()), whole).Marked(OrMissing), Holds: d.met(r.Holds)}
	out.Words = c.Title() + " is " + c.describe(cell)
	if out.Holds && c.isUnknown(cell) {
		plain := slices.Clone(x.features) // an unknown cell meets "sex = Female" only since it means "sex ≠ Male"
		for i := range plain {
			plain[i].Other = ""
		}
		out.Words += ", and “" + d.literals.Text(plain) + "” holds"
	}
	if out.Holds {
		return out
	}
	low, high := d.literals.Ends(x.features)
	if whole {
		low, high = math.Floor(low), math.Floor(high)
	}
	switch {
	case !ok || len(c.Thresholds) == 0:
	case number > high:
		out.Gap = difference(number, high)
		out.Words += ": " + Number(out.Gap) + " too high"
	case whole && number <= low:
		out.Gap = -difference(low+1, number)
		out.Words += ": " + Number(-out.Gap) + " too low"
	case number < low:
		out.Gap = -difference(low, number)
		out.Words += ": " + Number(-out.Gap) + " too low" // at the threshold it still fails
	}
	return out
}

// isUnknown reports whether no feature of a categorical column holds for a cell because no training row had such a cell.
func (c *columnStates) isUnknown(cell ExplainedCell) bool {
	switch {
	case len(c.Thresholds) > 0:
		return false
	case cell.Missing:
		return !c.Missable && c.Fill == ""
	}
	return !c.hasSeen(cell.Text)
}

// describe words a cell, and how it is encoded if that is not obvious.
func (c *columnStates) describe(cell ExplainedCell) string {
	what, none := cell.ForPeople(), cell.Missing
	if _, ok := dataset.ParseNumber(cell.Text); !none && !ok && len(c.Thresholds) > 0 {
		what, none = strconv.Quote(cell.Text)+", which is not a number and counts as missing", true
	}
	switch {
	case none && c.Missable:
		return what
	case none && c.Fill != "" && len(c.Thresholds) > 0:
		return what + " (" + c.Fill + ", the mean of the training rows, takes its place)"
	case none && c.Fill != "":
		return what + " (" + c.Fill + ", the most frequent value of the training rows, takes its place)"
	case none && len(c.Thresholds) > 0:
		return what + " (no training row was: it counts as above every threshold)"
	case none:
		return what + " (no training row was: it counts as none of the known values)"
	case len(c.Thresholds) == 0 && !c.hasSeen(cell.Text):
		return what + " (no training row had it)"
	}
	return what
}

// difference returns a - b without the digits of rounding errors: 0.3 - 0.1 is 0.2.
func difference(a, b float64) float64 {
	const digits = 12 // fewer than a float64 has, more than users read
	d := a - b
	if math.IsInf(d, 0) {
		return math.MaxFloat64 // JSON cannot hold infinity
	}
	if short, err := strconv.ParseFloat(strconv.FormatFloat(d, 'g', digits, 64), 64); err == nil && !math.IsInf(short, 0) {
		return short
	}
	return d
}
