package network

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// page is a page with this feature.
type page = coretest.Page[Model]

var noon = coretest.Noon

// numbered is a model with one numeric column that has the given number of thresholds.
func numbered(features int) *protocol.Model {
	c := binarize.EncodedColumn{Name: "x"}
	for i := range features {
		c.Thresholds = append(c.Thresholds, float64(i))
	}
	return &protocol.Model{
		Schema: protocol.ModelSchema,
		Model:  rule.Model{Target: "y", Positive: "yes", Negative: "no", Encoder: &binarize.Encoder{Columns: []binarize.EncodedColumn{c}}},
	}
}

// watching is a page during a run over the given number of features.
func watching(features int) *page {
	begin := &protocol.Started{Rows: 960, Head: numbered(features)}
	p := &page{View: core.View{Shared: core.Shared{
		Table: &protocol.TableSummary{Name: "people.csv", Rows: 1200},
		Run:   core.Run{Phase: core.Training, Started: begin, Resumed: noon},
	}, Busy: true}}
	p.Send(core.Refresh{})
	return p
}

// look shows a snapshot of the network.
func look(p *page, seconds float64, net drnet.Sketch) {
	p.View.Run.LastEvent = noon.Add(time.Duration(seconds * float64(time.Second)))
	p.View.Run.Progress(protocol.Progress{Step: int(100 * seconds), Steps: 1000, Net: &net}, p.View.Run.LastEvent)
	p.Send(core.Refresh{})
}

func sketch(neurons ...drnet.Neuron) drnet.Sketch { return drnet.Sketch{Rules: 50, Neurons: neurons} }

// requiring is rule number j, from 0, with conditions on some features.
func requiring(j int, features ...int) drnet.Neuron {
	n := drnet.Neuron{Rule: j, Loc: 1, Lines: drnet.Connections{}}
	for _, i := range features {
		n.Lines = append(n.Lines, drnet.Connection{Feature: int32(i), W: 1 + float32(i), Loc: 1})
	}
	return n
}

