package export

import "drnet/engine/rule"

// Extras are what a file contains in addition to the rules. The zero value adds nothing.
type Extras struct {
	// Notes are sentences about the model, such as its accuracy or that it was edited by hand.
	Notes []string
	// Answers has the prediction of each rule of a list of rules: the first rule that fires decides, and the model's Positive has no
	// meaning. Nil is for a set of rules with a single prediction.
	Answers []string
	// Train and Test have the coverage of each rule; nil if it is unknown.
	Train, Test []rule.Counts
}

// Document is a model in a format. Its text is UTF-8.
type Document struct {
	Name string // the proposed file name
	Type string // its media type
	Text string
}

// Unsupported is an error: what a format cannot hold, and what to do about it.
type Unsupported struct{ Message, Hint string }

func (r *Unsupported) Error() string { return r.Message }
