package engine_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/sample"
	"drnet/engine/train"
)

// classes trains on a built-in multiclass table.
func (k *transcript) classes(name string, change func(*protocol.Train)) *protocol.MultiClass {
	k.t.Helper()
	s, _ := sample.Find(name)
	k.do(protocol.Load{Sample: name})
	r := protocol.Train{
		Target: s.Target, Classes: protocol.ClassesEach, Encoding: binarize.FitOptions{Method: binarize.Target},
		Network: drnet.Config{Seed: 1, Rules: 20, Steps: 3000}, Split: protocol.Split{Share: 0.2, Seed: 1},
	}
	if change != nil {
		change(&r)
	}
	c := k.train(r).MultiClass
	if c == nil {
		k.t.Fatal("nothing was learnt of many classes")
	}
	return c
}

// TestOneRuleIsEnoughInCodes checks that the sets of a code, whose readers do not count rules, are searched so.
func TestOneRuleIsEnoughInCodes(t *testing.T) {
	k := withTable(t, voters(2500))
	c := k.train(protocol.Train{
		Target: "risk", Classes: protocol.ClassesCodes, Form: rule.AutoForm, Network: small, Split: protocol.Split{Share: 0.2, Seed: 1},
	}).MultiClass
	if n := c.Members[0].Votes(); n != 1 {
		t.Errorf("%d rules must hold for the first code, want 1", n)
	}
}

// TestGoldenClasses compares the bytes of multiclass model files, natively and as WebAssembly.
func TestGoldenClasses(t *testing.T) {
	slow(t)
	for _, test := range []struct{ name, how string }{
		{"irises", protocol.ClassesEach},
		{"balance-scale", protocol.ClassesEach},
		{"irises", protocol.ClassesCodes},
	} {
		t.Run(test.name+test.how, func(t *testing.T) {
			k := newTalk(t)
			c := k.classes(test.name, func(r *protocol.Train) { r.Classes, r.Restarts = test.how, 2 })
			file := write(t, c)
			golden.Check(t, "testdata/"+test.name+"-"+test.how+".classes.golden", golden.JSON(t, file))
			read, err := protocol.ReadFile([]byte(file))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(read.MultiClass, c) {
				t.Error("what is read is not what was written")
			}
		})
	}
}

// TestClassesAreMeasuredAsTheyAnswer compares the scores of the run with the predictions of the model. It also compares
// each prediction with its explanation and with the output of Predict.
func TestClassesAreMeasuredAsTheyAnswer(t *testing.T) {
	slow(t)
	for _, how := range []string{protocol.ClassesEach, protocol.ClassesCodes} {
		k := newTalk(t)
		c := k.classes("irises", func(r *protocol.Train) { r.Classes, r.Split = how, protocol.Split{} })
		applied := k.do(protocol.Apply{MultiClass: c}).(protocol.Applied)
		if got := applied.Decided.Scores; !reflect.DeepEqual(*got, c.Learned.Outcome.Train) {
			t.Errorf("%s: applied to its own rows it scores %+v, want %+v", how, got, c.Learned.Outcome.Train)
		}
		if a := c.Learned.Outcome.Train; a.Accuracy < 0.9 || a.Rows() != 180 {
			t.Errorf("%s: right on %v of %d rows, want 0.9 of 180", how, a.Accuracy, a.Rows())
		}
		lines, err := csv.NewReader(strings.NewReader(k.do(protocol.Predict{MultiClass: c}).(protocol.Predicted).CSV)).ReadAll()
		if err != nil || len(lines) != 181 {
			t.Fatalf("%d lines of predictions, %v", len(lines), err)
		}
		for row := 1; row <= 180; row += 7 {
			d := k.explain(protocol.Explain{Model: c.Members[0], MultiClass: c, Row: row}).Decision
			class := int(applied.Decided.Classes[row-1])
			if d == nil || d.Class != class || d.Answer != c.Prediction(class) || len(d.Why) == 0 || len(d.Votes) != len(c.Members) {
				t.Fatalf("%s: row %d is explained as %+v, want class %d", how, row, d, class)
			}
			if lines[row][1] != c.Names[class] {
				t.Errorf("%s: row %d is predicted as %q, want %q", how, row, lines[row][1], c.Names[class])
			}
			first := slices.IndexFunc(d.Votes, func(v protocol.Vote) bool { return v.First })
			if how == protocol.ClassesEach && first >= 0 && (first != class || len(d.Votes[first].Fires) == 0 || lines[row][2] == "0") {
				t.Errorf("row %d: set %d decided, of which %v fire; predicted by %q", row, first, d.Votes[first].Fires, lines[row][2])
			}
			if d.Right == nil || *d.Right != (d.Truth == c.Names[class]) {
				t.Errorf("row %d: the table says %q, right is %v, and the answer %q", row, d.Truth, d.Right, c.Names[class])
			}
		}
	}
}

