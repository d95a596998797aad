package export

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// dialect is how a language writes programs, mostly as formats of fmt. A program reads each cell into a variable. That of a column of
// numbers holds the number, NaN if it is missing. That of a column of values holds the value if the rules name it, "" for any other
// value, and null if it is missing. NaN ≤ x is false and null differs from every text, so that negations hold for missing cells.
type dialect struct {
	template, runtime *string // of a program; pointers, so that a program without writers does not link them
	withoutZero       string  // the name of the language if its texts cannot hold U+0000, else ""

	comment          string
	number, testCell func(float64) string // in a condition, in a test row
	text             func(string) string

	atMost, above    string // of variable and number
	notAtMost        string // also true of a missing cell
	equals, differs  string // of variable and text
	none, some       string // of the variable of a number: is it missing?
	noText, someText string // the same of a value
	and, or, always  string
	rest, notRest    string // of the variable of a value

	assign       string // a line that sets a variable to a cell
	read, filled string // a cell of a column of numbers, by the column's name; filled has a number in place of a missing cell
	value        string // the beginning of a call that reads a cell of a column of values: the column's name and its named values
	aside, fill  string // further arguments of value, written if there are any
	positional   bool   // the argument fill needs the argument aside before it
	// cell writes the whole call instead of value, aside and fill, if it is not nil.
	cell func(*column) string

	// difference and ratio compute a number from two operands, NaN if it is not finite; an optional last argument replaces NaN. They
	// call functions whose source is finite; it follows the runtime.
	difference, ratio, finite string
	// date reads one part of a date (0 year, 1 month, 2 days, 3 hour) by the column's name, pattern, groups and the part. dated and
	// weekday wrap it, with an optional fill. They call functions whose source is dating; it follows finite.
	date, dated, weekday, dating string

	fire    string // the lines of rule [3] with its text [1] and its condition [2]
	test    string // a test row: its cells, the rules that hold, and testProbability
	missing string // a missing cell of a test row
}

// program fills the template of a program.
func (d *dialect) program(p *plan) (string, error) {
	if err := p.checkZero(d.withoutZero); d.withoutZero != "" && err != nil {
		return "", err
	}
	runtime, dating := *d.runtime, ""
	if len(p.all) > len(p.columns) {
		runtime += d.finite
	}
	if patterns := p.patterns(); len(patterns) > 0 {
		dating = "date, "
		runtime += strings.Replace(d.dating, "{{patterns}}", list(patterns, d.text), 1)
	}
	return strings.NewReplacer(
		"{{about}}", remarks(d.comment, p.about(p.numberTexts()...)...),
		"{{runtime}}", runtime,
		"{{dating}}", dating, "{{columns}}", list(p.names(), d.text),
		"{{answers}}", list(p.options.Answers, d.text),
		"{{enough}}", p.enough(), "{{when}}", rule.Enough(p.model.Votes()),
		"{{positive}}", d.text(p.model.Positive), "{{negative}}", d.text(p.model.Negative),
		"{{cells}}", d.cells(p, p.rules[:p.decisive()]), "{{fires}}", d.fires(p, 0, p.decisive()),
		"{{more}}", d.cells(p, p.rules[p.decisive():]), "{{conditions}}", d.fires(p, p.decisive(), len(p.rules)),
		"{{tests}}", join(p.tests, ",\n", func(_ int, t probe) string {
			return fmt.Sprintf(d.test, cellList(t, d.testCell, d.text, d.missing), numberList(t.fires), p.testProbability(t))
		}),
	).Replace(p.scored(choose(*d.template, "many", p.many()))), nil
}

// numberTexts returns a note about texts that are numbers, for programs with columns of numbers. The training table may have had other
// notations, but the encoder does not keep them.
func (p *plan) numberTexts() []string {
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.numeric() }) {
		return nil
	}
	return []string{
		`Columns of numbers take numbers, or texts such as "49.5": others, such as "49,5", "48%", "$97" and "007", count as missing ` +
			"or as another value.",
	}
}

// enough returns the comparison that decides by the number of rules that hold: "> 0" or, with votes, ">= 3".
func (p *plan) enough() string {
	if votes := p.model.Votes(); votes > 1 {
		return ">= " + strconv.Itoa(votes)
	}
	return "> 0"
}

