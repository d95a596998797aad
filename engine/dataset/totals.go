package dataset

import (
	"fmt"
	"math"
	"strings"

	"drnet/engine/dataset/csvfile"
)

// rounded is the error of a sum relative to the absolute values of its parts: sheets show fewer digits than they add.
const rounded = 1e-6

// noteTotals returns a warning, "" for none, if the last row, or several rows with an empty cell, have the sums of rows above them, or if
// the first row or one of the last is called Average or the like, as in a report: they are not cases to learn from.
func (t *Table) noteTotals() string {
	last := t.Rows - 1
	names := t.totaled([]int{last}, 1)
	if names != "" {
		return fmt.Sprintf("the last row has the sums of %s: remove it from the file unless it is a case too", names)
	}
	for j := range t.Columns {
		rows := t.Columns[j].emptyAtEnd(last)
		if names = t.totaled(rows, 2); names != "" {
			return fmt.Sprintf("%d rows have the sums of %s in rows above them (the first is data row %d): "+
				"remove them from the file unless they are cases too", len(rows), names, rows[0]+1)
		}
	}
	const end = 4 // rows, since a table may end with Mean, SD, n
	var found []string
	name := "" // of the last row, after the loop
	for row := 0; row < t.Rows; row = max(row+1, t.Rows-end) {
		if name = t.summary(row); name != "" {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return ""
	}
	if name != "" {
		names = t.outlined()
	}
	if names != "" {
		names = ", and rows above it with the sums of " + names + ","
	}
	return "rows called " + csvfile.QuoteList(found) + names + " may sum up others: remove them from the file unless they are cases too"
}

// summary returns a text of a row which says that the row sums up others, such as Average; "" if there is none. No other row has the text
// in that column, and most rows have a value there.
func (t *Table) summary(row int) string {
	// The list lacks names that are often something else, such as Max, n or SE.
	const names = "|total|grand total|sum|average|mean|median|gesamt|gesamtergebnis|summe|mittelwert|durchschnitt|" +
		"total general|total général|somme|moyenne|suma|promedio|合計|平均|"
	for j := range t.Columns {
		c := &t.Columns[j]
		if c.IsNumber() || 2*c.Missing > t.Rows {
			continue
		}
		text := c.Text
		name, _ := text(row)
		if name == "" || !strings.Contains(names, "|"+strings.ToLower(strings.TrimRight(name, ".:"))+"|") {
			continue
		}
		unique := true
		for i := 0; unique && i < t.Rows; i++ {
			other, _ := text(i)
			unique = i == row || other != name
		}
		if unique {
			return name
		}
	}
	return ""
}

// outlined lists the names of the columns whose last number is half the sum of all others, "" if there are none: other rows have the sums
// of the parts of an outline.
func (t *Table) outlined() string {
	var names []string
	last := t.Rows - 1
	for j := range t.Columns {
		c := &t.Columns[j]
		if !c.IsNumber() || c.IsMissing(last) {
			continue
		}
		number := c.Number
		rest, size := -2*number(last), 0.0
		for row := range last {
			if x := number(row); !math.IsNaN(x) {
				rest += x
				size += math.Abs(x)
			}
		}
		if size > 0 && math.Abs(rest) <= rounded*size {
			names = append(names, c.Name)
		}
	}
	return csvfile.QuoteList(names)
}

// totaled lists the names of the columns that have at least few totals in the given rows, "" if there are none.
func (t *Table) totaled(rows []int, few int) string {
	var names []string
	for j := range t.Columns {
		if c := &t.Columns[j]; c.IsNumber() && (few > 1 || c.endsAlone(rows[0])) && c.hasTotals(rows, few) {
			names = append(names, c.Name)
		}
	}
	return csvfile.QuoteList(names)
}

// emptyAtEnd returns the rows without a value of the column: nil if they are more than a third of all, or if the last two rows have one.
func (c *Column) emptyAtEnd(last int) (rows []int) {
	const share = 3
	if last < 1 || share*c.Missing > last || !c.IsMissing(last) && !c.IsMissing(last-1) {
		return nil
	}
	missing := c.IsMissing
	for row := range last + 1 {
		if missing(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// endsAlone reports whether the number in the last row may be the sum of the others: it is not 0, and not one of them.
func (c *Column) endsAlone(last int) bool {
	number := c.Number
	total := number(last)
	if total == 0 || math.IsNaN(total) || c.Levels != nil && total != c.Levels[0] && total != c.Levels[len(c.Levels)-1] {
		return false // quick: the sum is usually the largest or the smallest number
	}
	for row := range last {
		if number(row) == total {
			return false // such as 1 among 1 and -1
		}
	}
	return true
}

// hasTotals reports whether each number in the given rows is the sum of the numbers above it, up to the row given before, or of several
// numbers in the rows given before. At least few of them must be sums of two numbers or more, and all of ten: fewer may be equal by chance.
func (c *Column) hasTotals(rows []int, few int) bool {
	const enough = 10 // numbers
	number, numbers, totals, row := c.Number, 0, 0, 0
	var open []float64 // totals that are not part of another one
	for _, last := range rows {
		n, sum, size, k := 0, 0.0, 0.0, len(open)
		for ; row < last; row++ {
			if x := number(row); x != 0 && !math.IsNaN(x) {
				n++
				sum += x
				size += math.Abs(x)
			}
		}
		row++
		total := number(last)
		for !(math.Abs(sum-total) <= rounded*size) {
			if k--; n > 0 || k < 0 {
				return false
			}
			sum += open[k]
			size += math.Abs(open[k])
		}
		open = append(open[:k], total)
		numbers += n
		if n > 1 {
			totals++
		}
	}
	return numbers >= enough && totals >= few
}
