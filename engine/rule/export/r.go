package export

import (
	_ "embed"
	"math"
	"strconv"

	"drnet/engine/dataset"
)

var (
	//go:embed runtime/rules.R
	rRuntime string
	//go:embed template/rules.R
	rTemplate string
)

var rDialect = dialect{
	comment: "#", number: rNumber, testCell: rNumber, text: quoteR,
	atMost: "at_most(%s, %s)", above: "above(%s, %s)", notAtMost: "!at_most(%s, %s)", equals: "equals(%s, %s)", differs: "!equals(%s, %s)",
	none: "is.na(%s)", some: "!is.na(%s)", noText: "is.na(%s)", someText: "!is.na(%s)",
	rest: `equals(%s, "")`, notRest: `!equals(%s, "")`, and: " && ", always: "TRUE",

	assign: "    %s <- %s\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, c(%s)",
	aside: ", aside = c(%s)", fill: ", fill = %s",
	fire: "    # %s\n    if (%s) fired <- c(fired, %dL)\n", test: "    list(list(%s), c(%s))", missing: "NA",
	predictFirst: `  predict <- function(row) {
    fired <- fires(row)
    if (length(fired) > 0) answers[fired[1]] else %[2]s
  }

  # The answers of the rules, the first of which that fires decides.
  answers <- c(%[1]s)
`,
	predictAny: `  predict <- function(row) {
    if (length(fires(row)) > 0) %s else %s
  }
`,
}

// writeR writes a script that makes a list of functions.
func (p *plan) writeR() (string, error) {
	if err := p.checkZero("R"); err != nil {
		return "", err
	}
	return rDialect.program(p, rTemplate, rRuntime), nil
}

// rNumber writes a number so that R reads the same one: its reader of decimals may err in the last bit, that of
// hexadecimal digits does not.
func rNumber(x float64) string {
	const exact = 1 << 53 // up to which every whole number is one
	if x == math.Trunc(x) && math.Abs(x) < exact {
		return dataset.FormatNumber(x)
	}
	return strconv.FormatFloat(x, 'x', -1, 64)
}
