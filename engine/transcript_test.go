package engine_test

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/protocol"
)

// A transcript is a session with a log of its events. It checks that every event can be encoded and that each request
// ends with exactly one final event.
type transcript struct {
	t       testing.TB
	session *engine.Session
	lines   strings.Builder
}

func newTalk(t testing.TB) *transcript { return &transcript{t: t, session: engine.NewSession()} }

// withTable returns a transcript of a session with a table.
func withTable(t testing.TB, csv string) *transcript {
	t.Helper()
	k := newTalk(t)
	k.load(csv)
	return k
}

// withSample returns a transcript of a session with a built-in table.
func withSample(t testing.TB, name string) *transcript {
	t.Helper()
	k := newTalk(t)
	answered[protocol.Loaded](k, protocol.Load{Sample: name})
	return k
}

// slow skips a test in short mode.
func slow(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
}

// ask returns the final event.
func (k *transcript) ask(ctx context.Context, r protocol.Request, watch func(protocol.Event)) protocol.Event {
	k.t.Helper()
	fmt.Fprintf(&k.lines, "> %s\n", requestLine(r))
	var final protocol.Event
	var progress []protocol.Progress
	k.session.Handle(ctx, r, func(e protocol.Event) {
		if final != nil {
			k.t.Fatalf("%T after the final %T", e, final)
		}
		if _, err := protocol.EncodeEvent(1, e); err != nil {
			k.t.Fatalf("%T cannot travel: %v", e, err) // NaN and Inf cannot be encoded
		}
		if watch != nil {
			watch(e)
		}
		switch e := e.(type) {
		case protocol.Progress:
			progress = append(progress, e)
			return
		case protocol.Reading, protocol.Preparing: // their number may vary
			return
		}
		if protocol.Final(e) {
			final = e
			k.lines.WriteString(progressLine(progress))
		}
		k.lines.WriteString(eventLine(e))
	})
	if final == nil {
		k.t.Fatalf("%T was not answered", r)
	}
	return final
}

// do sends a request without interruption.
func (k *transcript) do(r protocol.Request) protocol.Event {
	k.t.Helper()
	return k.ask(k.t.Context(), r, nil)
}

// stop sends a request and stops it at the first event for which at is true. It calls at with nil before the request.
func (k *transcript) stop(r protocol.Request, at func(protocol.Event) bool) protocol.Event {
	k.t.Helper()
	ctx, cancel := context.WithCancel(k.t.Context())
	defer cancel()
	watch := func(e protocol.Event) {
		if at(e) {
			cancel()
		}
	}
	watch(nil)
	return k.ask(ctx, r, watch)
}

// answered sends a request, which must be answered by an event of type T.
func answered[T protocol.Event](k *transcript, r protocol.Request) T {
	k.t.Helper()
	e := k.do(r)
	answer, ok := e.(T)
	if !ok {
		k.t.Fatalf("%T was answered by %+v, want %T", r, e, answer)
	}
	return answer
}

// refused sends a request, which must be refused with a kind, or with any if it is "".
func (k *transcript) refused(name string, r protocol.Request, kind string) protocol.Refused {
	k.t.Helper()
	e := k.do(r)
	refusal, ok := e.(protocol.Refused)
	if !ok || kind != "" && refusal.Kind != kind {
		k.t.Errorf("%s: %T %+v, want a refusal of kind %s", name, e, e, cmp.Or(kind, "any"))
	}
	return refusal
}

// load loads a CSV text, which must be valid.
func (k *transcript) load(csv string) {
	k.t.Helper()
	answered[protocol.Loaded](k, protocol.Load{Name: "table.csv", File: strings.NewReader(csv)})
}

// train sends Train, which must succeed.
func (k *transcript) train(r protocol.Train) protocol.Trained {
	k.t.Helper()
	return answered[protocol.Trained](k, r)
}

func is[T any](e protocol.Event) bool {
	_, ok := e.(T)
	return ok
}

func requestLine(r protocol.Request) string {
	switch r := r.(type) {
	case nil:
		return "<nil>"
	case protocol.Load:
		if r.Sample != "" {
			return "load sample " + r.Sample
		}
		if r.Test {
			return "load test table " + r.Name
		}
		return "load " + r.Name
	case protocol.Plan:
		return fmt.Sprintf("plan %s", r.Target)
	case protocol.Train:
		return fmt.Sprintf("train %s", r.Target)
	case protocol.Apply:
		return "apply"
	}
	return protocol.RequestName(r)
}

func eventLine(e protocol.Event) string {
	switch e := e.(type) {
	case protocol.Welcome:
		return fmt.Sprintf("welcome version %d\n", e.Version)
	case protocol.Refused:
		return fmt.Sprintf("refused %s: %s\n        hint: %s\n", e.Kind, e.Message, e.Hint)
	case protocol.Loaded:
		return loadedLine(e.Table)
	case protocol.Started:
		return "started " + startedLine(e)
	case protocol.Planned:
		return "planned " + startedLine(e.Started) + planningLines(e.Columns) + associationLine(e.Associations)
	case protocol.Trained:
		return trainedLine(e)
	case protocol.Applied:
		return appliedLine(e)
	case protocol.Explained:
		return explainedLine(e)
	}
	return fmt.Sprintf("%T %+v\n", e, e)
}

