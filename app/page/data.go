package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/data"
	"drnet/app/kit"
	"drnet/app/page/state"
	"drnet/app/storage"
)

// welcome is the page before the first table.
func welcome(s state.State, r *Root) []app.UI {
	var begins app.UI
	c := r.view(s)
	if s.Peek != nil {
		begins = data.Preview(s.Data, c, r.send, s.Peek)
	}
	return []app.UI{
		app.H1().Text("Drop a table. Get rules you can read."),
		app.P().Class("lead").Text("Trains a small neural network in your browser and turns it into IF-THEN rules. " +
			"Your file stays on this computer: this page cannot send it anywhere."),
		dropZone(r),
		pasteView(r),
		kit.Some(storage.WorksView(s.Storage, false, r.send), storage.ProblemView(s.Storage, c)),
		kit.Some(data.Reading(s.Data, c, r.send), begins, data.FileProblem(c, r.send)),
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
		OnChange(r.chosen)
}

// chosen reads the file that was chosen in a field.
func (r *Root) chosen(ctx app.Context, _ app.Event) {
	r.choose(ctx.JSSrc().Get("files"))
	ctx.JSSrc().Set("value", "") // lets the user select the same file again
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
			OnClick(kit.On(r.send, state.SampleChosen{Name: built.Name}), built.Name).
			Body(app.Strong().Text(built.Title), app.Span().Text(built.Question),
				app.Small().Text(core.Count(built.Rows)+" rows × "+core.Count(built.Columns)+" columns, about "+
					core.Count(built.Seconds)+" s to learn")))
	}))
}

// dataStep summarizes the table and offers to replace it.
func dataStep(s state.State, r *Root) app.UI {
	t, c := s.Table, s.View()
	rows := core.Plural(t.Rows, "row", "rows")
	return foldable(s, r, state.DataPlace, "1", "Data", t.Name+", "+rows, append([]app.UI{
		app.P().Body(app.Strong().Class("file-name").Text(t.Name),
			app.Text(": "+rows+", "+core.Plural(len(t.Columns), "column", "columns"))),
		app.P().Class("quiet").Text("Parsed as: " + t.ReadAs() + "."),
		kit.Some(data.Reading(s.Data, c, r.send), data.FileProblem(c, r.send)),
		data.ImportOptions(s.Data, c, r.send),
		kit.Some(data.Warnings(c, r.send)),
		app.Label().Class("button drop-again").Body(fileInput(r), kit.DrawIcon(kit.FileIcon), app.Text("Replace file")),
	}, others(s, r)...)...)
}

// modelStep asks for a table when a model was opened without one.
func modelStep(s state.State, r *Root) app.UI {
	return kit.Step("data", "1", "Data", append([]app.UI{
		app.P().Text("The rules of " + s.Rules.Now().From + " are open. Drop a table to apply them to it."),
		dropZone(r),
		kit.Some(data.Reading(s.Data, s.View(), r.send), data.FileProblem(s.View(), r.send)),
	}, others(s, r)...)...)
}

// others opens a saved model, project or work, or a sample dataset.
func others(s state.State, r *Root) []app.UI {
	return []app.UI{
		modelInput(r),
		kit.Some(storage.WorksView(s.Storage, true, r.send), storage.ProblemView(s.Storage, r.view(s))),
		app.Details().Body(app.Summary().Text("Sample datasets"), samples(s, r)),
	}
}
