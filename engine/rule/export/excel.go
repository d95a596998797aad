package export

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/rule"
)

const (
	longestFormula = 8192 // characters; Excel's limit
	longestLiteral = 255  // characters of a text inside a formula; Excel's limit
	mostArguments  = 200  // of a function; Excel's limit is 255
	mostChoices    = 29   // of CHOOSE; LibreOffice refuses more than about 30, and Excel more than 254
	mostNested     = 58   // calls of IF in each other; Excel's limit is 64, and conditions may nest six more functions
	excelTests     = 40   // test rows
	excelDigits    = 15   // significant digits that a spreadsheet keeps
	percent        = "%"
)

//go:embed template/formula.txt
var excelTemplate string

// writeExcel writes formulas for the second row of a sheet, a list that says which cell holds which column, and test rows to paste.
func (p *plan) writeExcel() (string, error) {
	if p.sheet = true; p.dateNote != "" {
		p.dateNote = "Dates are dates of the sheet, or numbers as in the table: a text counts as missing."
	}
	formulas, err := p.formulas(2)
	if err != nil {
		return "", err
	}
	rows := p.excelRows(formulas)
	cells := func(column int) string { return cellName(column, 2) + ":" + cellName(column, len(rows)) }
	answer, after := len(p.columns), len(p.columns)+len(formulas)
	return strings.NewReplacer(
		"{{about}}", strings.Join(p.about(), "\n"), "{{last}}", strconv.Itoa(len(rows)),
		"{{cells}}", join(p.columns, "", func(j int, c column) string { return cellName(j, 2) + "\t" + plain(c.name) + "\n" }),
		"{{formula}}", formulas[0].text, "{{formulas}}", join(formulas, "\n", func(j int, f formula) string {
			return cellName(answer+j, 2) + "\t" + f.title + "\n" + f.text + "\n"
		}),
		"{{answer}}", cellName(answer, 2), "{{right}}", cellName(after-1, 2), "{{positive}}", plain(p.model.Positive),
		"{{wrong}}", strings.Join(each(p.checked(formulas), func(i, at int) string {
			return fmt.Sprintf("SUMPRODUCT(--(%s<>%s))", cells(answer+at), cells(after+i))
		}), "+"),
		"{{rows}}", join(rows, "", func(_ int, row []string) string { return strings.Join(row, "\t") + "\n" }),
	).Replace(choose(choose(choose(excelTemplate, "scored", len(formulas) > 1), "unscored", p.card != nil && len(formulas) == 1),
		"rows", len(rows) > 1)), nil
}

// checked returns the indexes of the formulas that the test rows check: all but pointsFormula.
func (p *plan) checked(formulas []formula) []int {
	return slices.DeleteFunc(bitmat.Indexes[int](len(formulas)), func(i int) bool { return i == pointsFormula })
}

// excelRows returns the column names and the test rows: cells, a place for each formula, and the expected results. It omits
// texts that a spreadsheet would convert when pasted.
func (p *plan) excelRows(formulas []formula) [][]string {
	head := each(p.columns, func(_ int, c column) string { return withoutFormula(plain(c.name)) })
	head = append(head, each(formulas, func(_ int, f formula) string { return f.title })...)
	checked := p.checked(formulas)
	rows := [][]string{append(head, each(checked, func(_, at int) string { return "expected " + formulas[at].title })...)}
	for _, t := range p.tests {
		if !p.pastes(t) || len(rows) > excelTests {
			continue
		}
		row := each(t.cells, func(j int, c cell) string {
			if text, ok := p.columns[j].excelTyped(c); ok {
				return text
			}
			return cellText(c, p.columns[j].excelFloat, plain, "")
		})
		row = append(row, make([]string, len(formulas))...)
		rows = append(rows, append(row, each(checked, func(_, at int) string { return p.excelExpected(at, t.fires) })...))
	}
	return rows
}

