package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/chart"
)

// networkView draws the network, with the rules as text in the same rows. Each rule keeps its position during a run, so
// that it keeps the focus.
func networkView(s state.State, r *Root) app.UI {
	if s.Net.Drawn == 0 {
		return nil
	}
	f := s.Figure()
	if f == nil {
		return nil
	}
	alone := "no"
	if f.Place(s.Net.Rule) >= 0 {
		alone = "yes"
	}
	rows := "many"
	if f.Few() {
		rows = "few"
	}
	return app.Section().Class("net").ID("network").Aria("labelledby", "network-title").
		DataSet("palette", state.Palettes[s.Net.Palette][0]).DataSet("alone", alone).DataSet("rows", rows).
		OnMouseLeave(r.on(state.NetLeft{})).OnKeyDown(escapes(r)).
		Body(
			app.Div().Class("net-head").Body(
				app.H3().ID("network-title").Text("The network"),
				palette(s, r),
				app.Button().Type("button").Class("small").ID("network-as-table").Aria("expanded", s.Net.Table).OnClick(r.on(state.NetTable{})).
					Text(tableLabel(s.Net.Table))),
			weightsView(s, r),
			kit.Some(forwardView(s, r)),
			app.P().Class("net-said quiet").ID("network-said").Text(said(s, f)),
			kit.Some(ruleSwitch(s, r, f)),
			app.Div().Class("net-body").OnMouseOver(pointed(r)).On("focusin", pointed(r)).OnClick(chosen(r)).OnKeyDown(pressed(r)).
				Body(ruleRows(s, f), drawing(s, r, f)),
			netKey(),
			kit.Some(networkTable(s, f)))
}

// escapes returns a handler that clears the selection on Escape.
func escapes(r *Root) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" {
			r.send(state.NetEscaped{})
		}
	}
}

func tableLabel(shown bool) string {
	if shown {
		return "Hide the table"
	}
	return "Show as table"
}

func palette(s state.State, r *Root) app.UI {
	return app.Span().Class("net-palette").Body(
		app.Label().For("palette").Text("Colours"),
		app.Select().ID("palette").OnChange(r.typed(func(v string) state.Msg {
			for i, p := range state.Palettes {
				if p[0] == v {
					return state.PaletteChosen{Index: i}
				}
			}
			return state.PaletteChosen{Index: -1}
		})).Body(kit.Options(state.Palettes, state.Palettes[s.Net.Palette][0])...))
}

// said describes the selected rule, or the whole network without a selection.
func said(s state.State, f *state.Figure) string {
	k := f.Place(s.Net.Rule)
	if k < 0 {
		return f.FigureInWords()
	}
	rule := f.Rules[k]
	return "R" + core.Count(rule.Rule+1) + ": IF " + rule.Text + " (" + rule.CoversInWords() + ")."
}

// slots maps the drawn positions of rules to indices of the figure's rules. A negative index is an empty position.
func slots(f *state.Figure) []int {
	if f.More > 0 { // not every rule has a position
		list := make([]int, min(len(f.Rules), f.Places))
		for k := range list {
			list[k] = k
		}
		return list
	}
	list := make([]int, min(f.Of, f.Places))
	for k := range list {
		list[k] = f.Place(k + 1)
	}
	return list
}

// ruleRows lists the rules as text.
func ruleRows(s state.State, f *state.Figure) app.UI {
	list := slots(f)
	return app.Ol().Class("net-rules").Aria("label", "Rules of the network").Body(app.Range(list).Slice(func(i int) app.UI {
		if list[i] < 0 {
			return app.Li().Hidden(true).Body(app.Button().Type("button").Class("net-rule").Text("R" + core.Count(i+1)))
		}
		rule := f.Rules[list[i]]
		number := rule.Rule + 1
		class := "net-rule"
		if rule.Leaving {
			class += " leaving"
		}
		if number == s.Net.Rule {
			class += " looked"
		}
		return app.Li().Hidden(false).Body(app.Button().Type("button").Class(class).ID("neuron-"+strconv.Itoa(number)).
			DataSet("rule", number).Aria("pressed", s.Net.Pinned && number == s.Net.Rule).
			Body(app.Span().Class("net-number").Text("R"+core.Count(number)),
				app.Span().Class("net-text").Body(app.Span().Class("if").Text("IF "), app.Text(rule.Text)),
				kit.Unseen(" ("+rule.CoversInWords()+")")))
	}))
}

const wideRow, lowRow = 40, 24 // row heights, the same as in the style sheet

// layout returns the drawing of the network.
func layout(f *state.Figure) chart.NetworkDiagram {
	n := chart.NetworkDiagram{RowHeight: lowRow, Folded: f.Folded, Joins: "OR", Answer: f.Answer}
	if f.Few() {
		n.RowHeight = wideRow
	}
	for _, i := range f.Features {
		n.Inputs = append(n.Inputs, chart.Input{Text: f.Asks[i].Text(false), Group: f.Asks[i].Column})
	}
	for k := range f.Rules {
		r := &f.Rules[k]
		neuron := chart.DiagramRule{Name: "R" + core.Count(r.Rule+1), Open: r.Open(), Gate: r.Gate()}
		for _, w := range r.Wires {
			neuron.Lines = append(neuron.Lines, chart.Edge{Input: w.Input, Weight: float64(w.Weight())})
		}
		n.Rules = append(n.Rules, neuron)
	}
	return n
}

