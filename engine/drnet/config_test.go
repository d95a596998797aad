package drnet_test

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"drnet/engine/drnet"
	"drnet/engine/rule"
)

func TestComplete(t *testing.T) {
	// The settings of the paper (section "Experiments"), and steps that pass 40 million rows.
	defaults := drnet.Config{
		Rules: 50, Lambda1: new(1e-2), Lambda2: new(1e-5), Rate: 1e-2, Batch: 100, Steps: 100_000, Alternate: 10_000,
		Init: drnet.InitAuthors, Penalty: drnet.PenaltyMean,
	}
	with := func(change func(c *drnet.Config)) drnet.Config {
		c := defaults
		change(&c)
		return c
	}
	tests := []struct {
		name string
		c    drnet.Config
		rows int
		want drnet.Config
	}{
		{"nothing given", drnet.Config{}, 2000, defaults},
		{"a small table has the least batch", drnet.Config{}, 100, with(func(c *drnet.Config) { c.Batch = 32 })},
		{"a batch is never more than the table", drnet.Config{}, 7, with(func(c *drnet.Config) { c.Batch = 7 })},
		{"a batch that was asked for neither", drnet.Config{Batch: 500}, 7, with(func(c *drnet.Config) { c.Batch = 7 })},
		{"one row", drnet.Config{}, 1, with(func(c *drnet.Config) { c.Batch = 1 })},
		{
			"a large table has the most batch and the least steps",
			drnet.Config{},
			10_000_000,
			with(func(c *drnet.Config) { c.Batch, c.Steps, c.Alternate = 2000, 20_000, 2000 }),
		},
		{
			"steps between the limits",
			drnet.Config{Batch: 1000},
			20_000,
			with(func(c *drnet.Config) { c.Batch, c.Steps, c.Alternate = 1000, 40_000, 4000 }),
		},
		{"epochs are steps", drnet.Config{Epochs: 10, Batch: 300}, 1000, // 3 whole batches in an epoch
			with(func(c *drnet.Config) { c.Epochs, c.Batch, c.Steps, c.Alternate = 10, 300, 30, 3 })},
		{
			"epochs replace steps",
			drnet.Config{Epochs: 10, Batch: 300, Steps: 7},
			1000,
			with(func(c *drnet.Config) { c.Epochs, c.Batch, c.Steps, c.Alternate = 10, 300, 30, 3 }),
		},
		{
			"alternation in epochs",
			drnet.Config{Epochs: 10, AlternateEpochs: 2, Batch: 300},
			1000,
			with(func(c *drnet.Config) { c.Epochs, c.AlternateEpochs, c.Batch, c.Steps, c.Alternate = 10, 2, 300, 30, 6 }),
		},
		{
			"no penalties",
			drnet.Config{Lambda1: new(0.0), Lambda2: new(0.0)},
			2000,
			with(func(c *drnet.Config) { c.Lambda1, c.Lambda2 = new(0.0), new(0.0) }),
		},
		{"few steps", drnet.Config{Steps: 5}, 2000, with(func(c *drnet.Config) { c.Steps, c.Alternate = 5, 1 })},
		{
			"everything given",
			drnet.Config{
				Rules: 3, Lambda1: new(1.0), Lambda2: new(2.0), Rate: 3, Batch: 4, Seed: 5, Steps: 6, Alternate: 7,
				Init: drnet.InitPaper, Penalty: drnet.PenaltySum,
			},
			2000,
			drnet.Config{
				Rules: 3, Lambda1: new(1.0), Lambda2: new(2.0), Rate: 3, Batch: 4, Seed: 5, Steps: 6, Alternate: 7,
				Init: drnet.InitPaper, Penalty: drnet.PenaltySum,
			},
		},
	}
	for _, test := range tests {
		got := test.c.Complete(test.rows)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: Complete(%d) = %+v, want %+v", test.name, test.rows, got, test.want)
		}
		if again := got.Complete(test.rows); !reflect.DeepEqual(again, got) {
			t.Errorf("%s: completed twice: %+v, want %+v", test.name, again, got)
		}
		if err := got.Validate(); err != nil {
			t.Errorf("%s: Validate = %v", test.name, err)
		}
	}
}

