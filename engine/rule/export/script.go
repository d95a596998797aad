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
	number: scriptNumber, text: quoteScript,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s === %s", differs: "%s !== %s",
	none: "isNaN(%s)", some: "!isNaN(%s)", noText: "%s === null", someText: "%s !== null",
	rest: `%s === ""`, notRest: `%s !== ""`, and: " && ", always: "true",
}

// script writes the rules as an object, with or without each rule as a comment: a comment could end the script of a
// page.
func (p *plan) script(say bool) string {
	var b strings.Builder
	b.WriteString("const rules = (() => {\n  \"use strict\";\n\n" + scriptRuntime)
	fmt.Fprintf(&b, "\n  const columns = [%s];\n", list(p.names(), quoteScript))
	b.WriteString("\n  // The numbers of the rules that fire on a row, from 1.\n  function fires(row) {\n")
	for j := range p.columns {
		fmt.Fprintf(&b, "    const %s = %s;\n", variable(j), p.scriptCell(j))
	}
	b.WriteString("    const fired = [];\n")
	for k, r := range p.rules {
		if say {
			fmt.Fprintf(&b, "    // %s\n", p.reads(k))
		}
		fmt.Fprintf(&b, "    if (%s) fired.push(%d);\n", scriptDialect.conjunction(p, r), k+1)
	}
	b.WriteString("    return fired;\n  }\n\n  // The answer for a row.\n")
	if p.many() {
		fmt.Fprintf(&b, "  function predict(row) {\n    const fired = fires(row);\n"+
			"    return fired.length > 0 ? answers[fired[0] - 1] : %s;\n  }\n", quoteScript(p.model.Negative))
		fmt.Fprintf(&b, "\n  // The answers of the rules, the first of which that fires decides.\n  const answers = [%s];\n",
			list(p.options.Answers, quoteScript))
	} else {
		fmt.Fprintf(&b, "  function predict(row) {\n    return fires(row).length > 0 ? %s : %s;\n  }\n",
			quoteScript(p.model.Positive), quoteScript(p.model.Negative))
	}
	b.WriteString("\n  // Rows to test with: cells in the order of the columns, and the rules that fire.\n  const tests = [\n")
	for _, t := range p.tests {
		fmt.Fprintf(&b, "    [[%s], [%s]],\n", p.cellList(t, scriptNumber, quoteScript, "null"), numberList(t.fires))
	}
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

func (p *plan) scriptCell(j int) string {
	c := &p.columns[j]
	if c.kind == measure {
		if c.fill != "" {
			return fmt.Sprintf("number(row, %s, %s)", quoteScript(c.name), scriptNumber(c.fillNumber()))
		}
		return fmt.Sprintf("number(row, %s)", quoteScript(c.name))
	}
	call := fmt.Sprintf("value(row, %s, [%s]", quoteScript(c.name), list(c.named, quoteScript))
	if len(c.aside) > 0 || c.fill != "" {
		call += fmt.Sprintf(", [%s]", list(c.aside, quoteScript))
	}
	if c.fill != "" {
		call += ", " + quoteScript(c.fill)
	}
	return call + ")"
}

// scriptNumber writes a number as JavaScript reads it.
func scriptNumber(x float64) string { return dataset.FormatNumber(x) }
