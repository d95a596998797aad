package engine_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/golden"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// people has 12 rows with a numeric, a categorical and a binary column. Each of them and the label have missing cells.
const people = "age,colour,sex,same,label\n" +
	"31,red,Male,x,yes\n42,blue,Male,x,no\n53,green,Female,x,no\n24,red,Female,x,yes\n35,red,,x,yes\n46,blue,Female,x,no\n" +
	",green,Male,x,no\n28,red,Female,x,yes\n39,,Male,x,no\n50,blue,Female,x,\n61,green,Male,x,no\n22,red,Male,x,yes\n"

// leaky has columns that predict the label, one of them with an error, and one with mostly missing cells.
var leaky = func() string {
	csv := "code,late,when,amount,label\n"
	for i := range 60 {
		class, when := i%2, ""
		if class == 1 {
			when = fmt.Sprint(i % 7)
		}
		late := class
		if i == 7 {
			late = 0
		}
		csv += fmt.Sprintf("%c,%d,%s,%d,%d\n", 'a'+i%4, late, when, 100*class+i, class)
	}
	return csv
}()

// small is a fast configuration.
var small = drnet.Config{Rules: 4, Steps: 200, Seed: 1}

func TestTranscripts(t *testing.T) {
	file := func(csv string) protocol.Load { return protocol.Load{Name: "table.csv", File: strings.NewReader(csv)} }
	test := func(csv string) protocol.Load {
		return protocol.Load{Name: "test.csv", File: strings.NewReader(csv), Test: true}
	}
	train := func(change func(r *protocol.Train)) protocol.Train {
		r := protocol.Train{Target: "label", Network: small}
		if change != nil {
			change(&r)
		}
		return r
	}
	sample := func(name string) protocol.Load { return protocol.Load{Sample: name} }
	monk := protocol.Train{Target: "class", Network: drnet.Config{Rules: 8, Steps: 3000, Seed: 1}, Split: protocol.Split{Share: 0.25, Seed: 1}}

	tests := []struct {
		name     string
		requests []protocol.Request
	}{
		{"hello", []protocol.Request{protocol.Hello{Version: protocol.Version}, protocol.Hello{Version: protocol.Version + 1}, protocol.Hello{}}},
		{"nothing_at_work", []protocol.Request{protocol.Pause{}, protocol.Resume{}, protocol.Stop{}, nil}},
		{"no_table", []protocol.Request{train(nil), protocol.Apply{}, protocol.Apply{Model: new(protocol.Model)}}},
		{"load_samples", []protocol.Request{sample("heart-risk"), sample("tic-tac-toe"), sample("monk-1"), sample("iris")}},
		{"load_bad_files", []protocol.Request{
			protocol.Load{Name: "lost.csv"},
			protocol.Load{Name: "torn.csv", File: iotest.ErrReader(errors.New("the disk is gone"))},
			protocol.Load{Name: "torn_later.csv", File: iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(people)))},
			file(""), file("a,b\n"), file("\x89PNG\r\n"), file("PK\x03\x04 [Content_Types].xml"), file("{\"a\":{\"b\":1}}"),
			file("a,b\n"), file("a,b\n\"1,2\n"), file("%PDF-1.7\n"),
			protocol.Load{
				Name: "table.csv", File: strings.NewReader(people),
				Options: dataset.Options{Types: map[string]dataset.Kind{"weight": dataset.Numeric}},
			},
			train(nil), // still without a table
		}},
		{"load_keeps_the_table_before", []protocol.Request{file(people), file("a,b\n"), train(nil)}},
		{"train_refusals", []protocol.Request{
			file(people),
			train(func(r *protocol.Train) { r.Target = "income" }),
			train(func(r *protocol.Train) { r.Target = "" }),
			train(func(r *protocol.Train) { r.Target = "same" }),
			train(func(r *protocol.Train) { r.Target = "age" }),
			train(func(r *protocol.Train) { r.Target = "colour" }),
			train(func(r *protocol.Train) { r.Positive = "perhaps" }),
			train(func(r *protocol.Train) { r.Split.Share = 1 }),
			train(func(r *protocol.Train) { r.Split.Share = -0.1 }),
			train(func(r *protocol.Train) { r.Split.Folds = make([]uint8, 5) }),
			train(func(r *protocol.Train) { r.Split.Folds, r.Split.Fold = make([]uint8, 11), 3 }),
			train(func(r *protocol.Train) { r.Split.Folds = make([]uint8, 11) }),
			train(func(r *protocol.Train) { r.Split.Folds = []uint8{1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1} }),
			train(func(r *protocol.Train) { r.Network.Rules = -3 }),
			train(func(r *protocol.Train) { r.Network.Lambda1 = new(-1.0) }),
			train(func(r *protocol.Train) { r.Network.Init = "zero" }),
			train(func(r *protocol.Train) { r.Encoding.Thresholds = 1001 }),
			train(func(r *protocol.Train) { r.Encoding.Policy = "guess" }),
			train(func(r *protocol.Train) { r.Encoding.Cuts = map[string]binarize.ColumnThresholds{"weight": {Count: 3}} }),
			train(func(r *protocol.Train) {
				r.Encoding.Cuts = map[string]binarize.ColumnThresholds{"colour": {List: []float64{1}}}
			}),
		}},
		{"plan", []protocol.Request{
			protocol.Plan{Train: train(nil)}, // without a table
			file(people),
			protocol.Plan{Train: train(nil)},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Split = protocol.Split{Share: 0.3, Seed: 2} })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Positive, r.Network.Batch = "no", 500 })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Encoding.Policy = binarize.Drop })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Ignore = []string{"age", "sex"} })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Ignore = []string{"age", "colour", "sex"} })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Ignore = []string{"weight"} })},
			protocol.Plan{Train: train(func(r *protocol.Train) { r.Target = "income" })},
			test("label,sex,colour,age\nyes,Male,red,20\nno,Female,violet,60\n,Male,red,1\n"),
			protocol.Plan{Train: train(nil)},
			file(leaky),
			protocol.Plan{Train: protocol.Train{Target: "label", Network: small}},
		}},
		{"train_small", []protocol.Request{
			file(people), train(nil),
			train(func(r *protocol.Train) { r.Split = protocol.Split{Share: 0.3, Seed: 2} }),
			train(func(r *protocol.Train) { r.Positive, r.Network.Batch = "no", 500 }),
			train(func(r *protocol.Train) { r.Encoding.Policy = binarize.Drop }),
			train(func(r *protocol.Train) { r.Encoding.Policy = binarize.Impute }),
			train(func(r *protocol.Train) { r.Split.Folds = []uint8{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}; r.Split.Fold = 1 }),
			train(func(r *protocol.Train) { r.Target, r.Positive = "colour", "red" }),
			train(func(r *protocol.Train) { r.Target, r.Positive = "age", "31" }),
		}},
		{"train_sample", []protocol.Request{sample("monk-1"), monk}},
		{"test_table", []protocol.Request{
			file(people), test("colour,age,label\nred,20,yes\nblue,60,no\n"), // lacks a column
			train(nil),
			test("label,sex,colour,age\nyes,Male,red,20\nno,Female,violet,60\n,Male,red,1\n"), train(nil),
			train(func(r *protocol.Train) { r.Split.Share = 0.2 }),
			train(func(r *protocol.Train) { r.Split.Folds = []uint8{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0} }),
			test("a,b\n"), train(nil), // the previous test table remains
			file(people), train(nil), // a new table removes the test table
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			k := newTalk(t)
			for _, r := range test.requests {
				k.do(r)
			}
			golden.Check(t, "testdata/"+test.name+".golden", k.lines.String())
		})
	}
}

