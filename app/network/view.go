package network

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
)

// View draws the network, with the rules as text in the same rows. Each rule keeps its position during a run, so
// that it keeps the focus.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	f := m.figure(c)
	if f == nil || m.Drawn == 0 {
		return nil
	}
	alone := "no"
	if f.place(m.rule) >= 0 {
		alone = "yes"
	}
	rows := "many"
	if f.few() {
		rows = "few"
	}
	return app.Section().Class("net").ID("network").Aria("labelledby", "network-title").
		DataSet("palette", palettes[m.palette][0]).DataSet("alone", alone).DataSet("rows", rows).
		OnMouseLeave(kit.On(send, PointerLeft{})).OnKeyDown(escapes(send)).Body(
		app.Div().Class("net-head").Body(
			app.H3().ID("network-title").Text("The network"),
			paletteField(m, send),
			kit.SmallButton(send, TableToggled{}).ID("network-as-table").Aria("expanded", m.table).
				Text(tableLabel(m.table))),
		editView(m, c, send),
		kit.Some(traceView(m, c, f, send)),
		app.P().Class("net-said quiet").ID("network-said").Text(said(m, f)),
		kit.Some(ruleSwitch(m, c, send, f)),
		app.Div().Class("net-body").OnMouseOver(pointed(m, send), m.rule, m.line).On("focusin", pointed(m, send), m.rule, m.line).
			OnClick(clicked(send)).OnKeyDown(pressed(send)).Body(ruleRows(m, f), drawing(m, c, send, f)),
		netKey(),
		kit.Some(networkTable(m, f)))
}

// escapes returns a handler that clears the selection on Escape.
func escapes(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" {
			send(Escaped{})
		}
	}
}

func tableLabel(shown bool) string {
	if shown {
		return "Hide the table"
	}
	return "Show as table"
}

func paletteField(m Model, send func(core.Msg)) app.UI {
	return app.Span().Class("net-palette").Body(
		app.Label().For("palette").Text("Colors"),
		app.Select().ID("palette").OnChange(kit.Typed(send, func(v string) core.Msg { return PaletteChosen{Name: v} })).
			Body(kit.Options(palettes, palettes[m.palette][0])...))
}

// said describes the selected rule, or the whole network without a selection.
func said(m Model, f *figure) string {
	k := f.place(m.rule)
	if k < 0 {
		return f.inWords()
	}
	rule := f.rules[k]
	return "R" + core.Count(rule.Rule+1) + ": IF " + rule.text + " (" + rule.coverage() + ")."
}

// slots maps the drawn positions of rules to indices of the figure's rules. A negative index is an empty position.
func slots(f *figure) []int {
	if f.more > 0 { // not every rule has a position
		list := make([]int, min(len(f.rules), f.places))
		for k := range list {
			list[k] = k
		}
		return list
	}
	list := make([]int, min(f.of, f.places))
	for k := range list {
		list[k] = f.place(k + 1)
	}
	return list
}

// ruleRows lists the rules as text.
func ruleRows(m Model, f *figure) app.UI {
	list := slots(f)
	return app.Ol().Class("net-rules").Aria("label", "Rules of the network").Body(app.Range(list).Slice(func(i int) app.UI {
		if list[i] < 0 {
			return app.Li().Hidden(true).Body(app.Button().Type("button").Class("net-rule").Text("R" + core.Count(i+1)))
		}
		rule := f.rules[list[i]]
		number := rule.Rule + 1
		class := "net-rule"
		if rule.leaving {
			class += " leaving"
		}
		if number == m.rule {
			class += " looked"
		}
		return app.Li().Hidden(false).Body(app.Button().Type("button").Class(class).ID("neuron-"+strconv.Itoa(number)).
			DataSet("rule", number).Aria("pressed", m.rulePinned && number == m.rule).
			Body(app.Span().Class("net-number").Text("R"+core.Count(number)),
				app.Span().Class("net-text").Body(app.Span().Class("if").Text("IF "), app.Text(rule.text)),
				kit.Unseen(" ("+rule.coverage()+")")))
	}))
}

const wideRow, lowRow = 40, 24 // row heights, the same as in the style sheet

// layout returns the drawing of the network.
func layout(f *figure) chart.NetworkDiagram {
	n := chart.NetworkDiagram{RowHeight: lowRow, Folded: f.folded, Joins: "OR", Answer: f.answer}
	if f.few() {
		n.RowHeight = wideRow
	}
	for _, i := range f.inputs {
		n.Inputs = append(n.Inputs, chart.Input{Text: f.features[i].Text(false), Group: f.features[i].Column})
	}
	for k := range f.rules {
		r := &f.rules[k]
		neuron := chart.DiagramRule{Name: "R" + core.Count(r.Rule+1), Open: r.Open(), Gate: r.gate()}
		for _, w := range r.wires {
			neuron.Lines = append(neuron.Lines, chart.Edge{Input: w.input, Weight: float64(w.Weight())})
		}
		n.Rules = append(n.Rules, neuron)
	}
	return n
}

