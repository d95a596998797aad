package protocol_test

import (
	"strings"
	"testing"

	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// hostile are changes to the released model that make it unusable.
var hostile = []struct{ name, old, new, want string }{
	{
		"a newer form", "drnet.model/1", "drnet.model/2",
		`protocol: the model file has the form "drnet.model/2": this program reads "drnet.model/1"`,
	},
	{"no form", `"schema": "drnet.model/1",`, "", `protocol: the model file has the form "": this program reads "drnet.model/1"`},
	{"text behind it", "", "x", "protocol: not a model file, or damaged: "},
	{"a feature below 0", `"feature": 7`, `"feature": -7`, "rule: rule 1 asks for feature -7: the encoder has 8"},
	{"a feature too large", `"feature": 7`, `"feature": 8`, "rule: rule 1 asks for feature 8: the encoder has 8"},
	{"a feature that is no whole number", `"feature": 7`, `"feature": 1.5`, "protocol: not a model file, or damaged: "},
	{"a feature that no int holds", `"feature": 7`, `"feature": 1e30`, "protocol: not a model file, or damaged: "},
	{"no encoder", `"encoder"`, `"coder"`, "rule: the model has no encoder"},
	{"no columns", `"columns"`, `"pillars"`, "binarize: encoder: its columns are missing"},
	{"an unknown policy", `"own"`, `"steal"`, `binarize: encoder: unknown policy "steal"`},
	{"thresholds that fall", "37.5", "370.5", `binarize: encoder: column "age": its thresholds are not ascending numbers`},
	{"a threshold that no float64 holds", "37.5", "1e999", "protocol: not a model file, or damaged: "},
	{"two columns of one name", `"size <cm>"`, `"age"`, `binarize: encoder: column "age": it occurs twice`},
	{"a column without a name", `"size <cm>"`, `""`, `binarize: encoder: column "": its name is empty`},
	{"one value twice", `"XL"`, `"S"`, `binarize: encoder: column "size <cm>": its values are not different texts`},
	{
		"a second value that is the first", `"Female"`, `"Male"`,
		`binarize: encoder: column "sex": its other value "Male" does not belong to one value`,
	},
	{
		"a fill that is no number", `"missable": true`, `"fill": "old"`,
		`binarize: encoder: column "age": "old", the fill for missing cells, is not a number`,
	},
}

func TestReadModelRefuses(t *testing.T) {
	sound := released(t, "model_1.json")
	tests := map[string][2]string{ // name: file, error
		"nothing":       {"", "protocol: not a model file, or damaged: "},
		"null":          {"null", `protocol: the model file has the form ""`},
		"a list":        {"[]", "protocol: not a model file, or damaged: "},
		"half the file": {sound[:len(sound)/2], "protocol: not a model file, or damaged: "},
		"a CSV file":    {"age,sex\n1,Male\n", "protocol: not a model file, or damaged: "},
	}
	for _, h := range hostile {
		file := sound + h.new
		if h.old != "" {
			file = strings.Replace(sound, h.old, h.new, 1)
		}
		tests[h.name] = [2]string{file, h.want}
	}
	for name, test := range tests {
		if m, err := protocol.ReadModel([]byte(test[0])); err == nil || m != nil || !strings.HasPrefix(err.Error(), test[1]) {
			t.Errorf("%s: ReadModel = %v, %v, want the error %s…", name, m, err, test[1])
		}
	}
}

// FuzzReadModel checks that every accepted file is usable and is written and read back unchanged.
func FuzzReadModel(f *testing.F) {
	sound := released(f, "model_1.json")
	f.Add([]byte(sound))
	f.Add([]byte(released(f, "model_1_edited.json")))
	for _, h := range hostile {
		f.Add([]byte(strings.Replace(sound, h.old, h.new, 1)))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := protocol.ReadModel(file)
		if err != nil {
			return
		}
		m.Text(nil)
		m.Lines()
		m.Current()
		rule.NewSimplifier(m.Encoder.Features()).Simplify(m.Rules)
		first, err := m.Write()
		if err != nil {
			t.Fatalf("%s was read and cannot be written: %v", file, err)
		}
		if m, err = protocol.ReadModel(first); err != nil {
			t.Fatalf("%s cannot be read: %v", first, err)
		}
		if second, err := m.Write(); err != nil || string(second) != string(first) {
			t.Fatalf("%s became %s, %v", first, second, err)
		}
	})
}

// TestBalancedEstimateOfDamagedFile: an estimate without rows of the class has a text too.
func TestBalancedEstimateOfDamagedFile(t *testing.T) {
	for _, c := range []eval.Confusion{{}, {TrueNegatives: 9}, {FalsePositives: 9}} {
		for _, equal := range []eval.Confusion{{}, {FalsePositives: 1}} {
			if text := (&protocol.BalancedEstimate{Equal: equal, Balanced: c}).Text("yes"); !strings.Contains(text, "find about none of the rows") {
				t.Errorf("of %+v and %+v: %s", equal, c, text)
			}
		}
	}
}
