package export

import (
	"fmt"
	"strings"
)

// writeText writes the rules for people.
func (p *plan) writeText() (string, error) {
	var b strings.Builder
	for _, line := range p.about() {
		b.WriteString(line + "\n")
	}
	b.WriteString("\n")
	b.WriteString(p.sentence())
	for i, line := range p.coverage() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\nExample rows:\n")
	for _, t := range p.examples() {
		b.WriteString("  " + p.describe(t) + "\n")
	}
	return b.String(), nil
}

// sentence writes the rules as IF … THEN … ELSE.
func (p *plan) sentence() string {
	var b strings.Builder
	if p.many() {
		lead := "IF      "
		for k := range p.rules {
			fmt.Fprintf(&b, "%s%s\nTHEN    %s\n", lead, p.reads(k), plain(p.saysOf(p.answerOf(k))))
			lead = "ELSE IF "
		}
		if len(p.rules) == 0 {
			return "ALWAYS  " + plain(p.model.Prediction(false)) + "\n"
		}
		fmt.Fprintf(&b, "ELSE    %s\n", plain(p.model.Prediction(false)))
		return b.String()
	}
	lead := "IF   "
	for k := range p.rules {
		b.WriteString(lead + p.reads(k) + "\n")
		lead = "OR   "
	}
	if len(p.rules) == 0 {
		b.WriteString("IF   never\n")
	}
	fmt.Fprintf(&b, "THEN %s\nELSE %s\n", plain(p.model.Prediction(true)), plain(p.model.Prediction(false)))
	return b.String()
}
