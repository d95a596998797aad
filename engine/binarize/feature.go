// Package binarize turns a table into bits, with the meaning of each bit. It knows nothing of networks or rules.
package binarize

import (
	"fmt"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
)

// Op is the kind of test that a feature applies to a cell.
type Op uint8

// The kinds of tests.
const (
	AtMost  Op = iota // is the number at most the threshold?
	Equals            // is it this value?
	Missing           // is there no value?
	Rest              // is it a value without its own feature?
)

// Feature is a binary test on one column; a bit is its value for one row.
type Feature struct {
	Column int    // index into Encoder.Columns
	Name   string // of the column
	codebook.Label
	Op        Op
	Threshold float64 // AtMost; also Equals, when the value is a number
	Value     string  // Equals only
	Other     string  // Equals in a column of two values only: the other value
	Named     int     // Rest only: the number of values with their own feature

	// Missable reports whether the column has a Missing feature. Its other features are false for a missing cell, negated true.
	Missable bool
}

// OrMissing ends a condition that is true for missing cells.
const OrMissing = " or missing"

// Text writes the feature, or its negation, as a condition: "age ≤ 50", "income > 50 EUR", "color ≠ red", "sex = Female", "age
// is known", "city is none of the 30 named values". It is for people: dataset.EscapeControl escapes names and values, so that
// none can change the writing direction, and thus the meaning.
func (f Feature) Text(negated bool) string {
	text := dataset.EscapeControl(f.Title(f.Name)) + " " + f.Relation(negated)
	if negated && f.Missable && f.Op != Missing {
		text += OrMissing
	}
	return text
}

// Relation is Text without the name of the column and OrMissing: "≤ 50", "= Female", "is known".
func (f Feature) Relation(negated bool) string {
	switch {
	case f.Op == AtMost && negated:
		return "> " + f.Measured(dataset.FormatNumber(f.Threshold))
	case f.Op == AtMost:
		return "≤ " + f.Measured(dataset.FormatNumber(f.Threshold))
	case f.Op == Missing && negated:
		return "is known"
	case f.Op == Missing:
		return "is missing"
	case f.Op == Rest && f.Named == 1 && negated:
		return "is the one named value"
	case f.Op == Rest && f.Named == 1:
		return "is not the one named value"
	case f.Op == Rest && negated:
		return fmt.Sprintf("is one of the %d named values", f.Named)
	case f.Op == Rest: // true for every value without its own feature, unseen ones included
		return fmt.Sprintf("is none of the %d named values", f.Named)
	case !negated:
		return "= " + f.Measured(f.Value)
	case f.Other != "":
		return "= " + f.Measured(f.Other)
	}
	return "≠ " + f.Measured(f.Value)
}

// Measured writes a value of the column, a number with the unit: "50 EUR". It escapes control characters.
func (f Feature) Measured(value string) string {
	if _, number := dataset.ParseNumber(value); number {
		value += f.Suffix()
	}
	return dataset.EscapeControl(value)
}
