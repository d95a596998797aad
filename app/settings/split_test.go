package settings

import (
	"slices"
	"strings"
	"testing"

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
	requests := p.Requests(SplitChosen{By: core.SplitBy{Group: "street"}})
	if len(requests) != 1 || requests[0].(protocol.Plan).Split.Group != "street" {
		t.Fatalf("asked for %+v, want a plan by street", requests)
	}
	p.Send(byStreet())
	want := [2]string{"Training: 960 rows, 80 values of “street”", "Test: 240 rows, 20 values of “street”"}
	if words := sidesInWords(p.View.Plan.Started); words != want {
		t.Errorf("by group: %q", words)
	}
	if got := leakInWords(p.View); !strings.HasPrefix(got, "What a random split would claim is measured by") {
		t.Errorf("before an estimate: %q", got)
	}
	p.View.SplitFinding = func() string { return "random 91.2 %, by street 78.4 %: rows of the same street leak" }
	if got := leakInWords(p.View); got != "Random 91.2 %, by street 78.4 %: rows of the same street leak." {
		t.Errorf("after an estimate: %q", got)
	}
	for _, wrong := range []core.SplitBy{{Group: "moon"}, {Group: "street", Time: "age"}} {
		if p.Send(SplitChosen{By: wrong}); p.View.Setup.By != (core.SplitBy{Group: "street"}) {
			t.Errorf("%+v was taken: %+v", wrong, p.View.Setup.By)
		}
	}
	if p.Send(Reset{}); p.View.Setup.By != (core.SplitBy{}) {
		t.Errorf("reset to %+v", p.View.Setup.By)
	}
}

func TestProposedSplit(t *testing.T) {
	p := coretest.NewPage(Model{})
	plan := planned(0)
	plan.Proposed = &protocol.ProposedSplit{Split: protocol.Split{Group: "street"}, Values: 100, Reason: "streets repeat"}
	p.Send(core.Refresh{}, plan)
	if got := first(p.View, byGroup); got != "street" {
		t.Errorf("by group it begins with %q", got)
	}
	if got := first(p.View, byTime); got != "age" {
		t.Errorf("by time it begins with %q", got)
	}
	var names []string
	for _, c := range dividing(p.View, byGroup) {
		names = append(names, c[0])
	}
	if want := []string{"age", "city", "notes", "street", "height"}; !slices.Equal(names, want) {
		t.Errorf("columns %q, want %q", names, want)
	}
	if p.View.Setup.By.Group = "city"; proposal(p.View) != nil {
		t.Error("a split is proposed although one is chosen")
	}
}
