package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/kit"
	"drnet/app/page/state"
	"drnet/app/rows"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/engine/rule"
)

func welcome(s state.State, r *Root) []app.UI {
	c := r.view(s)
	var begins app.UI
	if s.Peek != nil {
		begins = rows.WholeView(s.AllRows, c, r.send)
	}
	return []app.UI{
		app.H1().Text("Drop a table. Get rules you can read."),
		app.P().Class("lead").Text("Trains a small neural network in your browser and turns it into IF-THEN rules. " +
			"Nothing is uploaded: this page cannot send your data anywhere."),
		dropZone(r),
		kit.Some(kit.Note(s.Link.Awaited()), data.Reading(s.Data, c, r.send), begins, data.FileProblem(c, r.send)),
		pasteView(),
		kit.Some(storage.WorksView(s.Storage, r.send), storage.ProblemView(s.Storage, c)),
		kit.Some(exampleView(r.Example, r)),
		app.H2().Text("Or try a sample dataset"),
		samples(s, r),
		app.H2().Text("Or open saved rules"),
		app.Div().Class("controls").Body(modelInput(r)),
		kit.Some(kit.Alert(s.Rules.Problem)),
	}
}

// dropZone selects a file. The whole page accepts drops.
func dropZone(r *Root) app.UI {
	return app.Label().Class("drop").Body(
		fileInput(r),
		app.Span().Class("drop-what").Text("Drop a CSV or Excel file here or browse"),
		app.Span().Class("drop-more").Text("CSV, TSV, Excel (.xlsx), LibreOffice (.ods), JSON, ARFF or ZIP. "+
			"Header row and delimiter are detected. Two files are a training table and a test table."),
	)
}

func fileInput(r *Root) app.UI {
	return app.Input().Class("file").Type("file").ID("file").Accept(tables).Multiple(true).OnChange(r.chosen)
}

// tables lists the file types that the page reads, as the accept attribute of a file input.
const tables = ".csv,.tsv,.txt,.tab,.data,.xlsx,.xlsm,.ods,.json,.jsonl,.ndjson,.arff,.zip,.gz,text/csv"

// moreInputs returns the inputs that add a test table, or further rows, to the table.
func moreInputs(s state.State, r *Root) []app.UI {
	input := func(id, label string, shown bool, add func(*state.FileChosen)) app.UI {
		if !shown {
			return nil
		}
		return app.Label().Class("small drop-again").Body(
			app.Input().Class("file").Type("file").ID(id).Accept(tables).Disabled(s.Reading != "" || s.Busy()).
				OnChange(func(ctx app.Context, _ app.Event) {
					if files := ctx.JSSrc().Get("files"); r.Engine != nil && files.Get("length").Int() > 0 {
						t := r.table(files.Index(0))
						add(&t)
						r.send(t)
					}
					ctx.JSSrc().Set("value", "")
				}, id),
			app.Text(label))
	}
	return []app.UI{
		input("more-file", "Append rows", s.Source.More == nil, func(t *state.FileChosen) { t.Append = true }),
		input("test-file", core.Either(s.Test == nil, "Add a test table", "Replace test table"), true,
			func(t *state.FileChosen) { t.Test = true }),
	}
}

func (r *Root) chosen(ctx app.Context, _ app.Event) {
	r.choose(ctx.JSSrc().Get("files"))
	ctx.JSSrc().Set("value", "") // lets the user select the same file again
}

// pasteView returns a field for a pasted table. Pasting anywhere on the page outside of other fields does the same.
func pasteView() app.UI {
	return app.Details().Class("paste").Body(
		app.Summary().Text("Paste data"),
		app.Label().Class("quiet").For("paste").Text("Copy cells from a spreadsheet, or lines of a CSV file, and paste them here."),
		app.Textarea().ID("paste").Spellcheck(false),
	)
}

func samples(s state.State, r *Root) app.UI {
	return app.Ul().Class("samples").Body(app.Range(s.Samples).Slice(func(i int) app.UI {
		built := s.Samples[i]
		return app.Li().Body(kit.PlainButton(r.send, "sample", state.SampleChosen{Name: built.Name}).DataSet("sample", built.Name).
			Body(app.Strong().Text(built.Title), app.Span().Text(built.Question),
				app.Small().Text(core.Count(built.Rows)+" rows × "+core.Count(built.Columns)+" columns")))
	}))
}

