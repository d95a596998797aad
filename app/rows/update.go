package rows

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// The messages, which concern the list of the section on the screen. Closed closes the list of a selection, Unfolded opens or closes the
// whole table. PartChosen and FilterTyped select the rows. Scrolled reports the index of the first row on the screen. Sorted orders the
// rows by a column: ascending, then descending, then no longer. AllColumnsToggled shows or hides the columns without conditions. RowFocused
// reports the row whose button has the focus, 0 for none. CSVAsked writes all rows as CSV; CSVSaved and CSVCopied take it.
type (
	Closed            struct{}
	Unfolded          struct{}
	PartChosen        struct{ Part protocol.Partition }
	Scrolled          struct{ To int }
	Sorted            struct{ Column string }
	FilterTyped       struct{ Column, Text string }
	AllColumnsToggled struct{}
	RowFocused        struct{ Row int }
	CSVAsked          struct{}
	CSVSaved          struct{}
	CSVCopied         struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	if core.Feature(msg) == core.FeatureOf[Model]() && m.Whole != (c.Section == core.DataSection) {
		return m, nil
	}
	switch msg := msg.(type) {
	case core.RowsAsked:
		return m.open(msg, c)
	case core.Heard:
		if core.Hear(&m.query, msg) {
			if page := m.query.Value; page != nil {
				m.From = min(m.From, start(page.Total-1))
				return m, m.refocus(page)
			}
		} else if m.Written.Hear(msg) && m.Written.Complete {
			return m, []core.Command{core.Say{Text: "The rows are written."}}
		}
	case core.Refresh:
		return m.refresh(c)
	case core.TableRead:
		return Model{Whole: m.Whole, All: m.All, Unfolded: m.Unfolded && msg.Again}, nil
	case Closed:
		return m.closed(), []core.Command{core.Focus{ID: c.Tab.ID()}}
	case Unfolded:
		m.Unfolded = !m.Unfolded
	case PartChosen:
		m.Of.Part, m.Written = msg.Part, core.Predictions{}
	case Scrolled:
		m.From = start(msg.To)
	case Sorted:
		again := m.Sort == msg.Column
		if again && m.Down {
			msg.Column = ""
		}
		m.Sort, m.Down, m.From = msg.Column, again && !m.Down, 0
	case FilterTyped:
		m.Filters, m.Written = core.With(m.Filters, msg.Column, msg.Text), core.Predictions{}
		if msg.Text == "" {
			delete(m.Filters, msg.Column)
		}
	case RowFocused:
		m.Focused = msg.Row
	case AllColumnsToggled:
		m.All = !m.All
	case CSVAsked:
		m.Written = core.Predictions{Wanted: true}
	case CSVSaved:
		return m, []core.Command{core.SaveFile{Name: "rows.csv", Kind: "text/csv", Parts: m.Written.Parts}}
	case CSVCopied:
		return m, []core.Command{core.CopyText{Text: strings.Join(m.Written.Parts, "")}}
	}
	return m, nil
}

// refocus restores the focus after other rows are drawn: on the same row or, if that is not drawn any more, on the scrolling pane.
func (m Model) refocus(page *protocol.RowPage) []core.Command {
	if m.Focused == 0 {
		return nil
	}
	stays := slices.ContainsFunc(page.Rows, func(row protocol.ListedRow) bool { return row.Row == m.Focused })
	return []core.Command{core.Focus{ID: core.Either(stays, rowID(m.Focused), paneID), Still: true}}
}

// open shows the rows of a selection. A selection without a model refers to the current rules.
func (m Model) open(msg core.RowsAsked, c core.View) (Model, []core.Command) {
	of := msg.Of
	if of.Model == nil {
		of.Model = c.Revision.Model
	}
	if c.MultiClass != nil && (msg.Whole || c.MultiClass.Listed()) {
		of.MultiClass = c.MultiClass
		if i := slices.Index(of.MultiClass.Names, of.Answer); i >= 0 && of.MultiClass.Codes == nil {
			of.Model = of.MultiClass.Members[i] // its rules explain the prediction
		}
	}
	if c.Table == nil || of.Model == nil {
		return m, nil
	}
	m = m.closed()
	m.Of = of
	return m, []core.Command{core.Say{Text: m.title() + "."}, core.Focus{ID: titleID}}
}

func (m Model) refresh(c core.View) (Model, []core.Command) {
	if !m.Open() || c.Table == nil || !c.Answers() || m.Whole && c.Section != core.DataSection {
		return m, nil
	}
	r := m.request(c)
	of := r.Selection
	commands := core.Ask(&m.query, *r, c.Free)
	c.Free += core.ID(len(commands))
	return m, append(commands, m.Written.Ask(protocol.Predict{Of: &of, Columns: true}, c.Free)...)
}
