package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

// questionView asks for confirmation before something is lost; nil without a question.
func questionView(s state.State, r *Root) app.UI {
	q := s.Question
	if q == nil {
		return nil
	}
	return app.Div().Class("question").Role("alert").Body(
		app.P().Text(q.Text),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").OnClick(r.on(state.Confirmed{}), "yes").Text(q.Yes),
			app.Button().Type("button").Class("button").OnClick(r.on(state.Declined{}), "no").Text(q.No),
		),
	)
}
