package export

import (
	"fmt"
	"strings"
)

// writeMarkdown writes the rules as a document.
func (p *plan) writeMarkdown() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Rules for %s\n\n", escapedMarkdown(p.model.Target))
	if p.many() {
		fmt.Fprintf(&b, "The first rule that fires decides; default: **%s**.\n\n", escapedMarkdown(p.model.Prediction(false)))
	} else {
		fmt.Fprintf(&b, "Predict **%s** if any rule fires, else **%s**.\n\n", escapedMarkdown(p.model.Prediction(true)),
			escapedMarkdown(p.model.Prediction(false)))
	}
	if len(p.rules) == 0 {
		b.WriteString("The model has no rules.\n")
	} else if p.many() {
		b.WriteString("| rule | condition | prediction |\n| ---: | --- | --- |\n")
	} else {
		b.WriteString("| rule | condition |\n| ---: | --- |\n")
	}
	for k, r := range p.model.Rules {
		phrases := r.Phrases(p.features)
		for i := range phrases {
			phrases[i] = escapedMarkdown(phrases[i])
		}
		if len(phrases) == 0 {
			phrases = []string{"always"}
		}
		fmt.Fprintf(&b, "| %d | %s |", k+1, strings.Join(phrases, " **and** "))
		if p.many() {
			b.WriteString(" " + escapedMarkdown(p.answerOf(k)) + " |")
		}
		b.WriteString("\n")
	}
	for i, line := range p.coverage() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString("- " + line + "\n")
	}
	b.WriteString("\n")
	for _, line := range p.about()[2:] {
		b.WriteString(escapedMarkdown(line) + "\n")
	}
	b.WriteString("\n## Example rows\n\n|")
	for _, c := range p.columns {
		b.WriteString(" " + escapedMarkdown(c.name) + " |")
	}
	b.WriteString(" rules that fire | prediction |\n|" + strings.Repeat(" --- |", len(p.columns)+2) + "\n")
	for _, t := range p.examples() {
		b.WriteString("|")
		for j, c := range t.cells {
			b.WriteString(" " + escapedMarkdown(strings.TrimPrefix(p.cellText(j, c), "= ")) + " |")
		}
		fmt.Fprintf(&b, " %s | %s |\n", numberList(t.fires), escapedMarkdown(p.answer(t.fires)))
	}
	return b.String(), nil
}

// escapedMarkdown escapes the characters that have a meaning in Markdown.
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
