package data

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/dataset"
)

// Reading shows the progress of reading a file and cancels it; nil when idle.
func Reading(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.Reading == "" {
		return nil
	}
	bar := app.Progress().Aria("labelledby", "reading-what")
	if m.reading.size > 0 {
		bar = bar.Max(m.reading.size).Value(m.reading.bytes)
	}
	return app.Div().Class("reading").Body(
		app.P().ID("reading-what").Class("file-name").Text("Reading "+c.Reading+" …"),
		bar,
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("stop-reading").Disabled(m.reading.stopping).
				OnClick(kit.On(send, ReadingStopped{})).Text("Cancel"),
			app.P().Class("quiet").Text(m.reading.words()),
		),
	)
}

// FileProblem shows the problem with a file, and offers to read a part of a file that is too large.
func FileProblem(c core.View, send func(core.Msg)) app.UI {
	if kindProblem(c) != nil { // shown next to the columns
		return nil
	}
	problem := kit.ProblemView(c.DataProblem)
	n := sampleSize(c)
	if problem == nil || n == 0 {
		return problem
	}
	return app.Div().Class("remedy").Body(problem,
		app.Button().Type("button").Class("button").ID("read-sample").OnClick(kit.On(send, SampleAsked{})).
			Text("Read a random sample of "+core.Plural(n, "row", "rows")))
}

const foundByItself = "detected"

// ImportOptions shows how the file was parsed, with options to parse it again.
func ImportOptions(m Model, c core.View, send func(core.Msg)) app.UI {
	d := m.options(c)
	separators := [][2]string{{"", foundByItself}}
	for _, known := range delimiters {
		separators = append(separators, [2]string{known.Name, known.Name})
	}
	encodings := [][2]string{{"", foundByItself}}
	for _, name := range dataset.Encodings() {
		encodings = append(encodings, [2]string{name, name})
	}
	note := "The table is read again; settings that still fit are kept."
	if complaint := d.complaint(); complaint != "" {
		note = complaint
	}
	return app.Details().Class("dialect").Body(
		app.Summary().Text("Import options"),
		optionChoice(send, DelimiterOption, "Delimiter", d.Delimiter, separators),
		optionChoice(send, DecimalOption, "Decimal mark", d.Decimal,
			[][2]string{{"", foundByItself}, {".", "point: 3.14"}, {",", "comma: 3,14"}}),
		optionChoice(send, HeaderOption, "Header row", d.Header, [][2]string{{"", foundByItself}, {"yes", "yes"}, {"no", "no"}}),
		optionChoice(send, EncodingOption, "Encoding", d.Encoding, encodings),
		kit.Field(string(MissingOption), "Missing-value markers",
			"Separated by commas, or by spaces without a comma. Empty cells are always missing.", "",
			app.Input().Type("text").ID(string(MissingOption)).AutoComplete(false).Spellcheck(false).Value(d.Missing).
				Aria("describedby", string(MissingOption)+"-hint").
				OnInput(kit.Typed(send, func(value string) core.Msg { return OptionTyped{Option: MissingOption, Text: value} }))),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("read-again").Disabled(!m.changed(c) || c.Reading != "" || d.complaint() != "").
				OnClick(kit.On(send, ReadAgainAsked{})).Text("Read again"),
			app.P().Class("quiet").Text(note),
		),
	)
}

func optionChoice(send func(core.Msg), f Option, label, now string, values [][2]string) app.UI {
	id := string(f)
	return kit.Field(id, label, "", "", app.Select().ID(id).
		OnChange(kit.Typed(send, func(value string) core.Msg { return OptionTyped{Option: f, Text: value} }), f).
		Body(kit.Options(values, now)...))
}

// Warnings lists the warnings about the table: the first few, and the others on demand.
func Warnings(c core.View, send func(core.Msg)) app.UI {
	list := warnings(c)
	if len(list) == 0 {
		return nil
	}
	const first, most = 5, 100 // lines shown at first, and at most
	shown := list[:min(len(list), first)]
	rest := list[len(shown):min(len(list), most)]
	lines := func(list []warning) app.UI {
		return app.Ul().Body(app.Range(list).Slice(func(i int) app.UI { return warningView(c, send, list[i]) }))
	}
	var more app.UI
	if len(rest) > 0 {
		more = app.Details().Body(app.Summary().Text("and "+core.Count(len(list)-first)+" more"), lines(rest))
	}
	return app.Div().Class("warnings").Body(lines(shown), kit.Some(more))
}

func warningView(c core.View, send func(core.Msg), w warning) app.UI {
	var remedies []app.UI
	if w.column >= 0 {
		name := c.Table.Columns[w.column].Name
		remedies = append(remedies, app.Button().Type("button").Class("small").Aria("label", "Show the column "+name).
			OnClick(kit.On(send, ColumnsSought{Text: name}), "show", name).Body(app.Text("Show"), kit.Unseen(" the column "+name)))
		if w.remedy && c.Table.Columns[w.column].Kind != dataset.Binary {
			remedies = append(remedies, app.Button().Type("button").Class("small").
				OnClick(kit.On(send, ColumnUsed{Column: w.column}), "leave", w.column).Body(app.Text("Exclude"), kit.Unseen(" "+name)))
		}
	}
	return app.Li().Body(app.P().Text(w.text), app.Div().Class("remedies").Body(remedies...))
}
