package network

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/drnet"
)

// View draws the network, with the rules as text in the same rows. Each rule keeps its position during a run, so
// that it keeps the focus.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	f := m.figure(c)
	if f == nil || m.Drawn == 0 {
		return nil
	}
	alone, rows, table := "no", "many", "Show as table"
	if f.place(m.rule) >= 0 {
		alone = "yes"
	}
	if f.few() {
		rows = "few"
	}
	if m.table {
		table = "Hide the table"
	}
	return app.Section().Class("net").ID("network").Aria("labelledby", "network-title").
		DataSet("palette", palettes[m.palette][0]).DataSet("alone", alone).DataSet("rows", rows).
		OnMouseLeave(kit.On(send, PointerLeft{})).OnKeyDown(kit.Escape(send, Escaped{})).Body(
		app.Div().Class("net-head").Body(
			app.H3().ID("network-title").Text("The network"), kit.Some(kit.Help(c, send, "network", core.TermGate)),
			app.Span().Class("net-palette").Body(
				app.Label().For("palette").Text("Colors"),
				kit.Select(send, "palette", palettes, palettes[m.palette][0], func(v string) core.Msg { return PaletteChosen{Name: v} })),
			kit.SmallButton(send, TableToggled{}).ID("network-as-table").Aria("expanded", m.table).Text(table)),
		editView(m, c, send),
		kit.Some(traceView(m, c, f, send)),
		app.P().Class("net-said quiet").ID("network-said").Text(f.ruleInWords(m.rule)),
		kit.Some(ruleSwitch(m, c, send, f)),
		app.Div().Class("net-body").OnMouseOver(pointed(m, send), m.rule, m.line).On("focusin", pointed(m, send), m.rule, m.line).
			OnClick(clicked(send)).OnKeyDown(pressed(send)).Body(ruleRows(m, f), drawing(m, c, send, f)),
		netKey(),
		kit.Some(networkTable(m, f)))
}

// slots maps the drawn positions of rules to indices of the figure's rules. A negative index is an empty position.
func slots(f *figure) []int {
	limited := f.more > 0 // not every rule has a position
	all := f.of
	if limited {
		all = len(f.rules)
	}
	list := make([]int, min(all, f.places))
	for k := range list {
		if list[k] = k; !limited {
			list[k] = f.place(k + 1)
		}
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
		class := "net-rule" + core.When(rule.leaving, " leaving") + core.When(number == m.rule, " looked")
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
		neuron := chart.DiagramRule{Name: "R" + core.Count(r.Rule+1), Open: r.Open(), Gate: float64(drnet.Gate(r.Loc))}
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
	body := []app.UI{
		kit.Element("g", "net-still").Body(kit.Items(chart.Scene{Items: scene.Still})...),
		kit.Element("g", "net-neurons").Body(kit.Each(slots(f), func(k int) app.UI { return neuron(m, f, scene, k) })),
		kit.Element("g", "net-wires").Body(wires(m, f, n, scene)...),
		kit.Element("g", "net-cards").Body(weightCard(m, c, send, f, n, scene)...),
	}
	role := "img"
	if f.place(m.rule) >= 0 {
		role = "group" // with selectable lines
	}
	return app.Div().Class("net-scroll").TabIndex(0).Role("group").Aria("label", "Drawing of the network").Body(
		kit.SVG("network", scene.Width, scene.Height, "").Attr("width", kit.Coordinate(scene.Width)).
			Attr("height", kit.Coordinate(scene.Height)).Role(role).Aria("label", f.inWords()).Body(body...))
}

// neuron draws a rule, or nothing at an empty position.
func neuron(m Model, f *figure, scene chart.NetworkScene, k int) app.UI {
	var n chart.NeuronScene
	class, number := "net-neuron", 0
	if k >= 0 {
		n, number = scene.Rules[k], f.rules[k].Rule+1
		class += core.When(f.rules[k].leaving, " leaving") + core.When(!f.rules[k].Open(), " off") + core.When(number == m.rule, " looked")
	}
	return kit.Element("g", class).DataSet("rule", number).Body(
		kit.Path("masked", n.Masked), kit.Path("negative", n.Negative), kit.Path("positive", n.Positive), kit.Path("net-node", n.Node),
		kit.Label("net-name", "middle", n.X, n.Y+4, n.Name))
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
		sign := "masked"
		switch {
		case w.Weight() > 0:
			sign = "positive"
		case w.Weight() < 0:
			sign = "negative"
		}
		out[i] = kit.Element("g", "net-wire"+core.When(line == m.line, " looked")).
			Role("button").TabIndex(0).Aria("label", f.lineName(w.Connection)).
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
	return kit.Scrolls("The network as a table", app.Table().Class("net-table").ID("network-table").Body(
		kit.ColumnHeads("Rule", "Gate of the rule", "Rows", "Conditions with their weights"),
		app.TBody().Body(kit.Each(f.rules, func(r figureRule) app.UI {
			return kit.Row("R"+core.Count(r.Rule+1), gateInWords(r.Loc), r.coverage(), f.conditions(r))
		}))))
}

// One listener on the container serves all rules and lines: there are hundreds, redrawn several times a second.

// at returns the rule or the line of an event, from 1; both are 0 for other targets.
func at(e app.Event) (rule, line int) {
	target := e.Get("target")
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return 0, 0
	}
	if found := target.Call("closest", "[data-line]"); found.Truthy() {
		line, _ = strconv.Atoi(found.Get("dataset").Get("line").String())
		return 0, line
	}
	if found := target.Call("closest", "[data-rule]"); found.Truthy() {
		rule, _ = strconv.Atoi(found.Get("dataset").Get("rule").String())
	}
	return rule, 0
}

// pointed returns a handler that selects the rule or line under the pointer or focus.
func pointed(m Model, send func(core.Msg)) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		switch rule, line := at(e); {
		case line > 0 && line != m.line:
			send(LinePointed{Line: line})
		case rule > 0 && rule != m.rule:
			send(RulePointed{Rule: rule})
		}
		if focused := e.Get("target"); e.Get("type").String() == "focusin" {
			ctx.Defer(func(app.Context) { // the text above it may grow
				focused.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
			})
		}
	}
}

// clicked returns a handler that pins the clicked rule or line.
func clicked(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		switch rule, line := at(e); {
		case line > 0:
			send(LinePinned{Line: line})
		case rule > 0:
			send(RulePinned{Rule: rule})
		}
	}
}

// pressed returns a keyboard handler that makes lines behave like buttons.
func pressed(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		key := e.Get("key").String()
		if _, line := at(e); line > 0 && (key == "Enter" || key == " ") {
			e.PreventDefault()
			send(LinePinned{Line: line})
		}
	}
}
