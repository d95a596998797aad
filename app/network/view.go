package network

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// View draws the displayed rules as a network, with one rule highlighted; nil before the first rules of a run.
func View(m Model, c core.View, send func(core.Msg)) app.UI {
	f := m.figure(c)
	if f == nil {
		return nil
	}
	row := m.traced(f)
	return app.Section().Class("net").ID("network").Aria("labelledby", "network-title").DataSet("palette", palettes[m.palette][0]).Body(
		app.Div().Class("net-head").Body(
			app.H3().ID("network-title").Text("Network"+core.When(f.class != "", ": rules for "+f.class)),
			app.Span().Class("quiet").Text(f.source),
			kit.SmallButton(send, TraceShown{Shown: !m.trace.shown}).ID("trace").Aria("expanded", m.trace.shown).
				Text("Trace one row")),
		kit.Some(traceView(m, c, f, send)),
		drawing(m.selection, f, row, send),
		app.Div().Class("net-palette").Body(
			app.Label().For("palette").Text("Colors"),
			kit.Select(send, "palette", palettes, palettes[m.palette][0], func(v string) core.Msg { return PaletteChosen{Name: v} })),
		weightsView(m, c, send))
}

// drawing draws the layers of the network: columns, rules and predictions, with edges in between, above the text of the highlighted rule.
func drawing(s selection, f *figure, row *protocol.Explained, send func(core.Msg)) app.UI {
	if text := f.undrawn(); text != "" {
		return app.P().Class("net-none quiet").Text(text)
	}
	at := f.highlighted(s, row)
	kinds := kinds(row)
	return app.Div().Class("net-drawing").Role("group").Aria("label", f.inWords()).
		OnMouseMove(pointed(s.hovered, send), s.hovered).OnMouseLeave(kit.On(send, PointerLeft{})).On("focusin", chosen(send)).
		OnClick(chosen(send)).OnKeyDown(kit.Escape(send, Escaped{})).Body(
		app.Div().Class("net-layers").Body(
			columnNodes(f, at, row),
			app.Div().Class("net-between").Body(conditionEdges(f, at, row), conditionTexts(f, at, row)),
			ruleNodes(f, at, row),
			ruleEdges(f, at, row),
			orNodes(f, row)),
		app.P().Class("net-said").ID("network-said").Text(f.ruleInWords(at)),
		app.P().Class("net-key quiet").Body(app.Span().Class("net-first").Text(kinds[0].mark+" "+kinds[0].text), app.Text(" · "),
			app.Span().Class("net-second").Text(kinds[1].mark+" "+kinds[1].text), app.Text(" · "+keyInWords)))
}

// columnNodes lists the columns, with the values that the highlighted rule accepts, and the cells of a traced row.
func columnNodes(f *figure, at int, row *protocol.Explained) app.UI {
	const width, height = 72, 24
	conditions := f.conditionsOf(at)
	list := app.Range(f.columns).Slice(func(i int) app.UI {
		c := f.columns[i]
		strip := chart.Sparkline{Width: width, Height: height, Counts: c.distribution.Counts(), Spans: f.spans(conditions[i])}
		first, end := parts(c.name)
		return app.Li().Body(
			app.Span().Class("net-name").Body(app.Span().Text(first), app.Span().Text(end)),
			app.Span().Class("net-cell").Text(cellInWords(row, c.name)),
			kit.SVG("net-strip", width, height, "").Attr("preserveAspectRatio", "none").Aria("hidden", "true").
				Body(kit.Items(strip.Scene())...))
	})
	return app.Ul().Class("net-nodes net-columns").Aria("label", "Columns").Body(list, folded(f.folded, f.foldedColumns()))
}

// folded is the node of the n columns or rules that are not drawn; nil if all are drawn.
func folded(n int, text string) app.UI {
	return app.If(n > 0, app.Li().Class("net-folded").Text(text))
}

// conditionEdges draws the edges from columns to rules. The highlighted rule comes last, on top of the others.
func conditionEdges(f *figure, at int, row *protocol.Explained) app.UI {
	kinds := kinds(row)
	var groups []app.UI
	for i := range f.drawn {
		k := (at + 1 + i) % len(f.drawn)
		n := f.drawn[k]
		var paths [2]string // by kind of condition, see kinds
		for _, c := range n.conditions {
			paths[n.kind(c, row)] += chart.Edge(c.column, f.left(), k, f.right())
		}
		groups = append(groups, kit.Element("g", "net-edges"+core.When(k == at, " on")).Attr("stroke-opacity", f.opacity(n)).
			Body(kit.Path(kinds[0].edge, paths[0]), kit.Path(kinds[1].edge, paths[1])))
	}
	return edges(groups)
}

// ruleEdges draws the edges from rules to the OR nodes of their classes.
func ruleEdges(f *figure, at int, row *protocol.Explained) app.UI {
	var paths []app.UI
	for k, n := range f.drawn {
		class := "net-out" + core.When(k == at, " on") + core.When(row != nil, core.Either(n.fires(row), " holds", " fails"))
		paths = append(paths, kit.Path(class, chart.Edge(k, f.right(), n.class, len(f.answers))).Attr("stroke-opacity", f.opacity(n)))
	}
	if f.more > 0 {
		rest := ""
		for _, class := range f.foldedClasses {
			rest += chart.Edge(len(f.drawn), f.right(), class, len(f.answers))
		}
		paths = append(paths, kit.Path("net-out", rest).Attr("stroke-opacity", faintest))
	}
	return edges(paths)
}

// edges returns a drawing of edges that fills the space between two layers. Screen readers skip it and read the nodes.
func edges(body []app.UI) app.UI {
	return kit.SVG("net-paths", chart.EdgesWide, chart.EdgesHigh, "").Attr("preserveAspectRatio", "none").Aria("hidden", "true").Body(body...)
}