// dataSection shows the table and selects the target. If only rules are open, from a file, it asks for a table.
func dataSection(s state.State, r *Root) []app.UI {
	t, c := s.Table, s.View()
	if t == nil {
		return []app.UI{
			app.P().Text("The rules of " + s.Rules.Now().From + " are open. Drop a table to apply them to it."),
			dropZone(r),
			kit.Some(data.Reading(s.Data, c, r.send), data.FileProblem(c, r.send)),
			others(s, r),
		}
	}
	targets, _ := s.Data.Shown(c)
	slices.Sort(targets)
	return []app.UI{
		r.parts.place(tablePiece, func() app.UI {
			return app.Div().Class("table").Body(
				app.P().Body(app.Strong().Class("file-name").Text(t.Name),
					app.Text(appended(s)+" "+core.Plural(t.Rows, "row", "rows")+", "+core.Plural(len(t.Columns), "column", "columns"))),
				kit.Some(data.Sheets(c, r.send)),
				app.P().Class("quiet").Text("Parsed as "+t.ReadAs()),
				data.OptionsButton(s.Data, r.send),
				app.Label().Class("small drop-again").Body(fileInput(r), app.Text("Replace file")),
				kit.Some(append(moreInputs(s, r), data.TestTable(c, r.send), data.Reading(s.Data, c, r.send),
					data.FileProblem(c, r.send), data.ImportOptions(s.Data, c, r.send))...))
		}),
		r.parts.place(targetPiece, func() app.UI {
			return app.Div().Class("aim").Body(append(settings.TargetView(c, r.send, targets), kit.Some(data.Warnings(s.Data, c, r.send)))...)
		}),
		app.Div().Class("bench").Body(
			r.parts.place(columnsPiece, func() app.UI { return data.Columns(s.Data, c, r.send) }),
			r.parts.place(rowsPiece, func() app.UI { return rows.WholeView(s.AllRows, c, r.send) }),
			r.parts.place(othersPiece, func() app.UI { return kit.Some(others(s, r), data.Digest(t)) })),
		next(s, r),
	}
}

func appended(s state.State) string {
	if s.Source.More == nil {
		return ""
	}
	return " with the rows of " + s.Source.More.Name + ","
}

// others offers to open a saved model, project or work, or a sample dataset.
func others(s state.State, r *Root) app.UI {
	return app.Details().Class("others").Body(
		app.Summary().Text("Open something else"),
		modelInput(r),
		kit.Some(storage.WorksView(s.Storage, r.send), storage.ProblemView(s.Storage, r.view(s))),
		app.H3().Text("Sample datasets"), samples(s, r))
}

// exampleView shows rules that were trained on a sample dataset at build time. The first screen is therefore not empty.
func exampleView(e *state.Example, r *Root) app.UI {
	if e == nil {
		return nil
	}
	return app.Section().Class("example").Aria("labelledby", "example-title").Body(
		app.Div().Class("example-words").Body(
			app.H2().ID("example-title").Text("Rules learned from a sample table"),
			app.P().Class("quiet").Text(core.Plural(e.Rows, "row", "rows")+" × "+core.Plural(e.Columns, "column", "columns")+
				". Predict "+rule.PredictionText(e.Target, e.Positive)+" if any of these rules holds, otherwise "+e.Negative+"."),
			app.Ol().Class("example-rules").Body(kit.Each(e.Rules, exampleRule)),
			app.P().Body(app.Strong().Text(e.Right+" test accuracy"), app.Text(" ("+core.Plural(e.Unseen, "row", "rows")+")")),
			kit.Button(r.send, state.SampleChosen{Name: e.Sample, Learn: true}).Class("primary").DataSet("learn", e.Sample).
				Text("Watch it train")),
		exampleNetwork(*e))
}

func exampleRule(phrases []rule.Phrase) app.UI {
	var words []app.UI
	for i, p := range phrases {
		joint := core.Either(i > 0, " AND ", "IF ")
		words = append(words, app.Small().Text(joint), app.Text(p.Marked(rule.OrMissing)))
	}
	return app.Li().Body(words...)
}

