package state_test

import (
	"fmt"
	"reflect"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// heldNet is a paused run with its complete network.
func heldNet(more ...state.Msg) (state.State, []protocol.Request) {
	p := progress(200)
	off := asks(2, 4)
	off.Loc = -5
	p.Net = &drnet.Sketch{Rules: 3, Whole: true, Neurons: []drnet.Neuron{asks(0, 1, 3), asks(1, 2), off}}
	s := watching(5, heard(protocol.Paused{}, 2), heard(p, 2))
	return after(s, more...)
}

func accuracy(x float64, rules ...rule.Rule) state.Msg {
	w := protocol.NetworkEvaluated{Rules: rules, Covers: []int{7, 8, 9}}
	w.Outcome.Train.Accuracy = x
	return heard(w, 3)
}

// weighed lists the evaluated networks, as the weights of the first rule and the gates of all.
func weighed(requests []protocol.Request) (list []string) {
	for _, r := range requests {
		if w, ok := r.(protocol.EvaluateNetwork); ok {
			text := ""
			for _, l := range w.Net.Neurons[0].Lines {
				text += fmt.Sprintf("%.2f ", l.Weight())
			}
			for _, n := range w.Net.Neurons {
				text += map[bool]string{true: "+", false: "-"}[n.Open()]
			}
			list = append(list, text)
		}
	}
	return list
}

// A cancelled request is sent again.
func TestCancelledEvaluationIsAskedAgain(t *testing.T) {
	s, _ := heldNet()
	s, first := after(s, state.WeightsTaught{On: true})
	pending := s.Pending()
	id := pending[len(pending)-1].ID
	_, second := after(s, core.Heard{ID: id, Event: protocol.Refused{Kind: protocol.Cancelled}, At: at(3)})
	want := []string{"1.55 3.11 ++-"}
	if got := weighed(first); !reflect.DeepEqual(got, want) {
		t.Errorf("asked %q first, want %q", got, want)
	}
	if got := weighed(second); !reflect.DeepEqual(got, want) {
		t.Errorf("asked %q after the refusal, want %q", got, want)
	}
}

func TestWeightsChangedByHand(t *testing.T) {
	line := []state.Msg{state.RuleFixed{Rule: 1}, state.LineFixed{Line: 4}}
	teach := append([]state.Msg{state.WeightsTaught{On: true}, accuracy(0.9)}, line...)
	tests := []struct {
		name     string
		messages []state.Msg
		want     []string
	}{
		{"not in teaching mode", append(line[:2:2], state.WeightTyped{Text: "-3"}), nil},
		{"as it was learnt", []state.Msg{state.WeightsTaught{On: true}}, []string{"1.55 3.11 ++-"}},
		{"a weight", append(teach[:4:4], state.WeightTyped{Text: "−2.5"}), []string{"1.55 3.11 ++-", "1.55 -2.50 ++-"}},
		{"no number", append(teach[:4:4], state.WeightTyped{Text: "x"}, state.WeightTyped{Text: "11"}), []string{"1.55 3.11 ++-"}},
		{"one question at a time", append(teach[:4:4], state.WeightTyped{Text: "1"}, state.WeightTyped{Text: "2"},
			state.WeightTyped{Text: "3"}, accuracy(0.8)), []string{"1.55 3.11 ++-", "1.55 1.00 ++-", "1.55 3.00 ++-"}},
		{
			"a gate", append(teach[:4:4], state.GateSwitched{}, accuracy(0.8), state.GateSwitched{Open: true}),
			[]string{"1.55 3.11 ++-", "1.55 0.00 ++-", "1.55 4.00 ++-"},
		},
		{"a rule", append(teach[:4:4], state.NeuronSwitched{}, accuracy(0.8), state.RuleFixed{Rule: 3},
			state.NeuronSwitched{On: true}), []string{"1.55 3.11 ++-", "1.55 3.11 -+-", "1.55 3.11 -++"}},
		{"nothing chosen", []state.Msg{
			state.WeightsTaught{On: true},
			accuracy(0.9),
			state.WeightTyped{Text: "1"},
			state.GateSwitched{},
			state.NeuronSwitched{},
		}, []string{"1.55 3.11 ++-"}},
		{"the training goes on", append(teach[:4:4], heard(protocol.Resumed{}, 4), state.WeightTyped{Text: "1"}), []string{"1.55 3.11 ++-"}},
	}
	for _, test := range tests {
		s, _ := heldNet()
		before := s.Run.Last.Net.Neurons[0].Lines[1]
		s, requests := after(s, test.messages...)
		if got := weighed(requests); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: asked %q, want %q", test.name, got, test.want)
		}
		if s.Run.Last.Net.Neurons[0].Lines[1] != before {
			t.Errorf("%s: what was learnt has changed", test.name)
		}
	}
}

