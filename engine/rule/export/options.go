package export

import "drnet/engine/rule"

// Options are what a file says beside the rules. The zero value says nothing.
type Options struct {
	// Notes are sentences about the model, such as how it fares or that it was edited by hand.
	Notes []string
	// Answers has the answer of each rule where they have different ones. Then the rules stand in an order, the first one that
	// fires answers, and the model's Positive is of no meaning. Nil is one answer for all.
	Answers []string
	// Train and Test have for each rule the rows that it covers, for the table of the rules. Nil means not known.
	Train, Test []rule.Counts
}

// File is a model written down. Its text is UTF-8.
type File struct {
	Name string // as the file may be called; no name of a column is in it
	Type string // its media type
	Text string
}

// Refusal says what a format cannot hold, and what to do about it.
type Refusal struct{ Message, Hint string }

func (r *Refusal) Error() string { return r.Message }
