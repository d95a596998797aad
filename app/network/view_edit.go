package network

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/drnet"
)

// editView switches weight editing on and off in teaching mode, and describes the effect of the edits.
func editView(m Model, c core.View, send func(core.Msg)) app.UI {
	var weights app.UI
	if c.Teaching {
		weights = app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID("teach-weights").Checked(m.editable).
				OnChange(kit.On(send, EditingSwitched{On: !m.editable}), m.editable),
			app.Label().For("teach-weights").Text("Edit weights"))
	}
	return app.Div().Class("net-teach").Body(
		app.Div().Class("controls").Body(
			kit.Some(weights),
			kit.SmallButton(send, TraceShown{Shown: !m.trace.shown}).ID("forward").Aria("expanded", m.trace.shown).Text("Trace one row")),
		kit.Some(editNote(m, c), edited(m, c, send)))
}

func editNote(m Model, c core.View) app.UI {
	switch {
	case !m.editable && !m.trace.shown:
		return nil
	case c.Run.Phase == core.Training:
		return app.P().Class("note").Text("Pause the run first. A network in training cannot be edited or traced.")
	case m.canEdit(c) && m.line == 0:
		return app.P().Class("quiet").Text("Select a rule, then one of its lines, and type another weight. Training ignores the edit.")
	}
	return nil
}

// edited describes the effect of the edits.
func edited(m Model, c core.View, send func(core.Msg)) app.UI {
	e := m.edits
	if !m.canEdit(c) || e.net == nil {
		return nil
	}
	body := []app.UI{app.P().Class("sentence").ID("edited-says").Role("status").Text(e.inWords())}
	if w := e.now; w != nil && w.Problem == nil {
		lines := m.editedRules(c)
		body = append(body, app.Ol().Class("lines").ID("edited-rules").Body(app.Range(lines).Slice(func(i int) app.UI {
			return app.Li().Body(app.Span().Class("if").Text("IF "), app.Text(lines[i]))
		})))
	}
	body = append(body, app.Div().Class("controls").Body(
		kit.SmallButton(send, EditsDropped{}).ID("drop-edits").Text("Undo all changes"),
		kit.SmallButton(send, EditsKept{}).ID("keep-edits").Disabled(!c.Run.Learnt() || e.now == nil).Text("Show these rules")))
	return app.Div().Class("net-edited").Body(body...)
}

// weightEditor edits the weight of the selected line.
func weightEditor(m Model, c core.View, send func(core.Msg), w wire) app.UI {
	if !m.canEdit(c) {
		return nil
	}
	if !m.linePinned {
		return app.P().Class("quiet").Text("Select the line to edit it.")
	}
	open := drnet.Opens(w.Loc)
	number := strconv.FormatFloat(float64(w.Weight()), 'f', 2, 64)
	if !open {
		number = strconv.FormatFloat(float64(w.W), 'f', 2, 64)
	}
	typed := kit.Typed(send, func(v string) core.Msg { return WeightTyped{Text: v} })
	text := m.edits.typed
	if text == "" {
		text = number
	}
	return app.Div().Class("weight-editor").Body(
		app.Label().For("weight").Text("Weight"),
		app.Input().Type("text").Attr("inputmode", "decimal").ID("weight").AutoComplete(false).Value(text).OnChange(typed, w.Feature),
		app.Input().Type("range").ID("weight-slider").Aria("label", "Weight, with a slider").Min(-5).Max(5).
			Step(0.05).Value(number).OnInput(typed, w.Feature),
		app.Span().Class("weight-gate").Body(
			app.Input().Type("checkbox").ID("weight-gate").Checked(open).OnChange(kit.On(send, GateSwitched{Open: !open}), open, w.Feature),
			app.Label().For("weight-gate").Text("Gate open")),
		app.P().Class("complaint").Role("alert").Text(m.edits.complaint))
}

// ruleSwitch switches the selected rule on or off.
func ruleSwitch(m Model, c core.View, send func(core.Msg), f *figure) app.UI {
	k := f.place(m.rule)
	if k < 0 || !m.canEdit(c) || !m.rulePinned {
		return nil
	}
	label, on := "Switch R"+core.Count(m.rule)+" off", f.rules[k].Open()
	if !on {
		label = "Switch R" + core.Count(m.rule) + " on"
	}
	return kit.SmallButton(send, RuleSwitched{On: !on}).ID("switch-neuron").Text(label)
}
