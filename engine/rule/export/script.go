package export

import (
	_ "embed"
	"fmt"
	"strings"

	"drnet/engine/dataset"
)

//go:embed runtime/rules.js
var scriptRuntime string

var scriptDialect = dialect{
	number: dataset.FormatNumber, text: quoteScript,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s === %s", differs: "%s !== %s",
	none: "isNaN(%s)", some: "!isNaN(%s)", noText: "%s === null", someText: "%s !== null",
	rest: `%s === ""`, notRest: `%s !== ""`, and: " && ", always: "true",

	assign: "    const %s = %s;\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, [%s]",
	aside: ", [%s]", fill: ", %s", positional: true,
	fire: "    // %s\n    if (%s) fired.push(%d);\n", test: "    [[%s], [%s]],\n", missing: "null",
	predictFirst: `  function predict(row) {
    const fired = fires(row);
    return fired.length > 0 ? answers[fired[0] - 1] : %[2]s;
  }

  // The answers of the rules, the first of which that fires decides.
  const answers = [%[1]s];
`,
	predictAny: `  function predict(row) {
    return fires(row).length > 0 ? %s : %s;
  }
`,
}

// script writes the rules as an object, with or without each rule as a comment: a comment could end the script of a
// page.
func (p *plan) script(say bool) string {
	d := scriptDialect
	if !say {
		d.fire = "    if (%[2]s) fired.push(%[3]d);\n"
	}
	var b strings.Builder
	b.WriteString("const rules = (() => {\n  \"use strict\";\n\n" + scriptRuntime)
	fmt.Fprintf(&b, "\n  const columns = [%s];\n", list(p.names(), quoteScript))
	b.WriteString("\n  // The numbers of the rules that fire on a row, from 1.\n  function fires(row) {\n")
	b.WriteString(d.cells(p, d.cell) + "    const fired = [];\n" + d.fires(p))
	b.WriteString("    return fired;\n  }\n\n  // The answer for a row.\n" + d.predict(p))
	b.WriteString("\n  // Rows to test with: cells in the order of the columns, and the rules that fire.\n  const tests = [\n")
	b.WriteString(d.tests(p, d.number))
	b.WriteString(scriptEnd)
	return b.String()
}

const scriptEnd = `  ];

  // The number of rows of tests on which the rules do not fire as they should.
  function selfTest() {
    return tests.filter(([cells, fired]) => {
      const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
      return String(fires(row)) !== String(fired);
    }).length;
  }

  return { columns, fires, predict, read, selfTest, tests };
})();
`
