package sample

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Secret is a table whose labels follow from hidden rules, which depend on a seed.
type Secret struct {
	Columns []SecretColumn
	Rules   [][]SecretCondition // joined by OR; each is a conjunction over different columns
	Rows    [][]string          // one cell for each of Columns
}

// SecretColumn is a column of a Secret with its possible values. Numbers are in ascending order.
type SecretColumn struct {
	Name   string
	Number bool
	Values []string
}

// SecretCondition requires a value of a categorical column, or a number that is at most or above a value.
type SecretCondition struct {
	Column int
	Op     string // "=", "≤" or ">"
	Value  int    // index into the values of the column
}

const (
	secretRows = 800
	mostSecret = 1_000_000 // the greatest seed
	noise      = 10        // percent of the rows of a noisy table with a flipped label

	secretTarget, secretYes, secretNo = "precious", "yes", "no"

	// The requirements on secret rules, in percent of the rows: the least and greatest share of positive rows; the least unique
	// coverage of each rule; and for each condition, the least share of rows that would become positive without it.
	leastPositive, mostPositive, leastUnique, leastExcluded = 25, 60, 7, 3
)

// Difficulty is how hard a secret is to find. Its value is the prefix of the names of its tables, such as "secret-17".
type Difficulty string

// The levels. Noisy is Medium with wrong labels.
const (
	Easy   Difficulty = "easy-"
	Medium Difficulty = "secret-"
	Hard   Difficulty = "hard-"
	Noisy  Difficulty = "noisy-"
)

// secretKinds describes the levels. Rules and conditions are the least and greatest number of rules, and of conditions drawn for a rule.
var secretKinds = [...]struct {
	level             Difficulty
	task              string
	rules, conditions [2]uint64
	noisy             bool
}{
	{Easy, "find two secret rules of one condition", [2]uint64{2, 2}, [2]uint64{1, 1}, false},
	{Medium, "find the secret rules", [2]uint64{2, 3}, [2]uint64{1, 3}, false},
	{Hard, "find three secret rules, one label in ten is wrong", [2]uint64{3, 3}, [2]uint64{2, 3}, true},
	{Noisy, "secret rules, one label in ten is wrong", [2]uint64{2, 3}, [2]uint64{1, 3}, true},
}

// secretTable returns the table of a name such as "secret-17" or "noisy-17".
func secretTable(name string) (Sample, bool) {
	for _, kind := range secretKinds {
		digits, ok := strings.CutPrefix(name, string(kind.level))
		seed, err := strconv.ParseUint(digits, 10, 32)
		if !ok || err != nil || seed > mostSecret || strconv.FormatUint(seed, 10) != digits {
			continue
		}
		return Sample{
			Name: name, Title: "Gems " + digits + " · " + kind.task, Question: "Which gems are precious?",
			Target: secretTarget, Positive: secretYes, Rows: secretRows, Columns: len(secretColumns()) + 1,
			records: func() [][]string { return NewSecret(kind.level, seed).secretRecords(seed, kind.noisy) },
		}, true
	}
	return Sample{}, false
}

func secretColumns() []SecretColumn {
	steps := func(step int) []string {
		const numbers = 10 // so few that each number can be a cut point
		var values []string
		for k := 1; k <= numbers; k++ {
			values = append(values, strconv.Itoa(k*step))
		}
		return values
	}
	return []SecretColumn{
		{Name: "color", Values: []string{"blue", "green", "red", "yellow"}},
		{Name: "cut", Values: []string{"oval", "round", "square"}},
		{Name: "polished", Values: []string{"no", "yes"}},
		{Name: "origin", Values: []string{"beach", "mine", "river"}},
		{Name: "size", Number: true, Values: steps(5)},
		{Name: "weight", Number: true, Values: steps(20)},
		{Name: "clarity", Number: true, Values: steps(10)},
		{Name: "depth", Number: true, Values: steps(100)},
	}
}

