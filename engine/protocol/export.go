package protocol

import "drnet/engine/rule/export"

// Export converts a model to another format. It needs no table. The answer is Exported or Refused.
type Export struct {
	Model *Model `json:"model"`
	// MultiClass is a multiclass model to export instead.
	MultiClass *MultiClass `json:"classes,omitempty"`

	Format string `json:"format"` // one of Formats
	// Notes are sentences about the model to include in the file, such as that it was edited by hand.
	Notes []string `json:"notes,omitempty"`
}

// Exported is an exported model. It is final.
type Exported struct {
	Name string `json:"name"` // suggested file name; it contains nothing from the table
	Type string `json:"type"` // media type
	Text string `json:"text"` // UTF-8
}

// Unwritable is the refusal kind for a format that cannot represent a name, a value or a number of the model.
const Unwritable = "unwritable"

// Formats lists the formats of Export in display order.
var Formats = export.Formats

func (Export) request() string { return "export" }
func (Exported) event() string { return "exported" }
