package export

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

const (
	previewNote        = "Only the beginning of the file is shown."
	withColumns        = "Include the columns of the table: the file then holds all of its rows, with numbers written like 81000.5"
	printsAll          = "Print the open tab of Rules instead of the one-page summary"
	noTable            = "Drop a table to score its rows."
	downloadsNote      = "Both contain names and thresholds of your table, but no rows. More under “Export”."
	trainingRowsScored = " of the training table are scored. For those of the test table, choose its file under “Replace file” in Data: " +
		"the rules stay."
)

func (m Model) fileInWords(c core.View) string {
	w := m.written(c)
	switch {
	case w != nil:
		return w.Name + ", " + core.Plural(len(w.Text), "byte", "bytes")
	case m.problem(c) != nil:
		return ""
	case !c.Answers():
		return "It is written when the engine is idle."
	}
	return "Writing …"
}

func (m Model) predictionsInWords(c core.View) string {
	p := m.Predicted
	switch {
	case p.Complete && c.Test != nil:
		return core.Plural(c.Table.Rows, "row", "rows") + trainingRowsScored
	case p.Complete:
		return core.Plural(c.Table.Rows, "row", "rows") + " are scored."
	case p.Wanted && !c.Answers():
		return "They are written when the engine is idle."
	case p.Wanted:
		return "Writing row " + core.Count(p.Next+1) + " of " + core.Count(c.Table.Rows) + " …"
	}
	return ""
}

func (m Model) contents(c core.View) string {
	model, format := c.Revision.Model, protocol.Formats[m.Format]
	used := protocol.ModelFile{Model: model, MultiClass: m.classes(c)}.InputColumns(format.Probabilities)
	columns, values, thresholds := 0, false, false
	whole := format.Name == "json"
	for i, column := range model.Encoder.Columns {
		if column.Derived == nil && (used[i] || whole) {
			columns++
			values = values || len(column.Values)+len(column.Rest) > 0 || column.Other != ""
			thresholds = thresholds || len(column.Thresholds) > 0
		}
	}
	text := "This file names " + core.Plural(columns, "column", "columns") + " of your table besides the target"
	switch {
	case values && thresholds:
		text += ", with category names and thresholds"
	case values:
		text += ", with category names"
	case thresholds:
		text += ", with thresholds"
	}
	for _, l := range model.Lines() {
		if l.Note != "" {
			text += ", and your notes if the format supports them"
			break
		}
	}
	return text + ". No row of the table is in it."
}
