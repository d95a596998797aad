package rule

import (
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
)

// An Explainer says why a set answers a row as it does, and what would have to be another to be answered otherwise.
type Explainer struct {
	encoder  *binarize.Encoder
	features []binarize.Feature
	columns  []column
	demands  [][]demand // of each rule
	scales   []Scale
}

// A Scale is what is known of the numbers of a column beside its thresholds.
type Scale struct {
	// Range is the largest number less the least one; a difference between two numbers is divided by it (J. C. Gower: A
	// General Coefficient of Similarity and Some of Its Properties. Biometrics 27 (1971)). Zero means that it is not
	// known; differences are then counted in thresholds.
	Range float64
	// Places is how many digits behind the point the numbers have, so that none is proposed that they could not be.
	// -1 means that it is not known; as many as the thresholds have are then enough.
	Places int
}

// NewExplainer returns an explainer of a set over the features of a valid encoder. Scales has an element for each column
// of the encoder, or none.
func NewExplainer(e *binarize.Encoder, set Set, scales []Scale) *Explainer {
	x := &Explainer{encoder: e, features: e.Features(), columns: columnsOf(e), scales: scales}
	for _, r := range set {
		x.demands = append(x.demands, demands(r, x.features, x.columns))
	}
	if scales == nil {
		for range e.Columns {
			x.scales = append(x.scales, Scale{Places: -1})
		}
	}
	return x
}

// A Cell is one cell of a row, as text.
type Cell struct {
	Column  string `json:"column"`
	Text    string `json:"text,omitempty"`
	Missing bool   `json:"missing,omitempty"`
	Used    bool   `json:"used,omitempty"` // some rule asks about the column
}

// A Row is a row that can be explained.
type Row struct {
	Cells []Cell // one for each column of the encoder
	bits  []bool // the answer to each feature
}

// Row takes a row of a table, whose columns are found by their names. The error is that of Encoder.Transform.
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
	for i, c := range x.encoder.Columns {
		text, ok := t.Columns[t.Column(c.Name)].Text(row)
		out.Cells = append(out.Cells, Cell{Column: c.Name, Text: text, Missing: !ok, Used: used[i]})
	}
	return out, nil
}

// Uses says which columns of the encoder the rules ask about.
func (x *Explainer) Uses() []bool {
	used := make([]bool, len(x.columns))
	for _, rule := range x.demands {
		for _, d := range rule {
			used[d.column] = true
		}
	}
	return used
}

// number returns the number of a cell of a column with thresholds, and whether there is one.
func (r *Row) number(c int) (float64, bool) {
	if r.Cells[c].Missing {
		return 0, false
	}
	return dataset.ParseNumber(r.Cells[c].Text)
}

// Holds reports whether the answer to a feature is yes.
func (r Row) Holds(feature int) bool { return r.bits[feature] }

// A Check is what a rule asks of one column, and whether a row has it.
type Check struct {
	Column string `json:"column"`
	Text   string `json:"text"` // the condition as it stands in the rule: "25 < age ≤ 50"
	Holds  bool   `json:"holds"`
	// Words say what the cell is and, if the condition fails, what is asked for and how far away that is: "age is 41,
	// the rule asks for at most 37.5: 3.5 too much".
	Words string `json:"words"`
	// Gap is how much a number is too large; negative if it is too small. It is 0 for what is no number.
	Gap float64 `json:"gap,omitempty"`
}

// A Verdict is what a rule says about a row.
type Verdict struct {
	Fires  bool    `json:"fires"`
	Failed int     `json:"failed"` // how many of the checks fail
	Checks []Check `json:"checks"` // one for each column that the rule asks about
}

// String says whether the rule fires, and how much of it fails: "1 of 3 conditions fails".
func (v Verdict) String() string {
	switch {
	case v.Fires:
		return "fires"
	case v.Failed == 1:
		return fmt.Sprintf("1 of %d conditions fails", len(v.Checks))
	}
	return fmt.Sprintf("%d of %d conditions fail", v.Failed, len(v.Checks))
}

// Verdicts returns what each rule says about a row, and the rule that misses it most nearly: the one that does not fire
// of which the fewest checks fail; of equals the one to which the cells are nearer, then the first. It is -1 if all fire.
func (x *Explainer) Verdicts(r Row) (verdicts []Verdict, nearest int) {
	verdicts, nearest = make([]Verdict, len(x.demands)), -1
	away := 0.0
	p := x.problem(&r, nil, true)
	for k, rule := range x.demands {
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
		if !v.Fires && (nearest < 0 || v.Failed < verdicts[nearest].Failed || v.Failed == verdicts[nearest].Failed && far < away) {
			nearest, away = k, far
		}
	}
	return verdicts, nearest
}
