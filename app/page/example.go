package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/page/state"
)

// exampleView shows rules that were trained on a sample dataset at build time. The first screen is therefore not empty.
func exampleView(e *state.Example, r *Root) app.UI {
	if e == nil {
		return nil
	}
	return app.Section().Class("example").Aria("labelledby", "example-title").Body(
		app.Div().Class("example-words").Body(
			app.H2().ID("example-title").Text("Rules learned from a sample table"),
			app.P().Class("quiet").Text(core.Plural(e.Rows, "row", "rows")+" × "+core.Plural(e.Columns, "column", "columns")+
				". Predict "+e.Target+" = "+e.Positive+" if any of these rules is true, otherwise "+e.Negative+"."),
			app.Ol().Class("example-rules").Body(kit.Each(e.Rules, exampleRule)),
			app.P().Body(app.Strong().Text("Right on "+e.Right), app.Text(" of the "+core.Plural(e.Unseen, "row", "rows")+" that it had not seen.")),
			kit.Button(r.send, state.SampleChosen{Name: e.Sample, Learn: true}).Class("primary").DataSet("learn", e.Sample).
				Text("Watch it learn this"),
		),
		exampleNetwork(*e),
	)
}

func exampleRule(phrases []core.Phrase) app.UI {
	var words []app.UI
	for i, p := range phrases {
		joint := "IF "
		if i > 0 {
			joint = " AND "
		}
		words = append(words, app.Small().Text(joint), app.Text(p.Text))
	}
	return app.Li().Body(words...)
}

// Dimensions of the example's drawing.
const (
	exampleWidth  = 320.0
	exampleRow    = 44.0
	exampleInput  = 120.0 // start of the lines from the inputs
	exampleRules  = 220.0
	exampleAnswer = 292.0
	exampleRadius = 9.0
)

// exampleNetwork draws the inputs, the rules with their conditions, and the OR of the rules.
func exampleNetwork(e state.Example) app.UI {
	inputs := e.Inputs()
	height := exampleRow * float64(max(len(inputs), len(e.Rules)))
	inputAt := func(i int) float64 { return height * (float64(i) + 0.5) / float64(len(inputs)) }
	ruleAt := func(k int) float64 { return height * (float64(k) + 0.5) / float64(len(e.Rules)) }
	var lines, marks []app.UI
	line := func(x1, y1, x2, y2 float64) {
		mid := kit.Coordinate((x1 + x2) / 2)
		lines = append(lines, kit.Path("example-line", "M"+kit.Coordinate(x1)+" "+kit.Coordinate(y1)+
			"C"+mid+" "+kit.Coordinate(y1)+" "+mid+" "+kit.Coordinate(y2)+" "+kit.Coordinate(x2)+" "+kit.Coordinate(y2)))
	}
	for i, name := range inputs {
		marks = append(marks, exampleWord("example-input", exampleInput-8, inputAt(i), name))
		for k, rule := range e.Rules {
			for _, p := range rule {
				if p.Column == name {
					line(exampleInput, inputAt(i), exampleRules-exampleRadius, ruleAt(k))
				}
			}
		}
	}
	for k := range e.Rules {
		line(exampleRules+exampleRadius, ruleAt(k), exampleAnswer-exampleRadius-4, height/2)
		marks = append(marks, exampleDot(exampleRules, ruleAt(k), exampleRadius),
			exampleWord("example-number", exampleRules, ruleAt(k), core.Count(k+1)))
	}
	marks = append(marks, exampleDot(exampleAnswer, height/2, exampleRadius+4), exampleWord("example-number", exampleAnswer, height/2, "OR"))
	sentence := "The network that was learnt: " + core.Plural(len(inputs), "column leads", "columns lead") + " to " +
		core.Plural(len(e.Rules), "rule", "rules") + ", and any rule gives the answer " + e.Positive + "."
	return kit.SVG("example-network", exampleWidth, height, sentence).Body(append(lines, marks...)...)
}

func exampleDot(x, y, radius float64) app.UI {
	return kit.Element("circle", "example-dot").Attr("cx", kit.Coordinate(x)).Attr("cy", kit.Coordinate(y)).Attr("r", kit.Coordinate(radius))
}

func exampleWord(class string, x, y float64, text string) app.UI {
	return kit.Element("text", class).Attr("x", kit.Coordinate(x)).Attr("y", kit.Coordinate(y)).Body(app.Text(text))
}
