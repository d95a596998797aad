package page

import (
	"testing"

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

// watched returns a run whose network has a selected rule and a selected line.
func watched(t *testing.T, table *dataset.Table, loaded state.State) state.State {
	begin, first, second := started(20), progress(150, nil), progress(160, nil)
	begin.Head = model(t, table, "buys", false, rule.Set{})
	first.Net, second.Net = net(true), net(false)
	return after(loaded, training.StartAsked{At: noon}, heard(begin, 1), heard(first, 2), heard(second, 2), heard(protocol.Paused{}, 2),
		network.RulePointed{Rule: 3}, network.RulePinned{Rule: 1}, network.LinePointed{Line: 2},
		network.TableToggled{}, network.PaletteChosen{Name: "safe"})
}