// drawing is the SVG image. Each rule has three paths; the lines of the selected rule are drawn one by one above them.
func drawing(s state.State, r *Root, f *state.Figure) app.UI {
	n := layout(f)
	scene := n.Scene()
	list := slots(f)
	body := []app.UI{
		figurePart("net-still").Body(kit.Items(chart.Scene{Items: scene.Still})...),
		figurePart("net-neurons").Body(app.Range(list).Slice(func(i int) app.UI { return neuron(s, f, scene, list[i]) })),
		figurePart("net-wires").Body(wires(s, f, n, scene)...),
		figurePart("net-cards").Body(weightCard(s, r, f, n, scene)...),
	}
	role := "img"
	if f.Place(s.Net.Rule) >= 0 {
		role = "group" // with selectable lines
	}
	return app.Div().Class("net-scroll").TabIndex(0).Role("group").Aria("label", "Drawing of the network").Body(
		app.Elem("svg").XMLNS(kit.SVGNamespace).Attr(kit.Part, "network").Attr("width", kit.Coordinate(scene.Width)).
			Attr("height", kit.Coordinate(scene.Height)).
			Attr("viewBox", "0 0 "+kit.Coordinate(scene.Width)+" "+kit.Coordinate(scene.Height)).Role(role).
			Aria("label", f.FigureInWords()).Body(body...))
}

func figurePart(class string) app.HTMLElem {
	return app.Elem("g").XMLNS(kit.SVGNamespace).Attr(kit.Part, class)
}

// neuron draws a rule, or nothing at an empty position.
func neuron(s state.State, f *state.Figure, scene chart.NetworkScene, k int) app.UI {
	var n chart.NeuronScene
	class, number := "net-neuron", 0
	if k >= 0 {
		n, number = scene.Rules[k], f.Rules[k].Rule+1
		if f.Rules[k].Leaving {
			class += " leaving"
		}
		if !f.Rules[k].Open() {
			class += " off"
		}
		if number == s.Net.Rule {
			class += " looked"
		}
	}
	return figurePart(class).DataSet("rule", number).
		Body(kit.Path("masked", n.Masked), kit.Path("negative", n.Negative), kit.Path("positive", n.Positive), kit.Path("net-node", n.Node),
			app.Elem("text").XMLNS(kit.SVGNamespace).Attr(kit.Part, "net-name").Attr("x", kit.Coordinate(n.X)).
				Attr("y", kit.Coordinate(n.Y+4)).Attr("text-anchor", "middle").Text(n.Name))
}

// wires draws the lines of the selected rule.
func wires(s state.State, f *state.Figure, n chart.NetworkDiagram, scene chart.NetworkScene) []app.UI {
	k := f.Place(s.Net.Rule)
	if k < 0 {
		return nil
	}
	list := f.Rules[k].Wires
	out := make([]app.UI, len(list))
	for i, w := range list {
		wire, line := n.Wire(scene, k, i), int(w.Feature)+1
		class := "net-wire"
		if line == s.Net.Line {
			class += " looked"
		}
		sign := "masked"
		switch {
		case w.Weight() > 0:
			sign = "positive"
		case w.Weight() < 0:
			sign = "negative"
		}
		out[i] = figurePart(class).Role("button").TabIndex(0).Aria("label", f.LineInWords(w.Connection)).
			Aria("pressed", s.Net.Held && line == s.Net.Line).DataSet("line", line).
			Body(kit.Path(sign, wire.Path), kit.Path("net-along", wire.Along))
	}
	return out
}

// netKey is the legend of the lines, independent of colors.
func netKey() app.UI {
	return app.P().Class("net-key quiet").Body(
		app.Span().Class("net-plus").Text("+ asks for the question"), app.Text(" · "),
		app.Span().Class("net-not").Text("⊘ asks for its opposite (NOT)"),
		app.Text(" · "), app.Span().Text("dashed: switched off"), app.Text(" · "), app.Span().Text("the wider a line, the greater its weight"))
}

// networkTable shows the network as a table.
func networkTable(s state.State, f *state.Figure) app.UI {
	if !s.Net.Table {
		return nil
	}
	heads := []string{"Rule", "Gate of the rule", "Rows", "Conditions with their weights"}
	return kit.Scrolls("The network as a table", app.Table().Class("net-table").ID("network-table").Body(
		kit.ColumnHeads(heads...),
		app.TBody().Body(app.Range(f.Rules).Slice(func(k int) app.UI {
			rule := f.Rules[k]
			return app.Tr().Body(app.Th().Scope("row").Text("R"+core.Count(rule.Rule+1)), app.Td().Text(state.GateInWords(rule.Loc)),
				app.Td().Text(rule.CoversInWords()), app.Td().Text(f.LinesInWords(rule)))
		}))))
}
