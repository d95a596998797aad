package infer

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// defaultMissing lists the default missing marks. It lacks lower-case "none" and "na", "unknown", "missing" and "no", which
// may be answers that rules use. A column of numbers counts them as missing all the same, and notes it.
var defaultMissing = []string{
	"?", "NA", "N/A", "n/a", "N.A.", "n.a.", "<NA>", "#N/A", "#N/A N/A", "#NA",
	"null", "Null", "NULL", "(null)", "nil", `\N`, "None",
	"NaN", "nan", "NAN", "-NaN", "-nan", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN",
	"-", "--", "---", "–", "—", ".", "..", "...",
	"#DIV/0!", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#NAME?",
}

// DefaultMissing returns the default missing marks.
func DefaultMissing() []string { return slices.Clone(defaultMissing) }

// Marks is a set of missing marks: texts that mean that a cell is missing.
type Marks struct {
	lengths [256]uint64 // by first byte: bit n is set if a mark has n bytes, the last bit if it has more
	texts   map[string]bool
	numbers []float64 // marks that are numbers; each stands for all its spellings
}

// NewMarks returns the set of the marks in the list. A nil list means DefaultMissing. The empty text is always a mark.
func NewMarks(list []string) *Marks {
	if list == nil {
		list = defaultMissing
	}
	m := &Marks{texts: make(map[string]bool, len(list))}
	for _, text := range list {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		if x, ok := ParseNumber(text); ok {
			m.numbers = append(m.numbers, x)
		}
		m.texts[text] = true
		m.lengths[text[0]] |= lengthBit(len(text))
	}
	return m
}

func lengthBit(n int) uint64 {
	const last = 63
	return 1 << min(n, last)
}

// isAbsence reports whether a text is a code for the reason why a number is missing: a point with a letter or _, as in Stata and SAS, e.g.
// ".a", or a colon with flags, as in tables of Eurostat, e.g. ": c". Among numbers it counts as missing, however frequent it is.
func isAbsence(text string) bool {
	switch {
	case strings.HasPrefix(text, ":"):
		return text == ":" || isFlag(strings.TrimPrefix(text[1:], " "))
	case len(text) == len(".a") && text[0] == '.':
		return isLetter(text[1]) || text[1] == '_'
	}
	return false
}

// isFlag reports whether a text is one to three small letters. Statistical offices write such flags behind a number.
func isFlag(text string) bool {
	const longest = 3
	return text != "" && len(text) <= longest && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}

// Has reports whether a text without surrounding blanks is a missing mark. Numeric marks match numbers with a decimal
// point or comma; HasNumber matches those of other formats.
func (m *Marks) Has(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	if m.lengths[text[0]]&lengthBit(len(text)) != 0 && m.texts[string(text)] {
		return true
	}
	if len(m.numbers) == 0 || text[0] > '9' && text[0] < 0x80 {
		return false
	}
	if x, is := (NumberFormat{}).Parse(text); is == IsNumber {
		return m.HasNumber(x)
	}
	x, is := (NumberFormat{Decimal: ","}).Parse(text)
	return is == IsNumber && m.HasNumber(x)
}

// HasNumber reports whether a number is a missing mark.
func (m *Marks) HasNumber(x float64) bool { return slices.Contains(m.numbers, x) }

// ValueMarks returns the default missing marks of a column that are categories rather than missing cells, such as - next to +. Marks counts
// the rows of each mark of the column. Target means that the column is probably the target. A mark is a category
//   - if it consists of minuses and another text of pluses. If there is one other text, the column must be the target, or 1% of the rows
//     have the mark;
//   - if there is one other text, on the same condition, and the mark is more than three times as frequent as all other marks;
//   - if it is None, as in None, Mild, Severe, in 5% of the rows;
//   - if it is NA among at least five codes of two capital letters;
//   - in the target, if it lacks letters and is at least half as frequent as the values are on average.
//
// Columns of more than 100 texts lack such marks, and so do columns of numbers or dates, except a target with a single text.
func ValueMarks(s ColumnContent, marks map[string]int, target bool) []string {
	const (
		classes = 100  // texts
		rare    = 0.05 // share of rows
		lone    = 0.01 // share of rows if there is one other text
		clear   = 3    // times as frequent as all other marks
	)
	present, data := 0, 0
	for i, text := range s.Texts {
		if present += s.Rows[i]; TypeOf([]byte(text)).IsData() {
			data += s.Rows[i]
		}
	}
	if n := len(s.Texts); n == 0 || n > classes || isMost(data, present) && !(target && n == 1) {
		return nil
	}
	all := 0
	for mark, rows := range marks {
		if mark != "" {
			all += rows
		}
	}
	var values []string
	for _, mark := range slices.Sorted(maps.Keys(marks)) {
		rows, value := marks[mark], false
		share := float64(rows) / float64(present+all)
		switch {
		case mark == "":
		case strings.Trim(mark, "-–") == "" && slices.ContainsFunc(s.Texts, isPlus):
			value = len(s.Texts) > 1 || target || share >= lone
		case len(s.Texts) == 1:
			value = rows > clear*(all-rows) && (target || share >= lone)
		case mark == "NA":
			value = areShortCodes(s.Texts)
		case mark == "None":
			value = share >= rare
		case target && !strings.ContainsFunc(mark, unicode.IsLetter):
			value = 2*rows*(len(s.Texts)+1) >= present+all
		}
		if value {
			values = append(values, mark)
		}
	}
	return values
}

