package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/chart"
)

const (
	cardWide, cardHigh = 264, 190
	besideLine         = 12 // distance from the middle of a line to its card
)

// weightCard shows the details of the selected line, at most one card. It stays while the pointer is over it; Escape
// closes it.
func weightCard(s state.State, r *Root, f *state.Figure, n chart.NetworkDiagram, scene chart.NetworkScene) []app.UI {
	k := f.Place(s.Net.Rule)
	if k < 0 || s.Net.Line == 0 {
		return nil
	}
	for i, w := range f.Rules[k].Wires {
		if int(w.Feature)+1 != s.Net.Line {
			continue
		}
		wire := n.Wire(scene, k, i)
		x := min(wire.X+besideLine, scene.Width-cardWide)
		y := max(min(wire.Y+besideLine, scene.Height-cardHigh), 0)
		return []app.UI{app.Elem("foreignObject").XMLNS(kit.SVGNamespace).Attr("x", kit.Coordinate(x)).Attr("y", kit.Coordinate(y)).
			Attr("width", kit.Coordinate(cardWide)).Attr("height", kit.Coordinate(cardHigh)).Body(cardOf(s, r, f, w))}
	}
	return nil
}

func cardOf(s state.State, r *Root, f *state.Figure, w state.Wire) app.UI {
	facts := [][2]string{
		{"Weight", state.WeightInWords(w.Connection)},
		{"Gate", state.GateInWords(w.Loc)},
	}
	return app.Div().Class("weight-card").ID("weight-card").Role("group").Aria("label", "Weight of the line").Body(
		app.P().Class("weight-title").Body(app.Span().Class("net-sign").Text(state.SignInWords(w.Connection)),
			app.Text(" "+f.Asks[w.Feature].Text(false))),
		app.Dl().Body(app.Range(facts).Slice(func(i int) app.UI {
			return app.Div().Body(app.Dt().Text(facts[i][0]), app.Dd().Text(facts[i][1]))
		})),
		app.P().Class("quiet").Text(f.MeaningOf(w.Connection)),
		kit.Some(weightEditor(s, r, w)))
}
