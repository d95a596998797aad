package kit

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Scrolls holds a table that may be wider than its place; keys scroll it once it has the focus.
func Scrolls(label string, table app.UI) app.UI {
	return app.Div().Class("stage-scroll").TabIndex(0).Role("region").Aria("label", label).Body(table)
}

// ColumnHeads is the head of a table.
func ColumnHeads(names ...string) app.UI {
	return app.THead().Body(app.Tr().Body(app.Range(names).Slice(func(i int) app.UI { return app.Th().Scope("col").Text(names[i]) })))
}

// RoledHeads is the head of a table that narrow windows lay out in another way, which takes its roles away: it names them. The
// column without a name in sight gets one for those who do not see it.
func RoledHeads(unseenName string, names ...string) app.UI {
	return app.THead().Role("rowgroup").Body(app.Tr().Role("row").Body(app.Range(names).Slice(func(i int) app.UI {
		head := app.Th().Scope("col").Role("columnheader")
		if names[i] == "" {
			return head.Body(Unseen(unseenName))
		}
		return head.Text(names[i])
	})))
}
