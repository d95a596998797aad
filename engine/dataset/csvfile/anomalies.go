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
	say := func(l *lineList, one, many string) {
		if l.n == 1 {
			f.warn(one, l.where())
		} else if l.n > 1 {
			f.warn(many, l.n, l.where())
		}
	}
	say(&a.short, "1 row with too few values was filled up with missing ones (%s)",
		"%d rows with too few values were filled up with missing ones (%s)")
	say(&a.cut, "1 row ends in separators too many, which were left out (%s)",
		"%d rows end in separators too many, which were left out (%s)")
	say(&a.stray, `1 row has a stray quote inside a value in quotes, kept as text (%s)`,
		`%d rows have stray quotes inside values in quotes, kept as text (%s)`)
	often := fmt.Sprintf("; often a %q inside a text without quotes", f.splitter.delimiter)
	say(&a.long, "1 row with too many values was left out (%s)"+often,
		"%d rows with too many values were left out (%s)"+often)
	say(&a.empty, "1 row without any value was left out (%s)",
		"%d rows without any value were left out (%s)")
	say(&a.repeated, "1 row that repeats the names was left out (%s)",
		"%d rows that repeat the names were left out (%s)")
	say(&a.remarks, "1 line below the table is not a row and was left out (%s)",
		"%d lines below the table are not rows and were left out (%s)")
	say(&a.comments, "1 comment between the rows was left out (%s)",
		"%d comments between the rows were left out (%s)")
	f.Repaired = a.short.n + a.cut.n + a.stray.n
	f.LeftOut += a.long.n + a.empty.n + a.repeated.n
	f.Dialect.Comments = a.remarks.n + a.comments.n
}
