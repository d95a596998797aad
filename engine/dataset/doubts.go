package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// doubts returns the warnings about a column that do not concern its kind: units unlike those of the training table, NA as a code, and
// years of two digits, which it also notes. B is the builder of the column.
func (c *Column) doubts(b *builder, rows int) (warnings []string) {
	warn := func(text string) { warnings = append(warnings, fmt.Sprintf("column %q: %s", c.Name, text)) }
	const same = "make sure that they mean the same"
	switch unit, own := b.trained.Unit, c.Form.Unit; {
	case c.Kind != Numeric || own == unit:
	case unit != "":
		warn(fmt.Sprintf("its numbers have the unit %s in the training table, and %s here: %s", unit, cmp.Or(own, "none"), same))
	case b.trained.Kind == Numeric && own == "%":
		warn("its numbers have no unit in the training table (or an older model), and % here: " + same)
	}
	if note := c.noteCode(rows); note != "" && b.decides {
		warn(note)
	}
	if note, doubtful := c.noteYears(rows); note != "" {
		if c.Notes = append(c.Notes, note); doubtful {
			warn(note)
		}
	}
	return warnings
}

// noteCode returns a note if NA may be a code, such as one of North America: it is at least half as frequent as the values are on average,
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
