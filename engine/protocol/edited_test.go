package protocol_test

import (
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/eval"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// TestEditedModelFile edits the released model. The written file is released too and must stay readable.
func TestEditedModelFile(t *testing.T) {
	m, err := protocol.ReadModel([]byte(released(t, "model_1.json")))
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range []func(rule.Model) (rule.Model, error){
		func(m rule.Model) (rule.Model, error) { return m.Switch(1, false) },
		func(m rule.Model) (rule.Model, error) { return m.Annotate(1, "too few of size L & M") },
		func(m rule.Model) (rule.Model, error) { return m.Pin(0, true) },
		func(m rule.Model) (rule.Model, error) {
			return m.Add(2, rule.Condition{Column: "age", Op: binarize.AtMost, Value: "61", Not: true})
		},
	} {
		if m.Model, err = edit(m.Model); err != nil {
			t.Fatal(err)
		}
	}
	if _, known := m.Current(); known {
		t.Error("the scores are known before anybody has measured them")
	}
	scores := eval.Scores{Accuracy: 1, Rules: []eval.RuleScore{{Covered: 2, Right: 2, Alone: 2, Lost: 2}, {}}}
	m.Learned.Edited = &protocol.Outcome{Size: rule.Size{Rules: 2}, Train: scores}
	if o, known := m.Current(); !known || o.Rules != 2 {
		t.Errorf("Current() = %+v, %v", o, known)
	}
	file, err := m.Write()
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/model_1_edited.json", golden.JSON(t, string(file)))
	read, err := protocol.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	const text = "IF   25 < age ≤ 50 AND sex = Male\nOR   age > 61*\nTHEN risk = low\nELSE risk = high\n* or missing\n(edited by hand)\n"
	if got := read.Text(nil); got != text {
		t.Errorf("Text() =\n%s\nwant\n%s", got, text)
	}
	checkWrittenAgain(t, string(file), read)
}