// drawing is the SVG image. Each rule has three paths; the lines of the selected rule are drawn one by one above them.
func drawing(m Model, c core.View, send func(core.Msg), f *figure) app.UI {
	n := layout(f)
	scene := n.Scene()
	list := slots(f)
	body := []app.UI{
		figurePart("net-still").Body(kit.Items(chart.Scene{Items: scene.Still})...),
		figurePart("net-neurons").Body(app.Range(list).Slice(func(i int) app.UI { return neuron(m, f, scene, list[i]) })),
		figurePart("net-wires").Body(wires(m, f, n, scene)...),
		figurePart("net-cards").Body(weightCard(m, c, send, f, n, scene)...),
	}
	role := "img"
	if f.place(m.rule) >= 0 {
		role = "group" // with selectable lines
	}
	return app.Div().Class("net-scroll").TabIndex(0).Role("group").Aria("label", "Drawing of the network").Body(
		app.Elem("svg").XMLNS(kit.SVGNamespace).Attr(kit.Part, "network").Attr("width", kit.Coordinate(scene.Width)).
			Attr("height", kit.Coordinate(scene.Height)).
			Attr("viewBox", "0 0 "+kit.Coordinate(scene.Width)+" "+kit.Coordinate(scene.Height)).Role(role).
			Aria("label", f.inWords()).Body(body...))
}

func figurePart(class string) app.HTMLElem {
	return app.Elem("g").XMLNS(kit.SVGNamespace).Attr(kit.Part, class)
}

// neuron draws a rule, or nothing at an empty position.
func neuron(m Model, f *figure, scene chart.NetworkScene, k int) app.UI {
	var n chart.NeuronScene
	class, number := "net-neuron", 0
	if k >= 0 {
		n, number = scene.Rules[k], f.rules[k].Rule+1
		if f.rules[k].leaving {
			class += " leaving"
		}
		if !f.rules[k].Open() {
			class += " off"
		}
		if number == m.rule {
			class += " looked"
		}
	}
	return figurePart(class).DataSet("rule", number).
		Body(kit.Path("masked", n.Masked), kit.Path("negative", n.Negative), kit.Path("positive", n.Positive), kit.Path("net-node", n.Node),
			app.Elem("text").XMLNS(kit.SVGNamespace).Attr(kit.Part, "net-name").Attr("x", kit.Coordinate(n.X)).
				Attr("y", kit.Coordinate(n.Y+4)).Attr("text-anchor", "middle").Text(n.Name))
}

// wires draws the lines of the selected rule.
func wires(m Model, f *figure, n chart.NetworkDiagram, scene chart.NetworkScene) []app.UI {
	k := f.place(m.rule)
	if k < 0 {
		return nil
	}
	list := f.rules[k].wires
	out := make([]app.UI, len(list))
	for i, w := range list {
		wire, line := n.Wire(scene, k, i), int(w.Feature)+1
		class := "net-wire"
		if line == m.line {
			class += " looked"
		}
		sign := "masked"
		switch {
		case w.Weight() > 0:
			sign = "positive"
		case w.Weight() < 0:
			sign = "negative"
		}
		out[i] = figurePart(class).Role("button").TabIndex(0).Aria("label", f.lineName(w.Connection)).
			Aria("pressed", m.linePinned && line == m.line).DataSet("line", line).
			Body(kit.Path(sign, wire.Path), kit.Path("net-along", wire.Along))
	}
	return out
}

// netKey is the legend of the lines, independent of colors.
func netKey() app.UI {
	return app.P().Class("net-key quiet").Body(
		app.Span().Class("net-plus").Text("+ requires the feature"), app.Text(" · "),
		app.Span().Class("net-not").Text("⊘ requires its opposite (NOT)"),
		app.Text(" · "), app.Span().Text("dashed: switched off"), app.Text(" · "), app.Span().Text("width: weight"))
}

// networkTable shows the network as a table.
func networkTable(m Model, f *figure) app.UI {
	if !m.table {
		return nil
	}
	heads := []string{"Rule", "Gate of the rule", "Rows", "Conditions with their weights"}
	return kit.Scrolls("The network as a table", app.Table().Class("net-table").ID("network-table").Body(
		kit.ColumnHeads(heads...),
		app.TBody().Body(app.Range(f.rules).Slice(func(k int) app.UI {
			rule := f.rules[k]
			return app.Tr().Body(app.Th().Scope("row").Text("R"+core.Count(rule.Rule+1)), app.Td().Text(gateInWords(rule.Loc)),
				app.Td().Text(rule.coverage()), app.Td().Text(f.conditions(rule)))
		}))))
}
