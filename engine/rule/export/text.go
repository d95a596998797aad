package export

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// mostShown is the number of rows to check by hand.
const mostShown = 12

// text writes the rules for people.
func (p *plan) text() (string, error) {
	var b strings.Builder
	for _, line := range p.about() {
		b.WriteString(line + "\n")
	}
	b.WriteString("\n")
	b.WriteString(p.sentence())
	for i, line := range p.fares() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\nRows to check with:\n")
	for _, t := range p.examples() {
		b.WriteString("  " + p.describe(t) + "\n")
	}
	return b.String(), nil
}

// sentence writes the rules as one IF … THEN … ELSE.
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

// readsWithAnswer is reads, with the answer if it is not that of all rules.
func (p *plan) readsWithAnswer(k int) string {
	if p.many() {
		return p.reads(k) + ": " + plain(p.saysOf(p.answerOf(k)))
	}
	return p.reads(k)
}

// fares says how each rule fares, if that is known.
func (p *plan) fares() (lines []string) {
	for k := range p.rules {
		said := on("in training", p.options.Train, k) + on("in the test", p.options.Test, k)
		if said != "" {
			lines = append(lines, fmt.Sprintf("Rule %d%s", k+1, said))
		}
	}
	return lines
}

// on says how a rule fares on some rows.
func on(where string, counts []rule.Counts, k int) string {
	if k >= len(counts) {
		return ""
	}
	return fmt.Sprintf(", %s: fires on %d rows, right on %d", where, counts[k].Covered, counts[k].Right)
}

// examples are the first rows to test with: those on which the rules fire, each one.
func (p *plan) examples() []probe { return p.tests[:min(len(p.tests), mostShown)] }

// describe writes a row and its answer on one line.
func (p *plan) describe(t probe) string {
	var cells []string
	for j, c := range t.cells {
		if !c.missing {
			cells = append(cells, plain(p.columns[j].name)+" "+p.said(j, c))
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

// said writes a cell in words.
func (p *plan) said(column int, c cell) string {
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
	return "rules " + whole(fires) + " fire"
}

// markdown writes the rules as a document.
func (p *plan) markdown() (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# Rules for %s\n\n", mark(p.model.Target))
	if p.many() {
		fmt.Fprintf(&b, "The first of these rules that fires answers. If none does: **%s**.\n\n", mark(p.model.Prediction(false)))
	} else {
		fmt.Fprintf(&b, "**%s** if one of these rules fires, otherwise **%s**.\n\n", mark(p.model.Prediction(true)), mark(p.model.Prediction(false)))
	}
	if len(p.rules) == 0 {
		b.WriteString("There is no rule: none ever fires.\n")
	} else if p.many() {
		b.WriteString("| rule | fires if | answer |\n| ---: | --- | --- |\n")
	} else {
		b.WriteString("| rule | fires if |\n| ---: | --- |\n")
	}
	for k, r := range p.model.Rules {
		phrases := r.Phrases(p.features)
		for i := range phrases {
			phrases[i] = mark(phrases[i])
		}
		if len(phrases) == 0 {
			phrases = []string{"always"}
		}
		fmt.Fprintf(&b, "| %d | %s |", k+1, strings.Join(phrases, " **and** "))
		if p.many() {
			b.WriteString(" " + mark(p.answerOf(k)) + " |")
		}
		b.WriteString("\n")
	}
	for i, line := range p.fares() {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString("- " + line + "\n")
	}
	b.WriteString("\n")
	for _, line := range p.about()[2:] {
		b.WriteString(mark(line) + "\n")
	}
	b.WriteString("\n## Rows to check with\n\n|")
	for _, c := range p.columns {
		b.WriteString(" " + mark(c.name) + " |")
	}
	b.WriteString(" rules that fire | answer |\n|" + strings.Repeat(" --- |", len(p.columns)+2) + "\n")
	for _, t := range p.examples() {
		b.WriteString("|")
		for j, c := range t.cells {
			b.WriteString(" " + mark(strings.TrimPrefix(p.said(j, c), "= ")) + " |")
		}
		fmt.Fprintf(&b, " %s | %s |\n", whole(t.fires), mark(p.answer(t.fires)))
	}
	return b.String(), nil
}

// mark writes a text so that Markdown takes no character of it for a sign.
func mark(s string) string {
	var b strings.Builder
	for _, r := range plain(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|~&!:@$^", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return strings.ReplaceAll(b.String(), "www.", "www\\.")
}

// table writes the rules as CSV, one a line, with an apostrophe before cells that a spreadsheet would run.
func (p *plan) table() (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"rule", "text", "conditions", "answer", "train_covers", "train_right", "test_covers", "test_right"})
	for k, r := range p.model.Rules {
		line := []string{strconv.Itoa(k + 1), harmless(p.reads(k)), strconv.Itoa(len(r)), harmless(plain(p.answerOf(k)))}
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
