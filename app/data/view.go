package data

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
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
			kit.Button(send, ReadingStopped{}).ID("stop-reading").Disabled(m.reading.stopping).Text("Cancel"),
			app.P().Class("quiet").Text(m.reading.words())))
}

// FileProblem shows the problem with a file, and offers to read a part of a file that is too large.
func FileProblem(c core.View, send func(core.Msg)) app.UI {
	if kindProblem(c) != nil { // Columns shows it
		return nil
	}
	problem, n := kit.ProblemView(c.DataProblem), sampleSize(c)
	if problem == nil || n == 0 {
		return problem
	}
	return app.Div().Class("remedy").Body(problem, kit.Button(send, SampleAsked{}).ID("read-sample").
		Text("Read a random sample of "+core.Plural(n, "row", "rows")))
}

// TestTable shows the test table and how it differs from the table; nil without one.
func TestTable(c core.View, send func(core.Msg)) app.UI {
	switch {
	case c.Test != nil:
		return app.Div().Class("warnings").ID("test-table").Body(
			app.P().Body(app.Text("Test table "), app.Strong().Class("file-name").Text(c.Test.Name),
				app.Text(" "+core.Plural(c.Test.Rows, "row", "rows")+". All rows above are for training. "),
				kit.SmallButton(send, core.TestTableRemoved{}).ID("remove-test").Disabled(c.Reading != "" || c.Busy).Text("Remove")),
			kit.Some(sheets(c, send, "test-sheet", "Sheet of the test table", c.Test.Sheets, c.Test.Sheet,
				func(name string) core.Msg { return core.TestSheetChosen{Name: name} })),
			app.Ul().Body(kit.Each(c.Test.Differences, func(text string) app.UI { return app.Li().Body(app.P().Text(text)) })))
	case c.Awaited != "":
		return app.P().ID("test-awaited").Text("The rules were trained with the test table “" + c.Awaited +
			"”, which is not part of the project. Add it again to see its rows.")
	}
	return nil
}

// Digest shows the beginning of the file's SHA-256, and all of it on demand; nil if it is unknown.
func Digest(t *protocol.TableSummary) app.UI {
	const short = 12
	if len(t.Digest) < short {
		return nil
	}
	return app.Details().Class("file-digest").Title(t.Digest).Body(
		app.Summary().Text("SHA-256 "+t.Digest[:short]+"…"), app.Code().Text(t.Digest))
}

// Sheets chooses the sheet of a workbook; nil for a file with one table.
func Sheets(c core.View, send func(core.Msg)) app.UI {
	return sheets(c, send, "sheet", "Sheet", c.Table.Sheets, cmp.Or(c.Requested.Sheet, c.Table.Sheet),
		func(name string) core.Msg { return SheetChosen{Name: name} })
}

func sheets(c core.View, send func(core.Msg), id, label string, list []dataset.Sheet, chosen string, choose func(string) core.Msg) app.UI {
	if len(list) < 2 {
		return nil
	}
	names := kit.Choices(nil, len(list), func(i int) (string, string) { return list[i].Name, sheetInWords(list[i]) })
	return app.Div().Class("sheets").Body(app.Label().For(id).Text(label),
		kit.Select(send, id, names, chosen, choose).Disabled(c.Reading != ""))
}

// OptionsButton opens and closes the import options.
func OptionsButton(m Model, send func(core.Msg)) app.UI {
	return kit.SmallButton(send, OptionsToggled{}).Class("dialect").Aria("expanded", m.unfolded).Text("Import options")
}

