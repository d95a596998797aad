package csvfile

import (
	"bytes"
	"fmt"
	"slices"
)

// unitSeparator is the delimiter of a file of one column, because it does not occur in texts.
const unitSeparator = 0x1f

const (
	sampleRows   = 500  // records that are compared
	sureRows     = 3    // records after which a quote that is open up to the end of the head is taken for the start of a long text
	maxUnclosed  = 20   // unclosed quotes after which a syntax is rejected
	proseWeight  = 0.9  // of a text with commas, which is less likely than one without
	narrowWeight = 1e-3 // of one column; alpha in the paper
	nearBy       = 0.85 // ratio to the best score from which a second delimiter is mentioned
	sureTypes    = 0.9  // share of cells with a known type, and of rows with the modal width, from which it is
)

// sniffer detects the layout from the beginning of a file.
type sniffer struct {
	head  []byte
	atEOF bool // the head is the whole file
	start int  // offset of the text behind skipped lines and a line such as sep=;
	line  int  // lines before start

	options OpenOptions
}

// sniff detects the layout of a file from its head, which checkText accepted. AtEOF means that the head is the whole file. If the head ends
// within the first record, the error is of kind LineTooLong: the caller may try a longer head.
//
// References:
//
//	G. J. J. van den Burg, A. Nazábal, C. Sutton. Wrangling messy CSV files by detecting row and type patterns.
//	Data Mining and Knowledge Discovery 33, 2019. https://arxiv.org/abs/1811.11242. Delimiters are scored as in
//	section 4, but by the widths of rows instead of row patterns.
func sniff(head []byte, atEOF bool, o OpenOptions) (layout, *Error) {
	k := &sniffer{head: head, atEOF: atEOF, options: o}
	k.skipLines(o.Skip)
	var s *sample
	var warnings []string
	if o.Converted {
		s = k.split(syntax{delimiter: ',', quote: '"'}, false)
	} else {
		s, warnings = k.choose(k.given(o.Delimiter))
	}
	l := layout{cr: s.cr, warnings: warnings}
	if o.Delimiter == 0 && !o.Converted && s.syntax.delimiter != ' ' &&
		(s.modal == 1 || s.syntax.delimiter != '|' && len(s.rows) > 0 && len(s.rows[0].cells) == 1 || s.startsWithNumbers()) {
		// A comma may be a decimal one; bars are not words.
		if b, collapsed := k.blanks(); b != nil {
			s, l = b, layout{cr: b.cr, collapsed: collapsed}
			l.warn("the values are separated by blanks: choose another delimiter if the preview looks wrong")
		} else if s.modal == 1 && s.hasFixedWidths() && s.otherDelimiter() == nil {
			l.warn("columns of fixed width cannot be told apart where their texts have blanks, so that there is one column: " +
				"save the table as CSV")
		}
	}
	l.syntax = s.syntax
	l.dialect = Dialect{Delimiter: string(rune(s.syntax.delimiter)), Found: o.Delimiter == 0 && !o.Converted, LineEnd: lineEndName(head, s.cr)}
	switch {
	case o.Delimiter != 0:
		l.dialect.Delimiter = string(o.Delimiter)
	case s.syntax.delimiter == unitSeparator:
		l.dialect.Delimiter = ","
	}
	if s.quoted > 0 || o.Quote != "" && s.syntax.quote != 0 {
		l.dialect.Quote = string(rune(s.syntax.quote))
		if s.syntax.escape != 0 {
			l.dialect.Escape = string(rune(s.syntax.escape))
		}
	}
	if len(s.rows) == 0 || k.atEOF && len(bytes.Trim(k.head[k.start:], "\r\n\t ,;|")) == 0 {
		return l, k.noRows(s)
	}
	if s.syntax.quote == '\'' && o.Quote == "" && o.Like != "'" && (len(o.Names) > 0 || s.hasEmptyQuotes()) {
		l.warn("apostrophes around values were read as quotes, so that '' is an empty value: choose another quote character, or none, if " +
			"they are part of the values")
	}
	wrong := k.place(&l, s, o)
	if s.lost > 0 && s.open < l.skip {
		wrong = openQuoteError(s.syntax.quote, s.openLine, 0)
	}
	return l, wrong
}

// skipLines leaves out lines at the beginning of the head.
func (k *sniffer) skipLines(n int) {
	for ; n > 0 && k.start < len(k.head); n-- {
		end := bytes.IndexAny(k.head[k.start:], "\r\n")
		if end < 0 {
			k.start = len(k.head)
			return
		}
		if k.start += end + 1; k.head[k.start-1] == '\r' && k.start < len(k.head) && k.head[k.start] == '\n' {
			k.start++
		}
		k.line++
	}
}

// given returns the delimiter of the options or of a line such as sep=;, 0 if it must be detected. It skips that line.
func (k *sniffer) given(option rune) byte {
	switch given := k.separatorLine(); {
	case option > 0x7f:
		return unitSeparator
	case option != 0:
		return byte(option)
	default:
		return given
	}
}

func (k *sniffer) noRows(s *sample) *Error {
	switch {
	case s.lost > 0:
		return openQuoteError(s.syntax.quote, s.openLine, 0)
	case k.options.Skip > 0 && k.atEOF && k.start == len(k.head):
		return NewError(EmptyFile, "skip fewer lines", "the file ends within the %s to skip", Plural(k.options.Skip, "line", "lines"))
	case k.atEOF || len(s.rows) > 0:
		return NewError(EmptyFile, "choose a file with a header and rows", "the file contains only separators")
	}
	return NewError(LineTooLong, "choose a table saved as CSV with one row in each line",
		"the first line has more than %d bytes", len(k.head)).At(k.line+1, 0)
}

