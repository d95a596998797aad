package drnet

import (
	"cmp"
	"fmt"
	"math"

	"drnet/engine/rule"
)

// Config holds the settings of a run. The zero value works: each zero, and each nil, stands for the default given here.
type Config struct {
	Rules int `json:"rules,omitempty"` // neurons of the Rules Layer; 50
	// Lambda1 is the penalty on rule length, λ₁ of Eq. (8), while the Rules Layer trains; 1e-2, tuned to PenaltyMean.
	// Lambda2 is the penalty on the number of rules, λ₂, while the OR Layer trains; 1e-5. A pointer to 0 disables one.
	Lambda1 *float64 `json:"lambda1,omitempty"`
	Lambda2 *float64 `json:"lambda2,omitempty"`
	Rate    float64  `json:"rate,omitempty"`  // Adam's learning rate; 0.01
	Batch   int      `json:"batch,omitempty"` // rows in a step; rows/20, at least 32 and at most 2,000, never more than the table has
	Seed    uint64   `json:"seed,omitempty"`  // of all random numbers; 0 is a valid seed

	Steps           int `json:"steps,omitempty"`            // 40 million rows divided by Batch, at least 20,000 and at most 100,000
	Alternate       int `json:"alternate,omitempty"`        // steps until the other layer trains; a tenth of Steps
	Epochs          int `json:"epochs,omitempty"`           // passes through the rows; when not 0 it replaces Steps
	AlternateEpochs int `json:"alternate_epochs,omitempty"` // epochs until the other layer trains; replaces Alternate

	// Patience is the share of the steps without better rules after which a run ends early, in (0, 1]; a third. With 1 it
	// never ends early for lack of better rules.
	Patience float64 `json:"patience,omitempty"`

	// Review is the share of the steps between two calls of Enough, in [0, 1]; 0 never calls it.
	Review float64 `json:"review,omitempty"`

	Init    Init    `json:"init,omitempty"`    // authors
	Penalty Penalty `json:"penalty,omitempty"` // mean

	// Weight is the weight of a positive row relative to a negative one, in the loss and in the score of a snapshot. It
	// is 1, a number from LeastWeight to MostWeight, or rule.Balanced, which gives both classes the same total weight.
	// The mean weight of the rows is 1, so that the penalties keep their meaning.
	Weight float64 `json:"weight,omitempty"`
	// NoNot keeps the weights of the Rules Layer at zero or above, so that no rule has a negated condition. Weights start
	// at |w| and are projected to max(w, 0) after every step of Adam. A weight of zero takes the derivative of Eq. (3)
	// from above; see "No NOT" in RATIONALE.md.
	NoNot bool `json:"no_not,omitempty"`

	// Simplify returns a shorter set with the same predictions, whose length counts in the score; nil keeps the rules.
	Simplify func(rule.Set) rule.Set `json:"-"`
	// RowWeights has the weight of each row, from 0; nil weighs all the same. Batches are drawn in proportion to them.
	RowWeights []float64 `json:"-"`
	// Enough reports whether the run may end with these simplified rules, because more steps would not improve the result; nil
	// never ends it.
	Enough func(rule.Set) bool `json:"-"`
}

// The purposes of the random numbers of a seed. Each has its own streams, so that no number is used twice.
const (
	forWeights = iota + 1
	forGates
	forShuffle
	forDraw
)

// Penalty is the aggregation of the open conditions of a rule in Eq. (7).
type Penalty string

// PenaltyMean takes the mean over the features, as the program published with the paper does: doubling the
// features halves the pressure on one condition. PenaltySum takes the sum, as the paper writes.
const (
	PenaltyMean Penalty = "mean"
	PenaltySum  Penalty = "sum"
)

const (
	defaultRules          = 50
	rowsPassed            = 40_000_000 // rows in all batches of a run: with smaller batches, a run has more steps
	leastSteps, fullSteps = 20_000, 100_000
	defaultPhases         = 10
	leastBatch, mostBatch = 32, 2_000
	batchesInTable        = 20
	mostRules, mostSteps  = 10_000, 1_000_000_000
	mostRate, mostLambda  = 10, 1e6
	defaultRate           = 1e-2
	defaultLambda1        = 1e-2
	defaultLambda2        = 1e-5
)

