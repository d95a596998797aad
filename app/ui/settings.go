package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/engine/dataset"
)

// settingsStep asks what to predict, and shows how it will be learnt.
func settingsStep(s state.State, r *Root) app.UI {
	return step("settings", "2", "Settings",
		targetChoice(s, r),
		positiveChoice(s, r),
		pressureFields(s, r),
		app.Details().Body(
			app.Summary().Text("Thresholds and missing cells"),
			number(s, r, state.Thresholds, "How many questions of the form “age ≤ 37” are made from a column of numbers."),
			choice(s, r, state.Method, [][2]string{{"quantile", "as many rows between them (quantiles)"}, {"width", "equal steps"}, {"distinct", "as many different values between them"}}),
			choice(s, r, state.Missing, [][2]string{{"own", "are a question of their own"}, {"impute", "get the mean or most frequent value"}, {"drop", "leave their row out"}}),
			cutFields(s, r),
		),
		app.Details().Body(
			app.Summary().Text("All settings"),
			number(s, r, state.Rules, "Neurons of the Rules Layer. Most of them are given up during training."),
			number(s, r, state.Epochs, "Passes through the rows. Empty: chosen from the size of the table."),
			number(s, r, state.Batch, "Rows in one training step, never more than there are. Empty: a twentieth of the rows."),
			number(s, r, state.TestShare, "They are not learnt from, so they tell how good the rules are."),
			number(s, r, state.Seed, "The same seed gives the same rules, on every computer."),
			app.Button().Type("button").Class("button").OnClick(r.on(state.Reset{})).Text("Put all settings back"),
		),
	)
}

func targetChoice(s state.State, r *Root) app.UI {
	hint := "The column that the rules predict."
	if s.Setup.Proposed && s.Setup.Target >= 0 {
		hint = "Proposed: check that it is the one you mean."
	}
	options := []app.UI{app.Option().Value("-1").Text("Choose a column").Selected(s.Setup.Target < 0).Disabled(true)}
	for j, c := range s.Table.Columns {
		options = append(options, app.Option().Value(strconv.Itoa(j)).Selected(j == s.Setup.Target).
			Text(c.Name+" ("+state.KindInWords(c.Kind)+")"))
	}
	return field("target", "Predict the column", hint, "",
		app.Select().ID("target").Aria("describedby", "target-hint").
			OnChange(r.typed(func(value string) state.Msg {
				j, _ := strconv.Atoi(value)
				return state.TargetChosen{Column: j}
			})).Body(options...))
}

// positiveChoice asks which value the rules describe.
func positiveChoice(s state.State, r *Root) app.UI {
	values := s.Choices()
	if len(values) == 0 {
		return app.P().Class("complaint").Text(s.Obstacle())
	}
	return app.FieldSet().Class("field").Body(
		app.Legend().Text("The rules say when it is"),
		app.Range(values).Slice(func(k int) app.UI {
			v := values[k]
			id := "positive-" + strconv.Itoa(k)
			return app.Div().Class("radio").Body(
				app.Input().Type("radio").Name("positive").ID(id).Checked(v.Text == s.Setup.Positive).
					OnChange(r.on(state.PositiveChosen{Value: k}), k),
				app.Label().For(id).Body(app.Text(v.Text), app.Small().Text(" "+state.Plural(v.Rows, "row", "rows")+", "+
					state.Percent(float64(v.Rows)/float64(s.Table.Rows)))),
			)
		}),
	)
}

func pressureFields(s state.State, r *Root) app.UI {
	return app.Div().Class("pair").Body(
		number(s, r, state.Lambda1, "More usually gives shorter rules. Try 0.001 to 0.1."),
		number(s, r, state.Lambda2, "More usually gives fewer rules. The paper uses 0.00001."),
	)
}

// cutFields lets single columns of numbers have other thresholds than the rest.
func cutFields(s state.State, r *Root) app.UI {
	var columns []int
	for j, c := range s.Table.Columns {
		if c.Kind == dataset.Numeric && j != s.Setup.Target {
			columns = append(columns, j)
		}
	}
	if len(columns) == 0 {
		return app.P().Class("quiet").Text("There are no other columns of numbers.")
	}
	return app.FieldSet().Class("cuts").Body(
		app.Legend().Text("Single columns"),
		app.P().Class("quiet").Text("A count, or the thresholds themselves: “18 30 65”. Empty: as above."),
		app.Range(columns).Slice(func(i int) app.UI {
			j := columns[i]
			name := s.Table.Columns[j].Name
			id := "cut-" + strconv.Itoa(j)
			return field(id, name, "", s.Setup.CutComplaint(name), app.Input().Type("text").ID(id).AutoComplete(false).Spellcheck(false).
				Value(s.Setup.Cuts[name]).Aria("describedby", id+"-hint").
				OnInput(r.typed(func(value string) state.Msg { return state.CutTyped{Column: j, Text: value} }), j))
		}),
	)
}

func number(s state.State, r *Root, f state.Field, hint string) app.UI {
	id := "set-" + string(f)
	return field(id, f.Label(), hint, s.Setup.Complaint(f), app.Input().Type("text").Attr("inputmode", "decimal").ID(id).AutoComplete(false).
		Value(s.Setup.Fields[f]).Aria("describedby", id+"-hint").
		OnInput(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f))
}

func choice(s state.State, r *Root, f state.Field, values [][2]string) app.UI {
	id := "set-" + string(f)
	return field(id, f.Label(), "", "", app.Select().ID(id).
		OnChange(r.typed(func(value string) state.Msg { return state.Typed{Field: f, Text: value} }), f).
		Body(app.Range(values).Slice(func(i int) app.UI {
			return app.Option().Value(values[i][0]).Selected(values[i][0] == s.Setup.Fields[f]).Text(values[i][1])
		})))
}

// field puts a label above a control, and below it a hint or what is wrong with it.
func field(id, label, hint, complaint string, control app.UI) app.UI {
	below := app.P().ID(id + "-hint").Class("hint").Text(hint)
	if complaint != "" {
		below = app.P().ID(id + "-hint").Class("complaint").Text(complaint)
	}
	return app.Div().Class("field").Body(app.Label().For(id).Text(label), control, below)
}
