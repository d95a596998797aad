package tradeoff

import (
	"fmt"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

func chosen(settings ...int) (list []core.Msg) {
	for _, i := range settings {
		list = append(list, SettingCompared{Index: i, On: true})
	}
	return list
}

// The settings have rules 1 to 3, rule 1, and rules 1 and 2.
func TestComparison(t *testing.T) {
	heard := func(e protocol.Event) []core.Msg { return append(chosen(0, 1), coretest.Heard(e, 30)) }
	const both, last = "[0 1] shared 1 changed 0 left 2 right 0: ", "[1 2] shared 1 changed 0 left 0 right 1: Comparing rows …"
	const once = "evaluate, rows"
	for _, test := range []struct {
		name     string
		messages []core.Msg
		asked    string
		want     string
	}{
		{"one is not enough", chosen(0), "evaluate", "none"},
		{"two", chosen(0, 1), once, both + "Comparing rows …"},
		{"the other way round", chosen(1, 0), once, "[1 0] shared 1 changed 0 left 0 right 2: Comparing rows …"},
		{"a third takes the place of the first", chosen(0, 1, 2), once, last},
		{"taken away", append(chosen(0, 1), SettingCompared{Index: 0}), once, "none"},
		{"out of range", chosen(0, 9), "evaluate", "none"},
		{"counted", heard(protocol.RowPage{Total: 41}), once, both + "Their predictions differ on 41 rows."},
		{"the same", heard(protocol.RowPage{}), once, both + "Both models predict the same class for every labeled row."},
		{"refused", heard(protocol.Refused{Kind: protocol.BadSetting, Message: "no", Hint: "yes"}), once, both + "No. Yes."},
		{
			"another pair before the answer", append(chosen(0, 1, 2), coretest.Heard(protocol.RowPage{Total: 41}, 30)),
			"evaluate, rows, rows", last,
		},
		{"tried again", append(chosen(0, 1), sweepAsked, coretest.Heard(coretest.Sweep(), 40)), "evaluate, rows, evaluate", "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := swept(test.messages...)
			two, ok := p.Model.compared()
			asked := coretest.Names(coretest.Requests(p.Commands))
			got := "none"
			if ok {
				c := core.Compare(two, nil)
				differ, _ := p.Model.pair.DifferInWords(two, p.View)
				got = fmt.Sprintf("%v shared %d changed %d left %d right %d: %s", p.Model.pair.Chosen, len(c.Shared), len(c.Changed),
					len(c.Only[0]), len(c.Only[1]), differ)
			}
			if got != test.want || asked != test.asked {
				t.Errorf("%s, asked for %q; want %s, %q", got, asked, test.want, test.asked)
			}
		})
	}
}

// Different rules on the same columns are listed as changed, paired by similarity.
func TestChangedRules(t *testing.T) {
	e := coretest.Sweep()
	not := func(f int) rule.Literal { return rule.Literal{Feature: f, Not: true} }
	e.Results[0].Model.Rules = rule.Set{{not(1), {Feature: 3}}, {not(0), {Feature: 4}}, {{Feature: 0}}}
	e.Results[1].Model.Rules = rule.Set{{not(1), {Feature: 5}}, {not(2), {Feature: 4}}, {{Feature: 7}}}
	for k := range 2 {
		e.Results[k].Model.Learned.Refined.Train.Rules = e.Results[0].Model.Learned.Refined.Train.Rules
	}
	c := core.Compare([2]*protocol.Model{e.Results[0].Model, e.Results[1].Model}, nil)
	want := "[[age > 40.25 AND city = Bern age > 40.25 AND city = Wien] [age > 30 AND city = Rom age > 65 AND city = Rom]] " +
		"[[age ≤ 30] [street = b]]"
	if got := fmt.Sprint(c.Changed, c.Only); got != want || len(c.Shared) > 0 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestReferences(t *testing.T) {
	if list := page().Model.references(); list != nil {
		t.Errorf("before a sweep: %v", list)
	}
	for single, want := range map[float64]string{
		0:   "majority class 0 0.55",
		0.7: "majority class 0 0.55, best single condition (1R) 2 0.7",
	} {
		m := swept().Model
		for i := range m.results[Sweep].Results {
			m.results[Sweep].Results[i].Mean.Single = single
		}
		var got []string
		for _, r := range m.references() {
			got = append(got, fmt.Sprint(r.name, " ", r.size, " ", r.accuracy))
		}
		coretest.Equal(t, strings.Join(got, ", "), want, "baselines for %v", single)
	}
}
