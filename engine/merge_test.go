package engine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"drnet/engine/crossval"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// TestMergeRefuses covers parts that do not belong together.
func TestMergeRefuses(t *testing.T) {
	k := withTable(t, ward(60))
	r := nested()
	r.Restarts, r.Network.Steps, r.Settings, r.Inner, r.Whole = 1, 20, nil, 0, false
	share := func(i int, change func(*protocol.Evaluate)) protocol.EvaluationPart {
		one := r
		one.Unit, one.Of = i, 2
		change(&one)
		return k.evaluated(one).EvaluationPart
	}
	same := func(*protocol.Evaluate) {}
	first, second := share(1, same), share(2, same)
	k.load(ward(62))
	foreign := share(2, same)
	k.load(ward(60))
	older, form, broken := second, second, second
	older.Version, form.Schema = protocol.Version-1, "drnet.eval.part/9"
	broken.Units = slices.Clone(second.Units)
	broken.Units[0].Fold = 2
	for _, test := range []struct {
		name  string
		parts []protocol.EvaluationPart
		want  string
	}{
		{"none", nil, "no parts are given"},
		{"one is lacking", []protocol.EvaluationPart{first}, "1 is missing of the 3 units: the first is unit 1"},
		{"one twice", []protocol.EvaluationPart{first, second, second}, "unit 1 is there twice"},
		{"another table", []protocol.EvaluationPart{first, foreign}, "part 2 is about another table or other folds than part 1"},
		{
			"other folds",
			[]protocol.EvaluationPart{first, share(2, func(r *protocol.Evaluate) { r.Split.Seed = 9 })},
			"part 2 is about another table or other folds than part 1",
		},
		{
			"other settings",
			[]protocol.EvaluationPart{first, share(2, func(r *protocol.Evaluate) { r.Network.Lambda1 = new(0.5) })},
			"part 2 was made with other settings than part 1",
		},
		{
			"another build",
			[]protocol.EvaluationPart{first, share(2, func(r *protocol.Evaluate) { r.Program = "b" })},
			`part 2 was made by another build of the program than part 1: "b" and ""`,
		},
		{
			"another version",
			[]protocol.EvaluationPart{first, older},
			fmt.Sprintf("part 2 was made by version %d of the engine, and this one is version %d", protocol.Version-1, protocol.Version),
		},
		{
			"another form",
			[]protocol.EvaluationPart{first, form},
			`part 2 has the form "drnet.eval.part/9": this program reads "drnet.eval.part/1"`,
		},
		{"a damaged unit", []protocol.EvaluationPart{first, broken}, "unit 1 is damaged: it is not one of the 3 units of this evaluation"},
	} {
		_, err := crossval.Merge(test.parts)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
			continue
		}
		if r := protocol.Refusal(err); r.Hint == "" {
			t.Errorf("%s: no next step", test.name)
		}
	}
}

// FuzzMerge checks that parts with any content merge into a complete evaluation or are refused with a hint.
func FuzzMerge(f *testing.F) {
	p := protocol.EvaluationPart{
		Schema: protocol.PartSchema, Version: protocol.Version, Folds: 2,
		Request: protocol.Evaluate{Inner: 2, Settings: []protocol.SweepSetting{{}, {Lambda1: new(1.0)}}},
	}
	for n := range 2 * (1 + 2) * 2 {
		p.Units = append(p.Units, protocol.UnitResult{
			Number: n, Fold: n / 6, Inner: n/2%3 - 1, Setting: n % 2,
			Scores: &eval.Fold{Accuracy: float64(n) / 12},
		})
	}
	half, rest := p, p
	half.Units, rest.Units = p.Units[:5], p.Units[5:]
	if _, err := crossval.Merge([]protocol.EvaluationPart{half, rest}); err != nil {
		f.Fatal(err)
	}
	for _, two := range [][2]any{{half, rest}, {p, nil}, {p, p}} {
		a, _ := json.Marshal(two[0])
		b, _ := json.Marshal(two[1])
		f.Add(string(a), string(b))
	}
	f.Add(`{"schema":"drnet.eval.part/1","version":2,"folds":256,"request":{"inner":256,"settings":[{},{},{}]},"units":[{"unit":-1}]}`, "")
	f.Fuzz(func(t *testing.T, a, b string) {
		var parts []protocol.EvaluationPart
		for _, text := range []string{a, b} {
			var p protocol.EvaluationPart
			if json.Unmarshal([]byte(text), &p) == nil {
				parts = append(parts, p)
			}
		}
		e, err := crossval.Merge(parts)
		if err != nil {
			if protocol.Refusal(err).Hint == "" {
				t.Errorf("%v has no next step", err)
			}
			return
		}
		if len(e.Results) != len(e.Request.Settings) || (e.Nested != nil) != (e.Request.Inner > 0) {
			t.Errorf("%d settings tried of %d, nested %v", len(e.Results), len(e.Request.Settings), e.Nested)
		}
	})
}
