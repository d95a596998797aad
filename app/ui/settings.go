package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/binarize"
)

// settingsStep selects the target and shows the settings of the run.
func settingsStep(s state.State, r *Root) app.UI {
	body := []app.UI{targetChoice(s, r), positiveChoice(s, r), kit.Some(targetNotes(s)...), kit.Some(rareView(s, r))}
	if s.Browser.Drawn > 0 { // the first rendering omits the rest
		body = append(body, presetChoice(s, r), outlineView(s), allSettings(s, r))
	}
	return foldable(s, r, state.SettingsPlace, "2", "Settings", s.AimInWords(), body...)
}

// allSettings shows all settings of a run by topic. It is open during a lesson about the settings.
func allSettings(s state.State, r *Root) app.UI {
	lesson, _ := s.Step()
	return app.Details().Class("all-settings").Open(lesson.Point == string(state.SettingsPlace)).Body(
		app.Summary().Text("Show all settings"),
		kit.Group("How long and how many rules", pressureFields(s, r)),
		kit.Group("Refining and effort", refineSettings(s, r)...),
		kit.Group("Mistakes, and what rules may look like", limitSettings(s, r)...),
		kit.Group("Thresholds and missing cells", questionSettings(s, r)...),
		kit.Group("The training itself", trainingSettings(s, r)...),
		app.Button().Type("button").Class("button").OnClick(r.on(state.Reset{})).Text("Put all settings back"),
	)
}

// refineSettings shows the settings of refinement.
func refineSettings(s state.State, r *Root) []app.UI {
	var price app.UI
	words := "A condition stays only if it earns its price: that share of the training rows must be answered rightly because of it."
	switch s.Setup.Fields[core.Refining] {
	case "own":
		price = number(s, r, core.Price)
	case "off":
		words = "The rules stay as they were learnt, simplified."
	}
	return []app.UI{
		choice(s, r, core.Refining),
		app.P().Class("quiet").Text(words),
		kit.Some(price),
		choice(s, r, core.Effort),
		app.P().Class("quiet").Text("Each training starts from another seed; the best rules of all of them are put together and refined."),
	}
}

func questionSettings(s state.State, r *Root) []app.UI {
	var note app.UI
	if s.Setup.Fields[core.Method] == string(binarize.Target) {
		note = app.P().Class("note").Text(useOfAnswer)
	}
	return []app.UI{
		number(s, r, core.Thresholds),
		choice(s, r, core.Method),
		kit.Some(note),
		app.P().Class("quiet").Text("A single column can have thresholds of its own: press “Thresholds” beside it."),
		number(s, r, core.Values),
		choice(s, r, core.Missing),
	}
}

func trainingSettings(s state.State, r *Root) []app.UI {
	return []app.UI{
		number(s, r, core.Rules),
		number(s, r, core.Epochs),
		number(s, r, core.Alternate),
		number(s, r, core.Batch),
		number(s, r, core.Rate),
		number(s, r, core.TestShare),
		number(s, r, core.Seed),
	}
}

// limitSettings shows the class weights and the form of the rules.
func limitSettings(s state.State, r *Root) []app.UI {
	var missed app.UI
	words := "Where one class is rare, always giving the other answer is right nearly always, and rules for the rare one seem not to pay."
	switch s.Setup.Fields[core.Costs] {
	case "balanced":
		words = "A row counts more the rarer its class is. More of the rare rows are found, with more false alarms."
	case "own":
		missed = number(s, r, core.Missed)
	}
	return []app.UI{
		choice(s, r, core.Costs),
		app.P().Class("quiet").Text(words),
		kit.Some(missed),
		choice(s, r, core.Negated),
		app.P().Class("quiet").Text("Without NOT rules say “colour = red” or “age ≤ 50”, and never “colour ≠ red” or “age > 50”, which is not “age ≤ 50”. They are easier to read and often less accurate."),
		number(s, r, core.Longest),
		app.P().Class("quiet").Text("To have rules ask about a column, check “Must ask” beside it: at least one rule then has a condition on it, the one that costs least. Refining sees to that too."),
	}
}

func pressureFields(s state.State, r *Root) app.UI {
	return app.Div().Class("pair").Body(
		pressure(s, r, core.Lambda1),
		pressure(s, r, core.Lambda2),
	)
}

func number(s state.State, r *Root, f core.Field) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), f.Setting().Hint, s.Setup.Complaint(f), kit.Help(s.View(), r.send, id, f.Term()), app.Input().Type("text").Attr("inputmode", "decimal").ID(id).AutoComplete(false).
		Value(s.Setup.Fields[f]).Aria("describedby", id+"-hint").
		OnInput(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f))
}

func choice(s state.State, r *Root, f core.Field) app.UI {
	id := "set-" + string(f)
	return kit.FieldHelped(id, f.Label(), "", "", kit.Help(s.View(), r.send, id, f.Term()), app.Select().ID(id).
		OnChange(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f).
		Body(kit.Options(f.Setting().Choices, s.Setup.Fields[f])...))
}
