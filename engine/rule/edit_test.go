package rule_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/rule"
)

func personModel(set rule.Set) rule.Model {
	return rule.Model{Target: "risk", Positive: "low", Negative: "high", Encoder: person, Rules: set}
}

// rules writes the rules of a model, one a line, with their notes.
func rules(m rule.Model) string {
	var lines []string
	for _, l := range m.Lines() {
		text := l.Rule.Text(m.Encoder.Features())
		if l.Off {
			text = "off: " + text
		}
		if l.Pinned {
			text += " *"
		}
		if l.Note != "" {
			text += " # " + l.Note
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "; ")
}

func TestEdits(t *testing.T) {
	type edit func(m rule.Model) (rule.Model, error)
	set := rule.Set{yes(1, 3), yes(not(0)), yes(4)}
	tests := []struct {
		name   string
		edit   edit
		want   string // rules, or the error
		edited bool
	}{
		{
			"switch off", func(m rule.Model) (rule.Model, error) { return m.Switch(1, false) },
			"age ≤ 37.5 AND sex = Male; off: age > 25; colour = red", true,
		},
		{"pin", func(m rule.Model) (rule.Model, error) { return m.Pin(0, true) }, "age ≤ 37.5 AND sex = Male *; age > 25; colour = red", false},
		{
			"note", func(m rule.Model) (rule.Model, error) { return m.Annotate(2, "why?") },
			"age ≤ 37.5 AND sex = Male; age > 25; colour = red # why?", false,
		},
		{"delete", func(m rule.Model) (rule.Model, error) { return m.Delete(0) }, "age > 25; colour = red", true},
		{
			"delete what is not there", func(m rule.Model) (rule.Model, error) { return m.Delete(3) },
			"rule: rule 4 does not exist: the model has 3", false,
		},
		{"add", func(m rule.Model) (rule.Model, error) {
			return m.Add(1, rule.Condition{Column: "sex", Op: binarize.Equals, Value: "Female"})
		}, "age ≤ 37.5 AND sex = Male; sex = Female; age > 25; colour = red", true},
		{"add behind the last", func(m rule.Model) (rule.Model, error) {
			return m.Add(3, rule.Condition{Column: "note", Op: binarize.Missing})
		}, "age ≤ 37.5 AND sex = Male; age > 25; colour = red; note is missing", true},
		{
			"add nowhere", func(m rule.Model) (rule.Model, error) { return m.Add(4, rule.Condition{Column: "note"}) },
			"rule: place 5 does not exist: the model has 3 rules", false,
		},
		{"require", func(m rule.Model) (rule.Model, error) {
			return m.Require(1, rule.Condition{Column: "colour", Op: binarize.Rest, Not: true})
		}, "age ≤ 37.5 AND sex = Male; age > 25 AND colour is one of the 2 named values; colour = red", true},
		{"require a new threshold", func(m rule.Model) (rule.Model, error) {
			return m.Require(1, rule.Condition{Column: "age", Op: binarize.AtMost, Value: "40"})
		}, "age ≤ 37.5 AND sex = Male; 25 < age ≤ 40; colour = red", true},
		{"require more", func(m rule.Model) (rule.Model, error) {
			return m.Require(1, rule.Condition{Column: "age", Op: binarize.AtMost, Value: "30.5", Not: true})
		}, "age ≤ 37.5 AND sex = Male; age > 30.5; colour = red", true},
		{"require what it says", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "age", Op: binarize.AtMost, Value: "60"})
		}, "rule: rule 1 says that already", false},
		{"require what it excludes", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "sex", Op: binarize.Equals, Value: "Male", Not: true})
		}, "age ≤ 37.5 AND sex = Male AND sex = Female; age > 25; colour = red", true},
		{"both bounds", func(m rule.Model) (rule.Model, error) {
			return m.Bound(0, "age", rule.Condition{Column: "age", Value: "20", Not: true}, rule.Condition{Column: "age", Value: "30"})
		}, "20 < age ≤ 30 AND sex = Male; age > 25; colour = red", true},
		{"another bound", func(m rule.Model) (rule.Model, error) {
			return m.Bound(1, "age", rule.Condition{Column: "age", Value: "50"})
		}, "age ≤ 37.5 AND sex = Male; age ≤ 50; colour = red", true},
		{"a bound that is no number", func(m rule.Model) (rule.Model, error) {
			return m.Bound(1, "age", rule.Condition{Column: "age", Value: "old"})
		}, `rule: column "age": "old" is not a number`, false},
		{"drop", func(m rule.Model) (rule.Model, error) { return m.Drop(0, "age") }, "sex = Male; age > 25; colour = red", true},
		{
			"drop the last", func(m rule.Model) (rule.Model, error) { return m.Drop(1, "age") },
			`rule: without its conditions on "age", rule 2 always holds: delete the rule instead`, false,
		},
		{
			"drop what is not there", func(m rule.Model) (rule.Model, error) { return m.Drop(1, "sex") },
			`rule: rule 2 does not ask about "sex"`, false,
		},
		{
			"an unknown column", func(m rule.Model) (rule.Model, error) { return m.Require(0, rule.Condition{Column: "zip"}) },
			`rule: the model knows no column "zip": choose one that the rules may ask about`, false,
		},
		{"no number", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "age", Value: "old"})
		}, `rule: column "age": "old" is not a number`, false},
		{"a number of a category", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "sex", Value: "1"})
		}, `rule: column "sex": it has values and not numbers: ask for one of them`, false},
		{"a value of numbers", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "age", Op: binarize.Equals, Value: "1"})
		}, `rule: column "age": it has numbers: ask for at most, or more than, a number`, false},
		{"a rare value", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "colour", Op: binarize.Equals, Value: "teal"})
		}, `rule: column "colour": "teal" is too rare to be asked for by itself: learn with more values for each category`, false},
		{"an unknown value", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "colour", Op: binarize.Equals, Value: "pink"})
		}, `rule: column "colour": no training row had the value "pink"`, false},
		{"never missing", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "colour", Op: binarize.Missing})
		}, `rule: column "colour": no training row was missing, so that no rule can ask for it`, false},
		{"no rest", func(m rule.Model) (rule.Model, error) {
			return m.Require(0, rule.Condition{Column: "sex", Op: binarize.Rest})
		}, `rule: column "sex": every value of the training rows has a name of its own`, false},
	}
	for _, test := range tests {
		m := personModel(set)
		before := rules(m)
		got, err := test.edit(m)
		said := rules(got)
		if err != nil {
			said = err.Error()
		}
		if said != test.want || got.Edited != test.edited {
			t.Errorf("%s: %s, edited %v, want %s, %v", test.name, said, got.Edited, test.want, test.edited)
		}
		if rules(m) != before || m.Edited {
			t.Errorf("%s: the model before has become %s", test.name, rules(m))
		}
		if edited := strings.Contains(got.Text(nil), "(edited by hand)"); edited != got.Edited {
			t.Errorf("%s: Text() = %s", test.name, got.Text(nil))
		}
	}
}

