package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

//go:embed template/rules.sql
var sqlTemplate string

// writeSQL writes a query that predicts, and a second one that tests it, in SQL that both SQLite and PostgreSQL run.
//
// A comparison with NULL is neither true nor false, nor is its negation. So conditions that a missing cell meets test for it. Column
// names are qualified, because SQLite reads an unknown name in double quotes as a text.
func (p *plan) writeSQL() (string, error) {
	if err := p.checkSQL(); err != nil {
		return "", err
	}
	var mixed []string
	for _, c := range p.columns {
		if c.kind == texts && c.mixed() {
			mixed = append(mixed, "The texts of "+plain(c.name)+" are compared as they are written, though some are numbers: 1.0 is not 1.")
		}
	}
	answer, probability := p.free("expected answer"), p.free("expected probability")
	names := append(p.names(), answer)
	if p.card != nil {
		names = append(names, probability)
	}
	values := join(p.tests, ",\n", func(_ int, t probe) string {
		cells := cellList(t, sqlNumber, sqlText, "NULL")
		if cells != "" {
			cells += ", "
		}
		return "  (" + cells + sqlText(p.answer(t.fires)) + p.testProbability(t) + ")"
	})
	return strings.NewReplacer(
		"{{when}}", rule.Enough(p.model.Votes()), "{{about}}", remarks("--", p.about()...),
		"{{mixed}}", remarks("--", mixed...), "{{case}}", p.sqlCase(),
		"{{table}}", p.sqlTable(`"your_table"`), "{{tested}}", p.sqlTable("r"),
		"{{names}}", list(names, sqlName), "{{rows}}", values, "{{answer}}", sqlName(answer),
		"{{said}}", sqlName(p.free("prediction")), "{{likely}}", sqlName(p.free("probability")),
		"{{decision}}", p.sqlDecision(), "{{probability}}", p.sqlProbability(), "{{expected}}", sqlName(probability),
	).Replace(choose(sqlTemplate, "scored", p.card != nil)), nil
}

// free returns the name, with "_" added as long as the target or a column has it.
func (p *plan) free(name string) string {
	for lower(p.model.Target) == name || slices.ContainsFunc(p.columns, func(c column) bool { return lower(c.name) == name }) {
		name += "_"
	}
	return name
}

// sqlProbability looks up the probability by a single key: twice the sum of the points, plus 1 where the prediction is positive.
func (p *plan) sqlProbability() string {
	if p.card == nil {
		return ""
	}
	points := p.points()
	sum := join(p.rules, "\n    + ", func(k int, r []condition) string { return p.sqlPoints(r, 2*points[k]) })
	if p.model.Votes() > 1 {
		sum += "\n    + CASE WHEN " + p.sqlVotes() + " THEN 1 ELSE 0 END"
	} else if fires := join(p.rules[:p.decisive()], " OR ", p.sqlRule); fires != "" {
		sum += "\n    + CASE WHEN " + fires + " THEN 1 ELSE 0 END"
	}
	least, _ := p.card.Range()
	with := p.probabilities(true)
	return "CASE " + cmp.Or(sum, "0") + "\n" + join(p.probabilities(false), "", func(i int, without float64) string {
		at := 2 * (least + i)
		return fmt.Sprintf("    WHEN %d THEN %s WHEN %d THEN %s\n", at, decimal(0, without), at+1, decimal(0, with[i]))
	}) + "  END"
}

// sqlDecision returns the column of the decision, "" if the model lacks one.
func (p *plan) sqlDecision() string {
	if p.card == nil || p.card.Decision == nil {
		return ""
	}
	d, ask := p.card.Decision, ""
	if d.Asks() {
		ask = fmt.Sprintf("WHEN %s >= %s AND %[1]s < %[3]s\n  THEN %[4]s\n  ", p.sqlProbability(),
			decimal(0, d.AskFrom), decimal(0, d.AskTo), sqlText(rule.AskPerson))
	}
	return fmt.Sprintf(",\n  CASE %sWHEN %s >= %s\n  THEN %s ELSE %s END AS %s", ask, p.sqlProbability(),
		decimal(0, d.Threshold), sqlText(p.model.Positive), sqlText(p.model.Negative), sqlName(p.free("decision")))
}

func (p *plan) sqlRule(_ int, r []condition) string {
	return cmp.Or(join(r, " AND ", p.sqlCondition), "1 = 1")
}

func (p *plan) sqlPoints(r []condition, points int) string {
	return fmt.Sprintf("CASE WHEN %s THEN %d ELSE 0 END", p.sqlRule(0, r), points)
}

// sqlVotes returns the condition that enough rules hold.
func (p *plan) sqlVotes() string {
	sum := join(p.rules[:p.decisive()], "\n      + ", func(_ int, r []condition) string { return p.sqlPoints(r, 1) })
	return fmt.Sprintf("%s\n      >= %d", cmp.Or(sum, "0"), p.model.Votes())
}

