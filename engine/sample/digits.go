package sample

import "math/rand/v2"

const (
	digitsEach = 100
	digitsSeed = 1
	faulty     = 3 // percent of the segments that show the opposite
)

// digitDisplay is a display of seven segments that shows the ten digits, some of its segments being faulty.
//
// References: L. Breiman and others: Classification and Regression Trees (1984), section 2.6.1, whose task it is, with more
// faults.
func digitDisplay() Sample {
	return Sample{
		Name:     "digits",
		Title:    "Digits of a faulty display (ten answers)",
		Question: "Which digit does the display show?",
		Target:   "digit",
		Rows:     10 * digitsEach,
		Columns:  8,
		Seconds:  4,
		records:  digitsRecords,
	}
}

// lit are the digits with their segments that are on: top, upper left, upper right, middle, lower left, lower right, bottom.
var lit = [...]struct{ name, segments string }{
	{"zero", "1110111"},
	{"one", "0010010"},
	{"two", "1011101"},
	{"three", "1011011"},
	{"four", "0111010"},
	{"five", "1101011"},
	{"six", "1101111"},
	{"seven", "1010010"},
	{"eight", "1111111"},
	{"nine", "1111011"},
}

func digitsRecords() [][]string {
	g := generator{rand.New(rand.NewPCG(digitsSeed, 0))}
	records := [][]string{{"top", "upper_left", "upper_right", "middle", "lower_left", "lower_right", "bottom", "digit"}}
	for range digitsEach {
		for _, digit := range lit {
			var record []string
			for _, on := range digit.segments {
				state, other := "off", "on"
				if on == '1' {
					state, other = other, state
				}
				record = append(record, g.choose(faulty, other, state))
			}
			records = append(records, append(record, digit.name))
		}
	}
	return records
}