// The bounds of Config.Weight.
const LeastWeight, MostWeight = 1e-6, 1e6

// Complete returns the settings with every default filled in for a table with the given number of rows. Steps and
// Alternate then replace Epochs and AlternateEpochs.
func (c Config) Complete(rows int) Config {
	c.Rules = cmp.Or(c.Rules, defaultRules)
	c.Lambda1, c.Lambda2 = cmp.Or(c.Lambda1, new(defaultLambda1)), cmp.Or(c.Lambda2, new(defaultLambda2))
	c.Rate = cmp.Or(c.Rate, defaultRate)
	c.Init, c.Penalty = cmp.Or(c.Init, InitAuthors), cmp.Or(c.Penalty, PenaltyMean)
	c.Batch = max(min(cmp.Or(c.Batch, min(max(rows/batchesInTable, leastBatch), mostBatch)), rows), 1)
	epoch := max(rows/c.Batch, 1)
	if c.Epochs > 0 {
		c.Steps = c.Epochs * epoch
	}
	c.Steps = cmp.Or(c.Steps, min(max(rowsPassed/c.Batch, leastSteps), fullSteps))
	if c.AlternateEpochs > 0 {
		c.Alternate = c.AlternateEpochs * epoch
	}
	c.Alternate = cmp.Or(c.Alternate, max(c.Steps/defaultPhases, 1))
	return c
}

// snapshotEvery returns the number of steps between two snapshots.
func (c Config) snapshotEvery() int { return max(c.Steps/snapshots, 1) }

// NextReview returns the step of the first review that is not before the given step, or Steps if there is none. Reviews are at the first
// snapshot at or after each multiple of Review*Steps.
func (c Config) NextReview(step int) int {
	every, due := c.snapshotEvery(), int(float64(c.Review*float64(c.Steps)))
	for s := max((step+every-1)/every, 1) * every; due > 0 && s < c.Steps; s += every {
		if s/due > (s-every)/due {
			return s
		}
	}
	return c.Steps
}

// Validate returns an error that names the first setting out of its range.
func (c Config) Validate() error {
	for _, f := range []struct {
		name        string
		value, most int
	}{
		{"rules", c.Rules, mostRules},
		{"batch", c.Batch, math.MaxInt32},
		{"steps", c.Steps, mostSteps},
		{"alternate", c.Alternate, mostSteps},
		{"epochs", c.Epochs, mostSteps},
		{"alternate epochs", c.AlternateEpochs, mostSteps},
	} {
		if f.value < 0 || f.value > f.most {
			return fmt.Errorf("drnet: %s is %d: it must be from 1 to %d", f.name, f.value, f.most)
		}
	}
	unset := new(float64)
	for _, f := range []struct {
		name        string
		value, most float64
	}{
		{"lambda1", *cmp.Or(c.Lambda1, unset), mostLambda},
		{"lambda2", *cmp.Or(c.Lambda2, unset), mostLambda},
		{"learning rate", c.Rate, mostRate},
		{"patience", c.Patience, 1},
		{"review", c.Review, 1},
	} {
		if !(f.value >= 0 && f.value <= f.most) { // the form also rejects NaN
			return fmt.Errorf("drnet: %s is %v: it must be from 0 to %v", f.name, f.value, f.most)
		}
	}
	if w := c.Weight; w != 0 && w != rule.Balanced && !(w >= LeastWeight && w <= MostWeight) {
		return fmt.Errorf("drnet: weight is %v: it must be from %v to %v, or balanced", w, LeastWeight, MostWeight)
	}
	if c.Init != "" && c.Init != InitAuthors && c.Init != InitPaper {
		return fmt.Errorf("drnet: init is %q: it must be %q or %q", c.Init, InitAuthors, InitPaper)
	}
	if c.Penalty != "" && c.Penalty != PenaltyMean && c.Penalty != PenaltySum {
		return fmt.Errorf("drnet: penalty is %q: it must be %q or %q", c.Penalty, PenaltyMean, PenaltySum)
	}
	return nil
}