func TestEffectOfAChange(t *testing.T) {
	s, _ := heldNet(state.WeightsTaught{On: true}, accuracy(0.9), state.RuleFixed{Rule: 1}, state.LineFixed{Line: 4},
		state.WeightTyped{Text: "-1"})
	if got, want := s.EditsInWords(), "Changed by hand: measuring …"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if f := s.Figure(); f.Rules[0].Text != "3 < x ≤ 1" {
		t.Errorf("rule 1 reads %q at once", f.Rules[0].Text)
	}
	s, _ = after(s, accuracy(0.8, rule.Rule{{Feature: 2}}))
	if got, want := s.EditsInWords(), "Changed by hand: right on 80.0 % of the training rows, before 90.0 %. Its "+
		"rules, without what changes no answer:"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got := s.EditedRules(); !reflect.DeepEqual(got, []string{"x ≤ 2"}) {
		t.Errorf("the rules are %q", got)
	}
	if f := s.Figure(); f.Rules[0].Covers != 7 {
		t.Errorf("rule 1 covers %d rows, want 7", f.Rules[0].Covers)
	}
	s, requests := after(s, state.EditsDropped{})
	if f := s.Figure(); f.Rules[0].Text != "x ≤ 1 AND x ≤ 3" || s.Edits.Net != nil || len(requests) != 0 {
		t.Errorf("rule 1 reads %q, asked %v", f.Rules[0].Text, requests)
	}
}

// TestForward checks that the steps of a row show the numbers of the engine.
func TestForward(t *testing.T) {
	s, requests := heldNet(state.ForwardShown{Shown: true})
	if len(requests) != 1 || requests[0].(protocol.TraceRow).Row != 1 {
		t.Fatalf("asked %+v", requests)
	}
	net := s.Run.Last.Net
	right := false
	passed := func(row int, bits ...int) state.Msg {
		is := map[int]bool{}
		for _, i := range bits {
			is[i] = true
		}
		p := protocol.RowTraced{
			Row: row, Pass: net.Pass(func(i int) bool { return is[i] }),
			Cells: []rule.ExplainedCell{{Column: "x", Text: "2"}}, Truth: "no", Right: &right, Answer: "y = yes",
		}
		return heard(p, 3)
	}
	s, _ = after(s, passed(1, 2, 3, 4))
	want := []struct{ title, numbers, words string }{
		{"The row becomes bits", "", "Row 1: x = 2."},
		{"Rule R1", "y = 3.11 − 4.66 + 1 = −0.55", "1 condition does not hold, and takes its weight off the 1: the rule does not fire, h = 0."},
		{"Rule R2", "y = 2.33 − 2.33 + 1 = 1.00", "Every condition holds, so nothing is taken off the 1: the rule fires, h = 1."},
		{"The OR neuron", "o = 0 + 1 − 0.5 = 0.50", "1 rule fires of the 2 that are on. One is enough to be above 0."},
		{"The answer", "o = 0.50, so o > 0: y = yes", "The table says no: the answer is wrong."},
	}
	if s.ForwardSteps() != len(want) {
		t.Fatalf("%d steps, want %d", s.ForwardSteps(), len(want))
	}
	for i, w := range want {
		s, _ = after(s, state.ForwardTo{Step: i})
		step, ok := s.ForwardStep()
		if !ok || step.Title != w.title || step.Numbers != w.numbers || step.Words != w.words {
			t.Errorf("step %d is %+v, want %+v", i, step, w)
		}
	}
	if s, _ := after(s, state.ForwardTo{Step: 2}); s.Net.Rule != 2 || !s.Net.Pinned {
		t.Errorf("the rule of the step is not shown: %+v", s.Net)
	}
	s, requests = after(s, state.ForwardRow{Text: "3"}, state.ForwardRow{Text: "4"}, state.ForwardRow{Text: "none"})
	if len(requests) != 1 || requests[0].(protocol.TraceRow).Row != 3 {
		t.Errorf("asked %+v, want row 3 alone", requests)
	}
	if s.ForwardNumber() != 0 {
		t.Errorf("the row is %d, want none", s.ForwardNumber())
	}
}