// exampleNetwork draws the inputs, the rules with their conditions, and the OR of the rules.
func exampleNetwork(e state.Example) app.UI {
	const width, row, inputX, ruleX, orX, ruleRadius, orRadius = 320.0, 44.0, 120.0, 220.0, 292.0, 9.0, 13.0
	inputs := e.Inputs()
	height := row * float64(max(len(inputs), len(e.Rules)))
	place := func(i, of int) float64 { return height * (float64(i) + 0.5) / float64(of) }
	var lines, marks []app.UI
	line := func(x1, y1, x2, y2 float64) {
		mid := (x1 + x2) / 2
		lines = append(lines, kit.Path("example-line", fmt.Sprintf("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, mid, y1, mid, y2, x2, y2)))
	}
	node := func(x, y, r float64, text string) {
		circle := fmt.Sprintf("M%.1f %.1fa%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0", x-r, y, r, r, 2*r, r, r, -2*r)
		marks = append(marks, kit.Path("example-dot", circle), kit.Label("example-number", "middle", x, y, text))
	}
	for i, name := range inputs {
		marks = append(marks, kit.Label("example-input", "end", inputX-8, place(i, len(inputs)), name))
	}
	for k, phrases := range e.Rules {
		y := place(k, len(e.Rules))
		for _, p := range phrases {
			line(inputX, place(slices.Index(inputs, p.Column), len(inputs)), ruleX-ruleRadius, y)
		}
		line(ruleX+ruleRadius, y, orX-orRadius, height/2)
		node(ruleX, y, ruleRadius, core.Count(k+1))
	}
	node(orX, height/2, orRadius, "OR")
	sentence := "The network that was learned: " + core.Plural(len(inputs), "column leads", "columns lead") + " to " +
		core.Plural(len(e.Rules), "rule", "rules") + ", and any rule gives the answer " + e.Positive + "."
	return kit.SVG("example-network", width, height, sentence).Body(append(lines, marks...)...)
}

// early applies the input that arrived before the program ran. web/early.js stored it.
func (r *Root) early() {
	if !app.Window().Get("drnetEarly").Truthy() {
		return
	}
	launched := app.FuncOf(func(_ app.Value, args []app.Value) any {
		r.soon(0, func() { r.take(args[0]) })
		return nil
	})
	r.quiet.releases = append(r.quiet.releases, launched.Release)
	kept := app.Window().Call("drnetEarly", launched)
	switch {
	case !kept.Truthy():
	case kept.Get("file").Truthy():
		r.take(kept.Get("file"))
	case kept.Get("text").Truthy():
		r.paste(kept.Get("text"))
	case kept.Get("learn").Truthy():
		r.send(state.SampleChosen{Name: kept.Get("learn").String(), Learn: true})
	case kept.Get("sample").Truthy():
		r.send(state.SampleChosen{Name: kept.Get("sample").String()})
	}
}

// pasted reads a table from the clipboard, unless the target is another input.
func (r *Root) pasted(_ app.Context, e app.Event) {
	if in := e.Get("target"); in.Get("matches").Truthy() && in.Call("matches", "input, textarea:not(#paste)").Bool() {
		return
	}
	clipboard := e.Get("clipboardData")
	if files := clipboard.Get("files"); files.Get("length").Int() > 0 {
		e.PreventDefault()
		r.choose(files)
		return
	}
	if text := clipboard.Call("getData", "text/plain"); strings.TrimSpace(text.String()) != "" {
		e.PreventDefault()
		r.paste(text)
	}
}

// paste sends a text as if it were a file.
func (r *Root) paste(text app.Value) {
	r.take(app.Window().Get("File").New(app.Window().Get("Array").Call("of", text), "pasted table.csv"))
}

func save(name, kind string, parts ...string) {
	list := make([]any, len(parts))
	for i, part := range parts {
		list[i] = part
	}
	if !strings.Contains(kind, "charset") {
		kind += ";charset=utf-8"
	}
	Save(name, app.Window().Get("Blob").New(list, map[string]any{"type": kind}))
}

// Save saves a Blob as a file.
func Save(name string, blob app.Value) {
	url := app.Window().Get("URL").Call("createObjectURL", blob)
	link := app.Window().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	app.Window().Get("URL").Call("revokeObjectURL", url)
}

func modelInput(r *Root) app.UI {
	return app.Label().Class("button drop-again").Body(
		app.Input().Class("file").Type("file").ID("open-model").Accept(".json,application/json").OnChange(r.chosen, "model"),
		kit.DrawIcon(kit.FolderIcon), app.Text("Open a saved model or project"))
}
