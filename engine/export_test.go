package engine_test

import (
	"strings"
	"testing"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// unlearnt returns a model written by hand.
func unlearnt() *protocol.Model {
	return &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
		Target: "risk", Positive: "low", Negative: "high",
		Encoder: &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{{Name: "age", Thresholds: []float64{30}}}},
		Rules:   rule.Set{{{Feature: 0}}},
	}}
}

// exportedAs returns the single event that answers a request.
func exportedAs(t *testing.T, r protocol.Export) protocol.Event {
	t.Helper()
	var events []protocol.Event
	engine.NewSession().Handle(t.Context(), r, func(e protocol.Event) { events = append(events, e) })
	if len(events) != 1 || !protocol.Final(events[0]) {
		t.Fatalf("%s: events %v, want one that is final", r.Format, events)
	}
	return events[0]
}

func TestExportNeedsNoTable(t *testing.T) {
	m := unlearnt()
	m.Learned.Rows, m.Learned.Missing = 4000, []string{"-7", "x\ny"}
	m.Learned.Simplified = protocol.Outcome{
		Size:  rule.Size{Rules: 1, Conditions: 1},
		Train: eval.Scores{Accuracy: 0.75, Rules: []eval.RuleScore{{Covered: 31, Right: 27}}},
	}
	names := map[string]bool{}
	for _, f := range protocol.Formats {
		e, ok := exportedAs(t, protocol.Export{Model: m, Format: f.Name, Notes: []string{"edited by hand"}}).(protocol.Exported)
		if !ok || e.Text == "" || e.Name == "" || e.Type == "" || names[e.Name] {
			t.Errorf("%s: %+v", f.Name, e)
		}
		names[e.Name] = true
		if f.Name == "csv" && !strings.Contains(e.Text, ",31,27,") {
			t.Errorf("the counts are not in\n%s", e.Text)
		}
		if f.Name != "json" && f.Name != "csv" &&
			!(strings.Contains(e.Text, "edited by hand") && strings.Contains(e.Text, "Convert missing markers") == (f.Name != "html") &&
				strings.Contains(e.Text, "4,000 rows (accuracy 75.0%")) {
			t.Errorf("%s: the notes are not in\n%s", f.Name, e.Text)
		}
	}
}

// Exports name the missing marks that the training table had, the unusual ones that were given, two of the usual ones that drnet apply
// treats alike, and the columns where one is a value.
func TestExportNamesMarks(t *testing.T) {
	columns := []dataset.TrainedColumn{{Name: "days", Marks: []string{"n/a", "-"}}, {Name: "age"}, {Name: "grade", Marks: []string{"-"}}}
	given := append(dataset.DefaultMissing(), "-9", "a", "b", "c", "d", "e", "f", "g", "h", "i")
	const others = " and other usual ones) to null before scoring"
	rhesus := dataset.TrainedColumn{Name: "rhesus", Values: []string{"-", "NA"}}
	for _, test := range []struct {
		given   []string
		columns []dataset.TrainedColumn
		want    string
	}{
		{nil, columns, `("-", "n/a"; also "?", "NA"` + others},
		{nil, columns[1:2], `("?", "NA"` + others},
		{
			nil, append(columns[:2:2], rhesus),
			`("-", "n/a"; also "?", "NA"` + others + `; in rhesus "-" is a value; in rhesus "NA" is a value`,
		},
		{[]string{"-7"}, columns, `("-7") to null before scoring`},
		{given, columns[:1], `("n/a", "-", "-9", "a", "b", "c", "d", "e", "f", "g", "h", "i"; also "?", "NA"` + others},
		{[]string{}, columns, ""},
	} {
		m := unlearnt()
		m.Learned.Rows, m.Learned.Missing, m.Learned.Columns = 10, test.given, test.columns
		text := exportedAs(t, protocol.Export{Model: m, Format: "python"}).(protocol.Exported).Text
		_, got, _ := strings.Cut(text, "Convert missing markers ")
		if got, _, _ = strings.Cut(got, ".\n"); got != test.want {
			t.Errorf("given %q: %s, want %s in\n%s", test.given, got, test.want, text)
		}
	}
}

