package link

import (
	"slices"

	"drnet/app/core"
)

// Notes on a link, after its source: it is about another table, or names a column or a value that the table does not have.
const (
	otherShape = " describes a table of another shape: its settings were applied, but not its choices about columns."
	noPlace    = " refers to position %s, which is not in the table; this part was ignored."
)

// contentInWords describes the content of the shared link.
func contentInWords(c core.View) string {
	switch {
	case c.Table == nil:
		return "The link contains the settings."
	case c.Source.Sample != "":
		return "The link contains the name of the sample dataset and the settings."
	}
	return "The link contains the settings and column positions, but no names, values or files. Recipients open their own table" +
		core.When(c.Test != nil, " and add the test table") +
		"; the eight characters after “shape” show whether it has the same shape."
}

// notesInWords returns the first notes, and the number of the others.
func (m Model) notesInWords() []string {
	const most = 5
	lines := slices.Clone(m.Notes[:min(len(m.Notes), most)])
	if n := len(m.Notes) - most; n > 0 {
		lines = append(lines, core.Plural(n, "more part", "more parts")+" ignored.")
	}
	return lines
}
