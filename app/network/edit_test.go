package network

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// paused is a page in teaching mode with a paused run and its complete network.
func paused() *page {
	off := requiring(2, 4)
	off.Loc = -5
	p := watching(5)
	look(p, 2, drnet.Sketch{Rules: 3, Whole: true, Neurons: []drnet.Neuron{requiring(0, 1, 3), requiring(1, 2), off}})
	p.View.Run.Phase, p.View.Teaching = core.Held, true
	return p
}

func accuracy(x float64, rules ...rule.Rule) core.Msg {
	e := protocol.NetworkEvaluated{Rules: rules, Covers: []int{7, 8, 9}}
	e.Outcome.Train.Accuracy = x
	return core.Heard{Event: e}
}

// evaluations lists the networks to evaluate, as the weights of the first rule and the gates of all.
func evaluations(commands []core.Command) (list []string) {
	for _, w := range coretest.Of[protocol.EvaluateNetwork](coretest.Requests(commands)) {
		text := ""
		for _, l := range w.Net.Neurons[0].Lines {
			text += fmt.Sprintf("%.2f ", l.Weight())
		}
		for _, n := range w.Net.Neurons {
			text += map[bool]string{true: "+", false: "-"}[n.Open()]
		}
		list = append(list, text)
	}
	return list
}

// A cancelled request is sent again.
func TestCancelledEvaluationIsAskedAgain(t *testing.T) {
	p := paused()
	first := p.Send(EditingSwitched{On: true})
	second := p.Send(core.Heard{Event: protocol.Refused{Kind: protocol.Cancelled}})
	for _, commands := range [][]core.Command{first, second} {
		if got, want := evaluations(commands), []string{"1.55 3.11 ++-"}; !slices.Equal(got, want) {
			t.Errorf("asked %q, want %q", got, want)
		}
	}
}

func TestWeightsChangedByHand(t *testing.T) {
	line := []core.Msg{RulePinned{Rule: 1}, LinePinned{Line: 4}}
	edit := append([]core.Msg{EditingSwitched{On: true}, accuracy(0.9)}, line...)
	tests := []struct {
		name     string
		messages []core.Msg
		want     []string
	}{
		{"not switched on", append(line[:2:2], WeightTyped{Text: "-3"}), nil},
		{"as it was learned", []core.Msg{EditingSwitched{On: true}}, []string{"1.55 3.11 ++-"}},
		{"a weight", append(edit[:4:4], WeightTyped{Text: "−2.5"}), []string{"1.55 3.11 ++-", "1.55 -2.50 ++-"}},
		{"no number", append(edit[:4:4], WeightTyped{Text: "x"}, WeightTyped{Text: "11"}), []string{"1.55 3.11 ++-"}},
		{"one request at a time", append(edit[:4:4], WeightTyped{Text: "1"}, WeightTyped{Text: "2"},
			WeightTyped{Text: "3"}, accuracy(0.8)), []string{"1.55 3.11 ++-", "1.55 1.00 ++-", "1.55 3.00 ++-"}},
		{
			"a gate", append(edit[:4:4], GateSwitched{}, accuracy(0.8), GateSwitched{Open: true}),
			[]string{"1.55 3.11 ++-", "1.55 0.00 ++-", "1.55 4.00 ++-"},
		},
		{
			"a rule", append(edit[:4:4], RuleSwitched{}, accuracy(0.8), RulePinned{Rule: 3}, RuleSwitched{On: true}),
			[]string{"1.55 3.11 ++-", "1.55 3.11 -+-", "1.55 3.11 -++"},
		},
		{"nothing selected", append(edit[:2:2], WeightTyped{Text: "1"}, GateSwitched{}, RuleSwitched{}), []string{"1.55 3.11 ++-"}},
	}
	for _, test := range tests {
		p := paused()
		before := p.View.Run.Last.Net.Neurons[0].Lines[1]
		if got := evaluations(p.Send(test.messages...)); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: asked %q, want %q", test.name, got, test.want)
		}
		if p.View.Run.Last.Net.Neurons[0].Lines[1] != before {
			t.Errorf("%s: the learned weight has changed", test.name)
		}
	}
}

// Edits need a paused run and teaching mode.
func TestEditsEnd(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*core.View)
	}{
		{"the run continues", func(c *core.View) { c.Run.Phase = core.Training }},
		{"teaching mode is switched off", func(c *core.View) { c.Teaching = false }},
	} {
		p := paused()
		p.Send(EditingSwitched{On: true}, accuracy(0.9), RulePinned{Rule: 1}, LinePinned{Line: 4}, WeightTyped{Text: "2"})
		test.end(&p.View)
		p.Send(core.Refresh{})
		if got := p.Send(WeightTyped{Text: "1"}); got != nil || p.Model.edits.net != nil {
			t.Errorf("%s: edits %+v, commands %v", test.name, p.Model.edits, got)
		}
	}
}

