package state_test

import (
	"slices"
	"testing"

	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// The button of the first screen starts training without another click; the list of samples only loads a table.
func TestSampleChosenLearns(t *testing.T) {
	for _, learn := range []bool{true, false} {
		s, requests := update(state.New(), state.SampleChosen{Name: "heart-risk", Learn: learn})
		if len(requests) != 1 {
			t.Fatalf("choosing a table asks %v, want to load it", requests)
		}
		s, requests = update(s, heard(protocol.Loaded{Table: heart()}, 0))
		if trains := len(coretest.Of[protocol.Train](requests)) > 0; trains != learn || s.Run.Active() != learn {
			t.Errorf("Learn = %t: it asks %v", learn, requests)
		}
	}
}

func TestExampleInputs(t *testing.T) {
	e := state.Example{Rules: [][]rule.Phrase{
		{{Text: "b = 1", Column: "b"}, {Text: "a > 2", Column: "a"}},
		{{Text: "b = 2", Column: "b"}, {Text: "c", Column: "c"}},
	}}
	if got := e.Inputs(); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("Inputs() = %q, want b, a, c", got)
	}
	if _, ok := state.New().Example(); ok {
		t.Error("a page without a table has an example")
	}
}
