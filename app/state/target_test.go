package state_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/state"
)

// The ages range from 17 to 90; the quarters hold 300, 400, 300 and 200 of 1,200 rows.
func TestNumberTarget(t *testing.T) {
	chosen := core.TargetChosen{Column: 0}
	tests := []struct {
		name                       string
		messages                   []state.Msg
		positive, complaint, share string
	}{
		{"proposed", nil, "> 49", "", "About 49.9 % of the rows."},
		{"typed", []state.Msg{state.BoundTyped{Text: " 35.25 "}}, "> 35.25", "", "About 75.0 % of the rows."},
		{"below", []state.Msg{state.BoundTyped{Text: "35.25"}, state.SignChosen{Sign: "<="}}, "<= 35.25", "", "About 25.0 % of the rows."},
		{"no number", []state.Msg{state.BoundTyped{Text: "many"}}, "", "Type the number that splits the rows in two.", ""},
		{"beyond", []state.Msg{state.BoundTyped{Text: "91"}}, "> 91", "No row lies beyond that: the numbers go from 17 to 90.", ""},
		{"and away again", []state.Msg{core.TargetChosen{Column: 2}, state.BoundTyped{Text: "3"}}, "yes", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := withTable(append([]state.Msg{chosen}, test.messages...)...)
			if s.Setup.Positive != test.positive || s.BoundComplaint() != test.complaint || s.SplitInWords() != test.share {
				t.Errorf("%q, %q, %q, want %q, %q, %q", s.Setup.Positive, s.BoundComplaint(), s.SplitInWords(), test.positive,
					test.complaint, test.share)
			}
			if s.Obstacle() != test.complaint {
				t.Errorf("Obstacle() = %q, want %q", s.Obstacle(), test.complaint)
			}
		})
	}
}