// excelExpected returns the expected result of a formula where these rules hold.
func (p *plan) excelExpected(formula int, fires []int) string {
	switch formula {
	case answerFormula:
		return withoutFormula(plain(p.answer(fires)))
	case probabilityFormula:
		return decimal(0, p.probability(fires))
	case decisionFormula:
		m := *p.model
		m.Scorecard = p.card
		return withoutFormula(plain(m.Decide(p.probability(fires))))
	}
	return ""
}

// pastes reports whether a spreadsheet keeps the cells of a row, and its expected texts, when they are pasted.
func (p *plan) pastes(t probe) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ _"
	for j, c := range t.cells {
		if _, ok := p.columns[j].excelTyped(c); ok {
			continue
		}
		switch x := c.(type) {
		case float64:
			if excelNumber(p.columns[j].name, x) != nil || nearThreshold(p.thresholds(j), x) {
				return false
			}
		case string:
			if strings.Trim(x, letters) != "" || strings.TrimSpace(x) != x || strings.EqualFold(x, "true") || strings.EqualFold(x, "false") {
				return false
			}
		}
	}
	answers := p.answer(t.fires)
	if p.card != nil && p.card.Decision != nil {
		answers += p.excelExpected(decisionFormula, t.fires)
	}
	return strings.Trim(answers, letters) == ""
}

// nearThreshold reports whether a number is so near to a threshold that a spreadsheet may consider both equal.
func nearThreshold(thresholds []float64, x float64) bool {
	const near = 1e-13
	return slices.ContainsFunc(thresholds, func(t float64) bool {
		return x != floor(t) && math.Abs(x-t) <= near*max(math.Abs(t), near)
	})
}

// cellName returns the name of a cell: column 0 and row 2 are "A2".
func cellName(column, row int) string {
	const letters = 26
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / letters {
		name = string(rune('A'+(n-1)%letters)) + name
	}
	return name + strconv.Itoa(row)
}

// formula is a formula of a row. Each is in the cell to the right of the formula before.
type formula struct{ title, text string }

// The formulas of a row, in their order.
const (
	answerFormula = iota
	pointsFormula
	probabilityFormula
	decisionFormula
)

// formulas returns the formulas of a row: the answer and, with a scorecard, the points, the probability and any decision. If one of these
// is too long for a spreadsheet, it returns only the answer.
func (p *plan) formulas(row int) ([]formula, error) {
	if err := p.checkExcel(); err != nil {
		return nil, err
	}
	rules := each(p.rules, func(_ int, r []condition) string {
		test := func(_ int, c condition) string { return p.excelCondition(c, row) }
		return together("AND", each(r, test), "TRUE")
	})
	answer, err := p.excelAnswer(rules[:p.decisive()])
	if err != nil {
		return nil, err
	}
	if n := excelLength(answer); n > longestFormula {
		message := fmt.Sprintf("the formula has %d characters, and a spreadsheet takes %d", n, longestFormula)
		return nil, &Unsupported{message, "learn fewer or shorter rules, or choose another format"}
	}
	list := []formula{{"answer", answer}}
	if p.card == nil {
		return list, nil
	}
	scored := append(list, p.excelProbability(rules, row)...)
	if slices.ContainsFunc(scored, func(f formula) bool { return excelLength(f.text) > longestFormula }) {
		return list, nil
	}
	return scored, nil
}

// excelAnswer writes the formula of the answer from the tests of the rules.
func (p *plan) excelAnswer(rules []string) (string, error) {
	if votes := p.model.Votes(); votes > 1 {
		rules = []string{fmt.Sprintf("(%s)>=%d", strings.Join(slices.Concat(rules, []string{"0"}), ")+("), votes)}
	} else if !p.many() {
		rules = []string{together("OR", rules, "FALSE")}
	} else if len(rules) > mostNested {
		message := fmt.Sprintf("the formula asks %d rules one after the other, and a spreadsheet takes %d", len(rules), mostNested)
		return "", &Unsupported{message, "learn fewer rules, or choose another format"}
	}
	text := excelText(p.model.Negative)
	for k, test := range slices.Backward(rules) {
		text = fmt.Sprintf("IF(%s,%s,%s)", test, excelText(p.answerOf(k)), text)
	}
	return "=" + text, nil
}

