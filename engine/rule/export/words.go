package export

import (
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// mostShown is the number of example rows for readers.
const mostShown = 12

// readsWithAnswer is reads with the prediction, if it is not the same for all rules.
func (p *plan) readsWithAnswer(k int) string {
	if p.many() {
		return p.reads(k) + ": " + plain(p.saysOf(p.answerOf(k)))
	}
	return p.reads(k)
}

// coverage returns a line about the coverage of each rule, none if it is unknown.
func (p *plan) coverage() (lines []string) {
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
			lines = append(lines, fmt.Sprintf("Rule %d: %s", k+1, strings.Join(parts, "; ")))
		}
	}
	return lines
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

// cellText writes a cell as text.
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