// TestScoringClassesAgrees checks that Score repeats the scores of the run, for a member and for the whole model.
func TestScoringClassesAgrees(t *testing.T) {
	slow(t)
	for _, how := range []string{protocol.ClassesEach, protocol.ClassesCodes} {
		k := newTalk(t)
		c := k.classes("irises", func(r *protocol.Train) { r.Classes = how })
		for i, m := range c.Members {
			s := k.do(protocol.Score{Model: m, MultiClass: c}).(protocol.Scored)
			if !s.Same || !reflect.DeepEqual(s.Outcome, m.Learned.Outcome()) {
				t.Errorf("%s: set %d scores %+v (same %v), want %+v", how, i, s.Outcome, s.Same, m.Learned.Outcome())
			}
			if s.Classes == nil || !reflect.DeepEqual(*s.Classes, c.Learned.Outcome) {
				t.Errorf("%s: as a whole it scores %+v, want %+v", how, s.Classes, c.Learned.Outcome)
			}
		}
		without := *c.Members[1]
		without.Model = without.Model.WithLines(nil)
		changed := k.do(protocol.Score{Model: &without, MultiClass: with(c, 1, &without)}).(protocol.Scored).Classes
		// Codes correct a lost digit.
		worse := how == protocol.ClassesCodes || changed != nil && changed.Train.Accuracy < c.Learned.Outcome.Train.Accuracy
		if changed == nil || !worse || changed.Rules >= c.Learned.Outcome.Rules {
			t.Errorf("%s: without the rules of a set it scores %+v, want less than %+v", how, changed, c.Learned.Outcome)
		}
		renamed := *c
		renamed.Names = []string{"blue flag", "yellow flag", "none"} // a file may contain other names than the training rows
		renamed.Members = nil
		for i, m := range c.Members {
			m := *m
			if how == protocol.ClassesEach {
				m.Positive = renamed.Names[i]
			}
			renamed.Members = append(renamed.Members, &m)
		}
		if s := k.do(protocol.Score{Model: renamed.Members[0], MultiClass: &renamed}).(protocol.Scored); s.Same ||
			s.Classes == nil || s.Classes.Train.Rows() != 120 {
			t.Errorf("%s: of other classes it scores %+v", how, s.Classes)
		}
		k.load(people)
		k.refused(how+" on another table", protocol.Score{Model: c.Members[0], MultiClass: c}, "")
	}
}

// TestMembersAreModels checks that each rule set is trained as in a binary run, and is usable as a model.
func TestMembersAreModels(t *testing.T) {
	slow(t)
	k := newTalk(t)
	c := k.classes("irises", nil)
	for i, m := range c.Members {
		if m.Positive != c.Names[i] || m.Negative != "not "+c.Names[i] || len(m.Rules) == 0 && i != c.Default {
			t.Errorf("member %d says %q or %q with %d rules", i, m.Positive, m.Negative, len(m.Rules))
		}
		alone, err := protocol.ReadModel([]byte(write(t, m)))
		if err != nil {
			t.Fatal(err)
		}
		a := k.do(protocol.Apply{Model: alone}).(protocol.Applied)
		if a.Scores == nil || len(m.Rules) > 0 && a.Scores.Accuracy < 0.8 {
			t.Errorf("member %d alone scores %+v", i, a.Scores)
		}
		answered[protocol.Exported](k, protocol.Export{Model: alone, Format: "sql"})
	}
}