// NewSecret returns the secret of a level and a seed, which is the same on every machine. An unknown level counts as Easy. Rules are
// drawn until worthFinding accepts them.
func NewSecret(level Difficulty, seed uint64) Secret {
	kind := secretKinds[0]
	for _, k := range secretKinds {
		if k.level == level {
			kind = k
		}
	}
	between := func(g generator, bounds [2]uint64) int { return int(bounds[0]) + g.below(bounds[1]-bounds[0]+1) }
	g := generator{rand.New(rand.NewPCG(seed, 1))}
	s := Secret{Columns: secretColumns()}
	for range secretRows {
		row := make([]string, len(s.Columns))
		for j, c := range s.Columns {
			row[j] = c.Values[g.below(uint64(len(c.Values)))]
		}
		s.Rows = append(s.Rows, row)
	}
	for !s.worthFinding() {
		s.Rules = nil
		for range between(g, kind.rules) {
			s.Rules = append(s.Rules, s.draw(g, between(g, kind.conditions)))
		}
	}
	return s
}

// draw draws a rule. It has fewer than most conditions if a column is drawn twice.
func (s Secret) draw(g generator, most int) []SecretCondition {
	var conditions []SecretCondition
	for range most {
		j := g.below(uint64(len(s.Columns)))
		if slices.ContainsFunc(conditions, func(c SecretCondition) bool { return c.Column == j }) {
			continue
		}
		n := len(s.Columns[j].Values)
		c := SecretCondition{Column: j, Op: "=", Value: g.below(uint64(n))}
		if s.Columns[j].Number {
			c.Op, c.Value = g.choose(50, "≤", ">"), 1+g.below(uint64(n-3)) // not met by nearly all or nearly no rows
		}
		at, _ := slices.BinarySearchFunc(conditions, j, func(c SecretCondition, j int) int { return c.Column - j })
		conditions = slices.Insert(conditions, at, c)
	}
	return conditions
}

// Meets reports whether a value, given by its index in the column's values, meets the condition.
func (c SecretCondition) Meets(value int) bool {
	switch c.Op {
	case "≤":
		return value <= c.Value
	case ">":
		return value > c.Value
	}
	return value == c.Value
}

// fires reports whether a row meets all conditions of a rule, without the condition of that index; -1 for all conditions.
func (s Secret) fires(rule []SecretCondition, row []string, without int) bool {
	for i, c := range rule {
		if i != without && !c.Meets(slices.Index(s.Columns[c.Column].Values, row[c.Column])) {
			return false
		}
	}
	return true
}

// worthFinding reports whether the rules fulfill the requirements: see leastPositive.
func (s Secret) worthFinding() bool {
	count := func(matches func(row []string) bool) int {
		n := 0
		for _, row := range s.Rows {
			if matches(row) {
				n++
			}
		}
		return n
	}
	positive := count(s.Positive)
	worth := positive*100 >= leastPositive*secretRows && positive*100 <= mostPositive*secretRows
	for k, rule := range s.Rules {
		others := Secret{Columns: s.Columns, Rules: slices.Concat(s.Rules[:k], s.Rules[k+1:])}
		unique := func(row []string) bool { return s.fires(rule, row, -1) && !others.Positive(row) }
		worth = worth && count(unique)*100 >= leastUnique*secretRows
		for i := range rule {
			excluded := func(row []string) bool { return s.fires(rule, row, i) && !s.Positive(row) }
			worth = worth && count(excluded)*100 >= leastExcluded*secretRows
		}
	}
	return worth
}

// secretRecords returns the table of the secret. A noisy one has some flipped labels.
func (s Secret) secretRecords(seed uint64, noisy bool) [][]string {
	g := generator{rand.New(rand.NewPCG(seed, 2))}
	var head []string
	for _, c := range s.Columns {
		head = append(head, c.Name)
	}
	records := [][]string{append(head, secretTarget)}
	for _, row := range s.Rows {
		label, other := secretNo, secretYes
		if s.Positive(row) {
			label, other = other, label
		}
		if noisy {
			label = g.choose(noise, other, label)
		}
		records = append(records, append(slices.Clone(row), label))
	}
	return records
}

// Positive reports whether a row meets all conditions of at least one rule.
func (s Secret) Positive(row []string) bool {
	return slices.ContainsFunc(s.Rules, func(rule []SecretCondition) bool { return s.fires(rule, row, -1) })
}

// Text writes a rule of the secret: "color = red AND size ≤ 20".
func (s Secret) Text(rule []SecretCondition) string {
	phrases := make([]string, len(rule))
	for i, c := range rule {
		phrases[i] = s.Columns[c.Column].Name + " " + c.Op + " " + s.Columns[c.Column].Values[c.Value]
	}
	return strings.Join(phrases, " AND ")
}
