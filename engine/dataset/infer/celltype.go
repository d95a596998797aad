package infer

import "bytes"

// CellType is what a cell looks like, as far as that tells how a file is written.
type CellType uint8

const (
	OddCell    CellType = iota // a text with what could be delimiters inside
	ProseCell                  // a text with commas or semicolons, each with a blank behind
	WordCell                   // any other text
	NumberCell                 // also with separators of thousands, a decimal comma, a percent sign or a currency
	DateCell                   // a day, a time or both
	AbsentCell                 // empty, or a mark of a missing cell
)

// maxMark is the length of the longest mark of a missing cell that is looked for.
const maxMark = 8

var absentMarks = func() map[string]bool {
	marks := map[string]bool{"": true}
	for _, mark := range DefaultMissing() {
		marks[mark] = true
	}
	return marks
}()

// TypeOf returns the type of a cell, which has no blanks at its ends.
func TypeOf(cell []byte) CellType {
	switch {
	case len(cell) <= maxMark && absentMarks[string(cell)]:
		return AbsentCell
	case isNumeral(cell):
		return NumberCell
	case isMoment(cell):
		return DateCell
	}
	return typeOfText(cell)
}

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

// IsData reports whether a cell is rarely a name.
func (t CellType) IsData() bool { return t == NumberCell || t == DateCell }

func (t CellType) IsText() bool { return t <= WordCell }

// units may stand before or behind a number, with or without a blank between.
var units = [][]byte{[]byte("%"), []byte("$"), []byte("€"), []byte("£"), []byte("¥"), []byte("EUR"), []byte("USD")}

// isNumeral reports whether people would read the cell as a number. It is wider than ParseNumber, which does not know
// the forms of a country.
func isNumeral(cell []byte) bool {
	if len(cell) == 0 || len(cell) > 40 { // longer ones are no numbers, and looking at them takes time
		return false
	}
	cell = trimSign(trimUnit(trimSign(cell)))
	groups, same := 0, true // groups of digits behind the first, and whether all are behind the same mark
	first, last := digits(cell), 0
	if first == 0 && (len(cell) < 2 || cell[0] != '.' || digits(cell[1:]) == 0) {
		return false
	}
	mark := byte(0)
	rest := cell[first:]
	for len(rest) > 1 && bytes.IndexByte([]byte(".,' "), rest[0]) >= 0 && digits(rest[1:]) > 0 {
		if groups > 0 && last != 3 || !same || groups > 0 && first > 3 {
			return false // the groups before must be of thousands
		}
		same = mark == 0 || mark == rest[0]
		mark = rest[0]
		last = digits(rest[1:])
		groups++
		rest = rest[1+last:]
	}
	if groups > 1 && same && last != 3 || (mark == ' ' || mark == '\'') && (last != 3 || first > 3) {
		return false
	}
	if len(rest) == 1 && (rest[0] == '.' || rest[0] == ',') {
		return groups == 0
	}
	if len(rest) == 0 {
		return true
	}
	_, ok := readExponent(rest, 0)
	return ok
}

func trimSign(cell []byte) []byte {
	if len(cell) > 1 && (cell[0] == '-' || cell[0] == '+') {
		return bytes.TrimLeft(cell[1:], " ")
	}
	return cell
}

func trimUnit(cell []byte) []byte {
	if last := cell[len(cell)-1]; cell[0]-'0' <= 9 && last-'0' <= 9 {
		return cell
	}
	for _, unit := range units {
		if rest, ok := bytes.CutSuffix(cell, unit); ok {
			return bytes.TrimRight(rest, " ")
		}
		if rest, ok := bytes.CutPrefix(cell, unit); ok {
			return bytes.TrimLeft(rest, " ")
		}
	}
	return cell
}

// isMoment reports whether the cell is a day such as 2026-01-31, 31/1/26 or 31.1.2026, a time such as 12:30, or both.
func isMoment(cell []byte) bool {
	if len(cell) < 4 || len(cell) > 40 || cell[0]-'0' > 9 {
		return false
	}
	if isTime(cell) {
		return true
	}
	first := digits(cell)
	if first > 4 || first == 3 || first == len(cell) {
		return false
	}
	mark := cell[first]
	if mark != '-' && mark != '/' && mark != '.' {
		return false
	}
	rest := cell[first+1:]
	second := digits(rest)
	if second == 0 || second > 2 {
		return false
	}
	if rest = rest[second:]; len(rest) == 0 {
		return first == 4 && mark != '.' && second == 2 // a month
	}
	third := digits(rest[1:])
	if rest[0] != mark || third != 2 && third != 4 && third != 1 || first == 4 && third > 2 {
		return false
	}
	rest = rest[1+third:]
	return len(rest) == 0 || (rest[0] == ' ' || rest[0] == 'T') && isTime(bytes.TrimLeft(rest[1:], " "))
}

// isTime reports whether the text is hours and minutes, perhaps with seconds, a fraction and a zone.
func isTime(text []byte) bool {
	hours := digits(text)
	if hours == 0 || hours > 2 || len(text) < hours+3 || text[hours] != ':' || digits(text[hours+1:]) != 2 {
		return false
	}
	rest := text[hours+3:]
	for len(rest) > 1 && (rest[0] == ':' || rest[0] == '.' || rest[0] == '+' || rest[0] == '-') && digits(rest[1:]) > 0 {
		rest = rest[1+digits(rest[1:]):]
	}
	rest = bytes.TrimLeft(rest, " ")
	return len(rest) == 0 || len(rest) == 1 && rest[0] == 'Z' || len(rest) == 2 && bytes.IndexByte([]byte("aApP"), rest[0]) >= 0 && rest[1]|0x20 == 'm'
}