func startedLine(e protocol.Started) string {
	if e.Classes != nil {
		e.Positive, e.Negative = fmt.Sprint(e.Classes), "each other"
	}
	return fmt.Sprintf("%d rows to train on, %d to test on, %d dropped, %d unnamed, %d features, %q against %q, majority %.4f\n"+
		"        rules %d, batch %d (asked %d), steps %d, alternate %d\n", e.Rows, e.TestRows, e.Dropped, e.Unnamed, e.Features,
		e.Positive, e.Negative, e.Majority, e.Network.Rules, e.Network.Batch, e.Asked, e.Network.Steps, e.Network.Alternate)
}

func planningLines(columns []protocol.Planning) (s string) {
	for _, c := range columns {
		s += fmt.Sprintf("        %s: %d features, thresholds %v, %d values, %d others, missable %v\n", c.Name, c.Features,
			c.Thresholds, c.Values, c.Others, c.Missable)
		for _, note := range c.Notes {
			s += "            note: " + note + "\n"
		}
	}
	return s
}

func associationLine(list []binarize.Association) string {
	s := "        associated:"
	for _, a := range list {
		s += fmt.Sprintf(" %s %s %.4f%s;", a.Name, a.Measure, a.Value, strings.TrimRight(" "+string(a.Leak), " "))
	}
	return s + "\n"
}

func loadedLine(t protocol.TableSummary) string {
	s := fmt.Sprintf("loaded  %s: %d rows, guess %d, delimiter %q\n", t.Name, t.Rows, t.Guess, t.Dialect.Delimiter)
	for _, c := range t.Columns {
		s += fmt.Sprintf("        %s: %s, %d missing, %d values listed\n", c.Name, c.Kind, c.Missing, len(c.Values))
	}
	for _, w := range t.Warned() {
		s += "        warning: " + w + "\n"
	}
	return s
}

// progressLine summarizes all progress events of a request.
func progressLine(all []protocol.Progress) string {
	if len(all) == 0 {
		return ""
	}
	last := all[len(all)-1]
	s := fmt.Sprintf("progress %d events, last: step %d of %d, phase %s\n", len(all), last.Step, last.Steps, last.Phase)
	for _, part := range []struct {
		name string
		*protocol.Snapshot
	}{{"now", last.Now}, {"best", last.Best}} {
		if part.Snapshot == nil {
			continue
		}
		test := "none"
		if part.Test != nil {
			test = fmt.Sprintf("%.4f", *part.Test)
		}
		s += fmt.Sprintf("        %s: step %d, train %.4f, test %s, %d rules, %d conditions\n", part.name, part.Step,
			part.Train, test, len(part.Rules), part.Conditions)
	}
	return s
}

func trainedLine(e protocol.Trained) string {
	if c := e.MultiClass; c != nil {
		s := fmt.Sprintf("trained %s after %d steps, right on %.4f of the training rows, macro F1 %.4f\n", e.Status, e.Steps,
			c.Learned.Outcome.Train.Accuracy, c.Learned.Outcome.Train.MacroF1)
		for _, note := range c.Learned.Notes {
			s += "        note: " + note + "\n"
		}
		return s + indent(c.Text(nil))
	}
	learnt := e.Model.Learned
	s := fmt.Sprintf("trained %s after %d steps, rules of step %d, right on %.4f of the training rows\n", e.Status,
		e.Steps, learnt.Step, learnt.Simplified.Train.Accuracy)
	if test := learnt.Simplified.Test; test != nil {
		s += fmt.Sprintf("        right on %.4f of the test rows (majority %.4f)\n", test.Accuracy, test.Majority)
	}
	return s + indent(e.Model.Text(nil))
}

func appliedLine(e protocol.Applied) string {
	if d := e.Decided; d != nil {
		s := fmt.Sprintf("applied, the classes are %v\n", d.Classes)
		if d.Scores != nil {
			s += fmt.Sprintf("        right on %.4f, by class %+v\n", d.Scores.Accuracy, d.Scores.Confusion)
		}
		return s
	}
	const most = 60 // predictions
	var answers strings.Builder
	for row := range min(e.Answers.Rows, most) {
		answers.WriteByte("01"[min(e.Answers.Rule(row), 1)])
	}
	s := fmt.Sprintf("applied %d answers: %s\n", e.Answers.Rows, answers.String())
	for _, w := range e.Warnings {
		s += "        warning: " + w + "\n"
	}
	if e.Scores != nil {
		s += fmt.Sprintf("        right on %.4f of %d rows, majority %.4f\n", e.Scores.Accuracy, e.Scores.Confusion.Rows(), e.Scores.Majority)
	}
	return s
}

func indent(text string) string {
	return "        " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n        ") + "\n"
}
