package drnet_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/rule"
	"drnet/engine/sample"
)

// table is bits with labels.
type table struct {
	x      *bitmat.Matrix
	labels []uint64
}

// random returns a table whose label says whether the bits of a row fulfil the truth.
func random(rows, cols int, seed uint64, truth func(bit func(j int) bool) bool) table {
	r := rand.New(rand.NewPCG(seed, 0))
	x, labels := bitmat.New(rows, cols), make([]uint64, bitmat.Words(rows))
	for i := range rows {
		for j := range cols {
			if r.Uint64()&1 == 1 {
				x.Set(i, j)
			}
		}
		if truth(func(j int) bool { return x.Get(i, j) }) {
			bitmat.Set(labels, i)
		}
	}
	return table{x, labels}
}

func twoRules(bit func(int) bool) bool { return bit(0) && bit(1) || bit(2) && !bit(3) }

// encoded returns a built-in table as bits, and its features.
func encoded(t testing.TB, name string) (table, []binarize.Feature) {
	t.Helper()
	s, ok := sample.Find(name)
	if !ok {
		t.Fatalf("there is no table %q", name)
	}
	cells := s.Table()
	target, err := cells.Target(s.Target, s.Positive)
	if err != nil {
		t.Fatal(err)
	}
	e, err := binarize.Fit(cells, binarize.FitRows{Rows: target.Rows}, cells.Usable(target.Column), binarize.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := e.Transform(cells, target.Rows)
	if err != nil {
		t.Fatal(err)
	}
	labels := make([]uint64, bitmat.Words(x.Rows))
	for i, yes := range target.Positives {
		if yes {
			bitmat.Set(labels, i)
		}
	}
	return table{x, labels}, e.Features()
}

func ignore(drnet.StepReport) {}

func TestTrainLearnsPlantedRules(t *testing.T) {
	tab := random(500, 8, 1, twoRules)
	r := drnet.Train(context.Background(), drnet.Config{Rules: 10, Steps: 20_000, Seed: 1}, tab.x, tab.labels, ignore)
	if r.Status != drnet.Perfect || r.Best.Accuracy != 1 || r.Steps >= 20_000 {
		t.Errorf("accuracy %v, %s after %d steps: %v", r.Best.Accuracy, r.Status, r.Steps, r.Best.Set)
	}
}

// TestNetworkAnswersAsItsRules evaluates the trained network as floats without noise, by Eqs. (1) to (5) with the slack of
// the program published with the paper, and compares each row with the set read from it.
func TestNetworkAnswersAsItsRules(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, name := range []string{"tic-tac-toe", "heart-risk", "monk-1"} {
		for _, penalty := range []drnet.Penalty{drnet.PenaltyMean, drnet.PenaltySum} {
			t.Run(name+"/"+string(penalty), func(t *testing.T) {
				tab, features := encoded(t, name)
				c := drnet.Config{Rules: 20, Steps: 1500, Seed: 1, Penalty: penalty, Simplify: rule.NewSimplifier(features).Simplify}
				best := drnet.Train(context.Background(), c, tab.x, tab.labels, ignore).Best
				want := answers(best.Network, tab.x)
				for _, set := range []struct {
					name string
					rule.Set
				}{{"as learnt", best.Set}, {"simplified", best.Simplified}} {
					got, scratch := make([]uint64, len(tab.labels)), make([]uint64, len(tab.labels))
					set.Match(got, scratch, tab.x)
					for i, want := range want {
						if bitmat.Get(got, i) != want {
							t.Fatalf("row %d: the rules %s say %v, the network %v", i, set.name, !want, want)
						}
					}
					if a := (eval.Truth{Labels: tab.labels, Rows: tab.x.Rows}).Compare(got).Accuracy(); a != best.Accuracy {
						t.Errorf("the accuracy of the rules %s is %v, the snapshot says %v", set.name, a, best.Accuracy)
					}
				}
				if got := best.Accuracy - 1e-4*float64(best.Simplified.Complexity()); got != best.Score {
					t.Errorf("accuracy less length is %v, the score is %v", got, best.Score)
				}
			})
		}
	}
}

// answers evaluates a network without noise on every row, in float64.
func answers(n *drnet.Network, x *bitmat.Matrix) []bool {
	gate := func(loc float32) float64 { return min(max(1.2/(1+math.Exp(-float64(loc)))-0.1, 0), 1) }
	out := make([]bool, x.Rows)
	for row := range out {
		o := -0.5
		for j := range n.Rules {
			y := 1.
			for i := range n.Features {
				w := float64(n.W[j*n.Features+i]) * gate(n.Loc1[j*n.Features+i])
				if x.Get(row, i) {
					y += w
				}
				if w > 0 {
					y -= w
				}
			}
			if y > 1-1e-6 && gate(n.Loc2[j]) > 0 {
				o++
			}
		}
		out[row] = o > 0
	}
	return out
}

func TestTrainObservesEveryStep(t *testing.T) {
	const steps = 250 // not a multiple of the 100 evaluations of the rules
	tab := random(130, 6, 2, func(bit func(int) bool) bool { return bit(0) != bit(1) != bit(2) })
	next, best := 1, -math.MaxFloat64
	c := drnet.Config{Rules: 4, Steps: steps, Alternate: 20, Batch: 32}
	r := drnet.Train(context.Background(), c, tab.x, tab.labels, func(p drnet.StepReport) {
		if p.Step != next {
			t.Fatalf("step %d was observed, want %d", p.Step, next)
		}
		next++
		want := drnet.PhaseRules
		if (p.Step-1)/20%2 == 1 {
			want = drnet.PhaseOr
		}
		if p.Phase != want {
			t.Errorf("step %d: phase %s, want %s", p.Step, p.Phase, want)
		}
		finite(t, "loss", p.Loss)
		look := p.Step%2 == 0 || p.Step == steps // every 250/100 = 2 steps
		if (p.Snapshot != nil) != look {
			t.Fatalf("step %d: a look at the rules is %v, want %v", p.Step, !look, look)
		}
		if !look {
			return
		}
		if p.Snapshot.Step != p.Step {
			t.Errorf("the snapshot after step %d says step %d", p.Step, p.Snapshot.Step)
		}
		if p.Best && p.Snapshot.Score <= best {
			t.Errorf("step %d: score %v is said to be the best, and %v was seen", p.Step, p.Snapshot.Score, best)
		}
		best = max(best, p.Snapshot.Score)
	})
	if next != r.Steps+1 {
		t.Errorf("%d steps were observed, %d made", next-1, r.Steps)
	}
	if r.Best.Score != best {
		t.Errorf("the result scores %v, the best snapshot %v", r.Best.Score, best)
	}
}

func TestTrainIsTheSameForTheSameSeed(t *testing.T) {
	tab := random(200, 10, 3, twoRules)
	train := func(seed uint64) drnet.Result {
		return drnet.Train(context.Background(), drnet.Config{Rules: 6, Steps: 300, Seed: seed}, tab.x, tab.labels, ignore)
	}
	a, b := train(1), train(1)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("one seed gave %+v and %+v", a, b)
	}
	if reflect.DeepEqual(a.Best.Network, train(2).Best.Network) {
		t.Errorf("two seeds gave the same network")
	}
}

