package export_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"drnet/engine/rule"
	"drnet/engine/rule/export"
)

// Documents for people are typeset for columns of integers, and their lines are short; programs do not change.
func TestDocumentsForPeople(t *testing.T) {
	m := people()
	m.Target, m.Positive = strings.Repeat("long ", 20)+"target", ">50K"
	plain, whole := options, options
	whole.Integers = func(string, bool) bool { return true }
	for _, f := range formats() {
		var texts []string
		for _, o := range []export.Extras{plain, whole} {
			file, err := export.Write(m, f, o)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, file.Text)
		}
		forPeople := f == export.Text || f == export.Markdown || f == export.HTML
		if forPeople != (texts[0] != texts[1]) || forPeople != strings.Contains(texts[1], "age is 26–50") {
			t.Errorf("%s: integers change it: %t", f, texts[0] != texts[1])
		}
		if forPeople != strings.Contains(texts[0], "“") {
			t.Errorf("%s: it quotes %s: %t", f, m.Positive, !forPeople)
		}
		for line := range strings.Lines(texts[1]) {
			if f == export.Text && utf8.RuneCountInString(line) > 101 {
				t.Errorf("a line is too long: %s", line)
			}
		}
	}
}

// Programs say how cells must be written, which is not always as in the training table.
func TestProgramsSayHowToWriteCells(t *testing.T) {
	takeTexts := []string{export.Python, export.R, export.JavaScript, export.Go}
	for _, f := range formats() {
		for _, m := range []*rule.Model{people(), never()} {
			file, err := export.Write(m, f, options)
			if err != nil {
				t.Fatal(err)
			}
			asks, forPeople := len(m.Rules) > 0, slices.Contains([]string{export.Text, export.Markdown, export.HTML, export.CSV}, f)
			if want := asks && !forPeople; strings.Contains(file.Text, "Remove blanks around texts") != want {
				t.Errorf("%s of %d rules: it speaks of blanks: %t, want %t", f, len(m.Rules), !want, want)
			}
			if want := asks && slices.Contains(takeTexts, f); strings.Contains(file.Text, `texts such as "49.5"`) != want {
				t.Errorf("%s of %d rules: it says how texts are read as numbers: %t, want %t", f, len(m.Rules), !want, want)
			}
		}
	}
}

// The second of two values stands for every other cell, which the note says if a rule has it.
func TestSecondValue(t *testing.T) {
	const note = "sex = Female stands for every value but Male, also a missing one."
	m := people()
	for _, want := range []bool{true, false} {
		for _, f := range []string{export.Text, export.Python, export.SQL} {
			file, err := export.Write(m, f, export.Extras{})
			if err != nil || strings.Contains(file.Text, note) != want {
				t.Errorf("%s: the note is there: %t, want %t (%v)", f, !want, want, err)
			}
		}
		m.Rules = m.Rules[:2]
	}
}

func TestWrapped(t *testing.T) {
	long := strings.Repeat("x", 120)
	for text, want := range map[string]string{
		"":                                     "",
		"short\n":                              "short\n",
		long + "\n":                            long + "\n",
		"OR   " + long + "\n":                  "OR   " + long + "\n",
		strings.Repeat("12345678 ", 12) + "\n": strings.TrimSuffix(strings.Repeat("12345678 ", 11), " ") + "\n     12345678 \n",
		strings.Repeat("ä", 100) + "\n":        strings.Repeat("ä", 100) + "\n",
	} {
		if got := export.Wrapped(text, 5); got != want {
			t.Errorf("Wrapped(%q) = %q, want %q", text, got, want)
		}
	}
}
