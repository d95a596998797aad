package dataset

import (
	"strings"

	"drnet/engine/dataset/infer"
)

// NamesGroup reports whether the name of the column is typical of an entity that several rows may belong to, such as a patient.
func (c *Column) NamesGroup() bool { return infer.NamesEntity(c.Name) }

// NamesWeight reports whether the column seems to hold sample weights, by its kind and its name.
func (c *Column) NamesWeight() bool { return c.Kind == Numeric && infer.NamesWeight(c.Name) }

// TellsWhen reports whether the column seems to hold the time when a row was recorded, by its kind and its name. One date does not.
func (c *Column) TellsWhen() bool {
	return (c.Kind == Date && len(c.Values) != 1 || c.Kind == Numeric && infer.NamesRecording(c.Name)) && !infer.NamesBirth(c.Name)
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
