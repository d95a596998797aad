package learn

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
)

// ExplanationView explains the method with interactive drawings.
func ExplanationView(m Model, send func(core.Msg)) app.UI {
	d, n := m.dials, m.dials.neuron()
	set := func(f dial) app.UI { return dialView(d, send, f) }
	return app.Main().ID("main").Class("how").Body(
		app.H1().ID(explanationTitle).TabIndex(-1).Text("How it works"),
		app.P().Class("lead").Text(explanationLead),
		numberedStep(1, cutsDrawing(d, set(cutsDial))...),
		numberedStep(2, app.Div().Class("dials").Body(set(weightDial[0]), set(inputDial[0]), set(weightDial[1]), set(inputDial[1]),
			set(weightDial[2]), set(inputDial[2])), neuronDrawing(n),
			app.P().Body(app.Text("The rule is now: "), app.Strong().Class("rule-text").Text("IF "+n.rule)),
			app.P().ID("how-neuron-says").Text(n.inWords())),
		numberedStep(3, set(holdingDial), app.P().ID("how-or-says").Text(d.outputInWords())),
		numberedStep(4, app.Div().Class("dials").Body(set(locationDial), set(noiseDial)), gateDrawing(d)),
		numberedStep(5, set(alternateDial), phasesDrawing(d.phases())),
		numberedStep(6, set(priceDial), setsTable(d.sets())),
		app.Section().Class("step").Aria("labelledby", "how-sources").Body(app.H2().ID("how-sources").Text("Sources"),
			app.Ul().Class("sources").Body(kit.Each(sources, func(s string) app.UI { return app.Li().Text(s) }))),
		kit.Button(send, ExplanationOpened{}).Class("primary").ID("how-back").Text("Back to app"),
	)
}

func numberedStep(n int, body ...app.UI) app.UI {
	number, step := strconv.Itoa(n), explanation[n-1]
	lead := []app.UI{app.P().Text(step.text)}
	if step.equation != "" {
		lead = append(lead, formula(step.equation, step.spoken))
	}
	id := "how-" + number
	heading := app.H2().ID(id+"-title").Body(app.Span().Class("number").Text(number), app.Text(step.title))
	return app.Section().ID(id).Class("step").Aria("labelledby", id+"-title").Body(append(append([]app.UI{heading}, lead...), body...)...)
}

func dialView(d dials, send func(core.Msg), f dial) app.UI {
	id, text := "how-dial-"+f.name, d.text(f)
	typed := kit.Typed(send, func(v string) core.Msg { return NumberTyped{Dial: f.name, Text: v} })
	at, all := d.steps(f)
	slid := func(steps int) core.Msg { return NumberTyped{Dial: f.name, Text: f.slid(steps)} }
	return app.Div().Class("dial").Body(
		app.Label().For(id+"-slider").Text(f.label),
		kit.Slider(send, id+"-slider", 0, all, at, slid, f.name, "slider").Aria("valuetext", f.slid(at)),
		app.Label().For(id).Class("unseen").Text(f.label+", as a number"),
		app.Input().Type("text").Attr("inputmode", "decimal").AutoComplete(false).ID(id).Value(text).
			Aria("describedby", id+"-used").OnInput(typed, f.name, "box"),
		app.P().Class("quiet").ID(id+"-used").Role("status").Text(d.usedInWords(f)))
}

func cutsDrawing(d dials, dial app.UI) []app.UI {
	ages, cuts := d.cuts()
	first, last := ages[0], ages[len(ages)-1]
	const bins, width, height = 40, 460, 120
	counts := make([]int, bins)
	for _, age := range ages {
		counts[min(int(float64(bins)*(age-first)/(last-first)), bins-1)]++
	}
	drawing := kit.Items(chart.Bars{Width: width, Height: height, Counts: counts, Gap: 0.15}.Scene())
	for _, x := range cuts {
		drawing = append(drawing, kit.Path("how-cut", fmt.Sprintf("M%.1f 0V%d", width*(x-first)/(last-first), height)))
	}
	sentence := fmt.Sprintf("The ages of 2,000 people from %.0f to %.0f, with %s.", first, last,
		core.Plural(len(cuts), "threshold", "thresholds"))
	return []app.UI{
		dial,
		app.Figure().Body(kit.SVG("how-chart", width, height, sentence).Body(drawing...), app.FigCaption().Class("quiet").Text(sentence)),
		app.P().Body(app.Text(fmt.Sprintf("A person of %d becomes these bits: ", exampleAge)), app.Strong().Text(bitsInWords(cuts))),
	}
}

