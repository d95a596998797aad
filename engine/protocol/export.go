package protocol

import "drnet/engine/rule/export"

// Export writes a model down for another program or for people. It needs no table. It is answered by Exported or Refused.
type Export struct {
	Model *Model `json:"model"`
	// MultiClass is a model of many classes, which is then written instead.
	MultiClass *MultiClass `json:"classes,omitempty"`

	Format string `json:"format"` // one of Formats
	// Notes are sentences that the file says about the model, such as that it was edited by hand.
	Notes []string `json:"notes,omitempty"`
}

// Exported is a model written down. It is final.
type Exported struct {
	Name string `json:"name"` // as the file may be called; nothing of the table is in it
	Type string `json:"type"` // its media type
	Text string `json:"text"` // UTF-8
}

// Unwritable is the kind of a refusal: a format cannot hold a name, a value or a number of the model.
const Unwritable = "unwritable"

// Formats lists the formats of Export in the order in which they are offered.
var Formats = export.Formats

func (Export) request() string { return "export" }
func (Exported) event() string { return "exported" }
