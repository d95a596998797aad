package split_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"drnet/engine/split"
)

// visits returns a splitter of rows of groups of 1 to most rows, whose rows share their class.
func visits(groups, most int, seed uint64) split.By {
	r := rand.New(rand.NewPCG(seed, 1))
	s := split.By{Column: "patient"}
	for g := range groups {
		class := uint8(r.IntN(2))
		for range 1 + r.IntN(most) {
			s.Groups, s.Classes = append(s.Groups, int32(g)), append(s.Classes, class)
		}
	}
	r.Shuffle(len(s.Groups), func(i, j int) {
		s.Groups[i], s.Groups[j] = s.Groups[j], s.Groups[i]
		s.Classes[i], s.Classes[j] = s.Classes[j], s.Classes[i]
	})
	return s
}

// shareOf returns the share of the rows of class 1.
func shareOf(classes []uint8, rows []int32) float64 {
	n := 0
	for _, row := range rows {
		n += int(classes[row])
	}
	return float64(n) / float64(len(rows))
}

// values returns the distinct values of some rows.
func values[E comparable](list []E, rows []int32) map[E]bool {
	out := map[E]bool{}
	for _, row := range rows {
		out[list[row]] = true
	}
	return out
}

func TestGroupsStayTogether(t *testing.T) {
	for _, test := range []struct{ groups, most, folds int }{{2, 1, 2}, {5, 1, 5}, {6, 9, 5}, {100, 1, 5}, {200, 8, 5}, {300, 40, 10}} {
		s := visits(test.groups, test.most, 3)
		plan, err := s.Folds(test.folds, 7)
		if err != nil {
			t.Fatal(err)
		}
		fits := test.groups >= 100
		for k := range test.folds {
			train, test := plan.Rows(k)
			checkGroups(t, s, train, test)
			if share := shareOf(s.Classes, test) - shareOf(s.Classes, train); fits && (share > 0.1 || share < -0.1) {
				t.Errorf("fold %d: the share of class 1 differs by %v", k, share)
			}
		}
		train, held, err := s.HoldOut(0.2, 7)
		if err != nil {
			t.Fatal(err)
		}
		checkGroups(t, s, train, held)
		if share := float64(len(held)) / float64(len(s.Groups)); fits && (share < 0.18 || share > 0.22) {
			t.Errorf("%d groups: %v of the rows are held out", test.groups, share)
		}
	}
}

func checkGroups(t *testing.T, s split.By, train, test []int32) {
	t.Helper()
	learned := values(s.Groups, train)
	for g := range values(s.Groups, test) {
		if learned[g] {
			t.Errorf("group %d is on both sides", g)
		}
	}
	if len(train) == 0 || len(test) == 0 || len(train)+len(test) != len(s.Groups) || !slices.IsSorted(train) || !slices.IsSorted(test) {
		t.Errorf("%d and %d of %d rows", len(train), len(test), len(s.Groups))
	}
}

func TestSeedsDealGroups(t *testing.T) {
	s := visits(100, 1, 1)
	first, _ := s.Folds(5, 1)
	again, _ := s.Folds(5, 1)
	other, _ := s.Folds(5, 2)
	if !slices.Equal(first.Of, again.Of) || slices.Equal(first.Of, other.Of) {
		t.Error("the folds are not those of the seed")
	}
}

func TestLaterRowsAreTested(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct{ rows, times int }{{6, 6}, {60, 7}, {1000, 1000}, {1000, 12}} {
		s := split.By{Column: "day", Classes: make([]uint8, test.rows)}
		for i := range test.rows {
			s.Times = append(s.Times, float64(i%test.times))
		}
		r.Shuffle(test.rows, func(i, j int) { s.Times[i], s.Times[j] = s.Times[j], s.Times[i] })
		latest := func(rows []int32) float64 { return s.Times[slices.MaxFunc(rows, byTime(s))] }
		earliest := func(rows []int32) float64 { return s.Times[slices.MinFunc(rows, byTime(s))] }
		train, held, err := s.HoldOut(0.2, 1)
		if err != nil || latest(train) >= earliest(held) {
			t.Errorf("%v: held out %d rows from %v, learned to %v, %v", test, len(held), earliest(held), latest(train), err)
		}
		if share := float64(len(held)) / float64(test.rows); test.rows == 1000 && (share < 0.15 || share > 0.25) {
			t.Errorf("%v: %v of the rows are held out", test, share)
		}
		plan, err := s.Folds(5, 1)
		if err != nil {
			t.Fatal(err)
		}
		before := 0
		for k := range 5 {
			train, held := plan.Rows(k)
			if len(held) == 0 || len(train) <= before || latest(train) >= earliest(held) {
				t.Errorf("%v, fold %d: %d rows learned to %v, %d tested from %v", test, k, len(train), latest(train), len(held), earliest(held))
			}
			before = len(train)
		}
	}
}

func byTime(s split.By) func(a, b int32) int {
	return func(a, b int32) int { return int(s.Times[a] - s.Times[b]) }
}

func TestTooFewValuesToSplit(t *testing.T) {
	few := split.By{Column: "shop", Classes: make([]uint8, 9), Groups: []int32{0, 1, 2, 0, 1, 2, 0, 1, 2}}
	one := split.By{Column: "year", Classes: make([]uint8, 3), Times: []float64{2020, 2020, 2020}}
	for _, test := range []struct {
		name string
		do   func() error
		want string
	}{
		{"folds", func() error { _, err := few.Folds(4, 1); return err }, `into 4 parts by "shop": it has 3 different values`},
		{"one time", func() error { _, _, err := one.HoldOut(0.2, 1); return err }, `into 2 parts by "year": it has 1 different values`},
		{"periods", func() error { _, err := one.Folds(2, 1); return err }, `into 3 parts by "year"`},
		{"most folds", func() error { _, err := one.Folds(256, 1); return err }, "at most 255 folds by time"},
	} {
		if err := test.do(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if train, held, err := one.HoldOut(0, 1); err != nil || len(train) != 3 || held != nil {
		t.Errorf("without a share: %v, %v, %v", train, held, err)
	}
}

// The rows for training have their groups, or the ranks of their times, of which equal ones share a rank.
func TestRelated(t *testing.T) {
	rows := []int32{4, 0, 2, 3}
	for name, test := range map[string]struct {
		s    split.By
		want []int32
	}{
		"independent": {split.By{}, nil},
		"groups":      {split.By{Groups: []int32{7, 1, 7, 2, 3}}, []int32{3, 7, 7, 2}},
		"times":       {split.By{Times: []float64{0.5, -9, 2.5, 0.5, -1}}, []int32{0, 1, 3, 1}},
	} {
		if got := test.s.Related(rows); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