// neuronDrawing draws conditions as in Figure 1 of the paper: those of the rule with a solid line as wide as the weight, others dashed.
func neuronDrawing(n ruleNeuron) app.UI {
	const width, height = 500, 150
	var list []app.UI
	for i, name := range n.names {
		y, weight := 30+45*float64(i), n.weights[i]
		class, sign := "how-none", "ignored"
		switch {
		case weight > 0:
			class, sign = "how-plus", "+"
		case weight < 0:
			class, sign = "how-minus", "NOT"
		}
		list = append(list, kit.Path(class, fmt.Sprintf("M190 %gC260 %g 280 75 340 75", y, y)).
			Attr("stroke-width", fmt.Sprintf("%.1f", 1+2*max(weight, -weight))),
			kit.Label("how-label", "end", 150, y+5, name), kit.Label("how-label", "middle", 170, y+5, core.Either(n.on[i], "1", "0")),
			kit.Label("how-label", "start", 215, y-6, sign))
	}
	class, says := "how-off", "does not fire"
	if n.fires {
		class, says = "how-on", "fires"
	}
	list = append(list, kit.Path(class, "M355 75m-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0"), kit.Label("how-label", "start", 378, 80, says))
	return app.Figure().Body(kit.SVG("how-chart", width, height, "A rule neuron with three inputs; it "+says+".").Body(list...))
}

func gateDrawing(d dials) app.UI {
	at, least := d.number(locationDial), locationDial.least
	x, open, still := gateCurves() // the chart's axis starts at zero
	scene := chart.Lines{
		Width: kit.ChartWidth, Height: kit.ChartHeight, XMost: x[len(x)-1], XName: "location", YRange: [2]float64{0, 1},
		XFormat: func(v float64, decimals int) string { return core.Decimal(v+least, max(decimals, 0)) },
		Series:  []chart.Series{{Class: "line train", X: x, Y: open}, {Class: "line test", X: x, Y: still}},
		Bands:   []chart.Band{{Class: "band here", From: at - least - 0.05, To: at - least + 0.05}},
	}.Scene()
	says := d.gateInWords()
	return kit.Figure("Probability of an open gate, and the gate without noise (dashed)", says, scene,
		app.P().ID("how-gate-says").Text(says))
}

func phasesDrawing(starts []int) app.UI {
	const width, height = 460, 60
	var list []app.UI
	for i, from := range starts {
		to := exampleSteps
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		class := core.Either(i%2 == 1, "how-phase-or", "how-phase-rules")
		a, b := width*float64(from)/exampleSteps, width*float64(to)/exampleSteps
		list = append(list, kit.Path(class, fmt.Sprintf("M%.1f 0H%.1fV%dH%.1fZ", a, b-1, height, a)))
	}
	sentence := fmt.Sprintf("A run of %s steps has %s; the first one fits conditions.", core.Count(exampleSteps),
		core.Plural(len(starts), "phase", "phases"))
	return app.Figure().Body(kit.SVG("how-chart", width, height, sentence).Body(list...),
		app.FigCaption().Class("quiet").ID("how-phases-says").Text(sentence))
}

func setsTable(sets []candidateSet) app.UI {
	return kit.Scrolls("Sets of rules and their scores", app.Table().Class("stage-table").Body(
		kit.ColumnHeads("Rules for “low”", "Rules + conditions", "Accuracy", "Score"),
		app.TBody().Body(kit.Each(sets, func(set candidateSet) app.UI {
			return kit.Row(set.text, core.Count(set.complexity), core.Percent(set.accuracy), core.Percent(set.score)+
				core.When(set.best, " ← best"))
		}))))
}

const mathNamespace = "http://www.w3.org/1998/Math/MathML"

// formula is an equation with a text alternative. Spaces separate its symbols; an index follows "_".
func formula(equation, spoken string) app.UI {
	element := func(name string) app.HTMLElem { return app.Elem(name).XMLNS(mathNamespace) }
	var parts []app.UI
	for symbol := range strings.FieldsSeq(equation) {
		base, index, indexed := strings.Cut(symbol, "_")
		first, _ := utf8.DecodeRuneInString(symbol)
		switch {
		case base == "∑":
			parts = append(parts, element("munder").Body(element("mo").Text(base), element("mi").Text(index)))
		case indexed:
			parts = append(parts, element("msub").Body(element("mi").Text(base), element("mi").Text(index)))
		case unicode.IsLetter(first):
			parts = append(parts, element("mi").Text(symbol))
		case unicode.IsDigit(first):
			parts = append(parts, element("mn").Text(symbol))
		default:
			parts = append(parts, element("mo").Text(symbol))
		}
	}
	return app.Div().Class("formula").TabIndex(0).Role("group").Aria("label", "Equation").Body(
		element("math").Attr("display", "block").Aria("hidden", "true").Body(element("mrow").Body(parts...)), kit.Unseen(spoken))
}
