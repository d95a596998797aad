package dataset

import (
	"bytes"
	"fmt"
	"slices"
)

// layout is where the rows of a file are and how they are written.
type layout struct {
	syntax       syntax
	cr           bool     // a carriage return alone ends a line
	comment      string   // lines between the rows that begin so are no rows; "" if there are none
	skip         int      // bytes of the head before the first row: with the line of the names
	skippedLines int      // lines in them
	blank        int      // blank lines among them
	names        []string // of the columns, all different; nil if the file has none
	width        int      // columns
	trailing     bool     // a separator at the end of a row is no column: a row may have one empty cell more
	dialect      Dialect  // what can be known from the text of the head
	warnings     []string
}

// unitSeparator is the delimiter byte for a delimiter of several bytes, which the reader replaces by it.
const unitSeparator = 0x1f

const (
	sampleRows   = 500  // records that are compared
	sureRows     = 3    // records behind which a quote that is open to the end of the head begins a long text
	maxUnclosed  = 20   // quotes that are not closed, until a reading is given up
	proseWeight  = 0.9  // of a text with commas: it is less likely than one without
	narrowWeight = 1e-3 // of one column; alpha in the paper
	nearBy       = 0.85 // share of the best score from which another delimiter is worth a word
	sureTypes    = 0.9  // share of cells with a known type from which another delimiter is worth a word
)

// row is a record of the sample.
type row struct {
	record
	text       []byte // with its line end
	start, end int    // of its text in the head
}

// sample is what the head reads as in one syntax.
type sample struct {
	syntax   syntax
	cr       bool
	rows     []row // without blank lines and lines of nothing but delimiters
	stray    int
	unclosed int
	open     int // where the first record with an unclosed quote begins
	openLine int // the line of that quote
	quoted   int
	pattern  float64 // score of the widths
	types    float64 // score of the cells
	modal    int     // the most frequent width, of equally frequent ones the one that comes last
	share    float64 // of rows that have it
}

// sniffer looks at the beginning of a file.
type sniffer struct {
	head  []byte
	whole bool
	start int // of the text behind a line such as sep=;
	line  int // lines before start
}

// sniff finds how a file is written from its beginning: text without a byte order mark. Whole says that head is all
// there is. If not even one record fits into the head, the error is LineTooLong, and a longer head may help.
//
// References:
//
//	G. J. J. van den Burg, A. Nazábal, C. Sutton. Wrangling messy CSV files by detecting row and type patterns.
//	Data Mining and Knowledge Discovery 33, 2019. https://arxiv.org/abs/1811.11242. The score of a delimiter is
//	that of section 4, with widths for row patterns.
func sniff(head []byte, whole bool, o Options) (layout, *Error) {
	if len(bytes.TrimSpace(head)) == 0 {
		return layout{}, &Error{Kind: EmptyFile, Message: "the file has no text", Hint: "choose a file with a header and rows"}
	}
	k := &sniffer{head: head, whole: whole}
	given := k.separatorLine()
	if o.Delimiter != 0 {
		given = byte(o.Delimiter)
		if o.Delimiter > 0x7f {
			given = unitSeparator
		}
	}
	s, warnings := k.choose(given)
	l := layout{syntax: s.syntax, cr: s.cr, warnings: warnings}
	l.dialect = Dialect{Delimiter: string(rune(s.syntax.delimiter)), Found: o.Delimiter == 0, LineEnd: lineEndName(head, s.cr)}
	switch {
	case o.Delimiter != 0:
		l.dialect.Delimiter = string(o.Delimiter)
	case s.syntax.delimiter == unitSeparator:
		l.dialect.Delimiter = ","
	}
	if s.quoted > 0 {
		l.dialect.Quote = string(rune(s.syntax.quote))
		if s.syntax.escape != 0 {
			l.dialect.Escape = string(rune(s.syntax.escape))
		}
	}
	if len(s.rows) == 0 || k.whole && len(bytes.Trim(k.head[k.start:], "\r\n\t ,;|")) == 0 {
		return l, k.noRows(s)
	}
	if k.place(&l, s, o); s.unclosed > 0 && s.open < l.skip {
		return l, s.openQuote()
	}
	return l, nil
}