// cells writes the lines that read the cells of the columns that some rules use.
func (d *dialect) cells(p *plan, rules [][]condition) string {
	used := slices.Concat(rules...)
	return join(p.all, "", func(j int, c column) string {
		if !slices.ContainsFunc(used, func(c condition) bool { return c.column == j }) {
			return ""
		}
		return fmt.Sprintf(d.assign, variable(j), d.readCell(p, &c))
	})
}

// fires writes the lines of rules from to to-1, counted from 0.
func (d *dialect) fires(p *plan, from, to int) string {
	return join(p.rules[from:to], "", func(i int, r []condition) string {
		conjunction := join(r, d.and, func(_ int, c condition) string { return d.condition(p, c) })
		return fmt.Sprintf(d.fire, p.reads(from+i), cmp.Or(conjunction, d.always), from+i+1)
	})
}

// scored fills the parts of a template that are about the scorecard.
func (p *plan) scored(template string) string {
	template = choose(template, "decided", p.card != nil && p.card.Decision != nil) // inside the part that is scored
	template = choose(template, "scored", p.card != nil)
	if p.card == nil {
		return template
	}
	least, _ := p.card.Range()
	return strings.NewReplacer(append(p.decisionParts(),
		"{{points}}", numberList(p.points()), "{{least}}", strconv.Itoa(least),
		"{{without}}", join(p.probabilities(false), ", ", decimal), "{{with}}", join(p.probabilities(true), ", ", decimal),
	)...).Replace(template)
}

// decisionParts returns the placeholders of a template that are about the decision, each followed by its replacement.
func (p *plan) decisionParts() []string {
	d := p.card.Decision
	if d == nil {
		return []string{"{{decide}}", ""}
	}
	return []string{
		"{{decide}}", "decide, ", "{{threshold}}", decimal(0, d.Threshold), "{{from}}", decimal(0, d.AskFrom), "{{to}}", decimal(0, d.AskTo),
	}
}

// testProbability returns the end of a test row: a comma and its probability, "" without a scorecard.
func (p *plan) testProbability(t probe) string {
	if p.card == nil {
		return ""
	}
	return ", " + decimal(0, p.probability(t.fires))
}

// decimal writes a probability, which has at most six decimal places.
func decimal(_ int, p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }

// choose resolves all blocks {{if condition}} … {{else}} … {{end}} of a template; {{else}} may lack.
func choose(template, condition string, holds bool) string {
	before, parts, found := strings.Cut(template, "{{if "+condition+"}}\n")
	if !found {
		return template
	}
	parts, after, _ := strings.Cut(parts, "{{end}}\n")
	yes, no, _ := strings.Cut(parts, "{{else}}\n")
	if holds {
		no = yes
	}
	return before + no + choose(after, condition, holds)
}

func (d *dialect) condition(p *plan, c condition) string {
	v := variable(c.column)
	switch {
	case c.op == binarize.AtMost && c.not && c.orMissing:
		return fmt.Sprintf(d.notAtMost, v, d.number(c.threshold))
	case c.op == binarize.AtMost:
		return fmt.Sprintf(c.either(d.atMost, d.above), v, d.number(c.threshold))
	case c.op == binarize.Equals:
		test := join(c.values, c.either(d.or, d.and), func(_ int, value string) string {
			return fmt.Sprintf(c.either(d.equals, d.differs), v, d.text(value))
		})
		if len(c.values) > 1 {
			return "(" + test + ")"
		}
		return test
	case c.op == binarize.Rest:
		return fmt.Sprintf(c.either(d.rest, d.notRest), v)
	case p.all[c.column].kind == measure:
		return fmt.Sprintf(c.either(d.none, d.some), v)
	}
	return fmt.Sprintf(c.either(d.noText, d.someText), v)
}

func (d *dialect) readCell(p *plan, c *column) string {
	name := d.text(c.name)
	switch {
	case c.from != nil:
		return d.compute(p, c)
	case c.kind == measure && c.fill != "":
		fill, _ := dataset.ParseNumber(c.fill)
		return fmt.Sprintf(d.filled, name, d.number(fill))
	case c.kind == measure:
		return fmt.Sprintf(d.read, name)
	case d.cell != nil:
		return d.cell(c)
	}
	call := fmt.Sprintf(d.value, name, list(c.named, d.text))
	if len(c.aside) > 0 || d.positional && c.fill != "" {
		call += fmt.Sprintf(d.aside, list(c.aside, d.text))
	}
	if c.fill != "" {
		call += fmt.Sprintf(d.fill, d.text(c.fill))
	}
	return call + ")"
}

