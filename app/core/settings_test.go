package core_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
)

// The positive class of the rules is proposed for another table, with the number that splits the target. A value that it lacks is not.
func TestFollow(t *testing.T) {
	table := coretest.Clinic()
	for name, test := range map[string]struct {
		column   int
		of       protocol.Train
		positive string
		classes  string
	}{
		"a number":           {0, protocol.Train{Positive: "<= 52000"}, "<= 52000", ""},
		"a value":            {1, protocol.Train{Positive: "mumps"}, "mumps", ""},
		"a value with blank": {1, protocol.Train{Positive: "> 3"}, "", ""},
		"another value":      {2, protocol.Train{Positive: "sometimes"}, "always", ""},
		"each class":         {1, protocol.Train{Classes: protocol.ClassesEach}, "", protocol.ClassesEach},
		"no number":          {0, protocol.Train{Positive: "very high"}, "> 65000", ""},
	} {
		s := core.NewSetup()
		s.Target = test.column
		s.Follow(&table.Columns[test.column], test.of)
		coretest.Equal(t, [2]string{s.Positive, s.Classes}, [2]string{test.positive, test.classes}, "the proposal for %s", name)
	}
}