// noRows says why there is not even one record.
func (k *sniffer) noRows(s *sample) *Error {
	switch {
	case s.unclosed > 0:
		return s.openQuote()
	case k.whole || len(s.rows) > 0:
		return &Error{Kind: EmptyFile, Message: "the file has no values, only separators", Hint: "choose a file with a header and rows"}
	}
	return &Error{
		Kind: LineTooLong, Line: k.line + 1, Message: fmt.Sprintf("the first line has more than %d bytes", len(k.head)),
		Hint: "choose a table saved as CSV with one row in each line",
	}
}

func (s *sample) openQuote() *Error {
	return &Error{
		Kind: UnterminatedQuote, Line: s.openLine, Message: fmt.Sprintf("a quote %c is opened and not closed", s.syntax.quote),
		Hint: fmt.Sprintf("add the missing %[1]c, or write each %[1]c inside a value in quotes twice", s.syntax.quote),
	}
}

// separatorLine returns the delimiter of a first line such as sep=; that spreadsheets write, and skips it.
func (k *sniffer) separatorLine() byte {
	end := bytes.IndexAny(k.head, "\r\n")
	if end < 0 {
		return 0
	}
	line := bytes.Trim(k.head[:end], "\"' ")
	if len(line) < 5 || len(line) > 6 || !bytes.EqualFold(line[:4], []byte("sep=")) {
		return 0
	}
	given := line[4]
	switch {
	case len(line) == 6 && string(line[4:]) == `\t`:
		given = '\t'
	case len(line) == 6 && line[4] != line[5] || given > 0x7f || !isDelimiter(rune(given)):
		return 0
	}
	if k.head[end] == '\r' && end+1 < len(k.head) && k.head[end+1] == '\n' {
		end++
	}
	k.start, k.line = end+1, 1
	return given
}

// delimiters are those that are looked for. Of two that fit equally well the first one is taken: the last ones are
// those that texts and numbers have most often.
var delimiters = []byte{'\t', ';', '|', ','}

// choose returns the best reading of the head, with the delimiter if it is not 0.
func (k *sniffer) choose(given byte) (*sample, []string) {
	try := delimiters
	if given != 0 {
		try = []byte{given}
	}
	var best, second *sample
	for _, cr := range k.lineEnds() {
		for _, d := range try {
			if given == 0 && bytes.IndexByte(k.head[k.start:], d) < 0 {
				continue
			}
			s := k.read(d, cr)
			if given == 0 && !s.plausible() {
				continue
			}
			switch {
			case best == nil || s.better(best):
				best, second = s, best
			case second == nil || s.better(second):
				second = s
			}
		}
	}
	if best == nil {
		return k.oneColumn()
	}
	if second == nil || second.syntax.delimiter == best.syntax.delimiter || !second.rivals(best) {
		return best, nil
	}
	return best, []string{fmt.Sprintf("the values are separated by %s, but could also be separated by %s: choose it if the preview looks wrong",
		delimiterWord(best.syntax.delimiter), delimiterWord(second.syntax.delimiter))}
}

// oneColumn returns the reading of a file in which nothing separates values. Commas in it are text.
func (k *sniffer) oneColumn() (*sample, []string) {
	cr := k.lineEnds()[0]
	if bytes.IndexByte(k.head[k.start:], ',') < 0 {
		s := k.read(',', cr)
		return s, s.otherDelimiter()
	}
	s := k.read(unitSeparator, cr)
	if len(s.rows) > 0 && bytes.IndexByte(s.rows[0].text, ',') >= 0 {
		return s, []string{"no character separates every line into as many values, so that there is one column: choose the delimiter, or mend the lines"}
	}
	return s, s.otherDelimiter()
}

