package export

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

var (
	//go:embed runtime/page.js
	pageScript string
	//go:embed runtime/page.css
	pageStyle string
)

// writeHTML writes a page with a form that predicts as you type. The page fetches nothing, and its content security policy allows
// only its own script and style, by their digests.
func (p *plan) writeHTML() (string, error) {
	script := "\n" + p.script(false) + p.pageFacts() + pageScript
	style := "\n" + pageStyle
	var b strings.Builder
	title := shown("Rules for " + p.model.Target)
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
<main>
<h1>%s</h1>
`, digest(script), digest(style), title, style, title)
	for _, line := range p.about()[1:] {
		b.WriteString("<p>" + shown(line) + "</p>\n")
	}
	b.WriteString("<form>\n<h2>A row</h2>\n<p>What you enter stays in this page.</p>\n")
	for j := range p.columns {
		b.WriteString(p.field(j))
	}
	b.WriteString("</form>\n<h2>Answer</h2>\n<p><output id=\"answer\" aria-live=\"polite\"></output></p>\n<h2>Rules</h2>\n")
	if len(p.rules) == 0 {
		b.WriteString("<p>There is no rule: none ever fires.</p>\n")
	} else {
		b.WriteString("<ol>\n")
		for k := range p.rules {
			fmt.Fprintf(&b, "<li id=\"rule%d\">%s <strong></strong></li>\n", k+1, shown(p.readsWithAnswer(k)))
		}
		b.WriteString("</ol>\n")
	}
	b.WriteString("<h2>Test</h2>\n<p><button type=\"button\" id=\"test\">Test this page</button> " +
		"<output id=\"tested\" aria-live=\"polite\"></output></p>\n")
	fmt.Fprintf(&b, "</main>\n<script>%s</script>\n</body>\n</html>\n", script)
	return b.String(), nil
}

// field writes the label and the field of a column.
func (p *plan) field(j int) string {
	c := &p.columns[j]
	id, label := variable(j), shown(c.name)
	if c.kind == measure {
		return fmt.Sprintf("<p><label for=%q>%s</label> <input id=%q inputmode=\"decimal\" autocomplete=\"off\" "+
			"aria-describedby=\"%s-note\"> <span id=\"%s-note\" role=\"status\"></span></p>\n",
			id, label, id, id, id)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<p><label for=%q>%s</label> <select id=%q autocomplete=\"off\">\n"+
		"<option value=\"missing\">not known</option>\n", id, label, id)
	for i, v := range c.named {
		fmt.Fprintf(&b, "<option value=\"%d\">%s</option>\n", i, shown(v))
	}
	other := "another value"
	if c.kind == presence {
		other = "known"
	}
	fmt.Fprintf(&b, "<option value=\"%d\">%s</option>\n</select></p>\n", len(c.named), other)
	return b.String()
}

// pageFacts returns the data of the page's script: the values behind the options of each field, and the texts of the predictions.
func (p *plan) pageFacts() string {
	var b strings.Builder
	b.WriteString("\nconst options = [\n")
	for j := range p.columns {
		c := &p.columns[j]
		if c.kind == measure {
			b.WriteString("  null,\n")
			continue
		}
		fmt.Fprintf(&b, "  [%s],\n", list(append(c.named[:len(c.named):len(c.named)], p.strangeText(c.at)), quoteScript))
	}
	says := []string{p.model.Prediction(false), p.model.Prediction(true)}
	if p.many() {
		says = says[:1]
		for _, answer := range p.options.Answers {
			says = append(says, p.saysOf(answer))
		}
	}
	fmt.Fprintf(&b, "];\nconst says = [%s];\n\n", list(says, quoteScript))
	return b.String()
}

// shown writes a text as the page shows it.
func shown(s string) string { return entities.Replace(plain(s)) }

func digest(s string) string {
	sum := sha256(s)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