// compute writes the expression of a derived number.
func (d *dialect) compute(p *plan, c *column) string {
	if c.from.IsDate() {
		return d.computeDate(p, c)
	}
	operand := func(i int) string { return fmt.Sprintf(d.read, d.text(p.columns[c.of[i]].name)) }
	call, fill := d.difference, ""
	if c.from.Op == binarize.Ratio {
		call = d.ratio
	}
	if x, ok := dataset.ParseNumber(c.fill); ok {
		fill = ", " + d.number(x)
	}
	return fmt.Sprintf(call, operand(0), operand(1), fill)
}

// computeDate writes the expression of a column derived from dates.
func (d *dialect) computeDate(p *plan, c *column) string {
	place := map[binarize.Operation]int{binarize.Year: 0, binarize.Month: 1, binarize.Hour: 3}
	operand := func(i int) string {
		from, at := p.columns[c.of[i]], 2 // the days
		if k, ok := place[c.from.Op]; ok {
			at = k
		}
		pattern, groups := from.datePattern()
		return fmt.Sprintf(d.date, d.text(from.name), d.text(pattern), groups[0], groups[1], groups[2], at)
	}
	fill := ""
	if x, ok := dataset.ParseNumber(c.fill); ok {
		fill = ", " + d.number(x)
	} else if c.fill != "" {
		fill = ", " + d.text(c.fill)
	}
	switch c.from.Op {
	case binarize.Weekday:
		return fmt.Sprintf(d.weekday, operand(0), fill)
	case binarize.Days:
		return fmt.Sprintf(d.difference, operand(1), operand(0), fill)
	case binarize.Since:
		return fmt.Sprintf(d.difference, operand(0), d.number(float64(c.from.Reference())), fill)
	}
	return fmt.Sprintf(d.dated, operand(0), fill)
}

// datePattern returns the pattern of a column of dates and the numbers that programs take with it: the indices of the groups for year,
// month and day, or 0, the units in an hour, and 0 in a layout of units since 1970.
func (c *column) datePattern() (string, [3]int) {
	pattern, year, month, day := c.layout.Pattern()
	return pattern, [3]int{year, max(month, c.layout.PerHour()), day}
}

// patterns returns the different patterns of the date columns.
func (p *plan) patterns() (list []string) {
	for _, c := range p.columns {
		if pattern, _, _, _ := c.layout.Pattern(); c.kind == dates && !slices.Contains(list, pattern) {
			list = append(list, pattern)
		}
	}
	return list
}

// variable returns the variable of a column in a program, such as c1: a column's own name may not be a valid identifier.
func variable(column int) string { return "c" + strconv.Itoa(column+1) }

func remarks(mark string, lines ...string) string {
	return join(lines, "", func(_ int, line string) string { return strings.TrimRight(mark+" "+line, " ") + "\n" })
}

func cellList(t probe, number func(float64) string, text func(string) string, missing string) string {
	return join(t.cells, ", ", func(_ int, c cell) string { return cellText(c, number, text, missing) })
}

func cellText(c cell, number func(float64) string, text func(string) string, missing string) string {
	switch x := c.(type) {
	case float64:
		return number(x)
	case string:
		return text(x)
	}
	return missing
}

// floatText writes a number as a floating-point literal.
func floatText(x float64) string {
	text := dataset.FormatNumber(x)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// join writes each element of a list, with a separator between two.
func join[T any](list []T, separator string, write func(i int, element T) string) string {
	return strings.Join(each(list, write), separator)
}

// each returns the result of a function for each element of a list.
func each[T, U any](list []T, f func(i int, element T) U) []U {
	out := make([]U, len(list))
	for i, element := range list {
		out[i] = f(i, element)
	}
	return out
}

func list(texts []string, write func(string) string) string {
	return join(texts, ", ", func(_ int, text string) string { return write(text) })
}

func numberList(list []int) string {
	return join(list, ", ", func(_, n int) string { return strconv.Itoa(n) })
}
