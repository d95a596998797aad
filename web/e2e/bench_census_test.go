package e2e

import (
	"strconv"

	"drnet/engine/numeric"
)

// census generates rows that resemble the census table: the same columns, value counts, text lengths and missing rates.
// The rows do not describe real people.
type census struct{ random numeric.Sequence }

// Values by column, roughly in descending order of frequency.
var (
	censusWork = []string{
		"Private", "Private", "Private", "Private", "Self-emp-not-inc", "Local-gov", "?", "State-gov", "Self-emp-inc",
		"Federal-gov",
	}
	censusEducation = []string{
		"HS-grad", "Some-college", "Bachelors", "Masters", "Assoc-voc", "11th", "Assoc-acdm", "10th", "7th-8th",
		"Prof-school", "9th", "12th", "Doctorate",
	}
	censusMarried = []string{"Married-civ-spouse", "Never-married", "Divorced", "Separated", "Widowed", "Married-spouse-absent"}
	censusJob     = []string{
		"Prof-specialty", "Craft-repair", "Exec-managerial", "Adm-clerical", "Sales", "Other-service",
		"Machine-op-inspct", "?", "Transport-moving", "Handlers-cleaners", "Farming-fishing", "Tech-support",
		"Protective-serv",
	}
	censusRelation = []string{"Husband", "Not-in-family", "Own-child", "Unmarried", "Wife", "Other-relative"}
	censusRace     = []string{"White", "White", "White", "White", "Black", "Asian-Pac-Islander", "Amer-Indian-Eskimo", "Other"}
	censusSex      = []string{"Male", "Male", "Female"}
	censusCountry  = []string{
		"United-States", "United-States", "United-States", "United-States", "United-States", "United-States", "Mexico",
		"?", "Philippines", "Germany", "Canada", "Puerto-Rico", "El-Salvador",
	}
)

// next returns a number in [0, n).
func (c *census) next(n int) int { return int(c.random.Next() % uint64(n)) }

// row appends a line of 15 values, or 14 without the years of education. Married people with an education, and those
// with a gain, are mostly rich, so the target is learnable.
func (c *census) row(line []byte, columns int) []byte {
	number := func(n int) { line = append(strconv.AppendInt(line, int64(n), 10), ", "...) }
	word := func(list []string) int {
		k := min(c.next(len(list)), c.next(len(list)))
		line = append(append(line, list[k]...), ", "...)
		return k
	}
	rare := func(odds, least, range_ int) int {
		n := 0
		if c.next(odds) == 0 {
			n = least + c.next(range_)
		}
		number(n)
		return n
	}
	number(17 + min(c.next(74), c.next(74)))
	word(censusWork)
	number(12_285 + c.next(30_000)*37)
	education := word(censusEducation)
	if columns == 15 {
		number(16 - education)
	}
	married := word(censusMarried) == 0
	word(censusJob)
	word(censusRelation)
	word(censusRace)
	word(censusSex)
	gain := rare(12, 114, 20_000)
	rare(21, 155, 3_000)
	number([]int{40, 40, 50, 45, 35, 20, 60, 1 + c.next(99)}[c.next(8)])
	word(censusCountry)
	rich := gain > 7000 || married && education >= 2 && education <= 4
	if c.next(10) == 0 {
		rich = !rich
	}
	if rich {
		return append(line, ">50K\n"...)
	}
	return append(line, "<=50K\n"...)
}