// TestEditedModels edits at random: the model stays valid, is written and read alike, and the one before stays as it was.
func TestEditedModels(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 31))
		w := newFixture(r, r.IntN(2) == 0)
		m := rule.Model{Encoder: w.Encoder, Rules: w.Set(r)}
		for range 12 {
			before, old := write(t, m), m
			next := randomEdit(m, r)
			if after := write(t, old); after != before {
				t.Fatalf("seed %d: the model before\n%s\nbecame\n%s", seed, before, after)
			}
			if err := next.Validate(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if again := next.WithLines(next.Lines()); write(t, again) != write(t, next) {
				t.Fatalf("seed %d: the lines of\n%s\nmake\n%s", seed, write(t, next), write(t, again))
			}
			var read rule.Model
			if err := json.Unmarshal([]byte(write(t, next)), &read); err != nil || write(t, read) != write(t, next) {
				t.Fatalf("seed %d: %s is read as %s, %v", seed, write(t, next), write(t, read), err)
			}
			m = next
		}
	}
}

func randomEdit(m rule.Model, r *rand.Rand) rule.Model {
	k := r.IntN(len(m.Lines()) + 1)
	c := rule.Condition{
		Column: m.Encoder.Columns[r.IntN(len(m.Encoder.Columns))].Name, Op: binarize.Op(r.IntN(4)), Not: r.IntN(2) == 0,
		Value: []string{"3.5", "10", "v1", "v2", "-7"}[r.IntN(5)],
	}
	var next rule.Model
	var err error
	switch r.IntN(7) {
	case 0:
		next, err = m.Switch(k, r.IntN(2) == 0)
	case 1:
		next, err = m.Pin(k, r.IntN(2) == 0)
	case 2:
		next, err = m.Annotate(k, []string{"", "note <&>"}[r.IntN(2)])
	case 3:
		next, err = m.Delete(k)
	case 4:
		next, err = m.Drop(k, c.Column)
	case 5:
		next, err = m.Add(k, c)
	default:
		next, err = m.Require(k, c)
	}
	if err != nil {
		return m
	}
	return next
}

