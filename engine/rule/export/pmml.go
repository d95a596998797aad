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

//go:embed template/rules.pmml
var pmmlTemplate string

// writePMML writes a RuleSetModel of PMML 4.4; the first rule that fires predicts. There a predicate on a missing field
// is unknown, neither true nor false. Conditions that a missing cell meets therefore test for it.
//
// References: Data Mining Group, PMML 4.4, "RuleSet", "TreeModel" (predicates) and "ModelVerification".
func (p *plan) writePMML() (string, error) {
	if err := p.checkXML(); err != nil {
		return "", err
	}
	if p.dateNote != "" {
		return "", &Unsupported{"PMML cannot read dates that are written in other ways than its own", otherFormat}
	}
	if p.model.Votes() > 1 {
		return "", &Unsupported{"the rules of PMML cannot say that several of them must fire", otherFormat}
	}
	var data, mining, verification strings.Builder
	for j, c := range p.columns {
		name, form := attribute(c.name), `optype="categorical" dataType="string"`
		if c.numeric() {
			form = `optype="continuous" dataType="double"`
		}
		if c.encoded.Alias != "" {
			name += " displayName=" + attribute(plain(c.encoded.Alias))
		}
		fmt.Fprintf(&data, "  <DataField name=%s %s/>\n", name, form)
		name = attribute(c.name)
		fmt.Fprintf(&mining, "   <MiningField name=%s/>\n", name)
		fmt.Fprintf(&verification, "    <VerificationField field=%s column=\"%s\"/>\n", name, variable(j))
	}
	return strings.NewReplacer(
		"{{about}}", attribute(strings.Join(p.about(), " ")),
		"{{target}}", attribute(p.model.Target), "{{default}}", attribute(p.model.Negative),
		"{{answers}}", join(p.answers(), "", func(_ int, s string) string { return "   <Value value=" + attribute(s) + "/>\n" }),
		"{{fields}}", strconv.Itoa(len(p.columns)+1),
		"{{derived}}", p.derivedFields(),
		"{{data-fields}}", data.String(), "{{mining-fields}}", mining.String(), "{{verification-fields}}", verification.String(),
		"{{rules}}", join(p.rules, "", p.simpleRule),
		"{{rows}}", strconv.Itoa(len(p.tests)), "{{tests}}", join(p.tests, "", p.verificationRow),
	).Replace(pmmlTemplate), nil
}

// derivedFields computes the derived columns: a division by zero has no value, and so neither has the field.
func (p *plan) derivedFields() string {
	var b strings.Builder
	for _, c := range p.all[len(p.columns):] {
		reference := func(i int) string { return "<FieldRef field=" + attribute(p.columns[c.of[i]].name) + "/>" }
		apply := `<Apply function="-">` + reference(0) + reference(1) + "</Apply>"
		if c.from.Op == binarize.Ratio {
			apply = `<Apply function="if"><Apply function="notEqual">` + reference(1) + `<Constant dataType="double">0</Constant></Apply>` +
				`<Apply function="/">` + reference(0) + reference(1) + "</Apply></Apply>"
		}
		fmt.Fprintf(&b, "   <DerivedField name=%s optype=\"continuous\" dataType=\"double\">\n    %s\n   </DerivedField>\n",
			attribute(c.name), apply)
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

// verificationRow writes a test row: programs that read PMML may check themselves.
func (p *plan) verificationRow(_ int, t probe) string {
	cells := join(t.cells, "", func(j int, c cell) string {
		if c == nil {
			return ""
		}
		return fmt.Sprintf("<%[1]s>%[2]s</%[1]s>", variable(j), cellText(c, dataset.FormatNumber, entities.Replace, ""))
	})
	return "    <row>" + cells + "<answer>" + entities.Replace(p.answer(t.fires)) + "</answer></row>\n"
}

// joined makes one predicate of several, all as lines. None are true.
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
