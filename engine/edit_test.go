package engine_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// scored sends Score, which must succeed.
func (k *transcript) scored(m *protocol.Model) protocol.Scored {
	k.t.Helper()
	return answered[protocol.Scored](k, protocol.Score{Model: m})
}

// TestScoreRepeatsTheTraining checks that Score repeats the scores of the run for a new model, for every kind of split.
// It also holds for the model file if the split can be reproduced.
func TestScoreRepeatsTheTraining(t *testing.T) {
	for _, test := range []struct {
		name  string
		train protocol.Train
		test  bool // with a test table
		file  bool // the scores of the file are the same too
	}{
		{"a share", protocol.Train{Target: "label", Network: small, Split: protocol.Split{Share: 0.3, Seed: 5}}, false, true},
		{"nothing kept out", protocol.Train{Target: "label", Network: small}, false, true},
		{"a test table", protocol.Train{Target: "label", Network: small}, true, true},
		{
			"rows dropped",
			protocol.Train{Target: "label", Network: small, Encoding: drop, Split: protocol.Split{Share: 0.3, Seed: 5}},
			false,
			true,
		},
		{
			"columns ignored",
			protocol.Train{
				Target: "label", Network: small, Encoding: impute, Ignore: []string{"colour"},
				Split: protocol.Split{Share: 0.3, Seed: 5},
			},
			false, true,
		},
		{"folds", protocol.Train{Target: "label", Network: small, Split: protocol.Split{Fold: 1}}, false, false},
	} {
		k := withTable(t, people)
		if test.name == "folds" {
			rows := strings.Count(people, "\n") - 1
			for i := range rows {
				test.train.Split.Folds = append(test.train.Split.Folds, uint8(i%3))
			}
			test.train.Split.Folds = test.train.Split.Folds[:rows-countUnlabelled(people)]
		}
		if test.test {
			k.do(protocol.Load{Name: "test.csv", File: strings.NewReader(people), Test: true})
		}
		m := k.train(test.train).Model
		for range 2 { // the second time from the cache
			if s := k.scored(m); !s.Same || !reflect.DeepEqual(s.Outcome, m.Learned.Outcome()) {
				t.Errorf("%s: Score = %+v, want %+v", test.name, s, m.Learned.Outcome())
			}
		}
		read, err := protocol.ReadModel([]byte(write(t, m)))
		if err != nil {
			t.Fatal(err)
		}
		other := withTable(t, people)
		if test.test {
			other.do(protocol.Load{Name: "test.csv", File: strings.NewReader(people), Test: true})
		}
		foreign := withTable(t, strings.ReplaceAll(people, "Male", "man")) // as many rows of each class
		if s := foreign.scored(read); s.Same {
			t.Errorf("%s: other rows count as those of the run", test.name)
		}
		if s := other.scored(read); s.Same != test.file || test.file && !reflect.DeepEqual(s.Outcome, m.Learned.Outcome()) {
			t.Errorf("%s: of the file Score = %+v, want the same %v", test.name, s, test.file)
		}
	}
}

