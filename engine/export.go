package engine

import (
	"errors"
	"fmt"

	"drnet/engine/protocol"
	"drnet/engine/rule/export"
)

// exported writes a model down. It asks nothing of a table.
func exported(r protocol.Export) (protocol.Event, error) {
	if r.Model == nil {
		return nil, &refused{protocol.BadModel, "there is no model", "train one, or open a model file"}
	}
	if err := r.Model.Validate(); err != nil {
		return nil, &refused{protocol.BadModel, "the model is damaged: " + Plain(err), "open another copy of the file"}
	}
	if r.Format == "json" {
		text, err := r.Model.Write()
		return protocol.Exported{Name: "model.json", Type: "application/json", Text: string(text)}, err
	}
	if !export.Known(export.Format(r.Format)) {
		names := ""
		for _, f := range protocol.Formats {
			names += ", " + f.Name
		}
		return nil, &refused{protocol.BadSetting, fmt.Sprintf("there is no format %q", r.Format), "choose one of " + names[2:]}
	}
	file, err := export.Write(&r.Model.Model, export.Format(r.Format), export.Options{Notes: append(fares(r.Model), r.Notes...)})
	if unwritable, ok := errors.AsType[*export.Refusal](err); ok {
		return nil, &refused{protocol.Unwritable, unwritable.Message, unwritable.Hint}
	}
	return protocol.Exported{Name: file.Name, Type: file.Type, Text: file.Text}, err
}

// fares says how the rules of a model fare, if it was learnt and not written by hand. Of rules that were edited it says so
// only if they were measured.
func fares(m *protocol.Model) []string {
	const percent = 100
	o, verb := m.Learnt.Outcome(), "answer"
	switch {
	case m.Learnt.Rows == 0 || m.Edited && m.Learnt.Edited == nil:
		return nil
	case m.Edited:
		o, verb = *m.Learnt.Edited, "as they were edited answer"
	}
	said := fmt.Sprintf("They were learnt from %d rows and %s %.2f %% of these", m.Learnt.Rows, verb, percent*o.Train.Accuracy)
	if o.Test != nil {
		said += fmt.Sprintf(", and %.2f %% of %d rows that were kept out,", percent*o.Test.Accuracy, o.Test.Confusion.Rows())
	}
	return []string{said + " right."}
}