// score is rounded before it is compared, so that no compiler fuses the two.
func (s *sample) score() float64 { return float64(s.pattern * s.types) }

func (s *sample) better(t *sample) bool {
	const equal = 1e-9 // scores are sums of fractions, whose rounding depends on their order
	if d := s.score() - t.score(); d > equal || d < -equal {
		return d > 0
	}
	return s.modal > t.modal
}

// rivals reports whether s explains the head about as well as the best reading.
func (s *sample) rivals(best *sample) bool {
	return s.score() >= nearBy*best.score() && s.types >= sureTypes && s.share >= sureTypes && len(s.rows) > 1
}

// lineEnds returns whether a carriage return alone may end a line: one answer, or two if only the readings can tell.
func (k *sniffer) lineEnds() []bool {
	feeds, returns, quoted := 0, 0, false
	text := k.head[k.start:]
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			feeds++
		case c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			returns++
		}
	}
	switch {
	case bytes.IndexByte(text, '\n') < 0:
		return []bool{bytes.IndexByte(text, '\r') >= 0}
	case returns == 0:
		return []bool{false}
	case feeds == 0:
		return []bool{true}
	}
	return []bool{false, true}
}

// read returns the reading of the head with a delimiter in which quotes make most sense.
func (k *sniffer) read(d byte, cr bool) *sample {
	s := k.split(syntax{d, '"', 0}, cr)
	text := k.head[k.start:]
	if s.stray+s.unclosed > 0 && bytes.Contains(text, []byte(`\"`)) {
		if e := k.split(syntax{d, '"', '\\'}, cr); e.stray+e.unclosed < s.stray+s.unclosed {
			s = e
		}
	}
	if s.quoted == 0 && s.stray+s.unclosed == 0 && bytes.Count(text, []byte{'\''}) >= 4 {
		// Apostrophes are no quotes: every cell that begins with one must end with it too.
		if q := k.split(syntax{d, '\'', 0}, cr); q.quoted > 1 && q.stray+q.unclosed == 0 && q.score() >= s.score() {
			s = q
		}
	}
	if s.unclosed > 2 && s.quoted == 0 {
		s = k.split(syntax{d, 0, 0}, cr) // quotes begin many cells and end none
	}
	return s
}

// skipLine returns the length of the line at an offset, whatever is in it.
func (k *sniffer) skipLine(at int, cr bool) (int, outcome) {
	p := splitter{syntax: syntax{delimiter: unitSeparator}, cr: cr}
	return p.next(k.head[at:], k.whole)
}

// split reads the head in one syntax.
func (k *sniffer) split(x syntax, cr bool) *sample {
	s := &sample{syntax: x, cr: cr}
	p := splitter{syntax: x, cr: cr, line: k.line}
	for at := k.start; at < len(k.head) && len(s.rows) < sampleRows; {
		n, out := p.next(k.head[at:], k.whole)
		if out == unclosed || out == partial && at < len(k.head)/2 && len(s.rows) < sureRows {
			n, out = k.skipLine(at, cr) // as if the line were none
			if out == partial {
				break
			}
			if s.unclosed++; s.unclosed == 1 {
				s.open, s.openLine = at, p.record.line
			}
			if s.unclosed > maxUnclosed || x.quote == '\'' {
				break
			}
			at += n
			p.line++
			continue
		}
		if out == partial {
			break
		}
		r := row{record: p.record, text: k.head[at : at+n], start: at, end: at + n}
		at += n
		if r.stray {
			s.stray++
		}
		s.quoted += r.quoted
		if !r.empty {
			r.cells, r.marked = slices.Clone(r.cells), slices.Clone(r.marked)
			p.scratch = nil // cells may be in it
			s.rows = append(s.rows, r)
		}
	}
	s.rate()
	return s
}