// isPlus reports whether a text is one or more signs of a positive result, such as ++.
func isPlus(text string) bool { return text != "" && strings.Trim(text, "+") == "" }

// areShortCodes reports whether the texts are codes of two capital letters, such as those of countries or states.
func areShortCodes(texts []string) bool {
	const few = 5
	return len(texts) >= few && AreCapitals(texts, 2)
}

// AreCapitals reports whether each text consists of two to most capital letters, such as US or EMEA.
func AreCapitals(texts []string, most int) bool {
	return !slices.ContainsFunc(texts, func(text string) bool {
		return len(text) < 2 || len(text) > most || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != ""
	})
}

const (
	mostMarks  = 4 // distinct negative numbers that may be marks: if there are more, they are ordinary numbers
	fewestRest = 5 // distinct other numbers: fewer do not show which are far from them
	farSteps   = 5 // least distance of a negative mark from the other numbers, in multiples of their median step
)

// SuspectedMarks returns the numbers of a column that look like missing marks, ascending, given its distinct numbers, ascending:
//   - negative integers such as -9 for "no answer", at most four, if no other number is negative. They must be far from the other numbers,
//     or consist of sevens, eights and nines, since -9 is near 0 among amounts;
//   - nines such as 999, and 998 or 997 with it, far above the other numbers (see nines).
func SuspectedMarks(numbers []float64) []float64 {
	n := 0
	for n < len(numbers) && numbers[n] < 0 && numbers[n] == math.Trunc(numbers[n]) {
		n++
	}
	marks, rest := numbers[:n], numbers[n:]
	if len(rest) < fewestRest || rest[0] < 0 {
		return nil
	}
	high := nines(rest)
	rest = rest[:len(rest)-len(high)]
	near := n > 0 && rest[0]-marks[n-1] < farSteps*medianStep(rest)
	if n > mostMarks || near && slices.ContainsFunc(marks, isUnusual) {
		marks = nil
	}
	return slices.Concat(marks, high)
}

// LoneMarks returns the SuspectedMarks that are convincing even if no other column has the same ones: negative codes such as -9, -88 or
// -998, unless there are other negative numbers, and nines whose distance from the other numbers is at least three times the range of
// these.
func LoneMarks(numbers []float64) []float64 {
	const times = 3
	marks := SuspectedMarks(numbers)
	if len(marks) == 0 {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(numbers), func(x float64) bool { return slices.Contains(marks, x) })
	first, last := others[0], others[len(others)-1]
	measured := slices.ContainsFunc(marks, isUnusual)
	return slices.DeleteFunc(marks, func(x float64) bool {
		return x < 0 && measured || x > 0 && x-last < times*(last-first)
	})
}

// isUnusual reports whether a number is negative and not a usual code for missing values. Those consist of sevens, eights and nines.
func isUnusual(x float64) bool { return x < 0 && strings.Trim(FormatNumber(-x), "789") != "" }

func medianStep(numbers []float64) float64 {
	steps := make([]float64, len(numbers)-1)
	for i := range steps {
		steps[i] = numbers[i+1] - numbers[i]
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// nines returns the last of the ascending numbers if they may be missing marks: 99, 999 and so on, and the numbers that are smaller by at
// most 2. The gap below them must be at least half the range of the other numbers.
func nines(numbers []float64) []float64 {
	top := numbers[len(numbers)-1]
	n := len(numbers)
	for n > 0 && numbers[n-1] >= top-2 {
		n--
	}
	if top < 99 || strings.Trim(FormatNumber(top), "9") != "" || n < fewestRest || top-numbers[n-1] < (numbers[n-1]-numbers[0])/2 {
		return nil
	}
	return numbers[n:]
}