// TestRefusalsHelp checks that each refusal in the transcripts has a well-formed message, and that most have a hint.
func TestRefusalsHelp(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil {
		t.Fatal(err)
	}
	refusals := 0
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(file), "\n")
		for i, line := range lines {
			text, ok := strings.CutPrefix(line, "refused ")
			if !ok {
				continue
			}
			refusals++
			kind, message, _ := strings.Cut(text, ": ")
			capital := message != "" && message[0] >= 'A' && message[0] <= 'Z' && kind != protocol.BadSetting // which may start with a field name
			if message == "" || strings.HasSuffix(message, ".") || capital {
				t.Errorf("%s: the message %q is empty, or has a capital or a full stop", path, message)
			}
			for _, name := range []string{"dataset: ", "binarize: ", "drnet: ", "rule: ", "protocol: ", "protocol."} {
				if strings.Contains(message, name) {
					t.Errorf("%s: the message %q names a package", path, message)
				}
			}
			if strings.TrimSpace(lines[i+1]) == "hint:" {
				t.Errorf("%s: the message %q has no hint", path, message)
			}
		}
	}
	if refusals < 30 {
		t.Errorf("%d refusals in the transcripts, want those of all requests", refusals)
	}
}

func TestStopReturnsTheBestRules(t *testing.T) {
	k := withTable(t, people)
	for _, at := range []int{0, 1, 77} {
		e := k.stop(protocol.Train{
			Target:  "label",
			Network: drnet.Config{Rules: 4, Steps: 5000, Seed: 1, Lambda1: new(1e-9)},
		}, func(e protocol.Event) bool {
			p, ok := e.(protocol.Progress)
			return at == 0 || ok && p.Step == at
		})
		if refused, ok := e.(protocol.Refused); at == 0 && ok && refused.Kind == protocol.Cancelled {
			continue // without rules so far
		}
		trained, ok := e.(protocol.Trained)
		if !ok || trained.Status != drnet.Stopped || trained.Steps != at {
			t.Errorf("stopped at %d: %+v", at, e)
		}
		if err := trained.Model.Validate(); err != nil {
			t.Errorf("stopped at %d: the model is unusable: %v", at, err)
		}
	}
}

