package export

import (
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// mostShown is the number of example rows for readers.
const mostShown = 12

func (p *plan) writeText() (string, error) {
	text := strings.Join(p.about(), "\n") + "\n\n" + p.sentence() + p.coverage("") + "\nExample rows:\n"
	return text + join(p.examples(), "", func(_ int, t probe) string { return "  " + p.describe(t) + "\n" }), nil
}

// sentence writes the rules as IF … THEN … ELSE.
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
		for _, part := range []struct {
			name   string
			counts []rule.Counts
		}{{"train", p.options.Train}, {"test", p.options.Test}} {
			if k < len(part.counts) {
				c := part.counts[k]
				parts = append(parts, fmt.Sprintf("%s coverage %d, %d correct", part.name, c.Covered, c.Right))
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

// describe writes a row and its prediction on a line.
func (p *plan) describe(t probe) string {
	var cells []string
	for j, c := range t.cells {
		if !c.missing {
			cells = append(cells, plain(p.columns[j].name)+" "+p.cellText(j, c))
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

func (p *plan) cellText(column int, c cell) string {
	switch {
	case c.missing:
		return "missing"
	case p.columns[column].numeric():
		return "= " + dataset.FormatNumber(c.number)
	}
	return "= " + plain(c.text)
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
