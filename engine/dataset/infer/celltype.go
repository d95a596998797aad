package infer

import (
	"slices"
	"strconv"
	"strings"
)

// CellType is the type of a cell for the detection of dialects. It follows the same grammar of numbers, dates and missing marks as columns.
type CellType uint8

// The types of cells.
const (
	OddCell    CellType = iota // a text with possible delimiters
	ProseCell                  // a text with commas or semicolons, each followed by a blank
	WordCell                   // any other text
	NumberCell                 // a number of any format, or a code such as 00501
	DateCell                   // a date, a time, both, or a version such as 1.2.13
	AbsentCell                 // empty, or a default missing mark
)

// IsData reports whether a cell is a number or a date, and thus rarely a name.
func (t CellType) IsData() bool { return t == NumberCell || t == DateCell }

// IsText reports whether a cell is neither data nor absent.
func (t CellType) IsText() bool { return t <= WordCell }

var defaultMarks = NewMarks(nil)

// TypeOf returns the type of a cell without surrounding blanks.
func TypeOf(cell []byte) CellType {
	switch {
	case defaultMarks.Has(cell):
		return AbsentCell
	case !slices.ContainsFunc(cell, func(c byte) bool { return c-'0' <= 9 || c == '-' }): // "$-" is 0
		return typeOfText(cell)
	}
	text := string(cell)
	switch {
	case patternOf(text).mask != 0, isCode(text):
		return NumberCell
	case isDate(text), IsZeroDate(text), isTime(text, 2), isVersion(text):
		return DateCell
	}
	return typeOfText(cell)
}

// typeOfText returns the type of a text that is not data.
func typeOfText(cell []byte) CellType {
	found := WordCell
	for i, c := range cell {
		switch c {
		case '\t', '|':
			return OddCell
		case ',', ';':
			if i+1 == len(cell) || cell[i+1] != ' ' {
				return OddCell
			}
			found = ProseCell
		}
	}
	return found
}

// areCodes reports whether the texts of a column are codes such as 00501, 10001 and 90210: at least one has a leading
// zero, and all texts of digits alone have the same length. A number in any other format means that they are not.
func areCodes(texts []string) bool {
	zero, length := false, 0
	for _, text := range texts {
		n := digits(text)
		if n == 0 || n < len(text) {
			if _, is := readNumber(text); is != NotNumber {
				return false
			}
			continue
		}
		if length == 0 {
			length = n
		}
		if n != length {
			return false
		}
		zero = zero || n > 1 && text[0] == '0'
	}
	return zero
}

// arePadded reports whether texts with leading zeros are numbers of a fixed number of digits rather than codes: zero is the most frequent
// one, as in counts, or all have leading zeros and the number of zeros varies, as in 0007, 0042.
func arePadded(texts []string, rows []int) bool {
	const few = 10 // texts: with fewer, the number of zeros may vary by chance
	if len(texts) <= 2 {
		return false
	}
	most, zeros := 0, map[int]bool{}
	for i, text := range texts {
		if rows[i] > rows[most] {
			most = i
		}
		zeros[len(text)-len(strings.TrimLeft(text, "0"))] = true
	}
	return strings.Trim(texts[most], "0") == "" || !zeros[0] && len(zeros) > 2 && len(texts) >= few
}

// areLongCodes reports whether the texts are integers of one length, like account numbers, and float64 would round at least one of them.
func areLongCodes(texts []string) bool {
	const exact = 15 // digits that float64 always represents
	long := false
	for _, text := range texts {
		if digits(text) != len(text) || len(text) != len(texts[0]) || len(text) <= exact {
			return false
		}
		x, ok := ParseNumber(text)
		long = long || !ok || strconv.FormatFloat(x, 'f', -1, 64) != text
	}
	return long
}

// isCode reports whether a text would be a number without its sign and leading zeros, such as 00501 or the telephone number +31612345678.
func isCode(text string) bool {
	_, sign := leadingSign(text)
	code := text[sign:]
	for len(code) > 1 && code[0] == '0' && code[1]-'0' <= 9 {
		code = code[1:]
	}
	return digits(code) > 0 && len(code) < len(text) && patternOf(code).mask != 0
}

// isVersion reports whether a text is a version such as 1.2.13, which may also be a date with a short year.
func isVersion(text string) bool {
	r := &dateReader{rest: text, ok: true}
	r.number(1, 2)
	mark := r.separator("-/.")
	r.number(1, 2)
	r.separator(string(rune(mark)))
	r.number(1, 2)
	return r.ok && r.rest == ""
}

// limits are the limits of detection and quantification that laboratories write after < and > in place of a number.
var limits = []string{"LOD", "LOQ", "LLOD", "LLOQ", "ULOD", "ULOQ", "DL", "QL", "MDL"}

// isCensored reports whether a text gives only a limit of the value, such as <0.1, ≥ 100 or <LOD.
func isCensored(text string) bool {
	rest := ""
	for _, sign := range [...]string{"<=", ">=", "<", ">", "≤", "≥"} {
		if startsWith(text, sign) {
			rest = strings.TrimLeft(text[len(sign):], blank)
			break
		}
	}
	if rest == "" {
		return false
	}
	return slices.ContainsFunc(limits, func(limit string) bool { return strings.EqualFold(rest, limit) }) ||
		slices.ContainsFunc(readings[:], func(f NumberFormat) bool {
			_, is := parse(f, rest)
			return is != NotNumber
		})
}