// excelProbability writes the formulas of the points, the probability and any decision, which read the cells to the left. The tests
// are those of the rules and then of the conditions of the scorecard.
func (p *plan) excelProbability(tests []string, row int) []formula {
	at := func(formula int) string { return cellName(len(p.columns)+formula, row) }
	least, _ := p.card.Range()
	points := p.points()
	look := func(fires bool) string {
		text, from := "", least
		for some := range slices.Chunk(p.probabilities(fires), mostChoices) {
			choice := fmt.Sprintf("CHOOSE(%s%+d,%s)", at(pointsFormula), 1-from, join(some, ",", decimal))
			if text == "" {
				text = choice
			} else {
				text = fmt.Sprintf("IF(%s<%d,%s,%s)", at(pointsFormula), from, text, choice)
			}
			from += len(some)
		}
		return text
	}
	list := []formula{
		{"points", "=0" + join(tests, "", func(k int, test string) string { return fmt.Sprintf("+IF(%s,%d,0)", test, points[k]) })},
		{"probability", fmt.Sprintf("=IF(EXACT(%s,%s),%s,%s)", at(answerFormula), excelText(p.model.Positive), look(true), look(false))},
	}
	if d := p.card.Decision; d != nil {
		x := at(probabilityFormula)
		text := fmt.Sprintf("IF(%s>=%s,%s,%s)", x, millionths(d.Threshold), excelText(p.model.Positive), excelText(p.model.Negative))
		if d.Asks() {
			text = fmt.Sprintf("IF(AND(%s>=%s,%[1]s<%[3]s),%[4]s,%[5]s)", x, millionths(d.AskFrom), millionths(d.AskTo),
				excelText(rule.AskPerson), text)
		}
		list = append(list, formula{"decision", "=" + text})
	}
	return list
}

// millionths rounds x up to millionths. Probabilities are whole millionths, so p >= x stays the same, while a spreadsheet keeps fewer
// digits than x may have.
func millionths(x float64) string {
	const all = 1e6
	n := math.Round(x * all)
	if n/all < x {
		n++
	}
	return decimal(0, n/all)
}

// excelLength returns the length of a text as Excel counts it.
func excelLength(s string) int { return len(utf16.Encode([]rune(s))) }

// together joins truth values by a function, nested if they are more than mostArguments; empty is the result without any.
func together(function string, parts []string, empty string) string {
	switch {
	case len(parts) == 0:
		return empty
	case len(parts) == 1:
		return parts[0]
	case len(parts) <= mostArguments:
		return function + "(" + strings.Join(parts, ",") + ")"
	}
	var groups []string
	for group := range slices.Chunk(parts, mostArguments) {
		groups = append(groups, together(function, group, empty))
	}
	return together(function, groups, empty)
}

// excelCondition writes a condition. It avoids plain comparisons: Excel treats an empty cell as 0, and = ignores case.
func (p *plan) excelCondition(c condition, row int) string {
	column, cell := &p.all[c.column], cellName(c.column, row)
	switch {
	case column.from.IsDate():
		return p.excelDate(c, row)
	case column.from != nil: // COUNT leaves out errors, such as those of a division by zero, and cells without a number
		first, second := cellName(column.of[0], row), cellName(column.of[1], row)
		sign := "-"
		if column.from.Op == binarize.Ratio {
			sign = "/"
		}
		cell = p.excelOperand(column.of[0], row) + sign + p.excelOperand(column.of[1], row)
		return excelNumeric(column, c, cell, "COUNT("+first+","+second+","+cell+")=3")
	case column.numeric():
		return excelNumeric(column, c, cell, "ISNUMBER("+cell+")")
	}
	if c.op == binarize.Missing {
		return "LEN(" + cell + ")" + c.either("=0", ">0")
	}
	values := column.named
	if c.op == binarize.Equals {
		values = c.values
	}
	test := together("OR", each(values, func(_ int, v string) string { return column.excelEquals(cell, v) }), "FALSE")
	negated := c.not == (c.op == binarize.Equals) // the cell must contain none of the texts: an empty text contains none
	if negated {
		test = "NOT(" + test + ")"
	}
	switch {
	case negated && !c.orMissing:
		return "AND(LEN(" + cell + ")>0," + test + ")"
	case !negated && c.orMissing:
		return "OR(LEN(" + cell + ")=0," + test + ")"
	}
	return test
}

