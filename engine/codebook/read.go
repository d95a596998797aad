package codebook

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// The fields of files without a header line, in order: of aliases and units, and of groups of values.
var (
	Names  = []string{"name", "alias", "unit"}
	Groups = []string{"name", "value", "group"}
)

// Read adds the entries of a file to the book. The file is UTF-8 text, with commas, semicolons or tabs between the fields of a line. The
// first line may be a header of the words name (or column), alias, unit, value and group, in any order; otherwise the fields are in the
// given order, Names or Groups. A line with a value and a group adds the value to the group. Errors name the line.
func (b Book) Read(r io.Reader, order []string) error {
	const most = 1_000_000 // bytes
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return fmt.Errorf("codebook: %w", err)
	case len(text) > most:
		return fmt.Errorf("codebook: the file is larger than %d MB", most/1_000_000)
	case !utf8.Valid(text):
		return errors.New("codebook: the file is not UTF-8 text: save it as CSV in UTF-8")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	lines := csv.NewReader(bytes.NewReader(text))
	lines.Comma, lines.FieldsPerRecord = delimiter(text), -1
	for first := true; ; first = false {
		fields, err := lines.Read()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("codebook: %w", err)
		}
		if given := header(fields); first && given != nil {
			order = given
			continue
		}
		if err := b.add(fields, order); err != nil {
			line, _ := lines.FieldPos(0)
			return fmt.Errorf("codebook: line %d: %w", line, err)
		}
	}
}

// delimiter returns the most frequent of comma, semicolon and tab in the first line, the earlier one if several are.
func delimiter(text []byte) rune {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	best, most := ',', 0
	for _, c := range ",;\t" {
		if n := bytes.Count(line, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// header returns the names of the fields if a line is a header, nil for a line of data. A header has "name" and at least one other field,
// each once.
func header(fields []string) (order []string) {
	for _, f := range fields {
		f = strings.ToLower(strings.TrimSpace(f))
		if f == "column" {
			f = "name"
		}
		if !slices.Contains([]string{"name", "alias", "unit", "value", "group"}, f) || slices.Contains(order, f) {
			return nil
		}
		order = append(order, f)
	}
	if len(order) < 2 || !slices.Contains(order, "name") {
		return nil
	}
	return order
}

// add adds a line to the book. Order has the names of its fields.
func (b Book) add(fields, order []string) error {
	if len(fields) > len(order) {
		return fmt.Errorf("%d fields, expected %s", len(fields), strings.Join(order, ", "))
	}
	of := map[string]string{}
	for i, f := range fields {
		of[order[i]] = strings.TrimSpace(f)
	}
	name, value, group := of["name"], of["value"], of["group"]
	if name == "" {
		return errors.New("the name of the column is missing")
	}
	c := b[name]
	for _, to := range []struct {
		what string
		is   *string
	}{{"alias", &c.Alias}, {"unit", &c.Unit}} {
		text := of[to.what]
		if text != "" && *to.is != "" && *to.is != text {
			return fmt.Errorf("column %q has two values for %s: %q and %q", name, to.what, *to.is, text)
		}
		*to.is = cmp.Or(*to.is, text)
	}
	switch {
	case value == "" && group != "":
		return fmt.Errorf("the group %q of column %q lacks a value", group, name)
	case value != "" && group == "":
		return fmt.Errorf("the value %q of column %q lacks a group", value, name)
	case group != "":
		if len(c.Groups) > mostGroups { // the search below is linear
			return c.Validate()
		}
		at := slices.IndexFunc(c.Groups, func(g ValueGroup) bool { return g.Name == group })
		if at < 0 {
			at, c.Groups = len(c.Groups), append(c.Groups, ValueGroup{Name: group})
		}
		c.Groups[at].Values = append(c.Groups[at].Values, value)
	}
	b[name] = c
	return nil
}
