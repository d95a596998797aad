package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"drnet/engine/dataset"
)

// people has a column of every kind that may be the target.
const people = "age,sex,colour,same,none,label\n" +
	"31,Male,red,x,,yes\n" +
	"42,Male,blue,x,,no\n" +
	"53,Female,green,x,,\n" +
	"31,Male,red,x,,yes\n"

func TestTarget(t *testing.T) {
	tests := []struct {
		name, positive string
		wantPositive   string
		wantNegative   string
		rows           []int32
		positives      []bool
	}{
		{"sex", "", "Female", "Male", []int32{0, 1, 2, 3}, []bool{false, false, true, false}}, // the rarer value
		{"sex", "Male", "Male", "Female", []int32{0, 1, 2, 3}, []bool{true, true, false, true}},
		{"label", "", "no", "yes", []int32{0, 1, 3}, []bool{false, true, false}},
		{"colour", "red", "red", "not red", []int32{0, 1, 2, 3}, []bool{true, false, false, true}},
		{"age", "31.0", "31", "not 31", []int32{0, 1, 2, 3}, []bool{true, false, false, true}},
		{"age", ">31", "> 31", "≤ 31", []int32{0, 1, 2, 3}, []bool{false, true, true, false}},
		{"age", " >= 42 ", "≥ 42", "< 42", []int32{0, 1, 2, 3}, []bool{false, true, true, false}},
		{"age", "age<42.50", "< 42.5", "≥ 42.5", []int32{0, 1, 2, 3}, []bool{true, true, false, true}},
		{"age", "age ≤ 31", "≤ 31", "> 31", []int32{0, 1, 2, 3}, []bool{true, false, false, true}},
	}
	table := mustRead(t, people, dataset.Options{})
	for _, test := range tests {
		y, err := table.Target(test.name, test.positive)
		if err != nil {
			t.Fatal(err)
		}
		if y.Positive != test.wantPositive || y.Negative != test.wantNegative {
			t.Errorf("%s: %q against %q, want %q against %q", test.name, y.Positive, y.Negative, test.wantPositive, test.wantNegative)
		}
		if !slices.Equal(y.Rows, test.rows) || !slices.Equal(y.Positives, test.positives) || y.Unlabelled != 4-len(test.rows) {
			t.Errorf("%s: rows %v %v, unlabelled %d, want %v %v", test.name, y.Rows, y.Positives, y.Unlabelled, test.rows, test.positives)
		}
	}
}

func TestImpossibleTargets(t *testing.T) {
	tests := []struct{ csv, name, positive, kind, message string }{
		{people, "income", "", dataset.Header, `dataset: column "income" does not exist`},
		{people, "same", "", dataset.TargetSingleClass, `dataset: target "same" has one value only, "x"`},
		{people, "none", "", dataset.TargetSingleClass, `dataset: target "none" contains no values`},
		{people, "age", "", dataset.NeedsThreshold, `dataset: target "age" has numbers, and rules tell two classes apart`},
		{people, "age", "99", dataset.TargetNotBinary, `dataset: target "age" lacks the value "99"`},
		{people, "colour", "", dataset.TargetNotBinary, `dataset: target "colour" has 3 values: "blue", "green", "red"`},
		{people, "age", ">53", dataset.TargetSingleClass, `dataset: no row has age > 53: its numbers are from 31 to 53`},
		{people, "age", ">=31", dataset.TargetSingleClass, `dataset: every row has age ≥ 31: its numbers are from 31 to 53`},
		{people, "age", ">many", dataset.TargetNotBinary, `dataset: target "age" lacks the value ">many"`},
		{people, "colour", ">20", dataset.TargetNotBinary, `dataset: target "colour" is not numeric, and none of its values is > 20`},
		{people, "colour", "pink", dataset.TargetNotBinary, `dataset: target "colour" lacks the value "pink"`},
		{
			"id\n" + strings.Join(strings.Split("abcdefghijkl", ""), "\n"), "id", "", dataset.TargetTooManyValues,
			`dataset: target "id" has another value in every row`,
		},
		{"a,y\n1,yes\n", "y", "", dataset.TooFewRows, "dataset: the table has 1 row"},
	}
	for _, test := range tests {
		_, err := mustRead(t, test.csv, dataset.Options{}).Target(test.name, test.positive)
		checkError(t, err, test.kind, test.message)
	}
}

func TestGuessTarget(t *testing.T) {
	tests := []struct {
		csv  string
		want int
	}{
		{"a,b,c\n1,x,1\n2,y,2\n3,x,3\n", 1},                                      // the last with two values
		{"a,b,c\n1,x,1\n2,y,2\n3,z,3\n", 1},                                      // else the last category
		{"a,b\n1,2\n2,3\n3,4\n", -1},                                             // else none
		{"a,b,c\n0,x,1\n1,y,2\n1,x,3\n", 1},                                      // of two with two values the last
		{"a,b,c\n0,x,1\n1,y,1\n1,z,1\n", 0},                                      // two values before categories
		{"a,b\n" + strings.Repeat("1,\n", 3), -1},                                // constant and empty
		{"a,b\n" + strings.Repeat("1,x\n", 12), -1},                              // constants
		{"a,Attrition,b\n1,Yes,3\n2,No,4\n3,No,3\n", 1},                          // a name that says so before the place
		{"class,a,b\nx,1,3\ny,2,4\nz,3,3\n", 0},                                  // of a category too
		{"Survived,a,class\n1,1,x\n0,2,y\n1,3,z\n", 0},                           // of such names, that of two values
		{"y,default,a\n1,1,3\n0,0,4\n1,0,3\n", 1},                                // of two of those the last
		{"isChurned,passenger class,a\n1,x,3\n0,y,4\n1,z,3\n", 0},                // a part of a name with two values only
		{"age,default,loan,deposit\n1,no,yes,no\n2,yes,no,no\n3,no,no,yes\n", 3}, // of several alike, the last before a default
		{"age,loan,default,city\n1,no,yes,x\n2,yes,no,y\n3,no,no,z\n", 2},        // which stays before one of other values
		{"age,default,deposit\n1,no,yes\n2,yes,no\n3,no,no\n", 1},                // and before a single one
		{"default,a,b\n1,1,0\n0,0,0\n1,0,1\n", 0},                                // and among numbers
		{"Target,sex\n1,1\n2,0\n3,1\n", 0},                                       // numbers
		{"city,yes no\nx,1\ny,0\nz,1\n", 1},                                      // y may be a coordinate
	}
	for _, test := range tests {
		table := mustRead(t, test.csv, dataset.Options{})
		if got := table.GuessTarget(); got != test.want {
			t.Errorf("GuessTarget of %q = %d, want %d", test.csv, got, test.want)
		}
	}
}
