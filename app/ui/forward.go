package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/protocol"
)

// forwardView traces one row through the network.
func forwardView(s state.State, r *Root) app.UI {
	if !s.Forward.Shown {
		return nil
	}
	complaint := ""
	if s.Table != nil && s.ForwardNumber() == 0 {
		complaint = "Type a row from 1 to " + core.Count(s.Table.Rows) + "."
	}
	return app.Section().Class("forward").Aria("labelledby", "forward-title").Body(
		app.H3().ID("forward-title").Text("One row through the network"),
		app.Div().Class("controls").Body(
			app.Label().For("forward-row").Text("Row"),
			app.Input().Type("text").Attr("inputmode", "numeric").ID("forward-row").AutoComplete(false).Placeholder("1").Value(s.Forward.Row).
				OnInput(r.typed(func(v string) state.Msg { return state.ForwardRow{Text: v} })),
			another(s, r, -1, "Row before"), another(s, r, 1, "Next row"),
			app.P().Class("complaint").Text(complaint)),
		kit.Some(forwardProblem(s.Forward.Pass()), forwardStep(s, r)))
}

// another is a button that selects the next or the previous row.
func another(s state.State, r *Root, by int, label string) app.UI {
	to := s.ForwardNumber() + by
	return app.Button().Type("button").Class("small").Disabled(s.Table == nil || to < 1 || to > s.Table.Rows).
		OnClick(r.on(state.ForwardRow{Text: strconv.Itoa(to)}), to).Text(label)
}

func forwardProblem(p *protocol.RowTraced) app.UI {
	if p == nil || p.Problem == nil {
		return nil
	}
	return kit.ProblemView(core.ProblemOf(*p.Problem))
}

func forwardStep(s state.State, r *Root) app.UI {
	step, ok := s.ForwardStep()
	if !ok {
		return nil
	}
	at, last := s.Forward.At, s.ForwardSteps()-1
	return app.Div().Class("forward-step").Body(
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("forward-back").Disabled(at == 0).
				OnClick(r.on(state.ForwardTo{Step: at - 1}), at).Text("Previous"),
			app.Button().Type("button").Class("button primary").ID("forward-on").Disabled(at == last).
				OnClick(r.on(state.ForwardTo{Step: at + 1}), at).Text("Next"),
			app.Button().Type("button").Class("small").ID("forward-or").Disabled(at >= last-1).
				OnClick(r.on(state.ForwardTo{Step: last - 1}), last).Text("To the OR neuron"),
			app.P().Class("quiet").Text("Step "+core.Count(at+1)+" of "+core.Count(last+1))),
		app.Div().ID("forward-says").Role("status").Body(
			app.H4().Text(step.Title),
			app.P().Class("equation").Text(step.Equation),
			app.P().Class("equation numbers-in").Text(step.Numbers),
			app.P().Text(step.Words)),
		kit.Some(forwardTerms(step)))
}

// forwardTerms lists the bits of a step with their weights.
func forwardTerms(step state.ForwardStep) app.UI {
	if len(step.Terms) == 0 {
		return nil
	}
	heads := []string{"Question", "x"}
	weighed := step.Terms[0].Weight != ""
	if weighed {
		heads = append(heads, "w", "w × x", "The rule asks for")
	}
	return kit.Scrolls("The numbers of this step", app.Table().Class("net-table").Body(
		kit.ColumnHeads(heads...),
		app.TBody().Body(app.Range(step.Terms).Slice(func(i int) app.UI {
			t := step.Terms[i]
			cells := []string{t.Bit}
			if weighed {
				holds := "✓ "
				if !t.Holds {
					holds = "✗ "
				}
				cells = append(cells, t.Weight, t.Product, holds+t.Condition)
			}
			return app.Tr().Body(app.Th().Scope("row").Text(t.Question),
				app.Range(cells).Slice(func(k int) app.UI { return app.Td().Text(cells[k]) }))
		}))))
}
