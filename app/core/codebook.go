package core

import (
	"strings"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Groupable reports whether the user can group the values of a column.
func Groupable(c *protocol.ColumnSummary) bool {
	return c.Kind == dataset.Categorical || c.Kind == dataset.Binary
}

// LabelComplaint describes an error in the alias or the unit of a column, "" if both are valid. A run ignores an entry with an error.
func (s Setup) LabelComplaint(t *protocol.TableSummary, name string) string {
	other := s.Codebook.Namesake(name, len(t.Columns), func(i int) string { return t.Columns[i].Name })
	if other != "" {
		return "Column “" + other + "” is called so already: type another alias."
	}
	entry := s.Codebook[name]
	if err := entry.Validate(); err != nil {
		return Sentence(err.Error())
	}
	return ""
}

// book returns the valid entries that a run uses, with groups only for groupable columns other than the target; nil without entries.
func (s Setup) book(t *protocol.TableSummary) codebook.Book {
	book := codebook.Book{}
	for j := range t.Columns {
		c := &t.Columns[j]
		entry, known := s.Codebook[c.Name]
		if j == s.Target || !Groupable(c) {
			entry.Groups = nil
		}
		if known && s.LabelComplaint(t, c.Name) == "" {
			book[c.Name] = entry
		}
	}
	return book.Sorted()
}

// Relabeled returns the settings after change has edited the alias and unit of a column: trimmed, and without an alias that is its name.
func (s Setup) Relabeled(name string, change func(*codebook.Label)) Setup {
	entry := s.Codebook[name]
	change(&entry.Label)
	entry.Alias, entry.Unit = strings.TrimSpace(entry.Alias), strings.TrimSpace(entry.Unit)
	if entry.Alias == name {
		entry.Alias = ""
	}
	s.Codebook = With(s.Codebook, name, entry)
	return s
}

// Grouped returns the number of columns with grouped values.
func (s Setup) Grouped() (columns int) {
	for _, entry := range s.Codebook {
		columns += min(len(entry.Groups), 1)
	}
	return columns
}

// Regrouped returns the settings with other groups of a column's values.
func (s Setup) Regrouped(name string, groups []codebook.ValueGroup) Setup {
	entry := s.Codebook[name]
	entry.Groups = groups
	s.Codebook = codebook.Book(With(s.Codebook, name, entry)).Sorted()
	return s
}
