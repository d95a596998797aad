package settings

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/setting"
)

// Layout says how much of the settings is shown.
type Layout struct {
	Targets []int // columns to offer as targets, if the table has too many for one list
	Brief   bool  // only the target: the rest is drawn later
	Open    bool  // all settings are unfolded
}

// View selects the target and shows the settings of the run.
func View(m Model, c core.View, send func(core.Msg), l Layout) []app.UI {
	body := []app.UI{targetChoice(c, send, l.Targets), positiveChoice(c, send), kit.Some(targetNotes(c)...), kit.Some(rareView(c, send))}
	if l.Brief {
		return body
	}
	outline := app.P().ID("outline").Class("outline").Text(m.outlineInWords(c))
	return append(body, presetChoice(c, send), outline, allSettings(c, send, l.Open))
}

// allSettings shows all settings of a run by topic.
func allSettings(c core.View, send func(core.Msg), open bool) app.UI {
	return app.Details().Class("all-settings").Open(open).Body(
		app.Summary().Text("Advanced"),
		kit.Each(setting.Groups, func(g setting.Group) app.UI { return kit.Group(string(g), groupSettings(c, send, g)...) }),
		kit.Button(send, Reset{}).Text("Reset to defaults"))
}

// groupSettings shows the settings of a group that are used, each with its note.
func groupSettings(c core.View, send func(core.Msg), g setting.Group) (fields []app.UI) {
	for _, row := range setting.Table {
		if row.Group != g || !c.Setup.Uses(row.Key) {
			continue
		}
		fields = append(fields, field(c, send, row.Key))
		if row.Key == setting.Method && c.Setup.Fields[row.Key] == string(binarize.Target) {
			fields = append(fields, app.P().Class("note").Text(core.UseOfTarget))
		}
		if text := note(c, row.Key); text != "" {
			fields = append(fields, app.P().Class("quiet").Text(text))
		}
	}
	if g == setting.Penalties {
		return []app.UI{app.Div().Class("pair").Body(fields...)}
	}
	return fields
}

// field shows one setting with its explanation: a list of its choices, or a number, which has a slider if it is a penalty.
func field(c core.View, send func(core.Msg), f setting.Key) app.UI {
	row, value, id := f.Setting(), c.Setup.Fields[f], "set-"+string(f)
	typed := func(text string) core.Msg { return Typed{Field: f, Text: text} }
	var control app.UI = kit.TextInput(send, id, value, typed, f).Attr("inputmode", "decimal").Aria("describedby", id+"-hint")
	if row.Choices != nil {
		control = kit.Select(send, id, row.Choices, value, typed, f)
	} else if row.Group == setting.Penalties {
		moved := func(text string) core.Msg {
			place, _ := strconv.Atoi(text)
			return Typed{Field: f, Text: core.SliderText(f, place)}
		}
		control = app.Div().Class("slide").Body(
			app.Label().Class("unseen").For(id+"-slide").Text(f.Label()+", slider"),
			app.Input().Type("range").ID(id+"-slide").Min(0).Max(core.SliderStops(f)-1).Step(1).Value(c.Setup.SliderPlace(f)).
				Aria("valuetext", value).OnInput(kit.Typed(send, moved), f),
			control)
	}
	return kit.FieldHelped(id, f.Label(), row.Hint, c.Setup.Complaint(f), kit.Help(c, send, id, core.Term(f)), control)
}

// presetChoice selects a preset between short and accurate rules.
func presetChoice(c core.View, send func(core.Msg)) app.UI {
	now := c.Setup.Preset()
	var own app.UI
	if now < 0 {
		own = app.P().Class("hint").Text(ownSettings)
	}
	return app.FieldSet().Class("field presets").Body(
		app.Legend().Text("Model complexity"),
		app.Range(core.Presets).Slice(func(i int) app.UI {
			p, id := core.Presets[i], "preset-"+strconv.Itoa(i)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("preset").ID(id).Checked(i == now).Aria("describedby", id+"-hint").
					OnChange(kit.On(send, PresetChosen{Place: i}), i),
				app.Div().Body(app.Label().For(id).Text(p.Name), app.P().ID(id+"-hint").Class("hint").Text(p.Hint)))
		}),
		kit.Some(own))
}

// rareView offers class weights if the positive class is rare.
func rareView(c core.View, send func(core.Msg)) app.UI {
	text := rareInWords(c)
	if text == "" {
		return nil
	}
	return app.Div().ID("rare").Class("note").Body(
		app.P().Text(text), kit.Button(send, WeightsBalanced{}).Text("Balance the classes"))
}

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
		app.Dl().Body(kit.Each(list, func(pair [2]string) app.UI {
			return app.Div().Body(app.Dt().Text(pair[0]), app.Dd().Text(pair[1]))
		})))
}
