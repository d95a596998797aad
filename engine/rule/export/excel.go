package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
)

const (
	longestFormula = 8192 // characters that Excel takes
	longestLiteral = 255  // characters of a text inside a formula
	mostArguments  = 200  // of a function; Excel takes 255
	mostNested     = 60   // functions in each other; Excel takes 64
	excelTests     = 40
)

// writeExcel writes a formula for the second row of a sheet, with the cell of each column, and rows to paste.
func (p *plan) writeExcel() (string, error) {
	formula, err := p.formula(2)
	if err != nil {
		return "", err
	}
	answer, expected := cellName(len(p.columns), 2), cellName(len(p.columns)+1, 2)
	var b strings.Builder
	for _, line := range p.about() {
		b.WriteString(line + "\n")
	}
	b.WriteString("\nThe first row of the sheet has the names of the columns. The formula for the second row asks for these cells:\n\n")
	for j, c := range p.columns {
		b.WriteString(cellName(j, 2) + "\t" + plain(c.name) + "\n")
	}
	fmt.Fprintf(&b, `
Put this formula into %s, or a cell further right, and fill it down:

%s

Numbers must be numbers: a text counts as a missing number, and so do an empty cell and an error. A spreadsheet takes numbers that
agree in about 15 digits for the same.
`, answer, formula)
	rows := p.excelRows()
	if len(rows) == 1 {
		return b.String() + "\nThe rows to test it with cannot be pasted: a spreadsheet would take their texts for something else.\n", nil
	}
	fmt.Fprintf(&b, `
To test it, paste these rows into A1 of an empty sheet, put the formula into %s and fill it down to row %d. This must then be 0:
=SUMPRODUCT(--(%s:%s<>%s:%s))

`, answer, len(rows), answer, cellName(len(p.columns), len(rows)), expected, cellName(len(p.columns)+1, len(rows)))
	for _, row := range rows {
		b.WriteString(strings.Join(row, "\t") + "\n")
	}
	return b.String(), nil
}

// excelRows returns the column names and the test rows: cells, a place for the formula, and the prediction. It omits
// texts that a spreadsheet would convert when pasted.
func (p *plan) excelRows() [][]string {
	head := make([]string, 0, len(p.columns)+2)
	for _, c := range p.columns {
		head = append(head, withoutFormula(plain(c.name)))
	}
	rows := [][]string{append(head, "answer", "expected answer")}
	for _, t := range p.tests {
		var row []string
		for j, c := range t.cells {
			switch {
			case c.missing:
				row = append(row, "")
			case p.columns[j].numeric():
				row = append(row, strings.ToUpper(dataset.FormatNumber(c.number)))
			default:
				row = append(row, c.text)
			}
		}
		if p.pastes(t) && len(rows) <= excelTests {
			rows = append(rows, append(row, "", withoutFormula(plain(p.answer(t.fires)))))
		}
	}
	return rows
}

// pastes reports whether the cells of a row survive pasting into a spreadsheet.
func (p *plan) pastes(t probe) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ _"
	for j, c := range t.cells {
		switch {
		case c.missing:
		case p.columns[j].numeric():
			if excelNumber(p.columns[j].name, c.number) != nil || nearThreshold(p.thresholds(j), c.number) {
				return false
			}
		case strings.Trim(c.text, letters) != "" || strings.TrimSpace(c.text) != c.text || strings.EqualFold(c.text, "true") ||
			strings.EqualFold(c.text, "false"):
			return false
		}
	}
	return strings.Trim(p.answer(t.fires), letters) == ""
}

// nearThreshold reports whether a number is so near to a threshold that a spreadsheet may take both for the same.
func nearThreshold(thresholds []float64, x float64) bool {
	const near = 1e-13
	for _, t := range thresholds {
		if x != floor(t) && math.Abs(x-t) <= near*max(math.Abs(t), near) {
			return true
		}
	}
	return false
}

// cellName names a cell: 0 and 2 are A2.
func cellName(column, row int) string {
	const letters = 26
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / letters {
		name = string(rune('A'+(n-1)%letters)) + name
	}
	return name + strconv.Itoa(row)
}

