package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// Help returns a small button that explains a term; nil for a term without an explanation. Place distinguishes several
// buttons for the same term. The text opens below the button. Escape or another button closes it.
func Help(c core.View, send func(core.Msg), place string, t core.Term) app.UI {
	e, ok := core.Explained(t)
	if !ok {
		return nil
	}
	id, open, text := "help-"+place, c.Help == place, ""
	if open {
		text = e.Text
	}
	return app.Span().Class("help").Body(
		app.Button().Type("button").Class("help-button").ID(id).Aria("expanded", Truth(open)).
			Aria("controls", id+"-text").Aria("label", "What does “"+e.Name+"” mean?").
			OnClick(On(send, core.HelpToggled{Place: place}), place).
			OnKeyDown(func(_ app.Context, e app.Event) {
				if open && e.Get("key").String() == "Escape" {
					send(core.HelpToggled{})
				}
			}, place, open).Text("?"),
		app.Span().Class("help-text").ID(id+"-text").Role("status").Text(text))
}

// Helped returns a text followed by the help button of its term.
func Helped(c core.View, send func(core.Msg), place, text string, t core.Term) app.UI {
	return app.Span().Class("helped").Body(app.Text(text), Some(Help(c, send, place, t)))
}

// ExplainedWords returns a line of terms with help buttons, for figures that appear many times.
func ExplainedWords(c core.View, send func(core.Msg), place string, terms ...core.Term) app.UI {
	return app.P().Class("explained").Body(Each(terms, func(t core.Term) app.UI {
		e, _ := core.Explained(t)
		return Helped(c, send, place+"-"+string(t), e.Name, t)
	}))
}
