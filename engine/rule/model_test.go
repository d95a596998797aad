package rule_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/golden"
	"drnet/engine/rule"
)

// model has a condition of every form.
func model() rule.Model {
	e := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{25, 37.5, 50}, Missable: true}, // features 0, 1, 2; 3 is missing
		{Name: "colour", Values: []string{"blue", "green", "red"}},         // 4, 5, 6
		{Name: "sex", Values: []string{"Male"}, Other: "Female"},           // 7
	}}
	return rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: e, Rules: rule.Set{
		{{Feature: 0, Not: true}, {Feature: 2}, {Feature: 7}},
		{{Feature: 1, Not: true}, {Feature: 4, Not: true}},
		{{Feature: 3}, {Feature: 6}, {Feature: 7, Not: true}},
		{{Feature: 3, Not: true}},
		{},
	}}
}

func TestModelText(t *testing.T) {
	full, empty := model(), model()
	empty.Rules = nil
	for _, test := range []struct {
		file  string
		model rule.Model
	}{{"testdata/model.golden", full}, {"testdata/model_without_rules.golden", empty}} {
		golden.Check(t, test.file, test.model.Text(nil))
	}
}

func TestSentenceOfVotes(t *testing.T) {
	for votes, want := range map[int]string{
		1: "IF   a\nOR   b\nOR   c\n", 2: "IF   at least 2 of these 3 rules hold:\n     a\n     b\n     c\n",
		3: "IF   all of these 3 rules hold:\n     a\n     b\n     c\n",
	} {
		if got := rule.Sentence([]string{"a", "b", "c"}, votes, "ill", "well"); got != want+"THEN ill\nELSE well\n" {
			t.Errorf("with %d votes: %s", votes, got)
		}
	}
}

func TestModelSurvivesJSON(t *testing.T) {
	want := model()
	file, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got rule.Model
	if err := json.Unmarshal(file, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

func TestValidateModel(t *testing.T) {
	tests := []struct {
		name   string
		change func(m *rule.Model)
		want   string // error, "" for none
	}{
		{"sound", func(*rule.Model) {}, ""},
		{"no rules", func(m *rule.Model) { m.Rules = nil }, ""},
		{"too many rules", func(m *rule.Model) { m.Rules = make(rule.Set, 1<<16) }, "rule: there are more than 65535 rules"},
		{"no encoder", func(m *rule.Model) { m.Encoder = nil }, "rule: the model has no encoder"},
		{
			"an empty encoder", func(m *rule.Model) { m.Encoder = &binarize.Encoder{Policy: binarize.Own} },
			"binarize: encoder: its columns are missing",
		},
		{"feature below 0", func(m *rule.Model) { m.Rules[1][0].Feature = -1 }, "rule: rule 2 asks for feature -1: the encoder has 8"},
		{"feature too large", func(m *rule.Model) { m.Rules[0][2].Feature = 8 }, "rule: rule 1 asks for feature 8: the encoder has 8"},
		{
			"feature far too large", func(m *rule.Model) { m.Rules[0][2].Feature = math.MaxInt },
			"rule: rule 1 asks for feature 9223372036854775807: the encoder has 8",
		},
		{
			"thresholds that fall", func(m *rule.Model) { m.Encoder.Columns[0].Thresholds[0] = 99 },
			`binarize: encoder: column "age": its thresholds are not ascending numbers`,
		},
		{
			"a threshold that is no number", func(m *rule.Model) { m.Encoder.Columns[0].Thresholds[0] = math.NaN() },
			`binarize: encoder: column "age": its thresholds are not ascending numbers`,
		},
		{
			"two columns of one name", func(m *rule.Model) { m.Encoder.Columns[1].Name = "age" },
			`binarize: encoder: column "age": it occurs twice`,
		},
		{"an unknown policy", func(m *rule.Model) { m.Encoder.Policy = "guess" }, `binarize: encoder: unknown policy "guess"`},
	}
	for _, test := range tests {
		m := model()
		test.change(&m)
		got := ""
		if err := m.Validate(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: Validate() = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestPrediction(t *testing.T) {
	tests := []struct{ answer, want string }{
		{"yes", "price = yes"}, {">50K", "price = “>50K”"}, {"not red", "price = not red"}, {"> 20", "price > 20"}, {"≤ 20", "price ≤ 20"},
	}
	for _, test := range tests {
		m := rule.Model{Target: "price", Positive: test.answer, Negative: "x"}
		if got := m.Prediction(true); got != test.want {
			t.Errorf("Says of %q = %q, want %q", test.answer, got, test.want)
		}
		if got := m.Prediction(false); got != "price = x" {
			t.Errorf("Says of the rest = %q, want %q", got, "price = x")
		}
	}
}
