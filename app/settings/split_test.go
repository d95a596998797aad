package settings

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
)

// byStreet is a plan with a split by group.
func byStreet() protocol.Planned {
	p := planned(0)
	p.Sides = &protocol.Sides{
		Split: protocol.Split{Group: "street"}, Train: protocol.Side{Values: 80}, Test: protocol.Side{Values: 20},
	}
	return p
}

func TestSplitChosen(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.Send(core.Refresh{}, planned(0))
	if words := sidesInWords(p.View.Plan.Started); words != [2]string{"Training: 960 rows", "Test: 240 rows"} || leakInWords(p.View) != "" {
		t.Errorf("at random: %q, %q", words, leakInWords(p.View))
	}
	plan := coretest.One[protocol.Plan](t, p.Requests(SplitChosen{By: core.SplitBy{How: core.ByGroup, Column: "street"}}))
	coretest.Equal(t, plan.Split.Group, "street", "the groups of the plan")
	p.Send(byStreet())
	want := [2]string{"Training: 960 rows, 80 values of “street”", "Test: 240 rows, 20 values of “street”"}
	coretest.Equal(t, sidesInWords(p.View.Plan.Started), want, "by group")
	if got := leakInWords(p.View); !strings.HasPrefix(got, "What a random split would claim is measured by") {
		t.Errorf("before an estimate: %q", got)
	}
	p.View.SplitFinding = "random 91.2%, by street 78.4%: rows of the same street leak"
	coretest.Equal(t, leakInWords(p.View), "Random 91.2%, by street 78.4%: rows of the same street leak.", "after an estimate")
	for _, wrong := range []core.SplitBy{{How: core.ByGroup, Column: "moon"}, {How: core.ByTime}} {
		p.Send(SplitChosen{By: wrong})
		coretest.Equal(t, p.View.Setup.By, (core.SplitBy{How: core.ByGroup, Column: "street"}), "%+v was taken", wrong)
	}
	p.Send(Reset{})
	coretest.Equal(t, p.View.Setup.By, (core.SplitBy{}), "after a reset")
}

func TestProposedSplit(t *testing.T) {
	p := coretest.NewPage(Model{})
	plan := planned(0)
	plan.Proposed = &protocol.ProposedSplit{Split: protocol.Split{Group: "street"}, Values: 100, Reason: "streets repeat"}
	p.Send(core.Refresh{}, plan)
	coretest.Equal(t, first(p.View, core.ByGroup), "street", "by group it begins with")
	coretest.Equal(t, first(p.View, core.ByTime), "age", "by time it begins with")
	view := func() string { return app.HTMLString(app.Div().Body(TargetView(p.View, func(core.Msg) {}, nil)...)) }
	coretest.Contains(t, "the data view, from which one can train", view(), "Streets repeat.", "Split by group: “street”")
	var names []string
	for _, c := range dividing(p.View, core.ByGroup) {
		names = append(names, c[0])
	}
	coretest.Equal(t, names, []string{"age", "city", "notes", "street", "height"}, "columns")
	plan.Proposed = &protocol.ProposedSplit{Split: protocol.Split{Time: "age"}, Values: 100, Reason: "ages rise"}
	if p.Send(plan); strings.Contains(view(), "Ages rise") {
		t.Error("the data view offers a split by time")
	}
	p.View.Setup.By = core.SplitBy{How: core.ByGroup, Column: "city"}
	by, _ := proposal(p.View)
	coretest.Equal(t, by, core.SplitBy{}, "the proposal although a split is chosen")
}

// TestWeightChosen: a column of weights becomes part of the request, is named with the settings, and goes with a reset.
func TestWeightChosen(t *testing.T) {
	p := coretest.NewPage(Model{})
	plan := planned(0)
	plan.ProposedWeight = "height"
	p.Send(core.Refresh{}, plan)
	coretest.Equal(t, weightInWords(p.View), []string{"Row weights: none (“height” looks like weights)"}, "a proposal reads")
	request := coretest.One[protocol.Plan](t, p.Requests(WeightChosen{Column: "age"}))
	coretest.Equal(t, request.Weight, "age", "the weights of the plan")
	want := []string{"Row weights: “age”"}
	coretest.Equal(t, weightInWords(p.View), want, "the weights")
	coretest.Equal(t, p.View.Setup.RolesInWords(), want, "the roles")
	p.Send(WeightChosen{Column: "moon"})
	coretest.Equal(t, p.View.Setup.Weight, "age", "an unknown column was taken")
	p.Send(Reset{})
	coretest.Equal(t, p.View.Setup.Weight, "", "after a reset")
}
