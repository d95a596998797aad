package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/settings"
	"drnet/app/state"
)

// settingsStep selects the target and shows the settings of the run. The first rendering shows only the target, and a lesson about
// the settings unfolds all of them.
func settingsStep(s state.State, r *Root) app.UI {
	lesson, _ := s.Learn.Step()
	targets, _ := s.Data.Shown(s.View())
	layout := settings.Layout{Targets: targets, Brief: s.Data.Drawn == 0, Open: lesson.Point == string(state.SettingsPlace)}
	return foldable(s, r, state.SettingsPlace, "2", "Settings", s.AimInWords(), settings.View(s.Settings, s.View(), r.send, layout)...)
}

// usedView lists the settings that the rules were trained with, for print only.
func usedView(s state.State) app.UI {
	if !s.Rules.Around(s.Tab) {
		return app.Div().Class("used printed")
	}
	return settings.Used(s.View())
}
