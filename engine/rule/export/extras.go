package export

import "drnet/engine/rule"

// Extras holds additions to the rules in an export. The zero value adds nothing.
type Extras struct {
	// Notes are sentences about the model, such as its accuracy or that it was edited.
	Notes []string
	// Answers holds the prediction of each rule of a decision list: the first rule that fires decides, and the model's
	// Positive is ignored. Nil is for a set of rules with a single prediction.
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

// Unsupported is the error for a model that a format cannot represent, with a hint.
type Unsupported struct{ Message, Hint string }

func (r *Unsupported) Error() string { return r.Message }
