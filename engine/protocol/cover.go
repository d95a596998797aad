package protocol

// Cover asks how the rules of a model lie over the rows that they were learnt from; where these are not known, over all rows with
// a label. It is answered by Covered or Refused.
type Cover struct {
	Model *Model `json:"model"`
}

// Covered answers Cover. It is final.
type Covered struct {
	Rows int `json:"rows"` // that were looked at
	// Columns are those that the rules ask about: the one that most of them ask about first, of equals as in the encoder.
	Columns []Distribution `json:"columns"`
	// Flow says for each rule what comes to it if the rules are asked one after the other, and Rest what comes to none.
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
	// Values counts the cells of another column: the values with a feature of their own in the order of the encoder, then
	// the second of two values, or those that share a feature as one value without a text.
	Values  []Value `json:"values,omitempty"`
	Missing int     `json:"missing,omitempty"`
	// Inside has for each rule that asks about the column the same counts, bin by bin, of the rows on which it fires; nil
	// for the others.
	Inside [][]int `json:"inside,omitempty"`
}

// Flow is what comes to a rule when the rules before it have taken their rows.
type Flow struct {
	Reach int `json:"reach"` // rows that come to it
	Taken int `json:"taken"` // of these, rows on which it fires; of Rest, all
	Right int `json:"right"` // of those taken, rows that are answered rightly
}

// Pair is two rules, by their numbers from 1, and the rows on which both fire.
type Pair struct {
	A    int `json:"a"`
	B    int `json:"b"`
	Rows int `json:"rows"`
}

func (Cover) request() string { return "cover" }
func (Covered) event() string { return "covered" }