func TestTrainLeavesItsInputAlone(t *testing.T) {
	tab, again := random(100, 5, 4, twoRules), random(100, 5, 4, twoRules)
	drnet.Train(context.Background(), drnet.Config{Rules: 3, Steps: 50}, tab.x, tab.labels, ignore)
	if !reflect.DeepEqual(tab, again) {
		t.Errorf("the table or its labels changed")
	}
}

func TestTrainStops(t *testing.T) {
	tab := random(200, 10, 3, func(bit func(int) bool) bool { return bit(0) != bit(1) != bit(2) })
	for _, at := range []int{0, 1, 7, 150} {
		t.Run(fmt.Sprintf("after=%d", at), func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if at == 0 {
				cancel()
			}
			r := drnet.Train(ctx, drnet.Config{Rules: 6, Steps: 300}, tab.x, tab.labels, func(p drnet.StepReport) {
				if p.Step == at {
					cancel()
				}
			})
			if r.Status != drnet.Stopped || r.Steps != at {
				t.Errorf("%s after %d steps, want stopped after %d", r.Status, r.Steps, at)
			}
			if r.Best.Network == nil || r.Best.Step > at {
				t.Errorf("the best snapshot is of step %d", r.Best.Step)
			}
		})
	}
}

// TestStoppedEarlyThereAreRules stops a run while all rules are too long to match a row, or score below the empty set. The
// result is the current rules if they are more accurate than the empty set.
func TestStoppedEarlyThereAreRules(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	tab, features := encoded(t, "heart-risk")
	shorten := rule.NewSimplifier(features).Simplify
	none := 1 - float64(bitmat.Count(tab.labels))/float64(tab.x.Rows) // accuracy without rules
	for _, at := range []int{1, 815, 900, 1500} {
		ctx, cancel := context.WithCancel(context.Background())
		r := drnet.Train(ctx, drnet.Config{Seed: 1, Steps: 20_000, Simplify: shorten}, tab.x, tab.labels, func(p drnet.StepReport) {
			if p.Step == at {
				cancel()
			}
		})
		cancel()
		got, scratch := make([]uint64, len(tab.labels)), make([]uint64, len(tab.labels))
		r.Best.Simplified.Match(got, scratch, tab.x)
		if a := (eval.Truth{Labels: tab.labels, Rows: tab.x.Rows}).Compare(got).Accuracy(); a != r.Best.Accuracy ||
			a < none || r.Best.Network == nil {
			t.Errorf("stopped after %d steps the rules are right on %v (snapshot: %v), want %v at least", at, a, r.Best.Accuracy, none)
		}
		if now := r.Best.Network.Set(); !reflect.DeepEqual(now, r.Best.Set) {
			t.Errorf("stopped after %d steps the rules are not those of the network", at)
		}
		if len(r.Best.Simplified) > 0 != (r.Best.Accuracy > none) {
			t.Errorf("stopped after %d steps: %d rules are right on %v, none on %v", at, len(r.Best.Simplified), r.Best.Accuracy, none)
		}
	}
}

