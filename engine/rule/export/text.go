package export

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/rule"
)

func (p *plan) writeText() (string, error) {
	lines := each(p.rules, func(k int, _ []condition) string { return p.reads(k) })
	says := func(_ int, answer string) string { return plain(p.saysOf(answer)) }
	indent, sentence := len("IF   "), rule.Sentence(lines, p.model.Votes(), says(0, p.model.Positive), says(0, p.model.Negative))
	if p.many() {
		indent, sentence = len("ELSE IF "), rule.ListSentence(lines, each(p.options.Answers, says), says(0, p.model.Negative))
	}
	examples := join(p.examples(), "", func(_ int, t probe) string { return "  " + p.describe(t) + "\n" })
	return Wrapped(strings.Join(p.about(), "\n"), 0) + "\n\n" + Wrapped(sentence, indent) + p.typeset.Noted(p.model.Rules, "", "\n") +
		p.coverage("") + "\nExample rows:\n" + Wrapped(examples, len("    ")), nil
}

// coverage returns an empty line and then, for each rule, a line about its coverage that begins with lead; "" if all are unknown.
func (p *plan) coverage(lead string) (lines string) {
	for k := range p.rules {
		var parts []string
		for i, counts := range [][]rule.Counts{p.options.Train, p.options.Test} {
			if k < len(counts) {
				name := []string{"train", "test"}[i]
				parts = append(parts, fmt.Sprintf("%s coverage %d, %d correct", name, counts[k].Covered, counts[k].Right))
			}
		}
		if len(parts) > 0 {
			lines += fmt.Sprintf("%sRule %d: %s\n", lead, k+1, strings.Join(parts, "; "))
		}
	}
	if lines != "" {
		return "\n" + lines
	}
	return ""
}

// examples returns up to mostShown test rows, first a row for each rule. Rows with a fraction in a column of integers are left out.
func (p *plan) examples() []probe {
	list := slices.DeleteFunc(slices.Clone(p.tests), func(t probe) bool {
		for j, c := range t.cells {
			if x, number := c.(float64); number && x != math.Trunc(x) && p.options.Integers.Of(p.columns[j].encoded) {
				return true
			}
		}
		return false
	})
	return list[:min(len(list), mostShown)]
}

func (p *plan) describe(t probe) string {
	var cells []string
	for j, c := range t.cells {
		if c != nil {
			cells = append(cells, plain(p.columns[j].encoded.Title())+" = "+cellText(c, rule.Number, quoted, ""))
		}
	}
	switch {
	case len(p.columns) == 0:
		cells = []string{"any row"}
	case len(cells) == 0:
		cells = []string{"all missing"}
	case len(cells) < len(p.columns):
		cells = append(cells, "the rest missing")
	}
	return fmt.Sprintf("%s: %s, %s", strings.Join(cells, ", "), firing(t.fires), plain(p.saysOf(p.answer(t.fires))))
}

func quoted(value string) string { return rule.Quoted(plain(value)) }

func firing(fires []int) string {
	switch len(fires) {
	case 0:
		return "no rule holds"
	case 1:
		return fmt.Sprintf("rule %d holds", fires[0])
	}
	return "rules " + numberList(fires) + " hold"
}

//go:embed template/rules.md
var markdownTemplate string

func (p *plan) writeMarkdown() (string, error) {
	cells := func(texts ...string) string {
		return join(texts, "", func(_ int, text string) string { return " " + escapedMarkdown(text) + " |" })
	}
	rules := join(p.model.Rules, "", func(k int, r rule.Rule) string {
		text := join(p.typeset.Phrases(r), " **and** ", func(_ int, phrase rule.Phrase) string {
			return escapedMarkdown(phrase.Marked(rule.MissingMark))
		})
		line := fmt.Sprintf("| %d | %s |", k+1, cmp.Or(text, rule.Always))
		if p.many() {
			line += cells(p.answerOf(k))
		}
		return line + "\n"
	})
	examples := join(p.examples(), "", func(_ int, t probe) string {
		row := each(t.cells, func(_ int, c cell) string { return cellText(c, rule.Number, plain, "missing") })
		return "|" + cells(row...) + " " + numberList(t.fires) + " |" + cells(p.answer(t.fires)) + "\n"
	})
	head, bar := "", ""
	if p.many() {
		head, bar = " prediction |", " --- |"
	}
	return strings.NewReplacer(
		"{{target}}", escapedMarkdown(p.target()), "{{positive}}", escapedMarkdown(p.saysOf(p.model.Positive)),
		"{{negative}}", escapedMarkdown(p.saysOf(p.model.Negative)), "{{when}}", rule.Enough(p.model.Votes()),
		"{{prediction}}", head, "{{bar}}", bar, "{{rules}}", rules,
		"{{coverage}}", p.coverage("- "), "{{columns}}", cells(p.titles()...), "{{bars}}", strings.Repeat(" --- |", len(p.columns)),
		"{{about}}", Wrapped(join(p.about()[2:], "", func(_ int, line string) string { return escapedMarkdown(line) + "\n" }), 0),
		"{{examples}}", examples, "{{note}}", p.typeset.Noted(p.model.Rules, "\n\\", "\n"),
	).Replace(choose(choose(markdownTemplate, "many", p.many()), "rules", len(p.rules) > 0)), nil
}

func escapedMarkdown(s string) string {
	var b strings.Builder
	for _, r := range plain(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&!:@$^", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "www.", "www\\.")
}

// vote returns the prediction of a rule and, with votes, how many rules must hold for it.
func (p *plan) vote(k int) string {
	if votes := p.model.Votes(); votes > 1 {
		return fmt.Sprintf("%s, if %d rules hold", p.answerOf(k), votes)
	}
	return p.answerOf(k)
}

// writeCSV writes the rules as CSV, one a line, with an apostrophe before cells that a spreadsheet would run.
func (p *plan) writeCSV() (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"rule", "text", "conditions", "answer", "train_covers", "train_right", "test_covers", "test_right"})
	for k, r := range p.model.Rules {
		line := []string{strconv.Itoa(k + 1), withoutFormula(p.reads(k)), strconv.Itoa(len(r)), withoutFormula(plain(p.vote(k)))}
		for _, counts := range [][]rule.Counts{p.options.Train, p.options.Test} {
			if k < len(counts) {
				line = append(line, strconv.Itoa(counts[k].Covered), strconv.Itoa(counts[k].Right))
			} else {
				line = append(line, "", "")
			}
		}
		w.Write(line)
	}
	w.Flush()
	return b.String(), w.Error()
}
