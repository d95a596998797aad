package learn

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
)

// ExplanationView explains the method with interactive drawings.
func ExplanationView(m Model, send func(core.Msg)) app.UI {
	d := m.dials
	return app.Main().ID("main").Class("how").Body(
		app.H1().ID(explanationTitle).TabIndex(-1).Text("How it works"),
		app.P().Class("lead").
			Text("From a table to IF-THEN rules in six steps. The same code as in training computes every drawing. Change "+
				"the numbers to see their effect."),
		cutsStep(d, send), neuronStep(d, send), orStep(d, send), gateStep(d, send), phasesStep(d, send), priceStep(d, send), sources(),
		app.Button().Type("button").Class("button primary").ID("how-back").
			OnClick(kit.On(send, ExplanationOpened{}), "back").Text("Back to the page"),
	)
}

// numberedStep is one step of the explanation.
func numberedStep(number, title string, body ...app.UI) app.UI {
	return kit.Step("how-"+number, number, title, body...)
}

// dial is a parameter of a drawing, as a slider and as a number.
func dial(d dials, send func(core.Msg), f Dial) app.UI {
	id, label, text := "how-dial-"+string(f), dialTable[f].label, d.text(f)
	typed := kit.Typed(send, func(v string) core.Msg { return NumberTyped{Dial: f, Text: v} })
	at, all := d.steps(f)
	slid := kit.Typed(send, func(v string) core.Msg { return NumberTyped{Dial: f, Text: f.slid(v)} })
	return app.Div().Class("dial").Body(
		app.Label().For(id+"-slider").Text(label),
		app.Input().Type("range").ID(id+"-slider").Min(0).Max(all).Value(at).Aria("valuetext", text).OnInput(slid, f, "slider"),
		app.Label().For(id).Class("unseen").Text(label+", as a number"),
		app.Input().Type("text").Attr("inputmode", "decimal").AutoComplete(false).ID(id).Value(text).OnInput(typed, f, "box"))
}

func cutsStep(d dials, send func(core.Msg)) app.UI {
	ages, cuts := d.cuts()
	first, last := ages[0], ages[len(ages)-1]
	const bins, width, height = 40, 460, 120
	counts := make([]int, bins)
	for _, age := range ages {
		counts[min(int(float64(bins)*(age-first)/(last-first)), bins-1)]++
	}
	scene := chart.Bars{Width: width, Height: height, Counts: counts, Gap: 0.15}.Scene()
	list := kit.Items(scene)
	for _, c := range cuts {
		x := width * (c.threshold - first) / (last - first)
		list = append(list, kit.Path("how-cut", fmt.Sprintf("M%.1f 0V%d", x, height)))
	}
	var bits []string
	for _, c := range cuts {
		bits = append(bits, fmt.Sprintf("%s: %s", c.text, yesNo(c.yes)))
	}
	sentence := fmt.Sprintf("The ages of 2,000 people from %.0f to %.0f, with %s.", first, last,
		core.Plural(len(cuts), "threshold", "thresholds"))
	return numberedStep("1", "Columns become features",
		app.P().Text("The network reads bits only. A categorical column gives one feature for each value, such as "+
			"“smoker = yes”. A numeric column is split at thresholds, here at quantiles: about as many rows lie between any "+
			"two neighbors."),
		dial(d, send, dialCuts),
		app.Figure().Body(kit.SVG("how-chart", width, height, sentence).Body(list...), app.FigCaption().Class("quiet").Text(sentence)),
		app.P().Body(app.Text(fmt.Sprintf("A person of %d becomes these bits: ", exampleAge)), app.Strong().Text(strings.Join(bits, "; ")+".")))
}

