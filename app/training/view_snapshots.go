package training

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// LiveView shows the current rules during a run and, after it, the final rules or those of the selected checkpoint. After a crash it shows
// the best rules up to then, if they could not be made a model.
func LiveView(m Model, c core.View, send func(core.Msg)) app.UI {
	run, head, body := c.Run, []app.UI{app.H3().Text("Rules")}, []app.UI{app.Div().Class("skeleton")}
	switch lost := run.Salvage(); {
	case run.Learnt() && run.ShownPlace() == run.BestPlace():
		body = result(run, c)
		head = []app.UI{
			app.H3().Text(resultInWords(run)), kit.Some(kit.Lines("quiet", core.When(run.Restored(), restored))...),
			kit.Some(wholeRunButton(c, send)),
		}
	case run.Started == nil || len(run.Snapshots()) == 0 && (len(run.Found) == 0 || !run.Active()):
	case !run.Active() && run.Problem != nil && !run.Learnt() && len(lost) > 0:
		head, body = nil, nil
		for _, c := range lost {
			body = append(body, app.H3().Text("The best rules"+core.When(c.Name != "", " for "+c.Name)+" up to then"), listed(c.Best.Rules))
		}
	case !run.Active() || run.ShownStep > 0:
		snapshot, why := run.Snapshots()[run.ShownPlace()], m.Usable(c)
		head = []app.UI{
			app.H3().Text("Simplified rules at epoch " + core.Count(run.EpochOf(snapshot.Step))),
			kit.SmallButton(send, SnapshotUsed{}).ID("scrub-use").Disabled(why != "").Aria("describedby", "scrub-why").
				Text("Restore this checkpoint"),
			app.P().ID("scrub-why").Class("quiet").Text(why),
			app.P().Class("looked quiet").Text(core.SnapshotInWords(snapshot)),
		}
		body = []app.UI{listed(snapshot.Rules)}
	default:
		title := core.Either(len(run.Found) > 0, "Best rules so far", "Current rules")
		head = []app.UI{app.H3().Body(kit.Helped(c, send, "live", title, core.TermRule))}
		body = []app.UI{app.P().Class("quiet").Text(noneYet)}
		if len(run.Live.Rules) > 0 {
			body = []app.UI{app.Ol().Class("lines").Body(kit.Each(run.Live.Rules, liveLine)), moreRules(run.Live.More)}
		}
		if n := len(run.Found); n > 0 {
			// Another tag makes a new element: in the old one, the rules of the network would move down with each longer set.
			better := app.Elem(core.Either(n%2 == 0, "div", "section"))
			lead := []app.UI{listed(run.Found[n-1].Rules), app.H3().Text("Current rules of the network")}
			body = []app.UI{better.Body(slices.Concat(lead, body)...)}
			head = append(head, app.P().ID("found").Class("looked quiet").Text(foundInWords(run)))
		}
	}
	return app.Div().Class("live").Body(app.Div().Class("live-head").Body(head...), kit.Region("live-list", "Rules", kit.Some(body...)))
}

// wholeRunButton offers to train again without reviews, if a review ended the run early; nil after other runs.
func wholeRunButton(c core.View, send func(core.Msg)) app.UI {
	if c.Run.Ended != drnet.Reviewed {
		return nil
	}
	why, _ := core.EndInWords(drnet.Reviewed)
	return kit.TimedButton(send, func(at time.Time) core.Msg { return WholeRunAsked{At: at} }).Class("small").ID("whole-run").
		Disabled(c.Obstacle() != "").Title(why).Text("Train the whole run")
}

// result lists the final rules of the run, by class for a multiclass run.
func result(run core.Run, c core.View) (groups []app.UI) {
	members := []*protocol.Model{run.Model}
	if run.Classes != nil {
		members = run.Classes.Members
	}
	for i, m := range members {
		if run.Classes != nil {
			groups = append(groups, app.H4().Text(core.SetName(run.Classes, i)))
		}
		typeset, rules := c.Typeset(m), make([][]string, len(m.Rules))
		for k, r := range m.Rules {
			phrases := typeset.Phrases(r)
			rules[k] = core.Texts(len(phrases), func(i int) string { return phrases[i].Marked(rule.OrMissing) })
		}
		groups = append(groups, listed(rules))
	}
	return groups
}

// scrubber is the slider that selects a checkpoint. It is as wide as the chart above it, and its unit is 1% of the run.
func scrubber(run core.Run, send func(core.Msg)) app.UI {
	snapshots, place, best := run.Snapshots(), run.ShownPlace(), run.BestPlace()
	n, percent, title := len(snapshots), 0, noCheckpoint
	if n > 0 {
		step := snapshots[place].Step
		percent = 100 * step / max(run.Length(), 1)
		title = "Checkpoint: epoch " + core.Count(run.EpochOf(step)) + core.When(place == best, " (best train score)")
	}
	newest, all := place == n-1, run.EpochOf(run.Length())
	sought := func(percent int) core.Msg { return EpochSought{Text: strconv.Itoa(percent * all / 100)} }
	return app.Div().Class("scrubber").Body(
		app.Label().Class("unseen").For("scrub").Text("Epoch whose rules are shown"),
		kit.Slider(send, "scrub", 0, 100, percent, sought, all).Disabled(n < 2).Aria("valuetext", title),
		app.Div().Class("controls").Body(
			kit.SmallButton(send, SnapshotChosen{Place: place - 1}).ID("scrub-before").Disabled(place < 1).Aria("label", "Earlier").Text("◀"),
			kit.SmallButton(send, SnapshotChosen{Place: place + 1}).ID("scrub-after").Disabled(newest).Aria("label", "Later").Text("▶"),
			kit.SmallButton(send, SnapshotChosen{Place: best}).ID("scrub-best").Disabled(best < 0 || place == best).Text("Best"),
			kit.SmallButton(send, SnapshotChosen{Place: n}).ID("scrub-end").Disabled(newest).Text("Latest"),
			app.P().ID("scrub-title").Class("quiet").Text(title)))
}

func listed(rules [][]string) app.UI {
	const most = 50 // rules shown
	shown := rules[:min(len(rules), most)]
	if len(rules) == 0 {
		return app.P().Class("quiet").Text(noRules)
	}
	return kit.Some(
		app.Ol().Class("lines").Body(kit.Each(shown, func(conditions []string) app.UI {
			return app.Li().Body(kit.Names(cmp.Or(strings.Join(conditions, " · "), rule.Always)))
		})),
		moreRules(len(rules)-len(shown)))
}

func moreRules(n int) app.UI {
	return app.If(n > 0, app.P().Class("quiet").Text("and "+core.Count(n)+" more"))
}

// liveLine shows a rule with its mark. New conditions are on a line of their own, so that the others do not move.
func liveLine(line core.LiveRule) app.UI {
	var changed, same []string
	for _, c := range line.Conditions {
		if c.Changed && line.Mark == core.Changed {
			changed = append(changed, c.Text)
		} else {
			same = append(same, c.Text)
		}
	}
	said := app.Elem(core.Either(line.Mark == core.Removed, "s", "span")).Class("said")
	if rest := kit.Names(strings.Join(same, " · ")); changed == nil {
		said = said.Body(rest)
	} else {
		said = said.Body(app.Elem("small").Body(rest), app.Elem("u").Body(kit.Names(strings.Join(changed, " · "))))
	}
	return app.Li().Class(string(line.Mark)).Body(said, app.Span().Class("mark").Text(string(line.Mark)))
}