// checkSQL rejects texts and names that one of the databases cannot store.
func (p *plan) checkSQL() error {
	if err := p.checkZero("SQL"); err != nil {
		return err
	}
	seen := map[string]string{}
	names := p.names()
	for _, c := range p.all {
		if c.from.IsDate() {
			names = append(names, c.name) // a column of the subquery
		}
	}
	for _, name := range names {
		folded := lower(name)
		if folded == "true" || folded == "false" { // SQLite's subqueries lose such names
			message := "SQLite takes the name " + quote(name) + " for a truth value"
			return &Unsupported{message, "give the column another name, or choose another format"}
		}
		if other, ok := seen[folded]; ok {
			message := fmt.Sprintf("SQLite takes %s and %s for one column", quote(other), quote(name))
			return &Unsupported{message, "give one of the columns another name, or choose another format"}
		}
		seen[folded] = name
	}
	return nil
}

// lower returns the text in lower case as SQLite folds names: ASCII letters only.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// mixed reports whether some of the column's values are numbers.
func (c *column) mixed() bool {
	return slices.ContainsFunc(c.named, func(v string) bool { _, ok := dataset.ParseNumber(v); return ok })
}

func (p *plan) sqlCase() string {
	negative := sqlText(p.model.Negative)
	if p.decisive() == 0 { // CASE needs a WHEN
		return negative
	}
	if p.model.Votes() > 1 {
		return "CASE WHEN " + p.sqlVotes() + "\n    THEN " + sqlText(p.model.Positive) + " ELSE " + negative + "\n  END"
	}
	return "CASE\n" + join(p.rules[:p.decisive()], "", func(k int, r []condition) string {
		return "    -- " + p.reads(k) + "\n    WHEN " + p.sqlRule(k, r) + " THEN " + sqlText(p.answerOf(k)) + "\n"
	}) + "    ELSE " + negative + "\n  END"
}

func (p *plan) sqlCondition(_ int, c condition) string {
	column := &p.all[c.column]
	cell := "r." + p.sqlColumn(column)
	text := cell
	switch {
	case column.from.IsDate():
	case column.from != nil:
		cell = p.sqlDerived(column)
		text = cell
	case column.kind == presence: // a column of any type
		text = "CAST(" + cell + " AS VARCHAR)"
	case column.numeric(): // SQLite compares numbers in text columns as texts
		text = sqlDouble(cell)
	}
	missing, known := cell+" IS NULL OR "+text+" = ''", text+" <> ''" // no comparison with NULL is true
	if column.numeric() {
		missing, known = cell+" IS NULL", cell+" IS NOT NULL"
	}
	relation := text + " " + sqlRelation(column, c)
	switch {
	case c.op == binarize.Missing && c.not:
		return known
	case c.op == binarize.Missing:
		return "(" + missing + ")"
	case c.orMissing:
		return "(" + missing + " OR " + relation + ")"
	}
	return relation
}

// sqlDerived returns the expression of a derived number, NULL where it divides by zero.
func (p *plan) sqlDerived(c *column) string {
	operand := func(i int) string { return sqlDouble("r." + sqlName(p.columns[c.of[i]].name)) }
	if c.from.Op == binarize.Ratio {
		return operand(0) + " / NULLIF(" + operand(1) + ", 0)"
	}
	return operand(0) + " - " + operand(1)
}

func sqlDouble(cell string) string { return "CAST(" + cell + " AS DOUBLE PRECISION)" }

func sqlRelation(column *column, c condition) string {
	value := func(v string) string {
		if x, ok := dataset.ParseNumber(v); ok && column.kind == numbers {
			return sqlNumber(x)
		}
		return sqlText(v)
	}
	switch {
	case c.op == binarize.AtMost:
		return c.either("<= ", "> ") + sqlNumber(c.threshold)
	case c.op == binarize.Equals && c.not && column.kind == texts && !c.orMissing:
		return "NOT IN ('', " + list(c.values, value) + ")"
	case c.op == binarize.Equals && len(c.values) > 1:
		return c.either("IN (", "NOT IN (") + list(c.values, value) + ")"
	case c.op == binarize.Equals:
		return c.either("= ", "<> ") + value(c.values[0])
	case c.not:
		return "IN (" + list(column.named, value) + ")"
	case column.kind == texts:
		return "NOT IN ('', " + list(column.named, value) + ")"
	}
	return "NOT IN (" + list(column.named, value) + ")"
}

func sqlName(name string) string { return double(name, `"`) }
func sqlText(text string) string { return double(text, "'") }

// sqlNumber writes a number so that SQLite reads exactly the same one. SQLite may err in the last bit of a long decimal, so such a
// number is written as an integer divided by a power of two, which is exact.
func sqlNumber(x float64) string {
	const (
		digits   = 14 // after the first; SQLite reads these exactly
		mantissa = 53
		most     = 62 // 2^62 is the largest power of two that an int64 holds
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