// TestEveryClassIsAccountedFor checks that every class is predicted or has a note.
func TestEveryClassIsAccountedFor(t *testing.T) {
	slow(t)
	k := newTalk(t)
	c := k.classes("balance-scale", nil)
	for i, m := range c.Members {
		said := slices.ContainsFunc(c.Learned.Notes,
			func(note string) bool {
				return strings.HasPrefix(note, fmt.Sprintf("%q is never predicted", c.Names[i]))
			})
		if (len(m.Rules) == 0 && i != c.Default) != said {
			t.Errorf("%q has %d rules, and the notes are %q", c.Names[i], len(m.Rules), c.Learned.Notes)
		}
	}
	var b strings.Builder
	b.WriteString("x,class\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%s\n", i, []string{"a", "b"}[i/30])
	}
	k.load(b.String() + "99,lone\n")
	folds := make([]uint8, 61)
	folds[60] = 1
	lone := k.train(protocol.Train{
		Target: "class", Classes: protocol.ClassesEach, Network: small,
		Split: protocol.Split{Folds: folds, Fold: 1},
	}).MultiClass
	if len(lone.Members) != 3 || len(lone.Members[2].Rules) > 0 ||
		!strings.Contains(strings.Join(lone.Learned.Notes, "\n"), `"lone" lacks training rows`) {
		t.Errorf("of a class without a row to train on the notes are %q", lone.Learned.Notes)
	}
	few := k.train(protocol.Train{Target: "class", Classes: protocol.ClassesEach, Network: small}).MultiClass
	if !strings.Contains(strings.Join(few.Learned.Notes, "\n"), `"lone" has only 1 training row`) {
		t.Errorf("of a class with one row the notes are %q", few.Learned.Notes)
	}
}

// TestClassesByAnyWorkers checks that neither the workers nor the order of the sets affects the model.
func TestClassesByAnyWorkers(t *testing.T) {
	slow(t)
	for _, how := range []string{protocol.ClassesEach, protocol.ClassesCodes} {
		var files []string
		for _, workers := range []train.Workers{nil, backwards{}, together{}} {
			k := newTalk(t)
			k.session.Workers = workers
			c := k.classes("irises", func(r *protocol.Train) { r.Classes, r.Restarts = how, 2 })
			files = append(files, write(t, c))
		}
		if files[1] != files[0] || files[2] != files[0] {
			t.Errorf("%s: the models differ by who learnt them", how)
		}
	}
}

// TestASetIsLearntAsIfAlone checks that the network of a class is that of a run of its own on the same rows and bits.
func TestASetIsLearntAsIfAlone(t *testing.T) {
	slow(t)
	k := newTalk(t)
	c := k.classes("irises", func(r *protocol.Train) { r.Encoding.Method, r.Split = binarize.Quantile, protocol.Split{} })
	r := c.Members[0].Learned.Request
	r.Classes = ""
	alone := k.train(r).Model // the first set has the seed of the run
	if got, want := c.Members[0].Learned.Simplified, alone.Learned.Simplified; !reflect.DeepEqual(got, want) {
		t.Errorf("among others the simplified rules score %+v, alone %+v", got, want)
	}
}

// TestWeightsOfClasses checks that a rare class is predicted with weights, and the weights of the networks.
func TestWeightsOfClasses(t *testing.T) {
	slow(t)
	k := newTalk(t)
	c := k.classes("balance-scale", func(r *protocol.Train) { r.Network.Weight = rule.Balanced })
	for i, class := range c.Learned.Outcome.Train.Classes {
		if class.Recall < 0.5 {
			t.Errorf("the recall of %q is %v although its rows count as much as those of another class", c.Names[i], class.Recall)
		}
	}
	named := k.classes("balance-scale", func(r *protocol.Train) { r.ClassWeights = map[string]float64{"balanced": 8} })
	rows := named.Learned.Classes
	want := 8.0 // relative to rows of weight 1
	if got := named.Members[0].Learned.Request.Network.Weight; got != want {
		t.Errorf("a row of %q counts %v, want %v", named.Names[0], got, want)
	}
	others := (8*float64(rows[0].Rows) + float64(rows[2].Rows)) / float64(rows[0].Rows+rows[2].Rows)
	if got := named.Members[1].Learned.Request.Network.Weight; got < 0.999/others || got > 1.001/others {
		t.Errorf("a row of %q counts %v beside the others, want %v", named.Names[1], got, 1/others)
	}
	for _, weights := range []map[string]float64{{"other": 2}, {"left": 0}, {"left": 1e9}} {
		r := protocol.Train{Target: "tips", Classes: protocol.ClassesEach, Network: small, ClassWeights: weights}
		k.refused(fmt.Sprintf("the weights %v", weights), r, "")
	}
}

