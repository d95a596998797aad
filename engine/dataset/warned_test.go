package dataset

import (
	"fmt"
	"slices"
)

// Warned returns the warnings about a table and the doubts about its columns.
func Warned(t *Table) []string {
	list := slices.Clone(t.Warnings)
	for _, c := range t.Columns {
		for _, doubt := range c.Doubts {
			list = append(list, fmt.Sprintf("column %q: %s", c.Name, doubt))
		}
	}
	return list
}
