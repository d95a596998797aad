package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// with returns a multiclass model with another member.
func with(c *protocol.MultiClass, at int, m *protocol.Model) *protocol.MultiClass {
	members := slices.Clone(c.Members)
	members[at] = m
	return c.With(members)
}

// TestAThresholdMovesInOneClass adds a threshold to the rules of one class: the rules of all classes keep their conditions, in the model,
// in its file and in the answers about it.
func TestAThresholdMovesInOneClass(t *testing.T) {
	k := newTalk(t)
	c := k.classes("irises", nil)
	at := slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return len(m.Rules) > 0 })
	off := *c.Members[at] // a rule that is off keeps its conditions too
	var err error
	if off.Model, err = off.Switch(0, false); err != nil {
		t.Fatal(err)
	}
	edited := *c.Members[at]
	column := edited.Encoder.Columns[0].Name
	edited.Model, err = edited.Require(0, rule.Condition{Column: column, Op: binarize.AtMost, Value: "5.123"})
	if err != nil {
		t.Fatal(err)
	}
	whole := with(c, at, &edited)
	read, err := protocol.ReadFile([]byte(write(t, whole)))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(c.Text(nil), c.Members[at].Rules[0].Text(c.Encoder.Features()), edited.Rules[0].Text(edited.Encoder.Features()), 1)
	for _, got := range []*protocol.MultiClass{whole, read.MultiClass} {
		if text := got.Text(nil); !strings.Contains(text, "5.123") || text != want+"("+rule.ByHand+")\n" {
			t.Errorf("the rules are\n%s\nwant\n%s", text, want)
		}
	}
	last := slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return m != c.Members[at] && len(m.Rules) > 0 })
	other := *c.Members[last]
	other.Model, err = other.Require(0, rule.Condition{Column: column, Op: binarize.AtMost, Value: "4.567", Not: true})
	if err != nil {
		t.Fatal(err)
	}
	members := slices.Clone(c.Members)
	members[at], members[last] = &off, &other
	two := c.With(members)
	got, want := two.Members[at].Lines()[0].Rule.Text(two.Encoder.Features()), c.Members[at].Rules[0].Text(c.Encoder.Features())
	if got != want {
		t.Errorf("the rule that is off says %s, want %s", got, want)
	}
	members[at] = &edited
	if both := c.With(members).Text(nil); !strings.Contains(both, "5.123") || !strings.Contains(both, "4.567") {
		t.Errorf("with two thresholds the rules are\n%s", both)
	}
	answers := k.do(protocol.Apply{MultiClass: read.MultiClass}).(protocol.Applied).Decided.Classes
	for i, class := range answers {
		// The model may be that of the edit, which has not seen the other members.
		if e := k.explain(protocol.Explain{Model: &edited, MultiClass: whole, Row: i + 1}); e.Decision.Class != int(class) {
			t.Fatalf("row %d is explained as class %d, and predicted as %d", i+1, e.Decision.Class, class)
		}
	}
	scored := k.do(protocol.Score{Model: c.Members[1-min(at, 1)], MultiClass: whole}).(protocol.Scored)
	if scored.Classes == nil || scored.Classes.Rules != len(c.Places()) {
		t.Errorf("the whole model is scored as %+v", scored.Classes)
	}
}

// TestEditedClassesAreWrittenWithTheirAccuracy writes the accuracy of edited rules of several classes where it is known, as that of a
// single set.
func TestEditedClassesAreWrittenWithTheirAccuracy(t *testing.T) {
	k := newTalk(t)
	c := k.classes("irises", nil)
	at := slices.IndexFunc(c.Members, func(m *protocol.Model) bool { return len(m.Rules) > 0 })
	off := *c.Members[at]
	var err error
	if off.Model, err = off.Switch(0, false); err != nil {
		t.Fatal(err)
	}
	whole := with(c, at, &off)
	for _, known := range []bool{false, true} {
		accuracy := "Trained on "
		if known {
			whole.Learned.Edited = k.do(protocol.Score{Model: &off, MultiClass: whole}).(protocol.Scored).Classes
			accuracy += fmt.Sprintf("144 rows (accuracy %s)", dataset.Percent(whole.Learned.Edited.Train.Accuracy))
		}
		text := k.do(protocol.Export{MultiClass: whole, Format: "text"}).(protocol.Exported).Text
		if !strings.Contains(text, rule.ByHand) || strings.Contains(text, accuracy) != known {
			t.Errorf("the exported rules lack %q, or have it without scores:\n%s", accuracy, text)
		}
	}
}

