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

	assign: "    %s = %s\n", read: "_number(row[%s])", filled: "_number(row[%s], %s)", value: "_value(row[%s], [%s]",
	aside: ", aside=[%s]", fill: ", fill=%s",
	fire: "    # %s\n    if %s:\n        fired.append(%d)\n", test: "    ([%s], [%s]),\n", missing: "None",
	predictFirst: `
# The answers of the rules, the first of which that fires decides.
ANSWERS = [%s]


def predict(row):
    """Return the answer for a row."""
    fired = fires(row)
    return ANSWERS[fired[0] - 1] if fired else %s
`,
	predictAny: `

def predict(row):
    """Return the answer for a row."""
    return %s if fires(row) else %s
`,
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
	b.WriteString(pythonDialect.predict(p))
	b.WriteString("\n\ndef fires(row):\n    \"\"\"Return the numbers of the rules that fire on a row, from 1.\"\"\"\n")
	b.WriteString(pythonDialect.cells(p, pythonDialect.cell) + "    fired = []\n" + pythonDialect.fires(p))
	b.WriteString("    return fired\n\n\n# Rows to test with: cells in the order of COLUMNS, and the rules that fire.\nTESTS = [\n")
	b.WriteString(pythonDialect.tests(p, floatText))
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
