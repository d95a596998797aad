package export

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// The document, and the functions of dates that it defines. They only use built-in functions of PMML 3.0.
var (
	//go:embed template/rules.pmml
	pmmlTemplate string
	//go:embed template/dates.pmml
	pmmlDates string
)

// writePMML writes a RuleSetModel of PMML 4.4, in which the first rule that holds predicts. A predicate on a missing field is unknown,
// neither true nor false. So conditions that a missing cell meets test for it.
//
// References: Data Mining Group, PMML 4.4, "RuleSet", "TreeModel" (predicates) and "ModelVerification".
func (p *plan) writePMML() (string, error) {
	if err := p.checkXML(); err != nil {
		return "", err
	}
	if p.model.Votes() > 1 {
		return "", &Unsupported{"the rules of PMML cannot say that several of them must hold", otherFormat}
	}
	var data, mining, verification strings.Builder
	functions := ""
	for j, c := range p.columns {
		name, form, invalid := attribute(c.name), `optype="categorical" dataType="string"`, ""
		if c.numeric() || c.layout.IsInteger() {
			form = `optype="continuous" dataType="double"`
		}
		if c.kind == dates {
			functions, invalid = pmmlDates, ` invalidValueTreatment="asMissing"`
			p.dateNote = "Dates are of the types date and dateTime of PMML, or numbers as in the table; others count as missing."
		}
		if c.kind == dates && !c.layout.IsInteger() {
			of := pmmlTypes[c.layout.String()]
			if form = fmt.Sprintf("optype=\"ordinal\" dataType=%q", of); of == "" {
				message := fmt.Sprintf("PMML cannot read the dates of column %s: they are written as %s, not as YYYY-MM-DD", quote(c.name), c.layout)
				return "", &Unsupported{message, otherFormat}
			}
		}
		if c.encoded.Alias != "" {
			name += " displayName=" + attribute(plain(c.encoded.Alias))
		}
		fmt.Fprintf(&data, "  <DataField name=%s %s/>\n", name, form)
		name = attribute(c.name)
		fmt.Fprintf(&mining, "   <MiningField name=%s%s/>\n", name, invalid)
		fmt.Fprintf(&verification, "    <VerificationField field=%s column=\"%s\"/>\n", name, variable(j))
	}
	return strings.NewReplacer(
		"{{about}}", attribute(strings.Join(p.about(), " ")),
		"{{target}}", attribute(p.model.Target), "{{default}}", attribute(p.model.Negative),
		"{{answers}}", join(p.answers(), "", func(_ int, s string) string { return "   <Value value=" + attribute(s) + "/>\n" }),
		"{{fields}}", strconv.Itoa(len(p.columns)+1),
		"{{functions}}", functions, "{{derived}}", p.derivedFields(),
		"{{data-fields}}", data.String(), "{{mining-fields}}", mining.String(), "{{verification-fields}}", verification.String(),
		"{{rules}}", join(p.rules, "", p.simpleRule),
		"{{rows}}", strconv.Itoa(len(p.tests)), "{{tests}}", join(p.tests, "", p.verificationRow),
	).Replace(pmmlTemplate), nil
}

// pmmlTypes has the PMML type of each date layout that PMML supports.
var pmmlTypes = map[string]string{"YYYY-MM-DD": "date", "YYYY-MM-DD hh:mm": "dateTime"}

// pmmlDate writes the days since 0000-03-01 of a date column, or its hour, by the functions of the template.
func (c *column) pmmlDate(hour bool) string {
	function, more := "OfDate", ""
	switch n := c.layout.PerHour(); {
	case n > 0:
		function, more = "Since1970", pmmlNumber(24*n)
	case c.layout.IsInteger():
		function = "OfNumber"
	}
	if hour && (function == "OfNumber" || !c.layout.HasTimes) {
		return apply("*", pmmlNumber(0), c.pmmlDate(false)) // midnight
	}
	if function = "days" + function; hour {
		function = strings.Replace(function, "days", "hour", 1)
	}
	return apply(function, "<FieldRef field="+attribute(c.name)+"/>", more)
}

func pmmlNumber(n int) string { return fmt.Sprintf(`<Constant dataType="double">%d</Constant>`, n) }

func apply(function string, operands ...string) string {
	return "<Apply function=" + attribute(function) + ">" + strings.Join(operands, "") + "</Apply>"
}

// pmmlPart returns the expression of a column derived from dates.
func (p *plan) pmmlPart(d *column) string {
	first := &p.columns[d.of[0]]
	switch days := first.pmmlDate(false); d.from.Op {
	case binarize.Hour:
		return first.pmmlDate(true)
	case binarize.Since:
		return apply("-", days, pmmlNumber(d.from.Reference()))
	case binarize.Days:
		return apply("-", p.columns[d.of[1]].pmmlDate(false), days)
	default:
		return apply(string(d.from.Op)+"Of", days)
	}
}

