package export

import (
	"cmp"
	"fmt"
	"strings"

	"drnet/engine/rule"
)

func (p *plan) writeMarkdown() (string, error) {
	var b strings.Builder
	positive, negative := escapedMarkdown(p.model.Prediction(true)), escapedMarkdown(p.model.Prediction(false))
	fmt.Fprintf(&b, "# Rules for %s\n\n", escapedMarkdown(p.model.Target))
	head := "| rule | condition |\n| ---: | --- |\n"
	if p.many() {
		fmt.Fprintf(&b, "The first rule that fires decides; default: **%s**.\n\n", negative)
		head = "| rule | condition | prediction |\n| ---: | --- | --- |\n"
	} else {
		fmt.Fprintf(&b, "Predict **%s** if any rule fires, else **%s**.\n\n", positive, negative)
	}
	if len(p.rules) == 0 {
		head = "The model has no rules.\n"
	}
	b.WriteString(head)
	for k, r := range p.model.Rules {
		text := join(r.Phrases(p.features), " **and** ", func(_ int, phrase string) string { return escapedMarkdown(phrase) })
		fmt.Fprintf(&b, "| %d | %s |", k+1, cmp.Or(text, rule.Always))
		if p.many() {
			b.WriteString(" " + escapedMarkdown(p.answerOf(k)) + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString(p.coverage("- ") + "\n")
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