// TestStoppedClasses checks that a stopped run returns its current rules for every class.
func TestStoppedClasses(t *testing.T) {
	k := withSample(t, "irises")
	e := k.stop(protocol.Train{Target: "kind", Classes: protocol.ClassesEach, Network: small}, func(e protocol.Event) bool {
		p, ok := e.(protocol.Progress)
		return ok && p.Set == 2
	})
	trained, ok := e.(protocol.Trained)
	if !ok || trained.Status != drnet.Stopped || len(trained.MultiClass.Members) != 3 || len(trained.MultiClass.Members[0].Rules) == 0 {
		t.Fatalf("stopped in the second set, it is answered by %+v", e)
	}
	if notes := strings.Join(trained.MultiClass.Learned.Notes, "\n"); !strings.Contains(notes, "stopped") {
		t.Errorf("the notes are %q, want one about the stop", notes)
	}
}

// TestShuffledLabelsOfClassesTeachNothing checks that the test accuracy on shuffled labels is at chance level, even
// with supervised thresholds.
func TestShuffledLabelsOfClassesTeachNothing(t *testing.T) {
	s, _ := sample.Find("irises")
	var file strings.Builder
	if err := s.WriteCSV(&file); err != nil {
		t.Fatal(err)
	}
	right, rows := 0.0, 0
	for seed := range uint64(4) {
		records, _ := csv.NewReader(strings.NewReader(file.String())).ReadAll()
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(records)-1, func(i, j int) { records[i+1][4], records[j+1][4] = records[j+1][4], records[i+1][4] })
		var b strings.Builder
		if err := csv.NewWriter(&b).WriteAll(records); err != nil {
			t.Fatal(err)
		}
		k := withTable(t, b.String())
		test := k.train(protocol.Train{
			Target: "kind", Classes: protocol.ClassesEach, Encoding: binarize.FitOptions{Method: binarize.Target},
			Network: drnet.Config{Rules: 10, Steps: 500, Seed: 1}, Split: protocol.Split{Parts: 2},
		}).MultiClass.Learned.Outcome.Test
		right, rows = right+test.Accuracy*float64(test.Rows()), rows+test.Rows()
	}
	const chance, fiveErrors = 1.0 / 3, 0.125 // five standard errors of 360 rows: 5·√(2/9/360)
	if got := right / float64(rows); rows != 360 || got > chance+fiveErrors || got < chance-fiveErrors {
		t.Errorf("right on %.3f of %d rows with shuffled labels, want about a third", got, rows)
	}
}

// TestCodesOfTwoClasses checks that a class is named as never predicted where the code words, of one digit here, have fewer sets
// of rules than there are classes.
func TestCodesOfTwoClasses(t *testing.T) {
	k := withTable(t, "x,class\n"+strings.Repeat("1,a\n2,a\n1,a\n2,a\n1,b\n2,b\n", 30))
	c := k.train(protocol.Train{Target: "class", Classes: protocol.ClassesCodes, Network: small}).MultiClass
	if notes := strings.Join(c.Learned.Notes, "\n"); !strings.Contains(notes, `"b" is never predicted`) {
		t.Errorf("the notes are %q", notes)
	}
}

// TestHeldOutRowsOfClassesTeachNothing checks that other cells and labels in the test set give the same encoder and
// rules.
func TestHeldOutRowsOfClassesTeachNothing(t *testing.T) {
	folds := make([]uint8, 90)
	for i := range folds {
		folds[i] = uint8(i % 3)
	}
	var files []string
	for _, strange := range []bool{false, true} {
		var b strings.Builder
		b.WriteString("x,y,class\n")
		for i, fold := range folds {
			r := rand.New(rand.NewPCG(uint64(i), 5))
			x, y, class := r.IntN(1000), r.IntN(50), []string{"a", "b", "c"}[i/30]
			if strange && fold == 1 {
				x, y, class = -x, 7000+y, []string{"c", "a", "b"}[r.IntN(3)]
			}
			fmt.Fprintf(&b, "%d,%d,%s\n", x, y, class)
		}
		k := withTable(t, b.String())
		c := k.train(protocol.Train{
			Target: "class", Classes: protocol.ClassesEach, Encoding: binarize.FitOptions{Method: binarize.Target},
			Network: small, Split: protocol.Split{Folds: folds, Fold: 1},
		}).MultiClass
		text := fmt.Sprintf("%+v", *c.Encoder)
		for _, m := range c.Members {
			text += fmt.Sprint(m.Rules)
		}
		files = append(files, text+fmt.Sprint(c.Default, c.Places()))
	}
	if files[0] != files[1] {
		t.Errorf("with other rows kept out:\n%s\nwant\n%s", files[1], files[0])
	}
}

