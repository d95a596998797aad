package csvfile

import (
	"fmt"
	"strings"
)

// lineList counts lines and keeps the numbers of the first ones.
type lineList struct {
	n     int
	first []int
}

func (l *lineList) add(line int) {
	const shown = 5
	if l.n++; len(l.first) < shown {
		l.first = append(l.first, line)
	}
}

// where names the lines: "line 7", "lines 7, 9 and 12", "lines 7, 9, 12, 15, 18 and 40 more".
func (l *lineList) where() string {
	texts := make([]string, len(l.first))
	for i, line := range l.first {
		texts[i] = fmt.Sprint(line)
	}
	switch more := l.n - len(l.first); {
	case l.n == 1:
		return "line " + texts[0]
	case more > 0:
		return fmt.Sprintf("lines %s and %d more", strings.Join(texts, ", "), more)
	}
	last := len(texts) - 1
	return "lines " + strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// anomalies counts records that were repaired or skipped.
type anomalies struct {
	short, cut, stray lineList // repaired: too few values; empty values beyond the last column; stray quotes
	long              lineList // skipped: too many values
	empty, repeated   lineList // skipped: no values; the header again
	remarks           lineList // skipped: lines below the table
	comments          lineList // skipped: comments between the rows

	longest int // values of the longest skipped row

	pending []remark // short rows with one value: remarks if no full row follows
	gap     bool     // a blank line precedes this record
	foreign int      // rows of another, equal width since a blank line
	width   int      // width of these
	begun   int      // line of the first of these
}

// remark is a row with a single value.
type remark struct {
	text []byte
	line int
}

// report adds the counts and the warnings to the file.
func (a *anomalies) report(f *File) {
	say := func(l *lineList, one, many, hint string) {
		if l.n > 0 {
			f.warn("%s (%s)%s", Plural(l.n, one, many), l.where(), hint)
		}
	}
	often := fmt.Sprintf("; often a %q inside a text without quotes", f.splitter.delimiter)
	say(&a.short, "row with too few values was filled up with missing ones", "rows with too few values were filled up with missing ones", "")
	say(&a.cut, "row ends in separators too many, which were left out", "rows end in separators too many, which were left out", "")
	say(&a.stray, "row has a stray quote inside a value in quotes, kept as text",
		"rows have stray quotes inside values in quotes, kept as text", "")
	say(&a.long, "row with too many values was left out", "rows with too many values were left out", often)
	say(&a.empty, "row without any value was left out", "rows without any value were left out", "")
	say(&a.repeated, "row that repeats the names was left out", "rows that repeat the names were left out", "")
	say(&a.remarks, "line below the table is not a row and was left out", "lines below the table are not rows and were left out", "")
	say(&a.comments, "comment between the rows was left out", "comments between the rows were left out", "")
	f.Repaired = a.short.n + a.cut.n + a.stray.n
	f.LeftOut += a.long.n + a.empty.n + a.repeated.n
	f.Dialect.Comments = a.remarks.n + a.comments.n
}
