package dataset

// Texts are the cells of a column of texts. The zero value is empty.
type Texts struct {
	bytes []byte   // the texts, concatenated
	ends  []uint32 // of the text of each row; the highest bit marks a missing cell
}

// absent marks a missing cell.
const absent = 1 << 31

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