// TestNewThresholdsChangeNothing: adding a threshold leaves the predictions of the other rules unchanged.
func TestNewThresholdsChangeNothing(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 32))
		w := newFixture(r, r.IntN(2) == 0)
		m := rule.Model{Encoder: w.Encoder, Rules: w.Set(r)}
		c := slices.IndexFunc(w.Encoder.Columns, func(c binarize.EncodedColumn) bool { return len(c.Thresholds) > 0 })
		if c < 0 {
			continue
		}
		want := w.Fires(m.Rules)
		next, err := m.Add(0, rule.Condition{Column: w.Encoder.Columns[c].Name, Value: "13.5"})
		if err != nil {
			t.Fatal(err)
		}
		if next, err = next.Delete(0); err != nil {
			t.Fatal(err)
		}
		x, _, err := next.Encoder.Transform(w.Table, w.Table.AllRows())
		if err != nil {
			t.Fatal(err)
		}
		changed := &fixture{X: x}
		if x.Cols != w.X.Cols+1 || !slices.Equal(changed.Fires(next.Rules), want) {
			t.Fatalf("seed %d: with another threshold %v answers otherwise than %v", seed, next.Rules, m.Rules)
		}
	}
}

func TestDamagedEdits(t *testing.T) {
	tests := []struct {
		name  string
		marks []rule.Mark
		off   []rule.Idle
		want  string
	}{
		{"sound", []rule.Mark{{}, {Pinned: true}}, []rule.Idle{{At: 0}, {At: 2}}, ""},
		{"a mark too few", []rule.Mark{{}}, nil, "rule: 1 marks are for 2 rules"},
		{"a place twice", nil, []rule.Idle{{At: 1}, {At: 1}}, "rule: a rule that is off has the place 1, and there are 4 rules"},
		{"a place below 0", nil, []rule.Idle{{At: -1}}, "rule: a rule that is off has the place -1, and there are 3 rules"},
		{"a place behind the end", nil, []rule.Idle{{At: 3}}, "rule: a rule that is off has the place 3, and there are 3 rules"},
		{"no such feature", nil, []rule.Idle{{At: 0, Rule: yes(16)}}, "rule: a rule that is off asks for feature 16: the encoder has 16"},
	}
	for _, test := range tests {
		m := personModel(rule.Set{yes(1), yes(2)})
		m.Marks, m.Off = test.marks, test.off
		got := ""
		if err := m.Validate(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: Validate() = %q, want %q", test.name, got, test.want)
		}
		if test.want == "" && !reflect.DeepEqual(m.WithLines(m.Lines()), m) {
			t.Errorf("%s: the lines %+v are another model", test.name, m.Lines())
		}
	}
}

func write(t *testing.T, m rule.Model) string {
	t.Helper()
	file, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}
