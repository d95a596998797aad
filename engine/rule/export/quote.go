package export

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"drnet/engine/dataset"
	"drnet/engine/rule"
)

// quote writes a text as a Python and Go literal. It escapes unprintable characters, such as marks that change the text direction.
func quote(s string) string { return strconv.Quote(s) }

// quoteScript writes a text as a JavaScript literal that is safe inside HTML.
func quoteScript(s string) string {
	return escaped(s, `"\<>&`, unicode.MaxRune, func(r rune) string {
		return join(utf16.AppendRune(nil, r), "", func(_ int, unit uint16) string { return fmt.Sprintf(`\u%04x`, unit) })
	})
}

// quoteR writes a text as an R literal, in ASCII so that the locale does not matter.
func quoteR(s string) string {
	return escaped(s, `"\`, unicode.MaxASCII, func(r rune) string {
		if r > 0xffff {
			return fmt.Sprintf(`\U%08x`, r)
		}
		return fmt.Sprintf(`\u%04x`, r)
	})
}

// escaped quotes a text. It escapes the special characters, unprintable ones, and those above the highest.
func escaped(s, special string, highest rune, escape func(rune) string) string {
	return `"` + join([]rune(s), "", func(_ int, r rune) string {
		if strings.ContainsRune(special, r) || !unicode.IsPrint(r) || r > highest {
			return escape(r)
		}
		return string(r)
	}) + `"`
}

// entities escapes a text for XML and HTML, in content and in attributes, where white space would be normalized.
var entities = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\t", "&#x9;", "\n",
	"&#xA;", "\r", "&#xD;")

// double puts a text in quotation marks and doubles those inside, as SQL and spreadsheets do.
func double(s, mark string) string { return mark + strings.ReplaceAll(s, mark, mark+mark) + mark }

// plain makes a text a single line that cannot end a comment: it escapes control characters and replaces unprintable ones.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, dataset.EscapeControl(s))
}

// about returns the lines that begin every file; notes are those of the format.
func (p *plan) about(notes ...string) []string {
	prediction := plain(p.saysOf(p.model.Positive)) + " if " + rule.Enough(p.model.Votes())
	if p.many() {
		prediction = "that of the first rule that holds"
	}
	by := "DR-Net Lab"
	if p.options.Learner != "" {
		by = p.options.Learner + " in " + by
	}
	lines := []string{
		"Rules for " + plain(p.target()) + ", learned by " + by + ".",
		"Prediction: " + prediction + ", else " + plain(p.saysOf(p.model.Negative)) + ".",
	}
	for _, note := range p.options.Notes {
		lines = append(lines, plain(note))
	}
	if !p.people && len(p.columns) > 0 {
		lines = append(lines, "Remove blanks around texts before scoring.") // as was done with the training table
	}
	lines = append(lines, p.unitTexts()...)
	if p.dateNote != "" {
		lines = append(lines, p.dateNote)
	}
	lines = slices.Concat(lines, notes, p.codebook(), p.gaps())
	return append(lines, "This file contains names, values and thresholds of the training data, but none of its rows.")
}

// codebook returns lines that say which columns aliases name, and which values groups hold.
func (p *plan) codebook() (lines []string) {
	if alias := p.target(); alias != p.model.Target {
		lines = append(lines, plain(alias)+" is the column "+plain(p.model.Target)+".")
	}
	for _, c := range p.columns {
		if c.encoded.Alias != "" {
			lines = append(lines, plain(c.encoded.Alias)+" is the column "+plain(c.name)+".")
		}
		for _, g := range c.encoded.Groups {
			if slices.Contains(c.named, g.Name) || slices.ContainsFunc(g.Values, func(v string) bool { return slices.Contains(c.named, v) }) {
				lines = append(lines, plain(c.encoded.Title())+" = "+quoted(g.Name)+" is any of "+list(g.Values, quoted)+".")
			}
		}
	}
	return lines
}

// unitTexts returns lines that say how numbers with a unit are written.
func (p *plan) unitTexts() (lines []string) {
	for _, c := range p.columns {
		switch {
		case !c.numeric() || c.unit == "":
		case c.unit == percent && p.sheet:
			lines = append(lines, plain(c.name)+" is in %, as a sheet holds it: 0.48 stands for 48%.")
		case c.unit == percent:
			lines = append(lines, plain(c.name)+" is in %: 48 stands for 48%, which a workbook holds as 0.48.")
		default:
			lines = append(lines, plain(c.name)+" is in "+plain(c.unit)+".")
		}
	}
	return lines
}

// dateTexts returns a line that says how dates are written, "" without date columns.
func (p *plan) dateTexts() string {
	var written []string
	for _, c := range p.columns {
		if c.kind == dates {
			text := plain(c.name) + " as " + c.layout.String()
			if c.layout.IsInteger() {
				text += ", also as numbers"
			}
			written = append(written, text)
		}
	}
	if written == nil {
		return ""
	}
	return "Dates are texts: " + strings.Join(written, ", ") + ". Other texts count as missing. Offsets from UTC change nothing."
}

// gaps returns lines about missing cells in columns that impute them, or where no training row had any.
func (p *plan) gaps() (lines []string) {
	var fills, never []string
	for j, c := range p.all {
		switch {
		case !slices.ContainsFunc(slices.Concat(p.rules...), func(c condition) bool { return c.column == j }): // an operand only
		case c.fill != "":
			fills = append(fills, plain(c.encoded.Title())+" as "+plain(c.fill))
		case !p.model.Encoder.Columns[c.at].Missable:
			never = append(never, plain(c.encoded.Title()))
		}
	}
	if len(fills) > 0 {
		lines = append(lines, "Missing values are imputed: "+strings.Join(fills, ", ")+".")
	}
	if len(never) > 0 {
		lines = append(lines, "The training data had no missing values in "+strings.Join(never, ", ")+
			": a missing number counts as above every threshold, a missing text as none of the values.")
	}
	return append(lines, p.seconds()...)
}

// seconds returns lines about conditions such as "sex = Female" of two values, which hold for every cell but the other value.
func (p *plan) seconds() (lines []string) {
	for i, f := range p.features {
		c, l := &p.model.Encoder.Columns[f.Column], rule.Literal{Feature: i, Not: true}
		if f.Other != "" && !c.Missable && c.Fill == "" && slices.Contains(slices.Concat(p.model.Rules...), l) {
			lines = append(lines, plain(f.Text(true))+" stands for every value but "+plain(f.Measured(f.Value))+", also a missing one.")
		}
	}
	return lines
}

// reads returns the text of a rule on a single line.
func (p *plan) reads(k int) string {
	text := p.model.Rules[k].Text(p.features)
	if p.people {
		text = p.typeset.Line(p.model.Rules[k], rule.MissingMark)
	}
	return strings.TrimRight(plain(text), " ")
}

// Wrapped breaks long lines of a text for people, at spaces; the lines that follow are indented.
func Wrapped(text string, indent int) string {
	const most = 100
	var b strings.Builder
	for line := range strings.Lines(text) {
		for utf8.RuneCountInString(line) > most+1 { // the line ends with \n
			head := string([]rune(line)[:most+1])
			at := strings.LastIndexByte(head, ' ')
			if at <= indent {
				break // one long word
			}
			b.WriteString(line[:at] + "\n")
			line = strings.Repeat(" ", indent) + line[at+1:]
		}
		b.WriteString(line)
	}
	return b.String()
}

// withoutFormula puts an apostrophe before a text that a spreadsheet would run as a formula.
func withoutFormula(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func shortened(s string) string { return dataset.Shorten(s, 40) }
