package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
)

func howView(s state.State, r *Root) app.UI {
	return app.Main().ID("main").Class("how").Body(app.H1().ID("how-title").TabIndex(-1).Text("How it works"))
}
