package export

import _ "embed"

var (
	//go:embed runtime/rules.py
	pythonRuntime string
	//go:embed template/rules.py
	pythonTemplate string
)

var pythonDialect = dialect{
	comment: "#", number: floatText, testCell: floatText, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "not %s <= %s", equals: "%s == %s", differs: "%s != %s",
	none: "isnan(%s)", some: "not isnan(%s)", noText: "%s is None", someText: "%s is not None",
	rest: `%s == ""`, notRest: `%s != ""`, and: " and ", always: "True",

	assign: "    %s = %s\n", read: "_number(row[%s])", filled: "_number(row[%s], %s)", value: "_value(row[%s], [%s]",
	aside: ", aside=[%s]", fill: ", fill=%s",
	fire: "    # %s\n    if %s:\n        fired.append(%d)\n", test: "    ([%s], [%s])", missing: "None",
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
	return pythonDialect.program(p, pythonTemplate, pythonRuntime), nil
}
