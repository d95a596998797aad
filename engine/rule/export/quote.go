package export

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// quote writes a text as Python and Go read it. Whatever is not printable is escaped: a mark that turns the direction of
// writing must not make code look other than it is.
func quote(s string) string { return strconv.Quote(s) }

// quoteScript writes a text as JavaScript reads it, also within a page.
func quoteScript(s string) string {
	return escaped(s, `"\<>&`, func(r rune) string {
		units := utf16.AppendRune(nil, r)
		var b strings.Builder
		for _, u := range units {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
		return b.String()
	})
}

// quoteR writes a text as R reads it, in ASCII, so that the locale does not matter.
func quoteR(s string) string {
	return escaped(s, `"\`, func(r rune) string {
		if r > 0xffff {
			return fmt.Sprintf(`\U%08x`, r)
		}
		return fmt.Sprintf(`\u%04x`, r)
	}, unicode.MaxASCII)
}

// escaped puts a text between double quotes, with escapes for the special characters, those that are not printable and
// those above the highest, if there is one.
func escaped(s, special string, escape func(rune) string, highest ...rune) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if strings.ContainsRune(special, r) || !unicode.IsPrint(r) || len(highest) > 0 && r > highest[0] {
			b.WriteString(escape(r))
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// entities escapes a text for XML and HTML, in content and in attributes, where white space would be normalized.
var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\t", "&#x9;", "\n",
	"&#xA;", "\r", "&#xD;")

// double quotes a text and doubles the quotes inside, as in SQL and spreadsheets.
func double(s string, mark string) string {
	return mark + strings.ReplaceAll(s, mark, mark+mark) + mark
}

// plain makes a text a single line that cannot end a comment: control characters are escaped, other characters that are not
// printable become a replacement character.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, dataset.EscapeControl(s))
}

// about returns the first lines of every file.
func (p *plan) about() []string {
	lines := []string{
		"Rules for " + plain(p.model.Target) + ", learned by DR-Net Lab.",
		"Prediction: " + plain(p.model.Prediction(true)) + " if any rule fires, else " + plain(p.model.Prediction(false)) + ".",
	}
	if p.many() {
		lines[1] = "Prediction: that of the first rule that fires, else " + plain(p.model.Prediction(false)) + "."
	}
	for _, note := range p.options.Notes {
		lines = append(lines, plain(note))
	}
	lines = append(lines, p.gaps()...)
	return append(lines, "This file contains names, values and thresholds of the training data, but none of its rows.")
}

// gaps describes the treatment of missing cells in columns where they are imputed or were never seen.
func (p *plan) gaps() (lines []string) {
	var fills, never []string
	for _, c := range p.columns {
		switch {
		case c.fill != "":
			fills = append(fills, plain(c.name)+" as "+plain(c.fill))
		case !p.model.Encoder.Columns[c.at].Missable:
			never = append(never, plain(c.name))
		}
	}
	if len(fills) > 0 {
		lines = append(lines, "Missing values are imputed: "+strings.Join(fills, ", ")+".")
	}
	if len(never) > 0 {
		lines = append(lines, "The training data had no missing values in "+strings.Join(never, ", ")+
			": a missing number counts as above every threshold, a missing text as none of the values.")
	}
	return lines
}

// remarks writes lines as comments of a program.
func remarks(mark string, lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRight(mark+" "+line, " ") + "\n")
	}
	return b.String()
}

// reads writes a rule as text, on a single line.
func (p *plan) reads(rule int) string {
	return strings.TrimRight(plain(p.model.Rules[rule].Text(p.features)), " ")
}

// variable is the name of a column in a program. Names of columns are not valid names of variables.
func variable(column int) string { return "c" + strconv.Itoa(column+1) }

// dialect is how a language writes conditions on a variable that holds a number, or not a number for a missing
// cell; or that holds a value, an empty text for any other value, or nothing for a missing cell. Not a number is not at
// most anything, and nothing differs from every value, so that negations hold for missing cells.
type dialect struct {
	number func(float64) string
	text   func(string) string

	atMost, above    string // of variable and number
	notAtMost        string // also true of a missing cell
	equals, differs  string // of variable and text
	none, some       string // of the variable of a number: is it missing?
	noText, someText string // the same of a value
	and, always      string
	rest, notRest    string // of the variable of a value

	assign       string // a line that sets a variable to a cell
	read, filled string // of a column of numbers: its name, and what replaces a missing cell
	value        string // of a column of values: its name and its named values
	aside, fill  string // further arguments of value, written if there are any
	positional   bool   // a fill needs the argument aside before it

	fire                     string // lines of rule [3]: its text [1] and its condition [2]
	test                     string // a line of a test row: its cells and the rules that fire
	missing                  string // a missing cell of a test row
	predictFirst, predictAny string // of the predictions and the default; of the positive and the negative prediction
}

// condition writes a literal.
func (d *dialect) condition(p *plan, c condition) string {
	v, number := variable(c.column), p.columns[c.column].kind == measure
	pick := func(yes, no string) string {
		if c.not {
			return no
		}
		return yes
	}
	switch {
	case c.op == binarize.AtMost && c.not && c.orMissing:
		return fmt.Sprintf(d.notAtMost, v, d.number(c.threshold))
	case c.op == binarize.AtMost:
		return fmt.Sprintf(pick(d.atMost, d.above), v, d.number(c.threshold))
	case c.op == binarize.Equals:
		return fmt.Sprintf(pick(d.equals, d.differs), v, d.text(c.value))
	case c.op == binarize.Rest:
		return fmt.Sprintf(pick(d.rest, d.notRest), v)
	case number:
		return fmt.Sprintf(pick(d.none, d.some), v)
	}
	return fmt.Sprintf(pick(d.noText, d.someText), v)
}

// conjunction writes a rule.
func (d *dialect) conjunction(p *plan, rule []condition) string {
	if len(rule) == 0 {
		return d.always
	}
	parts := make([]string, len(rule))
	for i, c := range rule {
		parts[i] = d.condition(p, c)
	}
	return strings.Join(parts, d.and)
}

// cell reads a cell of a row.
func (d *dialect) cell(c *column) string {
	name := d.text(c.name)
	if c.kind == measure && c.fill != "" {
		return fmt.Sprintf(d.filled, name, d.number(c.fillNumber()))
	} else if c.kind == measure {
		return fmt.Sprintf(d.read, name)
	}
	call := fmt.Sprintf(d.value, name, list(c.named, d.text))
	if len(c.aside) > 0 || d.positional && c.fill != "" {
		call += fmt.Sprintf(d.aside, list(c.aside, d.text))
	}
	if c.fill != "" {
		call += fmt.Sprintf(d.fill, d.text(c.fill))
	}
	return call + ")"
}

// cells writes the lines that read the cells of a row, each by cell.
func (d *dialect) cells(p *plan, cell func(*column) string) string {
	var b strings.Builder
	for j := range p.columns {
		fmt.Fprintf(&b, d.assign, variable(j), cell(&p.columns[j]))
	}
	return b.String()
}

// fires writes the lines that collect the rules that fire.
func (d *dialect) fires(p *plan) string {
	var b strings.Builder
	for k, r := range p.rules {
		fmt.Fprintf(&b, d.fire, p.reads(k), d.conjunction(p, r), k+1)
	}
	return b.String()
}

// predict writes the function that predicts.
func (d *dialect) predict(p *plan) string {
	if p.many() {
		return fmt.Sprintf(d.predictFirst, list(p.options.Answers, d.text), d.text(p.model.Negative))
	}
	return fmt.Sprintf(d.predictAny, d.text(p.model.Positive), d.text(p.model.Negative))
}

// tests writes the test rows.
func (d *dialect) tests(p *plan, number func(float64) string) string {
	var b strings.Builder
	for _, t := range p.tests {
		fmt.Fprintf(&b, d.test, p.cellList(t, number, d.text, d.missing), numberList(t.fires))
	}
	return b.String()
}

// list writes texts between commas.
func list(texts []string, write func(string) string) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = write(t)
	}
	return strings.Join(parts, ", ")
}

// fillNumber is the number that replaces a missing cell of a column with thresholds.
func (c *column) fillNumber() float64 {
	x, _ := dataset.ParseNumber(c.fill)
	return x
}

// numberList writes numbers between commas.
func numberList(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ", ")
}

// withoutFormula makes a text one that no spreadsheet runs.
func withoutFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// shortened returns the beginning of a long text.
func shortened(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
