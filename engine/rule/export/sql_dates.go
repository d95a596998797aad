package export

import (
	"fmt"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

// sqlTable returns the FROM item of the rows to predict: a table, or a subquery that adds the columns derived from dates.
func (p *plan) sqlTable(table string) string {
	derived := slices.DeleteFunc(slices.Clone(p.all), func(c column) bool { return !c.from.IsDate() })
	switch {
	case len(derived) == 0 && table == "r":
		return table
	case len(derived) == 0:
		return table + " AS r"
	}
	return "(SELECT s.*" + join(derived, "", func(_ int, c column) string {
		return ",\n    " + p.sqlPart(&c) + " AS " + p.sqlColumn(&c)
	}) + "\n  FROM " + table + " AS s) AS r"
}

// sqlColumn returns the name of a column in a query. PostgreSQL cuts names, so that two derived ones may become equal.
func (p *plan) sqlColumn(c *column) string {
	const longest = 63 // bytes of a name in PostgreSQL
	name := c.name
	if c.from.IsDate() && len(name) > longest {
		name = p.free(variable(c.at))
	}
	return sqlName(name)
}

// sqlPart returns the expression of a column derived from dates, NULL without a date.
func (p *plan) sqlPart(c *column) string {
	part := func(operand int, what string) string {
		from := p.columns[c.of[operand]]
		return "(" + sqlDate("s."+sqlName(from.name), from.layout, what) + ")"
	}
	switch c.from.Op {
	case binarize.Year:
		return part(0, "y")
	case binarize.Month:
		return part(0, "m")
	case binarize.Hour:
		return part(0, "h")
	case binarize.Since:
		return part(0, fmt.Sprintf("n - %d", c.from.Reference()))
	case binarize.Weekday:
		return part(0, "CASE (n + 2) % 7 "+join(binarize.Weekdays, " ", func(i int, day string) string {
			return fmt.Sprintf("WHEN %d THEN '%s'", i, day)
		})+" END")
	}
	return part(1, "n") + "\n    - " + part(0, "n")
}

// sqlChain is a list of queries d0, d1, …, each of which adds a column to those of the query before. LIMIT keeps a database from
// merging the queries, which would repeat an expression wherever a later one uses it.
type sqlChain []string

func (q *sqlChain) add(name, expression string) {
	n := len(*q)
	*q = append(*q, fmt.Sprintf("d%d AS (SELECT p.*, %s AS %s FROM d%d AS p LIMIT 1)", n, expression, name, n-1))
}

const (
	sqlDigits  = "'0123456789'"
	sqlLetters = "'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'"
)

// token splits a text: it adds the column name, the characters of the set that the text begins with, and the column rest.
func (q *sqlChain) token(name, text, of, rest string) {
	q.add(rest, fmt.Sprintf("LTRIM(%s, %s)", text, of))
	q.add(name, fmt.Sprintf("SUBSTR(%[1]s, 1, LENGTH(%[1]s) - LENGTH(%[2]s))", text, rest))
}

// cut adds the text without its prefix, the first one of a list that it has, or NULL if it has none of them.
func (q *sqlChain) cut(name, text string, prefixes ...string) {
	q.add(name, "CASE "+join(prefixes, " ", func(_ int, prefix string) string {
		return fmt.Sprintf("WHEN SUBSTR(%[1]s, 1, %[2]d) = '%[3]s' THEN SUBSTR(%[1]s, %[4]d)", text, len(prefix), prefix, len(prefix)+1)
	})+" END")
}

// parts adds the texts of year, month and day as yyyy, mm or mon, and dd. It returns the column of the text after them.
func (q *sqlChain) parts(l dataset.DateLayout) string {
	if l.IsInteger() {
		q.add("rest", "CASE WHEN "+q.integer("t0", "'0'")+" THEN '' ELSE 'x' END")
		q.add("yyyy", "SUBSTR(k0, 1, 4)")
		q.add("mm", "SUBSTR(k0, 5, 2)")
		q.add("dd", "SUBSTR(k0, 7)")
		return "rest"
	}
	separator := l.Between()
	words := strings.Split(l.Order, "_")
	for i, word := range words {
		name, text, rest := strings.ToLower(word), fmt.Sprintf("t%d", i), fmt.Sprintf("u%d", i)
		of, prefixes := sqlDigits, []string{separator}
		if word == "Mon" {
			of = sqlLetters
		}
		q.token(name, text, of, rest)
		switch {
		case separator == "." && word == "DD" && slices.Contains(words, "Mon") && i == 0:
			prefixes = []string{". ", "."}
		case separator == "." && word == "Mon" && i == 1 && words[0] == "DD":
			prefixes = []string{". ", "  ", ".", " "}
		case separator == " " && word == "DD" && i == 1:
			prefixes = []string{", ", " "}
		}
		if i+1 < len(words) {
			q.cut(fmt.Sprintf("t%d", i+1), rest, prefixes...)
		}
	}
	return fmt.Sprintf("u%d", len(words)-1)
}

// sqlDate returns a query for a part of a date: an expression in the year y, month m, days n since 0000-03-01 and hour h. The query
// is empty if the cell is not a date. A database may compute the steps in any order, so none of them may fail on any text.
func sqlDate(cell string, l dataset.DateLayout, what string) string {
	q := sqlChain{"d0 AS (SELECT CAST(" + cell + " AS VARCHAR) AS t0)"}
	if l.PerHour() > 0 {
		return q.since1970(l, what)
	}
	var months []string
	last := q.parts(l)
	for _, month := range dataset.Months() {
		months = append(months, strings.ToLower(month[:3]), strings.ToLower(month))
	}
	two := "IN (1, 2)"
	if l.StrictDigits() {
		two = "= 2"
	}
	year, month, day := "CASE WHEN LENGTH(yyyy) = 4 THEN CAST(yyyy AS INTEGER) END", sqlCount("mm", two), "1"
	if l.ShortYear {
		year = "CASE WHEN LENGTH(yyyy) = 2 THEN CAST(yyyy AS INTEGER) + CASE WHEN yyyy >= '69' THEN 1900 ELSE 2000 END END"
	}
	if strings.Contains(l.Order, "Mon") {
		month = "CASE LOWER(mon) " + join(months, " ", func(i int, name string) string {
			return fmt.Sprintf("WHEN '%s' THEN %d", name, i/2+1)
		}) + " END"
	}
	q.add("y", year)
	q.add("m", month)
	if l.HasDays() {
		day = sqlCount("dd", two)
	}
	hour := "CASE WHEN " + last + " = '' THEN 0 END"
	if l.HasDays() && !l.IsInteger() {
		marks := []string{",T", ",t", ", ", "T", "t", " "}
		if l.Separator == 0 {
			marks = append(marks, ":")
		}
		hour = q.clock(last, marks)
	}
	q.add("d", day)
	q.add("h", hour)
	q.add("v", "y - CASE WHEN m < 3 THEN 1 ELSE 0 END")
	q.add("n", "365 * v + v / 4 - v / 100 + v / 400 + (153 * ((m + 9) % 12) + 2) / 5 + d - 1")
	valid := "y >= 1 AND m BETWEEN 1 AND 12 AND d >= 1 AND h IS NOT NULL AND d <= CASE WHEN m IN (4, 6, 9, 11) THEN 30 WHEN m <> 2 THEN 31 " +
		"WHEN y % 4 = 0 AND (y % 100 <> 0 OR y % 400 = 0) THEN 29 ELSE 28 END"
	if l.Centuries() {
		valid += " AND y BETWEEN 1800 AND 2199"
	}
	return fmt.Sprintf("WITH %s SELECT %s FROM d%d WHERE %s", strings.Join(q, ",\n    "), what, len(q)-1, valid)
}

// integer adds the digits k0 at the beginning of a text, and returns the condition that only a decimal point and digits of some follow,
// or nothing.
func (q *sqlChain) integer(text, some string) string {
	q.token("k0", text, sqlDigits, "k1")
	return "(k1 = '' OR SUBSTR(k1, 1, 1) = '.' AND LENGTH(k1) > 1 AND LTRIM(SUBSTR(k1, 2), " + some + ") = '')"
}

// since1970 is sqlDate for cells that count units of time since 1970.
func (q *sqlChain) since1970(l dataset.DateLayout, what string) string {
	per := l.PerHour()
	q.cut("w", "t0", "-", "")
	valid := q.integer("w", sqlDigits) + fmt.Sprintf(" AND LENGTH(k0) BETWEEN 1 AND %d", l.MostDigits())
	q.add("x", "CASE WHEN "+valid+" THEN CAST(k0 AS BIGINT) END")
	q.add("a", fmt.Sprintf("%d + CASE WHEN SUBSTR(t0, 1, 1) <> '-' THEN x / %[2]d "+
		"ELSE -((x + CASE WHEN LTRIM(k1, '.0') = '' THEN %[3]d ELSE %[2]d END) / %[2]d) END", dataset.HoursOf(1970, 1, 1), per, per-1))
	q.add("n", "a / 24")
	q.add("h", "a % 24")
	q.add("e", "n % 146097")
	q.add("v", "(e - e / 1460 + e / 36524 - e / 146096) / 365")
	q.add("k", "(5 * (e - 365 * v - v / 4 + v / 100) + 2) / 153")
	q.add("y", "400 * (n / 146097) + v + CASE WHEN k > 9 THEN 1 ELSE 0 END")
	q.add("m", "CASE WHEN k > 9 THEN k - 9 ELSE k + 3 END")
	return fmt.Sprintf("WITH %s SELECT %s FROM d%d WHERE a >= %d", strings.Join(*q, ",\n    "), what, len(*q)-1, dataset.HoursOf(1, 1, 1))
}

// sqlCount reads a text of digits as a number if its length is right.
func sqlCount(text, length string) string {
	return fmt.Sprintf("CASE WHEN LENGTH(%[1]s) %[2]s THEN CAST(%[1]s AS INTEGER) END", text, length)
}

// clock parses the text after a date, which begins with one of the marks, and returns the expression of the hour: 0 if the text is
// empty, NULL if it is not a time.
func (q *sqlChain) clock(text string, marks []string) string {
	q.cut("k0", text, marks...)
	q.token("hh", "k0", sqlDigits, "k1")
	q.cut("k2", "k1", ":")
	q.token("mi", "k2", sqlDigits, "k3")
	q.cut("k4", "k3", ":", "") // seconds
	q.add("k5", "CASE WHEN SUBSTR(k3, 1, 1) = ':' THEN LTRIM(k4, "+sqlDigits+") ELSE k3 END")
	q.cut("k6", "k5", ".", ",", "")
	q.add("k7", "CASE WHEN SUBSTR(k3, 1, 1) = ':' AND SUBSTR(k5, 1, 1) IN ('.', ',') THEN LTRIM(k6, "+sqlDigits+") ELSE k5 END")
	q.cut("k8", "k7", " ", "")
	q.add("half", "UPPER(SUBSTR(k8, 1, 2))")
	q.add("k9", "SUBSTR(k8, 3)")
	q.cut("k10", "k9", " ", "")
	q.add("z1", "UPPER(CASE WHEN half IN ('AM', 'PM') THEN k10 ELSE k8 END)")
	q.cut("z2", "z1", append(dataset.ZoneNames(), "")...)
	q.token("oh", "SUBSTR(z2, 2)", sqlDigits, "om")
	seconds := "SUBSTR(k3, 1, 1) <> ':' OR LENGTH(k4) - LENGTH(k5) = 2 AND SUBSTR(k4, 1, 2) <= '60'"
	fraction := "k7 = k5 OR LENGTH(k6) - LENGTH(k7) BETWEEN 1 AND 20"
	zone := "z2 = '' OR SUBSTR(z2, 1, 1) IN ('+', '-') AND (om = '' AND LENGTH(oh) BETWEEN 1 AND 4 OR " +
		"LENGTH(oh) IN (1, 2) AND SUBSTR(om, 1, 1) = ':' AND LENGTH(om) IN (1, 3) AND LTRIM(SUBSTR(om, 2), " + sqlDigits + ") = '')"
	q.add("o", sqlCount("hh", "IN (1, 2)"))
	return fmt.Sprintf("CASE WHEN %s = '' THEN 0 "+
		"WHEN o <= 23 AND LENGTH(mi) = 2 AND mi <= '59' AND (%s) AND (%s) AND (%s) "+
		"THEN o + CASE WHEN half = 'PM' AND o < 12 THEN 12 WHEN half = 'AM' AND o = 12 THEN -12 ELSE 0 END END", text, seconds, fraction, zone)
}
