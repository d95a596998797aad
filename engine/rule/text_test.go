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

// TestTextSaysWhatTheRuleDoes reads the words of rules as a person would, on every row there can be: simplified rules and
// others, which a person may have written; as programs note them, and typeset for columns of integers and of other numbers.
func TestTextSaysWhatTheRuleDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 2))
		w := newFixture(r, false)
		set := w.Set(r)
		for _, q := range slices.Concat(set, rule.NewSimplifier(w.Features).Simplify(set)) {
			lines := []string{q.Text(w.Features)}
			for _, whole := range []bool{false, true} {
				typeset := rule.NewTypesetter(w.Encoder, func(string, bool) bool { return whole })
				lines = append(lines, typeset.Line(q, rule.OrMissing))
				checkOneMention(t, typeset.Phrases(q))
			}
			fires := w.Fires(rule.Set{q})
			for _, line := range lines {
				for row := range w.Table.Rows {
					if got, want := means(t, line, w.Table, row), bitmat.Get(fires, row); got != want {
						t.Fatalf("seed %d: rule %v reads %q, which is %v on row %d (%s); the rule says %v",
							seed, q, line, got, row, show(w.Table, row), want)
					}
				}
			}
		}
	}
}

// checkOneMention checks that each column has one phrase.
func checkOneMention(t *testing.T, phrases []rule.Phrase) {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range phrases {
		if seen[p.Column] {
			t.Fatalf("%v mentions %s twice", phrases, p.Column)
		}
		seen[p.Column] = true
	}
}

// means reports whether a rule, written on a line, holds for a row.
func means(t *testing.T, line string, table *dataset.Table, row int) bool {
	t.Helper()
	for _, phrase := range strings.Split(line, " AND ") {
		phrase = strings.TrimSuffix(strings.TrimPrefix(phrase, "("), ")")
		phrase = strings.Replace(phrase, " (or missing", " or missing", 1)
		if line != rule.Always && !holds(t, phrase, table, row) {
			return false
		}
	}
	return true
}

// holds reports whether a phrase holds for a row: "c0 is none of v1, v2 or missing", "c1 > 10 and ≤ 20", "10 < c1 ≤ 20".
func holds(t *testing.T, phrase string, table *dataset.Table, row int) bool {
	t.Helper()
	rest, orMissing := strings.CutSuffix(phrase, " or missing")
	rest = strings.TrimSuffix(rest, " or a new value") // no row has one
	if low, inside, ok := strings.Cut(rest, " < "); ok {
		name, high, _ := strings.Cut(inside, " ≤ ")
		rest = name + " > " + low + " and ≤ " + high
	}
	name, relations, _ := strings.Cut(rest, " ")
	text, known := table.Columns[table.Column(name)].Text(row)
	switch {
	case relations == "is missing":
		return !known
	case !known:
		return orMissing
	}
	for _, relation := range strings.Split(relations, " and ") {
		if !meets(t, relation, text) {
			return false
		}
	}
	return true
}

// meets reports whether a known cell meets a relation, such as "≠ v1" or "is 11–20".
func meets(t *testing.T, relation, text string) bool {
	t.Helper()
	sign, value, _ := strings.Cut(relation, " ")
	switch {
	case relation == "is known":
		return true
	case strings.Contains(relation, " named value"): // a world names all values but the first two
		asksRest := strings.HasPrefix(relation, "is none of ") || strings.HasPrefix(relation, "is not ")
		return asksRest == (text == "v0" || text == "v1")
	case strings.HasPrefix(value, "any of "):
		return slices.Contains(strings.Split(value[len("any of "):], ", "), text)
	case strings.HasPrefix(value, "none of "):
		return !slices.Contains(strings.Split(value[len("none of "):], ", "), text)
	case sign == "is":
		low, high, ok := strings.Cut(value, "–")
		return ok && number(t, text) >= number(t, low) && number(t, text) <= number(t, high)
	case sign == "≤":
		return number(t, text) <= number(t, value)
	case sign == "≥":
		return number(t, text) >= number(t, value)
	case sign == ">":
		return number(t, text) > number(t, value)
	case sign == "=":
		return text == value
	case sign == "≠":
		return text != value
	}
	t.Fatalf("cannot read %q", relation)
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
