package network

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

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
