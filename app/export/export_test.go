package export

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func open() *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.Tab = core.ExportTab
	return p
}

// The file is requested in the newest format. An older answer is not shown as this format.
func TestFile(t *testing.T) {
	p := open()
	p.Send(FormatChosen{Index: 4}, FormatChosen{Index: 2}, FormatChosen{Index: len(protocol.Formats)}, protocol.Exported{Text: "old"})
	if got := p.Model.fileInWords(p.View); len(coretest.Requests(p.Commands)) != 2 || p.Model.written(p.View) != nil || got != "Writing …" {
		t.Errorf("%d requests, written %v: %q", len(coretest.Requests(p.Commands)), p.Model.written(p.View), got)
	}
	p.Send(protocol.Exported{Name: "model.json", Text: "new"})
	if text, more := p.Model.preview(p.View); text != "new" || more || p.Model.fileInWords(p.View) != "model.json, 3 bytes" {
		t.Errorf("preview() = %q, %v; %s", text, more, p.Model.fileInWords(p.View))
	}
	commands := p.Send(FileSaved{}, FileCopied{})
	want := []core.Command{core.Send{Msg: core.ModelSaved{}}, core.CopyText{Text: "new"}}
	if commands[0].(core.SaveFile).Parts[0] != "new" || !slices.Equal(commands[1:], want) {
		t.Errorf("commands %v", commands)
	}
	p.Send(FormatChosen{Index: 3}, protocol.Refused{Kind: protocol.Unwritable, Message: "no"})
	if p.Model.problem(p.View) == nil || p.Model.fileInWords(p.View) != "" {
		t.Errorf("refused: %v", p.Model.problem(p.View))
	}
}

// While the engine is busy, neither the file nor the predictions of the rules before an edit are offered.
func TestBusy(t *testing.T) {
	p := open()
	p.Send(PredictionsAsked{}, protocol.Exported{Name: "rules.txt", Text: "before"}, protocol.Predicted{CSV: "a\n"})
	p.View.Busy = true
	p.Send(core.Refresh{})
	if p.Model.written(p.View) == nil || !p.Model.Predicted.Complete {
		t.Fatal("the file and the predictions of the current rules are gone")
	}
	edited := *p.View.Revision.Model
	p.View.Revision.Model = &edited
	p.Send(core.Refresh{})
	text, _ := p.Model.preview(p.View)
	coretest.Equal(t, text, "", "the preview")
	coretest.Equal(t, p.Model.fileInWords(p.View), "It is written when the engine is idle.", "the words")
	coretest.Equal(t, len(p.Send(FileSaved{}, FileCopied{})), 0, "the saved and copied files")
	coretest.Equal(t, p.Model.Predicted.Complete, false, "the predictions")
	p.Send(PredictionsAsked{})
	coretest.Equal(t, p.Model.predictionsInWords(p.View), "They are written when the engine is idle.", "the words on the predictions")
	p.View.Busy = false
	coretest.Equal(t, coretest.Names(p.Requests(core.Refresh{})), "export, predict", "requests of the idle engine")
}

// A long file is cut at the end of a line.
func TestPreviewIsCut(t *testing.T) {
	p := open()
	p.Send(core.Refresh{}, protocol.Exported{Text: strings.Repeat("IF age ≤ 30\n", 1000)})
	if text, more := p.Model.preview(p.View); len(text) > maxPreview || !strings.HasSuffix(text, "30") || !more {
		t.Errorf("preview() ends with %q, more %v", text[len(text)-10:], more)
	}
}

// Only a model file saves the work.
func TestModelSaved(t *testing.T) {
	for _, test := range []struct {
		name string
		msg  core.Msg
		want []core.Command
	}{
		{"text", TextSaved{}, []core.Command{}},
		{"model", ModelSaved{}, []core.Command{core.Send{Msg: core.ModelSaved{}}}},
	} {
		commands := open().Send(test.msg)
		saved := func(c core.Command) bool { _, ok := c.(core.SaveFile); return ok }
		rest := slices.DeleteFunc(commands, func(c core.Command) bool { _, asked := c.(core.Request); return asked || saved(c) })
		coretest.Equal(t, rest, test.want, "%s", test.name)
	}
}

// Predictions are written in parts. They are discarded with the rules that made them.
func TestPredictions(t *testing.T) {
	p := coretest.NewPage(Model{})
	requests := p.Requests(PredictionsAsked{}, protocol.Predicted{CSV: "a\n", Next: 600}, protocol.Predicted{CSV: "b\n"})
	if len(requests) != 2 || requests[1].(protocol.Predict).From != 600 || strings.Join(p.Model.Predicted.Parts, "") != "a\nb\n" {
		t.Errorf("asked for %v, written %q", requests, p.Model.Predicted.Parts)
	}
	coretest.Equal(t, p.Model.predictionsInWords(p.View), "1,200 rows are scored.", "the words")
	p.View.Test = new(core.TestTable)
	coretest.Contains(t, "the words beside a test table", p.Model.predictionsInWords(p.View), "1,200 rows of the training table are scored.")
	p.View.Test = nil
	edited := *p.View.Revision.Model
	edited.Edited = true
	p.View.Revision.Model = &edited
	if p.Send(core.Refresh{}); p.Model.Predicted.Complete {
		t.Error("predictions of other rules are offered")
	}
	p.Send(PredictionsAsked{}, protocol.Predicted{CSV: "c\n"})
	coretest.Equal(t, p.Send(PredictionsSaved{})[0].(core.SaveFile).Name, "predictions-edited-by-hand.csv", "saved as")
	p.Send(ColumnsToggled{}, PredictionsAsked{}, protocol.Refused{Message: "no"})
	if w := p.Model.Predicted; w.Problem == nil || w.Wanted || !p.Model.Columns {
		t.Errorf("refused: %+v", w)
	}
}

// A file with probabilities names the columns of the scorecard too.
func TestContents(t *testing.T) {
	p := open()
	model := *p.View.Revision.Model
	model.Scorecard = &rule.Scorecard{
		Points: []int{1, 1, 1}, Lines: []rule.ScoreLine{{Literal: rule.Literal{Feature: 6}, Points: 2}}, Slope: 1,
	}
	p.View.Revision.Model = &model
	for i, f := range protocol.Formats {
		p.Model.Format = i
		want := core.When(f.Probabilities, "This file names 3 columns") + core.When(!f.Probabilities, "This file names 2 columns")
		if got := p.Model.contents(p.View); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", f.Name, got, want)
		}
	}
}
