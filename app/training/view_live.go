package training

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// liveRules shows the current rules during a run and their changes. After a crash it shows the best rules, if no model
// could be made of them.
func liveRules(run core.Run) app.UI {
	if !run.Active() {
		if run.Problem == nil || run.Learnt() {
			return nil
		}
		var best []app.UI
		for _, c := range run.Salvage() {
			title := "The best rules up to then"
			if c.Name != "" {
				title = "The best rules for " + c.Name + " up to then"
			}
			best = append(best, app.H3().Text(title), lookLines(c.Best.Rules))
		}
		if len(best) == 0 {
			return nil
		}
		return app.Div().Class("live").Body(best...)
	}
	if run.Last.Now == nil {
		return nil
	}
	lines := run.Live.Rules
	if len(lines) == 0 {
		return app.Div().Class("live").Body(app.H3().Text("The rules right now"),
			app.P().Class("quiet").Text("None yet: the rules are still too long to match any row."))
	}
	var more app.UI
	if run.Live.More > 0 {
		more = app.P().Class("quiet").Text("and " + core.Count(run.Live.More) + " more")
	}
	return app.Div().Class("live").Body(
		app.H3().Text("The rules right now"),
		app.Ol().Class("lines").Body(app.Range(lines).Slice(func(i int) app.UI { return liveLine(lines[i]) })),
		kit.Some(more))
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
	var word app.UI
	if line.Mark != core.Same {
		word = app.Span().Class("mark mark-" + string(line.Mark)).Text(string(line.Mark))
	}
	body := app.Span().Class("said").Body(parts...)
	if line.Mark == core.Removed {
		body = app.Span().Class("said").Body(app.Elem("s").Body(parts...))
	}
	return app.Li().Body(kit.Some(word), body)
}

func joined(conditions []string) string { return strings.Join(conditions, " AND ") }
