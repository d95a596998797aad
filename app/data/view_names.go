package data

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// names edits what a column and its values are called.
func (m Model) names(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	id, label := "names-title-"+strconv.Itoa(j), c.Setup.Codebook[column.Name].Label
	input := func(id, text string, unit bool) app.UI {
		return app.Input().Type("text").ID(id).AutoComplete(false).Spellcheck(false).Value(text).Aria("describedby", id+"-hint").
			OnChange(kit.Typed(send, func(text string) core.Msg { return LabelTyped{Column: j, Unit: unit, Text: text} }), j)
	}
	body := []app.UI{
		app.Div().Class("cut-head").Body(app.H3().ID(id).Body(app.Text("Names for "+column.Name),
			kit.Some(kit.Help(c, send, "names", core.TermAlias))),
			kit.SmallButton(send, NamesToggled{Column: j}).Body(app.Text("Close"), kit.Unseen(" the names"))),
		kit.Field("alias", "Alias", aliasHint, c.Setup.LabelComplaint(c.Table, column.Name), input("alias", label.Alias, false)),
	}
	if column.Kind == dataset.Numeric {
		body = append(body, kit.Field("unit", "Unit", unitHint, "", input("unit", label.Unit, true)))
	}
	if core.Groupable(column) && j != c.Setup.Target {
		body = append(body, m.groups(c, send, j))
	}
	return app.Div().Class("cut-editor").Role("group").Aria("labelledby", id).Body(body...)
}

// groups lists the groups of a column's values, and makes another one.
func (m Model) groups(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	if len(column.Values) == 0 {
		return app.P().Class("quiet").Text(manyValuesNote)
	}
	complaint := m.groupComplaint(c, column)
	var existing []app.UI
	for i, g := range c.Setup.Codebook[column.Name].Groups {
		existing = append(existing, groupView(send, g, i))
	}
	return app.Div().Class("value-groups").Body(
		app.H3().Body(kit.Helped(c, send, "groups", "Groups of values", core.TermGroup)),
		kit.Some(app.If(len(existing) > 0, app.Ul().Body(existing...))),
		app.Ul().Class("value-choice").Aria("label", "Values for a group").Body(kit.Each(loose(c, column), func(i int) app.UI {
			id, value := "value-"+strconv.Itoa(i), column.Values[i].Text
			in := m.grouping.picked[value]
			return app.Li().Body(kit.Checkbox(send, id, in, ValuePicked{Value: i, In: !in}), app.Label().For(id).Text(value))
		})),
		kit.Field("group-name", "Name of the group", complaint, "", kit.TextInput(send, "group-name", m.grouping.name,
			func(text string) core.Msg { return GroupTyped{Text: text} }).Spellcheck(false).Aria("describedby", "group-name-hint")),
		kit.Button(send, GroupMade{}).ID("make-group").Disabled(complaint != "").Text("Group the values"))
}

func groupView(send func(core.Msg), g codebook.ValueGroup, i int) app.UI {
	return app.Li().Body(app.Strong().Text(g.Name), app.Text(": "+strings.Join(g.Values, ", ")+" "),
		kit.SmallButton(send, GroupRemoved{Index: i}).Body(app.Text("Ungroup"), kit.Unseen(" "+g.Name)))
}

func namesButton(j int) string { return "names-" + strconv.Itoa(j) }
