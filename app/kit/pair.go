package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Compared is a comparison of two models.
type Compared struct {
	ID, Title string // of the element
	Pair      core.ModelPair
	Models    [2]*protocol.Model
	Side      func(number int) (name, size, scores string) // describes a model of Pair; its name is such as "run 2"
}

// ComparisonView compares two models: scores, rules of both, changed rules, rules of one only, and the number of rows that differ.
func ComparisonView(two Compared, c core.View, send func(core.Msg)) app.UI {
	var names, heads []string
	var sides []app.UI
	for _, number := range two.Pair.Chosen {
		name, size, scores := two.Side(number)
		head := core.Capital(name)
		names, heads = append(names, name), append(heads, head)
		sides = append(sides, app.Div().Body(app.H4().Text(head+": "+size), app.P().Class("quiet").Text(scores)))
	}
	of := core.Compare(two.Models, c.Table.Integers)
	differ, some := two.Pair.DifferInWords(two.Models, c)
	show := SmallButton(send, core.RowsAsked{Of: core.Differing(two.Models)}).ID(two.ID+"-rows").
		Body(app.Text("Show rows"), Unseen(" with different predictions"))
	return app.Section().Class("compare").ID(two.ID).Aria("labelledby", two.ID+"-title").Body(
		app.H3().ID(two.ID+"-title").Text(two.Title),
		app.Div().Class("compare-sides").Body(sides...),
		app.P().ID(two.ID+"-differ").Role("status").Body(app.Text(differ+" "), Some(app.If(some, show))),
		Some(ruleList("In both", of.Shared), changes(heads, of.Changed)),
		app.Div().Class("compare-sides").Body(
			app.Div().Body(Some(ruleList("Only in "+names[0], of.Only[0]))),
			app.Div().Body(Some(ruleList("Only in "+names[1], of.Only[1])))))
}

// ruleList lists rules under a heading; nil if there are none.
func ruleList(title string, rules []string) app.UI {
	if len(rules) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").Body(app.H4().Text(title+": "+core.Plural(len(rules), "rule", "rules")),
		app.Ul().Body(Each(rules, func(rule string) app.UI { return app.Li().Text(rule) })))
}

// changes lists rules on the same columns with different conditions; nil if there are none.
func changes(heads []string, list [][2]string) app.UI {
	if len(list) == 0 {
		return nil
	}
	return app.Div().Class("compare-rules").Body(
		app.H4().Text("Changed: "+core.Plural(len(list), "rule", "rules")+" on the same columns"),
		app.Table().Class("changes").Body(ColumnHeads(heads...), app.TBody().Body(Each(list, func(c [2]string) app.UI {
			return app.Tr().Body(app.Td().Text(c[0]), app.Td().Text(c[1]))
		}))))
}