// derivedFields defines the derived columns. A division by zero gives a missing value.
func (p *plan) derivedFields() string {
	var b strings.Builder
	for _, c := range p.all[len(p.columns):] {
		reference := func(i int) string { return "<FieldRef field=" + attribute(p.columns[c.of[i]].name) + "/>" }
		form, value := `optype="continuous" dataType="double"`, ""
		switch {
		case c.from.IsDate():
			value = p.pmmlPart(&c)
		case c.from.Op == binarize.Ratio:
			value = apply("if", apply("notEqual", reference(1), pmmlNumber(0)), apply("/", reference(0), reference(1)))
		default:
			value = apply("-", reference(0), reference(1))
		}
		if c.from.Op == binarize.Weekday {
			form = `optype="categorical" dataType="string"`
		}
		fmt.Fprintf(&b, "   <DerivedField name=%s %s>\n    %s\n   </DerivedField>\n", attribute(c.name), form, value)
	}
	if b.Len() == 0 {
		return ""
	}
	return "  <LocalTransformations>\n" + b.String() + "  </LocalTransformations>\n"
}

func (p *plan) simpleRule(k int, r []condition) string {
	lines := join(joined("and", each(r, p.predicate)), "", func(_ int, line string) string { return "    " + line + "\n" })
	return fmt.Sprintf("   <SimpleRule id=\"%d\" score=%s>\n%s   </SimpleRule>\n", k+1, attribute(p.answerOf(k)), lines)
}

// verificationRow writes a test row, by which a program that reads PMML can check itself.
func (p *plan) verificationRow(_ int, t probe) string {
	cells := join(t.cells, "", func(j int, c cell) string {
		if c = p.columns[j].pmmlCell(c); c == nil {
			return ""
		}
		return fmt.Sprintf("<%[1]s>%[2]s</%[1]s>", variable(j), cellText(c, dataset.FormatNumber, entities.Replace, ""))
	})
	return "    <row>" + cells + "<answer>" + entities.Replace(p.answer(t.fires)) + "</answer></row>\n"
}

// pmmlCell returns a cell of a test row: a date in the notation of PMML, and nil for a text that is not a date.
func (c *column) pmmlCell(x cell) cell {
	text, _ := x.(string)
	hours, ok := c.layout.Hours(text)
	switch {
	case c.kind != dates || ok && c.layout.IsInteger():
		return x
	case !ok:
		return nil
	case c.layout.HasTimes:
		return strings.Replace(sheetDates.Format(hours), " ", "T", 1) + ":00"
	}
	return strings.Fields(sheetDates.Format(hours))[0]
}

// joined combines predicates, given as lines, by "and" or "or". Without predicates it is true.
func joined(operator string, parts [][]string) []string {
	switch len(parts) {
	case 0:
		return []string{"<True/>"}
	case 1:
		return parts[0]
	}
	lines := []string{"<CompoundPredicate booleanOperator=" + attribute(operator) + ">"}
	for _, line := range slices.Concat(parts...) {
		lines = append(lines, " "+line)
	}
	return append(lines, "</CompoundPredicate>")
}

func (p *plan) predicate(_ int, c condition) []string {
	column := &p.all[c.column]
	simple := func(operator, value string) []string {
		return []string{fmt.Sprintf("<SimplePredicate field=%s operator=%q%s/>", attribute(column.name), operator, value)}
	}
	compare := func(operator, value string) []string { return simple(operator, " value="+attribute(value)) }
	var test []string
	switch c.op {
	case binarize.Missing:
		return simple(c.either("isMissing", "isNotMissing"), "")
	case binarize.AtMost:
		test = compare(c.either("lessOrEqual", "greaterThan"), dataset.FormatNumber(c.threshold))
	case binarize.Equals:
		one := func(_ int, v string) []string { return compare(c.either("equal", "notEqual"), v) }
		test = joined(c.either("or", "and"), each(c.values, one))
	default:
		named := func(_ int, v string) []string { return compare(c.either("notEqual", "equal"), v) }
		test = joined(c.either("and", "or"), each(column.named, named))
	}
	if c.orMissing {
		return joined("or", [][]string{simple("isMissing", ""), test})
	}
	return test
}

func attribute(s string) string { return `"` + entities.Replace(s) + `"` }

// checkXML rejects characters that XML 1.0 cannot represent, and names that PMML cannot distinguish.
func (p *plan) checkXML() error {
	for _, text := range p.strings() {
		for _, r := range text {
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
				message := fmt.Sprintf("XML cannot hold the character %s in %s", strconv.QuoteRune(r), quote(shortened(text)))
				return &Unsupported{message, otherFormat}
			}
		}
	}
	if slices.Contains(p.names(), p.model.Target) {
		message := fmt.Sprintf("PMML cannot hold a column %s that is asked about and predicted", quote(p.model.Target))
		return &Unsupported{message, "give it another name, or choose another format"}
	}
	return nil
}
