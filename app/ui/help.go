package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

// help is a small button that explains a term. Place is where it stands, and tells it from others about the same term. The text
// opens below it; Escape closes it, and so does opening another one. It is nil for a term without an explanation.
func help(s state.State, r *Root, place string, t state.Term) app.UI {
	e, ok := state.Explained(t)
	if !ok {
		return nil
	}
	id, open, text := "help-"+place, s.Teach.Help == place, ""
	if open {
		text = e.Text
	}
	return app.Span().Class("help").Body(
		app.Button().Type("button").Class("help-button").ID(id).Aria("expanded", truth(open)).Aria("controls", id+"-text").Aria("label", "What does “"+e.Name+"” mean?").
			OnClick(r.on(state.HelpToggled{Place: place}), place).
			OnKeyDown(func(_ app.Context, e app.Event) {
				if e.Get("key").String() == "Escape" && r.current().Teach.Help == place {
					r.send(state.HelpToggled{})
				}
			}, place).Text("?"),
		app.Span().Class("help-text").ID(id+"-text").Role("status").Text(text))
}

// helped is a word with the explanation of its term behind it.
func helped(s state.State, r *Root, place, text string, t state.Term) app.UI {
	return app.Span().Class("helped").Body(app.Text(text), some(help(s, r, place, t)))
}

// fieldHelped is field with an explanation beside the label.
func fieldHelped(id, label, hint, complaint string, tip, control app.UI) app.UI {
	below := app.P().ID(id + "-hint").Class("hint").Text(hint)
	if complaint != "" {
		below = app.P().ID(id + "-hint").Class("complaint").Text(complaint)
	}
	return app.Div().Class("field").Body(app.Label().For(id).Text(label), some(tip), control, below)
}

// explainedWords is a line of words with their explanations, for figures that stand in sight many times.
func explainedWords(s state.State, r *Root, place string, terms ...state.Term) app.UI {
	return app.P().Class("explained").Body(app.Range(terms).Slice(func(i int) app.UI {
		e, _ := state.Explained(terms[i])
		return helped(s, r, place+"-"+string(terms[i]), e.Name, terms[i])
	}))
}

// figureTerms are what the figures of a training are about.
var figureTerms = map[string]state.Term{
	"Epoch": state.TermEpoch, "Training": state.TermRestarts, "Rules for": state.TermClasses, "Phase": state.TermPhase, "Time left": state.TermLeft, "Ended": state.TermEnded, "Loss": state.TermLoss,
	"Training rows right": state.TermTraining, "Test rows right": state.TermHeldOut, "Best so far": state.TermAccuracy, "Always one answer": state.TermBaseline,
	"Rules": state.TermRules, "Conditions": state.TermConditions,
}
