package export

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"drnet/engine/dataset"
)

// The runtime of each language, which programs contain unchanged, and the templates.
var (
	//go:embed runtime/rules.py
	pythonRuntime string
	//go:embed template/rules.py
	pythonTemplate string
	//go:embed runtime/rules.R
	rRuntime string
	//go:embed template/rules.R
	rTemplate string
	//go:embed runtime/rules.js
	scriptRuntime string
	//go:embed template/rules.js
	scriptTemplate string
	//go:embed template/module.js
	moduleTemplate string
	//go:embed runtime/rules.go.txt
	goRuntime string
	//go:embed template/rules.go.txt
	goTemplate string
	//go:embed runtime/dates.py
	pythonDates string
	//go:embed runtime/dates.R
	rDates string
	//go:embed runtime/dates.js
	scriptDates string
	//go:embed runtime/dates.go.txt
	goDates string
)

// pythonDialect is for a module with the functions fires and predict.
var pythonDialect = dialect{
	template: &pythonTemplate, runtime: &pythonRuntime, comment: "#",
	number: floatText, testCell: floatText, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "not %s <= %s", equals: "%s == %s", differs: "%s != %s",
	none: "isnan(%s)", some: "not isnan(%s)", noText: "%s is None", someText: "%s is not None",
	rest: `%s == ""`, notRest: `%s != ""`, and: " and ", or: " or ", always: "True",

	assign: "    %s = %s\n", read: "_number(row[%s])", filled: "_number(row[%s], %s)", value: "_value(row[%s], [%s]",
	aside: ", aside=[%s]", fill: ", fill=%s", difference: "_finite(%s - %s%s)", ratio: "_finite(_ratio(%s, %s)%s)",
	finite: `

def _ratio(number, divisor):
    return number / divisor if divisor != 0 else nan


def _finite(number, fill=nan):
    """Return a number that is computed from two cells; nan or the fill if it is not finite."""
    return fill if isnan(number) or isinf(number) else number
`,
	date: "_date(row[%s], %s, %d, %d, %d)[%d]", dated: "_finite(%s%s)", weekday: "_weekday(%s%s)", dating: pythonDates,
	fire: "    # %s\n    if %s:\n        fired.append(%d)\n", test: "    ([%s], [%s]%s)", missing: "None",
}

// rDialect is for a script that makes a list of functions.
var rDialect = dialect{
	template: &rTemplate, runtime: &rRuntime, withoutZero: "R", comment: "#",
	number: rNumber, testCell: rNumber, text: quoteR,
	atMost: "at_most(%s, %s)", above: "above(%s, %s)", notAtMost: "!at_most(%s, %s)", equals: "equals(%s, %s)", differs: "!equals(%s, %s)",
	none: "is.na(%s)", some: "!is.na(%s)", noText: "is.na(%s)", someText: "!is.na(%s)",
	rest: `equals(%s, "")`, notRest: `!equals(%s, "")`, and: " && ", or: " || ", always: "TRUE",

	assign: "    %s <- %s\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, c(%s)",
	aside: ", aside = c(%s)", fill: ", fill = %s", difference: "finite(%s - %s%s)", ratio: "finite(%s / %s%s)",
	finite: `
  # A number that is computed from two cells; NaN or the fill if it is not finite.
  finite <- function(x, fill = NaN) if (is.finite(x)) x else fill
`,
	date: "date(row, %s, %s, %d, %d, %d)[1 + %d]", dated: "finite(%s%s)", weekday: "weekday(%s%s)", dating: rDates,
	fire: "    # %s\n    if (%s) fired <- c(fired, %dL)\n", test: "    list(list(%s), c(%s)%s)", missing: "NA",
}

// rNumber writes a number so that R reads exactly the same one. R's decimal parser may err in the last bit, so fractions are written
// in hexadecimal.
func rNumber(x float64) string {
	const exact = 1 << 53 // float64 holds all integers up to this one
	if x == math.Trunc(x) && math.Abs(x) < exact {
		return dataset.FormatNumber(x)
	}
	return strconv.FormatFloat(x, 'x', -1, 64)
}

// scriptDialect is for a script in browsers and Node alike.
var scriptDialect = dialect{
	template: &scriptTemplate, runtime: &scriptRuntime, comment: "//",
	number: dataset.FormatNumber, testCell: dataset.FormatNumber, text: quoteScript,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s === %s", differs: "%s !== %s",
	none: "isNaN(%s)", some: "!isNaN(%s)", noText: "%s === null", someText: "%s !== null",
	rest: `%s === ""`, notRest: `%s !== ""`, and: " && ", or: " || ", always: "true",

	assign: "    const %s = %s;\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, [%s]",
	aside: ", [%s]", fill: ", %s", positional: true, difference: "finite(%s - %s%s)", ratio: "finite(%s / %s%s)",
	finite: `
  // A number that is computed from two cells; NaN or the fill if it is not finite.
  function finite(x, fill = NaN) {
    return Number.isFinite(x) ? x : fill;
  }
`,
	date: "date(row, %s, %s, %d, %d, %d)[%d]", dated: "finite(%s%s)", weekday: "weekday(%s%s)", dating: scriptDates,
	fire: "    // %s\n    if (%s) fired.push(%d);\n", test: "    [[%s], [%s]%s]", missing: "null",
}

func (p *plan) writeJavaScript() (string, error) {
	d := scriptDialect
	d.template = new(strings.Replace(moduleTemplate, "{{script}}", scriptTemplate, 1))
	return d.program(p)
}

// pageRules returns the script of a page. It lacks the rules as comments, since a text in them could end the script element.
func (p *plan) pageRules() (string, error) {
	d := scriptDialect
	d.fire = "    if (%[2]s) fired.push(%[3]d);\n"
	return d.program(p)
}

var goDialect = dialect{
	template: &goTemplate, runtime: &goRuntime, comment: "//",
	number: dataset.FormatNumber, testCell: floatText, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s.text == %s", differs: "%s.text != %s",
	none: "math.IsNaN(%s)", some: "!math.IsNaN(%s)", noText: "%s.missing", someText: "!%s.missing",
	rest: "%s.rest()", notRest: "!%s.rest()", and: " && ", or: " || ", always: "true",

	assign: "\t%s := %s\n", read: "r.number(%s, math.NaN())", filled: "r.number(%s, %s)", cell: goValue,
	difference: "finite(%s-%s%s)", ratio: "finite(%s/%s%s)",
	finite: `
// finite returns a number that is computed from two cells; NaN or the fill if it is not finite.
func finite(x float64, fill ...float64) float64 {
	switch {
	case !math.IsInf(x, 0) && !math.IsNaN(x):
		return x
	case len(fill) > 0:
		return fill[0]
	}
	return math.NaN()
}
`,
	date: "r.date(%s, %s, %d, %d, %d)[%d]", dated: "finite(%s%s)", weekday: "weekday(%s%s)", dating: goDates,
	fire: "\t// %s\n\tif %s {\n\t\tfired = append(fired, %d)\n\t}\n",
	test: "\t{[]any{%s}, []int{%s}%s}", missing: "nil",
}

func goValue(c *column) string {
	strs := func(texts []string) string {
		if len(texts) == 0 {
			return "nil"
		}
		return "[]string{" + list(texts, quote) + "}"
	}
	return fmt.Sprintf("r.value(%s, %s, %s, %s)", quote(c.name), strs(c.named), strs(c.aside), quote(c.fill))
}
