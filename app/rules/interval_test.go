package rules_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/rules"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// A bound of a rule is dragged, or moved by keys, to readable numbers within the column. One drag is one revision, and the scores
// stay until the new ones are known.
func TestBoundsMove(t *testing.T) {
	at := func(line int, upper bool) rules.Bound { return rules.Bound{Line: line, Column: "age", Upper: upper} }
	drag := func(b rules.Bound, to ...float64) (list []core.Msg) {
		list = append(list, rules.BoundGrabbed{})
		for _, x := range to {
			list = append(list, rules.BoundMoved{Bound: b, To: x})
		}
		return append(list, rules.BoundDropped{})
	}
	keys := func(b rules.Bound, steps int) []core.Msg {
		return []core.Msg{rules.BoundNudged{Bound: b, Steps: steps}, rules.BoundNudged{Bound: b, Steps: steps}}
	}
	lower, upper := at(2, false), at(2, true)
	for _, test := range []struct {
		name      string
		whole     bool
		messages  []core.Msg
		want      string // the condition and the values of the sliders
		revisions int
	}{
		{"not moved", false, drag(upper), "30 < age ≤ 65: more than 30, at most 65", 1},
		{"dragged", false, drag(upper, 60, 50.2, 50.3), "30 < age ≤ 50.5: more than 30, at most 50.5", 2},
		{"dragged twice", false, append(drag(upper, 60), drag(lower, 40)...), "40 < age ≤ 60: more than 40, at most 60", 3},
		{"by keys", false, keys(lower, -2), "28 < age ≤ 65: more than 28, at most 65", 2},
		{"to the end", false, drag(upper, 300), "age > 30: more than 30, no upper bound", 2},
		{"both to the end", false, append(drag(upper, 300), drag(lower, 0)...), "age > 30: more than 30, no upper bound", 2},
		{"beyond the other bound", false, drag(lower, 80), "30 < age ≤ 65: more than 30, at most 65", 1},
		{"another column", false, drag(rules.Bound{Line: 2, Column: "city"}, 1), "30 < age ≤ 65: more than 30, at most 65", 1},
		{"integers", true, nil, "age is 31–65: at least 31, at most 65", 1},
		{"integers dragged", true, drag(lower, 49.5), "age is 50–65: at least 50, at most 65", 2},
		{"integers to one", true, drag(upper, 20), "age = 31: at least 31, at most 31", 2},
		{"integers by keys", true, keys(upper, 10), "age is 31–85: at least 31, at most 85", 2},
	} {
		page, html := inspected(coretest.Model(), 2, test.whole)
		commands := page.Send(test.messages...)
		var texts []string
		for _, part := range strings.Split(html(), `aria-valuetext="`)[1:] {
			text, _, _ := strings.Cut(part, `"`)
			texts = append(texts, text)
		}
		phrases := page.Model.Cards[2].Phrases
		got := phrases[len(phrases)-1].Text + ": " + strings.Join(texts, ", ")
		if got != test.want || len(page.Model.Revisions) != test.revisions {
			t.Errorf("%s: %s in %d revisions, want %s in %d", test.name, got, len(page.Model.Revisions), test.want, test.revisions)
		}
		coretest.Equal(t, len(coretest.Of[core.Edited](commands)) > 0,
			test.revisions > 1, "%s: the page is told of the edit", test.name)
		now := page.Model.Now()
		if kept := len(page.Model.Cards[0].Parts) > 0; test.revisions > 1 && (!now.Stale || now.File().Learned.Edited != nil || !kept) {
			t.Errorf("%s: the scores do not stay, or are saved", test.name)
		}
		o := page.Model.Now().Model.Learned.Simplified
		for range 3 { // answers for the first move, for the last one, and for the shortened rules
			page.Send(protocol.Scored{Outcome: o})
		}
		if page.Model.Now().Stale {
			t.Errorf("%s: the new scores are not taken", test.name)
		}
	}
}

// Once the rules are scored without single conditions, a line lists the most important condition first, and folds conditions that change
// the coverage by less than 1%. The inspector lists all of them in the order of the rule.
func TestMinorConditions(t *testing.T) {
	rows := func(counts ...[2]int) (list []eval.RuleScore) {
		for _, c := range counts {
			list = append(list, eval.RuleScore{Covered: c[0], Right: c[1]})
		}
		return list
	}
	tags := regexp.MustCompile("<[^>]*>")
	plain := func(html string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(tags.ReplaceAllString(html, " "), "&gt;", ">")), " ")
	}
	for _, test := range []struct {
		name  string
		rules []eval.RuleScore // rule 1 without age, without city; rule 3 without city, without age
		want  string           // of the first rule, in short
	}{
		{"unknown", nil, "age > 40.25 · city = Bern"},
		{"by worth", rows([2]int{30, 20}, [2]int{40, 10}, [2]int{10, 10}, [2]int{20, 10}), "city = Bern · age > 40.25"},
		{"minor", rows([2]int{20, 15}, [2]int{40, 10}, [2]int{10, 10}, [2]int{20, 10}), "city = Bern · +1 minor : age > 40.25"},
		{"all minor", rows([2]int{20, 15}, [2]int{20, 15}, [2]int{10, 10}, [2]int{20, 10}), "age > 40.25 · +1 minor : city = Bern"},
	} {
		page, html := inspected(coretest.Model(), 0, false)
		if test.rules != nil {
			page.Send(protocol.Scored{Outcome: protocol.Outcome{Train: eval.Scores{Rules: test.rules}}})
		}
		list, inspector, _ := strings.Cut(html(), `id="inspector"`)
		if list = plain(list); !strings.Contains(list, test.want) {
			t.Errorf("%s: the list is %s, want %q", test.name, list, test.want)
		}
		if inspector = plain(inspector); strings.Index(inspector, "city = Bern") < strings.Index(inspector, "age > 40.25") {
			t.Errorf("%s: the inspector is %s", test.name, inspector)
		}
		coretest.Equal(t, page.Model.LineText(page.View, 0),
			"IF age > 40.25 AND city = Bern THEN rich = yes", "%s: it is copied as", test.name)
	}
}

// The list reads as sentences.
func TestSentences(t *testing.T) {
	page, html := inspected(coretest.Model(), rules.NoRule, true)
	page.Send(rules.SpokenChosen{Spoken: true})
	for i, want := range []string{
		"Predict yes if age is at least 41 and city is Bern.", "Predict yes if age is at most 30.",
		"Predict yes if city is Rom and age is 31–\u206065.",
	} {
		coretest.Contains(t, fmt.Sprint("rule ", i+1), html(), want)
	}
}
