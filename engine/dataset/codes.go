package dataset

import (
	"math"
	"slices"
)

// Codes are indices up to 65,534, one per row; -1 is a missing cell. A row takes one byte while all codes are below 255, and
// two bytes otherwise. The zero value is empty.
type Codes struct {
	narrow []uint8  // code + 1 of each row
	wide   []uint16 // the same if a code does not fit into narrow, which is then nil
}

// NewCodes returns the codes in a list. They must be from -1 to 65,534.
func NewCodes(list []int32) *Codes {
	c := new(Codes)
	for _, code := range list {
		c.Append(code)
	}
	return c
}

// Len returns the number of rows.
func (c *Codes) Len() int { return max(len(c.narrow), len(c.wide)) }

// At returns the code of a row.
func (c *Codes) At(row int) int32 {
	if c.narrow != nil {
		return int32(c.narrow[row]) - 1
	}
	return int32(c.wide[row]) - 1
}

// Append adds a row.
func (c *Codes) Append(code int32) {
	if c.wide == nil && code < math.MaxUint8 {
		c.narrow = append(c.narrow, uint8(code+1))
		return
	}
	if c.wide == nil {
		c.widen()
	}
	c.wide = append(c.wide, uint16(code+1))
}

// reserve allocates memory for a total number of rows.
func (c *Codes) reserve(rows int) {
	more := max(0, rows-c.Len())
	if c.wide != nil {
		c.wide = slices.Grow(c.wide, more)
	} else {
		c.narrow = slices.Grow(c.narrow, more)
	}
}

// widen gives each row two bytes.
func (c *Codes) widen() {
	c.wide = make([]uint16, len(c.narrow), cap(c.narrow)+1)
	for i, code := range c.narrow {
		c.wide[i] = uint16(code)
	}
	c.narrow = nil
}

// Replace replaces every code by to[code], except missing cells. No new code may exceed the largest code so far.
func (c *Codes) Replace(to []int32) {
	replace(c.narrow, to)
	replace(c.wide, to)
}

func replace[T uint8 | uint16](codes []T, to []int32) {
	for i, code := range codes {
		if code > 0 {
			codes[i] = T(to[code-1] + 1)
		}
	}
}

func (c *Codes) held() int { return cap(c.narrow) + 2*cap(c.wide) }

// countInto adds the rows of each code to count.
func (c *Codes) countInto(count []int) {
	countCodes(c.narrow, count)
	countCodes(c.wide, count)
}

func countCodes[T uint8 | uint16](codes []T, count []int) {
	for _, code := range codes {
		if code > 0 {
			count[code-1]++
		}
	}
}

// Texts are the cells of a column of texts. The zero value is empty.
type Texts struct {
	bytes []byte   // the texts, concatenated
	ends  []uint32 // by row: end of the text in bytes; absent is set for a missing cell
}

const absent = 1 << 31 // flag of a missing cell in Texts.ends

// Len returns the number of rows.
func (t *Texts) Len() int { return len(t.ends) }

// At returns the text of a row, and false for a missing cell.
func (t *Texts) At(row int) (string, bool) {
	start := uint32(0)
	if row > 0 {
		start = t.ends[row-1] &^ absent
	}
	end := t.ends[row]
	if end&absent != 0 {
		return "", false
	}
	return string(t.bytes[start:end]), true
}

// all yields the text of each row that is not missing, with 1 as its number of rows.
func (t *Texts) all(yield func(text string, rows int) bool) {
	for row := range t.ends {
		if text, ok := t.At(row); ok && !yield(text, 1) {
			return
		}
	}
}

// Append adds a row with a text. It reports false, without adding a row, if the column would exceed two gigabytes.
func (t *Texts) Append(text []byte) bool {
	if len(t.bytes)+len(text) >= absent {
		return false
	}
	t.bytes = append(t.bytes, text...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
	return true
}

// AppendMissing adds a row with a missing cell.
func (t *Texts) AppendMissing() { t.ends = append(t.ends, uint32(len(t.bytes))|absent) }
