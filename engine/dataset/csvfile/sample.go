package csvfile

import "drnet/engine/dataset/infer"

// row is a record of the sample.
type row struct {
	record
	text       []byte // with its line end
	start, end int    // of the text in the head
}

// sample is the head, split in one syntax.
type sample struct {
	syntax   syntax
	cr       bool
	rows     []row   // without blank lines and lines of delimiters alone
	stray    int     // rows with stray quotes
	unclosed int     // rows with unclosed quotes
	open     int     // start of the first record with an unclosed quote
	openLine int     // line of that quote
	quoted   int     // quoted cells
	pattern  float64 // score of the widths
	types    float64 // score of the cells
	modal    int     // most frequent width, the last one among equals
	share    float64 // of rows that have it
}

// rate computes the scores of the sample.
func (s *sample) rate() {
	widths := map[int]int{}
	cells, known := 0, 0.0
	rows := s.body()
	for _, r := range rows {
		widths[len(r.cells)]++
		marked := r.marked
		for j, cell := range r.cells {
			cells++
			if len(marked) > 0 && marked[0] == j {
				marked = marked[1:]
				known++ // a quoted text is a value
				continue
			}
			switch infer.TypeOf(cell) {
			case infer.OddCell:
			case infer.ProseCell:
				known += proseWeight
			default:
				known++
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	seen := map[int]bool{}
	for i := len(rows) - 1; i >= 0; i-- { // in the order of the rows, for a reproducible sum
		width := len(rows[i].cells)
		if seen[width] {
			continue
		}
		seen[width] = true
		if s.modal == 0 || widths[width] > widths[s.modal] {
			s.modal = width
		}
		s.pattern += float64(widths[width]) * max(narrowWeight, float64(width-1)) / float64(width)
	}
	s.pattern /= float64(len(widths))
	s.types = known / float64(cells)
	s.share = float64(widths[s.modal]) / float64(len(rows))
}

// body returns the rows without comments and titles, or all rows if most are comments.
func (s *sample) body() []row {
	var body []row
	for _, r := range s.rows {
		if commentPrefix(r.cells[0]) == "" || len(r.cells[0]) < len("# ") {
			body = append(body, r)
		}
	}
	if 2*len(body) < len(s.rows) {
		body = s.rows
	}
	return withoutTitles(body)
}

// withoutTitles returns the rows below leading lines of a single value, if these are the majority and nearly all others
// have more values: a short table may have many lines above it.
func withoutTitles(rows []row) []row {
	const nearly, few = 0.9, 3
	first := 0
	for first < len(rows) && len(rows[first].cells) == 1 {
		first++
	}
	wide := wideRows(rows[first:])
	if 2*first < len(rows) || wide < few || float64(wide) < nearly*float64(len(rows)-first) {
		return rows
	}
	return rows[first:]
}

// wideRows counts the rows with more than one value.
func wideRows(rows []row) int {
	wide := 0
	for _, r := range rows {
		if len(r.cells) > 1 {
			wide++
		}
	}
	return wide
}

// score is rounded before comparison, so that no compiler fuses the multiplication.
func (s *sample) score() float64 { return float64(s.pattern * s.types) }

// better reports whether s explains the head better than t.
func (s *sample) better(t *sample) bool {
	const equal = 1e-9 // scores are sums whose rounding depends on the order of the terms
	if d := s.score() - t.score(); d > equal || d < -equal {
		return d > 0
	}
	return s.modal > t.modal
}

// rivals reports whether s explains the head about as well as the best sample.
func (s *sample) rivals(best *sample) bool {
	return s.score() >= nearBy*best.score() && s.types >= sureTypes && s.share >= sureTypes && len(s.rows) > 1
}
