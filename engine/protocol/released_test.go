package protocol_test

import (
	"os"
	"strings"
	"testing"

	"drnet/engine/golden"
	"drnet/engine/protocol"
)

// released returns a file of testdata. Files of a released schema must stay readable.
func released(t testing.TB, name string) string {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}

// checkWrittenAgain checks that the content of a file is written back unchanged.
func checkWrittenAgain(t *testing.T, file string, read interface{ Write() ([]byte, error) }) {
	t.Helper()
	again, err := read.Write()
	if err != nil {
		t.Fatal(err)
	}
	if string(again) != file {
		t.Errorf("written again it is\n%s\nwant\n%s", again, file)
	}
}

func TestReleasedModelOpens(t *testing.T) {
	file := released(t, "model_1.json")
	m, err := protocol.ReadModel([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	const want = "IF   25 < age ≤ 50 AND sex = Male\nOR   size <cm> = L & M\nTHEN risk = low\nELSE risk = high\n"
	if got := m.Text(nil); got != want {
		t.Errorf("Text() =\n%s\nwant\n%s", got, want)
	}
	if got := m.Learned.Request.Network.Seed; got != 18446744073709551615 {
		t.Errorf("seed %d, want the largest there is", got)
	}
	checkWrittenAgain(t, file, m)
}

// Files of every released schema are stored as originally written; golden.Indent restores the white space. They can be
// opened, have their original content, and are written back unchanged.
func TestReleasedClassesOpen(t *testing.T) {
	for name, want := range map[string]string{
		"classes_1.json": `IF      petal_length ≤ 2.5
THEN    kind = dwarf
ELSE IF petal_length > 4.5 AND petal_width > 1.6
THEN    kind = yellow flag
ELSE IF petal_length > 2.5 AND petal_width ≤ 1.7
THEN    kind = blue flag
ELSE    kind = blue flag
`,
		"classes_1_codes.json": `digit 1
IF   petal_length > 2.5 AND petal_width ≤ 1.7
THEN kind = blue flag
ELSE kind = dwarf or yellow flag

digit 2
IF   petal_width ≤ 1.7
THEN kind = blue flag or dwarf
ELSE kind = yellow flag

digit 3
IF   petal_length > 2.5
THEN kind = blue flag or yellow flag
ELSE kind = dwarf

The digits, 1 where a rule holds, make a word. The answer is the class whose word differs in the fewest digits; ` +
			`on ties, the first of blue flag, dwarf, yellow flag.
111  blue flag
010  dwarf
001  yellow flag
`,
	} {
		t.Run(name, func(t *testing.T) {
			file := golden.Indent(t, released(t, name), " ")
			f, err := protocol.ReadFile([]byte(file))
			if err != nil || f.MultiClass == nil {
				t.Fatalf("ReadFile() = %+v, %v", f, err)
			}
			if got := f.MultiClass.Text(nil); got != want {
				t.Errorf("Text() =\n%s\nwant\n%s", got, want)
			}
			checkWrittenAgain(t, file, f)
			newer := strings.Replace(file, protocol.MultiClassSchema, "drnet.classes/2", 1)
			if _, err := protocol.ReadFile([]byte(newer)); err == nil || !strings.Contains(err.Error(), `"drnet.classes/2"`) {
				t.Errorf("a newer form: %v", err)
			}
		})
	}
}