// separatorLine skips a first line such as sep=; that spreadsheet programs write, and returns its delimiter, or 0.
func (k *sniffer) separatorLine() byte {
	end := bytes.IndexAny(k.head, "\r\n")
	if end < 0 || k.start > 0 {
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

// delimiters are the candidates. Of equally good ones the first wins, because the later ones also occur in texts and numbers.
var delimiters = []byte{'\t', ';', '|', ','}

// choose returns the sample of the head with the best score, and a warning if another delimiter is nearly as good. Given is the only
// delimiter to try, or 0.
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
	return best, []string{fmt.Sprintf("the values are separated by %s, but could also be separated by %s: choose it if the preview "+
		"looks wrong", delimiterWord(best.syntax.delimiter), delimiterWord(second.syntax.delimiter))}
}

// oneColumn returns the sample of a file without a delimiter. Commas are part of its texts.
func (k *sniffer) oneColumn() (*sample, []string) {
	delimiter := byte(',')
	if bytes.IndexByte(k.head[k.start:], ',') >= 0 {
		delimiter = unitSeparator
	}
	s := k.read(delimiter, k.lineEnds()[0])
	if len(s.rows) > 0 && s.quoted == len(s.rows) && bytes.ContainsAny(s.body()[0].text, ",;\t|") {
		return s, []string{"each line is one text in quotes, so that there is one column: " +
			"remove these quotes, or split the column in a spreadsheet program"}
	}
	mixed := count(s.rows, func(r row) bool {
		return bytes.ContainsAny(r.text, ";\t|") || bytes.Contains(r.text, []byte(`" "`)) // blanks, and some are part of texts without quotes
	})
	if len(s.rows) > 0 && (2*mixed >= len(s.rows) || bytes.IndexByte(s.rows[0].text, ',') >= 0) {
		return s, []string{"no character separates every line into as many values, so that there is one column: " +
			"choose the delimiter, or mend the lines"}
	}
	return s, s.otherDelimiter()
}

// lineEnds returns whether a carriage return alone ends a line: one value, or both if only the scores can decide.
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

// read returns the sample of the head for a delimiter, with the quote and escape characters that fit best.
func (k *sniffer) read(d byte, cr bool) *sample {
	quote, escape := givenMark(k.options.Quote, '"'), givenMark(k.options.Escape, 0)
	s := k.split(syntax{d, quote, escape}, cr)
	text := k.head[k.start:]
	if k.options.Escape == "" && s.stray+s.unclosed > 0 && bytes.Contains(text, []byte{'\\', quote}) {
		if e := k.split(syntax{d, quote, '\\'}, cr); e.stray+e.unclosed < s.stray+s.unclosed {
			s = e
		}
	}
	if k.options.Quote != "" {
		return s
	}
	least := 2 // cells in single quotes
	if k.options.Like == "'" {
		least = 1
	}
	if s.quoted == 0 && bytes.Count(text, []byte{'\''}) >= 2*least {
		// Apostrophes are not quotes: every cell that starts with one must also end with one.
		for _, escape := range []byte{0, '\\'} {
			if q := k.split(syntax{d, '\'', escape}, cr); q.quoted >= least && q.stray+q.unclosed == 0 && q.score() >= s.score() &&
				(k.options.Like != `"` || q.names(k.options.Names) > s.names(k.options.Names)) {
				return q
			}
		}
	}
	if s.unclosed > 2 && s.quoted == 0 {
		s = k.split(syntax{d, 0, 0}, cr) // many cells start with a quote and none ends with one
	}
	return s
}

// givenMark returns the character of an option, 0 for None, and the usual one if the option is empty.
func givenMark(option string, usual byte) byte {
	switch option {
	case "":
		return usual
	case None:
		return 0
	}
	return option[0]
}

// split returns the sample of the head in one syntax, of at most sampleRows rows.
func (k *sniffer) split(x syntax, cr bool) *sample {
	s := &sample{syntax: x, cr: cr}
	p := newSplitter(x, cr)
	p.line, p.rows = k.line, k.options.Converted
	if k.options.Comment != None {
		p.comment = k.options.Comment
	}
	for at := k.start; at < len(k.head) && len(s.rows) < sampleRows; {
		n, out := p.next(k.head[at:], k.atEOF)
		open, plain := out == unclosed || out == partial && at < len(k.head)/2 && len(s.rows) < sureRows, false
		if line := p.record.line; open {
			if n, plain = p.literal(k.head[at:], k.atEOF); n == 0 {
				break
			}
			s.unclosed++
			if !plain && s.lost == 0 {
				s.open, s.openLine = at, line
			}
		} else if out == partial {
			break
		}
		if s.unclosed > maxUnclosed || s.unclosed > 0 && x.quote == '\'' {
			break
		}
		if open && !plain {
			s.lost++
			at += n
			continue
		}
		r := row{record: p.record, plain: plain, text: k.head[at : at+n], start: at, end: at + n}
		at += n
		if r.stray {
			s.stray++
		}
		r.stray = r.stray || plain
		s.quoted += r.quoted
		if r.comment || r.dashes {
			continue
		}
		if !r.empty {
			r.cells, r.marked = slices.Clone(r.cells), slices.Clone(r.marked)
			p.scratch = nil // cells may point into it
			s.rows = append(s.rows, r)
		}
	}
	s.rate()
	return s
}

// lineEndName names the end of the first line, "" if it has none.
func lineEndName(head []byte, cr bool) string {
	i := bytes.IndexByte(head, '\n')
	if j := bytes.IndexByte(head, '\r'); cr && j >= 0 && (i < 0 || j < i-1) {
		return "CR"
	}
	switch {
	case i < 0:
		return ""
	case i > 0 && head[i-1] == '\r':
		return "CRLF"
	}
	return "LF"
}
