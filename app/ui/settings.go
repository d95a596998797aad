package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/binarize"
	"drnet/engine/setting"
)

// settingsStep selects the target and shows the settings of the run.
func settingsStep(s state.State, r *Root) app.UI {
	body := []app.UI{targetChoice(s, r), positiveChoice(s, r), kit.Some(targetNotes(s)...), kit.Some(rareView(s, r))}
	if s.Data.Drawn > 0 { // the first rendering omits the rest
		body = append(body, presetChoice(s, r), outlineView(s), allSettings(s, r))
	}
	return foldable(s, r, state.SettingsPlace, "2", "Settings", s.AimInWords(), body...)
}

// allSettings shows all settings of a run by topic. It is open during a lesson about the settings.
func allSettings(s state.State, r *Root) app.UI {
	lesson, _ := s.Learn.Step()
	return app.Details().Class("all-settings").Open(lesson.Point == string(state.SettingsPlace)).Body(
		app.Summary().Text("Show all settings"),
		app.Range(setting.Groups).Slice(func(i int) app.UI {
			return kit.Group(string(setting.Groups[i]), groupSettings(s, r, setting.Groups[i])...)
		}),
		app.Button().Type("button").Class("button").OnClick(r.on(state.Reset{})).Text("Put all settings back"),
	)
}

// groupSettings shows the settings of a group that are used, each with its note.
func groupSettings(s state.State, r *Root, g setting.Group) (fields []app.UI) {
	if g == setting.Penalties {
		return []app.UI{app.Div().Class("pair").Body(pressure(s, r, setting.Lambda1), pressure(s, r, setting.Lambda2))}
	}
	for _, row := range setting.Table {
		if row.Group != g || !s.Setup.Uses(row.Key) {
			continue
		}
		field := number
		if row.Choices != nil {
			field = choice
		}
		fields = append(fields, field(s, r, row.Key))
		if row.Key == setting.Method && s.Setup.Fields[row.Key] == string(binarize.Target) {
			fields = append(fields, app.P().Class("note").Text(core.UseOfTarget))
		}
		if text := note(s, row.Key); text != "" {
			fields = append(fields, app.P().Class("quiet").Text(text))
		}
	}
	return fields
}

// note explains a setting below its field, "" if its hint says enough.
func note(s state.State, k setting.Key) string {
	switch k {
	case setting.Method:
		return "To set the cut points of a single column, press “Thresholds” in its row."
	case setting.Refining:
		if s.Setup.Fields[k] == "off" {
			return "The simplified rules are kept."
		}
		return "A condition is kept only if it improves the training accuracy by this gain."
	case setting.Effort:
		return "Each run has its own seed; the rules of all runs are pooled and refined."
	case setting.Costs:
		if s.Setup.Fields[k] == "balanced" {
			return "Both classes have the same total weight. Recall of the rarer class rises, with more false positives."
		}
		return "With a rare class, the majority baseline is nearly always correct, and rules for the rare class gain little."
	case setting.Negated:
		return "Without negation, rules contain “color = red” or “age ≤ 50”, never “color ≠ red” or “age > 50”. " +
			"They are easier to read and often less accurate."
	case setting.Longest:
		return "To require a column, check “Must ask” in its row: at least one rule then has a condition on it. Refinement enforces that too."
	}
	return ""
}

func number(s state.State, r *Root, f setting.Key) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), f.Setting().Hint, s.Setup.Complaint(f), kit.Help(s.View(), r.send, id, core.Term(f)), app.Input().Type("text").Attr("inputmode", "decimal").ID(id).AutoComplete(false).
		Value(s.Setup.Fields[f]).Aria("describedby", id+"-hint").
		OnInput(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f))
}

func choice(s state.State, r *Root, f setting.Key) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), "", "", kit.Help(s.View(), r.send, id, core.Term(f)), app.Select().ID(id).
		OnChange(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f).
		Body(kit.Options(f.Setting().Choices, s.Setup.Fields[f])...))
}
