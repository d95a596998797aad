package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/rule"
	"drnet/engine/sample"
)

// Game is the guess-the-rules game. A seed determines the rules that label its table, and the page hides them until
// they are revealed.
type Game struct {
	Seed     string // of the next game, as typed
	Guess    string // the guessed rules, one per line
	Revealed *Reveal
}

const secretName = "secret-"

// Playing returns the seed of the game whose table is loaded; ok is false for other tables.
func Playing(c core.View) (seed uint64, ok bool) {
	number, ok := strings.CutPrefix(c.Source.Sample, secretName)
	seed, err := strconv.ParseUint(number, 10, 32)
	return seed, ok && err == nil && c.Table != nil
}

// complaint describes an error in the seed of the next game, "" if it is valid.
func (g Game) complaint() string {
	if _, ok := sample.Find(secretName + g.seed()); ok {
		return ""
	}
	return "Type a whole number from 0 to 1,000,000."
}

func (g Game) seed() string { return cmp.Or(g.Seed, "1") }

// Reveal compares a person's rules, learned or guessed, with the secret rules.
type Reveal struct {
	Verdict  string
	Secret   []Uncovered
	Others   []string // the person's rules that are not in the secret set
	Problems []string // errors in the guesses, as sentences
}

// Uncovered is a secret rule and the best match among the person's rules.
type Uncovered struct {
	Text  string
	Found bool   // one of the person's rules is equivalent
	Words string // the equivalent or the nearest rule
}

// region is the set of rows that satisfy a rule: the allowed values of each column of the secret. Two rules are
// equivalent if and only if their regions are equal.
type region [][]bool

// candidate is a rule of the person.
type candidate struct {
	text string
	region
}

// reveal compares the rules of a step and the guessed rules with a secret.
func reveal(s sample.Secret, step core.Revision, guess string) Reveal {
	guessed, problems := guessedRules(s, guess)
	candidates := append(learntRules(s, step), guessed...)
	r := Reveal{Problems: problems}
	used, found := make([]bool, len(candidates)), 0
	for _, secret := range s.Rules {
		u := uncover(s, secret, candidates, used)
		if u.Found {
			found++
		}
		r.Secret = append(r.Secret, u)
	}
	for i, c := range candidates {
		if !used[i] {
			r.Others = append(r.Others, c.text)
		}
	}
	right := 0
	for _, row := range s.Rows {
		fires := slices.ContainsFunc(candidates, func(c candidate) bool { return c.holds(s, row) })
		if fires == s.Positive(row) {
			right++
		}
	}
	r.Verdict = fmt.Sprintf("%d of %s found. Your rules agree with them on %s of %s.", found,
		core.Plural(len(s.Rules), "secret rule", "secret rules"), core.Count(right), core.Plural(len(s.Rows), "row", "rows"))
	if len(candidates) == 0 {
		r.Verdict = "Nothing to compare yet: train, or write a guess."
	}
	return r
}

// uncover matches a secret rule with the candidates and marks the equivalent ones as used.
func uncover(s sample.Secret, secret []sample.SecretCondition, candidates []candidate, used []bool) Uncovered {
	u, own, best := Uncovered{Text: s.Text(secret)}, anywhere(s), 0.0
	for _, c := range secret {
		own.restrict(c.Column, c.Meets)
	}
	for i, c := range candidates {
		if slices.EqualFunc(c.region, own, slices.Equal[[]bool]) {
			used[i] = true
			if !u.Found {
				u.Found, u.Words = true, "Found: “"+c.text+"”."
			}
		}
	}
	if u.Found {
		return u
	}
	u.Words = "Not found."
	for _, c := range candidates {
		both, all, only := 0, 0, 0
		for _, row := range s.Rows {
			switch a, b := own.holds(s, row), c.holds(s, row); {
			case a && b:
				both++
				all++
			case a:
				all++
			case b:
				only++
			}
		}
		const near = 0.5 // share of the rows that either rule covers
		if share := float64(both) / float64(max(all+only, 1)); share >= near && share > best {
			best = share
			u.Words = "Nearly: “" + c.text + "” covers " + core.Count(both) + " of its " + core.Plural(all, "row", "rows") +
				" and " + core.Plural(only, "other", "others") + "."
		}
	}
	return u
}

// anywhere returns the region of a rule without conditions.
func anywhere(s sample.Secret) region {
	r := make(region, len(s.Columns))
	for j, c := range s.Columns {
		r[j] = slices.Repeat([]bool{true}, len(c.Values))
	}
	return r
}

// holds reports whether a row lies in the region.
func (r region) holds(s sample.Secret, row []string) bool {
	for j, c := range s.Columns {
		if !r[j][slices.Index(c.Values, row[j])] {
			return false
		}
	}
	return true
}

