package csvfile

import (
	"bytes"

	"drnet/engine/dataset/infer"
)

// compared is the number of rows that are compared with the first one.
const compared = 200

// isHeader reports whether the first row of a table has the names of its columns, by a vote of the columns.
func isHeader(first row, below []row) bool {
	below = below[:min(len(below), compared)]
	if len(below) == 0 {
		return !hasData([]row{first})
	}
	vote := 0
	years := namesLikeYears(first, below)
	for j, cell := range first.cells {
		if years && infer.TypeOf(cell) == infer.NumberCell {
			vote++
		} else {
			vote += columnVote(cell, below, j)
		}
	}
	vote -= duplicates(first)
	if vote != 0 {
		return vote > 0
	}
	return !hasData([]row{first}) && filled(first) > 0
}

// columnVote returns whether a cell is the name of the cells below it: positive for a name, negative for a value.
func columnVote(cell []byte, below []row, j int) int {
	const (
		strong = 4
		weak   = 1
		enough = 4 // texts, so that one more distinct value is unlikely
	)
	t := infer.TypeOf(cell)
	if t == infer.AbsentCell {
		return 0
	}
	texts, data, same := 0, 0, 0
	seen := map[string]bool{}
	for _, r := range below {
		if j >= len(r.cells) {
			continue
		}
		switch u := infer.TypeOf(r.cells[j]); {
		case u == infer.AbsentCell:
		case u.IsData():
			data++
		default:
			texts++
			seen[string(r.cells[j])] = true
			if bytes.Equal(cell, r.cells[j]) {
				same++
			}
		}
	}
	repeated := len(seen) < texts
	switch {
	case data+texts == 0:
		return 0
	case t.IsData() && data > 0 && data >= texts:
		return -strong
	case t.IsData():
		return -weak
	case data > 4*texts:
		return strong
	case same > 0 && repeated && len(seen) > 1:
		return -strong
	case same > 0:
		return -weak
	case repeated && 2*len(seen) <= texts && texts >= enough:
		return weak
	}
	return 0
}

// duplicates counts the repeated texts of the first row; names are usually different.
func duplicates(first row) int {
	seen := map[string]bool{}
	n := 0
	for _, cell := range first.cells {
		if infer.TypeOf(cell) != infer.AbsentCell && seen[string(cell)] {
			n++
		}
		seen[string(cell)] = true
	}
	return n
}

// namesLikeYears reports whether the numbers in the first row are names next to a textual name: years such as 2019 and
// 2020 above other values, or at least two consecutive integers such as 1, 2, 3.
func namesLikeYears(first row, below []row) bool {
	text, numbers, run, years := false, 0, true, true
	last := 0
	for j, cell := range first.cells {
		if infer.TypeOf(cell) == infer.AbsentCell {
			continue
		}
		if infer.TypeOf(cell) != infer.NumberCell {
			text = text || columnVote(cell, below, j) >= 0 && infer.TypeOf(cell).IsText()
			continue
		}
		x, ok := shortInteger(cell)
		if !ok {
			return false
		}
		run = run && (numbers == 0 || x == last+1)
		years = years && isYear(x)
		last = x
		numbers++
		for _, r := range below {
			if j < len(r.cells) {
				y, ok := shortInteger(r.cells[j])
				years = years && !(ok && isYear(y))
			}
		}
	}
	return text && numbers > 0 && (years || run && numbers > 1)
}

func isYear(x int) bool { return x >= 1900 && x < 2100 }

// shortInteger parses one to four digits.
func shortInteger(cell []byte) (x int, ok bool) {
	if len(cell) == 0 || len(cell) > 4 {
		return 0, false
	}
	for _, c := range cell {
		if c < '0' || c > '9' {
			return 0, false
		}
		x = 10*x + int(c-'0')
	}
	return x, true
}
