package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
)

// help is a small button that explains a term; nil for a term without an explanation. Place distinguishes several
// buttons for the same term. The text opens below the button. Escape or another button closes it.
func help(s state.State, r *Root, place string, t core.Term) app.UI {
	e, ok := core.Explained(t)
	if !ok {
		return nil
	}
	id, open, text := "help-"+place, s.Teach.Help == place, ""
	if open {
		text = e.Text
	}
	return app.Span().Class("help").Body(
		app.Button().Type("button").Class("help-button").ID(id).Aria("expanded", kit.Truth(open)).
			Aria("controls", id+"-text").Aria("label", "What does “"+e.Name+"” mean?").
			OnClick(r.on(state.HelpToggled{Place: place}), place).
			OnKeyDown(func(_ app.Context, e app.Event) {
				if e.Get("key").String() == "Escape" && r.current().Teach.Help == place {
					r.send(state.HelpToggled{})
				}
			}, place).Text("?"),
		app.Span().Class("help-text").ID(id+"-text").Role("status").Text(text))
}

// helped is a text followed by the help button of its term.
func helped(s state.State, r *Root, place, text string, t core.Term) app.UI {
	return app.Span().Class("helped").Body(app.Text(text), kit.Some(help(s, r, place, t)))
}

// explainedWords is a line of terms with help buttons, for figures that appear many times.
func explainedWords(s state.State, r *Root, place string, terms ...core.Term) app.UI {
	return app.P().Class("explained").Body(app.Range(terms).Slice(func(i int) app.UI {
		e, _ := core.Explained(terms[i])
		return helped(s, r, place+"-"+string(terms[i]), e.Name, terms[i])
	}))
}

// figureTerms maps the figures of a run to their terms.
var figureTerms = map[string]core.Term{
	"Epoch": core.TermEpoch, "Training": core.TermRestarts, "Rules for": core.TermClasses, "Phase": core.TermPhase,
	"Time left": core.TermLeft, "Ended": core.TermEnded, "Loss": core.TermLoss,
	"Training rows right": core.TermTraining, "Test rows right": core.TermHeldOut, "Best so far": core.TermAccuracy,
	"Always one answer": core.TermBaseline, "Rules": core.TermRules, "Conditions": core.TermConditions,
}
