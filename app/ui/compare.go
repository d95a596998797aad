package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
)

// compareBox selects a setting for the comparison.
func compareBox(s state.State, r *Root, i int) app.UI {
	id, on := "compare-"+strconv.Itoa(i), slices.Contains(s.Trade.Compared, i)
	return app.Div().Class("compare-box").Body(
		app.Input().Type("checkbox").ID(id).Checked(on).OnChange(r.on(state.CompareChosen{Index: i, On: !on}), i, on),
		app.Label().Class("unseen").For(id).Text("Compare setting "+strconv.Itoa(i+1)))
}

// comparison compares two settings. Before two are selected it explains how.
func comparison(s state.State, r *Root) app.UI {
	c, ok := s.Comparison()
	if !ok {
		return app.P().Class("quiet").ID("compare-hint").
			Text("Choose two settings under “Compare” to see which rules they share and where they answer differently.")
	}
	var show app.UI
	if c.Browsable {
		show = app.Button().Type("button").Class("small").ID("differing").OnClick(r.then(state.DifferingRows{}, rowsTitle)).
			Body(app.Text("Show rows"), kit.Unseen(" that they answer differently"))
	}
	side := func(name string, d state.Dot) app.UI {
		return app.Div().Body(app.H4().Text(name),
			app.P().Class("quiet").
				Text("Right by folds: "+state.ErrorInWords(d.Accuracy, d.Error)+
					", on the training rows: "+core.Percent(d.Outcome.Train.Accuracy)))
	}
	return app.Section().Class("compare").ID("compare").Aria("labelledby", "compare-title").Body(
		app.H3().ID("compare-title").Text("Two settings compared"),
		app.Div().Class("compare-sides").Body(side(c.LeftName, c.Left), side(c.RightName, c.Right)),
		app.P().ID("differ").Role("status").Body(app.Text(c.Differ+" "), kit.Some(show)),
		kit.Some(ruleList("In both", c.Shared), changes(c.Changed)),
		app.Div().Class("compare-sides").Body(
			app.Div().Body(kit.Some(ruleList("Only in the first", c.OnlyLeft))),
			app.Div().Body(kit.Some(ruleList("Only in the second", c.OnlyRight)))))
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
func changes(list []state.Change) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").
		Body(app.H4().Text("Changed: "+core.Plural(len(list), "rule asks", "rules ask")+" about the same columns"),
			app.Table().Class("changes").Body(
				kit.ColumnHeads("First", "Second"),
				app.TBody().Body(app.Range(list).Slice(func(i int) app.UI {
					return app.Tr().Body(app.Td().Text(list[i].Left), app.Td().Text(list[i].Right))
				}))))
}
