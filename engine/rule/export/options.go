package export

import "drnet/engine/rule"

// Options are what a file contains in addition to the rules. The zero value adds nothing.
type Options struct {
	// Notes are sentences about the model, such as its accuracy or that it was edited by hand.
	Notes []string
	// Answers has the prediction of each rule of a list of rules: the first rule that fires decides, and the model's Positive has no
	// meaning. Nil is for a set of rules with a single prediction.
	Answers []string
	// Train and Test have the coverage of each rule; nil if it is unknown.
	Train, Test []rule.Counts
}

// File is a model in a format. Its text is UTF-8.
type File struct {
	Name string // the proposed file name
	Type string // its media type
	Text string
}

// Refusal is an error: what a format cannot hold, and what to do about it.
type Refusal struct{ Message, Hint string }

func (r *Refusal) Error() string { return r.Message }
