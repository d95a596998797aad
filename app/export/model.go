// Package export writes the rules in other formats, and predictions for the rows of the table.
package export

import (
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds the exports of the current rules. The zero value has written nothing.
type Model struct {
	Format    int  // index into protocol.Formats
	Alone     bool // of a multiclass model, only the displayed set is exported
	Columns   bool // the columns of the table precede the predictions
	PrintsAll bool // a printout holds the open tab of the Rules view, not the report
	Predicted core.Predictions

	file core.Query[fileKey, *protocol.Exported]
	of   fileKey // identifies the rules of Predicted
}

type fileKey struct {
	model   *protocol.Model
	classes *protocol.MultiClass
	scored  *protocol.Scored
	format  int
}

// classes returns the multiclass model if exports cover all of it, otherwise nil.
func (m Model) classes(c core.View) *protocol.MultiClass {
	if m.Alone {
		return nil
	}
	return c.Scored
}

func (m Model) key(c core.View) fileKey {
	return fileKey{c.Revision.Model, m.classes(c), c.Revision.Scored, m.Format}
}

// written returns the current rules in the selected format, nil until written. While the engine is busy, file may hold other rules.
func (m Model) written(c core.View) *protocol.Exported {
	if m.file.Of() != m.key(c) {
		return nil
	}
	return m.file.Value
}

// problem returns why the selected format cannot hold the current rules, nil if it can or that is unknown.
func (m Model) problem(c core.View) *core.Problem {
	if m.file.Key() != m.key(c) {
		return nil
	}
	return m.file.Problem
}

const maxPreview = 6000 // bytes

// preview returns the beginning of the file, "" until it is written, and whether it is incomplete.
func (m Model) preview(c core.View) (text string, more bool) {
	w := m.written(c)
	if w == nil {
		return "", false
	}
	if len(w.Text) <= maxPreview {
		return w.Text, false
	}
	text = w.Text[:maxPreview]
	if i := strings.LastIndexByte(text, '\n'); i > 0 {
		text = text[:i]
	}
	return strings.ToValidUTF8(text, ""), true
}
