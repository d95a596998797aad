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

// dialect is how a language writes conditions on a variable that holds a number, or not a number for a missing
// cell; or that holds a value, an empty text for any other value, or nothing for a missing cell. Not a number is not at
// most anything, and nothing differs from every value, so that negations hold for missing cells.
type dialect struct {
	template, runtime *string // of a program; pointers, so that a program without writers does not link them
	withoutZero       string  // the name of the language if its texts cannot hold the zero character

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
	read, filled string // of a column of numbers: its name, and what replaces a missing cell
	value        string // of a column of values: its name and its named values

	// difference and ratio are those of two numbers that are read, missing if they are not finite; a fill is an argument more.
	// They call the functions of finite, which follow the runtime.
	difference, ratio, finite string
	// Of a date: the year, month, number of days or hour of a column, by its name, pattern, groups and the place from 0; a number or a
	// weekday of it with a fill; and the functions that these call, behind finite.
	date, dated, weekday, dating string
	aside, fill                  string // further arguments of value, written if there are any
	positional                   bool   // a fill needs the argument aside before it
	// cell reads a cell instead of the five above, if it is not nil.
	cell func(*column) string

	fire    string // lines of rule [3]: its text [1] and its condition [2]
	test    string // a test row: its cells, the rules that fire, and the end of testProbability
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

// numberTexts says which texts are numbers: not all that were in the training table, whose way of writing the encoder does not keep.
func (p *plan) numberTexts() []string {
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.numeric() }) {
		return nil
	}
	return []string{
		`Columns of numbers take numbers, or texts such as "49.5": others, such as "49,5", "48%", "$97" and "007", count as missing ` +
			"or as another value.",
	}
}

// enough compares a number of rules that fire.
func (p *plan) enough() string {
	if votes := p.model.Votes(); votes > 1 {
		return ">= " + strconv.Itoa(votes)
	}
	return "> 0"
}

// cells reads the cells of the columns that some rules use.
func (d *dialect) cells(p *plan, rules [][]condition) string {
	used := slices.Concat(rules...)
	return join(p.all, "", func(j int, c column) string {
		if !slices.ContainsFunc(used, func(c condition) bool { return c.column == j }) {
			return ""
		}
		return fmt.Sprintf(d.assign, variable(j), d.readCell(p, &c))
	})
}

// fires writes the rules from one number to another.
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

// decisionParts are the parts of a template that are about the decision, with what takes their place.
func (p *plan) decisionParts() []string {
	d := p.card.Decision
	if d == nil {
		return []string{"{{decide}}", ""}
	}
	return []string{
		"{{decide}}", "decide, ", "{{threshold}}", decimal(0, d.Threshold), "{{from}}", decimal(0, d.AskFrom), "{{to}}", decimal(0, d.AskTo),
	}
}

// testProbability is the end of a test row: its probability, "" without a scorecard.
func (p *plan) testProbability(t probe) string {
	if p.card == nil {
		return ""
	}
	return ", " + decimal(0, p.probability(t.fires))
}

// decimal writes a probability, which has at most six decimal places.
func decimal(_ int, p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }

// choose returns a template with one of the two parts wherever it has them for a condition.
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

// compute writes a derived number.
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

// computeDate writes a column derived from dates.
func (d *dialect) computeDate(p *plan, c *column) string {
	place := map[binarize.Operation]int{binarize.Year: 0, binarize.Month: 1, binarize.Hour: 3}
	operand := func(i int) string {
		from, at := p.columns[c.of[i]], 2 // the days
		if k, ok := place[c.from.Op]; ok {
			at = k
		}
		pattern, year, month, day := from.layout.Pattern()
		return fmt.Sprintf(d.date, d.text(from.name), d.text(pattern), year, month, day, at)
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

// patterns returns those of the date columns, each once.
func (p *plan) patterns() (list []string) {
	for _, c := range p.columns {
		if pattern, _, _, _ := c.layout.Pattern(); c.kind == dates && !slices.Contains(list, pattern) {
			list = append(list, pattern)
		}
	}
	return list
}

// variable is the name of a column in a program. Names of columns are not valid names of variables.
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