// TestClassesAreExplainedAsTheyAnswer puts the counterfactuals of each class into the row: the whole model then predicts the class
// that they name. The nearest row has the prediction that was asked for.
func TestClassesAreExplainedAsTheyAnswer(t *testing.T) {
	slow(t)
	tests := map[string]func(*protocol.Train){
		"a list":      nil,
		"given order": func(r *protocol.Train) { r.Order = []string{"yellow flag"} },
		"precision":   func(r *protocol.Train) { r.Refine = rule.NoPrice },
		"codes":       func(r *protocol.Train) { r.Classes = protocol.ClassesCodes },
	}
	for name, change := range tests {
		k := newTalk(t)
		c := k.classes("irises", change)
		flips := 0
		for row := 1; row <= 150; row += 7 {
			for member := range c.Members {
				ask := protocol.Explain{Model: c.Members[member], MultiClass: c, Row: row, Nearest: true}
				e := k.explain(ask)
				near := k.explain(protocol.Explain{Model: ask.Model, MultiClass: c, Row: e.Nearest.Row}).Decision.Answer
				if near != e.Other && (e.Answer != e.Decision.Answer || near == e.Answer) {
					t.Errorf("%s, row %d, set %d: the nearest row is %s, want %s", name, row, member, near, e.Other)
				}
				for _, f := range e.Found {
					flips++
					ask.Values = typed(nil, f)
					want := f.Answer
					if want == "" {
						want = e.Other
					}
					if then := k.explain(ask).Decision.Answer; then != want || then == e.Decision.Answer {
						t.Errorf("%s, row %d, set %d: %v gives %s, want %s instead of %s", name, row, member, f, then, want, e.Decision.Answer)
					}
				}
			}
		}
		if flips < 50 {
			t.Errorf("%s: only %d counterfactuals", name, flips)
		}
	}
}

// TestMemberOfAnotherModel refuses a model that predicts none of the classes.
func TestMemberOfAnotherModel(t *testing.T) {
	k := newTalk(t)
	c := k.classes("irises", nil)
	stranger := *c.Members[0]
	stranger.Positive = "zebra"
	k.refused("explain", protocol.Explain{Model: &stranger, MultiClass: c, Row: 1}, protocol.BadModel)
	k.refused("score", protocol.Score{Model: &stranger, MultiClass: c}, protocol.BadModel)
}

// TestRowsThatNoRuleDecides derives the scores of the last line of a decision list from those of the list and of its default class, and
// counts the same rows as the predictions do, after a rule has moved too.
func TestRowsThatNoRuleDecides(t *testing.T) {
	k := newTalk(t)
	c := k.classes("irises", nil)
	places := c.Places()
	first, last := places[0], places[len(places)-1]
	move := func(p rule.RuleRef, place int) {
		m := *c.Members[p.Set]
		moved, err := m.Move(p.Rule, place)
		if err != nil {
			t.Fatal(err)
		}
		m.Model = moved
		c = with(c, p.Set, &m)
	}
	for _, moved := range []bool{false, true} {
		if moved {
			move(last, 1)
			move(first, len(places))
			if at := slices.Index(c.Places(), last); at != 0 || !c.Edited() {
				t.Fatalf("the last rule is at %d, want at the start of the edited list", at)
			}
		}
		s := k.do(protocol.Score{Model: c.Members[c.Default], MultiClass: c}).(protocol.Scored)
		rest := s.Classes.Train.Rest(c.Default, s.Outcome.Train.Confusion.Side(true))
		rest = rest.Plus(s.Classes.Test.Rest(c.Default, s.Outcome.Test.Confusion.Side(true)))
		want := 0
		for i := range k.do(protocol.Apply{MultiClass: c}).(protocol.Applied).Decided.Classes {
			e := k.explain(protocol.Explain{Model: c.Members[0], MultiClass: c, Row: i + 1})
			if !slices.ContainsFunc(e.Decision.Votes, func(v protocol.Vote) bool { return len(v.Fires) > 0 }) {
				want++
			}
		}
		if rest.Covered != want || rest.Right > rest.Covered {
			t.Errorf("moved %t: no rule decides %d rows, %d right, want %d", moved, rest.Covered, rest.Right, want)
		}
	}
}
