package export

import (
	_ "embed"
	"fmt"

	"drnet/engine/dataset"
)

var (
	//go:embed runtime/rules.go.txt
	goRuntime string
	//go:embed template/rules.go.txt
	goTemplate string
)

var goDialect = dialect{
	comment: "//", number: dataset.FormatNumber, testCell: floatText, text: quote,
	atMost: "%s <= %s", above: "%s > %s", notAtMost: "!(%s <= %s)", equals: "%s.text == %s", differs: "%s.text != %s",
	none: "math.IsNaN(%s)", some: "!math.IsNaN(%s)", noText: "%s.missing", someText: "!%s.missing",
	rest: "%s.rest()", notRest: "!%s.rest()", and: " && ", always: "true",

	assign: "\t%s := %s\n", read: "r.number(%s, math.NaN())", filled: "r.number(%s, %s)", cell: goValue,
	fire: "\t// %s\n\tif %s {\n\t\tfired = append(fired, %d)\n\t}\n",
	test: "\t{[]any{%s}, []int{%s}}", missing: "nil",
	predictFirst: "\n// answers are those of the rules, the first of which that fires decides.\nvar answers = []string{%s}\n" +
		goPredict + "answers[fired[0]-1]" + goElse,
	predictAny: goPredict + "%s" + goElse,
}

// goPredict and goElse are the function that predicts, before and after the prediction of the rules.
const (
	goPredict = `
// Predict returns the answer for a row. The error is that of Fires.
func Predict(row map[string]any) (string, error) {
	fired, err := Fires(row)
	if err != nil {
		return "", err
	}
	if len(fired) > 0 {
		return `
	goElse = `, nil
	}
	return %s, nil
}
`
)

func (p *plan) writeGo() (string, error) { return goDialect.program(p, goTemplate, goRuntime), nil }

func goValue(c *column) string {
	strs := func(texts []string) string {
		if len(texts) == 0 {
			return "nil"
		}
		return "[]string{" + list(texts, quote) + "}"
	}
	return fmt.Sprintf("r.value(%s, %s, %s, %s)", quote(c.name), strs(c.named), strs(c.aside), quote(c.fill))
}
