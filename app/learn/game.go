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
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/sample"
)

// Game is the guess-the-rules game. A level and a seed determine the rules that label its table, hidden until they are revealed.
type Game struct {
	Next     GameChosen
	Draft    []sample.SecretCondition   // the next guess; the fields show its last condition
	Guesses  [][]sample.SecretCondition // the guessed rules, in order
	Standing *Standing                  // nil without a game
	Repeated bool                       // the last guess was made before, and does not count
	Revealed bool                       // the secret is shown
	Hints    int                        // number of conditions of the secret whose column is shown
	Seconds  int                        // since the game began

	secret  sample.Secret
	counted *protocol.Model // the model whose rules Standing takes into account
}

var (
	levels     = []sample.Difficulty{sample.Easy, sample.Medium, sample.Hard}
	levelNames = []string{"easy", "medium", "hard"}
)

// The points lost by a wrong guess, by a hint, and by revealing the secret first. Guessing all rules gives 100, and training gives 50.
const costOfGuess, costOfHint, costOfSecret = 10, 20, 50

// Playing returns the level and the seed of the game whose table is loaded; ok is false for other tables.
func Playing(c core.View) (level int, seed uint64, ok bool) {
	for level, prefix := range levels {
		if number, ok := strings.CutPrefix(c.Source.Sample, string(prefix)); ok && c.Table != nil {
			seed, err := strconv.ParseUint(number, 10, 32)
			return level, seed, err == nil
		}
	}
	return 0, 0, false
}

func (g GameChosen) name() string { return string(levels[g.Level]) + g.seed() }

func (g Game) complaint() string {
	if _, ok := sample.Find(g.Next.name()); ok {
		return ""
	}
	return "Type a whole number from 0 to 1,000,000."
}

// Points returns the score of a game from 0 to 100, 0 without one.
func (g Game) Points() int {
	if g.Standing == nil {
		return 0
	}
	points := g.Standing.Share - costOfHint*g.Hints
	for _, guess := range g.Standing.Guesses {
		if !guess.Found {
			points -= costOfGuess
		}
	}
	if g.Revealed && len(g.Guesses) == 0 {
		points -= costOfSecret
	}
	return max(points, 0)
}

// Runs reports whether a game is in progress: the secret is neither found nor revealed.
func (g Game) Runs() bool {
	return g.Standing != nil && !g.Revealed && g.Standing.Found < len(g.Standing.Secret)
}

// hints lists the column of each condition of the secret, in the order in which hints show them.
func (g Game) hints() []string {
	conditions := slices.Concat(g.secret.Rules...)
	return core.Texts(len(conditions), func(i int) string { return g.secret.Columns[conditions[i].Column].Name })
}

func (g GameChosen) seed() string { return cmp.Or(g.Seed, "1") }

// deal starts the game whose table is loaded. If the table is not that of a game, it ends the current game.
func (g *Game) deal(c core.View) {
	*g = Game{Next: g.Next}
	if level, seed, ok := Playing(c); ok {
		g.secret = sample.NewSecret(levels[level], seed)
		g.Draft = g.condition(0)
		g.count(c)
	}
}

// learned returns the model of the page if its rules are about the table, otherwise nil.
func learned(c core.View) *protocol.Model {
	if c.Revision.Foreign {
		return nil
	}
	return c.Revision.Model
}

func (g *Game) count(c core.View) {
	g.counted = learned(c)
	g.Standing = standingOf(g.secret, g.counted, g.Guesses)
}

func comparisons(c sample.SecretColumn) []string {
	if c.Number {
		return []string{"≤", ">"}
	}
	return []string{"="}
}

// condition returns a guess with one condition on a column, with the operator that the fields select by default.
func (g *Game) condition(column int) []sample.SecretCondition {
	return []sample.SecretCondition{{Column: column, Op: comparisons(g.secret.Columns[column])[0]}}
}

// Standing compares a person's rules, guessed or learned, with the secret rules.
type Standing struct {
	Verdict string
	Found   int      // number of secret rules that were found
	Share   int      // known share of the secret in percent; a rule found by training only counts half
	Secret  []Judged // a secret rule is found if one of the person's rules is equivalent
	Guesses []Judged // a guess is found if it is equivalent to a secret rule
	Others  []string // the person's rules that are not in the secret set
}

// Judged is a rule, and whether it was found.
type Judged struct {
	Text  string
	Found bool
}

// region is the set of rows that satisfy a rule, as the allowed values of each column. Equivalent rules have equal regions.
type region [][]bool

func (r region) equals(other region) bool { return slices.EqualFunc(r, other, slices.Equal[[]bool]) }

// candidate is a rule of the person. Its worth in percent is 100 if it was guessed, 50 if it was learned by training.
type candidate struct {
	text string
	region
	worth int
}

// standingOf compares guessed rules and those of a model, which may be nil, with a secret.
func standingOf(s sample.Secret, m *protocol.Model, guesses [][]sample.SecretCondition) *Standing {
	var candidates []candidate
	for _, guess := range guesses {
		candidates = append(candidates, candidate{s.Text(guess), guessed(s, guess), 100})
	}
	candidates = append(candidates, learnedRules(s, m)...)
	v := &Standing{}
	used := make([]bool, len(candidates))
	for _, secret := range s.Rules {
		known, own := 0, guessed(s, secret)
		for i, c := range candidates {
			if c.equals(own) {
				used[i], known = true, max(known, c.worth)
			}
		}
		if v.Share += known; known > 0 {
			v.Found++
		}
		v.Secret = append(v.Secret, Judged{s.Text(secret), known > 0})
	}
	for i, c := range candidates {
		if i < len(guesses) {
			v.Guesses = append(v.Guesses, Judged{c.text, used[i]})
		}
		if !used[i] {
			v.Others = append(v.Others, c.text)
		}
	}
	v.Share /= len(s.Rules)
	v.Verdict = fmt.Sprintf("%d of %s found, after %s.", v.Found, core.Plural(len(s.Rules), "secret rule", "secret rules"),
		core.Plural(len(guesses), "guess", "guesses"))
	return v
}

// regionOf returns the region of a rule that rejects some values of columns.
func regionOf(s sample.Secret, rejects func(column, value int) bool) (r region) {
	for j, c := range s.Columns {
		allowed := make([]bool, len(c.Values))
		for v := range allowed {
			allowed[v] = !rejects(j, v)
		}
		r = append(r, allowed)
	}
	return r
}

func guessed(s sample.Secret, conditions []sample.SecretCondition) region {
	return regionOf(s, func(column, value int) bool {
		return slices.ContainsFunc(conditions, func(c sample.SecretCondition) bool { return c.Column == column && !c.Meets(value) })
	})
}

func learnedRules(s sample.Secret, m *protocol.Model) (list []candidate) {
	if m == nil {
		return nil
	}
	features, typeset := m.Encoder.Features(), rule.NewTypesetter(m.Encoder, nil)
	for _, learnt := range m.Rules {
		list = append(list, candidate{typeset.Line(learnt, rule.OrMissing), regionOf(s, func(column, value int) bool {
			return slices.ContainsFunc(learnt, func(l rule.Literal) bool {
				f, text := features[l.Feature], s.Columns[column].Values[value]
				x, _ := dataset.ParseNumber(text)
				holds := f.Op == binarize.AtMost && x <= f.Threshold || f.Op == binarize.Equals && text == f.Value
				return f.Name == s.Columns[column].Name && holds == l.Not
			})
		}), 50})
	}
	return list
}
