package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Scrolls returns a focusable, scrollable region for a table that may be wider than its place.
func Scrolls(label string, table app.UI) app.UI {
	return app.Div().Class("stage-scroll").TabIndex(0).Role("region").Aria("label", label).Body(table)
}

// ColumnHeads returns the head of a table.
func ColumnHeads(names ...string) app.UI {
	return app.THead().Body(app.Tr().Body(app.Range(names).Slice(func(i int) app.UI { return app.Th().Scope("col").Text(names[i]) })))
}

// RoledHeads returns the head of a table with explicit ARIA roles; the layout of narrow windows removes the implicit
// ones. A column without a visible name gets unseenName for screen readers.
func RoledHeads(unseenName string, names ...string) app.UI {
	return app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(app.Range(names).Slice(func(i int) app.UI {
		head := app.Th().Scope("col").Role("columnheader")
		if names[i] == "" {
			return head.Body(Unseen(unseenName))
		}
		return head.Text(names[i])
	})))
}
