package state_test

import (
	"fmt"
	"strings"
	"testing"

	"drnet/app/state"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// numbered is a model with one numeric column that has the given number of thresholds.
func numbered(features int) *protocol.Model {
	c := binarize.EncodedColumn{Name: "x"}
	for i := range features {
		c.Thresholds = append(c.Thresholds, float64(i))
	}
	return &protocol.Model{
		Schema: protocol.ModelSchema,
		Model: rule.Model{
			Target: "y", Positive: "yes", Negative: "no",
			Encoder: &binarize.Encoder{Columns: []binarize.EncodedColumn{c}},
		},
	}
}

// watching is a run with a network over the given number of features.
func watching(features int, looks ...state.Msg) state.State {
	begin := started()
	begin.Head = numbered(features)
	return withTable(append([]state.Msg{state.Start{At: noon}, heard(begin, 1)}, looks...)...)
}

func look(seconds float64, neurons ...drnet.Neuron) state.Msg {
	p := progress(int(100 * seconds))
	p.Net = &drnet.Sketch{Rules: 50, Neurons: neurons}
	return heard(p, seconds)
}

// asks is rule number j, from 0, with conditions on some features.
func asks(j int, features ...int) drnet.Neuron {
	n := drnet.Neuron{Rule: j, Loc: 1, Lines: drnet.Connections{}}
	for _, i := range features {
		n.Lines = append(n.Lines, drnet.Connection{Feature: int32(i), W: 1 + float32(i), Loc: 1})
	}
	return n
}

// drawn lists the rules of a figure; a minus marks those that fade out.
func drawn(s state.State) string {
	var words []string
	f := s.Figure()
	if f == nil {
		return "nothing"
	}
	for _, r := range f.Rules {
		word := fmt.Sprint(r.Rule)
		if r.Leaving {
			word = "-" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// TestRulesComeAndGo checks that a disabled rule fades out within 300 ms, and can reappear.
func TestRulesComeAndGo(t *testing.T) {
	both, one := []drnet.Neuron{asks(1, 0), asks(4, 1)}, []drnet.Neuron{asks(4, 1)}
	steps := []struct {
		m    state.Msg
		want string
	}{
		{look(2, both...), "1 4"},
		{look(2.1, one...), "-1 4"},
		{look(2.2, one...), "-1 4"},
		{look(2.35, one...), "-1 4"},
		{look(2.45, one...), "4"},
		{look(2.5, both...), "1 4"},
		{look(2.6, one...), "-1 4"},
		{look(2.65, both...), "1 4"},
		{look(2.7), "-1 -4"},
		{heard(protocol.Paused{}, 2.7), "-1 -4"},
		{heard(protocol.Resumed{}, 9), "-1 -4"},
		{look(9.1), ""},
	}
	s := watching(2)
	if got := drawn(s); got != "nothing" {
		t.Errorf("before the first look %s is drawn", got)
	}
	for i, step := range steps {
		if s, _ = after(s, step.m); drawn(s) != step.want {
			t.Errorf("step %d: %q is drawn, want %q", i, drawn(s), step.want)
		}
	}
}

// TestFigureOfALargeNetwork checks that the drawing is limited, and that its text counts the hidden parts.
func TestFigureOfALargeNetwork(t *testing.T) {
	var many []drnet.Neuron
	for j := range 50 {
		n := asks(j)
		for i := range 64 {
			n.Lines = append(n.Lines, drnet.Connection{Feature: int32((j + 7*i) % 500), W: float32(i%9) - 4.5, Loc: 1})
		}
		n.More = 100
		many = append(many, n)
	}
	f := watching(500, look(2, many...)).Figure()
	if len(f.Features) != 48 || f.Used != 491 || f.Folded != "+443 lighter, +9 unused" || f.Few() {
		t.Errorf("%d questions of %d are drawn, %q, few rules: %v", len(f.Features), f.Used, f.Folded, f.Few())
	}
	for _, r := range f.Rules {
		if len(r.Wires) > 12 {
			t.Fatalf("rule %d has %d lines", r.Rule, len(r.Wires))
		}
		if !strings.HasSuffix(r.Text, " AND 152 more conditions") {
			t.Fatalf("rule %d reads %q", r.Rule, r.Text)
		}
	}
}

func TestLookingAtTheNetwork(t *testing.T) {
	tests := []struct {
		name     string
		messages []state.Msg
		want     state.Net
	}{
		{"a rule", []state.Msg{state.RulePointed{Rule: 2}}, state.Net{Rule: 2}},
		{"and gone", []state.Msg{state.RulePointed{Rule: 2}, state.LinePointed{Line: 1}, state.NetLeft{}}, state.Net{}},
		{"fixed", []state.Msg{
			state.RulePointed{Rule: 2},
			state.RuleFixed{Rule: 2},
			state.RulePointed{Rule: 3},
			state.NetLeft{},
		}, state.Net{Rule: 2, Pinned: true}},
		{"another one fixed", []state.Msg{
			state.RuleFixed{Rule: 2},
			state.LineFixed{Line: 7},
			state.RuleFixed{Rule: 3},
		}, state.Net{Rule: 3, Pinned: true}},
		{"not fixed any more", []state.Msg{state.RuleFixed{Rule: 2}, state.RuleFixed{Rule: 2}, state.RulePointed{Rule: 3}}, state.Net{Rule: 3}},
		{"a line fixed", []state.Msg{
			state.RulePointed{Rule: 2},
			state.LineFixed{Line: 7},
			state.LinePointed{Line: 8},
			state.RulePointed{Rule: 3},
			state.NetLeft{},
		}, state.Net{Rule: 2, Line: 7, Pinned: true, Held: true}},
		{"escape once", []state.Msg{state.RulePointed{Rule: 2}, state.LineFixed{Line: 7}, state.NetEscaped{}}, state.Net{Rule: 2, Pinned: true}},
		{"escape twice", []state.Msg{state.RulePointed{Rule: 2}, state.LineFixed{Line: 7}, state.NetEscaped{}, state.NetEscaped{}}, state.Net{}},
		{"colours", []state.Msg{state.PaletteChosen{Index: 2}, state.PaletteChosen{Index: 9}}, state.Net{Palette: 2}},
		{"a new training", []state.Msg{
			state.PaletteChosen{Index: 1},
			state.NetTable{},
			state.RuleFixed{Rule: 2},
			state.Start{At: noon},
		}, state.Net{Palette: 1, Table: true}},
	}
	for _, test := range tests {
		if got := withTable(test.messages...).Net; got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestWordsOfWeights checks that the description of a line agrees with its effect.
func TestWordsOfWeights(t *testing.T) {
	f := watching(5, look(2, asks(0, 1))).Figure()
	for _, test := range []struct {
		line                drnet.Connection
		sign, name, meaning string
	}{
		{
			drnet.Connection{Feature: 2, W: 0.5, Loc: 10},
			"+", "x ≤ 2, weight 0.50",
			"The rule asks for x ≤ 2. A row without it loses 0.50 of the 1 that the rule starts with, and the rule " +
				"does not fire.",
		},
		{
			drnet.Connection{Feature: 2, W: -3, Loc: 0},
			"NOT", "x > 2, weight −1.50",
			"The rule asks for x > 2. A row without it loses 1.50 of the 1 that the rule starts with, and the rule " +
				"does not fire. More than 1 is lost: training takes no more notice of such rows here.",
		},
		{drnet.Connection{Feature: 2, W: -3, Loc: -9}, "closed", "x ≤ 2, weight 0.00", "The gate is closed: the rule does not ask “x ≤ 2”."},
	} {
		if got := state.SignInWords(test.line); got != test.sign {
			t.Errorf("%v has the sign %q, want %q", test.line, got, test.sign)
		}
		if got := f.LineInWords(test.line); got != test.name {
			t.Errorf("%v is called %q, want %q", test.line, got, test.name)
		}
		if got := f.MeaningOf(test.line); got != test.meaning {
			t.Errorf("%v means %q, want %q", test.line, got, test.meaning)
		}
	}
}
