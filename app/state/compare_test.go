package state_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func chosen(settings ...int) (list []state.Msg) {
	for _, i := range settings {
		list = append(list, state.CompareChosen{Index: i, On: true})
	}
	return list
}

// The settings have rules 1 to 3, rule 1, and rules 1 and 2.
func TestComparison(t *testing.T) {
	tests := []struct {
		name     string
		messages []state.Msg
		asked    string
		want     string
	}{
		{"one is not enough", chosen(0), "evaluate", "none"},
		{"two", chosen(0, 1), "evaluate, rows", "[0 1] shared 1 changed 0 left 2 right 0: Comparing the rows …"},
		{"the other way round", chosen(1, 0), "evaluate, rows", "[1 0] shared 1 changed 0 left 0 right 2: Comparing the rows …"},
		{
			"a third takes the place of the first", chosen(0, 1, 2), "evaluate, rows",
			"[1 2] shared 1 changed 0 left 0 right 1: Comparing the rows …",
		},
		{"taken away", append(chosen(0, 1), state.CompareChosen{Index: 0}), "evaluate, rows", "none"},
		{"out of range", chosen(0, 9), "evaluate", "none"},
		{
			"counted", append(chosen(0, 1), heard(protocol.RowPage{Total: 41}, 30)), "evaluate, rows",
			"[0 1] shared 1 changed 0 left 2 right 0: They answer differently on 41 rows of the table.",
		},
		{
			"the same", append(chosen(0, 1), heard(protocol.RowPage{}, 30)), "evaluate, rows",
			"[0 1] shared 1 changed 0 left 2 right 0: Both give the same answer to every row of the table that has a label.",
		},
		{
			"refused", append(chosen(0, 1), heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}, 30)),
			"evaluate, rows", "[0 1] shared 1 changed 0 left 2 right 0: No. Yes.",
		},
		{
			"another pair before the answer", append(chosen(0, 1, 2), heard(protocol.RowPage{Total: 41}, 30)),
			"evaluate, rows, rows", "[1 2] shared 1 changed 0 left 0 right 1: Comparing the rows …",
		},
		{"tried again", append(chosen(0, 1), severalAsked(), heard(evaluated(), 40)), "evaluate, rows, evaluate", "none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, asked := tradeMade(test.messages...)
			c, ok := s.Comparison()
			got := "none"
			if ok {
				got = fmt.Sprintf("%v shared %d changed %d left %d right %d: %s", s.Trade.Compared, len(c.Shared), len(c.Changed),
					len(c.OnlyLeft), len(c.OnlyRight), c.Differ)
			}
			if got != test.want || asked != test.asked {
				t.Errorf("%s, asked for %q; want %s, %q", got, asked, test.want, test.asked)
			}
		})
	}
}

// Different rules on the same columns are listed as changed, paired by similarity.
func TestChangedRules(t *testing.T) {
	e := evaluated()
	not := func(f int) rule.Literal { return rule.Literal{Feature: f, Not: true} }
	e.Results[0].Model.Rules = rule.Set{{not(1), {Feature: 3}}, {not(0), {Feature: 4}}, {{Feature: 0}}}
	e.Results[1].Model.Rules = rule.Set{{not(1), {Feature: 5}}, {not(2), {Feature: 4}}, {{Feature: 7}}}
	for k := range 2 {
		e.Results[k].Model.Learned.Refined.Train.Rules = e.Results[0].Model.Learned.Refined.Train.Rules
	}
	s, _ := read(core.TabChosen{Tab: core.TradeOffTab})
	s, _ = after(s, append([]state.Msg{severalAsked(), heard(e, 20)}, chosen(0, 1)...)...)
	c, ok := s.Comparison()
	want := "[{age > 40.25 AND city = Bern age > 40.25 AND city = Wien} {age > 30 AND city = Rom age > 65 AND city = Rom}] " +
		"[age ≤ 30] [street = b]"
	if got := fmt.Sprint(c.Changed, c.OnlyLeft, c.OnlyRight); !ok || got != want || len(c.Shared) > 0 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestDifferingRows(t *testing.T) {
	s, _ := tradeMade(chosen(2, 0)...)
	s, requests := after(s, heard(protocol.RowPage{Total: 41}, 30), state.DifferingRows{})
	r := lastRows(requests)
	if r.Model != s.Trade.Tried.Results[2].Model || r.Differ != s.Trade.Tried.Results[0].Model ||
		s.RowsTitle() != "The two models answer differently" || r.Rows == 0 {
		t.Errorf("asked for %+v: %s", r, s.RowsTitle())
	}
	if len(s.RowsNotes()) > 0 {
		t.Errorf("notes %q", s.RowsNotes())
	}
}

func TestReferences(t *testing.T) {
	if s, _ := read(); s.References() != nil {
		t.Error("nothing was tried, and there is something to compare with")
	}
	for single, want := range map[float64]string{
		0:   "always the more frequent answer 0 0.55",
		0.7: "always the more frequent answer 0 0.55, the best single condition 2 0.7",
	} {
		s, _ := tradeMade()
		for i := range s.Trade.Tried.Results {
			s.Trade.Tried.Results[i].Mean.Single = single
		}
		var got []string
		for _, r := range s.References() {
			got = append(got, fmt.Sprint(r.Name, " ", r.SizeText(), " ", r.Accuracy))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%v: %q, want %q", single, got, want)
		}
	}
}
