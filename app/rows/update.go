package rows

import (
	"maps"
	"reflect"
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Msg is a message of this feature.
type Msg interface{ msg() }

// The messages. Closed closes the list. PartChosen, PageChosen, SizeChosen and FilterTyped select the rows to show,
// ColumnsToggled shows or hides the columns without conditions. CSVAsked writes all selected rows as CSV; CSVSaved and
// CSVCopied take the result.
type (
	Closed         struct{}
	PartChosen     struct{ Part protocol.Partition }
	PageChosen     struct{ Page int }
	SizeChosen     struct{ Size int }
	FilterTyped    struct{ Column, Text string }
	ColumnsToggled struct{}
	CSVAsked       struct{}
	CSVSaved       struct{}
	CSVCopied      struct{}
)

func (Closed) msg()         {}
func (PartChosen) msg()     {}
func (PageChosen) msg()     {}
func (SizeChosen) msg()     {}
func (FilterTyped) msg()    {}
func (ColumnsToggled) msg() {}
func (CSVAsked) msg()       {}
func (CSVSaved) msg()       {}
func (CSVCopied) msg()      {}

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.RowsAsked:
		return m.open(msg, c)
	case core.Heard:
		if core.Hear(&m.query, msg) {
			m.Page = min(m.Page, m.pages()-1)
		} else if m.Written.Hear(msg) && m.Written.Complete {
			return m, []core.Command{core.Say{Text: "The rows are written."}}
		}
	case core.Refresh:
		return m.refresh(c)
	case core.TableRead:
		return m.Closed(), nil
	case Closed:
		return m.Closed(), []core.Command{core.Focus{ID: c.Tab.ID()}}
	case PartChosen:
		m.Of.Part, m.Page, m.Written = msg.Part, 0, core.Predictions{}
	case PageChosen:
		m.Page = max(0, min(msg.Page, m.pages()-1))
	case SizeChosen:
		if slices.Contains(sizes, msg.Size) {
			m.Page, m.Size = m.Page*m.size()/msg.Size, msg.Size
		}
	case FilterTyped:
		m.Filters, m.Page, m.Written = core.With(m.Filters, msg.Column, msg.Text), 0, core.Predictions{}
		if msg.Text == "" {
			delete(m.Filters, msg.Column)
		}
	case ColumnsToggled:
		m.All = !m.All
	case CSVAsked:
		m.Written = core.Predictions{Wanted: true}
	case CSVSaved:
		return m, []core.Command{core.SaveFile{Name: "rows.csv", Kind: "text/csv", Parts: m.Written.Parts}}
	case CSVCopied:
		return m, []core.Command{core.CopyText{Text: m.Written.CSV()}}
	}
	return m, nil
}

// open shows the rows of a selection, which refers to the current rules if it names no model.
func (m Model) open(msg core.RowsAsked, c core.View) (Model, []core.Command) {
	of := msg.Of
	if of.Model == nil {
		of.Model = c.Revision.Model
	}
	if msg.Whole && c.MultiClass != nil {
		of.MultiClass = c.MultiClass
		if i := slices.Index(of.MultiClass.Names, of.Answer); i >= 0 && of.MultiClass.Codes == nil {
			of.Model = of.MultiClass.Members[i] // its rules explain the prediction
		}
	}
	if c.Table == nil || of.Model == nil {
		return m, nil
	}
	m = m.Closed()
	m.Of = of
	return m, []core.Command{core.Say{Text: m.title() + "."}, core.Focus{ID: titleID}}
}

// refresh requests the rows of the current page, and the next part of their CSV.
func (m Model) refresh(c core.View) (Model, []core.Command) {
	if !m.Open() || c.Table == nil || !c.Idle() {
		return m, nil
	}
	columns, _ := m.columns(c)
	of := m.Of
	for _, name := range slices.Sorted(maps.Keys(m.Filters)) {
		if columnNamed(c, name) != nil {
			of.Filters = append(of.Filters, protocol.Filter{Column: name, Text: m.Filters[name]})
		}
	}
	r := &protocol.ListRows{Selection: of, From: m.Page * m.size(), Rows: m.size(), Columns: columns}
	if newest, _ := m.query.Key(); reflect.DeepEqual(newest, r) {
		r = newest
	}
	commands := m.query.Request(r, c.Free, *r)
	c.Free += core.ID(len(commands))
	return m, append(commands, m.Written.Ask(protocol.Predict{Of: &of, Columns: true}, c.Free)...)
}