// long returns a table with a number of rows.
func long(rows int) string {
	var b strings.Builder
	b.WriteString("number,colour,label\n")
	for i := range rows {
		fmt.Fprintf(&b, "%d,%s,%s\n", i*7919%rows, []string{"red", "green", "blue"}[i%3], []string{"yes", "no"}[i/2%2])
	}
	return b.String()
}

// pieces returns the text in small pieces.
type pieces struct{ io.Reader }

func (r pieces) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), 16<<10)]) }

// TestStopWhileReading checks that a stop takes effect between two pieces of the file and keeps the current table.
func TestStopWhileReading(t *testing.T) {
	csv := long(100_000)
	for _, after := range []int{0, 1, 5, 30} { // number of pieces
		k := withTable(t, people)
		read := 0
		e := k.stop(protocol.Load{Name: "table.csv", File: pieces{strings.NewReader(csv)}}, func(e protocol.Event) bool {
			if is[protocol.Reading](e) {
				read++
			}
			if read > after+1 {
				t.Fatalf("stopped after %d pieces, and another is read", after)
			}
			return read == after
		})
		if r, ok := e.(protocol.Refused); !ok || r.Kind != protocol.Cancelled {
			t.Errorf("after %d pieces: got %+v, want a refusal that it was cancelled", after, e)
		}
		if e := k.do(protocol.Plan{Train: protocol.Train{Target: "label"}}); !is[protocol.Planned](e) {
			t.Errorf("after %d pieces: %+v, want the table before", after, e)
		}
	}
}

// TestReading checks that reading reports its progress in order, up to the file size, and previews a large file.
func TestReading(t *testing.T) {
	small, large := long(1000), long(50_000)
	cut := strings.Replace(large, "green", "\"green\n\"", 1)
	for _, test := range []struct {
		name, csv string
		peeked    bool
	}{
		{"small", small, false},
		{"large", large, true},
		{"a line break in quotes", cut, true},
		{"not a table", "{\"a\":[" + strings.Repeat("1,\n", 200_000), false},
	} {
		k := newTalk(t)
		last, peeked := int64(0), 0
		var table protocol.TableSummary
		size := int64(len(test.csv))
		e := k.ask(t.Context(), protocol.Load{
			Name: "t.csv", File: iotest.HalfReader(strings.NewReader(test.csv)),
			Size: size,
		}, func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Reading:
				if e.Bytes < last || e.Size != size {
					t.Fatalf("%s: %+v after %d bytes", test.name, e, last)
				}
				last = e.Bytes
			case protocol.Previewed:
				peeked++
				table = e.Table
			}
		})
		loaded, ok := e.(protocol.Loaded)
		if ok && last != size {
			t.Errorf("%s: %d bytes are told, want %d", test.name, last, size)
		}
		if (peeked == 1) != test.peeked || peeked > 1 {
			t.Errorf("%s: the beginning was shown %d times", test.name, peeked)
		}
		if peeked > 0 && (table.Rows == 0 || table.Rows >= loaded.Table.Rows || len(table.Columns) != 3 ||
			table.Columns[2].Kind != dataset.Binary || len(table.Warnings) > 0) {
			t.Errorf("%s: the beginning is %d of %d rows, %+v, %q", test.name, table.Rows, loaded.Table.Rows, table.Columns, table.Warnings)
		}
	}
}

