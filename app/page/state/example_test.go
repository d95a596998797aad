package state_test

import (
	"slices"
	"testing"

	"drnet/app/page/state"
	"drnet/engine/rule"
)

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
