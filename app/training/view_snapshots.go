package training

import (
	"strconv"
	"strings"

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
	epoch := "epoch " + core.Count(run.EpochOf(look.Step))
	var list, use app.UI
	if !newest || !run.Active() {
		list = app.Div().Class("looked").Body(app.P().Class("quiet").Text(core.LookInWords(look)), lookLines(look.Rules))
		why := m.Usable(c)
		use = app.Div().Class("controls").Body(
			kit.Button(send, SnapshotUsed{}).ID("scrub-use").Disabled(why != "").Aria("describedby", "scrub-why").Text("Use these rules"),
			app.P().ID("scrub-why").Class("quiet").Text(why))
	}
	return app.Section().Class("scrubber").Aria("label", "Rules at an epoch").Body(
		app.H3().ID("scrub-title").Text(snapshotInWords(epoch, place == best)),
		app.Div().Class("controls").Body(
			app.Label().Class("unseen").For("scrub").Text("Epoch whose rules are shown"),
			app.Input().Type("range").ID("scrub").Min(0).Max(len(looks)-1).Step(1).Value(place).Aria("valuetext", epoch).
				OnInput(kit.Picked(send, func(place int) core.Msg { return SnapshotChosen{Place: place} })),
			kit.Button(send, SnapshotChosen{Place: place - 1}).ID("scrub-before").Disabled(place == 0).Text("Earlier"),
			kit.Button(send, SnapshotChosen{Place: place + 1}).ID("scrub-after").Disabled(newest).Text("Later"),
			kit.Button(send, SnapshotChosen{Place: best}).ID("scrub-best").Disabled(best < 0 || place == best).Text("The best"),
			kit.Button(send, SnapshotChosen{Place: len(looks)}).ID("scrub-end").Disabled(newest).Text("Back to the end"),
			app.Div().Class("epoch").Body(app.Label().For("scrub-epoch").Text("Epoch"),
				app.Input().Type("text").Attr("inputmode", "numeric").ID("scrub-epoch").AutoComplete(false).
					Value(strconv.Itoa(run.EpochOf(look.Step))).OnChange(kit.Typed(send, func(text string) core.Msg { return EpochSought{Text: text} }))),
		),
		kit.Some(list), kit.Some(use),
	)
}

// lookLines lists the rules of a snapshot.
func lookLines(rules [][]string) app.UI {
	const most = 50 // rules shown
	shown := rules[:min(len(rules), most)]
	if len(rules) == 0 {
		return app.P().Text(noRulesYet)
	}
	return app.Div().Body(
		app.Ol().Class("lines").Body(kit.Each(shown, func(rule []string) app.UI {
			return app.Li().Body(app.Span().Class("if").Text("IF "), app.Text(strings.Join(rule, " AND ")))
		})),
		kit.Some(moreRules(len(rules)-len(shown))))
}

// liveRules shows the current rules during a run and their changes. After a crash it shows the best rules, if no model
// could be made of them.
func liveRules(c core.View, send func(core.Msg)) app.UI {
	run := c.Run
	body := []app.UI{app.H3().Body(kit.Helped(c, send, "live", "Current rules", core.TermRule))}
	switch {
	case !run.Active():
		if run.Problem == nil || run.Learnt() || len(run.Salvage()) == 0 {
			return nil
		}
		body = nil
		for _, c := range run.Salvage() {
			title := "The best rules" + core.When(c.Name != "", " for "+c.Name) + " up to then"
			body = append(body, app.H3().Text(title), lookLines(c.Best.Rules))
		}
	case run.Last.Now == nil:
		return nil
	case len(run.Live.Rules) == 0:
		body = append(body, app.P().Class("quiet").Text(noneYet))
	default:
		body = append(body, app.Ol().Class("lines").Body(kit.Each(run.Live.Rules, liveLine)), kit.Some(moreRules(run.Live.More)))
	}
	return app.Div().Class("live").Body(body...)
}

// moreRules counts the rules that are not listed, if any.
func moreRules(n int) app.UI {
	return app.If(n > 0, app.P().Class("quiet").Text("and "+core.Count(n)+" more"))
}

// liveLine is a rule with its mark.
func liveLine(line core.LiveRule) app.UI {
	parts := []app.UI{app.Span().Class("if").Text("IF ")}
	for i, c := range line.Conditions {
		if i > 0 {
			parts = append(parts, app.Span().Class("and").Text(" AND "))
		}
		if c.Changed && line.Mark == core.Changed {
			parts = append(parts, app.Elem("u").Class("changed").Text(c.Text))
		} else {
			parts = append(parts, app.Span().Text(c.Text))
		}
	}
	mark := app.Span().Class("mark mark-" + string(line.Mark)).Text(string(line.Mark))
	body := app.Span().Class("said").Body(parts...)
	if line.Mark == core.Removed {
		body = app.Span().Class("said").Body(app.Elem("s").Body(parts...))
	}
	return app.Li().Body(kit.Some(app.If(line.Mark != core.Same, mark)), body)
}
