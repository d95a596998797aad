package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/state"
	"drnet/engine/protocol"
)

// exportTab exports the model in other formats.
func exportTab(s state.State, r *Root) []app.UI {
	t := s.Take
	return []app.UI{
		kit.Some(aloneChoice(s, r)),
		app.FieldSet().Class("formats").Body(app.Legend().Text("Write the rules as"),
			app.Range(protocol.Formats).Slice(func(i int) app.UI {
				id := "format-" + protocol.Formats[i].Name
				return app.Div().Class("radio").Body(
					app.Input().Type("radio").Name("format").ID(id).Checked(i == t.Format).OnChange(r.on(state.FormatChosen{Index: i}), i),
					app.Label().For(id).Text(protocol.Formats[i].Label))
			})),
		app.P().Class("quiet").ID("holds").Text(s.HoldsInWords()),
		kit.Some(kit.ProblemView(t.Problem())),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button primary").ID("download-file").Disabled(t.Written() == nil).
				OnClick(func(app.Context, app.Event) {
					if w := r.current().Take.Written(); w != nil {
						save(w.Name, w.Type, w.Text)
						if r.current().TakesModel() {
							r.send(state.ModelSaved{})
						}
					}
				}, "file").Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download")),
			app.Button().Type("button").Class("button").ID("copy-file").Disabled(t.Written() == nil).
				OnClick(func(app.Context, app.Event) {
					if w := r.current().Take.Written(); w != nil {
						r.copy(w.Text)
					}
				}, "file").Body(kit.DrawIcon(kit.CopyIcon), app.Text("Copy")),
			app.P().Class("quiet").Text(written(s))),
		kit.Some(preview(t)),
		app.H3().Text("Predictions"),
		kit.Some(predictions(s, r)...),
	}
}

// written describes the exported file.
func written(s state.State) string {
	w := s.Take.Written()
	switch {
	case w != nil:
		return w.Name + ", " + core.Plural(len(w.Text), "byte", "bytes")
	case s.Take.Problem() != nil:
		return ""
	case s.Run.Active():
		return "It is written when the training has ended."
	}
	return "Writing …"
}

// preview shows the file in a box of constant size, so that nothing below it moves during the export.
func preview(t state.Take) app.UI {
	if t.Problem() != nil {
		return nil
	}
	text, more := t.Preview()
	var rest app.UI
	if more {
		rest = app.P().Class("quiet").Text("The file goes on; this is its beginning.")
	}
	return app.Div().Body(
		app.Pre().ID("file-preview").Class("file-preview").TabIndex(0).Role("region").Aria("label", "The text of the file").Text(text),
		kit.Some(rest))
}

// predictions exports the predictions for all rows of the table.
func predictions(s state.State, r *Root) []app.UI {
	t := s.Take
	if s.Table == nil {
		return []app.UI{app.P().Class("quiet").Text("Drop a table to have the rules answer for its rows.")}
	}
	label, press := "Make the predictions", r.on(state.PredictionsAsked{})
	if t.Complete {
		label = "Download the predictions (CSV)"
		press = func(app.Context, app.Event) {
			name := "predictions.csv"
			if r.current().Edited() { // a table of predictions cannot hold the remark
				name = "predictions-edited-by-hand.csv"
			}
			save(name, "text/csv", r.current().Take.Parts...)
		}
	}
	return []app.UI{
		app.Div().Class("radio").Body(
			app.Input().Type("checkbox").ID("with-columns").Checked(t.Columns).OnChange(r.on(state.ColumnsWanted{Wanted: !t.Columns}), t.Columns),
			app.Label().For("with-columns").Text("With the columns of the table: then every row of it is in the file")),
		kit.Some(kit.ProblemView(t.Unwritten)),
		app.Div().Class("controls").Body(
			app.Button().Type("button").Class("button").ID("predictions").Disabled(t.Predicts).OnClick(press, t.Complete).Text(label),
			app.P().Class("quiet").Text(s.PredictionsInWords())),
	}
}

// save saves a text as a file.
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

// modelInput opens a saved model or project.
func modelInput(r *Root) app.UI {
	return app.Label().Class("button drop-again").Body(
		app.Input().Class("file").Type("file").ID("open-model").Accept(".json,application/json").
			OnChange(func(ctx app.Context, _ app.Event) {
				r.choose(ctx.JSSrc().Get("files"))
				ctx.JSSrc().Set("value", "")
			}, "model"),
		kit.DrawIcon(kit.FolderIcon), app.Text("Open a saved model or project"))
}
