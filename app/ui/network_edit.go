package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/drnet"
)

// weightsView switches weight editing on and off in teaching mode, and describes the effect of the edits.
func weightsView(s state.State, r *Root) app.UI {
	var weights app.UI
	if s.Teach.Mode || s.Teach.Weights {
		weights = app.Span().Class("switch").Body(
			app.Input().Type("checkbox").ID("teach-weights").Checked(s.Teach.Weights).
				OnChange(r.on(state.WeightsTaught{On: !s.Teach.Weights}), s.Teach.Weights),
			app.Label().For("teach-weights").Text("Teaching: change weights"))
	}
	return app.Div().Class("net-teach").Body(
		app.Div().Class("controls").Body(
			kit.Some(weights),
			app.Button().Type("button").Class("small").ID("forward").Aria("expanded", s.Forward.Shown).
				OnClick(r.on(state.ForwardShown{Shown: !s.Forward.Shown}), s.Forward.Shown).Text("Follow a row through it")),
		kit.Some(teachNote(s), edited(s, r)))
}

func teachNote(s state.State) app.UI {
	switch {
	case !s.Teach.Weights && !s.Forward.Shown:
		return nil
	case s.Run.Phase == core.Training:
		return app.P().Class("note").Text("Pause the training first: the network must stand still.")
	case s.Teachable() && s.Net.Line == 0:
		return app.P().Class("quiet").Text("Choose a rule, then one of its lines, and type another weight. The training takes no notice of it.")
	}
	return nil
}

// edited describes the effect of the edits.
func edited(s state.State, r *Root) app.UI {
	e := s.Edits
	if !s.Teachable() || e.Net == nil {
		return nil
	}
	body := []app.UI{app.P().Class("sentence").ID("edited-says").Role("status").Text(s.EditsInWords())}
	if w := e.Now; w != nil && w.Problem == nil {
		lines := s.EditedRules()
		body = append(body, app.Ol().Class("lines").ID("edited-rules").Body(app.Range(lines).Slice(func(i int) app.UI {
			return app.Li().Body(app.Span().Class("if").Text("IF "), app.Text(lines[i]))
		})))
	}
	body = append(body, app.Div().Class("controls").Body(
		app.Button().Type("button").Class("small").ID("drop-edits").OnClick(r.on(state.EditsDropped{})).Text("Undo all changes"),
		app.Button().Type("button").Class("small").ID("keep-edits").Disabled(!s.Run.Learnt() || e.Now == nil).
			OnClick(r.on(state.EditsKept{})).Text("Read these rules")))
	return app.Div().Class("net-edited").Body(body...)
}

// weightEditor edits the weight of the selected line.
func weightEditor(s state.State, r *Root, w state.Wire) app.UI {
	if !s.Teachable() {
		return nil
	}
	if !s.Net.Held {
		return app.P().Class("quiet").Text("Choose the line to change it.")
	}
	open := drnet.Opens(w.Loc)
	number := strconv.FormatFloat(float64(w.Weight()), 'f', 2, 64)
	if !open {
		number = strconv.FormatFloat(float64(w.W), 'f', 2, 64)
	}
	typed := r.typed(func(v string) state.Msg { return state.WeightTyped{Text: v} })
	text := s.Edits.Typed
	if text == "" {
		text = number
	}
	return app.Div().Class("weight-editor").Body(
		app.Label().For("weight").Text("Weight"),
		app.Input().Type("text").Attr("inputmode", "decimal").ID("weight").AutoComplete(false).Value(text).OnChange(typed, w.Feature),
		app.Input().Type("range").ID("weight-slider").Aria("label", "Weight, with a slider").Min(-5).Max(5).
			Step(0.05).Value(number).OnInput(typed, w.Feature),
		app.Span().Class("weight-gate").Body(
			app.Input().Type("checkbox").ID("weight-gate").Checked(open).OnChange(r.on(state.GateSwitched{Open: !open}), open, w.Feature),
			app.Label().For("weight-gate").Text("Gate open")),
		app.P().Class("complaint").Role("alert").Text(s.Edits.Trouble))
}

// ruleSwitch switches the selected rule on or off.
func ruleSwitch(s state.State, r *Root, f *state.Figure) app.UI {
	k := f.Place(s.Net.Rule)
	if k < 0 || !s.Teachable() || !s.Net.Pinned {
		return nil
	}
	label, on := "Switch R"+core.Count(s.Net.Rule)+" off", f.Rules[k].Open()
	if !on {
		label = "Switch R" + core.Count(s.Net.Rule) + " on"
	}
	return app.Button().Type("button").Class("small").ID("switch-neuron").OnClick(r.on(state.NeuronSwitched{On: !on}), on).Text(label)
}
