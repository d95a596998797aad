package state

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// RowsClosed closes the rows. SideChosen, RowsTurned, RowsSized and RowsFiltered select the rows to show. AllColumns
// also shows the columns without conditions. RowsWritten exports all selected rows as CSV.
type (
	RowsClosed   struct{}
	SideChosen   struct{ Side protocol.Partition }
	RowsTurned   struct{ To int }
	RowsSized    struct{ Size int }
	RowsFiltered struct{ Column, Text string }
	AllColumns   struct{ Wanted bool }
	RowsWritten  struct{}
)

func (RowsClosed) msg() {}

func (SideChosen) msg() {}

func (RowsTurned) msg() {}

func (RowsSized) msg() {}

func (RowsFiltered) msg() {}

func (AllColumns) msg() {}

func (RowsWritten) msg() {}

// RowsTitle describes the selection: "Rule 2 is true, and the table says “no”".
func (s State) RowsTitle() string {
	of := s.Browse.Of
	var parts []string
	if len(of.Lines) > 0 {
		parts = append(parts, linesInWords(of))
	}
	if of.Differ != nil {
		parts = append(parts, "The two models answer differently")
	}
	if of.Answer != "" {
		parts = append(parts, "Answered “"+of.Answer+"”")
	}
	switch {
	case of.Truth == "":
	case of.Truth == of.Answer:
		parts = append(parts, "rightly")
	default:
		parts = append(parts, "the table says “"+of.Truth+"”")
	}
	if len(parts) == 0 {
		return "All rows with a label"
	}
	return strings.Join(parts, ", ")
}

func linesInWords(of protocol.Selection) string {
	lines := of.Model.Lines()
	var names []string
	for _, at := range of.Lines {
		names = append(names, lineName(lines, at-1))
	}
	only := ""
	if of.Alone {
		only = "Only "
	}
	text := only + "rule " + names[0] + " is true"
	if len(names) > 1 {
		text = only + "rules " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are true"
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// lineName returns the number of an enabled rule, and the position of a disabled one.
func lineName(lines []rule.Line, at int) string {
	n := 0
	for _, l := range lines[:at+1] {
		if !l.Off {
			n++
		}
	}
	if lines[at].Off {
		return "in place " + core.Count(at+1) + " (off)"
	}
	return core.Count(n)
}

// rulesInWords lists rules by number: "R1, R3"; "none".
func rulesInWords(numbers []int) string {
	if len(numbers) == 0 {
		return "none"
	}
	var names []string
	for _, n := range numbers {
		names = append(names, "R"+core.Count(n))
	}
	return strings.Join(names, ", ")
}

// RowsInWords describes the number of rows and the range shown.
func (s State) RowsInWords() string {
	b := s.Browse
	switch {
	case b.Query.Problem != nil && b.Query.Value == nil:
		return ""
	case s.Busy():
		return "Rows are looked up when the engine has ended what it is at."
	case b.Query.Value == nil:
		return "Looking …"
	case b.Query.Value.Total == 0 && len(b.Filters) > 0:
		return "No row meets all filters."
	case b.Query.Value.Total == 0:
		return "There is no such row."
	}
	first := b.Query.Of().From + 1
	text := core.Plural(b.Query.Value.Total, "row", "rows")
	if len(b.Query.Value.Rows) < b.Query.Value.Total {
		text += ", " + core.Count(first) + " to " + core.Count(first+len(b.Query.Value.Rows)-1) + " are shown"
	}
	return text + "."
}

// RowsNotes returns notes about the selected rows.
func (s State) RowsNotes() []string {
	b := s.Browse
	var notes []string
	if b.Of.Differ == nil && s.rowsStale() {
		notes = append(notes, "These are rows of the rules as they were when you asked; they have been changed since.")
	}
	if b.Query.Value != nil {
		for _, note := range b.Query.Value.Notes {
			notes = append(notes, core.Sentence(note))
		}
	}
	return notes
}

// rowsStale reports whether the rules have changed since the rows were selected.
func (s State) rowsStale() bool {
	of, now := s.Browse.Of, s.Study.Model()
	if of.MultiClass != nil {
		return of.MultiClass != s.Whole.Model
	}
	return now == nil || now.Encoder != of.Model.Encoder || len(now.Off) != len(of.Model.Off) ||
		!slices.EqualFunc(now.Rules, of.Model.Rules, slices.Equal[rule.Rule])
}

// Browsable reports whether the table has rows to show for the current rules.
func (s State) Browsable() bool {
	p := s.Study.Now()
	return s.Table != nil && s.Peek == nil && p.Model != nil && (!p.Foreign || p.Scored != nil || p.Applied != nil && p.Applied.Scores != nil)
}

// CellInWords labels the rows of a cell of a confusion matrix: "rows are answered “yes” and are “no”".
func CellInWords(of protocol.Selection) string {
	return "rows are answered “" + of.Answer + "” and are “" + of.Truth + "”: show them"
}

// FilterHint returns an example of a filter for a column.
func (s State) FilterHint(column string) string {
	for _, c := range s.Table.Columns {
		if c.Name == column && c.Histogram != nil {
			return "> 30"
		}
	}
	return "text"
}

// Sided reports whether the rows are split into a training set and a test set.
func (b Browse) Sided() bool {
	m := b.Of.Model
	if m == nil {
		return false
	}
	if c := b.Of.MultiClass; c != nil {
		return c.Learned.Outcome.Test != nil
	}
	return m.Learned.Trained.Test != nil
}

// CSV returns the part of the CSV written so far.
func (b Browse) CSV() string { return strings.Join(b.Parts, "") }

// WritingInWords describes the progress of the CSV export, "" if none was requested.
func (s State) WritingInWords() string {
	b := s.Browse
	switch {
	case b.Complete && b.Query.Value != nil:
		return core.Plural(b.Query.Value.Total, "row is", "rows are") + " written, with all columns of the table."
	case b.Writes:
		return "Writing …"
	}
	return ""
}
