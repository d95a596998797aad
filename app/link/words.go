package link

import "drnet/app/core"

// otherShape notes that the link is about another table.
func (m Model) otherShape() string {
	return m.where + " is about a table of another shape: its settings are used, and what it says about columns is not."
}

// noPlace notes that the link names a column or a value that the table does not have.
func (m Model) noPlace(place int) string {
	return m.where + " speaks of place " + core.Count(place) + ", which the table does not have; that part is left out."
}

// contentInWords describes the content of the shared link.
func contentInWords(c core.View) string {
	switch {
	case c.Table == nil:
		return "The link holds the settings."
	case c.Source.Sample != "":
		return "The link holds the name of the built-in table and the settings."
	}
	return "The link holds the settings, and columns by their places: no name, no value and no file. Whoever opens it drops a " +
		"table of their own; the eight letters after “shape” tell whether it has the same form."
}
