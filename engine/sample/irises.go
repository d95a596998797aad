package sample

import (
	"math/rand/v2"
)

const (
	irisesEach = 60
	irisesSeed = 3
)

// irises are three kinds of flowers with made-up measures: one is small all over, and the other two overlap.
func irises() Sample {
	return Sample{
		Name:     "irises",
		Title:    "Irises (made-up measures, three answers)",
		Question: "Which kind of iris is it?",
		Target:   "kind",
		Rows:     3 * irisesEach,
		Columns:  5,
		Seconds:  7,
		records:  irisesRecords,
	}
}

func irisesRecords() [][]string {
	g := generator{rand.New(rand.NewPCG(irisesSeed, 0))}
	records := [][]string{{"sepal_length", "sepal_width", "petal_length", "petal_width", "kind"}}
	// Means and deviations are in tenths of a millimeter; a ruler shows centimeters.
	for _, kind := range []struct {
		name  string
		parts [4][2]int
	}{
		{"dwarf", [4][2]int{{490, 36}, {340, 38}, {150, 18}, {30, 10}}},
		{"blue flag", [4][2]int{{600, 50}, {280, 32}, {430, 46}, {135, 20}}},
		{"yellow flag", [4][2]int{{660, 62}, {300, 32}, {555, 54}, {205, 27}}},
	} {
		for range irisesEach {
			var record []string
			for _, part := range kind.parts {
				record = append(record, tenths(max(g.bell(part[0], part[1]), 1)))
			}
			records = append(records, append(record, kind.name))
		}
	}
	return records
}
