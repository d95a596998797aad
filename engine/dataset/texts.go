package dataset

// Texts are the cells of a column, one behind the other. The zero value has no rows.
type Texts struct {
	bytes []byte
	ends  []uint32 // of each row's text in bytes; the highest bit says that the cell is missing
}

const absent = 1 << 31

// Len returns the number of rows.
func (t *Texts) Len() int { return len(t.ends) }

// At returns the text of a row, and whether there is one.
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

// Append adds a row with a text. It reports whether there was room: two gigabytes are all that a column may have.
func (t *Texts) Append(text []byte) bool {
	if len(t.bytes)+len(text) >= absent {
		return false
	}
	t.bytes = append(t.bytes, text...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
	return true
}

// AppendMissing adds a row without a text.
func (t *Texts) AppendMissing() { t.ends = append(t.ends, uint32(len(t.bytes))|absent) }
