package spreadsheet

import (
	"bytes"
	"math"

	"drnet/engine/dataset/infer"
)

// units collects the formats of the numbers of a column. People often format only some cells of a column as percents or as a currency,
// although all stored numbers are on the same scale: Text adds the unit to the other cells.
type units struct {
	first   int     // row of the first value, which may be the name of the column
	as      format  // format of the numbers that have one
	several bool    // numbers have different formats
	percent float64 // the largest absolute value of percents, 1 for 100%
	plain   float64 // the largest absolute value of numbers without a format, except in the first row
}

// add takes a cell and its text into account.
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

// lacks reports whether a cell is a number that lacks the format of the others. If these are percents, no number without a format may
// exceed both 1 and the largest percent: it would be on another scale.
func (u *units) lacks(row int, c cell) bool {
	return c.number && c.as == format{} && u.as != format{} && !u.several && row > u.first &&
		(u.as.shows != percent || u.plain <= max(1, u.percent))
}
