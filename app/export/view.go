package export

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/protocol"
)

// View returns the export tab: the rules in other formats, and predictions.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	unwritten := m.written(c) == nil
	return []app.UI{
		kit.Some(setsChoice(m, c, send)),
		app.FieldSet().Class("formats").Body(app.Legend().Text("Export as"),
			app.Range(protocol.Formats).Slice(func(i int) app.UI {
				f := protocol.Formats[i]
				return kit.Radio(send, "format", "format-"+f.Name, f.Label, i == m.Format, FormatChosen{Index: i})
			})),
		app.P().Class("quiet").ID("holds").Text(m.contents(c)),
		kit.Some(kit.Alert(m.problem(c))),
		app.Div().Class("controls").Body(
			kit.Button(send, FileSaved{}).Class("primary").ID("download-file").Disabled(unwritten).
				Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download")),
			kit.Button(send, FileCopied{}).ID("copy-file").Disabled(unwritten).Body(kit.DrawIcon(kit.CopyIcon), app.Text("Copy")),
			app.P().Class("quiet").Text(m.fileInWords(c))),
		kit.Some(preview(m, c)),
		app.H3().Text("Print"),
		kit.Tick("print-all", printsAll, m.PrintsAll, false, kit.On(send, PrintToggled{})),
		app.H3().Text("Predictions"),
		kit.Some(predictions(m, c, send)...),
	}
}

// setsChoice selects whether to export all sets of a multiclass model or the displayed one; nil without a multiclass model.
func setsChoice(m Model, c core.View, send func(core.Msg)) app.UI {
	if c.MultiClass == nil {
		return nil
	}
	one := "the rules for “" + core.SetName(c.MultiClass, c.Member) + "” alone"
	return app.FieldSet().Class("formats").Body(app.Legend().Text("Export"),
		kit.Radio(send, "alone", "take-all", "the model of all classes", !m.Alone, SetsChosen{}),
		kit.Radio(send, "alone", "take-alone", one, m.Alone, SetsChosen{Alone: true}))
}

// preview shows the file in a box of constant size, so that nothing below it moves during the export.
func preview(m Model, c core.View) app.UI {
	if m.problem(c) != nil {
		return nil
	}
	text, more := m.preview(c)
	return app.Div().Body(
		app.Pre().ID("file-preview").Class("file-preview").TabIndex(0).Role("region").Aria("label", "The text of the file").Text(text),
		kit.Some(app.If(more, app.P().Class("quiet").Text(previewNote))))
}

func predictions(m Model, c core.View, send func(core.Msg)) []app.UI {
	if c.Table == nil {
		return []app.UI{app.P().Class("quiet").Text(noTable)}
	}
	p := m.Predicted
	label, press := "Score rows", core.Msg(PredictionsAsked{})
	if p.Complete {
		label, press = "Download the predictions (CSV)", PredictionsSaved{}
	}
	return []app.UI{
		kit.Tick("with-columns", withColumns, m.Columns, false, kit.On(send, ColumnsToggled{})),
		kit.Some(kit.ProblemView(p.Problem)),
		app.Div().Class("controls").Body(
			kit.Button(send, press).ID("predictions").Disabled(p.Wanted).Text(label),
			app.P().Class("quiet").Text(m.predictionsInWords(c))),
	}
}

// Downloads returns the buttons that download the rules as text and as a model file.
func Downloads(send func(core.Msg)) app.UI {
	return app.Div().Class("controls").Body(
		kit.Button(send, TextSaved{}).ID("download-text").Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download as text")),
		kit.Button(send, ModelSaved{}).ID("download-model").
			Body(kit.DrawIcon(kit.DownloadIcon), app.Text("Download the model (JSON)")),
		app.P().Class("quiet").Text(downloadsNote))
}
