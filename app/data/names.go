package data

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// The messages about names. LabelTyped sets the alias of a column, or its unit. ValuePicked adds a value to the next group or removes it,
// GroupTyped sets the name of that group, and GroupMade adds it to those of the column. GroupRemoved removes one, by its index.
type (
	LabelTyped struct {
		Column int
		Unit   bool
		Text   string
	}
	ValuePicked struct {
		Value int // index into the values of the opened column
		In    bool
	}
	GroupTyped   struct{ Text string }
	GroupMade    struct{}
	GroupRemoved struct{ Index int }
)

// grouping is the group that a user is putting together.
type grouping struct {
	picked map[string]bool // values
	name   string
}

func (m Model) updateNames(msg core.Msg, c core.View) (Model, []core.Command) {
	if msg, ok := msg.(LabelTyped); ok && c.Column(msg.Column) != nil {
		return m, []core.Command{core.Configure{Setup: c.Setup.Relabeled(c.Column(msg.Column).Name, func(l *codebook.Label) {
			if msg.Unit {
				l.Unit = msg.Text
			} else {
				l.Alias = msg.Text
			}
		})}}
	}
	j := m.opened(c, true)
	if j < 0 {
		return m, nil
	}
	column := &c.Table.Columns[j]
	groups := c.Setup.Codebook[column.Name].Groups
	switch msg := msg.(type) {
	case ValuePicked:
		if msg.Value >= 0 && msg.Value < len(column.Values) {
			m.grouping.picked = core.With(m.grouping.picked, column.Values[msg.Value].Text, msg.In)
		}
	case GroupTyped:
		m.grouping.name = msg.Text
	case GroupMade:
		if g := m.grouping; m.groupComplaint(c, column) == "" {
			m.grouping = grouping{}
			return m, []core.Command{core.Configure{Setup: c.Setup.Regrouped(column.Name, append(slices.Clone(groups), g.group(column)))}}
		}
	case GroupRemoved:
		if msg.Index >= 0 && msg.Index < len(groups) {
			groups = slices.Delete(slices.Clone(groups), msg.Index, msg.Index+1)
			return m, []core.Command{core.Configure{Setup: c.Setup.Regrouped(column.Name, groups)}}
		}
	}
	return m, nil
}

// group returns the group as chosen so far, with the values in the order of the column.
func (g grouping) group(column *protocol.ColumnSummary) codebook.ValueGroup {
	out := codebook.ValueGroup{Name: strings.TrimSpace(g.name)}
	for _, v := range column.Values {
		if g.picked[v.Text] {
			out.Values = append(out.Values, v.Text)
		}
	}
	return out
}

// groupComplaint describes what the next group lacks, "" if it can be made.
func (m Model) groupComplaint(c core.View, column *protocol.ColumnSummary) string {
	g := m.grouping.group(column)
	switch {
	case len(g.Values) == 0:
		return "Choose the values that count as one."
	case g.Name == "":
		return "Type the name of the group."
	}
	entry := codebook.ColumnEntry{Groups: append(slices.Clone(c.Setup.Codebook[column.Name].Groups), g)}
	if err := entry.Validate(); err != nil {
		return core.Sentence(err.Error())
	}
	return ""
}

// loose returns the indexes of the values that can join a group: they are not in one, nor the name of one.
func loose(c core.View, column *protocol.ColumnSummary) (list []int) {
	for i, v := range column.Values {
		in := func(g codebook.ValueGroup) bool { return g.Name == v.Text || slices.Contains(g.Values, v.Text) }
		if !slices.ContainsFunc(c.Setup.Codebook[column.Name].Groups, in) {
			list = append(list, i)
		}
	}
	return list
}

// labelInWords returns the typed alias and unit of a column, as in rules: "monthly income (EUR)"; "" if neither was typed.
func labelInWords(c core.View, column *protocol.ColumnSummary) string {
	l := c.Setup.Codebook[column.Name].Label
	if l.Unit == "" {
		return l.Alias
	}
	return strings.TrimSpace(l.Alias + " (" + l.Unit + ")")
}

// names is the panel that edits the alias and the unit of a column, and the groups of its values.
func (m Model) names(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	id, label := "names-title-"+strconv.Itoa(j), c.Setup.Codebook[column.Name].Label
	input := func(id, text string, unit bool) app.UI {
		return kit.ChangeInput(send, id, text, func(text string) core.Msg { return LabelTyped{Column: j, Unit: unit, Text: text} }, j).
			Spellcheck(false).Aria("describedby", id+"-hint")
	}
	title := app.H3().Body(app.Text("Names for "+column.Name), kit.Some(kit.Help(c, send, "names", core.TermAlias)))
	body := []app.UI{
		kit.Field("alias", "Alias", aliasHint, c.Setup.LabelComplaint(c.Table, column.Name), input("alias", label.Alias, false)),
	}
	if column.Kind == dataset.Numeric {
		body = append(body, kit.Field("unit", "Unit", unitHint, "", input("unit", label.Unit, true)))
	}
	if core.Groupable(column) && j != c.Setup.Target {
		body = append(body, m.groups(c, send, j))
	}
	return editorFrame(send, id, title, EditorToggled{Column: j, Names: true}, "the names", body...)
}

// groups lists the groups of a column's values, and makes another one.
func (m Model) groups(c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	if len(column.Values) == 0 {
		return app.P().Class("quiet").Text(manyValuesNote)
	}
	complaint, existing := m.groupComplaint(c, column), c.Setup.Codebook[column.Name].Groups
	return app.Div().Class("value-groups").Body(
		app.H3().Body(kit.Helped(c, send, "groups", "Groups of values", core.TermGroup)),
		kit.Some(app.If(len(existing) > 0, app.Ul().Body(app.Range(existing).Slice(func(i int) app.UI {
			g := existing[i]
			return app.Li().Body(app.Strong().Text(g.Name), app.Text(": "+strings.Join(g.Values, ", ")+" "),
				kit.SmallButton(send, GroupRemoved{Index: i}).Body(app.Text("Ungroup"), kit.Unseen(" "+g.Name)))
		})))),
		app.Ul().Class("value-choice").Aria("label", "Values for a group").Body(kit.Each(loose(c, column), func(i int) app.UI {
			id, value := "value-"+strconv.Itoa(i), column.Values[i].Text
			in := m.grouping.picked[value]
			return app.Li().Body(kit.Checkbox(send, id, in, ValuePicked{Value: i, In: !in}), app.Label().For(id).Text(value))
		})),
		kit.Field("group-name", "Name of the group", complaint, "", kit.TextInput(send, "group-name", m.grouping.name,
			func(text string) core.Msg { return GroupTyped{Text: text} }).Spellcheck(false).Aria("describedby", "group-name-hint")),
		kit.Button(send, GroupMade{}).ID("make-group").Disabled(complaint != "").Text("Group the values"))
}

func namesButton(j int) string { return "names-" + strconv.Itoa(j) }
