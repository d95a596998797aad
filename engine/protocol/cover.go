package protocol

// Cover requests the coverage of a model's rules on the rows that it was trained on. If these rows are unknown, Cover
// uses all rows with a label. The answer is Covered or Refused.
type Cover struct {
	Model *Model `json:"model"`
}

// Covered answers Cover. It is final.
type Covered struct {
	Rows int `json:"rows"` // rows examined
	// Columns are the columns in the rules, most frequently used first. Ties keep the order of the encoder.
	Columns []Distribution `json:"columns"`
	// Flow describes the rows that reach each rule when the rules run in order. Rest describes the rows that no rule
	// covers.
	Flow []Flow `json:"flow"`
	Rest Flow   `json:"rest"`
	// Times[n] is the number of rows on which exactly n rules fire, up to the largest n that occurs.
	Times []int `json:"times"`
	// Pairs are rules that fire on the same rows, the pair with the most rows first; at most MaxPairs.
	Pairs []Pair   `json:"pairs,omitempty"`
	Notes []string `json:"notes,omitempty"` // as sentences
}

// MaxPairs bounds Covered.Pairs.
const MaxPairs = 1000

// Distribution counts the cells of a column.
type Distribution struct {
	Column    int        `json:"column"`              // place among the columns of the encoder
	Histogram *Histogram `json:"histogram,omitempty"` // of a column with thresholds
	// Values counts the cells of a column without thresholds. The values with a feature come first, in the order of the
	// encoder. The second value of a binary column or the pooled rare values, with an empty text, come last.
	Values  []Value `json:"values,omitempty"`
	Missing int     `json:"missing,omitempty"`
	// Inside holds, for each rule that uses the column, the same counts over the rows that the rule covers. The entries of
	// other rules are nil.
	Inside [][]int `json:"inside,omitempty"`
}

// Flow counts the rows that reach a rule after the preceding rules have covered theirs.
type Flow struct {
	Reach int `json:"reach"` // rows that reach the rule
	Taken int `json:"taken"` // of these, rows that the rule covers; for Rest, all rows
	Right int `json:"right"` // of the covered rows, rows predicted correctly
}

// Pair counts the rows that two rules both cover. Rules are numbered from 1.
type Pair struct {
	A    int `json:"a"`
	B    int `json:"b"`
	Rows int `json:"rows"`
}

func (Cover) request() string { return "cover" }
func (Covered) event() string { return "covered" }
