package rule_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/rule/internal/fixture"
)

// TestPhrasesSayWhatTheRuleDoes reads the words of rules as a person would, on every row there can be: simplified rules
// and others, which a person may have written.
func TestPhrasesSayWhatTheRuleDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := fixture.New(r, false)
		set := w.Set(r)
		for _, q := range slices.Concat(set, rule.NewSimplifier(w.Features).Simplify(set)) {
			fires, phrases := w.Fires(rule.Set{q}), q.Phrases(w.Features)
			for row := range w.Table.Rows {
				if got, want := means(t, phrases, w.Table, row), bitmat.Get(fires, row); got != want {
					t.Fatalf("seed %d: rule %v reads %q, which is %v on row %d (%s); the rule says %v",
						seed, q, phrases, got, row, show(w.Table, row), want)
				}
			}
			checkLine(t, q.Text(w.Features), phrases)
		}
	}
}

// checkLine splits the line of a rule into its phrases. Phrases with an "or" are in parentheses unless they are alone.
func checkLine(t *testing.T, line string, phrases []string) {
	t.Helper()
	got := strings.Split(line, " AND ")
	for i, phrase := range got {
		inner, open := strings.CutPrefix(phrase, "(")
		inner, shut := strings.CutSuffix(inner, ")")
		if or := strings.Contains(phrase, " or "); open != shut || open != (or && len(got) > 1) {
			t.Fatalf("%q: condition %d has the wrong parentheses", line, i)
		}
		got[i] = inner
	}
	if len(phrases) == 0 {
		phrases = []string{rule.Always}
	}
	if !slices.Equal(got, phrases) {
		t.Fatalf("Text = %q, want the phrases %q", line, phrases)
	}
}

// means reports whether all the phrases hold for a row.
func means(t *testing.T, phrases []string, table *dataset.Table, row int) bool {
	t.Helper()
	for _, phrase := range phrases {
		if !holds(t, phrase, table, row) {
			return false
		}
	}
	return true
}

func holds(t *testing.T, phrase string, table *dataset.Table, row int) bool {
	t.Helper()
	rest, orMissing := strings.CutSuffix(phrase, " or missing")
	words := strings.Split(rest, " ")
	name := words[0]
	interval := len(words) == 5 // 25 < age ≤ 50
	if interval {
		name = words[2]
	}
	c := &table.Columns[table.Column(name)]
	text, known := c.Text(row)
	if interval {
		return known && number(t, text) > number(t, words[0]) && number(t, text) <= number(t, words[4])
	}
	switch relation := strings.Join(words[1:len(words)-1], " "); {
	case rest == name+" is known":
		return known
	case rest == name+" is missing":
		return !known
	case !known:
		return orMissing
	case relation == "≤":
		return number(t, text) <= number(t, words[2])
	case relation == ">":
		return number(t, text) > number(t, words[2])
	case relation == "=":
		return text == words[2]
	case relation == "≠":
		return text != words[2]
	case strings.Contains(rest, " named value"): // a world names all values but the first two
		asksRest := strings.Contains(rest, " is none of ") || strings.Contains(rest, " is not ")
		return asksRest == (text == "v0" || text == "v1")
	}
	t.Fatalf("cannot read %q", phrase)
	return false
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, ok := dataset.ParseNumber(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return x
}

func show(table *dataset.Table, row int) string {
	var cells []string
	for j := range table.Columns {
		text, ok := table.Columns[j].Text(row)
		if !ok {
			text = "missing"
		}
		cells = append(cells, fmt.Sprintf("%s %s", table.Columns[j].Name, text))
	}
	return strings.Join(cells, ", ")
}