func (p *plan) formula(row int) (string, error) {
	if err := p.checkExcel(); err != nil {
		return "", err
	}
	var rules []string
	for _, r := range p.rules {
		var parts []string
		for _, c := range r {
			parts = append(parts, p.excelCondition(c, cellName(c.column, row)))
		}
		rules = append(rules, together("AND", parts, "TRUE"))
	}
	formula := fmt.Sprintf("=IF(%s,%s,%s)", together("OR", rules, "FALSE"), excelText(p.model.Positive), excelText(p.model.Negative))
	if p.many() {
		if len(rules) > mostNested {
			return "", &Unsupported{fmt.Sprintf("the formula asks %d rules one after the other, and a spreadsheet takes %d",
				len(rules), mostNested), "learn fewer rules, or choose another format"}
		}
		formula = excelText(p.model.Negative)
		for k := len(rules) - 1; k >= 0; k-- {
			formula = fmt.Sprintf("IF(%s,%s,%s)", rules[k], excelText(p.answerOf(k)), formula)
		}
		formula = "=" + formula
	}
	if n := len(utf16.Encode([]rune(formula))); n > longestFormula {
		return "", &Unsupported{
			fmt.Sprintf("the formula has %d characters, and a spreadsheet takes %d", n, longestFormula),
			"learn fewer or shorter rules, or choose another format",
		}
	}
	return formula, nil
}

// together joins truth values with a function, in groups that it takes.
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
	for from := 0; from < len(parts); from += mostArguments {
		groups = append(groups, together(function, parts[from:min(from+mostArguments, len(parts))], empty))
	}
	return together(function, groups, empty)
}

// excelCondition writes a literal. A comparison of an empty cell takes it for 0, and the sign = does not tell capital letters
// from small ones.
func (p *plan) excelCondition(c condition, cell string) string {
	column := &p.columns[c.column]
	if column.numeric() {
		return excelNumeric(column, c, cell)
	}
	if c.op == binarize.Missing {
		if c.not {
			return "LEN(" + cell + ")>0"
		}
		return "LEN(" + cell + ")=0"
	}
	exact := func(v string) string { return "EXACT(" + cell + "," + excelText(v) + ")" }
	test := exact(c.value)
	if c.op == binarize.Rest {
		var parts []string
		for _, v := range column.named {
			parts = append(parts, exact(v))
		}
		test = together("OR", parts, "FALSE")
	}
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

func excelNumeric(column *column, c condition, cell string) string {
	if c.op == binarize.Missing {
		if c.not {
			return "ISNUMBER(" + cell + ")"
		}
		return "NOT(ISNUMBER(" + cell + "))"
	}
	compare := func(operator string, x float64) string { return cell + operator + excelFloat(x) }
	var test string
	switch {
	case c.op == binarize.AtMost && c.not:
		test = compare(">", floor(c.threshold))
	case c.op == binarize.AtMost:
		test = compare("<=", floor(c.threshold))
	case c.op == binarize.Equals && c.not:
		test = compare("<>", c.threshold)
	case c.op == binarize.Equals:
		test = compare("=", c.threshold)
	default:
		var parts []string
		for _, v := range column.named {
			x, _ := dataset.ParseNumber(v)
			parts = append(parts, compare("=", x))
		}
		if test = together("OR", parts, "FALSE"); !c.not {
			test = "NOT(" + test + ")"
		}
	}
	missing := "FALSE"
	if c.orMissing {
		missing = "TRUE"
	}
	return "IF(ISNUMBER(" + cell + ")," + test + "," + missing + ")"
}

func excelFloat(x float64) string { return strings.ToUpper(dataset.FormatNumber(x)) }

const excelDigits = 15 // that a spreadsheet keeps

// floor returns the largest number of 15 digits that is at most x. No number of 15 digits is between the two, so that a
// sheet compares its numbers with either alike.
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

// excelText writes a text as a formula has it, with control characters by their numbers.
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
	return &Unsupported{
		fmt.Sprintf("a spreadsheet cannot hold the number %s of column %s: it keeps 15 digits, up to 1e308",
			dataset.FormatNumber(x), quote(column)),
		"choose another format",
	}
}

func (p *plan) checkExcel() error {
	for _, text := range p.strings() {
		if strings.ContainsRune(text, 0) || len(utf16.Encode([]rune(text))) > longestLiteral {
			return &Unsupported{
				fmt.Sprintf("a formula cannot hold the text %s: it takes %d characters, and no zero character",
					quote(shortened(text)), longestLiteral),
				"choose another format",
			}
		}
	}
	for j := range p.columns {
		c := &p.columns[j]
		var asked []float64
		for _, t := range p.thresholds(j) {
			asked = append(asked, floor(t))
		}
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
