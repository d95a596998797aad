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
)

// TestPhrasesSayWhatTheRuleDoes reads the words of rules as a person would, on every row there can be: simplified rules
// and others, which a person may have written.
func TestPhrasesSayWhatTheRuleDoes(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := newWorld(r, false)
		set := w.set(r)
		for _, q := range slices.Concat(set, rule.NewSimplifier(w.features).Simplify(set)) {
			fires, phrases := w.fires(rule.Set{q}), q.Phrases(w.features)
			for row := range w.table.Rows {
				if got, want := means(t, phrases, w.table, row), bitmat.Get(fires, row); got != want {
					t.Fatalf("seed %d: rule %v reads %q, which is %v on row %d (%s); the rule says %v",
						seed, q, phrases, got, row, show(w.table, row), want)
				}
			}
			if text, want := q.Text(w.features), strings.Join(phrases, " AND "); text != want && (len(q) > 0 || text != rule.Always) {
				t.Fatalf("seed %d: Text = %q, want %q", seed, text, want)
			}
		}
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
