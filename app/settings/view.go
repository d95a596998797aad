package settings

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/setting"
)

// Layout says how much of the settings is shown.
type Layout struct {
	Targets []int // columns to offer as targets, if the table has too many for one list
	Brief   bool  // only the target: the rest is drawn later
	Open    bool  // all settings are unfolded
}

// View selects the target and shows the settings of the run.
func View(m Model, c core.View, send func(core.Msg), l Layout) []app.UI {
	body := []app.UI{targetChoice(c, send, l.Targets), positiveChoice(c, send), kit.Some(targetNotes(c)...), kit.Some(rareView(c, send))}
	if l.Brief {
		return body
	}
	outline := app.P().ID("outline").Class("outline").Text(m.outlineInWords(c))
	return append(body, presetChoice(c, send), outline, allSettings(c, send, l.Open))
}

// allSettings shows all settings of a run by topic.
func allSettings(c core.View, send func(core.Msg), open bool) app.UI {
	return app.Details().Class("all-settings").Open(open).Body(
		app.Summary().Text("Advanced"),
		app.Range(setting.Groups).Slice(func(i int) app.UI {
			return kit.Group(string(setting.Groups[i]), groupSettings(c, send, setting.Groups[i])...)
		}),
		app.Button().Type("button").Class("button").OnClick(kit.On(send, Reset{})).Text("Reset to defaults"),
	)
}

// groupSettings shows the settings of a group that are used, each with its note.
func groupSettings(c core.View, send func(core.Msg), g setting.Group) (fields []app.UI) {
	if g == setting.Penalties {
		return []app.UI{app.Div().Class("pair").Body(pressure(c, send, setting.Lambda1), pressure(c, send, setting.Lambda2))}
	}
	for _, row := range setting.Table {
		if row.Group != g || !c.Setup.Uses(row.Key) {
			continue
		}
		field := number
		if row.Choices != nil {
			field = choice
		}
		fields = append(fields, field(c, send, row.Key))
		if row.Key == setting.Method && c.Setup.Fields[row.Key] == string(binarize.Target) {
			fields = append(fields, app.P().Class("note").Text(core.UseOfTarget))
		}
		if text := note(c, row.Key); text != "" {
			fields = append(fields, app.P().Class("quiet").Text(text))
		}
	}
	return fields
}

// note explains a setting below its field, "" if its hint says enough.
func note(c core.View, k setting.Key) string {
	switch k {
	case setting.Method:
		return "To set the cut points of a single column, press “Cut points” in its row."
	case setting.Refining:
		if c.Setup.Fields[k] == "off" {
			return "The simplified rules are kept."
		}
		return "A condition is kept only if it improves the training accuracy by this gain."
	case setting.Effort:
		return "Each run has its own seed; the rules of all runs are pooled and refined."
	case setting.Costs:
		if c.Setup.Fields[k] == "balanced" {
			return "Both classes have the same total weight. Recall of the rarer class rises, with more false positives."
		}
		return "With a rare class, the majority baseline is nearly always correct, and rules for the rare class gain little."
	case setting.Negated:
		return "Without negation, rules contain “color = red” or “age ≤ 50”, never “color ≠ red” or “age > 50”. " +
			"They are easier to read and often less accurate."
	case setting.Longest:
		return "To require a column, check “Require in rules” in its row: at least one rule then has a condition on it. Refinement enforces that too."
	}
	return ""
}

func number(c core.View, send func(core.Msg), f setting.Key) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), f.Setting().Hint, c.Setup.Complaint(f), kit.Help(c, send, id, core.Term(f)),
		app.Input().Type("text").Attr("inputmode", "decimal").
			ID(id).AutoComplete(false).
			Value(c.Setup.Fields[f]).Aria("describedby", id+"-hint").
			OnInput(kit.Typed(send, func(value string) core.Msg { return Typed{Field: f, Text: value} }), f))
}

func choice(c core.View, send func(core.Msg), f setting.Key) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), "", "", kit.Help(c, send, id, core.Term(f)), app.Select().ID(id).
		OnChange(kit.Typed(send, func(value string) core.Msg { return Typed{Field: f, Text: value} }), f).
		Body(kit.Options(f.Setting().Choices, c.Setup.Fields[f])...))
}
