package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/dataset"
)

// readingView shows the progress of reading a file and cancels it; nil when idle.
func readingView(s state.State, r *Root) app.UI {
	if s.Reading == "" {
		return nil
	}
	bar := app.Progress().Aria("labelledby", "reading-what")
	if s.Pace.Size > 0 {
		bar = bar.Max(s.Pace.Size).Value(s.Pace.Bytes)
	}
	return app.Div().Class("reading").Body(
		app.P().ID("reading-what").Class("file-name").Text("Reading "+s.Reading+" …"),
		bar,
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("stop-reading").Disabled(s.Pace.Stopping).
				OnClick(r.on(state.StopReading{})).Text("Cancel"),
			app.P().Class("quiet").Text(s.Pace.Words()),
		),
	)
}

// fileProblem shows the problem with a file, and offers to read a part of a file that is too large.
func fileProblem(s state.State, r *Root) app.UI {
	if s.KindProblem() != nil { // shown next to the columns
		return nil
	}
	problem := kit.ProblemView(s.DataProblem)
	n := s.SampleSize()
	if problem == nil || n == 0 {
		return problem
	}
	return app.Div().Class("remedy").Body(problem,
		app.Button().Type("button").Class("button").ID("read-sample").OnClick(r.on(state.SampleRows{})).
			Text("Read a random sample of "+core.Plural(n, "row", "rows")))
}

// questionView asks for confirmation before something is lost; nil without a question.
func questionView(s state.State, r *Root) app.UI {
	q := s.Question
	if q == nil {
		return nil
	}
	return app.Div().Class("question").Role("alert").Body(
		app.P().Text(q.Text),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").OnClick(r.on(state.Confirmed{}), "yes").Text(q.Yes),
			app.Button().Type("button").Class("button").OnClick(r.on(state.Declined{}), "no").Text(q.No),
		),
	)
}

const foundByItself = "found by itself"

// dialectForm shows how the file was parsed, with options to parse it again.
func dialectForm(s state.State, r *Root) app.UI {
	d := s.Dialect
	delimiters := [][2]string{{"", foundByItself}}
	for _, known := range state.Delimiters {
		delimiters = append(delimiters, [2]string{known.Name, known.Name})
	}
	encodings := [][2]string{{"", foundByItself}}
	for _, name := range dataset.Encodings() {
		encodings = append(encodings, [2]string{name, name})
	}
	note := "The table is read again; settings that still fit are kept."
	if complaint := d.Complaint(); complaint != "" {
		note = complaint
	}
	return app.Details().Class("dialect").Body(
		app.Summary().Text("Change how it is read"),
		dialectChoice(r, state.DelimiterField, "Between the values", d.Delimiter, delimiters),
		dialectChoice(r, state.DecimalField, "Decimal mark", d.Decimal,
			[][2]string{{"", foundByItself}, {".", "point: 3.14"}, {",", "comma: 3,14"}}),
		dialectChoice(r, state.HeaderField, "Names in the first row", d.Header, [][2]string{{"", foundByItself}, {"yes", "yes"}, {"no", "no"}}),
		dialectChoice(r, state.EncodingField, "Encoding", d.Encoding, encodings),
		kit.Field(string(state.MissingField), "These mark a missing cell",
			"With commas between them, or spaces if there is no comma. Empty cells are always missing.", "",
			app.Input().Type("text").ID(string(state.MissingField)).AutoComplete(false).Spellcheck(false).Value(d.Missing).
				Aria("describedby", string(state.MissingField)+"-hint").
				OnInput(r.typed(func(value string) state.Msg { return state.DialectTyped{Field: state.MissingField, Text: value} }))),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("read-again").Disabled(!s.Redialled() || s.Reading != "" || d.Complaint() != "").
				OnClick(r.on(state.ReadAgain{})).Text("Read again"),
			app.P().Class("quiet").Text(note),
		),
	)
}

func dialectChoice(r *Root, f state.DialectField, label, now string, values [][2]string) app.UI {
	id := string(f)
	return kit.Field(id, label, "", "", app.Select().ID(id).
		OnChange(r.typed(func(value string) state.Msg { return state.DialectTyped{Field: f, Text: value} }), f).
		Body(kit.Options(values, now)...))
}

// warningsView lists the warnings about the table: the first few, and the others on demand.
func warningsView(s state.State, r *Root) app.UI {
	list := s.Warnings()
	if len(list) == 0 {
		return nil
	}
	const first, most = 5, 100 // lines shown at first, and at most
	shown := list[:min(len(list), first)]
	rest := list[len(shown):min(len(list), most)]
	lines := func(list []state.Warning) app.UI {
		return app.Ul().Body(app.Range(list).Slice(func(i int) app.UI { return warningView(s, r, list[i]) }))
	}
	var more app.UI
	if len(rest) > 0 {
		more = app.Details().Body(app.Summary().Text("and "+core.Count(len(list)-first)+" more"), lines(rest))
	}
	return app.Div().Class("warnings").Body(lines(shown), kit.Some(more))
}

func warningView(s state.State, r *Root, w state.Warning) app.UI {
	var remedies []app.UI
	if w.Column >= 0 {
		name := s.Table.Columns[w.Column].Name
		remedies = append(remedies, app.Button().Type("button").Class("small").Aria("label", "Show the column "+name).
			OnClick(r.on(state.ColumnsSought{Text: name}), "show", name).Body(app.Text("Show"), kit.Unseen(" the column "+name)))
		if w.Remedy && s.Table.Columns[w.Column].Kind != dataset.Binary {
			remedies = append(remedies, app.Button().Type("button").Class("small").
				OnClick(r.on(state.UseChosen{Column: w.Column}), "leave", w.Column).Body(app.Text("Leave out"), kit.Unseen(" "+name)))
		}
	}
	return app.Li().Body(app.P().Text(w.Text), app.Div().Class("remedies").Body(remedies...))
}
