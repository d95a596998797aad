package export

import (
	"fmt"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// writePMML writes a RuleSetModel of PMML 4.4; the first rule that fires predicts. There a predicate on a missing field
// is unknown, neither true nor false. Conditions that a missing cell meets therefore test for it.
//
// References: Data Mining Group, PMML 4.4, "RuleSet", "TreeModel" (predicates) and "ModelVerification".
func (p *plan) writePMML() (string, error) {
	if err := p.checkXML(); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<PMML version="4.4" xmlns="http://www.dmg.org/PMML-4_4">` + "\n")
	fmt.Fprintf(&b, " <Header description=%s>\n  <Application name=\"DR-Net Lab\"/>\n </Header>\n", attribute(strings.Join(p.about(), " ")))
	fmt.Fprintf(&b, " <DataDictionary numberOfFields=\"%d\">\n", len(p.columns)+1)
	for _, c := range p.columns {
		form := `optype="categorical" dataType="string"`
		if c.numeric() {
			form = `optype="continuous" dataType="double"`
		}
		fmt.Fprintf(&b, "  <DataField name=%s %s/>\n", attribute(c.name), form)
	}
	target := attribute(p.model.Target)
	fmt.Fprintf(&b, "  <DataField name=%s optype=\"categorical\" dataType=\"string\">\n", target)
	for _, answer := range p.answers() {
		fmt.Fprintf(&b, "   <Value value=%s/>\n", attribute(answer))
	}
	b.WriteString("  </DataField>\n </DataDictionary>\n")
	b.WriteString(" <RuleSetModel functionName=\"classification\">\n  <MiningSchema>\n")
	for _, c := range p.columns {
		fmt.Fprintf(&b, "   <MiningField name=%s/>\n", attribute(c.name))
	}
	fmt.Fprintf(&b, "   <MiningField name=%s usageType=\"target\"/>\n  </MiningSchema>\n  <RuleSet defaultScore=%s>\n"+
		"   <RuleSelectionMethod criterion=\"firstHit\"/>\n", target, attribute(p.model.Negative))
	for k, r := range p.rules {
		fmt.Fprintf(&b, "   <SimpleRule id=\"%d\" score=%s>\n", k+1, attribute(p.answerOf(k)))
		var parts []node
		for _, c := range r {
			parts = append(parts, p.predicate(c))
		}
		writeNode(&b, joined("and", parts), "    ")
		b.WriteString("   </SimpleRule>\n")
	}
	b.WriteString("  </RuleSet>\n" + p.verification() + " </RuleSetModel>\n</PMML>\n")
	return b.String(), nil
}

// node is a predicate: an element, with others inside if it is a compound.
type node struct {
	element string // with its attributes
	inside  []node
}

// writeNode writes a predicate with its lines indented.
func writeNode(b *strings.Builder, n node, indent string) {
	if len(n.inside) == 0 {
		b.WriteString(indent + "<" + n.element + "/>\n")
		return
	}
	b.WriteString(indent + "<" + n.element + ">\n")
	for _, part := range n.inside {
		writeNode(b, part, indent+" ")
	}
	b.WriteString(indent + "</CompoundPredicate>\n")
}

// joined makes one predicate of several. None are true.
func joined(operator string, parts []node) node {
	switch len(parts) {
	case 0:
		return node{element: "True"}
	case 1:
		return parts[0]
	}
	return node{"CompoundPredicate booleanOperator=" + attribute(operator), parts}
}

func (p *plan) predicate(c condition) node {
	column := &p.columns[c.column]
	simple := func(operator, value string) node {
		return node{element: fmt.Sprintf("SimplePredicate field=%s operator=%q value=%s", attribute(column.name), operator, attribute(value))}
	}
	missing := func(operator string) node {
		return node{element: fmt.Sprintf("SimplePredicate field=%s operator=%q", attribute(column.name), operator)}
	}
	either := func(yes, no string) string {
		if c.not {
			return no
		}
		return yes
	}
	var test node
	switch c.op {
	case binarize.Missing:
		return missing(either("isMissing", "isNotMissing"))
	case binarize.AtMost:
		test = simple(either("lessOrEqual", "greaterThan"), dataset.FormatNumber(c.threshold))
	case binarize.Equals:
		test = simple(either("equal", "notEqual"), c.value)
	default:
		var parts []node
		for _, v := range column.named {
			parts = append(parts, simple(either("notEqual", "equal"), v))
		}
		test = joined(either("and", "or"), parts)
	}
	if c.orMissing {
		return joined("or", []node{missing("isMissing"), test})
	}
	return test
}

// verification writes rows to test with, as PMML has them: programs that read it may check themselves.
func (p *plan) verification() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  <ModelVerification recordCount=\"%d\" fieldCount=\"%d\">\n   <VerificationFields>\n", len(p.tests), len(p.columns)+1)
	for j, c := range p.columns {
		fmt.Fprintf(&b, "    <VerificationField field=%s column=\"%s\"/>\n", attribute(c.name), variable(j))
	}
	fmt.Fprintf(&b, "    <VerificationField field=%s column=\"answer\"/>\n   </VerificationFields>\n   <InlineTable>\n",
		attribute(p.model.Target))
	for _, t := range p.tests {
		b.WriteString("    <row>")
		for j, c := range t.cells {
			text := c.text
			if p.columns[j].numeric() {
				text = dataset.FormatNumber(c.number)
			}
			if !c.missing {
				fmt.Fprintf(&b, "<%s>%s</%s>", variable(j), escapedXML(text), variable(j))
			}
		}
		fmt.Fprintf(&b, "<answer>%s</answer></row>\n", escapedXML(p.answer(t.fires)))
	}
	return b.String() + "   </InlineTable>\n  </ModelVerification>\n"
}

func attribute(s string) string { return `"` + escapedXML(s) + `"` }

func escapedXML(s string) string { return entities.Replace(s) }

// checkXML rejects characters that XML 1.0 cannot represent, and names that PMML cannot distinguish.
func (p *plan) checkXML() error {
	for _, text := range p.strings() {
		for _, r := range text {
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
				return &Unsupported{fmt.Sprintf("XML cannot hold the character %s in %s", strconv.QuoteRune(r),
					quote(shortened(text))), "choose another format"}
			}
		}
	}
	for _, c := range p.columns {
		if c.name == p.model.Target {
			return &Unsupported{
				fmt.Sprintf("PMML cannot hold a column %s that is asked about and predicted", quote(c.name)),
				"give it another name, or choose another format",
			}
		}
	}
	return nil
}
