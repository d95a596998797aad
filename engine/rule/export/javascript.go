package export

import (
	_ "embed"
	"strings"

	"drnet/engine/dataset"
)

var (
	//go:embed runtime/rules.js
	scriptRuntime string
	//go:embed template/rules.js
	scriptTemplate string
	//go:embed template/module.js
	moduleTemplate string
)

var scriptDialect = dialect{
	comment: "//", number: dataset.FormatNumber, testCell: dataset.FormatNumber, text: quoteScript,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s === %s", differs: "%s !== %s",
	none: "isNaN(%s)", some: "!isNaN(%s)", noText: "%s === null", someText: "%s !== null",
	rest: `%s === ""`, notRest: `%s !== ""`, and: " && ", always: "true",

	assign: "    const %s = %s;\n", read: "number(row, %s)", filled: "number(row, %s, %s)", value: "value(row, %s, [%s]",
	aside: ", [%s]", fill: ", %s", positional: true,
	fire: "    // %s\n    if (%s) fired.push(%d);\n", test: "    [[%s], [%s]]", missing: "null",
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

// writeJavaScript writes a script for browsers and Node alike.
func (p *plan) writeJavaScript() (string, error) {
	about, script := remarks(scriptDialect.comment, p.about()...), scriptDialect.program(p, scriptTemplate, scriptRuntime)
	return strings.NewReplacer("{{about}}", about, "{{script}}", script).Replace(moduleTemplate), nil
}

// pageRules is the script in a page: without the rules as comments, which could end it.
func (p *plan) pageRules() string {
	d := scriptDialect
	d.fire = "    if (%[2]s) fired.push(%[3]d);\n"
	return d.program(p, scriptTemplate, scriptRuntime)
}