// excelEquals tests a cell for a text. Spreadsheets read TRUE and FALSE in a file as truth values, and codes with leading zeros as
// numbers, so it accepts these too.
func (c *column) excelEquals(cell, v string) string {
	test := "EXACT(" + cell + "," + excelText(v) + ")"
	truth, digits := strings.ToUpper(v), strings.TrimLeft(v, "0")
	switch {
	case truth == "TRUE" || truth == "FALSE":
		return "OR(AND(ISLOGICAL(" + cell + ")," + cell + "=" + truth + ")," + test + ")"
	case len(digits) < len(v) && len(v) > 1 && len(v) <= excelDigits && strings.Trim(v, "0123456789") == "" &&
		!slices.Contains(c.encoded.All(), digits):
		return "OR(AND(ISNUMBER(" + cell + ")," + cell + "=" + cmp.Or(digits, "0") + ")," + test + ")"
	}
	return test
}

// excelOperand returns the expression of an operand of a derived column: the cell, times 100 if it holds percentages.
func (p *plan) excelOperand(column, row int) string {
	cell := cellName(column, row)
	if p.columns[column].unit == percent {
		return "(" + cell + "*100)"
	}
	return cell
}

// sheetDates is a notation of dates that spreadsheets read.
var sheetDates, _ = dataset.DateLayoutOf("YYYY-MM-DD hh:mm")

const sheetYear = 1901 // the first year of test rows, as Excel treats 1900 as a leap year

// excelTyped writes a date as it is typed into a sheet. It returns false for another cell, and for a date before sheetYear.
func (c *column) excelTyped(x cell) (string, bool) {
	text, _ := x.(string)
	hours, ok := c.layout.Hours(text)
	if !c.layout.IsInteger() {
		text = sheetDates.Format(hours)
	}
	return text, ok && hours >= dataset.HoursOf(sheetYear, 1, 1)
}

// excelDays returns the expressions of a date as a spreadsheet's serial number of days, and of its hour.
func (c *column) excelDays(cell string) (days, hour string) {
	switch n := c.layout.PerHour(); {
	case n > 0:
		return fmt.Sprintf("(INT(%s/%d)+25569)", cell, 24*n), fmt.Sprintf("MOD(INT(%s/%d),24)", cell, n) // 25569 is 1970-01-01
	case c.layout.IsInteger(): // the last year is that of the layout, the first that of a spreadsheet
		whole := fmt.Sprintf(`IF(AND(%[1]s>=19000101,%[1]s<=21991231,%[1]s=INT(%[1]s)),%[1]s,"")`, cell)
		days = `DATEVALUE(TEXT(` + whole + `,"0000\-00\-00"))`
		return days, "0*" + days
	}
	return cell, "HOUR(" + cell + ")"
}

// excelDate writes a condition on a column derived from dates, which are serial numbers in a sheet.
func (p *plan) excelDate(c condition, row int) string {
	column := &p.all[c.column]
	first := cellName(column.of[0], row)
	days, hour := p.columns[column.of[0]].excelDays(first)
	value, cells := strings.ToUpper(string(column.from.Op))+"("+days+")", first
	switch column.from.Op {
	case binarize.Hour:
		value = hour
	case binarize.Weekday:
		value = "WEEKDAY(" + days + ",2)"
		c.values = each(c.values, func(_ int, day string) string { return strconv.Itoa(slices.Index(binarize.Weekdays, day) + 1) })
	case binarize.Since:
		y, m, d := dataset.DayOf(24 * column.from.Reference())
		value = fmt.Sprintf("INT(%s)-DATE(%d,%d,%d)", days, y, m, d)
	case binarize.Days:
		second := cellName(column.of[1], row)
		later, _ := p.columns[column.of[1]].excelDays(second)
		value, cells = "INT("+later+")-INT("+days+")", first+","+second
	}
	return excelNumeric(column, c, value, fmt.Sprintf("COUNT(%s,%s)=%d", cells, value, len(column.of)+1))
}

