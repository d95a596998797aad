package state

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
)

// Try is a row that is tried on the rules.
type Try struct {
	Row    string            // the row of the table it starts from, from 1, as it was typed
	Values map[string]string // cells that are another than the row's, by column; "" is a missing one
	Freeze map[string]bool   // columns that are to stay as they are when changes are proposed
	Near   bool              // the nearest row of the other class was asked for

	Query core.Query[*protocol.Explain, *protocol.Explained]
}

// nearAtOnce is the number of rows up to which the nearest one is looked for without being asked.
const nearAtOnce = 100_000

// row returns the number of the row to start from: 0 for an empty one.
func (s State) tryRow() int {
	if s.Table == nil {
		return 0
	}
	text := strings.TrimSpace(s.Study.Try.Row)
	if text == "" {
		return min(1, s.Table.Rows)
	}
	n, _ := core.ParseInt(text)
	return n
}

// RowComplaint says what is wrong with the number of the row, "" if nothing is.
func (s State) RowComplaint() string {
	text := strings.TrimSpace(s.Study.Try.Row)
	if s.Table == nil || text == "" {
		return ""
	}
	if n, ok := core.ParseInt(text); !ok || n < 1 || n > s.Table.Rows {
		return "Type a row from 1 to " + core.Count(s.Table.Rows) + "."
	}
	return ""
}

// try changes the row that is tried, and reports whether the message was about it.
func (s *State) try(m Msg) bool {
	t := &s.Study.Try
	switch m := m.(type) {
	case RowTyped:
		t.Row, t.Values, t.Near = m.Text, nil, false
	case RowTried:
		t.Row, t.Values, t.Near, s.Study.Tab = strconv.Itoa(m.Row), nil, false, TryTab
	case CellTyped:
		t.set(m.Column, m.Text)
	case CellChosen:
		if values := s.Choose(m.Column); m.Index >= 0 && m.Index < len(values) {
			t.set(m.Column, values[m.Index])
		}
	case FreezeChosen:
		t.Freeze = with(t.Freeze, m.Column, m.Frozen)
		if !m.Frozen {
			delete(t.Freeze, m.Column)
		}
	case FlipTried:
		if a := t.Query.Value; a != nil && m.Index >= 0 && m.Index < len(a.Counterfactuals.Found) {
			for _, c := range a.Counterfactuals.Found[m.Index].Changes {
				text := c.To.Text
				if text == "" && !c.To.Missing {
					text = "known" // any value does
				}
				t.set(c.Column, text)
			}
		}
	case NearestAsk:
		t.Near = true
	case CellsPutBack:
		t.Values, t.Near = nil, false
	default:
		return false
	}
	return true
}

func (t *Try) set(column, text string) {
	t.Values, t.Near = with(t.Values, column, text), false
}

// TryField is a cell of the row that is tried.
type TryField struct {
	Column  string
	Text    string   // "" for a missing cell
	Choices []string // what can be chosen, "" for a missing cell; nil where a text is typed
	Changed bool     // it is not the cell of the row
	Frozen  bool
	Hint    string // what the cell has to be
}

// TryFields lists the cells that the rules ask about, and names the columns that have no effect.
func (s State) TryFields() (fields []TryField, idle []string) {
	m := s.Study.Model()
	if m == nil {
		return nil, nil
	}
	asks := s.asks()
	for i := range m.Encoder.Columns {
		c := &m.Encoder.Columns[i]
		if !asks[i] {
			idle = append(idle, c.Name)
			continue
		}
		text, changed := s.cell(c.Name)
		f := TryField{Column: c.Name, Text: text, Changed: changed, Frozen: s.Study.Try.Freeze[c.Name]}
		if len(c.Thresholds) > 0 {
			f.Hint = "a number"
		} else {
			f.Choices = s.Choose(c.Name)
		}
		fields = append(fields, f)
	}
	return fields, idle
}

// cell returns the cell of a column as it is tried, and whether it is another than the row's.
func (s State) cell(column string) (text string, changed bool) {
	if text, changed = s.Study.Try.Values[column]; changed {
		return text, true
	}
	if a := s.Study.Try.Query.Value; a != nil {
		for _, c := range a.Cells {
			if c.Column == column && !c.Missing {
				return c.Text, false
			}
		}
	}
	return "", false
}

// Choose lists what can be chosen for a cell of a column with values: those that the model knows, the one that is
// there, and none. It is nil where there are too many, or numbers.
func (s State) Choose(column string) []string {
	m := s.Study.Model()
	if m == nil {
		return nil
	}
	i := slices.IndexFunc(m.Encoder.Columns, func(c binarize.Column) bool { return c.Name == column })
	if i < 0 {
		return nil
	}
	c := &m.Encoder.Columns[i]
	list := slices.Concat(c.Values, c.Rest)
	if c.Other != "" {
		list = append(list, c.Other)
	}
	const most = 300 // values in one list: more are typed
	if len(c.Thresholds) > 0 || len(list) == 0 || len(list) > most {
		return nil
	}
	if text, _ := s.cell(column); text != "" && !slices.Contains(list, text) {
		list = append(list, text)
	}
	return append(list, "")
}

// Triable reports whether rows of the table in sight can be tried on rules.
func (s State) Triable() bool { return s.Table != nil && s.Peek == nil && s.Study.Model() != nil }

// askExplain asks about the row in sight.
func (s *State) askExplain() {
	r := s.explain()
	if r == nil {
		return
	}
	q := &s.Study.Try.Query
	if newest, ok := q.Key(); ok && sameQuestion(newest, r) {
		r = newest
	}
	if q.Wants(r) {
		q.Ask(r, s.ask(*r, pending{what: askedExplain}))
	}
}

// explain returns what is to be asked about the row, nil if nothing is.
func (s State) explain() *protocol.Explain {
	t, m := s.Study.Try, s.Study.Model()
	if s.Study.Tab != TryTab || s.RowComplaint() != "" {
		return nil
	}
	r := &protocol.Explain{Model: m, MultiClass: s.Whole.Model, Row: s.tryRow(), Nearest: s.Table != nil && (t.Near || s.Table.Rows <= nearAtOnce)}
	if len(t.Values) > 0 {
		r.Values = maps.Clone(t.Values)
	}
	for _, c := range m.Encoder.Columns {
		if t.Freeze[c.Name] {
			r.Freeze = append(r.Freeze, c.Name)
		}
	}
	return r
}

// RowInWords says which row the newest answer is of.
func (s State) RowInWords() string {
	of := s.Study.Try.Query.Of()
	if of == nil || of.Row == 0 {
		return "A row of your own"
	}
	text := "Row " + strconv.Itoa(of.Row) + " of the table"
	if changed := len(of.Values); changed > 0 {
		text += " with " + core.Plural(changed, "cell", "cells") + " changed"
	}
	return text
}
