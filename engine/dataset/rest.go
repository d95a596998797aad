package dataset

import (
	"fmt"
	"strings"
)

// lines counts lines of one sort and keeps the first of their numbers.
type lines struct {
	n     int
	first []int
}

func (l *lines) add(line int) {
	const shown = 5
	if l.n++; len(l.first) < shown {
		l.first = append(l.first, line)
	}
}

// where names the lines: "line 7", "lines 7, 9 and 12", "lines 7, 9, 12, 15, 18 and 40 more".
func (l *lines) where() string {
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

// rest is what is not a row as it should be.
type rest struct {
	short, long, stray lines // repaired; left out; repaired
	cut                lines // repaired: the values too many were empty
	empty, repeated    lines // left out: no value at all; the names once more
	remarks            lines // below the table: no rows
	comments           lines // between the rows: no rows

	longest int // values in the longest row that was left out

	pending []remark // short rows with one value: remarks if no full row follows
	gap     bool     // a blank line stands before this record
	foreign int      // rows of another width since a blank line, all of the same
	width   int      // theirs
	begun   int      // line of the first of them
}

// remark is a row with a single value.
type remark struct {
	text []byte
	line int
}

// say warns of what was found, and counts it.
func (r *rest) say(t *Table, delimiter byte) {
	say := func(l *lines, one, many string) {
		if l.n == 1 {
			t.warn(one, l.where())
		} else if l.n > 1 {
			t.warn(many, l.n, l.where())
		}
	}
	say(&r.short, "1 row with too few values was filled up with missing ones (%s)", "%d rows with too few values were filled up with missing ones (%s)")
	say(&r.cut, "1 row ends in separators too many, which were left out (%s)", "%d rows end in separators too many, which were left out (%s)")
	say(&r.stray, `1 row has a stray quote inside a value in quotes, kept as text (%s)`, `%d rows have stray quotes inside values in quotes, kept as text (%s)`)
	often := fmt.Sprintf("; often a %q inside a text without quotes", delimiter)
	say(&r.long, "1 row with too many values was left out (%s)"+often, "%d rows with too many values were left out (%s)"+often)
	say(&r.empty, "1 row without any value was left out (%s)", "%d rows without any value were left out (%s)")
	say(&r.repeated, "1 row that repeats the names was left out (%s)", "%d rows that repeat the names were left out (%s)")
	say(&r.remarks, "1 line below the table is no row and was left out (%s)", "%d lines below the table are no rows and were left out (%s)")
	say(&r.comments, "1 comment between the rows was left out (%s)", "%d comments between the rows were left out (%s)")
	t.Repaired = r.short.n + r.cut.n + r.stray.n
	t.LeftOut += r.long.n + r.empty.n + r.repeated.n
	t.Dialect.Comments = r.remarks.n + r.comments.n
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