// restrict allows only the values of a column that meet a condition.
func (r region) restrict(column int, meets func(value int) bool) {
	for v := range r[column] {
		r[column][v] = r[column][v] && meets(v)
	}
}

// learntRules returns the rules of a step as candidates.
func learntRules(s sample.Secret, step core.Revision) []candidate {
	m := step.Model
	if m == nil || step.Foreign {
		return nil
	}
	var list []candidate
	features := m.Encoder.Features()
	for _, learnt := range m.Rules {
		c := candidate{text: learnt.Text(features), region: anywhere(s)}
		for _, l := range learnt {
			c.literal(s, features[l.Feature], l)
		}
		list = append(list, c)
	}
	return list
}

// literal restricts a region to the values that satisfy a literal.
func (r region) literal(s sample.Secret, f binarize.Feature, l rule.Literal) {
	j := slices.IndexFunc(s.Columns, func(c sample.SecretColumn) bool { return c.Name == f.Name })
	if j < 0 {
		return
	}
	r.restrict(j, func(v int) bool {
		text, holds := s.Columns[j].Values[v], false
		switch f.Op {
		case binarize.AtMost:
			x, _ := dataset.ParseNumber(text)
			holds = x <= f.Threshold
		case binarize.Equals:
			holds = text == f.Value
		}
		return holds != l.Not
	})
}

// comparisons lists the operators allowed in a guess, the longer ones first.
var comparisons = []struct {
	sign   string
	number bool
	meets  func(compare int) bool
}{
	{"<=", true, func(c int) bool { return c <= 0 }},
	{"≤", true, func(c int) bool { return c <= 0 }},
	{">=", true, func(c int) bool { return c >= 0 }},
	{"≥", true, func(c int) bool { return c >= 0 }},
	{"!=", false, func(c int) bool { return c != 0 }},
	{"≠", false, func(c int) bool { return c != 0 }},
	{"<", true, func(c int) bool { return c < 0 }},
	{">", true, func(c int) bool { return c > 0 }},
	{"=", false, func(c int) bool { return c == 0 }},
}

// mostGuesses is the maximum number of lines read from a guess.
const mostGuesses = 50

// guessedRules reads the guessed rules, one per line: "colour = red AND size <= 20".
func guessedRules(s sample.Secret, text string) (list []candidate, problems []string) {
	for i, line := range strings.Split(text, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line == "" {
			continue
		}
		if i >= mostGuesses {
			return list, append(problems, "Only the first "+core.Count(mostGuesses)+" lines are read.")
		}
		c := candidate{text: core.Shortened(line), region: anywhere(s)}
		if len(line) > 3 && strings.EqualFold(line[:3], "if ") {
			line = line[3:]
		}
		why := ""
		for _, condition := range conditionsIn(line) {
			if why = c.guess(s, condition); why != "" {
				break
			}
		}
		if why != "" {
			problems = append(problems, "Line "+core.Count(i+1)+": "+why)
			continue
		}
		list = append(list, c)
	}
	return list, problems
}

// conditionsIn splits a line at each AND, in upper or lower case.
func conditionsIn(line string) []string {
	list, now := []string{}, ""
	for w := range strings.FieldsSeq(line) {
		if strings.EqualFold(w, "and") {
			list, now = append(list, now), ""
			continue
		}
		now = strings.TrimSpace(now + " " + w)
	}
	return append(list, now)
}

// guess restricts a region to a guessed condition, or returns the reason why it cannot.
func (r region) guess(s sample.Secret, condition string) (why string) {
	for _, by := range comparisons {
		name, value, ok := strings.Cut(condition, by.sign)
		if !ok {
			continue
		}
		name, value = strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), "“”\"'")
		j := slices.IndexFunc(s.Columns, func(c sample.SecretColumn) bool { return strings.EqualFold(c.Name, name) })
		if j < 0 {
			return "unknown column “" + core.Shortened(name) + "”."
		}
		c := s.Columns[j]
		x, ok := dataset.ParseNumber(value)
		same := func(v string) bool { return strings.EqualFold(v, value) }
		switch {
		case c.Number && !ok:
			return c.Name + " is a number; write for example “" + c.Name + " <= " + c.Values[len(c.Values)/2] + "”."
		case !c.Number && (by.number || !slices.ContainsFunc(c.Values, same)):
			return c.Name + " can be " + strings.Join(c.Values, ", ") + "; write for example “" + c.Name + " = " + c.Values[0] + "”."
		}
		r.restrict(j, func(v int) bool {
			if y, _ := dataset.ParseNumber(c.Values[v]); c.Number {
				return by.meets(cmp.Compare(y, x))
			}
			return by.meets(strings.Compare(strings.ToLower(c.Values[v]), strings.ToLower(value)))
		})
		return ""
	}
	return "write a condition such as “colour = red” or “size <= 20”, and AND between two."
}
