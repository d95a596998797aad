// Package binarize turns a table into bits and says what each bit means.
// It knows nothing of networks or rules.
package binarize

import (
	"fmt"

	"drnet/engine/dataset"
)

// Op is the form of the question that a feature asks about a cell.
type Op uint8

// The forms of questions.
const (
	AtMost  Op = iota // is the number at most the threshold?
	Equals            // is it this value?
	Missing           // is there no value?
	Rest              // is it a value without a question of its own?
)

var opNames = [...]string{AtMost: "at most", Equals: "equals", Missing: "missing", Rest: "rest"}

// String returns the name of the op, as it is marshalled.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return fmt.Sprintf("Op(%d)", uint8(o))
}

// MarshalText returns the name of the op.
func (o Op) MarshalText() ([]byte, error) {
	if int(o) >= len(opNames) {
		return nil, fmt.Errorf("binarize: op %d has no name", uint8(o))
	}
	return []byte(opNames[o]), nil
}

// UnmarshalText reads the name of an op.
func (o *Op) UnmarshalText(text []byte) error {
	for i, name := range opNames {
		if name == string(text) {
			*o = Op(i)
			return nil
		}
	}
	return fmt.Errorf("binarize: unknown op %q", text)
}

// Feature is a yes/no question about one column; a bit is its answer for one row.
type Feature struct {
	Column    int     `json:"column"` // index into Encoder.Columns
	Name      string  `json:"name"`   // of the column
	Op        Op      `json:"op"`
	Threshold float64 `json:"threshold,omitempty"` // AtMost; also Equals, when the value is a number
	Value     string  `json:"value,omitempty"`     // Equals only
	Other     string  `json:"other,omitempty"`     // Equals in a two-valued column only: the value of the others
	Named     int     `json:"named,omitempty"`     // Rest only: the number of values that have a question of their own

	// Missable says that the column has missing cells and a question of its own about them. The answers to all its
	// other questions are no for a missing cell, so that their negations hold for it.
	Missable bool `json:"missable,omitempty"`
}

// OrMissing ends a condition that a missing cell meets too.
const OrMissing = " or missing"

// Text writes the feature, or its negation, as a condition: "age ≤ 50", "age > 50", "colour ≠ red", "sex = Female",
// "age is known", "city is none of the 30 named values". It is for people: names and values are as dataset.Legible shows them, so
// that none can turn the direction of writing, and with it what is compared.
func (f Feature) Text(negated bool) string {
	text := dataset.Legible(f.Name) + " " + f.Relation(negated)
	if negated && f.Missable && f.Op != Missing {
		text += OrMissing
	}
	return text
}

// Relation writes what the feature, or its negation, asks of a value, without the name of the column: "≤ 50", "= Female",
// "is known". It does not say of a negation that a missing cell meets it too.
func (f Feature) Relation(negated bool) string {
	switch {
	case f.Op == AtMost && negated:
		return "> " + dataset.FormatNumber(f.Threshold)
	case f.Op == AtMost:
		return "≤ " + dataset.FormatNumber(f.Threshold)
	case f.Op == Missing && negated:
		return "is known"
	case f.Op == Missing:
		return "is missing"
	case f.Op == Rest:
		return f.rest(negated)
	case !negated:
		return "= " + dataset.Legible(f.Value)
	case f.Other != "":
		return "= " + dataset.Legible(f.Other)
	}
	return "≠ " + dataset.Legible(f.Value)
}

// rest says that the value is none of those that have a feature of their own; it may be one that no fitted row had.
func (f Feature) rest(negated bool) string {
	switch {
	case f.Named == 1 && negated:
		return "is the one named value"
	case f.Named == 1:
		return "is not the one named value"
	case negated:
		return fmt.Sprintf("is one of the %d named values", f.Named)
	}
	return fmt.Sprintf("is none of the %d named values", f.Named)
}