// TestNoPenaltyInJSON: a penalty of zero is written and read back, and differs from an omitted one.
func TestNoPenaltyInJSON(t *testing.T) {
	text, err := json.Marshal(drnet.Config{Lambda1: new(0.0)})
	if err != nil || string(text) != `{"lambda1":0}` {
		t.Fatalf("Marshal() = %s, %v, want lambda1 alone", text, err)
	}
	var read drnet.Config
	if err := json.Unmarshal(text, &read); err != nil || read.Lambda1 == nil || *read.Lambda1 != 0 || read.Lambda2 != nil {
		t.Errorf("Unmarshal(%s) = %+v, %v", text, read, err)
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name, want string // want is the error, "" for none
		c          drnet.Config
	}{
		{"zero value", "", drnet.Config{}},
		{
			"all in range", "",
			drnet.Config{Rules: 10_000, Batch: 1, Steps: 1, Alternate: 1, Lambda1: new(1e6), Rate: 10, Init: "paper", Penalty: "sum"},
		},
		{"rules", "drnet: rules is -1: it must be from 1 to 10000", drnet.Config{Rules: -1}},
		{"too many rules", "drnet: rules is 10001: it must be from 1 to 10000", drnet.Config{Rules: 10_001}},
		{"batch", "drnet: batch is -5: it must be from 1 to 2147483647", drnet.Config{Batch: -5}},
		{"steps", "drnet: steps is -1: it must be from 1 to 1000000000", drnet.Config{Steps: -1}},
		{"alternate", "drnet: alternate is -1: it must be from 1 to 1000000000", drnet.Config{Alternate: -1}},
		{"epochs", "drnet: epochs is 1000000001: it must be from 1 to 1000000000", drnet.Config{Epochs: 1_000_000_001}},
		{"alternate epochs", "drnet: alternate epochs is -1: it must be from 1 to 1000000000", drnet.Config{AlternateEpochs: -1}},
		{"lambda1", "drnet: lambda1 is -0.5: it must be from 0 to 1e+06", drnet.Config{Lambda1: new(-0.5)}},
		{"lambda2", "drnet: lambda2 is 2e+06: it must be from 0 to 1e+06", drnet.Config{Lambda2: new(2e6)}},
		{"lambda1 not a number", "drnet: lambda1 is NaN: it must be from 0 to 1e+06", drnet.Config{Lambda1: new(math.NaN())}},
		{"rate", "drnet: learning rate is +Inf: it must be from 0 to 10", drnet.Config{Rate: math.Inf(1)}},
		{"weight", "drnet: weight is -2: it must be from 1e-06 to 1e+06, or balanced", drnet.Config{Weight: -2}},
		{"weight not a number", "drnet: weight is NaN: it must be from 1e-06 to 1e+06, or balanced", drnet.Config{Weight: math.NaN()}},
		{"too much weight", "drnet: weight is 2e+06: it must be from 1e-06 to 1e+06, or balanced", drnet.Config{Weight: 2e6}},
		{"balanced", "", drnet.Config{Weight: rule.Balanced}},
		{"init", `drnet: init is "zero": it must be "authors" or "paper"`, drnet.Config{Init: "zero"}},
		{"penalty", `drnet: penalty is "max": it must be "mean" or "sum"`, drnet.Config{Penalty: "max"}},
	}
	for _, test := range tests {
		got := ""
		if err := test.c.Validate(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: Validate() = %q, want %q", test.name, got, test.want)
		}
	}
}

// Reviews are at the first snapshot after each share of the steps, and never at the last step.
func TestNextReview(t *testing.T) {
	for _, test := range []struct {
		steps        int
		review       float64
		step, wanted int
	}{
		{1000, 0, 0, 1000},
		{1000, 1, 0, 1000},
		{1000, 0.05, 0, 50},
		{1000, 0.05, 50, 50},
		{1000, 0.05, 51, 100},
		{1000, 0.05, 951, 1000},
		{1000, 0.01, 0, 10},
		{1000, 0.001, 11, 20}, // each snapshot
		{8364, 0.05, 0, 498},  // snapshots are 83 steps apart, and the share is 418
		{10, 0.05, 0, 10},
	} {
		if got := (drnet.Config{Steps: test.steps, Review: test.review}).NextReview(test.step); got != test.wanted {
			t.Errorf("of %d steps, each %v, from %d: %d, want %d", test.steps, test.review, test.step, got, test.wanted)
		}
	}
}
