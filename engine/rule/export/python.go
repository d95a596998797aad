package export

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed runtime/rules.py
var pythonRuntime string

var pythonDialect = dialect{
	number: floatText, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "not %s <= %s", equals: "%s == %s", differs: "%s != %s",
	none: "isnan(%s)", some: "not isnan(%s)", noText: "%s is None", someText: "%s is not None",
	rest: `%s == ""`, notRest: `%s != ""`, and: " and ", always: "True",
}

// writePython writes a module with the functions fires and predict.
func (p *plan) writePython() (string, error) {
	var b strings.Builder
	b.WriteString(remarks("#", p.about()...))
	b.WriteString(remarks("#", "",
		"predict(row) answers for a row, and fires(row) tells the numbers of the rules that fire on it. A row is a dictionary:",
		"the name of each column in COLUMNS to a number or a text. None, nan and \"\" are missing cells.",
		"To test this file: python3 rules.py"))
	b.WriteString(pythonRuntime)
	fmt.Fprintf(&b, "\n\nCOLUMNS = [%s]\n", list(p.names(), quote))
	if p.many() {
		fmt.Fprintf(&b, "\n# The answers of the rules, the first of which that fires decides.\nANSWERS = [%s]\n",
			list(p.options.Answers, quote))
		fmt.Fprintf(&b, "\n\ndef predict(row):\n    \"\"\"Return the answer for a row.\"\"\"\n    fired = fires(row)\n"+
			"    return ANSWERS[fired[0] - 1] if fired else %s\n", quote(p.model.Negative))
	} else {
		fmt.Fprintf(&b, "\n\ndef predict(row):\n    \"\"\"Return the answer for a row.\"\"\"\n"+
			"    return %s if fires(row) else %s\n", quote(p.model.Positive), quote(p.model.Negative))
	}
	b.WriteString("\n\ndef fires(row):\n    \"\"\"Return the numbers of the rules that fire on a row, from 1.\"\"\"\n")
	for j := range p.columns {
		fmt.Fprintf(&b, "    %s = %s\n", variable(j), p.pythonCell(j))
	}
	b.WriteString("    fired = []\n")
	for k, r := range p.rules {
		fmt.Fprintf(&b, "    # %s\n    if %s:\n        fired.append(%d)\n", p.reads(k), pythonDialect.conjunction(p, r), k+1)
	}
	b.WriteString("    return fired\n\n\n# Rows to test with: cells in the order of COLUMNS, and the rules that fire.\nTESTS = [\n")
	for _, t := range p.tests {
		fmt.Fprintf(&b, "    ([%s], [%s]),\n", p.cellList(t, floatText, quote, "None"), numberList(t.fires))
	}
	b.WriteString("]\n" + pythonTest)
	return b.String(), nil
}

const pythonTest = `

def self_test():
    """Return the number of rows of TESTS on which the rules do not fire as they should."""
    return sum(fires(dict(zip(COLUMNS, cells))) != fired for cells, fired in TESTS)


if __name__ == "__main__":
    wrong = self_test()
    print(f"{len(TESTS) - wrong} of {len(TESTS)} rows are answered as they should be")
    raise SystemExit(1 if wrong else 0)
`

func (p *plan) pythonCell(j int) string {
	c := &p.columns[j]
	if c.kind == measure {
		if c.fill != "" {
			return fmt.Sprintf("_number(row[%s], %s)", quote(c.name), floatText(c.fillNumber()))
		}
		return fmt.Sprintf("_number(row[%s])", quote(c.name))
	}
	call := fmt.Sprintf("_value(row[%s], [%s]", quote(c.name), list(c.named, quote))
	if len(c.aside) > 0 {
		call += fmt.Sprintf(", aside=[%s]", list(c.aside, quote))
	}
	if c.fill != "" {
		call += fmt.Sprintf(", fill=%s", quote(c.fill))
	}
	return call + ")"
}
