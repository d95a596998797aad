package export

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"drnet/engine/dataset"
)

//go:embed runtime/rules.R
var rRuntime string

var rDialect = dialect{
	number: rNumber, text: quoteR,
	atMost: "at_most(%s, %s)", above: "above(%s, %s)", notAtMost: "!at_most(%s, %s)", equals: "equals(%s, %s)", differs: "!equals(%s, %s)",
	none: "is.na(%s)", some: "!is.na(%s)", noText: "is.na(%s)", someText: "!is.na(%s)",
	rest: `equals(%s, "")`, notRest: `!equals(%s, "")`, and: " && ", always: "TRUE",

	assign: "    %s <- %s\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, c(%s)",
	aside: ", aside = c(%s)", fill: ", fill = %s",
	fire: "    # %s\n    if (%s) fired <- c(fired, %dL)\n", test: "    list(list(%s), c(%s)),\n", missing: "NA",
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

// rNumber writes a number so that R reads the same one: its reader of decimals may err in the last bit, that of
// hexadecimal digits does not.
func rNumber(x float64) string {
	const exact = 1 << 53 // up to which every whole number is one
	if x == math.Trunc(x) && math.Abs(x) < exact {
		return dataset.FormatNumber(x)
	}
	return strconv.FormatFloat(x, 'x', -1, 64)
}

// writeR writes a script that makes a list of functions.
func (p *plan) writeR() (string, error) {
	for _, text := range p.strings() {
		if strings.ContainsRune(text, 0) {
			return "", &Unsupported{"R cannot hold the zero character in " + quote(text), "choose another format"}
		}
	}
	var b strings.Builder
	b.WriteString(remarks("#", p.about()...))
	b.WriteString(remarks("#", "",
		"source(\"rules.R\") makes the list rules: rules$predict(row) answers for a row, and rules$fires(row) tells the numbers of",
		"the rules that fire on it. A row is a list, or one row of a data frame: the name of each column in rules$columns to a",
		"number or a text. NA, NaN, NULL and \"\" are missing cells. R may read a text with a fraction as a number that differs in",
		"its last bit: give numbers as numbers. To test this file: Rscript -e 'source(\"rules.R\"); rules$self_test()'"))
	b.WriteString("\nrules <- local({\n" + rRuntime)
	fmt.Fprintf(&b, "\n  columns <- c(%s)\n", list(p.names(), quoteR))
	b.WriteString("\n  # The numbers of the rules that fire on a row, from 1.\n  fires <- function(row) {\n")
	b.WriteString(rDialect.cells(p, rDialect.cell) + "    fired <- integer(0)\n" + rDialect.fires(p))
	b.WriteString("    fired\n  }\n\n  # The answer for a row.\n" + rDialect.predict(p))
	b.WriteString("\n  # Rows to test with: cells in the order of the columns, and the rules that fire.\n  tests <- list(\n")
	b.WriteString(strings.TrimSuffix(rDialect.tests(p, rNumber), ",\n") + "\n") // R takes no comma after the last one
	b.WriteString(rEnd)
	return b.String(), nil
}

const rEnd = `  )

  # The number of rows of tests on which the rules do not fire as they should.
  self_test <- function() {
    wrong <- 0
    for (test in tests) {
      row <- test[[1]]
      names(row) <- columns
      fired <- fires(row)
      if (length(fired) != length(test[[2]]) || any(fired != test[[2]])) wrong <- wrong + 1
    }
    cat(length(tests) - wrong, "of", length(tests), "rows are answered as they should be\n")
    invisible(wrong)
  }

  list(columns = columns, fires = fires, predict = predict, self_test = self_test, tests = tests)
})
`
