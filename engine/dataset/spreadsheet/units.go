package spreadsheet

import (
	"bytes"
	"math"

	"drnet/engine/dataset/infer"
)

// units are those of the numbers of a column. People give some cells of a column the format of percents or of a currency, and forget
// others, whose stored numbers are on the same scale.
type units struct {
	first   int     // row of the first value, which may be a name
	as      format  // of the numbers with a unit
	several bool    // they have several
	percent float64 // the largest of percents, 1 for 100%
	plain   float64 // the largest of the numbers below the first value without a unit
}

// add counts a cell with its text.
func (u *units) add(row int, c cell, text []byte) {
	if u.first == 0 {
		u.first = row
	}
	if !c.number {
		return
	}
	x, ok := infer.ParseNumber(bytes.TrimSuffix(text, []byte("%")))
	switch {
	case c.as != format{}:
		u.several = u.several || u.as != format{} && u.as != c.as
		if u.as = c.as; ok {
			u.percent = max(u.percent, math.Abs(x)/100)
		}
	case ok && row > u.first:
		u.plain = max(u.plain, math.Abs(x))
	}
}

// lacks reports whether a cell is a number without the unit of the others. Numbers beyond the percents of the column are none.
func (u *units) lacks(row int, c cell) bool {
	return c.number && c.as == format{} && u.as != format{} && !u.several && row > u.first &&
		(u.as.shows != percent || u.plain <= max(1, u.percent))
}
