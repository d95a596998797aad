package data

import (
	"drnet/app/core"
	"drnet/engine/dataset"
)

const defaultSample = 200_000 // rows sampled from a file that is too large: its table takes some 40 MB with 50 columns

// sampleSize returns the number of rows to sample from a rejected file, 0 if the file was not too large.
func sampleSize(c core.View) int {
	if c.Rejected == nil || c.DataProblem == nil || c.DataProblem.Kind != dataset.TooLarge || c.Rejected.Sample != "" {
		return 0
	}
	n, had := rowsIn(c.DataProblem.Hint), c.Rejected.Options.Sample
	switch {
	case n > 0 && (had == 0 || n < had):
		return n
	case had > 0: // a sample was rejected too
		return 0
	}
	return defaultSample
}

// rowsIn returns the number before the word rows in a hint such as "read 50,000 random rows", 0 if there is none.
func rowsIn(hint string) int {
	n, in := 0, false
	for _, r := range hint {
		switch {
		case r >= '0' && r <= '9' && n < 1<<40:
			if !in {
				n = 0
			}
			n, in = 10*n+int(r-'0'), true
		case r != ',' || !in:
			in = false
		}
	}
	const fewest = 1000 // a smaller number in a hint has another meaning
	if n < fewest {
		return 0
	}
	return n
}