// ImportOptions shows the options to parse the file again; nil if closed.
func ImportOptions(m Model, c core.View, send func(core.Msg)) app.UI {
	if !m.unfolded {
		return nil
	}
	d := m.options(c)
	separators := kit.Choices(nil, len(delimiters), func(i int) (string, string) { return delimiters[i].Name, delimiters[i].Name })
	known := dataset.Encodings()
	encodings := kit.Choices(nil, len(known), func(i int) (string, string) { return known[i].Name, known[i].Label() })
	comments := kit.Choices([][2]string{{"none", "none"}}, len(commentMarks), func(i int) (string, string) {
		return commentMarks[i], "begin with " + commentMarks[i]
	})
	choice := func(f Option, label string, values ...[2]string) app.UI {
		values = append([][2]string{{"", "detected"}}, values...)
		return kit.Field(string(f), label, "", "", kit.Select(send, string(f), values, d[f],
			func(value string) core.Msg { return OptionTyped{Option: f, Text: value} }, f))
	}
	complaint, text := d.complaint(), c.Table.Dialect.Format == ""
	return app.Div().Class("dialect import-options").Body(
		kit.Some(app.If(text, choice(DelimiterOption, "Delimiter", separators...))),
		choice(DecimalOption, "Decimal mark", [][2]string{{".", "point: 3.14"}, {",", "comma: 3,14"}}...),
		choice(HeaderOption, "Header row", [][2]string{{"yes", "yes"}, {"no", "no"}}...),
		kit.Some(app.If(text, choice(EncodingOption, "Encoding", encodings...))),
		kit.Some(app.If(text, choice(QuoteOption, "Quote character",
			[][2]string{{`"`, `double: "a, b"`}, {"'", "single: 'a, b'"}, {"none", "none"}}...))),
		kit.Some(app.If(text, choice(EscapeOption, "Quotes inside values", [][2]string{{"none", "doubled"}, {`\`, "after a backslash"}}...))),
		kit.Some(app.If(text, choice(CommentOption, "Comment lines", comments...))),
		kit.Field(string(SkipOption), "Lines to skip", "", "", kit.TextInput(send, string(SkipOption), d[SkipOption],
			func(value string) core.Msg { return OptionTyped{Option: SkipOption, Text: value} }).Attr("inputmode", "numeric")),
		kit.Field(string(MissingOption), "Missing-value markers", missingHint, "",
			kit.TextInput(send, string(MissingOption), d[MissingOption],
				func(value string) core.Msg { return OptionTyped{Option: MissingOption, Text: value} }).
				Spellcheck(false).Aria("describedby", string(MissingOption)+"-hint")),
		app.Div().Class("controls").Body(
			kit.Button(send, ReadAgainAsked{}).ID("read-again").Disabled(!m.changed(c) || c.Reading != "" || complaint != "").
				Text("Read again"),
			app.P().Class("quiet").Text(cmp.Or(complaint, optionsNote))))
}

// Warnings lists the warnings about the table: the first few, and the others on demand.
func Warnings(m Model, c core.View, send func(core.Msg)) app.UI {
	list, question := warnings(c), m.marksQuestion(c, send)
	if len(list) == 0 && question == nil { // readings come with a warning
		return nil
	}
	first, most := 5, 50 // lines shown at first, and at most
	if question != nil {
		first--
	}
	shown := list[:min(len(list), first)]
	rest := list[len(shown):min(len(list), most)]
	lines := func(list []warning) app.UI {
		return app.Ul().Body(kit.Each(list, func(w warning) app.UI { return warningView(c, send, w) }))
	}
	more := app.Details().Body(app.Summary().Text("and "+core.Count(len(list)-first)+" more"), lines(rest))
	return app.Div().Class("warnings").Body(
		kit.Some(readings(c, send), question, app.If(len(shown) > 0, lines(shown)), app.If(len(rest) > 0, more)))
}

// readings offers to read the file in the encodings in which its letters make sense; nil if they look right.
func readings(c core.View, send func(core.Msg)) app.UI {
	if c.Table == nil || len(c.Table.Dialect.Readings) == 0 {
		return nil
	}
	return app.Div().ID("readings").Body(app.P().Text("Letters may look wrong. Read the file in another encoding:"),
		app.Div().Class("remedies").Body(kit.Each(c.Table.Dialect.Readings, func(name string) app.UI {
			return kit.SmallButton(send, EncodingChosen{Name: name}).Disabled(c.Reading != "").Text(name)
		})))
}

// marksQuestion asks whether the suspected marks mean missing values; nil once that is answered.
func (m Model) marksQuestion(c core.View, send func(core.Msg)) app.UI {
	if c.Table == nil || len(c.Table.Suspects) == 0 || m.marksKept {
		return nil
	}
	return app.Div().ID("suspects").Body(app.P().Text(core.Sentence(c.Table.SuspectsInWords())), app.Div().Class("remedies").Body(
		kit.SmallButton(send, MarksAnswered{Missing: true}).Disabled(c.Reading != "").Text("Treat as missing"),
		kit.SmallButton(send, MarksAnswered{}).Text("Keep as numbers")))
}

func warningView(c core.View, send func(core.Msg), w warning) app.UI {
	var remedies []app.UI
	if w.column >= 0 {
		column := c.Table.Columns[w.column]
		remedies = append(remedies, kit.SmallButton(send, ColumnsSought{Text: column.Name}).Aria("label", "Show the column "+column.Name).
			Body(app.Text("Show"), kit.Unseen(" the column "+column.Name)))
		if w.remedy {
			remedies = append(remedies, kit.SmallButton(send, ColumnUsed{Column: w.column}).
				Body(app.Text("Exclude"), kit.Unseen(" "+column.Name)))
		}
	}
	if w.repeats {
		remedies = append(remedies, kit.SmallButton(send, IdenticalKept{}).Text("Keep identical rows on one side"))
	}
	return app.Li().Body(app.P().Text(w.text), app.Div().Class("remedies").Body(remedies...))
}

// Columns shows the content of each column and lets the user change its type and use.
func Columns(m Model, c core.View, send func(core.Msg)) app.UI {
	trouble := kit.Alert(kindProblem(c))
	if p := c.PlanProblem; trouble == nil && p != nil && p.Kind == dataset.NoUsableFeatures {
		trouble = kit.Alert(p)
	}
	return app.Section().ID("columns").Aria("labelledby", "columns-title").Body(
		app.Div().Class("pager").Body(
			app.H3().ID("columns-title").Text(columnsInWords(c.Shared)),
			kit.Some(pager(m, c, send)...)),
		kit.Some(trouble),
		app.Ul().Body(kit.Each(m.rendered(c), func(j int) app.UI { return profile(m, c, send, j) })))
}

// pager searches, filters and pages the columns; nil if there are few.
func pager(m Model, c core.View, send func(core.Msg)) []app.UI {
	const few = 12 // columns that need no search field
	order := columnOrder(m, c, send)
	if len(c.Table.Columns) <= few && m.Sought+m.Filter == "" {
		return []app.UI{order}
	}
	filters := kindChoices([][2]string{{"", "all types"}, {warned, "with warning"}, {missing, "with missing cells"}})
	words, before, behind := m.pages(c)
	turn := func(id, label string, possible bool, by int) app.UI {
		return kit.SmallButton(send, PageTurned{To: m.page(c) + by}).ID(id).Disabled(!possible).Text(label)
	}
	return []app.UI{
		app.Label().For("columns-sought").Class("unseen").Text("Find a column"),
		kit.Keyed(kit.TextInput(send, "columns-sought", m.Sought,
			func(value string) core.Msg { return ColumnsSought{Text: value, Filter: m.Filter} }, m.Filter), "/").
			Placeholder("Find a column").Spellcheck(false),
		app.Label().For("columns-filter").Class("unseen").Text("Show columns"),
		kit.Select(send, "columns-filter", filters, m.Filter,
			func(value string) core.Msg { return ColumnsSought{Text: m.Sought, Filter: value} }, m.Sought),
		order,
		kit.Some(app.If(before || behind || m.Sought+m.Filter != "", app.P().Class("quiet").Text(words))),
		kit.Some(app.If(before || behind, turn("columns-before", "Before", before, -1), turn("columns-behind", "Next", behind, 1))),
	}
}

// columnOrder puts the columns in the order of the file or of their association with the target; nil if that is unknown.
func columnOrder(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.Plan == nil {
		return nil
	}
	return app.Div().Class("column-order").Body(
		kit.Tick("columns-ranked", "strongest association first", m.Ranked, false,
			kit.On(send, RankingToggled{})),
		kit.Some(kit.Help(c, send, "association", core.TermAssociated)))
}

func profile(m Model, c core.View, send func(core.Msg), j int) app.UI {
	column := &c.Table.Columns[j]
	class := "profile"
	if j == c.Setup.Target {
		class += " target"
	} else if !c.Used(j) {
		class += " unused"
	}
	item, edit := app.Li().Class(class), app.UI(nil)
	switch j {
	case m.opened(c, false):
		edit = editor(c, send, j)
	case m.opened(c, true):
		edit = m.names(c, send, j)
	}
	if edit != nil {
		item = item.OnKeyDown(kit.Escape(send, EditorToggled{j, m.Names}), j, m.Names)
	}
	kind, _ := kindOf(c, j)
	label := labelInWords(c, column)
	name := app.Span().Class("column-name").Body(app.Text(column.Name+" "),
		app.Small().Class("quiet").Text(core.When(label != "", label+" ")),
		app.Small().Class("quiet column-kind").Text(core.KindInShort(kind)))
	return item.Body(
		useBox(c, send, j), name, sketch(column),
		app.Div().Class("profile-facts").Body(
			kit.Each(facts(c, j), func(text string) app.UI { return app.P().Text(text) }),
			kit.Each(remarks(c, send, j), func(remark app.UI) app.UI { return remark })),
		acts(m, c, send, j), kit.Some(edit))
}

func useBox(c core.View, send func(core.Msg), j int) app.UI {
	id, used := "use-"+strconv.Itoa(j), c.Used(j)
	return app.Label().Class("profile-use").For(id).Body(
		kit.Checkbox(send, id, used, ColumnUsed{Column: j, Use: !used}).Disabled(j == c.Setup.Target || !c.Table.Columns[j].Kind.Usable()),
		kit.Unseen("Use "+c.Table.Columns[j].Name))
}

func kindChoices(first [][2]string) [][2]string {
	return kit.Choices(first, len(kinds), func(i int) (string, string) { return string(kinds[i]), core.KindInShort(kinds[i]) })
}

// kindChoice selects the type of a column. It offers an unusual type only if that type was detected.
func kindChoice(c core.View, send func(core.Msg), j int) app.UI {
	id := "kind-" + strconv.Itoa(j)
	kind, overruled := kindOf(c, j)
	var values [][2]string
	if overruled {
		values = append(values, [2]string{"", "detect"})
	}
	values = kindChoices(values)
	if !slices.Contains(kinds, kind) {
		values = append(values, [2]string{string(kind), core.KindInWords(kind)})
	}
	return app.Div().Class("profile-kind").Body(
		app.Label().Class("unseen").For(id).Text("Type of "+c.Table.Columns[j].Name),
		kit.Select(send, id, values, string(kind), func(value string) core.Msg {
			return KindChosen{Column: j, Kind: dataset.Kind(value)}
		}, j).Disabled(c.Reading != ""))
}

func sketch(column *protocol.ColumnSummary) app.UI {
	d := core.Distribution(column)
	bars := chart.Bars{Width: 96, Height: 24, Counts: d.Counts()}
	if d.Histogram == nil {
		bars.Gap = 0.2
	}
	drawing := kit.SVG("sketch", bars.Width, bars.Height, "").Aria("hidden", "true") // the adjacent text says the same
	if len(bars.Counts) == 0 {
		return drawing
	}
	return drawing.Body(kit.Items(bars.Scene())...)
}

// remarks are the association of a column with the target, its notes, and the warning of a leak with its remedy.
func remarks(c core.View, send func(core.Msg), j int) (list []app.UI) {
	name := c.Table.Columns[j].Name
	if a := c.Associated()[name]; a != nil && j != c.Setup.Target {
		list = append(list, association(a))
	}
	doubts, facts := notes(c, j)
	list = append(append(list, kit.Lines("remark doubt", doubts...)...), kit.Lines("remark", facts...)...)
	if m, label := rereading(&c.Table.Columns[j], j); m != nil {
		list = append(list, kit.SmallButton(send, m).Class("reread").Disabled(c.Reading != "").Body(app.Text(label), kit.Unseen(" in "+name)))
	}
	for _, m := range switches(c, j) {
		if m.Value && j != c.Setup.Target { // acts offers it
			continue
		}
		list = append(list, kit.SmallButton(send, m).Class("reread").Disabled(c.Reading != "").Body(app.Text(m.label()), kit.Unseen(" in "+name)))
	}
	if text := leakInWords(c, name); text != "" && j != c.Setup.Target {
		list = append(list, app.Div().Class("remark doubt leak").Body(app.P().Text(text),
			kit.SmallButton(send, ColumnUsed{Column: j}).Body(app.Text("Exclude"), kit.Unseen(" "+name))))
	}
	return list
}

// association draws how strongly a column depends on the target, on one scale for all measures, and gives the figure.
func association(a *binarize.Association) app.UI {
	const width, height = 40, 8
	bar := func(class string, share float64) app.UI {
		return kit.Path(class, "M0 0H"+kit.Coordinate(share*width)+"V"+kit.Coordinate(height)+"H0Z")
	}
	return app.P().Class("association").Title(core.TermAssociated.Text).Body(
		kit.SVG("association", width, height, "").Aria("hidden", "true").Body(bar("whole", 1), bar("strength", a.Strength())),
		app.Text(a.String()))
}

func facts(c core.View, j int) []string {
	column := &c.Table.Columns[j]
	use := featuresInWords(c, j) + core.When(c.Used(j) && c.Setup.Require[column.Name], ", required")
	use = core.Either(j == c.Setup.Target, "target", use)
	return []string{spread(column, c.Table.Rows), missingInWords(column, c.Table.Rows), use}
}

// acts change a column, and edit its thresholds and names. In a narrow window, and without a hovering pointer, a button lists them.
func acts(m Model, c core.View, send func(core.Msg), j int) app.UI {
	column, id := &c.Table.Columns[j], "acts-"+strconv.Itoa(j)
	act := func(m core.Msg, label, of string) app.HTMLButton {
		return kit.SmallButton(send, m).Attr("popovertarget", id).Attr("popovertargetaction", "hide").
			Body(app.Text(label), kit.Unseen(of+column.Name))
	}
	var list []app.UI
	if must := c.Used(j) && c.Setup.Require[column.Name]; j != c.Setup.Target {
		list = append(list, act(core.TargetChosen{Column: j}, "Target", " "),
			act(ColumnRequired{Column: j, Required: !must}, "Require in rules", " ").Aria("pressed", must).Disabled(!c.Used(j)))
		if label, ok := map[dataset.Kind][2]string{dataset.Numeric: {"Cut points", " for "}, dataset.Date: {"Parts", " of "}}[column.Kind]; ok {
			list = append(list, act(EditorToggled{Column: j}, label[0], label[1]).ID(editButton(j)).
				Aria("expanded", m.opened(c, false) == j).Disabled(!c.Used(j)))
		}
	}
	for _, m := range switches(c, j) {
		list = append(list, act(m, m.label(), " in ").Disabled(c.Reading != ""))
	}
	list = append(list, act(EditorToggled{j, true}, "Names", " for ").ID(namesButton(j)).Aria("expanded", m.opened(c, true) == j))
	all := slices.DeleteFunc(append([]string{column.Name}, facts(c, j)...), func(text string) bool { return text == "" })
	return app.Div().Class("profile-acts").Body(
		app.Button().Type("button").Class("small profile-more").Attr("popovertarget", id).Body(kit.Unseen("More about "+column.Name)),
		app.Div().ID(id).Class("profile-list").Attr("popover", "auto").Body(
			app.P().Class("profile-all").Text(strings.Join(all, " · ")), kindChoice(c, send, j),
			app.Div().Class("profile-buttons").Body(list...)))
}

func editButton(j int) string { return "edit-" + strconv.Itoa(j) }
