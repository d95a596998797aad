package page

import (
	"testing"

	"drnet/app/learn"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// net is a network of four rules, two of which are on. A third one is switched off later.
func net(on bool) *drnet.Sketch {
	third := float32(drnet.ClosedByHand)
	if on {
		third = 1
	}
	return &drnet.Sketch{Rules: 4, Whole: true, Neurons: []drnet.Neuron{
		{Rule: 0, Loc: 3, Covers: 30, Lines: drnet.Connections{
			{Feature: 0, W: 1.25, Loc: 3},
			{Feature: 1, W: -0.5, Loc: 0},
			{Feature: 3, W: 0.25, Loc: -5},
		}},
		{Rule: 1, Loc: -4, Lines: drnet.Connections{{Feature: 0, W: 1, Loc: 3}}},
		{Rule: 2, Loc: third, Covers: 1, Lines: drnet.Connections{{Feature: 3, W: 2, Loc: 3}}},
		{Rule: 3, Loc: 0, Covers: -1, Lines: drnet.Connections{}, More: 70},
	}}
}

// watched returns a paused run in teaching mode with a chosen rule, a traced row and the weights of its network.
func watched(t *testing.T, table *dataset.Table, loaded state.State) state.State {
	begin, first := started(20), progress(150, nil)
	begin.Head = model(t, table, "buys", false, rule.Set{})
	first.Now.Set = rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 3}}}
	first.Net = net(false)
	s := after(loaded, learn.TeachingSwitched{On: true}, training.StartAsked{At: noon}, heard(begin, 1), heard(first, 2),
		heard(protocol.Paused{}, 2), network.EditingSwitched{On: true}, network.TraceShown{Shown: true},
		network.RuleChosen{Rule: 1}, network.PaletteChosen{Name: "safe"})
	return after(s, heard(protocol.NetworkEvaluated{}, 3), heard(protocol.Explained{
		Row: 1, Cells: []rule.ExplainedCell{{Column: "age", Text: "50"}}, Answer: "buys = yes", Truth: "yes", Right: new(true),
		Positive: true, Verdicts: []rule.Verdict{{Failed: 1, Checks: []rule.Check{{Column: "age"}}}, {Fires: true}},
	}, 3))
}
