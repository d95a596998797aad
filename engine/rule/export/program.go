package export

import (
	"strings"

	"drnet/engine/dataset"
)

// names returns the names of the columns.
func (p *plan) names() []string {
	names := make([]string, len(p.columns))
	for j, c := range p.columns {
		names[j] = c.name
	}
	return names
}

// cellList writes the cells of a row separated by commas.
func (p *plan) cellList(t probe, number func(float64) string, text func(string) string, missing string) string {
	parts := make([]string, len(t.cells))
	for j, c := range t.cells {
		switch {
		case c.missing:
			parts[j] = missing
		case p.columns[j].numeric():
			parts[j] = number(c.number)
		default:
			parts[j] = text(c.text)
		}
	}
	return strings.Join(parts, ", ")
}

// floatText writes a number as a floating-point literal.
func floatText(x float64) string {
	text := dataset.FormatNumber(x)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