// TestTrainStatus has a table for every status.
func TestTrainStatus(t *testing.T) {
	first := func(bit func(int) bool) bool { return bit(0) }
	coin := rand.New(rand.NewPCG(1, 1))
	noise := random(300, 2, 1, func(func(int) bool) bool { return coin.Uint64()%3 == 0 })
	tests := []struct {
		name  string
		table table
		c     drnet.Config
		want  drnet.Status
	}{
		{"one bit is the label", random(200, 3, 1, first), drnet.Config{Rules: 5, Steps: 5000}, drnet.Perfect},
		{"bits say nothing", noise, drnet.Config{Rules: 5, Steps: 3000}, drnet.Unchanged},
		{"bits say nothing, little patience", noise, drnet.Config{Rules: 5, Steps: 3000, Patience: 0.1}, drnet.Unchanged},
		{"bits say nothing, all patience", noise, drnet.Config{Rules: 5, Steps: 3000, Patience: 1}, drnet.Finished},
		{"still getting better at the end", random(500, 8, 1, twoRules), drnet.Config{Rules: 10, Steps: 4000}, drnet.Finished},
	}
	for _, test := range tests {
		steps := 0
		r := drnet.Train(context.Background(), test.c, test.table.x, test.table.labels, func(drnet.StepReport) { steps++ })
		if r.Status != test.want || r.Steps != steps {
			t.Errorf("%s: %s after %d steps (%d observed), want %s", test.name, r.Status, r.Steps, steps, test.want)
		}
		switch r.Status {
		case drnet.Perfect:
			if r.Best.Accuracy != 1 || r.Best.Step != r.Steps {
				t.Errorf("%s: perfect with accuracy %v at step %d of %d", test.name, r.Best.Accuracy, r.Best.Step, r.Steps)
			}
		case drnet.Unchanged:
			waits := test.c.Steps / 3
			if test.c.Patience > 0 {
				waits = int(test.c.Patience * float64(test.c.Steps))
			}
			if since := r.Steps - r.Best.Step; since <= waits || since > waits+test.c.Steps/100 {
				t.Errorf("%s: ended %d steps after the best snapshot, want one look after %d of %d", test.name, since, waits, test.c.Steps)
			}
		case drnet.Finished:
			if r.Steps != test.c.Steps {
				t.Errorf("%s: finished after %d steps, want %d", test.name, r.Steps, test.c.Steps)
			}
		}
	}
}

// TestReview checks that Enough is asked after each share of the steps but the last, and that its answer either ends the run or
// changes nothing.
func TestReview(t *testing.T) {
	table := random(500, 8, 1, twoRules)
	c := drnet.Config{Rules: 10, Steps: 2000, Review: 0.25, Patience: 1}
	train := func(c drnet.Config) drnet.Result {
		return drnet.Train(context.Background(), c, table.x, table.labels, func(drnet.StepReport) {})
	}
	whole, asked := train(c), 0
	for _, enough := range []bool{false, true} {
		asked = 0
		c.Enough = func(rule.Set) bool { asked++; return enough }
		got := train(c)
		switch {
		case enough && asked != 1 || !enough && asked != (got.Steps-1)/500:
			t.Errorf("the run of %d steps was reviewed %d times, want once for each 500", got.Steps, asked)
		case enough && (got.Status != drnet.Reviewed || got.Steps != 500):
			t.Errorf("ended after %d steps (%s), want 500", got.Steps, got.Status)
		case !enough && (got.Status != whole.Status || !reflect.DeepEqual(got.Best.Set, whole.Best.Set)):
			t.Errorf("reviewed, the rules are %v (%s), want %v (%s)", got.Best.Set, got.Status, whole.Best.Set, whole.Status)
		}
	}
	if c.Review = 0; train(c).Status == drnet.Reviewed {
		t.Error("a run without a share was reviewed")
	}
}