// Shares in percent are compared as each format holds them.
func TestExportOfShares(t *testing.T) {
	m := unlearnt()
	m.Learned.Columns = []dataset.TrainedColumn{{Name: "age", Kind: dataset.Numeric, Unit: "%"}}
	for format, want := range map[string][]string{
		"excel": {"A2<=0.3,", "age is in %, as a sheet holds it: 0.48 stands for 48%."}, "python": {"30", "age is in %: 48 stands for 48%"},
		"html": {"30", "age is in %: 48 stands for 48%"},
	} {
		for _, part := range want {
			if e, ok := exportedAs(t, protocol.Export{Model: m, Format: format}).(protocol.Exported); !ok || !strings.Contains(e.Text, part) {
				t.Errorf("%s: %q is not in\n%s", format, part, e.Text)
			}
		}
	}
}

// Rules of another learner are not said to be those of DR-Net.
func TestExportNamesTheLearner(t *testing.T) {
	m := unlearnt()
	for key, want := range map[string]string{"": "learned by DR-Net Lab.", "cart": "learned by CART in DR-Net Lab."} {
		m.Learned.Request.Learner = key
		for _, format := range []string{"text", "sql", "pmml"} {
			if e := exportedAs(t, protocol.Export{Model: m, Format: format}).(protocol.Exported); !strings.Contains(e.Text, want) {
				t.Errorf("%s: no %q in\n%s", format, want, e.Text)
			}
		}
	}
}

func TestExportRefuses(t *testing.T) {
	damaged, unwritable := unlearnt(), unlearnt()
	damaged.Rules[0][0].Feature = 9
	unwritable.Encoder.Columns[0].Name = "a\x00"
	tests := []struct {
		name    string
		request protocol.Export
		kind    string
	}{
		{"no model", protocol.Export{Format: "sql"}, protocol.BadModel},
		{"a damaged model", protocol.Export{Format: "sql", Model: damaged}, protocol.BadModel},
		{"no format", protocol.Export{Model: unlearnt()}, protocol.BadSetting},
		{"what SQL cannot hold", protocol.Export{Format: "sql", Model: unwritable}, protocol.Unwritable},
	}
	for _, test := range tests {
		refused, ok := exportedAs(t, test.request).(protocol.Refused)
		if !ok || refused.Kind != test.kind || refused.Message == "" || refused.Hint == "" {
			t.Errorf("%s: %+v, want a refusal of the kind %q", test.name, refused, test.kind)
		}
	}
}

// TestExportKnowsEdits checks that scores of the original rules are not exported for edited rules.
func TestExportKnowsEdits(t *testing.T) {
	m := unlearnt()
	m.Learned.Rows, m.Learned.Simplified = 40, protocol.Outcome{Size: rule.Size{Rules: 1, Conditions: 2}}
	if e := exportedAs(t, protocol.Export{Model: m, Format: "text"}).(protocol.Exported); strings.Contains(e.Text, "40 rows") {
		t.Errorf("it says how other rules fare:\n%s", e.Text)
	}
}

// TestExportSaysEdited checks that every export of an edited model reports the edit and includes the notes.
func TestExportSaysEdited(t *testing.T) {
	m := unlearnt()
	m.Edited, m.Marks = true, []rule.Mark{{Note: "by the law"}}
	for _, f := range protocol.Formats {
		e, ok := exportedAs(t, protocol.Export{Model: m, Format: f.Name}).(protocol.Exported)
		if !ok || f.Name != "json" && f.Name != "csv" && !(strings.Contains(e.Text, rule.ByHand) && strings.Contains(e.Text, "by the law")) {
			t.Errorf("%s: it does not say so:\n%s", f.Name, e.Text)
		}
	}
}

// TestExportedModelOpens checks that the exported model file can be read again.
func TestExportedModelOpens(t *testing.T) {
	e, ok := exportedAs(t, protocol.Export{Model: unlearnt(), Format: "json"}).(protocol.Exported)
	if !ok {
		t.Fatal("it is refused")
	}
	if _, err := protocol.ReadModel([]byte(e.Text)); err != nil {
		t.Error(err)
	}
}
