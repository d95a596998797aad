package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// doubt adds a doubt. It is not inlined, because its copies would make the program of the page larger.
//
//go:noinline
func (c *Column) doubt(format string, values ...any) {
	c.Doubts = append(c.Doubts, fmt.Sprintf(format, values...))
}

// noteReading adds doubts and notes that do not concern the kind: units unlike those of the training table, NA as a code, and years of two
// digits. B is the builder of the column.
func (c *Column) noteReading(b *builder, rows int) {
	const same = "make sure that they mean the same"
	switch unit, own := b.trained.Unit, c.Form.Unit; {
	case c.Kind != Numeric || own == unit:
	case unit != "":
		c.doubt("its numbers have the unit %s in the training table, and %s here: %s", unit, cmp.Or(own, "none"), same)
	case b.trained.Kind == Numeric && own == "%":
		c.doubt("its numbers have no unit in the training table (or an older model), and %% here: %s", same)
	}
	if note := c.noteCode(rows); note != "" && b.decides {
		c.Doubts = append(c.Doubts, note)
	}
	switch note, doubtful := c.noteYears(rows); {
	case doubtful:
		c.Doubts = append(c.Doubts, note)
	case note != "":
		c.Notes = append(c.Notes, note)
	}
}

// noteCode returns a note if NA may be a code, such as that of North America: it is at least half as frequent as the values are on average,
// and these all look like codes.
func (c *Column) noteCode(rows int) string {
	const few, longest = 3, 6 // YES and NO are not codes
	at := slices.IndexFunc(c.Marks, func(m MissingMark) bool { return m.Text == "NA" })
	if at < 0 || len(c.Values) < few || 2*c.Marks[at].Rows*(len(c.Values)+1) < rows || !infer.AreCapitals(c.Values, longest) {
		return ""
	}
	return fmt.Sprintf("\"NA\" counts as missing in %s; if it is a code like %q, count it as a value",
		csvfile.Plural(c.Marks[at].Rows, "row", "rows"), c.Values[0])
}

// noteYears returns a note on how the years of a column of dates were read if they have two digits. They are doubtful if the name of the
// column is that of a date of birth or if the dates extend over more than a lifetime.
func (c *Column) noteYears(rows int) (note string, doubtful bool) {
	if c.Kind != Date || !c.Layout.ShortYear {
		return "", false
	}
	const lifetime = 70 * 365 * 24 // hours
	at, last, earliest, latest := c.Hours(c.Layout), 0, math.Inf(1), math.Inf(-1)
	for row := range rows {
		x := at(row)
		if x > latest {
			last, latest = row, x
		}
		if x < earliest {
			earliest = x
		}
	}
	text, _ := c.Text(last)
	year, _, _ := infer.DayOf(int(latest))
	return fmt.Sprintf("its years of two digits are read as 1969 to 2068, such as %d in %q: write four digits if that is wrong", year, text),
		infer.NamesBirth(c.Name) || latest-earliest > lifetime
}