// TestTrainOnDegenerateTables checks that a run on any table ends without a panic, with finite numbers and a rule set that
// predicts as its network does.
func TestTrainOnDegenerateTables(t *testing.T) {
	always := func(func(int) bool) bool { return true }
	never := func(func(int) bool) bool { return false }
	first := func(bit func(int) bool) bool { return bit(0) }
	constant := random(70, 4, 1, first)
	for j := range 4 {
		bitmat.Ones(constant.x.Column(j), 70)
	}
	n := 0
	contradiction := random(64, 1, 1, func(func(int) bool) bool { n++; return n%2 == 0 })
	clear(contradiction.x.Column(0))
	tests := []struct {
		name  string
		table table
		c     drnet.Config
	}{
		{"one row, positive", random(1, 3, 1, always), drnet.Config{}},
		{"one row, negative", random(1, 3, 1, never), drnet.Config{}},
		{"one row of each class", random(2, 3, 5, first), drnet.Config{}},
		{"batch larger than the table", random(10, 3, 1, first), drnet.Config{Batch: 1000}},
		{"batch of one row", random(10, 3, 1, first), drnet.Config{Batch: 1}},
		{"batch that does not divide the rows", random(100, 3, 1, first), drnet.Config{Batch: 33}},
		{"no features", random(65, 0, 1, always), drnet.Config{}},
		{"no features, sum", random(65, 0, 1, never), drnet.Config{Penalty: drnet.PenaltySum}},
		{"all features constant", constant, drnet.Config{}},
		{"contradictory rows", contradiction, drnet.Config{}},
		{"one class", random(100, 5, 1, always), drnet.Config{}},
		{"one rule", random(100, 5, 1, first), drnet.Config{Rules: 1}},
		{"the greatest rate and pressure", random(100, 5, 1, first), drnet.Config{Rate: 10, Lambda1: new(1e6), Lambda2: new(1e6)}},
		{"the least pressure and rate", random(100, 5, 1, first), drnet.Config{Rate: 1e-30, Lambda1: new(1e-30), Lambda2: new(1e-30)}},
		{"no pressure", random(100, 5, 1, first), drnet.Config{Lambda1: new(0.0), Lambda2: new(0.0)}},
		{"the paper's start", random(100, 5, 1, first), drnet.Config{Init: drnet.InitPaper}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.c.Steps = 120; test.c.Rules == 0 {
				test.c.Rules = 5
			}
			r := drnet.Train(context.Background(), test.c, test.table.x, test.table.labels, func(p drnet.StepReport) {
				finite(t, "loss", p.Loss)
				if p.Snapshot != nil {
					finite(t, "score", p.Snapshot.Score)
				}
			})
			for _, values := range [][]float32{r.Best.Network.W, r.Best.Network.Loc1, r.Best.Network.Loc2} {
				for _, v := range values {
					finite(t, "a parameter", float64(v))
				}
			}
			got, scratch := make([]uint64, len(test.table.labels)), make([]uint64, len(test.table.labels))
			r.Best.Set.Match(got, scratch, test.table.x)
			for i, want := range answers(r.Best.Network, test.table.x) {
				if bitmat.Get(got, i) != want {
					t.Fatalf("row %d: the rules say %v, the network %v", i, !want, want)
				}
			}
		})
	}
}

func finite(t *testing.T, what string, x float64) {
	t.Helper()
	if math.IsNaN(x) || math.IsInf(x, 0) {
		t.Fatalf("%s is %v", what, x)
	}
}

func TestTrainPanicsOnWrongCalls(t *testing.T) {
	tests := []struct {
		name string
		c    drnet.Config
		rows int
	}{
		{"no rows", drnet.Config{}, 0},
		{"a setting out of range", drnet.Config{Rules: -1}, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("Train did not panic")
				}
			}()
			drnet.Train(context.Background(), test.c, bitmat.New(test.rows, 2), make([]uint64, bitmat.Words(test.rows)), ignore)
		})
	}
}

// TestLooksChangeNothing checks that Look does not change the run and agrees with the snapshot of the same step.
func TestLooksChangeNothing(t *testing.T) {
	table := random(300, 8, 1, twoRules)
	c := drnet.Config{Rules: 6, Steps: 400, Seed: 2}
	straight := drnet.Train(context.Background(), c, table.x, table.labels, func(drnet.StepReport) {})
	compared := 0
	looked := drnet.Train(context.Background(), c, table.x, table.labels, func(p drnet.StepReport) {
		look := p.Look()
		if look.Step != p.Step {
			t.Fatalf("the look after step %d is of step %d", p.Step, look.Step)
		}
		if s := p.Snapshot; s != nil {
			compared++
			if !reflect.DeepEqual(look.Set, s.Set) || look.Accuracy != s.Accuracy || look.Score != s.Score {
				t.Fatalf("after step %d the look is %+v, the snapshot %+v", p.Step, look, s)
			}
		}
	})
	if compared < 10 || !reflect.DeepEqual(looked, straight) {
		t.Errorf("after looks at every step, %d of them compared, the result is %+v, want %+v", compared, looked, straight)
	}
}
