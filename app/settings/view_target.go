package settings

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
)

// TargetView selects the target and the positive class. Targets are the columns to offer if the table has too many for one list.
func TargetView(c core.View, send func(core.Msg), targets []int) []app.UI {
	notes := append(kit.Lines("quiet", labelsInWords(c.Shared)), kit.Alert(cmp.Or(noTarget(c.Shared), TargetProblem(c.Shared))))
	return []app.UI{
		app.H3().Text("What should the rules predict?"),
		app.Div().Class("task").Body(targetChoice(c, send, targets), positiveChoice(c, send), kit.Some(classBar(c.Shared))),
		kit.Some(suggestion(c, send)), kit.Some(notes...), kit.Some(rareView(c, send), groupsView(c, send)),
	}
}

// suggestion asks for the confirmation of a suggested target; nil if the user or a sample dataset chose it.
func suggestion(c core.View, send func(core.Msg)) app.UI {
	if !c.Setup.Proposed || c.Setup.Target < 0 || c.Source.Sample != "" {
		return nil
	}
	return app.Div().Class("suggestion").ID("suggestion").Body(app.P().Text(suggestionInWords(c.Shared)),
		kit.SmallButton(send, core.TargetChosen{Column: c.Setup.Target}).Text("Confirm"))
}

// groupsView offers a split by groups; nil if none is proposed. Rows of one group on both sides would make the test accuracy too high. A
// split by time is less urgent, and is offered in the settings only.
func groupsView(c core.View, send func(core.Msg)) app.UI {
	if by, _ := proposal(c); by.How != core.ByGroup {
		return nil
	}
	return proposedSplit(c, send)
}

// classBar draws the shares of the classes, the positive one in a color of its own; nil if they are unknown.
func classBar(v core.Shared) app.UI {
	const width, height = 200, 10
	var parts []app.UI
	end := 0.0
	add := func(share float64, positive bool) {
		from := kit.Coordinate(end)
		end += share * width
		parts = append(parts, kit.Path("class"+core.When(positive, " positive"), "M"+from+" 0H"+kit.Coordinate(end)+"V10H"+from+"Z"))
	}
	if share := splitShare(v); share > 0 && v.Setup.Classes == "" {
		add(share, true)
		add(1-share, false)
	}
	for _, value := range v.Choices() {
		add(float64(value.Rows)/float64(v.Table.Rows), value.Text == v.Setup.Positive && v.Setup.Classes == "")
	}
	if len(parts) == 0 {
		return nil
	}
	bar := kit.SVG("classes", width, height, "").Attr("preserveAspectRatio", "none")
	return bar.Aria("hidden", "true").Body(parts...) // the adjacent text says the same
}

func rareView(c core.View, send func(core.Msg)) app.UI {
	text := rareInWords(c)
	return app.If(text != "", app.Div().ID("rare").Class("note").Body(
		app.P().Text(text), kit.SmallButton(send, WeightsBalanced{}).Text("Balance the classes")))
}

const maxOptions = 200 // columns in one list; longer ones are slow to render and hard to search

func targetChoice(c core.View, send func(core.Msg), shown []int) app.UI {
	hint := othersHint
	if len(c.Table.Columns) <= maxOptions {
		hint, shown = "", nil
		for j := range c.Table.Columns {
			shown = append(shown, j)
		}
	} else if t := c.Setup.Target; t >= 0 && !slices.Contains(shown, t) {
		shown = append([]int{t}, shown...)
	}
	option := func(j int) app.UI {
		column := c.Table.Columns[j]
		return app.Option().Value(strconv.Itoa(j)).Selected(j == c.Setup.Target).
			Text(column.Name + " (" + core.KindInWords(column.Kind) + ")")
	}
	return kit.FieldHelped("target", "Target column", hint, "", kit.Help(c, send, "target", core.TermTarget),
		app.Select().ID("target").Aria("describedby", "target-hint").
			OnChange(kit.Picked(send, func(j int) core.Msg { return core.TargetChosen{Column: j} })).Body(
			app.Option().Value("-1").Text("Choose a column").Selected(c.Setup.Target < 0).Disabled(true), kit.Each(shown, option)))
}

func positiveChoice(c core.View, send func(core.Msg)) app.UI {
	if c.Splits() && c.Setup.Classes != "" {
		return app.FieldSet().Class("field").Body(app.Legend().Text("Positive class"), kit.Some(separateChoice(c, send)))
	}
	if c.Splits() {
		return boundChoice(c, send)
	}
	values := c.Choices()
	if len(values) == 0 {
		return app.P().Class("complaint").Text(c.Obstacle())
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Text("Positive class"),
		kit.Some(app.If(len(values) > 2 && c.Setup.Classes == "", app.P().Class("hint").Text(againstOthers))),
		app.Range(values).Slice(func(k int) app.UI {
			v := values[k]
			id := "positive-" + strconv.Itoa(k)
			return app.Div().Class("radio").Body(
				kit.RadioInput(send, "positive", id, v.Text == c.Setup.Positive && c.Setup.Classes == "", PositiveChosen{Value: k}),
				app.Label().For(id).Body(app.Text(v.Text), app.Small().Text(" "+core.Plural(v.Rows, "row", "rows")+", "+
					core.PercentOf(v.Rows, c.Table.Rows))))
		}),
		kit.Some(separateChoice(c, send)))
}

func boundChoice(c core.View, send func(core.Msg)) app.UI {
	hint := app.P().ID("bound-hint").Class("hint").Text(splitInWords(c.Shared))
	if complaint := boundComplaint(c.Shared); complaint != "" {
		hint = app.P().ID("bound-hint").Class("complaint").Text(complaint)
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Text("Positive class"),
		app.Div().Class("bound").Body(
			app.Label().Class("unseen").For("bound-sign").Text("Above or below"),
			kit.Select(send, "bound-sign", core.Signs, c.Setup.Sign, func(sign string) core.Msg { return SignChosen{Sign: sign} }),
			app.Label().Class("unseen").For("bound").Text("Number that splits the target"),
			kit.TextInput(send, "bound", c.Setup.Bound, func(text string) core.Msg { return BoundTyped{Text: text} }).
				Attr("inputmode", "decimal").Aria("describedby", "bound-hint")),
		hint, kit.Some(separateChoice(c, send)))
}

var strategies = [][2]string{
	{protocol.ClassesEach, "rules for each class"},
	{protocol.ClassesCodes, "error-correcting code: rules for groups of classes"},
}

// separateChoice selects the multiclass strategy; nil if the target has too few or too many values.
func separateChoice(c core.View, send func(core.Msg)) app.UI {
	if !core.Separable(c.TargetColumn()) {
		return nil
	}
	how := c.Setup.Classes
	more := kit.Field("classes", "Multiclass strategy", "", "", kit.Select(send, "classes", strategies, how,
		func(value string) core.Msg { return ClassesChosen{How: value} }).Aria("describedby", "classes-hint"))
	kind, next := "radio", protocol.ClassesEach
	if c.Splits() { // a numeric target offers no other value
		kind = "checkbox"
		if how != "" {
			next = ""
		}
	}
	return app.Div().Class("separate").Body(
		app.Div().Class("radio").Body(
			app.Input().Type(kind).Name("positive").ID("positive-each").Checked(how != "").OnChange(kit.On(send, ClassesChosen{How: next}), next),
			app.Label().For("positive-each").Text("One rule set per class"), kit.Some(kit.Help(c, send, "classes", core.TermClasses))),
		kit.Some(app.If(how != "", more)))
}
