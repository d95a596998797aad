package training

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// snapshots selects a kept snapshot of the rules by slider, number or button.
func snapshots(m Model, c core.View, send func(core.Msg)) app.UI {
	run := c.Run
	looks := run.Looks()
	if len(looks) < 2 || run.Started == nil {
		return nil
	}
	place, best := run.Sighted(), run.BestLook()
	look, newest := looks[place], run.Sight == 0
	epoch := core.Count(run.EpochOf(look.Step))
	words := "epoch " + epoch
	title := "The rules at " + words
	if place == best {
		title += " (the best so far, by their score on training rows)"
	}
	bestButton := kit.Button(send, SnapshotChosen{Place: best}).ID("scrub-best").Disabled(best < 0 || place == best).Text("The best")
	var list, use app.UI
	if !newest || !run.Active() {
		list = app.Div().Class("looked").Body(app.P().Class("quiet").Text(core.LookInWords(look)), lookLines(look.Rules))
		why := m.Usable(c)
		use = app.Div().Class("controls").Body(
			kit.Button(send, SnapshotUsed{}).ID("scrub-use").Disabled(why != "").Aria("describedby", "scrub-why").Text("Use these rules"),
			app.P().ID("scrub-why").Class("quiet").Text(why))
	}
	return app.Section().Class("scrubber").Aria("label", "Rules at an epoch").Body(
		app.H3().ID("scrub-title").Text(title),
		app.Div().Class("controls").Body(
			app.Label().Class("unseen").For("scrub").Text("Epoch whose rules are shown"),
			app.Input().Type("range").ID("scrub").Min(0).Max(len(looks)-1).Step(1).Value(place).Aria("valuetext", words).
				OnInput(kit.Typed(send, func(text string) core.Msg {
					place, _ := strconv.Atoi(text)
					return SnapshotChosen{Place: place}
				})),
			kit.Button(send, SnapshotChosen{Place: place - 1}).ID("scrub-before").Disabled(place == 0).Text("Earlier"),
			kit.Button(send, SnapshotChosen{Place: place + 1}).ID("scrub-after").Disabled(newest).Text("Later"),
			bestButton,
			kit.Button(send, SnapshotChosen{Place: len(looks)}).ID("scrub-end").Disabled(newest).Text("Back to the end"),
			app.Div().Class("epoch").Body(app.Label().For("scrub-epoch").Text("Epoch"),
				app.Input().Type("text").Attr("inputmode", "numeric").ID("scrub-epoch").AutoComplete(false).Value(strconv.Itoa(run.EpochOf(look.Step))).
					OnChange(kit.Typed(send, func(text string) core.Msg { return EpochSought{Text: text} }))),
		),
		kit.Some(list), kit.Some(use),
	)
}

// lookLines lists the rules of a snapshot.
func lookLines(rules [][]string) app.UI {
	const most = 50 // rules shown
	shown := rules[:min(len(rules), most)]
	if len(rules) == 0 {
		return app.P().Text("No rules yet: the prediction is always the same.")
	}
	var more app.UI
	if n := len(rules) - len(shown); n > 0 {
		more = app.P().Class("quiet").Text("and " + core.Count(n) + " more")
	}
	return app.Div().Body(
		app.Ol().Class("lines").Body(app.Range(shown).Slice(func(i int) app.UI {
			return app.Li().Body(app.Span().Class("if").Text("IF "), app.Text(joined(shown[i])))
		})),
		kit.Some(more))
}
