package rules

import (
	"fmt"
	"strings"

	"drnet/app/core"
	"drnet/engine/eval"
)

// flag sets the texts of the remarks on a rule. In a decision list, numbers maps the rules of the set to those of the list; otherwise nil.
func (c *Card) flag(numbers []int) {
	var short []string
	c.Flags = nil
	unit := core.Either(len(c.Parts) > 1, "test row", "row") // that the remarks count
	for _, r := range c.remarks {
		if r.Flag == eval.Subsumed && r.Of <= len(numbers) {
			r.Of = numbers[r.Of-1]
		}
		text, word := remarkInWords(r, unit)
		if numbers != nil && r.Flag == eval.Unsatisfied && !r.Logic { // earlier rules may decide the rows on which it holds
			text, word = "It decides no row: none that reaches it meets its conditions.", "decides no row"
		}
		c.Flags, short = append(c.Flags, text), append(short, word)
	}
	c.Short = strings.Join(short, ", ")
}

// remarkInWords describes a reason to distrust a rule, in a sentence and in a few words. Of is the noun for the counted rows: "test row".
func remarkInWords(r eval.Remark, of string) (text, short string) {
	short = map[eval.Flag]string{
		eval.LowSupport: "n = " + core.Count(r.Rows), eval.Subsumed: "inside rule " + core.Count(r.Of),
		eval.Tautology: "always holds", eval.Unsatisfied: "never holds",
	}[r.Flag]
	if r.Flag != eval.LowSupport {
		return core.Sentence(r.String()), short
	}
	return "The precision may be due to chance (" + core.Plural(r.Rows, of, of+"s") +
		core.When(r.Rows >= eval.FewRows, fmt.Sprintf(", and the interval contains the share of all rows, %.0f%%", 100*r.Base)) + ").", short
}
