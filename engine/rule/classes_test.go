package rule_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"drnet/engine/bitmat"
	"drnet/engine/rule"
)

// manyWorld holds random rows, sets of rules, and their counts as a run would compute them.
type manyWorld struct {
	x       *bitmat.Matrix
	sets    []rule.Set
	tallies [][]rule.Counts
}

func newManyWorld(r *rand.Rand, sets int) manyWorld {
	const features = 7
	rows := 1 + r.IntN(150)
	w := manyWorld{x: bitmat.New(rows, features)}
	for j := range features {
		for i := range rows {
			if r.IntN(2) == 0 {
				bitmat.Set(w.x.Column(j), i)
			}
		}
	}
	for range sets {
		var set rule.Set
		var tallies []rule.Counts
		for range r.IntN(4) {
			var one rule.Rule
			for range 1 + r.IntN(3) {
				one = append(one, rule.Literal{Feature: r.IntN(features), Not: r.IntN(2) == 0})
			}
			covered := r.IntN(12)
			set, tallies = append(set, one), append(tallies, rule.Counts{Covered: covered, Right: r.IntN(covered + 1)})
		}
		w.sets, w.tallies = append(w.sets, set), append(w.tallies, tallies)
	}
	return w
}

// fires reports whether a rule fires on a row.
func (w manyWorld) fires(one rule.Rule, row int) bool {
	return !slices.ContainsFunc(one, func(l rule.Literal) bool { return w.x.Get(row, l.Feature) == l.Not })
}

// winner checks every rule. It returns the class of the best rule that fires, and whether no other class has an equally
// good one.
func (w manyWorld) winner(c rule.Classes, row int) (class int, alone bool) {
	type vote struct {
		rank, class  int
		share        float64
		right, place int
	}
	var votes []vote
	for i, set := range w.sets {
		for k, one := range set {
			if w.fires(one, row) {
				t := w.tallies[i][k]
				votes = append(votes, vote{slices.Index(c.Order, i), i, float64(t.Right+1) / float64(t.Covered+len(w.sets)), t.Right, k})
			}
		}
	}
	if len(votes) == 0 {
		return c.Default, true
	}
	better := func(a, b vote) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(b.share, a.share), cmp.Compare(b.right, a.right))
	}
	slices.SortStableFunc(votes, better)
	return votes[0].class, !slices.ContainsFunc(votes, func(v vote) bool { return v.class != votes[0].class && better(votes[0], v) == 0 })
}

func names(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint("class ", i))
	}
	return list
}

func TestAnswersAreThoseOfTheBestRuleThatFires(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for try := range 300 {
		n := 2 + r.IntN(5)
		w, c := newManyWorld(r, n), rule.Classes{Names: names(n), Default: r.IntN(n)}
		if try%3 == 0 {
			c.Order = r.Perm(n)
		}
		if err := c.Validate(n); err != nil {
			t.Fatal(err)
		}
		list := c.List(w.sets, nil, w.tallies)
		for row, got := range c.Answers(w.sets, list, w.x) {
			if want, _ := w.winner(c, row); int(got.Class) != want {
				t.Fatalf("row %d is class %d, want %d", row, got.Class, want)
			}
			if first := int(got.First); first > 0 && (list[first-1].Set != int(got.Class) ||
				!w.fires(w.sets[got.Class][list[first-1].Rule], row)) {
				t.Fatalf("row %d was decided by %v, which is no rule of class %d that fires", row, list[first-1], got.Class)
			}
		}
	}
}

// TestPassage compares the rows at each place of a list, which the marks order, with the answers of the rules before and behind it.
func TestPassage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 100 {
		n := 2 + r.IntN(4)
		w, c := newManyWorld(r, n), rule.Classes{Names: names(n), Default: r.IntN(n)}
		rules := 0
		for _, set := range w.sets {
			rules += len(set)
		}
		places, marks := r.Perm(rules), make([][]rule.Mark, n)
		for i, set := range w.sets {
			for range set {
				marks[i], places = append(marks[i], rule.Mark{Place: places[0] + 1}), places[1:]
			}
		}
		list := c.List(w.sets, marks, w.tallies)
		for k, at := range list {
			if rule.Place(marks, at) != k+1 {
				t.Fatalf("rule %v is number %d of the list, want %d", at, k+1, rule.Place(marks, at))
			}
		}
		class := r.IntN(n)
		pass := c.Passage(class, w.sets, list, w.x)
		for k := range len(list) + 1 {
			before, behind := c.Answers(w.sets, list[:k], w.x), c.Answers(w.sets, list[k:], w.x)
			for row := range w.x.Rows {
				if got, want := bitmat.Get(pass.Reach[k], row), before[row].First == 0; got != want {
					t.Fatalf("row %d reaches place %d: %v, want %v", row, k, got, want)
				}
				if got, want := bitmat.Get(pass.Same[k], row), int(behind[row].Class) == class; got != want {
					t.Fatalf("row %d is class %d behind place %d: %v, want %v", row, class, k, got, want)
				}
			}
		}
	}
}

