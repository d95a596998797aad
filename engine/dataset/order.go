package dataset

import (
	"math"
	"strings"

	"drnet/engine/dataset/infer"
)

// NamesGroup reports whether the name of the column is typical of an entity that several rows may belong to, such as a patient.
func (c *Column) NamesGroup() bool { return infer.NamesEntity(c.Name) }

// NamesWeight reports whether the column seems to hold sample weights, by its kind and its name.
func (c *Column) NamesWeight() bool { return c.Kind == Numeric && infer.NamesWeight(c.Name) }

// TellsWhen reports whether the column seems to hold the time when a row was recorded: dates that are not of a birth, or numbers whose name
// says so. Numbers named “time”, “month” or “day” are durations as often, so they must not descend from any row to the next.
func (c *Column) TellsWhen() bool {
	if c.Kind == Date {
		return len(c.Values) != 1 && !infer.NamesBirth(c.Name)
	}
	return c.Kind == Numeric && infer.NamesRecording(c.Name) && (!infer.NamesDuration(c.Name) || c.ascends())
}

// ascends reports whether no number of the column is less than one of an earlier row.
func (c *Column) ascends() bool {
	last := math.Inf(-1)
	for row := range c.rows() {
		x := c.Number(row)
		if x < last {
			return false
		}
		if x == x {
			last = x
		}
	}
	return true
}

// Groups numbers the distinct values of the column in the given rows from 0, in the order of their first occurrence, and returns the number
// of each row; -1 is a missing cell. Texts that differ only by letter case are one value, such as patient “p12” and “P12”.
func (c *Column) Groups(rows []int32) []int32 {
	out, byText, byNumber := make([]int32, len(rows)), map[string]int32{}, map[float64]int32{}
	for i, row := range rows {
		out[i] = -1
		if c.IsMissing(int(row)) {
			continue
		}
		if c.IsNumber() {
			out[i] = numbered(byNumber, c.Number(int(row)))
		} else {
			text, _ := c.Text(int(row))
			out[i] = numbered(byText, strings.ToLower(text))
		}
	}
	return out
}

// numbered returns the number of a key. A new key gets the next number.
func numbered[K comparable](known map[K]int32, key K) int32 {
	n, ok := known[key]
	if !ok {
		n = int32(len(known))
		known[key] = n
	}
	return n
}

// Times returns the times of the given rows: hours of dates, as DateLayout counts them, or numbers; NaN is a missing cell. Ok is false if
// the column holds neither numbers nor dates.
func (c *Column) Times(rows []int32) (times []float64, ok bool) {
	at := c.Number
	switch {
	case c.Kind == Date && c.Layout != DateLayout{}:
		at = c.Hours(c.Layout)
	case !c.IsNumber():
		return nil, false
	}
	for _, row := range rows {
		times = append(times, at(int(row)))
	}
	return times, true
}
