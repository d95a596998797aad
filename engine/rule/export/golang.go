package export

import (
	_ "embed"
	"fmt"
	"strings"

	"drnet/engine/dataset"
)

//go:embed runtime/rules.go.txt
var goRuntime string

var goDialect = dialect{
	number: dataset.FormatNumber, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s.text == %s", differs: "%s.text != %s",
	none: "math.IsNaN(%s)", some: "!math.IsNaN(%s)", noText: "%s.missing", someText: "!%s.missing",
	rest: "%s.rest()", notRest: "!%s.rest()", and: " && ", always: "true",

	assign: "\t%s := %s\n", read: "r.number(%s, math.NaN())", filled: "r.number(%s, %s)",
	fire: "\t// %s\n\tif %s {\n\t\tfired = append(fired, %d)\n\t}\n",
	test: "\t{[]any{%s}, []int{%s}},\n", missing: "nil",
}

// writeGo writes a package.
func (p *plan) writeGo() (string, error) {
	var b strings.Builder
	b.WriteString(remarks("//", p.about()...) + "\n// Package rules answers for rows of a table.\npackage rules\n" + goRuntime)
	fmt.Fprintf(&b, "\n// Columns are the names of the columns that the rules ask about.\nvar Columns = []string{%s}\n",
		list(p.names(), quote))
	answer := quote(p.model.Positive)
	if p.many() {
		answer = "answers[fired[0]-1]"
		fmt.Fprintf(&b, "\n// answers are those of the rules, the first of which that fires decides.\n"+
			"var answers = []string{%s}\n", list(p.options.Answers, quote))
	}
	fmt.Fprintf(&b, `
// Predict returns the answer for a row. The error is that of Fires.
func Predict(row map[string]any) (string, error) {
	fired, err := Fires(row)
	if err != nil {
		return "", err
	}
	if len(fired) > 0 {
		return %s, nil
	}
	return %s, nil
}
`, answer, quote(p.model.Negative))
	b.WriteString("\n// Fires returns the numbers of the rules that fire on a row, from 1. " +
		"A row maps each of Columns to a number or a string;\n" +
		"// nil, NaN and \"\" are missing cells. A row without one of Columns, or with something else in it, is an error.\n" +
		"func Fires(row map[string]any) ([]int, error) {\n\tr := reader{row: row}\n")
	b.WriteString(goDialect.cells(p, goCell))
	b.WriteString("\tif r.err != nil {\n\t\treturn nil, r.err\n\t}\n\tfired := []int{}\n" + goDialect.fires(p))
	b.WriteString("\treturn fired, nil\n}\n\n// tests are rows to test with: cells in the order of Columns, and the rules that fire.\n" +
		"var tests = []struct {\n\tcells []any\n\tfires []int\n}{\n")
	b.WriteString(goDialect.tests(p, floatText) + "}\n")
	return b.String(), nil
}

func goCell(c *column) string {
	if c.kind == measure {
		return goDialect.cell(c)
	}
	strs := func(texts []string) string {
		if len(texts) == 0 {
			return "nil"
		}
		return "[]string{" + list(texts, quote) + "}"
	}
	return fmt.Sprintf("r.value(%s, %s, %s, %s)", quote(c.name), strs(c.named), strs(c.aside), quote(c.fill))
}
