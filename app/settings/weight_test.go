package settings

import (
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
)

// TestWeightChosen: a column of weights becomes part of the request, is named with the settings, and goes with a reset.
func TestWeightChosen(t *testing.T) {
	p := coretest.NewPage(Model{})
	plan := planned(0)
	plan.ProposedWeight = "height"
	p.Send(core.Refresh{}, plan)
	coretest.Equal(t, weightInWords(p.View), []string{"Row weights: none (“height” looks like weights)"}, "a proposal reads")
	requests := p.Requests(WeightChosen{Column: "age"})
	if len(requests) != 1 || requests[0].(protocol.Plan).Weight != "age" {
		t.Fatalf("asked for %+v, want a plan with weights", requests)
	}
	want := []string{"Row weights: “age”"}
	if got := weightInWords(p.View); !slices.Equal(got, want) || !slices.Equal(p.View.Setup.RolesInWords(), want) {
		t.Errorf("it reads %q, want %q", got, want)
	}
	p.Send(WeightChosen{Column: "moon"})
	coretest.Equal(t, p.View.Setup.Weight, "age", "an unknown column was taken")
	p.Send(Reset{})
	coretest.Equal(t, p.View.Setup.Weight, "", "after a reset")
}
