package settings

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/setting"
)

// used lists the names and values of the settings that trained the current rules. It is empty for rules that were not learned on
// this page.
func used(c core.View) [][2]string {
	m := c.Revision.Model
	if m == nil || !c.Run.Learnt() || c.Revision.Foreign {
		return nil
	}
	setup := c.Run.Setup
	list := [][2]string{{"Prediction", m.Prediction(true)}}
	for _, row := range setting.Table {
		if setup.Uses(row.Key) {
			list = append(list, [2]string{row.Label, row.Words(setup.Text(row.Key))})
		}
	}
	return list
}

// Used lists the settings that the rules were trained with, for print only. On screen the settings are next to the rules.
func Used(c core.View) app.UI {
	list := used(c)
	if len(list) == 0 {
		return app.Div().Class("used printed")
	}
	from := ""
	if c.Table != nil {
		from = " on " + c.Table.Name + ", " + core.Plural(c.Table.Rows, "row", "rows")
	}
	return app.Div().Class("used printed").Body(
		app.H3().Text("Learnt"+from+", with these settings"),
		app.Dl().Body(app.Range(list).Slice(func(i int) app.UI {
			return app.Div().Body(app.Dt().Text(list[i][0]), app.Dd().Text(list[i][1]))
		})))
}
