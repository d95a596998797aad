// Package golden compares what a test writes with the expected text in a file. Only tests import it.
package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Check compares a text with the file at a path and shows the lines around the first difference. If the environment
// variable UPDATE is set, it writes the file instead.
func Check(t testing.TB, path, got string) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Error(difference(path, got, string(want)))
	}
}

// difference shows two texts around the first line that differs.
func difference(path, got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < min(len(g), len(w)) && g[i] == w[i] {
		i++
	}
	const shown = 12 // lines before and after
	part := func(lines []string) string {
		return strings.Join(lines[max(0, i-shown):min(len(lines), i+shown)], "\n")
	}
	return fmt.Sprintf("line %d of %d: got\n%s\n\nwant, from %s with %d lines,\n%s", i+1, len(g), part(g), path, len(w), part(w))
}

// width is the length of the lines that JSON fills.
const width = 120

// JSON lays JSON out for a reader: an object or array that fits is on one line, and numbers, texts and truth values
// share lines. Only the white space differs. So nothing is lost, JSON fails if the text has another layout than that of
// json.Indent without a prefix; Indent restores the text.
func JSON(t testing.TB, text string) string {
	t.Helper()
	v, err := parse([]byte(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var b strings.Builder
	v.write(&b, "", 0)
	b.WriteString("\n")
	_, rest, _ := strings.Cut(text, "\n")
	indent := rest[:len(rest)-len(strings.TrimLeft(rest, " "))]
	text = strings.TrimSuffix(text, "\n") + "\n"
	if again := Indent(t, b.String(), indent); again != text {
		t.Errorf("the JSON is not laid out as by json.Indent: %s", difference("json.Indent", text, again))
	}
	return b.String()
}

// Indent lays JSON out by json.Indent, with a line feed at the end.
func Indent(t testing.TB, text, indent string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(strings.TrimSuffix(text, "\n")), "", indent); err != nil {
		t.Fatal(err)
	}
	return b.String() + "\n"
}

// value is a part of a JSON text.
type value struct {
	key   string // of a member of an object, with its colon
	flat  string // on one line
	items []value
}

func parse(text []byte) (v value, err error) {
	text = bytes.TrimSpace(text)
	v.flat = string(text)
	if len(text) < 3 || text[0] != '{' && text[0] != '[' {
		return v, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return v, err
	}
	var flat []string
	for d.More() {
		key, start := "", d.InputOffset()
		if text[0] == '{' {
			if _, err := d.Token(); err != nil {
				return v, err
			}
			key = strings.Trim(string(text[start:d.InputOffset()]), ", \r\n\t") + ": "
		}
		var part json.RawMessage
		if err := d.Decode(&part); err != nil {
			return v, err
		}
		item, err := parse(part)
		if err != nil {
			return v, err
		}
		item.key = key
		v.items = append(v.items, item)
		flat = append(flat, item.key+item.flat)
	}
	v.flat = string(text[0]) + strings.Join(flat, ", ") + string(text[len(text)-1])
	return v, nil
}

// write writes a value behind an indentation; room is what must fit behind it on its last line.
func (v value) write(b *strings.Builder, indent string, room int) {
	b.WriteString(indent + v.key)
	if len(v.items) == 0 || len(indent)+len(v.key)+len(v.flat)+room <= width {
		b.WriteString(v.flat)
		return
	}
	b.WriteString(v.flat[:1])
	length := 0 // of the last line; 0 starts a line
	for i, item := range v.items {
		comma := ","[:min(1, len(v.items)-1-i)]
		if n := len(item.key + item.flat + comma); len(item.items) > 0 {
			b.WriteString("\n")
			item.write(b, indent+" ", len(comma))
			b.WriteString(comma)
			length = 0
		} else if length > 0 && length+1+n <= width {
			b.WriteString(" " + item.key + item.flat + comma)
			length += 1 + n
		} else {
			b.WriteString("\n" + indent + " " + item.key + item.flat + comma)
			length = len(indent) + 1 + n
		}
	}
	b.WriteString("\n" + indent + v.flat[len(v.flat)-1:])
}
