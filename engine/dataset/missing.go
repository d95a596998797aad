package dataset

import "strings"

// defaultMissing are the texts that mark a missing cell unless Options say otherwise. "none" and "na" in small letters,
// "unknown", "missing" and "no" are not among them: they are what people answer with, and a rule may ask about them.
// A column of numbers counts them as missing all the same, and says so.
var defaultMissing = []string{
	"?", "NA", "N/A", "n/a", "N.A.", "n.a.", "<NA>", "#N/A", "#N/A N/A", "#NA",
	"null", "Null", "NULL", "(null)", "nil", `\N`, "None",
	"NaN", "nan", "NAN", "-NaN", "-nan", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN",
	"-", "--", "---", "–", "—", ".", "..",
	"#DIV/0!", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#NAME?",
}

// marks are the texts that stand for missing cells.
type marks struct {
	lengths [256]uint64 // by first byte: bit n says that a mark has n bytes, the last bit that it has more
	texts   map[string]bool
	numbers []float64 // marks that are numbers stand for all spellings
}

// newMarks returns the marks in the list; a nil list means defaultMissing.
func newMarks(list []string) *marks {
	if list == nil {
		list = defaultMissing
	}
	m := &marks{texts: make(map[string]bool, len(list))}
	for _, text := range list {
		text = strings.TrimSpace(text)
		if text == "" {
			continue // empty cells are always missing
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

// is reports whether a text without blanks around it stands for a missing cell. Numbers are compared as written with a
// point or a comma; in other forms hasNumber compares them.
func (m *marks) is(text []byte) bool {
	if len(text) == 0 {
		return true
	}
	if m.lengths[text[0]]&lengthBit(len(text)) != 0 && m.texts[string(text)] {
		return true
	}
	if len(m.numbers) == 0 || text[0] > '9' && text[0] < 0x80 {
		return false
	}
	if x, is := (Form{}).parse(text); is == isNumber {
		return m.hasNumber(x)
	}
	x, is := (Form{Decimal: ","}).parse(text)
	return is == isNumber && m.hasNumber(x)
}

// hasNumber reports whether a number stands for missing cells.
func (m *marks) hasNumber(x float64) bool {
	for _, y := range m.numbers {
		if x == y {
			return true
		}
	}
	return false
}
