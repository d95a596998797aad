package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// rulesStep shows what was learnt.
func rulesStep(s state.State, r *Root) app.UI {
	m := s.Run.Model
	if before := s.Run.Before(); before != nil {
		note := "These are the rules of the training before."
		if s.Run.Active() {
			note += " The new ones take their place when this one has ended."
		}
		return step("rules", "4", "Rules",
			app.P().Class("note").Text(note),
			app.P().Class("sentence").Body(summary(before)...), ruleCards(before))
	}
	if m == nil {
		return step("rules", "4", "Rules", app.P().Class("quiet").Text("The rules appear here when training has ended."))
	}
	body := []app.UI{
		app.P().Class("sentence").Body(summary(m)...),
		app.P().Text(state.EndInWords(s.Run.Ended)),
		scoreView(m),
	}
	if s.Stale() {
		stale := app.P().Class("note").Text(s.StaleInWords())
		body = append([]app.UI{stale}, body...)
	}
	if len(m.Rules) > 0 {
		body = append(body, ruleCards(m), app.P().Class("quiet").Text(fmt.Sprintf(
			"The network learnt %s. Without what the rest of a rule says anyway, and without rules that can never be true, they are %s. The answers are the same.",
			sized(m.Learnt.Trained), sized(m.Learnt.Simplified))))
	}
	return step("rules", "4", "Rules", append(body, downloads(r))...)
}

func sized(o protocol.Outcome) string {
	return state.Plural(o.Rules, "rule", "rules") + " with " + state.Plural(o.Conditions, "condition", "conditions")
}

// summary says how the rules are to be read.
func summary(m *protocol.Model) []app.UI {
	name := func(value string) app.UI { return app.Strong().Text(value) }
	if len(m.Rules) == 0 {
		return []app.UI{app.Text("No rule survived: the answer is always "), name(m.Negative), app.Text(".")}
	}
	if len(m.Rules) == 1 {
		return []app.UI{app.Text("Predict "), name(m.Positive), app.Text(" if this rule is true, otherwise "), name(m.Negative), app.Text(".")}
	}
	return []app.UI{app.Text("Predict "), name(m.Positive), app.Text(" if "), app.Strong().Text("any"),
		app.Text(" of these " + state.Count(len(m.Rules)) + " rules is true, otherwise "), name(m.Negative), app.Text(".")}
}

func scoreView(m *protocol.Model) app.UI {
	o := m.Learnt.Outcome()
	scores, what := o.Train, "the training rows"
	if o.Test != nil {
		scores, what = *o.Test, "rows they had not seen"
	}
	return app.Div().Class("score").Body(
		app.P().Body(app.Strong().Class("figure").ID("accuracy").Text(state.Percent(scores.Accuracy)), app.Text(" right on "+what+".")),
		app.P().Class("quiet").Text(state.Better(m, scores)),
	)
}

func ruleCards(m *protocol.Model) app.UI {
	features := m.Encoder.Features()
	return app.Ol().Class("cards").Body(app.Range(m.Rules).Slice(func(k int) app.UI {
		return ruleCard(m, k, features)
	}))
}

func ruleCard(m *protocol.Model, k int, features []binarize.Feature) app.UI {
	phrases := m.Rules[k].Phrases(features)
	if len(phrases) == 0 {
		phrases = []string{rule.Always}
	}
	scores, what := m.Learnt.Outcome().Train.Rules[k], "training row"
	if test := m.Learnt.Outcome().Test; test != nil {
		scores, what = test.Rules[k], "test row"
	}
	return app.Li().Class("card").Body(
		app.P().Class("conditions").Body(
			app.Span().Class("if").Text("IF"),
			app.Range(phrases).Slice(func(i int) app.UI {
				and := ""
				if i > 0 {
					and = "AND"
				}
				return app.Span().Body(app.Span().Class("and").Text(and), app.Span().Class("chip").Text(phrases[i]))
			}),
		),
		bar(scores),
		app.P().Class("quiet").Text(fares(scores, what)),
	)
}

// bar shows how many of the rows that a rule covers are right.
func bar(s eval.RuleScore) app.UI {
	const width, height = 120, 10
	right, wrong := width*s.Precision(), width
	if s.Covered == 0 {
		wrong = 0
	}
	return svg("bar", width, height, "right on "+state.Percent(s.Precision())).Body(
		path("bar-frame", fmt.Sprintf("M0 0H%dV%dH0Z", width, height)),
		path("bar-wrong", fmt.Sprintf("M0 0H%dV%dH0Z", wrong, height)),
		path("bar-right", fmt.Sprintf("M0 0H%.1fV%dH0Z", right, height)),
	)
}

const luck = 10 // rows: a rule that covers fewer in the test may be luck

func fares(s eval.RuleScore, what string) string {
	if s.Covered == 0 {
		return "Covers none of the " + what + "s."
	}
	low, high := s.Interval()
	text := fmt.Sprintf("Covers %s, right on %.0f %% (likely %.0f to %.0f %%). ",
		state.Plural(s.Covered, what, what+"s"), 100*s.Precision(), 100*low, 100*high)
	switch s.Alone {
	case 0:
		text += "On all of them another rule is true too."
	case s.Covered:
		text += "No other rule is true on any of them."
	default:
		text += "On " + state.Count(s.Alone) + " of them no other rule is true."
	}
	if s.Covered < luck {
		text += " So few rows may be luck."
	}
	return text
}

// downloads takes the model from the state when a button is pressed: go-app keeps the handler of the first training.
func downloads(r *Root) app.UI {
	return app.Div().Class("controls").Body(
		app.Button().Type("button").Class("button").ID("download-text").
			OnClick(func(app.Context, app.Event) { save("rules.txt", "text/plain", r.current().Run.Model.Text()) }, "text").
			Text("Download as text"),
		app.Button().Type("button").Class("button").ID("download-model").
			OnClick(func(app.Context, app.Event) {
				if file, err := r.current().Run.Model.Write(); err == nil {
					save("model.json", "application/json", string(file))
				}
			}, "model").Text("Download the model (JSON)"),
		app.P().Class("quiet").Text("Both hold column names, category names and thresholds of your table, and no rows."),
	)
}

// save has the browser store a text as a file.
func save(name, kind, text string) {
	blob := app.Window().Get("Blob").New([]any{text}, map[string]any{"type": kind + ";charset=utf-8"})
	url := app.Window().Get("URL").Call("createObjectURL", blob)
	link := app.Window().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	app.Window().Get("URL").Call("revokeObjectURL", url)
}
