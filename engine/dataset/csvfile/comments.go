package csvfile

import (
	"bytes"

	"drnet/engine/dataset/infer"
)

// commentPrefix returns the prefix that marks a line as a comment, or "".
func commentPrefix(cell []byte) string {
	if infer.TypeOf(cell) == infer.AbsentCell {
		return "" // such as #N/A
	}
	for _, prefix := range []string{"# ", "#", "-- ", "//", "% "} {
		if hasPrefix(cell, prefix) {
			return prefix
		}
	}
	return ""
}

func hasPrefix(text []byte, prefix string) bool { return bytes.HasPrefix(text, []byte(prefix)) }

// findComments returns the prefix of comments between the rows, "" if there are none. It also returns the number of
// comments above the rows of the sample.
func (s *sample) findComments() (prefix string, above int) {
	body := s.body()
	if len(body) == len(s.rows) {
		return "", 0
	}
	modal := modalWidth(body)
	for above < len(s.rows) && isComment(s.rows[above]) {
		above++
	}
	// A line such as #id,name is the header if it is as wide as the rows and these lack a header .
	if last := above - 1; last >= 0 && len(s.rows[last].cells) == modal && modal > 1 && above < len(s.rows) &&
		!isHeader(s.rows[above], s.rows[above+1:]) {
		above--
	}
	found := ""
	for i, r := range s.rows {
		if !isComment(r) {
			continue
		}
		if i == above || i > above && len(r.cells) == modal && modal > 1 {
			return "", above // it is a row or the header
		}
		p := commentPrefix(r.cells[0])
		if found == "# " && p == "#" || found == "" {
			found = p
		}
	}
	if modal == 1 && above == 0 {
		return "", 0 // it is a text of the only column
	}
	return found, above
}

// isComment reports whether a row looks like a comment.
func isComment(r row) bool {
	return (len(r.marked) == 0 || r.marked[0] > 0) && commentPrefix(r.cells[0]) != ""
}
