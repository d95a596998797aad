package protocol_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"drnet/engine/golden"
	"drnet/engine/protocol"
)

// classesFile is a multiclass model file as a run writes it.
func classesFile(t *testing.T) []byte {
	t.Helper()
	return []byte(golden.Indent(t, released(t, "../../testdata/irises-each.classes.golden"), " "))
}

func TestFilesOfManyClassesAreReadAsWritten(t *testing.T) {
	file := classesFile(t)
	f, err := protocol.ReadFile(file)
	if err != nil || f.MultiClass == nil || f.Model != nil {
		t.Fatalf("%+v, %v", f, err)
	}
	checkWrittenAgain(t, string(file), f)
	for i, m := range f.MultiClass.Members {
		if m.Encoder != f.MultiClass.Encoder || m.Schema != protocol.ModelSchema || m.Release != protocol.Release ||
			m.Learned.Request.Positive != m.Positive || m.Learned.Request.Target != "kind" {
			t.Errorf("member %d lacks what all have in common: %+v", i, m.Learned.Request)
		}
		alone, err := m.Write()
		if err != nil {
			t.Fatal(err)
		}
		if read, err := protocol.ReadFile(alone); err != nil || !reflect.DeepEqual(read.Model, m) {
			t.Errorf("member %d is not read as it is written: %v", i, err)
		}
	}
	if text := f.MultiClass.Text(nil); !strings.HasPrefix(text, "IF      ") || !strings.Contains(text, "\nELSE    kind = ") {
		t.Errorf("as text it is\n%s", text)
	}
}

func TestDamagedFilesOfManyClasses(t *testing.T) {
	for name, damage := range map[string]func(map[string]any){
		"no encoder":       func(m map[string]any) { delete(m, "encoder") },
		"no members":       func(m map[string]any) { delete(m, "members") },
		"a member missing": func(m map[string]any) { m["members"].([]any)[1] = nil },
		"too few members":  func(m map[string]any) { m["members"] = m["members"].([]any)[1:] },
		"a bad rule": func(m map[string]any) {
			m["members"].([]any)[0].(map[string]any)["rules"] = []any{[]any{map[string]any{"feature": 1e6}}}
		},
		"a bad default": func(m map[string]any) { m["default"] = 17 },
		"a text":        func(m map[string]any) { m["classes"] = "a" },
	} {
		var content map[string]any
		if err := json.Unmarshal(classesFile(t), &content); err != nil {
			t.Fatal(err)
		}
		damage(content)
		file, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := protocol.ReadFile(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzReadFile checks that no input panics and that every accepted file is usable and writable.
func FuzzReadFile(f *testing.F) {
	f.Add([]byte(`{"schema":"drnet.classes/1","classes":["a","b"],"encoder":{"policy":"own","columns":[` +
		`{"name":"x","thresholds":[1]}]},"members":[{"rules":[[]]},{"rules":null}]}`))
	f.Add([]byte(`{"schema":"drnet.classes/1","classes":["a","b"],"codes":["0","1"],"members":[null]}`))
	f.Add([]byte(`{"schema":"drnet.model/1"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		read, err := protocol.ReadFile(file)
		if err != nil {
			return
		}
		if c := read.MultiClass; c != nil {
			c.Places()
			c.Text(nil)
		}
		if _, err := read.Write(); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}