// drawn lists the rules of a figure; a minus marks those that fade out.
func drawn(p *page) string {
	var words []string
	f := p.Model.figure(p.View)
	if f == nil {
		return "nothing"
	}
	for _, r := range f.rules {
		word := fmt.Sprint(r.Rule)
		if r.leaving {
			word = "-" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// A disabled rule fades out within 300 ms, and can reappear.
func TestRulesComeAndGo(t *testing.T) {
	both, one := sketch(requiring(1, 0), requiring(4, 1)), sketch(requiring(4, 1))
	steps := []struct {
		seconds float64
		net     drnet.Sketch
		want    string
	}{
		{2, both, "1 4"},
		{2.1, one, "-1 4"},
		{2.2, one, "-1 4"},
		{2.35, one, "-1 4"},
		{2.45, one, "4"},
		{2.5, both, "1 4"},
		{2.6, one, "-1 4"},
		{2.65, both, "1 4"},
		{2.7, sketch(), "-1 -4"},
		{9.1, sketch(), ""},
	}
	p := watching(2)
	if got := drawn(p); got != "nothing" {
		t.Errorf("before the first snapshot %s is drawn", got)
	}
	for _, step := range steps {
		if look(p, step.seconds, step.net); drawn(p) != step.want {
			t.Errorf("after %g s: %q is drawn, want %q", step.seconds, drawn(p), step.want)
		}
	}
}

// The drawing is limited, and its text counts the hidden parts.
func TestFigureOfALargeNetwork(t *testing.T) {
	var many []drnet.Neuron
	for j := range 50 {
		n := requiring(j)
		for i := range 64 {
			n.Lines = append(n.Lines, drnet.Connection{Feature: int32((j + 7*i) % 500), W: float32(i%9) - 4.5, Loc: 1})
		}
		n.More = 100
		many = append(many, n)
	}
	p := watching(500)
	look(p, 2, sketch(many...))
	f := p.Model.figure(p.View)
	if len(f.inputs) != 48 || f.used != 491 || f.folded != "443 weak and 9 unused hidden" || f.few() {
		t.Errorf("%d features of %d are drawn, %q, few rules: %v", len(f.inputs), f.used, f.folded, f.few())
	}
	for _, r := range f.rules {
		if len(r.wires) > 12 {
			t.Fatalf("rule %d has %d lines", r.Rule, len(r.wires))
		}
		if !strings.HasSuffix(r.text, " AND 152 more conditions") {
			t.Fatalf("rule %d reads %q", r.Rule, r.text)
		}
	}
}

// The network is drawn in parts, and a new run begins again.
func TestDrawing(t *testing.T) {
	p := watching(5)
	look(p, 2, sketch(requiring(0, 1)))
	parts := 0
	for ; p.Model.Drawing(p.View); parts++ {
		p.Send(PartDrawn{})
	}
	if want := 8; parts != want { // the surroundings, and 50 rules in parts of 8
		t.Errorf("drawn in %d parts, want %d", parts, want)
	}
	p.View.Run.Started = &protocol.Started{Head: numbered(5)}
	if p.Send(core.Refresh{}); p.Model.Drawn != 0 {
		t.Errorf("%d parts of the next run are drawn, want 0", p.Model.Drawn)
	}
}

func TestSelection(t *testing.T) {
	tests := []struct {
		name     string
		messages []core.Msg
		want     selection
	}{
		{"a rule", []core.Msg{RulePointed{Rule: 2}}, selection{rule: 2}},
		{"left", []core.Msg{RulePointed{Rule: 2}, LinePointed{Line: 1}, PointerLeft{}}, selection{}},
		{
			"pinned",
			[]core.Msg{RulePointed{Rule: 2}, RulePinned{Rule: 2}, RulePointed{Rule: 3}, PointerLeft{}},
			selection{rule: 2, rulePinned: true},
		},
		{"another one pinned", []core.Msg{RulePinned{Rule: 2}, LinePinned{Line: 7}, RulePinned{Rule: 3}}, selection{rule: 3, rulePinned: true}},
		{"released", []core.Msg{RulePinned{Rule: 2}, RulePinned{Rule: 2}, RulePointed{Rule: 3}}, selection{rule: 3}},
		{
			"a line pinned",
			[]core.Msg{RulePointed{Rule: 2}, LinePinned{Line: 7}, LinePointed{Line: 8}, RulePointed{Rule: 3}, PointerLeft{}},
			selection{rule: 2, line: 7, rulePinned: true, linePinned: true},
		},
		{"escape once", []core.Msg{RulePointed{Rule: 2}, LinePinned{Line: 7}, Escaped{}}, selection{rule: 2, rulePinned: true}},
		{"escape twice", []core.Msg{RulePointed{Rule: 2}, LinePinned{Line: 7}, Escaped{}, Escaped{}}, selection{}},
	}
	for _, test := range tests {
		p := watching(9)
		if p.Send(test.messages...); p.Model.selection != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, p.Model.selection, test.want)
		}
	}
}

// Another run clears the selection, and keeps the way the network is shown.
func TestNewRun(t *testing.T) {
	p := watching(9)
	p.Send(PaletteChosen{Name: "safe"}, PaletteChosen{Name: "none"}, TableToggled{}, RulePinned{Rule: 2})
	p.View.Run.Started = nil
	p.Send(core.Refresh{})
	if m := p.Model; m.selection != (selection{}) || m.palette != 1 || !m.table {
		t.Errorf("selection %+v, palette %d, table %v", m.selection, m.palette, m.table)
	}
}

// The description of a line agrees with its effect.
func TestWordsOfWeights(t *testing.T) {
	p := watching(5)
	look(p, 2, sketch(requiring(0, 1)))
	f := p.Model.figure(p.View)
	for _, test := range []struct {
		line                drnet.Connection
		sign, name, meaning string
	}{
		{
			drnet.Connection{Feature: 2, W: 0.5, Loc: 10},
			"+", "x ≤ 2, weight 0.50",
			"The rule requires x ≤ 2. A row without it loses 0.50 of the initial 1, and the rule " +
				"does not fire.",
		},
		{
			drnet.Connection{Feature: 2, W: -3, Loc: 0},
			"NOT", "x > 2, weight −1.50",
			"The rule requires x > 2. A row without it loses 1.50 of the initial 1, and the rule " +
				"does not fire. The loss is above 1: training ignores such rows here.",
		},
		{drnet.Connection{Feature: 2, W: -3, Loc: -9}, "closed", "x ≤ 2, weight 0.00", "The gate is closed: the rule ignores “x ≤ 2”."},
	} {
		if got := sign(test.line); got != test.sign {
			t.Errorf("%v has the sign %q, want %q", test.line, got, test.sign)
		}
		if got := f.lineName(test.line); got != test.name {
			t.Errorf("%v is called %q, want %q", test.line, got, test.name)
		}
		if got := f.meaning(test.line); got != test.meaning {
			t.Errorf("%v means %q, want %q", test.line, got, test.meaning)
		}
	}
}