// A model file says which columns hold integers, so that its rules read the same without the table. Files from before do not say it; the
// rows of their training are recognized all the same.
func TestModelKeepsIntegers(t *testing.T) {
	k := withTable(t, people)
	m := k.train(protocol.Train{Target: "label", Network: small}).Model
	file := write(t, m)
	read := func(file string) *protocol.Model {
		m, err := protocol.ReadModel([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	all := func(m *protocol.Model) (text string) {
		typeset := rule.NewTypesetter(m.Encoder, nil)
		for i := range m.Encoder.Features() {
			text += typeset.Line(rule.Rule{{Feature: i, Not: true}}, "") + "\n"
		}
		return text
	}
	if got := all(read(file)); !strings.Contains(got, "age ≥ ") || strings.Contains(got, "age > ") {
		t.Errorf("without the table the conditions read\n%s", got)
	}
	old := read(strings.ReplaceAll(file, `"integers": true`, `"integers": false`))
	if got := all(old); !strings.Contains(got, "age > ") {
		t.Errorf("in an old file the conditions read\n%s", got)
	}
	if s := k.scored(old); !s.Same {
		t.Error("the rows of an old file do not count as those of the run")
	}
}

func countUnlabelled(csv string) int {
	n := 0
	for line := range strings.Lines(csv) {
		if strings.HasSuffix(strings.TrimSpace(line), ",") {
			n++
		}
	}
	return n
}

// switched returns a model with a disabled rule.
func switched(t *testing.T, m *protocol.Model, rule int) rule.Model {
	t.Helper()
	off, err := m.Switch(rule, false)
	if err != nil {
		t.Fatal(err)
	}
	return off
}

// TestScoreEditedModels checks that an edited model has the scores of its rules, whatever was requested before.
// Enabling a disabled rule has the announced effect.
func TestScoreEditedModels(t *testing.T) {
	k, m, _ := learnt(t, "heart-risk", "risk", "low")
	before := k.scored(m)
	if len(m.Rules) < 2 {
		t.Fatalf("only %d rules", len(m.Rules))
	}
	for i := range m.Rules {
		off := *m
		off.Model = switched(t, m, i)
		s, was := k.scored(&off), before.Outcome.Train.Rules[i]
		now := s.Outcome.Train.Confusion
		if got := before.Outcome.Train.Confusion; got.TruePositives-now.TruePositives != was.Lost ||
			got.FalsePositives-now.FalsePositives != was.Saved {
			t.Errorf("without rule %d: %+v, and with it %+v, of which it has %+v", i, now, got, was)
		}
		if idle := s.Off[0]; idle.Covered != was.Covered || idle.Right != was.Right || idle.Alone != was.Alone ||
			idle.Lost != was.Lost || idle.Saved != was.Saved {
			t.Errorf("rule %d, being off, has %+v, want %+v", i, idle, was)
		}
		if len(s.OffTest) != 1 || s.OffTest[0].Covered != before.Outcome.Test.Rules[i].Covered {
			t.Errorf("rule %d, being off, has %+v of the rows kept out", i, s.OffTest)
		}
	}
	more := *m
	var err error
	if more.Model, err = m.Add(0, rule.Condition{Column: "age", Op: binarize.AtMost, Value: "41.3", Not: true}); err != nil {
		t.Fatal(err)
	}
	fresh := withSample(t, "heart-risk")
	if s, want := k.scored(&more), fresh.scored(&more); !s.Same || !reflect.DeepEqual(s, want) || s.Outcome.Rules != len(m.Rules)+1 {
		t.Errorf("with a new threshold Score = %+v, want %+v", s, want)
	}
}

func TestScoreOtherTables(t *testing.T) {
	k := newTalk(t)
	m := handMade()
	k.refused("without a table", protocol.Score{Model: m}, "")
	k.load("age,colour,size,sex,label\n31,blue,1,Male,yes\n20,red,0,Female,yes\n,green,1,Male,no\n60,green,2,Male,maybe\n")
	s := k.scored(m)
	if s.Same || len(s.Notes) != 2 || s.Outcome.Train.Confusion.Rows() != 3 || s.Outcome.Test != nil {
		t.Errorf("another table: %+v", s)
	}
	k.load("age,colour,size,sex,label\n31,blue,1,Male,maybe\n20,red,0,Female,perhaps\n")
	k.refused("without labels", protocol.Score{Model: m}, dataset.TooFewRows)
	k.load("age,colour,size,sex\n31,blue,1,Male\n20,red,0,Female\n")
	k.refused("without the target", protocol.Score{Model: m}, "")
}

// checkPages compares the CSV of all pages of a request.
func (k *transcript) checkPages(r protocol.Predict, want string) {
	k.t.Helper()
	got := ""
	for more := true; more; more = r.From > 0 {
		e := answered[protocol.Predicted](k, r)
		got += e.CSV
		r.From = e.Next
	}
	if got != want {
		k.t.Errorf("%d rows at a time:\n%s\nwant\n%s", r.Rows, got, want)
	}
}

// TestPredict checks that the page size does not affect the lines, and that the predictions equal those of Apply.
func TestPredict(t *testing.T) {
	m := handMade()
	m.Target = "=label"
	k := withTable(t, "age,colour,size,sex,=label,rule\n31,blue,1,Male,yes,=1+1\n20,red,0,Female,yes,-x\n,green,1,Male,no,-1\n"+
		"60,green,2,Male,no,@y\n25,\"a, b\",,,no,\n")
	const plain = "row,'=label,rule\n1,yes,1\n2,yes,2\n3,yes,3\n4,no,0\n5,no,0\n"
	const columns = "age,colour,size,sex,'=label,rule,predicted =label,rule " +
		"2\n31,blue,1,Male,yes,'=1+1,yes,1\n20,red,0,Female,yes,'-x,yes,2\n" +
		",green,1,Male,no,-1,yes,3\n60,green,2,Male,no,'@y,no,0\n25,\"a, b\",,,no,,no,0\n"
	for _, with := range []bool{false, true} {
		want := map[bool]string{false: plain, true: columns}[with]
		for rows := range 7 {
			k.checkPages(protocol.Predict{Model: m, Rows: rows, Columns: with}, want)
		}
	}
	for _, r := range []protocol.Predict{{Model: m, From: -1}, {Model: m, From: 6}, {Model: m, Rows: -1}, {}} {
		k.refused(fmt.Sprintf("Predict from %d, %d rows", r.From, r.Rows), r, "")
	}
	newTalk(t).refused("without a table", protocol.Predict{Model: m}, "")
}

// TestManyRulesFire covers models with more rules than fit into a byte.
func TestManyRulesFire(t *testing.T) {
	m := handMade()
	never := rule.Rule{{Feature: 0}, {Feature: 0, Not: true}}
	m.Rules = append(slices.Repeat(rule.Set{never}, 299), rule.Rule{{Feature: 5}})
	k := withTable(t, "age,colour,size,sex\n31,blue,1,Male\n20,red,0,Female\n")
	a := k.do(protocol.Apply{Model: m}).(protocol.Applied).Answers
	if got := fmt.Sprint(a.Rows, a.Rule(0), a.Rule(1), a.Wide); got != "2 0 300 true" {
		t.Errorf("the answers are %s, want 2 0 300 true", got)
	}
}

// BenchmarkScore scores an edited model repeatedly, as the page does when rules are toggled.
func BenchmarkScore(b *testing.B) {
	var csv strings.Builder
	csv.WriteString("a,b,c,d,e,f,g,h,i,j,label\n")
	for i := range 30_162 { // as in adult
		for j := range 10 {
			fmt.Fprintf(&csv, "%d,", (i*7919+j*104729)%(20+j))
		}
		fmt.Fprintf(&csv, "%d\n", i*31%97/60)
	}
	k := withTable(b, csv.String())
	m := k.train(protocol.Train{Target: "label", Network: drnet.Config{Seed: 1, Steps: 500}, Split: protocol.Split{Share: 0.2, Seed: 1}}).Model
	r := rule.Set{}
	for i := range 20 {
		r = append(r, rule.Rule{{Feature: i * 3 % m.Encoder.Bits()}, {Feature: (i*3 + 20) % m.Encoder.Bits(), Not: true}})
	}
	m.Rules, m.Edited = r, true
	b.Run("first", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			other := *m
			other.Learned.Step = i
			other.Learned.Request.Network.Seed = uint64(i) // another model, to bypass the cache
			k.session.Handle(b.Context(), protocol.Score{Model: &other}, func(protocol.Event) {})
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			k.session.Handle(b.Context(), protocol.Score{Model: m}, func(protocol.Event) {})
		}
	})
}
