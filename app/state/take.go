package state

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Take holds the exports of a model: its file and its predictions for the table.
type Take struct {
	Format int // index into protocol.Formats
	Query  core.Query[exportKey, *protocol.Exported]

	Columns   bool     // the columns of the table precede the predictions
	Parts     []string // of the predictions, as far as written
	Next      int      // the next row to predict
	Complete  bool
	Predicts  bool          // predictions were requested
	Unwritten *core.Problem // why predictions failed

	predict *protocol.Model // the model of Parts

	predictAll *protocol.MultiClass // the same for a multiclass model
}

// exportKey identifies the input of an export.
type exportKey struct {
	model   *protocol.Model
	scored  *protocol.Scored
	classes *protocol.MultiClass
	format  int
}

// Written returns the model in the selected format, nil until it is written.
func (t Take) Written() *protocol.Exported {
	if t.Query.Of().format != t.Format {
		return nil
	}
	return t.Query.Value
}

// Problem returns why the selected format cannot hold the model, nil if it can or that is unknown.
func (t Take) Problem() *core.Problem {
	if key, _ := t.Query.Key(); key.format != t.Format {
		return nil
	}
	return t.Query.Problem
}

// take handles the messages about exports, and reports whether m is one.
func (t *Take) take(m Msg) bool {
	switch m := m.(type) {
	case FormatChosen:
		if m.Index >= 0 && m.Index < len(protocol.Formats) && m.Index != t.Format {
			t.Format = m.Index
		}
	case PredictionsAsked:
		t.forget()
		t.Predicts = true
	case ColumnsWanted:
		t.forget()
		t.Columns = m.Wanted
	default:
		return false
	}
	return true
}

func (t *Take) forget() {
	t.Parts, t.Next, t.Complete, t.Predicts, t.Unwritten, t.predict, t.predictAll = nil, 0, false, false, nil, nil, nil
}

// predictRows is the number of predictions written at a time: a few megabytes.
const predictRows = 50_000

// heardPredicted stores a part of the predictions.
func (t *Take) heardPredicted(e protocol.Predicted) {
	t.Parts = append(slices.Clip(t.Parts), e.CSV)
	t.Next = e.Next
	if e.Next == 0 {
		t.Complete, t.Predicts = true, false
	}
}

// PredictionsInWords describes the progress of the predictions, "" if none were requested.
func (s State) PredictionsInWords() string {
	t := s.Take
	switch {
	case t.Unwritten != nil || s.Table == nil:
		return ""
	case t.Complete:
		return core.Plural(s.Table.Rows, "row", "rows") + " are answered."
	case t.Predicts && s.Run.Active():
		return "Waiting for the training to end …"
	case t.Predicts:
		return "Writing row " + core.Count(t.Next+1) + " of " + core.Count(s.Table.Rows) + " …"
	}
	return ""
}

// HoldsInWords describes the data of the table that a file contains.
func (s State) HoldsInWords() string {
	m := s.Study.Model()
	if m == nil {
		return ""
	}
	asks := s.asks()
	if s.taken() == nil {
		asks = core.UsedColumns(m)
	}
	columns, values, thresholds := 0, 0, 0
	whole := protocol.Formats[s.Take.Format].Name == "json"
	for i, c := range m.Encoder.Columns {
		if asks[i] || whole {
			columns++
			values += len(c.Values) + len(c.Rest)
			if c.Other != "" {
				values++
			}
			thresholds += len(c.Thresholds)
		}
	}
	what := "This file names " + core.Plural(columns, "column", "columns") + " of your table besides the target"
	var of []string
	if values > 0 {
		of = append(of, "category names")
	}
	if thresholds > 0 {
		of = append(of, "thresholds")
	}
	if len(of) > 0 {
		what += ", with " + strings.Join(of, " and ")
	}
	for _, l := range m.Lines() {
		if l.Note != "" {
			what += ", and your notes if the format has room for them"
			break
		}
	}
	return what + ". No row of the table is in it."
}

// mostPreview limits the preview of a file, in bytes.
const mostPreview = 6000

// Preview returns the beginning of the file, and whether it is incomplete.
func (t Take) Preview() (text string, more bool) {
	w := t.Written()
	if w == nil {
		return "", false
	}
	text = w.Text
	if len(text) <= mostPreview {
		return text, false
	}
	text = text[:mostPreview]
	if i := strings.LastIndexByte(text, '\n'); i > 0 {
		text = text[:i]
	}
	return strings.ToValidUTF8(text, ""), true
}
