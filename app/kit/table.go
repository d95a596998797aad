package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Scrolls returns a focusable, scrollable region for a table that may be wider than its place.
func Scrolls(label string, table app.UI) app.UI {
	return Region("stage-scroll", label, table)
}

// Region returns a focusable, labelled region of a class, which scrolls.
func Region(class, label string, body app.UI) app.UI {
	return app.Div().Class(class).TabIndex(0).Role("region").Aria("label", label).Body(body)
}

// ColumnHeads returns the head of a table.
func ColumnHeads(names ...string) app.UI {
	return app.THead().Body(app.Tr().Body(Each(names, func(name string) app.UI { return app.Th().Scope("col").Text(name) })))
}

// RoledHeads returns the head of a table with explicit ARIA roles; the layout of narrow windows removes the implicit
// ones. A column without a visible name gets unseenName for screen readers.
func RoledHeads(unseenName string, names ...string) app.UI {
	return app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(Each(names, func(name string) app.UI {
		head := app.Th().Scope("col").Role("columnheader")
		if name == "" {
			return head.Body(Unseen(unseenName))
		}
		return head.Text(name)
	})))
}

// Row returns a row of a table under ColumnHeads: its head and its cells.
func Row(head string, cells ...string) app.UI {
	return app.Tr().Body(app.Th().Scope("row").Text(head), Each(cells, func(text string) app.UI { return app.Td().Text(text) }))
}

// RoledRow returns a row under RoledHeads: its head, its cells, and more of them that hold elements.
func RoledRow(head string, cells []string, more ...app.UI) app.HTMLTr {
	return app.Tr().Role("row").Body(app.Th().Scope("row").Role("rowheader").Text(head),
		Each(cells, func(text string) app.UI { return app.Td().Role("cell").Text(text) }),
		Each(more, func(body app.UI) app.UI { return app.Td().Role("cell").Body(body) }))
}
