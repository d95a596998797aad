package tradeoff

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// compareBox selects a setting for the comparison.
func compareBox(m Model, send func(core.Msg), i int) app.UI {
	id, on := "compare-"+strconv.Itoa(i), slices.Contains(m.compared, i)
	return app.Div().Class("compare-box").Body(
		app.Input().Type("checkbox").ID(id).Checked(on).OnChange(kit.On(send, SettingCompared{Index: i, On: !on}), i, on),
		app.Label().Class("unseen").For(id).Text("Compare setting "+strconv.Itoa(i+1)))
}

// comparisonView compares two settings. Before two are selected it explains how.
func comparisonView(m Model, c core.View, send func(core.Msg)) app.UI {
	two, ok := m.comparison()
	if !ok {
		return app.P().Class("quiet").ID("compare-hint").
			Text("Choose two settings under “Compare” to see which rules they share and where their predictions differ.")
	}
	differ, some := m.differInWords(c)
	var show app.UI
	if some {
		show = kit.SmallButton(send, differingRowsAsked{}).ID("differing").
			Body(app.Text("Show rows"), kit.Unseen(" with different predictions"))
	}
	side := func(name string, p point) app.UI {
		return app.Div().Body(app.H4().Text(name),
			app.P().Class("quiet").Text("CV accuracy "+core.PlusMinus(p.accuracy, p.error)+
				", train accuracy "+core.Percent(p.outcome.Train.Accuracy)))
	}
	return app.Section().Class("compare").ID("compare").Aria("labelledby", "compare-title").Body(
		app.H3().ID("compare-title").Text("Two settings compared"),
		app.Div().Class("compare-sides").Body(side(two.leftName, two.left), side(two.rightName, two.right)),
		app.P().ID("differ").Role("status").Body(app.Text(differ+" "), kit.Some(show)),
		kit.Some(ruleList("In both", two.shared), changes(two.changed)),
		app.Div().Class("compare-sides").Body(
			app.Div().Body(kit.Some(ruleList("Only in the first", two.onlyLeft))),
			app.Div().Body(kit.Some(ruleList("Only in the second", two.onlyRight)))))
}

// ruleList lists rules under a heading; nil if there are none.
func ruleList(title string, rules []string) app.UI {
	if len(rules) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").Body(app.H4().Text(title+": "+core.Plural(len(rules), "rule", "rules")),
		app.Ul().Body(app.Range(rules).Slice(func(i int) app.UI { return app.Li().Text(rules[i]) })))
}

// changes lists rules on the same columns with different conditions; nil if there are none.
func changes(list []change) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").
		Body(app.H4().Text("Changed: "+core.Plural(len(list), "rule", "rules")+" on the same columns"),
			app.Table().Class("changes").Body(
				kit.ColumnHeads("First", "Second"),
				app.TBody().Body(app.Range(list).Slice(func(i int) app.UI {
					return app.Tr().Body(app.Td().Text(list[i].left), app.Td().Text(list[i].right))
				}))))
}