// TestStopBeforeTheFirstStep checks that a stop takes effect in every stage of the preparation.
func TestStopBeforeTheFirstStep(t *testing.T) {
	for after := range 3 {
		for _, r := range []protocol.Request{
			protocol.Train{Target: "label", Network: small},
			protocol.Plan{Train: protocol.Train{Target: "label", Network: small}},
		} {
			k := withTable(t, people)
			calls := 0
			e := k.stop(r, func(e protocol.Event) bool {
				if is[protocol.Preparing](e) {
					calls++
				}
				if calls > after+1 {
					t.Fatalf("stopped after %d parts, and another is prepared", after)
				}
				return calls == after+1
			})
			if refused, ok := e.(protocol.Refused); !ok || refused.Kind != protocol.Cancelled {
				t.Errorf("%T stopped after %d parts: %+v, want cancelled", r, after, e)
			}
		}
	}
}

// TestStopLeavesTheSplitKnown stops a request at each part of its preparation: the rows of the run are known to the next one.
func TestStopLeavesTheSplitKnown(t *testing.T) {
	k := withTable(t, people)
	m := k.train(protocol.Train{Target: "label", Positive: "no", Network: small, Split: protocol.Split{Share: 0.3}}).Model
	for after := 1; ; after++ {
		k.load(people) // forgets the split
		parts := 0
		e := k.stop(protocol.Score{Model: m}, func(e protocol.Event) bool {
			if is[protocol.Preparing](e) {
				parts++
			}
			return parts == after
		})
		if scored, ok := e.(protocol.Scored); ok && parts < after {
			if !scored.Same || after < 3 {
				t.Errorf("not stopped in %d parts, the rows are those of the run: %v", parts, scored.Same)
			}
			return
		}
		if again := k.do(protocol.Score{Model: m}).(protocol.Scored); !again.Same {
			t.Errorf("after a stop in part %d the rows of the run are unknown", after)
		}
	}
}

// TestProgress checks the contract with the page: every step is reported, in order, with the newest and the best rules.
func TestProgress(t *testing.T) {
	k := withTable(t, people)
	next, started := 1, false
	var best *protocol.Snapshot
	e := k.ask(t.Context(), protocol.Train{Target: "label", Positive: "no", Network: small, Split: protocol.Split{Share: 0.3}},
		func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Started:
				started = true
			case protocol.Progress:
				if !started || e.Step != next || e.Steps != small.Steps {
					t.Fatalf("progress %+v, want step %d of %d after Started", e, next, small.Steps)
				}
				next++
				for _, s := range []*protocol.Snapshot{e.Now, e.Best} {
					if s != nil && (s.Step > e.Step || s.Test == nil || s.Rules == nil) {
						t.Fatalf("step %d: snapshot %+v", e.Step, s)
					}
					if s != nil && strings.Contains(fmt.Sprint(s.Rules), "age >") {
						t.Fatalf("step %d: the rules %q, want ages as integers, at least", e.Step, s.Rules)
					}
				}
				if e.Step >= small.Steps/100 && e.Now == nil {
					t.Fatalf("step %d: no look at the rules", e.Step)
				}
				best = e.Best
			}
		})
	trained := e.(protocol.Trained)
	if best != nil && (trained.Model.Learned.Step != best.Step || trained.Model.Learned.Simplified.Train.Accuracy != best.Train) {
		t.Errorf("the model is %+v, the best snapshot %+v", trained.Model.Learned, best)
	}
}

