package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/protocol"
)

const mostOptions = 200 // columns in one list; longer ones are slow to render and hard to search

func targetChoice(s state.State, r *Root) app.UI {
	hint := "The column that the rules predict."
	if s.Setup.Proposed && s.Setup.Target >= 0 {
		hint = "Proposed: check that it is the one you mean."
	}
	options := []app.UI{app.Option().Value("-1").Text("Choose a column").Selected(s.Setup.Target < 0).Disabled(true)}
	add := func(j int) {
		c := s.Table.Columns[j]
		options = append(options, app.Option().Value(strconv.Itoa(j)).Selected(j == s.Setup.Target).
			Text(c.Name+" ("+core.KindInWords(c.Kind)+")"))
	}
	if len(s.Table.Columns) <= mostOptions {
		for j := range s.Table.Columns {
			add(j)
		}
	} else {
		hint += " Others can be found under “columns”."
		shown, _ := s.Data.Shown(s.View())
		if t := s.Setup.Target; t >= 0 && (len(shown) == 0 || t < shown[0] || t > shown[len(shown)-1]) {
			add(t)
		}
		for _, j := range shown {
			add(j)
		}
	}
	return kit.FieldHelped("target", "Predict the column", hint, "", kit.Help(s.View(), r.send, "target", core.TermTarget),
		app.Select().ID("target").Aria("describedby", "target-hint").
			OnChange(r.typed(func(value string) state.Msg {
				j, _ := strconv.Atoi(value)
				return core.TargetChosen{Column: j}
			})).Body(options...))
}

// positiveChoice selects the positive class, or the numbers that count as positive.
func positiveChoice(s state.State, r *Root) app.UI {
	if s.Splits() && s.Setup.Classes != "" {
		return app.FieldSet().Class("field").Body(app.Legend().Text("The rules say when it is"), kit.Some(separateChoice(s, r)))
	}
	if s.Splits() {
		return boundChoice(s, r)
	}
	values := s.Choices()
	if len(values) == 0 {
		return app.P().Class("complaint").Text(s.Obstacle())
	}
	var rest app.UI
	if len(values) > 2 && s.Setup.Classes == "" {
		rest = app.P().Class("hint").Text("The rules tell this value from all others.")
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Text("The rules say when it is"),
		kit.Some(rest),
		app.Range(values).Slice(func(k int) app.UI {
			v := values[k]
			id := "positive-" + strconv.Itoa(k)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("positive").ID(id).Checked(v.Text == s.Setup.Positive && s.Setup.Classes == "").
					OnChange(r.on(state.PositiveChosen{Value: k}), k),
				app.Label().For(id).Body(app.Text(v.Text), app.Small().Text(" "+core.Plural(v.Rows, "row", "rows")+", "+
					core.Percent(float64(v.Rows)/float64(s.Table.Rows)))),
			)
		}),
		kit.Some(separateChoice(s, r)),
	)
}

// boundChoice sets the bound that splits a numeric target.
func boundChoice(s state.State, r *Root) app.UI {
	hint := app.P().ID("bound-hint").Class("hint").Text(s.SplitInWords())
	if complaint := s.BoundComplaint(); complaint != "" {
		hint = app.P().ID("bound-hint").Class("complaint").Text(complaint)
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Text("The rules say when it is"),
		app.Div().Class("bound").Body(
			app.Label().Class("unseen").For("bound-sign").Text("Above or below"),
			app.Select().ID("bound-sign").OnChange(r.typed(func(value string) state.Msg { return state.SignChosen{Sign: value} })).
				Body(kit.Options(core.Signs, s.Setup.Sign)...),
			app.Label().Class("unseen").For("bound").Text("Number that splits the target"),
			app.Input().Type("text").Attr("inputmode", "decimal").ID("bound").AutoComplete(false).Value(s.Setup.Bound).
				Aria("describedby", "bound-hint").
				OnInput(r.typed(func(value string) state.Msg { return state.BoundTyped{Text: value} }))),
		hint,
		kit.Some(separateChoice(s, r)),
	)
}

// targetNotes reports rows without a label, and why the target cannot be learned.
func targetNotes(s state.State) []app.UI {
	var notes []app.UI
	if text := s.LabelsInWords(); text != "" {
		notes = append(notes, app.P().Class("quiet").Text(text))
	}
	if p := s.TargetProblem(); p != nil {
		notes = append(notes, kit.ProblemView(p))
	}
	return notes
}

// separateChoice selects the multiclass strategy; nil if the target has too few or too many values.
func separateChoice(s state.State, r *Root) app.UI {
	if !s.Separable() {
		return nil
	}
	how := s.Setup.Classes
	var more app.UI
	if how != "" {
		more = kit.Field("classes", "How the classes are told apart", "", "",
			app.Select().ID("classes").Aria("describedby", "classes-hint").
				OnChange(r.typed(func(value string) state.Msg { return state.ClassesChosen{How: value} })).
				Body(kit.Options([][2]string{
					{protocol.ClassesEach, "rules for each class"},
					{protocol.ClassesCodes, "error-correcting code: rules for groups of classes"},
				}, how)...))
	}
	next := protocol.ClassesEach
	if how != "" && s.Splits() {
		next = "" // a checkbox, because a numeric target offers no other value
	}
	kind := "radio"
	if s.Splits() {
		kind = "checkbox"
	}
	return app.Div().Class("separate").Body(
		app.Div().Class("radio").Body(
			app.Input().Type(kind).Name("positive").ID("positive-each").Checked(how != "").OnChange(r.on(state.ClassesChosen{How: next}), next),
			app.Label().For("positive-each").Text("Each value has rules of its own"), kit.Some(kit.Help(s.View(), r.send, "classes", core.TermClasses))),
		kit.Some(more))
}
