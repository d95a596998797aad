package export

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// The messages. FormatChosen selects a format by its index in protocol.Formats, SetsChosen all sets of a multiclass model or the displayed
// one. FileSaved downloads the rules in that format, FileCopied copies them; TextSaved and ModelSaved download them as text and as a model
// file. PredictionsAsked predicts all rows, PredictionsSaved downloads the result, and ColumnsToggled adds the columns of the table.
// PrintToggled selects whether a printout holds the screen or the report of the rules.
type (
	FormatChosen     struct{ Index int }
	SetsChosen       struct{ Alone bool }
	FileSaved        struct{}
	FileCopied       struct{}
	TextSaved        struct{}
	ModelSaved       struct{}
	PredictionsAsked struct{}
	PredictionsSaved struct{}
	ColumnsToggled   struct{}
	PrintToggled     struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.Heard:
		if core.Hear(&m.file, msg) && m.file.Problem != nil {
			m.file.Value = nil
		}
		m.Predicted.Hear(msg)
	case core.Refresh:
		return m.refresh(c)
	case core.RulesOpened:
		return Model{Format: m.Format, Columns: m.Columns, PrintsAll: m.PrintsAll}, nil
	case core.SetShown, core.TableRead:
		return Model{Format: m.Format, Columns: m.Columns, PrintsAll: m.PrintsAll, Alone: m.Alone}, nil
	case FormatChosen:
		if msg.Index >= 0 && msg.Index < len(protocol.Formats) {
			m.Format = msg.Index
		}
	case SetsChosen:
		if m.Alone != msg.Alone {
			m.Alone, m.Predicted = msg.Alone, core.Predictions{}
			m.file.Forget()
		}
	case ColumnsToggled:
		m.Columns, m.Predicted = !m.Columns, core.Predictions{}
	case PrintToggled:
		m.PrintsAll = !m.PrintsAll
	case PredictionsAsked:
		m.Predicted, m.of = core.Predictions{Wanted: true}, fileKey{model: c.Revision.Model, classes: m.classes(c)}
	case FileSaved, FileCopied, TextSaved, ModelSaved, PredictionsSaved:
		if c.Revision.Model != nil {
			return m, m.save(msg, c)
		}
	}
	return m, nil
}

// save returns the commands that download or copy what a message names.
func (m Model) save(msg core.Msg, c core.View) []core.Command {
	w, classes := m.written(c), m.classes(c)
	var file core.SaveFile
	saved := false // the file is a model file
	switch msg.(type) {
	case FileSaved, FileCopied:
		if w == nil {
			return nil
		}
		if _, copied := msg.(FileCopied); copied {
			return []core.Command{core.CopyText{Text: w.Text}}
		}
		file = core.SaveFile{Name: w.Name, Kind: w.Type, Parts: []string{w.Text}}
		saved = protocol.Formats[m.Format].Name == "json"
	case TextSaved:
		text := core.FileOf(c.Revision, classes).Text(c.Table.Integers)
		file = core.SaveFile{Name: "rules.txt", Kind: "text/plain", Parts: []string{text}}
	case ModelSaved:
		text, err := core.FileOf(c.Revision, classes).Write()
		if err != nil {
			return nil
		}
		file, saved = core.SaveFile{Name: "model.json", Kind: "application/json", Parts: []string{string(text)}}, true
	case PredictionsSaved:
		file = core.SaveFile{Name: "predictions.csv", Kind: "text/csv", Parts: m.Predicted.Parts}
		if core.FileOf(c.Revision, classes).Edited() { // the table cannot hold the remark
			file.Name = "predictions-edited-by-hand.csv"
		}
	}
	if saved && classes == c.Scored { // it holds all sets
		return []core.Command{file, core.Send{Msg: core.ModelSaved{}}}
	}
	return []core.Command{file}
}

// refresh requests the rules in the selected format while the export is shown, and the next part of the predictions.
func (m Model) refresh(c core.View) (Model, []core.Command) {
	r, classes := c.Revision, m.classes(c)
	if m.of != (fileKey{model: r.Model, classes: classes}) {
		m.Predicted = core.Predictions{}
	}
	if !c.Idle() {
		return m, nil
	}
	var commands []core.Command
	if c.Tab == core.ExportTab {
		body := protocol.Export{Model: r.File(), MultiClass: classes, Format: protocol.Formats[m.Format].Name}
		commands = m.file.Request(m.key(c), c.Free, body)
		c.Free += core.ID(len(commands))
	}
	if c.Table != nil {
		body := protocol.Predict{Model: r.Model, MultiClass: classes, Columns: m.Columns}
		commands = append(commands, m.Predicted.Ask(body, c.Free)...)
	}
	return m, commands
}
