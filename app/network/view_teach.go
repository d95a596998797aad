package network

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/drnet"
)

// editView switches weight editing on and off in teaching mode, and describes the effect of the edits.
func editView(m Model, c core.View, send func(core.Msg)) app.UI {
	weights := app.Span().Class("switch").Body(kit.Checkbox(send, "teach-weights", m.editable, EditingSwitched{On: !m.editable}),
		app.Label().For("teach-weights").Text("Edit weights"))
	return app.Div().Class("net-teach").Body(
		app.Div().Class("controls").Body(
			kit.Some(app.If(c.Teaching, weights)),
			kit.SmallButton(send, TraceShown{Shown: !m.trace.shown}).ID("forward").Aria("expanded", m.trace.shown).Text("Trace one row")),
		kit.Some(editNote(m, c), edited(m, c, send)))
}

func editNote(m Model, c core.View) app.UI {
	switch {
	case !m.editable && !m.trace.shown:
		return nil
	case c.Run.Phase == core.Training:
		return app.P().Class("note").Text(pauseFirst)
	case m.canEdit(c) && m.line == 0:
		return app.P().Class("quiet").Text(editHint)
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
		body = append(body, app.Ol().Class("lines").ID("edited-rules").Body(kit.Each(m.editedRules(c), func(rule string) app.UI {
			return app.Li().Body(app.Span().Class("if").Text("IF "), app.Text(rule))
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
		return app.P().Class("quiet").Text(selectLine)
	}
	open := drnet.Opens(w.Loc)
	weight := w.Weight()
	if !open {
		weight = w.W
	}
	number := strconv.FormatFloat(float64(weight), 'f', 2, 64)
	typed := kit.Typed(send, func(v string) core.Msg { return WeightTyped{Text: v} })
	return app.Div().Class("weight-editor").Body(
		app.Label().For("weight").Text("Weight"),
		app.Input().Type("text").Attr("inputmode", "decimal").ID("weight").AutoComplete(false).
			Value(cmp.Or(m.edits.typed, number)).OnChange(typed, w.Feature),
		app.Input().Type("range").ID("weight-slider").Aria("label", "Weight, with a slider").Min(-5).Max(5).
			Step(0.05).Value(number).OnInput(typed, w.Feature),
		app.Span().Class("weight-gate").Body(kit.Checkbox(send, "weight-gate", open, GateSwitched{Open: !open}),
			app.Label().For("weight-gate").Text("Gate open")),
		app.P().Class("complaint").Role("alert").Text(m.edits.complaint))
}

// ruleSwitch switches the selected rule on or off.
func ruleSwitch(m Model, c core.View, send func(core.Msg), f *figure) app.UI {
	k := f.place(m.rule)
	if k < 0 || !m.canEdit(c) || !m.rulePinned {
		return nil
	}
	to, on := "off", f.rules[k].Open()
	if !on {
		to = "on"
	}
	return kit.SmallButton(send, RuleSwitched{On: !on}).ID("switch-neuron").Text("Switch R" + core.Count(m.rule) + " " + to)
}

const (
	cardWide, cardHigh = 264, 190
	besideLine         = 12 // distance from the middle of a line to its card
)

// weightCard shows the details of the selected line, at most one card. It stays while the pointer is over it; Escape
// closes it.
func weightCard(m Model, c core.View, send func(core.Msg), f *figure, n chart.NetworkDiagram, scene chart.NetworkScene) []app.UI {
	k := f.place(m.rule)
	if k < 0 || m.line == 0 {
		return nil
	}
	for i, w := range f.rules[k].wires {
		if int(w.Feature)+1 != m.line {
			continue
		}
		wire := n.Wire(scene, k, i)
		x := min(wire.X+besideLine, scene.Width-cardWide)
		y := max(min(wire.Y+besideLine, scene.Height-cardHigh), 0)
		return []app.UI{app.Elem("foreignObject").XMLNS(kit.SVGNamespace).Attr("x", kit.Coordinate(x)).Attr("y", kit.Coordinate(y)).
			Attr("width", kit.Coordinate(cardWide)).Attr("height", kit.Coordinate(cardHigh)).Body(cardOf(m, c, send, f, w))}
	}
	return nil
}

func cardOf(m Model, c core.View, send func(core.Msg), f *figure, w wire) app.UI {
	fact := func(name, value string) app.UI { return app.Div().Body(app.Dt().Text(name), app.Dd().Text(value)) }
	return app.Div().Class("weight-card").ID("weight-card").Role("group").Aria("label", "Weight of the line").Body(
		app.P().Class("weight-title").Body(app.Span().Class("net-sign").Text(sign(w.Connection)),
			app.Text(" "+f.features[w.Feature].Text(false))),
		app.Dl().Body(fact("Weight", weightInWords(w.Connection)), fact("Gate", gateInWords(w.Loc))),
		app.P().Class("quiet").Text(f.meaning(w.Connection)),
		kit.Some(weightEditor(m, c, send, w)))
}

// traceView traces one row through the network.
func traceView(m Model, c core.View, f *figure, send func(core.Msg)) app.UI {
	if !m.trace.shown {
		return nil
	}
	var problem app.UI
	if p := m.trace.query.Value; p != nil && p.Problem != nil {
		problem = kit.ProblemView(core.ProblemOf(*p.Problem))
	}
	return app.Section().Class("forward").Aria("labelledby", "forward-title").Body(
		app.H3().ID("forward-title").Text("Trace of one row"),
		app.Div().Class("controls").Body(
			app.Label().For("forward-row").Text("Row"),
			kit.TextInput(send, "forward-row", m.trace.row, func(v string) core.Msg { return TraceRowTyped{Text: v} }).
				Attr("inputmode", "numeric").Placeholder("1"),
			another(m, c, send, -1, "Previous row"), another(m, c, send, 1, "Next row"),
			app.P().Class("complaint").Text(m.traceComplaint(c))),
		kit.Some(problem, stepView(m, f, send)))
}

// another is a button that selects the next or the previous row.
func another(m Model, c core.View, send func(core.Msg), by int, label string) app.UI {
	to := m.traceRow(c) + by
	return kit.SmallButton(send, TraceRowTyped{Text: strconv.Itoa(to)}).Disabled(c.Table == nil || to < 1 || to > c.Table.Rows).Text(label)
}

func stepView(m Model, f *figure, send func(core.Msg)) app.UI {
	step, ok := m.trace.step(f)
	if !ok {
		return nil
	}
	at, last := m.trace.at, m.trace.last()
	return app.Div().Class("forward-step").Body(
		app.Div().Class("controls").Body(
			kit.Button(send, TraceStepChosen{Step: at - 1}).ID("forward-back").Disabled(at == 0).Text("Previous"),
			kit.Button(send, TraceStepChosen{Step: at + 1}).Class("primary").ID("forward-on").Disabled(at == last).Text("Next"),
			kit.SmallButton(send, TraceStepChosen{Step: last - 1}).ID("forward-or").Disabled(at >= last-1).Text("To the OR neuron"),
			app.P().Class("quiet").Text("Step "+core.Count(at+1)+" of "+core.Count(last+1))),
		app.Div().ID("forward-says").Role("status").Body(
			app.H4().Text(step.title),
			app.P().Class("equation").Text(step.equation),
			app.P().Class("equation numbers-in").Text(step.numbers),
			app.P().Text(step.words)),
		kit.Some(terms(step)))
}

// terms lists the bits of a step with their weights.
func terms(now step) app.UI {
	if len(now.terms) == 0 {
		return nil
	}
	heads := []string{"Feature", "x"}
	weighted := now.terms[0].weight != ""
	if weighted {
		heads = append(heads, "w", "w × x", "Required condition")
	}
	return kit.Scrolls("The numbers of this step", app.Table().Class("net-table").Body(
		kit.ColumnHeads(heads...),
		app.TBody().Body(kit.Each(now.terms, func(t term) app.UI {
			if !weighted {
				return kit.Row(t.feature, t.bit)
			}
			return kit.Row(t.feature, t.bit, t.weight, t.product, t.condition)
		}))))
}
