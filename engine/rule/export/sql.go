package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// writeSQL writes a query and a second one that tests it. It is plain SQL that SQLite and PostgreSQL both run.
//
// A comparison with NULL is neither true nor false, nor is its negation: conditions that a missing cell meets say so. Names
// are qualified, because SQLite takes a name in quotes that it does not know for a text.
func (p *plan) writeSQL() (string, error) {
	if err := p.checkSQL(); err != nil {
		return "", err
	}
	const table = `"your_table"`
	var b strings.Builder
	b.WriteString(remarks("--", p.about()...))
	b.WriteString(remarks("--", "",
		"The first statement answers for the rows of a table: write its name for "+table+". Columns of numbers must have a numeric type",
		"(in SQLite texts that are numbers will do), the others a type for texts, in which \"\" is missing as NULL is.",
		"The second statement tests the first: it must find no wrong answer."))
	for _, c := range p.columns {
		if c.kind == texts && c.mixed() {
			b.WriteString(remarks("--", "The texts of "+plain(c.name)+" are compared as they are written, though some are numbers: 1.0 is not 1."))
		}
	}
	fmt.Fprintf(&b, "\nSELECT r.*,\n%s AS \"prediction\"\nFROM %s AS r;\n", p.sqlCase(), table)
	answer := p.sqlAnswer()
	names := append(p.names(), answer)
	fmt.Fprintf(&b, "\nWITH r(%s) AS (VALUES\n", list(names, sqlName))
	for i, t := range p.tests {
		end := ",\n"
		if i+1 == len(p.tests) {
			end = "\n"
		}
		cells := p.cellList(t, sqlNumber, sqlText, "NULL")
		if cells != "" {
			cells += ", "
		}
		b.WriteString("  (" + cells + sqlText(p.answer(t.fires)) + ")" + end)
	}
	fmt.Fprintf(&b, ")\nSELECT COUNT(*) AS \"wrong answers\"\nFROM r\nWHERE %s <> r.%s;\n", strings.TrimLeft(p.sqlCase(), " "),
		sqlName(answer))
	return b.String(), nil
}

// checkSQL rejects texts that one of the databases cannot store.
func (p *plan) checkSQL() error {
	for _, text := range p.strings() {
		if strings.ContainsRune(text, 0) {
			return &Unsupported{"SQL cannot hold the zero character in " + quote(text), "choose another format"}
		}
	}
	seen := map[string]string{}
	for _, name := range p.names() {
		folded := lower(name)
		if folded == "true" || folded == "false" { // SQLite's subqueries lose such names
			return &Unsupported{
				"SQLite takes the name " + quote(name) + " for a truth value",
				"give the column another name, or choose another format",
			}
		}
		if other, ok := seen[folded]; ok {
			return &Unsupported{
				fmt.Sprintf("SQLite takes %s and %s for one column", quote(other), quote(name)),
				"give one of the columns another name, or choose another format",
			}
		}
		seen[folded] = name
	}
	return nil
}

// lower makes letters small as SQLite does: those of ASCII.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// sqlAnswer returns a name for the expected prediction that no column has.
func (p *plan) sqlAnswer() string {
	name := "expected answer"
	for i := 0; i < len(p.columns); i++ {
		if lower(p.columns[i].name) == name {
			name, i = name+"_", -1
		}
	}
	return name
}

// mixed reports whether some of the column's values are numbers.
func (c *column) mixed() bool {
	for _, v := range c.named {
		if _, ok := dataset.ParseNumber(v); ok {
			return true
		}
	}
	return false
}

func (p *plan) sqlCase() string {
	if len(p.rules) == 0 { // CASE needs a WHEN
		return "  " + sqlText(p.model.Negative)
	}
	var b strings.Builder
	b.WriteString("  CASE\n")
	for k, r := range p.rules {
		b.WriteString("    -- " + p.reads(k) + "\n    WHEN " + p.sqlRule(r) + " THEN " + sqlText(p.answerOf(k)) + "\n")
	}
	return b.String() + "    ELSE " + sqlText(p.model.Negative) + "\n  END"
}