func TestEffectOfAnEdit(t *testing.T) {
	p := paused()
	p.Send(EditingSwitched{On: true}, accuracy(0.9), RulePinned{Rule: 1}, LinePinned{Line: 4}, WeightTyped{Text: "-1"})
	if got, want := p.Model.edits.inWords(), "Edited by hand: evaluating …"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if f := p.Model.figure(p.View); f.rules[0].text != "3 < x ≤ 1" {
		t.Errorf("rule 1 reads %q at once", f.rules[0].text)
	}
	p.Send(accuracy(0.8, rule.Rule{{Feature: 2}}))
	if got, want := p.Model.edits.inWords(), "Edited by hand: train accuracy 80.0 %, before 90.0 %. Its rules, simplified:"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if got := p.Model.editedRules(p.View); !reflect.DeepEqual(got, []string{"x ≤ 2"}) {
		t.Errorf("the rules are %q", got)
	}
	if f := p.Model.figure(p.View); f.rules[0].Covers != 7 {
		t.Errorf("rule 1 covers %d rows, want 7", f.rules[0].Covers)
	}
	commands := p.Send(EditsDropped{})
	if f := p.Model.figure(p.View); f.rules[0].text != "x ≤ 1 AND x ≤ 3" || p.Model.edits.net != nil || len(commands) != 0 {
		t.Errorf("rule 1 reads %q, commands %v", f.rules[0].text, commands)
	}
}

// The rules of an edited network become a revision, without scores and switched off rules.
func TestEditsKept(t *testing.T) {
	p := paused()
	net, m := p.View.Run.Last.Net, p.View.Run.Started.Head
	p.View.Run.Phase, p.View.Busy, p.View.Run.Model, p.View.Run.Nets = core.Done, false, m, []*drnet.Sketch{net}
	shown := *m
	shown.Off = []rule.Idle{{}}
	p.View.Revision = core.Revision{Model: &shown, From: "people.csv", Scored: new(protocol.Scored)}
	p.Send(EditingSwitched{On: true}, accuracy(0.9), RulePinned{Rule: 1}, LinePinned{Line: 4}, WeightTyped{Text: "-1"})
	if got := p.Send(EditsKept{}); got != nil {
		t.Errorf("before the evaluation: %v", got)
	}
	set := rule.Set{{{Feature: 2}}}
	p.Send(accuracy(0.8, set...))
	got, ok := p.Send(EditsKept{})[0].(core.ShowRules)
	if !ok || !reflect.DeepEqual(got.Revision.Model.Rules, set) || len(got.Revision.Model.Off) != 0 || !got.Revision.Model.Edited ||
		got.Revision.Scored != nil || got.Revision.From != "people.csv" || len(shown.Off) != 1 {
		t.Errorf("shown %+v", got)
	}
}

// The steps of a row show the numbers of the engine.
func TestTrace(t *testing.T) {
	p := paused()
	requests := coretest.Requests(p.Send(TraceShown{Shown: true}))
	if len(requests) != 1 || requests[0].(protocol.TraceRow).Row != 1 {
		t.Fatalf("asked %+v", requests)
	}
	set, right := map[int]bool{2: true, 3: true, 4: true}, false
	p.Send(core.Heard{Event: protocol.RowTraced{
		Row: 1, Pass: p.View.Run.Last.Net.Pass(func(i int) bool { return set[i] }),
		Cells: []rule.ExplainedCell{{Column: "x", Text: "2"}}, Truth: "no", Right: &right, Answer: "y = yes",
	}})
	want := []struct{ title, numbers, words string }{
		{"The row becomes bits", "", "Row 1: x = 2."},
		{"Rule R1", "y = 3.11 − 4.66 + 1 = −0.55", "1 condition does not hold, and takes its weight off the 1: the rule does not fire, h = 0."},
		{"Rule R2", "y = 2.33 − 2.33 + 1 = 1.00", "Every condition holds, so nothing is taken off the 1: the rule fires, h = 1."},
		{"The OR neuron", "o = 0 + 1 − 0.5 = 0.50", "1 rule fires of the 2 that are on. One is enough to be above 0."},
		{"The prediction", "o = 0.50, so o > 0: y = yes", "The label is no: the prediction is wrong."},
	}
	if last := p.Model.trace.last(); last != len(want)-1 {
		t.Fatalf("%d is the last step, want %d", last, len(want)-1)
	}
	for i, w := range want {
		p.Send(TraceStepChosen{Step: i})
		step, ok := p.Model.trace.step(p.Model.figure(p.View))
		if !ok || step.title != w.title || step.numbers != w.numbers || step.words != w.words {
			t.Errorf("step %d is %+v, want %+v", i, step, w)
		}
	}
	if p.Send(TraceStepChosen{Step: 2}); p.Model.selection != (selection{rule: 2, rulePinned: true}) {
		t.Errorf("the rule of the step is not selected: %+v", p.Model.selection)
	}
	requests = coretest.Requests(p.Send(TraceRowTyped{Text: "3"}, TraceRowTyped{Text: "4"}, TraceRowTyped{Text: "none"}))
	if len(requests) != 1 || requests[0].(protocol.TraceRow).Row != 3 {
		t.Errorf("asked %+v, want row 3 alone", requests)
	}
	if row := p.Model.traceRow(p.View); row != 0 {
		t.Errorf("the row is %d, want none", row)
	}
}
