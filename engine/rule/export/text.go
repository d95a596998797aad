package export

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

func (p *plan) writeText() (string, error) {
	text := strings.Join(p.about(), "\n") + "\n\n" + p.sentence() + p.coverage("") + "\nExample rows:\n"
	return text + join(p.examples(), "", func(_ int, t probe) string { return "  " + p.describe(t) + "\n" }), nil
}

func (p *plan) sentence() string {
	negative := plain(p.model.Prediction(false)) + "\n"
	switch {
	case p.many() && len(p.rules) == 0:
		return "ALWAYS  " + negative
	case p.many():
		return "IF      " + join(p.rules, "ELSE IF ", func(k int, _ []condition) string {
			return p.reads(k) + "\nTHEN    " + plain(p.saysOf(p.answerOf(k))) + "\n"
		}) + "ELSE    " + negative
	}
	rules := join(p.rules, "OR   ", func(k int, _ []condition) string { return p.reads(k) + "\n" })
	if len(p.rules) == 0 {
		rules = "never\n"
	}
	return "IF   " + rules + "THEN " + plain(p.model.Prediction(true)) + "\nELSE " + negative
}

// readsWithAnswer is reads with the prediction, if it is not the same for all rules.
func (p *plan) readsWithAnswer(k int) string {
	if p.many() {
		return p.reads(k) + ": " + plain(p.saysOf(p.answerOf(k)))
	}
	return p.reads(k)
}

// coverage returns an empty line and a line about the coverage of each rule, each after a lead; "" if it is unknown.
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

// examples returns the first test rows: for each rule one on which it fires.
func (p *plan) examples() []probe { return p.tests[:min(len(p.tests), mostShown)] }

func (p *plan) describe(t probe) string {
	var cells []string
	for j, c := range t.cells {
		if c != nil {
			cells = append(cells, plain(p.columns[j].name)+" = "+cellText(c, dataset.FormatNumber, plain, ""))
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

func firing(fires []int) string {
	switch len(fires) {
	case 0:
		return "no rule fires"
	case 1:
		return fmt.Sprintf("rule %d fires", fires[0])
	}
	return "rules " + numberList(fires) + " fire"
}

//go:embed template/rules.md
var markdownTemplate string

func (p *plan) writeMarkdown() (string, error) {
	cells := func(texts ...string) string {
		return join(texts, "", func(_ int, text string) string { return " " + escapedMarkdown(text) + " |" })
	}
	rules := join(p.model.Rules, "", func(k int, r rule.Rule) string {
		text := join(r.Phrases(p.features), " **and** ", func(_ int, phrase string) string { return escapedMarkdown(phrase) })
		line := fmt.Sprintf("| %d | %s |", k+1, cmp.Or(text, rule.Always))
		if p.many() {
			line += cells(p.answerOf(k))
		}
		return line + "\n"
	})
	examples := join(p.examples(), "", func(_ int, t probe) string {
		row := each(t.cells, func(_ int, c cell) string { return cellText(c, dataset.FormatNumber, plain, "missing") })
		return "|" + cells(row...) + " " + numberList(t.fires) + " |" + cells(p.answer(t.fires)) + "\n"
	})
	head, bar := "", ""
	if p.many() {
		head, bar = " prediction |", " --- |"
	}
	return strings.NewReplacer(
		"{{target}}", escapedMarkdown(p.model.Target), "{{positive}}", escapedMarkdown(p.model.Prediction(true)),
		"{{negative}}", escapedMarkdown(p.model.Prediction(false)), "{{prediction}}", head, "{{bar}}", bar, "{{rules}}", rules,
		"{{coverage}}", p.coverage("- "), "{{columns}}", cells(p.names()...), "{{bars}}", strings.Repeat(" --- |", len(p.columns)),
		"{{about}}", join(p.about()[2:], "", func(_ int, line string) string { return escapedMarkdown(line) + "\n" }), "{{examples}}", examples,
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

// writeCSV writes the rules as CSV, one a line, with an apostrophe before cells that a spreadsheet would run.
func (p *plan) writeCSV() (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"rule", "text", "conditions", "answer", "train_covers", "train_right", "test_covers", "test_right"})
	for k, r := range p.model.Rules {
		line := []string{strconv.Itoa(k + 1), withoutFormula(p.reads(k)), strconv.Itoa(len(r)), withoutFormula(plain(p.answerOf(k)))}
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