func yesNo(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

func neuronStep(d dials, send func(core.Msg)) app.UI {
	n := d.neuron()
	verdict := "All conditions hold: the rule fires."
	if !n.fires {
		verdict = strings.Join(n.broken, "; ") + ": the rule does not fire."
	}
	return numberedStep("2", "A neuron that is a rule (AND)",
		app.P().Text("Each neuron of the first layer is one rule. A positive weight requires a feature, a negative one "+
			"its opposite, and zero ignores it. The activation starts at 1; each unmet condition subtracts the "+
			"absolute value of its weight. The neuron fires only at 1, when all conditions hold."),
		formula("y equals the sum of w i times x i, less the sum of the positive w i, plus 1", mi("y"), mo("="),
			sumOver("i"), sub("w", "i"), sub("x", "i"), mo("−"), sumOver("w>0"), sub("w", "i"), mo("+"), mn("1")),
		app.Div().Class("dials").Body(dial(d, send, dialWeight1), dial(d, send, dialInput1), dial(d, send, dialWeight2),
			dial(d, send, dialInput2), dial(d, send, dialWeight3), dial(d, send, dialInput3)),
		neuronDrawing(n),
		app.P().Body(app.Text("The rule is now: "), app.Strong().Class("rule-text").Text("IF "+n.rule)),
		app.P().ID("how-neuron-says").Text("Activation "+core.Decimal(n.activation, 1)+". "+verdict))
}

// neuronDrawing draws the conditions of a rule as in Figure 1 of the paper. A line is solid, with the width of the
// weight, for a condition of the rule and dashed otherwise.
func neuronDrawing(n ruleNeuron) app.UI {
	const width, height = 460, 150
	names := []string{"age ≤ 50", "smoker = yes", "exercise = daily"}
	var list []app.UI
	for i, w := range n.weights {
		y := 30 + 45*i
		class, sign := "how-none", "ignored"
		switch {
		case w > 0:
			class, sign = "how-plus", "＋"
		case w < 0:
			class, sign = "how-minus", "NOT"
		}
		list = append(list, app.Elem("path").XMLNS(kit.SVGNamespace).Attr(kit.Part, class).
			Attr("d", fmt.Sprintf("M190 %dC260 %d 280 75 340 75", y, y)).Attr("stroke-width", fmt.Sprintf("%.1f", 1+2*max(w, -w))),
			label("end", 150, y+5, names[i]), label("middle", 170, y+5, yesNo(n.inputs[i])), label("start", 215, y-6, sign))
	}
	class, says := "how-off", "does not fire"
	if n.fires {
		class, says = "how-on", "fires"
	}
	list = append(list, kit.Path(class, "M355 75m-14 0a14 14 0 1 0 28 0a14 14 0 1 0 -28 0"), label("start", 378, 80, says))
	return app.Figure().Body(kit.SVG("how-chart", width, height, "A rule neuron with three inputs; it "+says+".").Body(list...))
}

func label(anchor string, x, y int, text string) app.UI {
	return app.Elem("text").XMLNS(kit.SVGNamespace).Attr(kit.Part, "how-label").Attr("x", fmt.Sprint(x)).
		Attr("y", fmt.Sprint(y)).Attr("text-anchor", anchor).Text(text)
}

func orStep(d dials, send func(core.Msg)) app.UI {
	o, yes := d.output()
	says := "no rule fires, so the prediction is “high”."
	if yes {
		says = "at least one rule fires, so the prediction is “low”."
	}
	return numberedStep("3", "A neuron that joins the rules (OR)",
		app.P().Text("The second layer counts the rules that fire and subtracts one half. Above zero the prediction is "+
			"positive: one rule is enough."),
		formula("o equals the sum over the chosen rules of h j, less one half", mi("o"), mo("="), sumOver("j"),
			sub("h", "j"), mo("−"), mn("0.5")),
		dial(d, send, dialFiring),
		app.P().ID("how-or-says").Text("The output is "+core.Decimal(o, 1)+": "+says))
}

func gateStep(d dials, send func(core.Msg)) app.UI {
	g, at := d.gate(), d.number(dialLocation)
	x, open, still := gateCurves()
	least := x[0]
	for i := range x {
		x[i] -= least // the chart's axis starts at zero
	}
	axis := func(v float64, decimals int) string { return core.Decimal(v+least, max(decimals, 0)) }
	scene := chart.Lines{
		Width: kit.ChartWidth, Height: kit.ChartHeight, XMost: x[len(x)-1], XName: "location", XFormat: axis, YMost: 1,
		Series: []chart.Series{{Class: "line train", X: x, Y: open}, {Class: "line test", X: x, Y: still}},
		Bands:  []chart.Band{{Class: "band here", From: at - least - 0.05, To: at - least + 0.05}},
	}.Scene()
	says := fmt.Sprintf("At the location %s the gate is open with a probability of %s. With this random number it is "+
		"%s; without noise, as when rules are read, it is %s.",
		core.Decimal(at, 1), core.Percent(g.open), core.Decimal(g.drawn, 2), core.Decimal(g.still, 2))
	return numberedStep("4", "Gates that close",
		app.P().Text("Every weight and every rule has a gate between 0 and 1. Training samples the gate at each step, around "+
			"a learned location. The sample is stretched a little beyond 0 and 1 and clipped, so that it is often exactly 0. "+
			"The expected number of open gates therefore has a gradient, and can be penalized."),
		formula("z equals s times 1.2 less 0.1, cut off at 0 and 1; s equals sigma of the logit of u plus the location, divided by two thirds",
			mi("z"), mo("="), mi("clamp"), mo("("), mn("1.2"), mi("s"), mo("−"), mn("0.1"), mo(")"), mo(","),
			mi("s"), mo("="), mi("σ"), mo("("), mo("("), mi("logit"), mo("("), mi("u"), mo(")"), mo("+"), mi("location"),
			mo(")"), mo("/"), mo("("), mn("2"), mo("/"), mn("3"), mo(")"), mo(")")),
		app.Div().Class("dials").Body(dial(d, send, dialLocation), dial(d, send, dialNoise)),
		kit.Figure("Probability of an open gate, and the gate without noise (dashed)", says, scene, app.P().ID("how-gate-says").Text(says)))
}

func phasesStep(d dials, send func(core.Msg)) app.UI {
	const width, height = 460, 60
	starts := d.phases()
	var list []app.UI
	for i, from := range starts {
		to := exampleSteps
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		class := "how-phase-rules"
		if i%2 == 1 {
			class = "how-phase-or"
		}
		a, b := width*float64(from)/exampleSteps, width*float64(to)/exampleSteps
		list = append(list, kit.Path(class, fmt.Sprintf("M%.1f 0H%.1fV%dH%.1fZ", a, b-1, height, a)))
	}
	sentence := fmt.Sprintf("A run of %s steps has %s; the first one fits conditions.", core.Count(exampleSteps),
		core.Plural(len(starts), "phase", "phases"))
	return numberedStep("5", "Two layers that alternate",
		app.P().Text("The two layers train in turn. The first phase fits conditions, and lambda 1 penalizes the length of "+
			"rules. The second phase (shaded) selects rules, and lambda 2 penalizes their number."),
		formula("loss equals cross-entropy plus lambda times the expected number of open gates", mi("loss"),
			mo("="), mi("cross-entropy"), mo("+"), mi("λ"), mi("L")),
		dial(d, send, dialAlternate),
		app.Figure().Body(kit.SVG("how-chart", width, height, sentence).Body(list...),
			app.FigCaption().Class("quiet").ID("how-phases-says").Text(sentence)))
}

func priceStep(d dials, send func(core.Msg)) app.UI {
	sets := d.sets()
	return numberedStep("6", "The minimum gain of a condition",
		app.P().Text("After training, the rules are refined. A condition or rule stays only if it improves the train "+
			"accuracy by at least the minimum gain. A high minimum gives short rules, a low one accurate rules: that is the "+
			"trade-off."),
		formula("score equals accuracy less minimum gain times the number of rules and conditions", mi("score"), mo("="),
			mi("accuracy"), mo("−"), mi("gain"), mo("×"), mo("("), mi("rules"), mo("+"), mi("conditions"), mo(")")),
		dial(d, send, dialPrice),
		kit.Scrolls("Sets of rules and their scores", app.Table().Class("metric-table").Body(
			kit.ColumnHeads("Rules for “low”", "Rules + conditions", "Accuracy", "Score"),
			app.TBody().Body(app.Range(sets).Slice(func(i int) app.UI {
				set, remark := sets[i], ""
				if set.best {
					remark = " ← best"
				}
				return app.Tr().Body(app.Th().Scope("row").Text(set.text), app.Td().Text(core.Count(set.complexity)),
					app.Td().Text(core.Percent(set.accuracy)), app.Td().Text(core.Percent(set.score)+remark))
			})))))
}

func sources() app.UI {
	return app.Section().Class("step").Aria("labelledby", "how-sources").Body(
		app.H2().ID("how-sources").Text("Sources"),
		app.Ul().Class("sources").Body(
			app.Li().Text("L. Qiao, W. Wang, B. Lin: Learning Accurate and Interpretable Decision Rule Sets from Neural "+
				"Networks. AAAI 2021, arXiv:2103.02826. Steps 1, 2, 3 and 5."),
			app.Li().Text("C. Louizos, M. Welling, D. P. Kingma: Learning Sparse Neural Networks through L0 Regularization. "+
				"ICLR 2018, arXiv:1712.01312. Step 4."),
			app.Li().Text("D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015, arXiv:1412.6980. The optimizer."),
			app.Li().Text("Step 6, refining, is an addition of this program; the paper ends with the raw rules.")))
}