func excelNumeric(column *column, c condition, cell, isNumber string) string {
	var test string
	switch c.op {
	case binarize.Missing:
		return c.either("NOT("+isNumber+")", isNumber)
	case binarize.AtMost:
		test = cell + c.either("<=", ">") + column.excelFloat(floor(c.threshold))
	case binarize.Equals:
		test = together(c.either("OR", "AND"), each(c.values, func(_ int, v string) string {
			x, _ := dataset.ParseNumber(v)
			return cell + c.either("=", "<>") + column.excelFloat(x)
		}), "FALSE")
	default:
		equal := func(_ int, v string) string {
			x, _ := dataset.ParseNumber(v)
			return cell + "=" + column.excelFloat(x)
		}
		test = together("OR", each(column.named, equal), "FALSE")
		test = c.either("NOT("+test+")", test)
	}
	return "IF(" + isNumber + "," + test + "," + strings.ToUpper(strconv.FormatBool(c.orMissing)) + ")"
}

func excelFloat(x float64) string { return strings.ToUpper(dataset.FormatNumber(x)) }

// excelFloat writes a number of the column as a sheet stores it: 48% as 0.48. It changes the decimal exponent, since a division by 100
// may round.
func (c *column) excelFloat(x float64) string {
	if c.unit != percent || c.from != nil {
		return excelFloat(x)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	e, _ := strconv.Atoi(exponent)
	x, _ = strconv.ParseFloat(fmt.Sprintf("%se%d", digits, e-2), 64)
	return excelFloat(x)
}

// floor returns the largest number with 15 significant digits that is at most x. Spreadsheets keep no more digits, so comparing
// a number with either of the two gives the same result.
func floor(x float64) float64 {
	text := strconv.FormatFloat(x, 'e', excelDigits-1, 64)
	y, err := strconv.ParseFloat(text, 64)
	if err != nil || y <= x {
		return y
	}
	digits, exponent, _ := strings.Cut(strings.Replace(text, ".", "", 1), "e")
	n, _ := strconv.ParseInt(digits, 10, 64) // 15 digits and a sign
	e, _ := strconv.Atoi(exponent)
	y, _ = strconv.ParseFloat(fmt.Sprintf("%de%d", n-1, e-excelDigits+1), 64)
	return y
}

// excelText writes a text literal of a formula, with control characters as CHAR(n).
func excelText(s string) string {
	text := double(s, `"`)
	for r := rune(1); r < ' '; r++ {
		text = strings.ReplaceAll(text, string(r), fmt.Sprintf(`"&CHAR(%d)&"`, r))
	}
	return text
}

// excelNumber rejects a number that a spreadsheet does not store exactly.
func excelNumber(column string, x float64) error {
	const least, large = 2.2251e-308, 9.99999999999999e307
	if (x == 0 || math.Abs(x) >= least) && math.Abs(x) <= large && floor(x) == x {
		return nil
	}
	return &Unsupported{fmt.Sprintf("a spreadsheet cannot hold the number %s of column %s: it keeps 15 digits, up to 1e308",
		dataset.FormatNumber(x), quote(column)), otherFormat}
}

func (p *plan) checkExcel() error {
	for _, text := range p.strings() {
		if strings.ContainsRune(text, 0) || excelLength(text) > longestLiteral {
			return &Unsupported{fmt.Sprintf("a formula cannot hold the text %s: it takes %d characters, and no zero character",
				quote(shortened(text)), longestLiteral), otherFormat}
		}
	}
	for j, c := range p.all {
		asked := each(p.thresholds(j), func(_ int, t float64) float64 { return floor(t) })
		for _, v := range c.named {
			if x, ok := dataset.ParseNumber(v); ok && c.kind == numbers {
				asked = append(asked, x)
			}
		}
		for _, x := range asked {
			if err := excelNumber(c.name, x); err != nil {
				return err
			}
		}
	}
	return nil
}
