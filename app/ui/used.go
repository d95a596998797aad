package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/state"
)

// usedView lists the settings that the rules were trained with, for print only. On screen the settings are next to the
// rules.
func usedView(s state.State) app.UI {
	list := s.SettingsUsed()
	if len(list) == 0 || !s.Rules.Around(s.Tab) {
		return app.Div().Class("used printed")
	}
	from := ""
	if s.Table != nil {
		from = " on " + s.Table.Name + ", " + core.Plural(s.Table.Rows, "row", "rows")
	}
	return app.Div().Class("used printed").Body(
		app.H3().Text("Learnt"+from+", with these settings"),
		app.Dl().Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Div().Body(app.Dt().Text(list[i][0]), app.Dd().Text(list[i][1]))
		})))
}
