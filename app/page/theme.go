package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
	"drnet/app/page/state"
)

var themes = []struct {
	theme state.Theme
	icon  kit.Icon
	name  string
}{
	{state.SystemTheme, kit.SystemIcon, "Colours as the system has them"},
	{state.LightTheme, kit.SunIcon, "Light colours"},
	{state.DarkTheme, kit.MoonIcon, "Dark colours"},
}

// themeSwitch selects the light, dark or system theme.
func themeSwitch(s state.State, r *Root) app.UI {
	return app.Div().Class("themes").Role("group").Aria("label", "Colours").Body(app.Range(themes).Slice(func(i int) app.UI {
		t := themes[i]
		return app.Button().Type("button").Class("theme").Title(t.name).Aria("pressed", kit.Truth(s.Frame.Theme == t.theme)).
			OnClick(r.on(state.ThemeChosen{Theme: t.theme}), string(t.theme)).Body(kit.DrawIcon(t.icon), kit.Unseen(t.name))
	}))
}

// followTheme adopts the theme selected before the program ran, which theme.js stores for the session.
func (r *Root) followTheme() {
	theme := app.Window().Get("document").Get("documentElement").Call("getAttribute", "data-theme")
	if theme.Truthy() {
		r.send(state.ThemeChosen{Theme: state.Theme(theme.String())})
	}
}
