package state

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Try holds the row of the what-if view.
type Try struct {
	Row    string            // the original row of the table, from 1, as typed
	Values map[string]string // changed cells, by column; "" is a missing one
	Freeze map[string]bool   // columns that counterfactuals must not change
	Near   bool              // the nearest row of the other class was requested

	Query core.Query[*protocol.Explain, *protocol.Explained]
}

// nearAtOnce is the largest number of rows for which the nearest row is searched without a request.
const nearAtOnce = 100_000

// tryRow returns the number of the original row: 0 for an empty one.
func (s State) tryRow() int {
	if s.Table == nil {
		return 0
	}
	text := strings.TrimSpace(s.Try.Row)
	if text == "" {
		return min(1, s.Table.Rows)
	}
	n, _ := setting.ParseInt(text)
	return n
}

// RowComplaint returns why the number of the row is invalid, "" if it is valid.
func (s State) RowComplaint() string {
	text := strings.TrimSpace(s.Try.Row)
	if s.Table == nil || text == "" {
		return ""
	}
	if n, ok := setting.ParseInt(text); !ok || n < 1 || n > s.Table.Rows {
		return "Type a row from 1 to " + core.Count(s.Table.Rows) + "."
	}
	return ""
}

// try handles the messages about the what-if row, and reports whether m is one.
func (s *State) try(m Msg) bool {
	t := &s.Try
	switch m := m.(type) {
	case RowTyped:
		t.Row, t.Values, t.Near = m.Text, nil, false
	case core.RowTried:
		t.Row, t.Values, t.Near, s.Tab = strconv.Itoa(m.Row), nil, false, core.ExplainTab
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
					text = "known" // any value fits
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

// TryField is a cell of the what-if row.
type TryField struct {
	Column  string
	Text    string   // "" for a missing cell
	Choices []string // the valid values, "" for a missing cell; nil for a text field
	Changed bool     // it differs from the cell of the original row
	Frozen  bool
	Hint    string // the expected kind of value
}

// TryFields lists the cells of columns with conditions, and names the columns without effect.
func (s State) TryFields() (fields []TryField, idle []string) {
	m := s.Rules.Model()
	if m == nil {
		return nil, nil
	}
	asks := s.usedColumns()
	for i := range m.Encoder.Columns {
		c := &m.Encoder.Columns[i]
		if !asks[i] {
			idle = append(idle, c.Name)
			continue
		}
		text, changed := s.cell(c.Name)
		f := TryField{Column: c.Name, Text: text, Changed: changed, Frozen: s.Try.Freeze[c.Name]}
		if len(c.Thresholds) > 0 {
			f.Hint = "a number"
		} else {
			f.Choices = s.Choose(c.Name)
		}
		fields = append(fields, f)
	}
	return fields, idle
}

// cell returns the cell of a column in the what-if row, and whether it differs from the original row.
func (s State) cell(column string) (text string, changed bool) {
	if text, changed = s.Try.Values[column]; changed {
		return text, true
	}
	if a := s.Try.Query.Value; a != nil {
		for _, c := range a.Cells {
			if c.Column == column && !c.Missing {
				return c.Text, false
			}
		}
	}
	return "", false
}

// Choose lists the values for a categorical cell: those of the model, the current one, and a missing one. It returns
// nil if the column has too many values or is numeric.
func (s State) Choose(column string) []string {
	m := s.Rules.Model()
	if m == nil {
		return nil
	}
	i := slices.IndexFunc(m.Encoder.Columns, func(c binarize.EncodedColumn) bool { return c.Name == column })
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

// Triable reports whether the what-if view can use rows of the table.
func (s State) Triable() bool { return s.Table != nil && s.Peek == nil && s.Rules.Model() != nil }

// askExplain requests the prediction for the what-if row.
func (s *State) askExplain() {
	r := s.explain()
	if r == nil {
		return
	}
	q := &s.Try.Query
	if newest, ok := q.Key(); ok && sameQuestion(newest, r) {
		r = newest
	}
	if q.Wants(r) {
		q.Ask(r, s.ask(*r, pending{what: askedExplain}))
	}
}

// explain returns the request for the what-if row, nil if none is needed.
func (s State) explain() *protocol.Explain {
	t, m := s.Try, s.Rules.Model()
	if s.Tab != core.ExplainTab || s.RowComplaint() != "" {
		return nil
	}
	r := &protocol.Explain{
		Model: m, MultiClass: s.Rules.Classes.Model, Row: s.tryRow(),
		Nearest: s.Table != nil && (t.Near || s.Table.Rows <= nearAtOnce),
	}
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

// RowInWords describes the row of the newest answer.
func (s State) RowInWords() string {
	of := s.Try.Query.Of()
	if of == nil || of.Row == 0 {
		return "A row of your own"
	}
	text := "Row " + strconv.Itoa(of.Row) + " of the table"
	if changed := len(of.Values); changed > 0 {
		text += " with " + core.Plural(changed, "cell", "cells") + " changed"
	}
	return text
}

// with returns a copy of a map with a value set.
func with[V any](m map[string]V, key string, value V) map[string]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[string]V{}
	}
	out[key] = value
	return out
}

// usedColumns reports for each column of the encoder whether the current rules of any class use it.
func (s State) usedColumns() []bool {
	if c := s.Rules.Classes.Model; c != nil {
		return core.UsedColumns(c.Members...)
	}
	return core.UsedColumns(s.Rules.Model())
}
