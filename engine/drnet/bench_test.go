package drnet

import (
	"fmt"
	"testing"

	"drnet/engine/numeric"
	"drnet/engine/rule"
)

// stages of a run: at its start every gate is open, later few are.
var stages = []regime{
	{name: "start", weight: 0.1, loc1: 0, loc2: 0, spread: 0.01, density: 0.3},
	{name: "late", weight: 2, loc1: -3.5, loc2: 1, spread: 1.5, density: 0.3},
}

// BenchmarkStep measures one step of a table as large as adult's batches.
func BenchmarkStep(b *testing.B) {
	const features, rules = 128, 50
	for _, stage := range stages {
		for _, rows := range []int{32, 400, 2000} {
			c := newDenseCase(stage, rows, features, rules, PenaltyMean, 1)
			s := newStepper(c.net, Config{Batch: rows, Penalty: PenaltyMean}, rule.Weights{})
			g := gradients{make([]float32, len(c.net.W)), make([]float32, len(c.net.W)), make([]float32, rules)}
			for _, part := range []struct {
				name string
				do   func()
			}{
				{"DrawRules", func() { s.gates.fresh = false; draw(&s.gates, numeric.NewStream(1, forGates, 1)) }},
				{"DrawOr", func() { draw(&s.gates, numeric.NewStream(1, forGates, 1)) }},
				{"Forward", func() { s.forward(c.batch) }},
				{"BackwardRules", func() { s.backwardRules(c.batch, 0.01, g) }},
				{"BackwardOr", func() { s.backwardOr(0.01, g) }},
			} {
				b.Run(fmt.Sprintf("%s/%s/rows=%d,features=%d,rules=%d", part.name, stage.name, rows, features, rules), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						part.do()
					}
				})
			}
		}
	}
}

// BenchmarkTrainingStep measures all of a step: shuffle and gather, gates, forward, backward, Adam.
func BenchmarkTrainingStep(b *testing.B) {
	const rows, features, rules, batch = 4000, 128, 50, 400
	c := newDenseCase(stages[0], rows, features, rules, PenaltyMean, 1)
	for _, stage := range stages {
		b.Run(fmt.Sprintf("%s/rows=%d,batch=%d,features=%d,rules=%d", stage.name, rows, batch, features, rules), func(b *testing.B) {
			t := newTrainer(Config{Rules: rules, Batch: batch, Rate: 1e-30, Alternate: 1 << 30}.Complete(rows), c.batch.features(), c.batch.labels())
			if stage.name != "start" { // a rate of nearly 0 keeps the stage as it is
				late := newDenseCase(stage, 1, features, rules, PenaltyMean, 2).net
				copy(t.net.W, late.W)
				copy(t.net.Loc1, late.Loc1)
				copy(t.net.Loc2, late.Loc2)
			}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n++
				t.step(n)
			}
		})
	}
}
