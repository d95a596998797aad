package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/infer"
)

// doubts returns warnings about a column that b read, beyond those about its kind. It notes how years of two digits were read.
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

// noteCode says that NA may be a code, such as North America: it is about as frequent as the other values, which are all codes.
func (c *Column) noteCode(rows int) string {
	const few, longest = 3, 6 // YES and NO are not codes
	at := slices.IndexFunc(c.Marks, func(m MissingMark) bool { return m.Text == "NA" })
	if at < 0 || len(c.Values) < few || 2*c.Marks[at].Rows*(len(c.Values)+1) < rows || !infer.AreCapitals(c.Values, longest) {
		return ""
	}
	return fmt.Sprintf("\"NA\" counts as missing in %s; if it is a code like %q, count it as a value",
		csvfile.Plural(c.Marks[at].Rows, "row", "rows"), c.Values[0])
}

// noteYears says how the years of a column of dates were read if they have two digits. Doubtful is a birth, and dates a lifetime apart.
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
