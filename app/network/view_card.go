package network

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
)

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
	facts := [][2]string{
		{"Weight", weightInWords(w.Connection)},
		{"Gate", gateInWords(w.Loc)},
	}
	return app.Div().Class("weight-card").ID("weight-card").Role("group").Aria("label", "Weight of the line").Body(
		app.P().Class("weight-title").Body(app.Span().Class("net-sign").Text(sign(w.Connection)),
			app.Text(" "+f.features[w.Feature].Text(false))),
		app.Dl().Body(app.Range(facts).Slice(func(i int) app.UI {
			return app.Div().Body(app.Dt().Text(facts[i][0]), app.Dd().Text(facts[i][1]))
		})),
		app.P().Class("quiet").Text(f.meaning(w.Connection)),
		kit.Some(weightEditor(m, c, send, w)))
}