// TestOrderOfClassesDecides checks that a class order set by the user gives priority to rules with lower precision.
func TestOrderOfClassesDecides(t *testing.T) {
	k := newTalk(t)
	c := k.classes("irises", nil)
	last := slices.Index(c.Names, "yellow flag")
	everything := *c.Members[last]
	everything.Rules = rule.Set{{}}
	first := with(c, last, &everything)
	first.Order = k.classes("irises", func(r *protocol.Train) { r.Order = []string{"yellow flag"} }).Order
	if want := []int{last, 0, 1}; !slices.Equal(first.Order, want) {
		t.Errorf("the order is %v, want %v", first.Order, want)
	}
	for i, class := range k.do(protocol.Apply{MultiClass: first}).(protocol.Applied).Decided.Classes {
		if int(class) != last {
			t.Fatalf("row %d is class %d, want %d, which comes first and always fires", i+1, class, last)
		}
	}
	d := k.explain(protocol.Explain{Model: &everything, MultiClass: first, Row: 1}).Decision
	if !strings.Contains(strings.Join(d.Why, " "), "comes first in the class order") {
		t.Errorf("row 1 is explained by %q", d.Why)
	}
}

func TestClassesTranscript(t *testing.T) {
	k := newTalk(t)
	var b strings.Builder
	b.WriteString("x,class\n")
	for i := range 45 {
		fmt.Fprintf(&b, "%d,%s\n", i/3, []string{"a", "b", "c"}[i/15])
	}
	k.load(b.String())
	r := protocol.Train{Target: "class", Network: small}
	k.do(r) // Classes and Positive are both set
	r.Classes = "all"
	k.do(r)
	r.Classes, r.Positive = protocol.ClassesEach, "a"
	k.do(r)
	r.Positive = ""
	r.Order = []string{"c", "d"}
	k.do(r)
	r.Classes = ""
	k.do(r)
	r.Classes, r.Order = protocol.ClassesEach, nil
	c := k.do(r).(protocol.Trained).MultiClass
	k.do(protocol.Apply{MultiClass: c})
	k.do(protocol.Explain{Model: c.Members[0], MultiClass: c, Row: 2})
	k.do(protocol.Export{MultiClass: c, Format: "text"})
	k.do(protocol.Export{MultiClass: c, Format: "smoke"})
	r.Classes = protocol.ClassesCodes
	codes := k.do(r).(protocol.Trained).MultiClass
	k.do(protocol.Export{MultiClass: codes, Format: "text"})
	k.do(protocol.Export{MultiClass: codes, Format: "sql"})
	k.do(protocol.Explain{Model: codes.Members[0], MultiClass: c, Row: 2})
	damaged := *c
	damaged.Default = 7
	k.do(protocol.Apply{MultiClass: &damaged})
	k.do(protocol.Export{MultiClass: &damaged, Format: "text"})
	k.load("x,y\n1,2\n3,4\n")
	k.do(protocol.Apply{MultiClass: c}) // the table may lack the target
	k.do(protocol.Train{Target: "y", Classes: protocol.ClassesEach, Network: small})
	k.load("x,y\n1,2\n3,2\n")
	k.do(protocol.Train{Target: "y", Classes: protocol.ClassesEach, Network: small})
	b.Reset()
	b.WriteString("x,y\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%d,%d\n", i, i%150)
	}
	k.load(b.String())
	k.do(protocol.Train{Target: "y", Classes: protocol.ClassesEach, Network: small})
	golden.Check(t, "testdata/classes.golden", k.lines.String())
}
