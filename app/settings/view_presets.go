package settings

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/setting"
)

// presetChoice selects a preset between short and accurate rules.
func presetChoice(c core.View, send func(core.Msg)) app.UI {
	now := c.Setup.Preset()
	var own app.UI
	if now < 0 {
		own = app.P().Class("hint").Text("The settings below are your own.")
	}
	return app.FieldSet().Class("field presets").Body(
		app.Legend().Text("Model complexity"),
		app.Range(core.Presets).Slice(func(i int) app.UI {
			p, id := core.Presets[i], "preset-"+strconv.Itoa(i)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("preset").ID(id).Checked(i == now).Aria("describedby", id+"-hint").
					OnChange(kit.On(send, PresetChosen{Place: i}), i),
				app.Div().Body(app.Label().For(id).Text(p.Name), app.P().ID(id+"-hint").Class("hint").Text(p.Hint)),
			)
		}),
		kit.Some(own),
	)
}

// rareView offers class weights if the positive class is rare.
func rareView(c core.View, send func(core.Msg)) app.UI {
	text := rareInWords(c)
	if text == "" {
		return nil
	}
	return app.Div().ID("rare").Class("note").Body(
		app.P().Text(text),
		app.Button().Type("button").Class("button").OnClick(kit.On(send, WeightsBalanced{})).
			Text("Balance the classes"),
	)
}

// pressure is a number with a slider on a logarithmic scale.
func pressure(c core.View, send func(core.Msg), f setting.Key) app.UI {
	id := "set-" + string(f)
	place, value := c.Setup.SliderPlace(f), c.Setup.Fields[f]
	return kit.FieldHelped(id, f.Label(), f.Setting().Hint, c.Setup.Complaint(f), kit.Help(c, send, id, core.Term(f)),
		app.Div().Class("slide").Body(
			app.Label().Class("unseen").For(id+"-slide").Text(f.Label()+", slider"),
			app.Input().Type("range").ID(id+"-slide").Min(0).Max(core.SliderStops(f)-1).Step(1).Value(place).
				Aria("valuetext", value).
				OnInput(kit.Typed(send, func(text string) core.Msg {
					place, _ := strconv.Atoi(text)
					return Typed{Field: f, Text: core.SliderText(f, place)}
				}), f),
			app.Input().Type("text").Attr("inputmode", "decimal").ID(id).AutoComplete(false).
				Value(value).Aria("describedby", id+"-hint").
				OnInput(kit.Typed(send, func(text string) core.Msg { return Typed{Field: f, Text: text} }), f),
		))
}