// The order of the classes affects only ties between equally good rules.
func TestTheOrderOfClassesDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	decided := 0
	for range 200 {
		n := 2 + r.IntN(5)
		w, c := newManyWorld(r, n), rule.Classes{Names: names(n), Default: r.IntN(n)}
		before := c.Answers(w.sets, c.List(w.sets, nil, w.tallies), w.x)
		other, moved := manyWorld{x: w.x}, rule.Classes{}
		place := r.Perm(n) // the class at each place
		for k, class := range place {
			other.sets, other.tallies = append(other.sets, w.sets[class]), append(other.tallies, w.tallies[class])
			moved.Names = append(moved.Names, c.Names[class])
			if class == c.Default {
				moved.Default = k
			}
		}
		for row, got := range moved.Answers(other.sets, moved.List(other.sets, nil, other.tallies), w.x) {
			if _, alone := w.winner(c, row); alone {
				decided++
				if place[got.Class] != int(before[row].Class) {
					t.Fatalf("row %d is class %d, and %d in another order", row, before[row].Class, place[got.Class])
				}
			}
		}
	}
	if decided == 0 {
		t.Error("no row was decided without a tie")
	}
}

func TestDecodingFindsTheNearestWord(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for n := 2; n <= 12; n++ {
		c := rule.Classes{Names: names(n), Codes: rule.Codes(n), Order: r.Perm(n)}
		columns := len(c.Codes[0])
		if err := c.Validate(columns); err != nil {
			t.Fatal(err)
		}
		w := newManyWorld(r, columns)
		for row, got := range c.Answers(w.sets, nil, w.x) {
			word := uint64(0)
			for k, set := range w.sets {
				if slices.ContainsFunc(set, func(one rule.Rule) bool { return w.fires(one, row) }) {
					word |= 1 << k
				}
			}
			want, least := -1, columns+1
			for _, class := range c.Order {
				differ := 0
				for k, digit := range c.Codes[class] {
					if (digit == '1') != (word>>k&1 == 1) {
						differ++
					}
				}
				if differ < least {
					want, least = class, differ
				}
			}
			if int(got.Class) != want || c.Decode(word) != want || got.First != 0 {
				t.Fatalf("row %d with the word %b is class %d, want %d", row, word, got.Class, want)
			}
		}
	}
}

// The code corrects wrong predictions of single sets, up to half the distance of the code words.
func TestCodesMendMistakes(t *testing.T) {
	for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 26, 65, 100} {
		c := rule.Classes{Names: names(n), Codes: rule.Codes(n)}
		columns := len(c.Codes[0])
		if err := c.Validate(columns); err != nil {
			t.Fatalf("%d classes: %v", n, err)
		}
		apart := columns
		for i := range n {
			for k := range i {
				differ := 0
				for place := range columns {
					if c.Ones(i, place) != c.Ones(k, place) {
						differ++
					}
				}
				apart = min(apart, differ)
			}
		}
		if want := map[int]int{2: 1, 3: 2, 4: 4, 5: 8, 10: 5, 26: 7}[n]; apart < want {
			t.Errorf("%d classes: words differ in %d of %d places, want %d", n, apart, columns, want)
		}
		for i := range n {
			word := uint64(0)
			for place := range columns {
				if c.Ones(i, place) {
					word |= 1 << place
				}
			}
			for place := range columns {
				if got := c.Decode(word ^ 1<<place); apart > 2 && got != i {
					t.Errorf("%d classes: the word of %d with place %d wrong is read as %d", n, i, place, got)
				}
			}
		}
		for a := range columns {
			ones := 0
			for i := range n {
				if c.Ones(i, a) {
					ones++
				}
			}
			if ones == 0 || ones == n {
				t.Errorf("%d classes: column %d tells nothing apart", n, a)
			}
		}
	}
	if bits.Len(uint(rule.MaxCodeLength)) != 7 {
		t.Error("words no longer fit 64 bits")
	}
}

func TestDamagedClassesAreRefused(t *testing.T) {
	const few, order = "the classes are not two or more different ones", "the order does not name each of 2 classes once"
	for name, test := range map[string]struct {
		classes rule.Classes
		sets    int
		want    string
	}{
		"one class":        {rule.Classes{Names: []string{"a"}}, 1, few},
		"the same twice":   {rule.Classes{Names: []string{"a", "a"}}, 2, few},
		"no such default":  {rule.Classes{Names: []string{"a", "b"}, Default: 2}, 2, "the answer where no rule holds is class 3 of 2"},
		"negative default": {rule.Classes{Names: []string{"a", "b"}, Default: -1}, 2, "the answer where no rule holds is class 0 of 2"},
		"short order":      {rule.Classes{Names: []string{"a", "b"}, Order: []int{1}}, 2, order},
		"order twice":      {rule.Classes{Names: []string{"a", "b"}, Order: []int{1, 1}}, 2, order},
		"a set too many":   {rule.Classes{Names: []string{"a", "b"}}, 3, "there are 3 sets of rules for 2 classes"},
	} {
		if err := test.classes.Validate(test.sets); err == nil || err.Error() != "rule: "+test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}