func (p *plan) sqlRule(r []condition) string {
	parts := make([]string, len(r))
	for i, c := range r {
		parts[i] = p.sqlCondition(c)
	}
	if len(r) == 0 {
		return "1 = 1"
	}
	return strings.Join(parts, " AND ")
}

func (p *plan) sqlCondition(c condition) string {
	column := &p.columns[c.column]
	cell := "r." + sqlName(column.name)
	if c.op == binarize.Missing && c.not {
		return sqlKnown(column.kind, cell)
	} else if c.op == binarize.Missing {
		return "(" + sqlMissing(column.kind, cell) + ")"
	}
	text := sqlOperand(column, cell) + " " + p.sqlRelation(column, c)
	if c.orMissing {
		return "(" + sqlMissing(column.kind, cell) + " OR " + text + ")"
	}
	return text
}

// sqlMissing is the test for a missing cell. Cells of columns without other conditions may have any type.
func sqlMissing(k kind, cell string) string {
	switch k {
	case presence:
		return cell + " IS NULL OR CAST(" + cell + " AS VARCHAR) = ''"
	case texts:
		return cell + " IS NULL OR " + cell + " = ''"
	}
	return cell + " IS NULL"
}

// sqlKnown is the test for a known cell. No comparison with NULL is true.
func sqlKnown(k kind, cell string) string {
	switch k {
	case presence:
		return "CAST(" + cell + " AS VARCHAR) <> ''"
	case texts:
		return cell + " <> ''"
	}
	return cell + " IS NOT NULL"
}

// sqlOperand returns the operand of a comparison. A number is cast, because SQLite compares numbers in text columns as texts.
func sqlOperand(c *column, cell string) string {
	if c.kind == texts {
		return cell
	}
	return "CAST(" + cell + " AS DOUBLE PRECISION)"
}

func (p *plan) sqlRelation(column *column, c condition) string {
	value := func(v string) string {
		if x, ok := dataset.ParseNumber(v); ok && column.kind == numbers {
			return sqlNumber(x)
		}
		return sqlText(v)
	}
	switch {
	case c.op == binarize.AtMost && c.not:
		return "> " + sqlNumber(c.threshold)
	case c.op == binarize.AtMost:
		return "<= " + sqlNumber(c.threshold)
	case c.op == binarize.Equals && c.not && column.kind == texts && !c.orMissing:
		return "NOT IN ('', " + value(c.value) + ")"
	case c.op == binarize.Equals && c.not:
		return "<> " + value(c.value)
	case c.op == binarize.Equals:
		return "= " + value(c.value)
	case c.not:
		return "IN (" + list(column.named, value) + ")"
	case column.kind == texts:
		return "NOT IN ('', " + list(column.named, value) + ")"
	}
	return "NOT IN (" + list(column.named, value) + ")"
}

func sqlName(name string) string { return double(name, `"`) }
func sqlText(text string) string { return double(text, "'") }

// sqlNumber writes a number. SQLite may err in the last bit of one with many digits: it is written as a whole number
// divided by a power of two, of which nothing is rounded.
func sqlNumber(x float64) string {
	const (
		digits   = 14 // after the first; SQLite preserves them
		mantissa = 53
		most     = 62 // powers of two in a whole number of 64 bits
	)
	decimal := dataset.FormatNumber(x)
	if y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits, 64), 64); err == nil && y == x {
		return decimal
	}
	f, e := math.Frexp(x)
	whole, shift := int64(math.Ldexp(f, mantissa)), mantissa-e
	for whole%2 == 0 && shift > 0 {
		whole, shift = whole/2, shift-1
	}
	if shift < 0 || shift > most {
		return decimal
	}
	return fmt.Sprintf("CAST(%d AS DOUBLE PRECISION) / CAST(%d AS DOUBLE PRECISION)", whole, int64(1)<<shift)
}
