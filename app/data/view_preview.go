package data

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Preview shows the first rows as parsed.
func Preview(m Model, c core.View, send func(core.Msg), t *protocol.TableSummary) app.UI {
	columns, which := m.previewColumns(c, t)
	rows := m.previewRows(t)
	title := "The first " + core.Plural(len(t.Preview), "row", "rows") + which
	target := -1
	var head app.UI
	if c.Triable() {
		head = kit.Unseen("Try a row on the rules")
	}
	if t == c.Table {
		target = c.Setup.Target
	} else {
		title += ", as read so far"
	}
	return app.Details().ID("preview").Class("preview").Open(c.Run.Phase == core.Idle).Body(
		app.Summary().Text(title),
		app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "The first rows of the table").Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(app.Td().Class("try-cell").Body(kit.Some(head)),
					app.Range(columns).Slice(func(k int) app.UI { return columnHead(t, columns[k], target) }))),
				app.TBody().Body(app.Range(rows).Slice(func(i int) app.UI { return previewRow(m, c, send, t, i, columns, target) })),
			),
		),
	)
}

func columnHead(t *protocol.TableSummary, j, target int) app.UI {
	column := t.Columns[j]
	kind := core.KindInWords(column.Kind)
	if column.Missing > 0 {
		kind += ", " + core.Count(column.Missing) + " missing"
	}
	return app.Th().Scope("col").Class(cellClass(t, j, target)).Body(app.Span().Class("column-name").Text(column.Name), app.Small().Text(kind))
}

func previewRow(m Model, c core.View, send func(core.Msg), t *protocol.TableSummary, i int, columns []int, target int) app.UI {
	cells := m.previewRows(t)[i]
	var try app.UI
	if c.Triable() {
		try = app.Button().Type("button").Class("small").OnClick(kit.On(send, core.RowTried{Row: i + 1}), i).
			Body(app.Text("Try"), kit.Unseen(" row "+core.Count(i+1)+" on the rules"))
	}
	return app.Tr().Body(app.Td().Class("try-cell").Body(kit.Some(try)), app.Range(columns).Slice(func(k int) app.UI {
		j := columns[k]
		cell := app.Td().Class(cellClass(t, j, target))
		if cells[j] == nil {
			return cell.Body(app.Span().Class("missing").Text("missing"))
		}
		return cell.Text(*cells[j])
	}))
}

// cellClass returns the class of a cell: the target column differs from the features, and numbers are right-aligned.
func cellClass(t *protocol.TableSummary, j, target int) string {
	class := "other"
	if j == target {
		class = "target"
	}
	if t.Columns[j].Kind == dataset.Numeric {
		class += " numeric"
	}
	return class
}