// TestModelSaysHowItWasLearnt checks that the model file contains everything needed to repeat the run.
func TestModelSaysHowItWasLearnt(t *testing.T) {
	k := withTable(t, people)
	first := k.train(protocol.Train{Target: "label", Network: small, Split: protocol.Split{Share: 0.3, Seed: 5}})
	again := k.train(first.Model.Learned.Request)
	if a, b := write(t, first.Model), write(t, again.Model); a != b {
		t.Errorf("trained by its own request the model is\n%s\nwant\n%s", b, a)
	}
	if n := first.Model.Learned.Request.Network; n.Rules != 4 || n.Batch == 0 || n.Rate == 0 || n.Alternate == 0 ||
		n.Init == "" || n.Penalty == "" {
		t.Errorf("the model says %+v, want every default filled in", n)
	}
}

// write returns the file of a model, or of a model of many classes.
func write(t testing.TB, m interface{ Write() ([]byte, error) }) string {
	t.Helper()
	file, err := m.Write()
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}

// TestApplyAnswersAsTheRules checks that the predictions for the training table match the scores of the model.
func TestApplyAnswersAsTheRules(t *testing.T) {
	k := withSample(t, "tic-tac-toe")
	m := k.train(protocol.Train{Target: "x_wins", Network: drnet.Config{Steps: 500, Seed: 1}}).Model
	read, err := protocol.ReadModel([]byte(write(t, m)))
	if err != nil {
		t.Fatal(err)
	}
	applied := k.do(protocol.Apply{Model: read}).(protocol.Applied)
	if applied.Scores == nil || applied.Scores.Confusion != m.Learned.Outcome().Train.Confusion {
		t.Errorf("the scores are %+v, want %+v", applied.Scores, m.Learned.Outcome().Train)
	}
	if applied.Answers.Rows != 958 || len(applied.Warnings) != 0 {
		t.Errorf("%d answers, warnings %q, want 958 and none", applied.Answers.Rows, applied.Warnings)
	}
}

// handMade returns a model for people.
func handMade() *protocol.Model {
	encoder := &binarize.Encoder{Policy: binarize.Own, Columns: []binarize.EncodedColumn{
		{Name: "age", Thresholds: []float64{30, 50}, Missable: true}, // features 0, 1, missing 2
		{Name: "colour", Values: []string{"blue", "green", "red"}},   // 3, 4, 5
		{Name: "size", Thresholds: []float64{1}, Fill: "2"},          // 6
		{Name: "sex", Values: []string{"Male"}, Other: "Female"},     // 7
	}}
	return &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
		Target: "label", Positive: "yes", Negative: "no", Encoder: encoder,
		Rules: rule.Set{{{Feature: 0, Not: true}, {Feature: 1}}, {{Feature: 5}}, {{Feature: 2}}},
	}}
}

// TestApply applies a model for people to tables with a different form.
func TestApply(t *testing.T) {
	m := handMade()
	damaged := *m
	damaged.Rules = rule.Set{{{Feature: 99}}}
	k := newTalk(t)
	for _, csv := range []string{
		// Like the training table.
		"age,colour,size,sex,label\n31,blue,1,Male,yes\n20,red,0,Female,yes\n,green,1,Male,no\n60,green,2,Male,no\n",
		// Other order, no label.
		"sex,size,colour,age\nMale,1,red,20\nFemale,2,blue,40\n",
		// Unseen, missing, imputed, unlabeled.
		"age,colour,size,sex,label\n31,violet,,X,yes\n20,,1,,\n40,violet,,Male,no\n",
		// Lacks a column.
		"age,colour,sex\n31,red,Male\n",
		// Unknown labels.
		"age,colour,size,sex,label\n31,red,1,Male,maybe\n20,red,1,Male,maybe\n",
	} {
		k.load(csv)
		k.do(protocol.Apply{Model: m})
	}
	k.do(protocol.Apply{})
	k.do(protocol.Apply{Model: &damaged})
	k.do(protocol.Apply{Model: new(protocol.Model)})
	golden.Check(t, "testdata/apply.golden", k.lines.String())
}