// faintest is the lowest opacity of edges: that of a rule that covers hardly any rows.
const faintest = 0.3

// opacity returns the opacity of the edges of a rule. It grows with the coverage, up to 1 for the rule that covers the most rows.
func (f *figure) opacity(n node) string {
	share := 1.
	if f.rows > 0 {
		most := 1
		for _, other := range f.drawn {
			most = max(most, other.covered)
		}
		share = float64(n.covered) / float64(most)
	}
	return strconv.FormatFloat(faintest+(1-faintest)*share, 'f', 2, 64)
}

// conditionTexts writes the conditions of the highlighted rule next to their columns. The text of the rule repeats them.
func conditionTexts(f *figure, at int, row *protocol.Explained) app.UI {
	n := f.drawn[at]
	return app.Ul().Class("net-nodes net-values").Aria("hidden", "true").Body(kit.Each(f.conditionsOf(at), func(c condition) app.UI {
		kind := n.kind(c, row)
		mark := core.When(c.text != "", kinds(row)[kind].mark+core.HardSpace)
		return app.Li().Body(app.Span().Class("net-value"+core.When(c.bounds, " bounds")).Body(
			app.Span().Class("net-mark"+core.When(kind == 1, " contrary")).Text(mark), app.Text(c.text)))
	}))
}

// ruleNodes lists the rules as buttons, which highlight their rule.
func ruleNodes(f *figure, at int, row *protocol.Explained) app.UI {
	list := app.Range(f.drawn).Slice(func(k int) app.UI {
		n := f.drawn[k]
		class := "net-rule" + core.When(k == at, " on") + core.When(n.fires(row), " fires")
		verdict := core.When(row != nil, core.Either(n.fires(row), ". It holds for the row", ". It does not hold for the row"))
		return app.Li().Body(app.Button().Type("button").Class(class).ID("net-rule-"+strconv.Itoa(k+1)).DataSet("rule", n.place).
			Aria("current", k == at).Body(
			app.Span().Class("net-number").Text(core.When(n.fires(row), "✓ ")+core.RuleName(n.number)),
			app.Span().Class("net-share").Text(core.When(f.rows > 0, core.PercentOf(n.covered, f.rows))),
			kit.Unseen(": IF "+n.text+core.When(len(f.answers) > 1, " THEN "+f.answers[n.class])+verdict)))
	})
	return app.Ol().Class("net-nodes net-rules").Aria("label", "Rules").Body(list, folded(f.more, f.foldedRules()))
}

// orNodes lists the output nodes. Each predicts a class if enough of the class's rules hold.
func orNodes(f *figure, row *protocol.Explained) app.UI {
	return app.Ul().Class("net-nodes net-classes"+core.When(len(f.answers) > 1, " net-many")).Aria("label", "Predictions").Body(
		app.Range(f.answers).Slice(func(class int) app.UI {
			fires := slices.ContainsFunc(f.nodes, func(n node) bool { return n.class == class && n.fires(row) })
			join := "OR"
			if f.votes > 1 {
				fires, join = row != nil && row.Positive, core.Count(f.votes)+" of "+core.Count(len(f.nodes))
			}
			answer := f.answers[class]
			if f.classes != nil {
				answer = core.SetName(f.classes, class)
			} else if row != nil {
				answer = row.Answer
			}
			return app.Li().Class("net-or"+core.When(fires, " fires")).Body(
				app.Span().Class("net-join").Text(join), app.Span().Class("net-answer").Text(answer))
		}))
}

func traceView(m Model, c core.View, f *figure, send func(core.Msg)) app.UI {
	if !m.trace.shown {
		return nil
	}
	if !still(c) {
		return app.P().Class("note").Text(pauseFirst)
	}
	at, complaint := c.RowNumber(m.trace.row)
	another := func(to int, label string) app.UI {
		return kit.SmallButton(send, TraceRowTyped{Text: strconv.Itoa(to)}).Disabled(c.Table == nil || to < 1 || to > c.Table.Rows).Text(label)
	}
	return app.Div().Class("net-trace").Role("group").Aria("label", "Trace of one row").Body(
		app.Div().Class("controls").Body(
			app.Label().For("trace-row").Text("Row"),
			kit.TextInput(send, "trace-row", m.trace.row, func(v string) core.Msg { return TraceRowTyped{Text: v} }).
				Attr("inputmode", "numeric").Placeholder("1"),
			another(at-1, "Previous row"), another(at+1, "Next row"), app.P().Class("complaint").Text(complaint)),
		kit.Some(kit.Alert(m.trace.query.Problem)),
		app.P().ID("trace-says").Role("status").Text(f.rowInWords(m.traced(f))))
}

// ruleAt returns the rule that an event is about, as node.place; 0 for none.
func ruleAt(e app.Event) int {
	target := e.Get("target")
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return 0
	}
	found := target.Call("closest", "[data-rule]")
	if !found.Truthy() {
		return 0
	}
	number, _ := strconv.Atoi(found.Get("dataset").Get("rule").String())
	return number
}

// pointed returns a handler that highlights the rule under the pointer. Browsers also send this event when the page
// scrolls under a pointer at rest: such an event, without a movement, is ignored, so that a highlight set by the keyboard stays.
func pointed(hovered int, send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		moved := e.Get("movementX").Float() != 0 || e.Get("movementY").Float() != 0
		if number := ruleAt(e); moved && number > 0 && number != hovered {
			send(RulePointed{Rule: number})
		}
	}
}

func chosen(send func(core.Msg)) app.EventHandler {
	return func(_ app.Context, e app.Event) {
		if number := ruleAt(e); number > 0 {
			send(RuleChosen{Rule: number})
		}
	}
}
