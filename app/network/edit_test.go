package network

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// requiring is neuron number j, from 0, with conditions on some features.
func requiring(j int, features ...int) drnet.Neuron {
	n := drnet.Neuron{Rule: j, Loc: 1, Lines: drnet.Connections{}}
	for _, i := range features {
		n.Lines = append(n.Lines, drnet.Connection{Feature: int32(i), W: 1 + float32(i), Loc: 1})
	}
	return n
}

// paused is a page in teaching mode with a paused run and its complete network.
func paused() *page {
	off := requiring(2, 4)
	off.Loc = -5
	p := watching(2)
	look(p, 2, rule.Rule{{Feature: 1}})
	p.View.Run.Last.Net = &drnet.Sketch{Rules: 3, Whole: true, Neurons: []drnet.Neuron{requiring(0, 1, 3), requiring(1, 2), off}}
	p.View.Run.Phase, p.View.Teaching = core.Held, true
	return p
}

func accuracy(x float64, rules ...rule.Rule) core.Msg {
	e := protocol.NetworkEvaluated{Rules: rules, Covers: []int{7, 8, 9}}
	e.Outcome.Train.Accuracy = x
	return core.Heard{Event: e}
}

// evaluations lists the networks to evaluate, as the weights of the first rule and the gates of all.
func evaluations(commands []core.Command) string {
	var list []string
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
	return strings.Join(list, ", ")
}

func TestWeightsChangedByHand(t *testing.T) {
	typed := func(text string) core.Msg { return WeightTyped{Feature: 3, Text: text} }
	gate := func(open bool) core.Msg { return GateSwitched{Feature: 3, Open: open} }
	const learned = "1.55 3.11 ++-"
	for _, test := range []struct {
		name     string
		messages []core.Msg // after editing is switched on
		want     string
	}{
		{"as it was learned", nil, learned},
		{"a weight", []core.Msg{typed("−2.5")}, learned + ", 1.55 -2.50 ++-"},
		{"no number", []core.Msg{typed("x"), typed("11")}, learned},
		{"no such weight", []core.Msg{WeightTyped{Feature: 4, Text: "1"}}, learned + ", " + learned},
		{"one request at a time", []core.Msg{typed("1"), typed("2"), typed("3"), accuracy(0.8)}, learned + ", 1.55 1.00 ++-, 1.55 3.00 ++-"},
		{"a gate", []core.Msg{gate(false), accuracy(0.8), gate(true)}, learned + ", 1.55 0.00 ++-, 1.55 4.00 ++-"},
		{
			"a neuron",
			[]core.Msg{NeuronSwitched{}, accuracy(0.8), NeuronChosen{Number: 3}, NeuronSwitched{On: true}},
			learned + ", 1.55 3.11 -+-, 1.55 3.11 -++",
		},
	} {
		p := paused()
		if got := p.Send(typed("-3")); got != nil {
			t.Errorf("not switched on: %v", got)
		}
		before := p.View.Run.Last.Net.Neurons[0].Lines[1]
		p.Send(EditingSwitched{On: true}, accuracy(0.9))
		p.Send(test.messages...)
		coretest.Equal(t, evaluations(p.Commands), test.want, "%s: the networks asked for", test.name)
		coretest.Equal(t, p.View.Run.Last.Net.Neurons[0].Lines[1], before, "%s: the learned weight", test.name)
	}
}

// Edits need a paused run and teaching mode.
func TestEditsEnd(t *testing.T) {
	for name, end := range map[string]func(*core.View){
		"the run continues":             func(c *core.View) { c.Run.Phase = core.Training },
		"teaching mode is switched off": func(c *core.View) { c.Teaching = false },
	} {
		p := paused()
		p.Send(EditingSwitched{On: true}, accuracy(0.9), WeightTyped{Feature: 3, Text: "2"})
		end(&p.View)
		p.Send(core.Refresh{})
		if got := p.Send(WeightTyped{Feature: 3, Text: "1"}); got != nil || p.Model.edits.net != nil {
			t.Errorf("%s: edits %+v, commands %v", name, p.Model.edits, got)
		}
	}
}

func TestEffectOfAnEdit(t *testing.T) {
	p := paused()
	p.Send(EditingSwitched{On: true}, accuracy(0.9), WeightTyped{Feature: 3, Text: "-1"})
	coretest.Equal(t, p.Model.edits.inWords(), "Edited by hand: evaluating …", "the sentence")
	coretest.Equal(t, drawn(p), "R1 0≤ 20", "drawn before the evaluation")
	p.Send(accuracy(0.8, rule.Rule{{Feature: 2}}))
	want := "Edited by hand: train accuracy 80.0%, before 90.0%. The drawing shows its simplified rules."
	if got := p.Model.edits.inWords(); got != want || drawn(p) != "R1 0≤ 30" {
		t.Errorf("it says %q and draws %s", got, drawn(p))
	}
	p.Send(core.TableRead{Again: true}, accuracy(0.7), accuracy(0.6, rule.Rule{{Feature: 2}}))
	want = "Edited by hand: train accuracy 60.0%, before 70.0%. The drawing shows its simplified rules."
	coretest.Equal(t, p.Model.edits.inWords(), want, "the sentence after another reading")
	commands := p.Send(EditsDropped{})
	if drawn(p) != "R1 0≤ 20" || p.Model.edits.net != nil || len(commands) != 0 {
		t.Errorf("without edits %s is drawn, commands %v", drawn(p), commands)
	}
}

// Of many weights the strongest are shown, first those behind open gates, in the order of the features.
func TestStrongest(t *testing.T) {
	n := requiring(0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
	n.Lines[13].Loc = -5
	n.Lines[0].W = -20
	var got []int32
	for _, l := range strongest(n.Lines) {
		got = append(got, l.Feature)
	}
	coretest.Equal(t, got, []int32{0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "shown")
}

// The rules of an edited network become a revision, without scores and switched off rules.
func TestEditsKept(t *testing.T) {
	p := paused()
	net, m := p.View.Run.Last.Net, p.View.Run.Started.Head
	p.View.Run.Phase, p.View.Busy, p.View.Run.Model, p.View.Run.Nets = core.Done, false, m, []*drnet.Sketch{net}
	shown := *m
	shown.Off = []rule.Idle{{}}
	p.View.Revision = core.Revision{Model: &shown, From: "people.csv", Scored: new(protocol.Scored)}
	p.Send(EditingSwitched{On: true}, accuracy(0.9), WeightTyped{Feature: 3, Text: "-1"})
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
