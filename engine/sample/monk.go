package sample

import (
	"slices"
	"strconv"
)

// monkValues is the number of values of each of MONK's columns, counted from 1.
var monkValues = []int{3, 3, 2, 3, 4, 2}

const monkRows = 3 * 3 * 2 * 3 * 4 * 2

// monk1 is the whole table of the first of the MONK's problems.
//
// References: S. Thrun et al.: The MONK's Problems, Carnegie Mellon University, CMU-CS-91-197, 1991.
func monk1() Sample {
	return Sample{
		Name:     "monk-1",
		Title:    "MONK's problem 1",
		Question: "Which robots belong to the class?",
		Target:   "class",
		Positive: "1",
		Rows:     monkRows,
		Columns:  7,
		Seconds:  3,
		Truth:    []string{"a1 = 1 AND a2 = 1", "a1 = 2 AND a2 = 2", "a1 = 3 AND a2 = 3", "a5 = 1"},
		records:  monkRecords,
	}
}

func monkRecords() [][]string {
	records := [][]string{{"a1", "a2", "a3", "a4", "a5", "a6", "class"}}
	for i := range monkRows {
		record := make([]string, len(monkValues)+1)
		for j, n := range slices.Backward(monkValues) {
			record[j] = strconv.Itoa(i%n + 1)
			i /= n
		}
		record[len(monkValues)] = "0"
		if record[0] == record[1] || record[4] == "1" {
			record[len(monkValues)] = "1"
		}
		records = append(records, record)
	}
	return records
}
