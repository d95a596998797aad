package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/app/storage"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// welcome is the page before the first table.
func welcome(s state.State, r *Root) []app.UI {
	var begins app.UI
	if s.Peek != nil {
		begins = previewView(s, r, s.Peek)
	}
	return []app.UI{
		app.H1().Text("Drop a table. Get rules you can read."),
		app.P().Class("lead").Text("A small neural network learns in this browser tab and tells you what it found as IF-THEN rules. " +
			"Your file stays on this computer: this page cannot send it anywhere."),
		dropZone(r),
		pasteView(r),
		kit.Some(storage.WorksView(s.Storage, r.send), storage.ProblemView(s.Storage, r.view(s))),
		kit.Some(readingView(s, r), begins, fileProblem(s, r)),
		kit.Some(exampleView(r.Example, r)),
		app.H2().Text("Or start with a built-in table"),
		samples(s, r),
		app.H2().Text("Or go on with rules that you saved"),
		app.Div().Class("controls").Body(modelInput(r)),
		kit.Some(kit.ProblemView(s.Rules.Problem)),
	}
}

// dropZone selects a file. The whole page accepts drops.
func dropZone(r *Root) app.UI {
	return app.Label().Class("drop").Body(
		fileInput(r),
		app.Span().Class("drop-what").Text("Drop a CSV file here, or choose one"),
		app.Span().Class("drop-more").Text("Comma, semicolon or tab between values; names in the first row."),
	)
}

func fileInput(r *Root) app.UI {
	return app.Input().Class("file").Type("file").ID("file").Accept(".csv,.tsv,.txt,text/csv").
		OnChange(func(ctx app.Context, _ app.Event) {
			r.choose(ctx.JSSrc().Get("files"))
			ctx.JSSrc().Set("value", "") // lets the user select the same file again
		})
}

// pasteView is a field for a pasted table. Elsewhere on the page pasting does the same, except in other fields.
func pasteView(r *Root) app.UI {
	return app.Details().Class("paste").Body(
		app.Summary().Text("Paste a table"),
		app.Label().Class("quiet").For("paste").Text("Copy cells from a spreadsheet, or lines of a CSV file, and paste them here."),
		app.Textarea().ID("paste").Spellcheck(false),
	)
}

func samples(s state.State, r *Root) app.UI {
	return app.Ul().Class("samples").Body(app.Range(s.Samples).Slice(func(i int) app.UI {
		built := s.Samples[i]
		return app.Li().Body(app.Button().Class("sample").Type("button").DataSet("sample", built.Name).
			OnClick(r.on(state.SampleChosen{Name: built.Name}), built.Name).
			Body(
				app.Strong().Text(built.Title),
				app.Span().Text(built.Question),
				app.Small().Text(core.Count(built.Rows)+" rows × "+core.Count(built.Columns)+" columns, about "+
					core.Count(built.Seconds)+" s to learn"),
			))
	}))
}

// dataStep summarizes the table and offers to replace it.
func dataStep(s state.State, r *Root) app.UI {
	t := s.Table
	return foldable(s, r, state.DataPlace, "1", "Data", t.Name+", "+core.Plural(t.Rows, "row", "rows"),
		app.P().Body(app.Strong().Class("file-name").Text(t.Name),
			app.Text(": "+core.Plural(t.Rows, "row", "rows")+", "+core.Plural(len(t.Columns), "column", "columns"))),
		app.P().Class("quiet").Text("Read as: "+t.ReadAs()+"."),
		kit.Some(readingView(s, r), fileProblem(s, r)),
		dialectForm(s, r),
		kit.Some(warningsView(s, r)),
		app.Label().Class("button drop-again").Body(fileInput(r), kit.DrawIcon(kit.FileIcon), app.Text("Choose another file")),
		modelInput(r),
		kit.Some(storage.WorksFolded(s.Storage, r.send), storage.ProblemView(s.Storage, r.view(s))),
		app.Details().Body(app.Summary().Text("Built-in tables"), samples(s, r)),
	)
}

// modelStep asks for a table when a model was opened without one.
func modelStep(s state.State, r *Root) app.UI {
	return kit.Step("data", "1", "Data",
		app.P().Text("The rules of "+s.Rules.Now().From+" are open. Drop a table to apply them to it."),
		dropZone(r),
		kit.Some(readingView(s, r), fileProblem(s, r)),
		modelInput(r),
		kit.Some(storage.WorksFolded(s.Storage, r.send), storage.ProblemView(s.Storage, r.view(s))),
		app.Details().Body(app.Summary().Text("Built-in tables"), samples(s, r)),
	)
}

// previewView shows the first rows as parsed.
func previewView(s state.State, r *Root, t *protocol.TableSummary) app.UI {
	columns, which := s.PreviewColumns(t)
	rows := s.PreviewRows(t)
	title := "The first " + core.Plural(len(t.Preview), "row", "rows") + which
	target := -1
	var head app.UI
	if s.View().Triable() {
		head = kit.Unseen("Try a row on the rules")
	}
	if t == s.Table {
		target = s.Setup.Target
	} else {
		title += ", as they are read now"
	}
	return app.Details().ID("preview").Class("preview").Open(s.Run.Phase == core.Idle).Body(
		app.Summary().Text(title),
		app.Div().Class("scroll").TabIndex(0).Role("region").Aria("label", "The first rows of the table").Body(
			app.Table().Body(
				app.THead().Body(app.Tr().Body(app.Td().Class("try-cell").Body(kit.Some(head)),
					app.Range(columns).Slice(func(k int) app.UI { return columnHead(t, columns[k], target) }))),
				app.TBody().Body(app.Range(rows).Slice(func(i int) app.UI { return previewRow(s, r, t, i, columns, target) })),
			),
		),
	)
}

func columnHead(t *protocol.TableSummary, j, target int) app.UI {
	c := t.Columns[j]
	kind := core.KindInWords(c.Kind)
	if c.Missing > 0 {
		kind += ", " + core.Count(c.Missing) + " missing"
	}
	return app.Th().Scope("col").Class(cellClass(t, j, target)).Body(app.Span().Class("column-name").Text(c.Name), app.Small().Text(kind))
}

func previewRow(s state.State, r *Root, t *protocol.TableSummary, i int, columns []int, target int) app.UI {
	cells := s.PreviewRows(t)[i]
	var try app.UI
	if s.View().Triable() {
		try = app.Button().Type("button").Class("small").OnClick(r.on(core.RowTried{Row: i + 1}), i).
			Body(app.Text("Try"), kit.Unseen(" row "+core.Count(i+1)+" on the rules"))
	}
	return app.Tr().Body(app.Td().Class("try-cell").Body(kit.Some(try)), app.Range(columns).Slice(func(k int) app.UI {
		j := columns[k]
		cell := app.Td().Class(cellClass(t, j, target))
		if cells[j] == nil {
			return cell.Body(app.Span().Class("missing").Text("missing"))
		}
		return cell.Text(*cells[j])
	}))
}

// cellClass returns the class of a cell: the target column differs from the features, and numbers are right-aligned.
func cellClass(t *protocol.TableSummary, j, target int) string {
	class := "other"
	if j == target {
		class = "target"
	}
	if t.Columns[j].Kind == dataset.Numeric {
		class += " numeric"
	}
	return class
}
