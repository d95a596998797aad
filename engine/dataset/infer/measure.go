package infer

import (
	"slices"
	"strings"
)

// AnyUnit in Hint.Unit means the unit that most numbers of the column have.
const AnyUnit = "*"

// longestUnit is the length in bytes of the longest unit of measurement. Units with digits, such as mL/min/1.73m², are not recognized.
const longestUnit = 16

// fitMeasures returns the format of numbers with the unit of measurement of the hint, such as 63.4 kg; its share is 0 if there are none.
// Codes such as 5A look the same: it must be used only if the user or the training table says that the column is numeric.
func (c *inferrer) fitMeasures(h Hint) (best numberFit) {
	unit := h.Unit
	if unit == AnyUnit {
		unit = c.commonUnit()
	}
	if unit == "" {
		return best
	}
	var texts []string
	var count, from []int
	for i, text := range c.Texts {
		if bare, ok := cutUnit(text, unit); ok {
			texts, count, from = append(texts, bare), append(count, c.Rows[i]), append(from, i)
		}
	}
	best = CountPatterns(texts, count).fit(h)
	if best.format.Unit != "" || best.rows == 0 { // 5 % kg
		return numberFit{}
	}
	if i := slices.Index(texts, best.example); i >= 0 {
		best.example = c.Texts[from[i]]
	}
	best.format.Unit, best.mixed, best.share = unit, "", float64(best.rows)/float64(c.present)
	return best
}

// commonUnit returns the most frequent unit of measurement, "" if there is none.
func (c *inferrer) commonUnit() (unit string) {
	rows := map[string]int{}
	for i, text := range c.Texts {
		own := measureOf(text)
		if own == "" {
			continue
		}
		if rows[own] += c.Rows[i]; rows[own] > rows[unit] {
			unit = own
		}
	}
	return unit
}

// measureOf returns the unit of measurement of a text that begins like a number: what follows its last digit and blanks. It is "" for other
// texts.
func measureOf(text string) string {
	if _, rest := cutSign(text); rest == "" || rest[0]-'0' > 9 {
		return ""
	}
	unit := strings.TrimLeft(text[strings.LastIndexAny(text, "0123456789")+1:], strings.Join(blanks[:], ""))
	if len(unit) > longestUnit || strings.ContainsAny(unit[:min(1, len(unit))], "-–+.,;:/)('’") {
		return ""
	}
	return unit
}

// noteMeasures notes a column of numbers with a unit of measurement, which remain texts, and reports whether it is one.
func (c *inferrer) noteMeasures(h Hint) bool {
	h.Unit = AnyUnit
	fit := c.fitMeasures(h)
	if !isMost(fit.rows, c.present) || len(c.Texts) < 3 {
		return false
	}
	_, example := c.countParsed(fit.format, IsNumber)
	c.note("its values look like numbers with the unit %s, such as %q, and remain texts: make it numeric for rules with thresholds",
		fit.format.Unit, example)
	return true
}
