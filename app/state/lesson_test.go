package state_test

import (
	"context"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/link"
	"drnet/app/state"
	"drnet/engine"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// live is a page with a real engine.
type live struct {
	t       *testing.T
	session *engine.Session
	state   state.State
	waiting []core.Request
}

func newLive(t *testing.T) *live {
	l := &live{t: t, session: engine.NewSession(), state: state.New()}
	l.send(state.Connected{})
	return l
}

// send handles a message and all requests and events that follow from it.
func (l *live) send(m state.Msg) {
	l.t.Helper()
	l.update(m)
	for len(l.waiting) > 0 {
		r := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.session.Handle(context.Background(), r.Body, func(e protocol.Event) {
			if p, ok := e.(protocol.Progress); ok && p.Step%1000 != 0 { // a transport may drop some of them
				return
			}
			l.update(core.Heard{ID: r.ID, Event: e, At: at(1)})
		})
	}
}

func (l *live) update(m state.Msg) {
	var commands []core.Command
	l.state, commands = state.Update(l.state, m)
	for _, c := range commands {
		if r, ok := c.(core.Request); ok {
			l.waiting = append(l.waiting, r)
		}
	}
}

// take completes a lesson by performing every step, and returns the text of Says for each.
func (l *live) take(lesson int) (says []string) {
	l.t.Helper()
	l.send(state.LessonBegun{Lesson: lesson})
	for n := range state.Lessons()[lesson].Steps {
		step, ok := l.state.Step()
		if !ok || l.state.Teach.At != n {
			l.t.Fatalf("step %d is not there", n+1)
		}
		if step.Label != "" {
			if step.Done != nil && l.state.StepReached() && !strings.HasPrefix(step.Label, "Show") {
				l.t.Errorf("step %d, %q, is reached before it is done", n+1, step.Title)
			}
			if why := l.state.StepObstacle(); why != "" {
				l.t.Fatalf("step %d, %q, cannot be done: %s", n+1, step.Title, why)
			}
			l.send(state.StepDone{At: noon})
		}
		if !l.state.StepReached() {
			l.t.Fatalf("step %d, %q, is not reached: obstacle %q, data problem %v, run %v", n+1, step.Title, l.state.Obstacle(),
				l.state.DataProblem, l.state.Run.Problem)
		}
		said := ""
		if step.Says != nil {
			if said = step.Says(l.state); said == "" {
				l.t.Errorf("step %d, %q, has nothing to say", n+1, step.Title)
			}
		}
		says = append(says, said)
		l.send(state.StepTaken{By: 1})
	}
	if _, ok := l.state.Step(); ok {
		l.t.Error("the lesson does not end")
	}
	return says
}

// The real engine produces the results that the lessons describe. The expected figures belong to one seed and are the
// same on every machine.
func TestLessons(t *testing.T) {
	for lesson, want := range [][]string{
		{"", "", "", "3 rules with 4 conditions: right on 100.0 % of the training rows and on 100.0 % of the held-out rows.", "", "", ""},
		{
			"2,000 rows", "3 rules with 4 conditions", "“cholesterol ≤ 130 AND blood_pressure ≤ 120” has 2 conditions",
			"alone finds", "Before: 3 rules with 4 conditions", "3 rules with 4 conditions",
		},
		{
			"", "2 rules with 3 conditions: right on 89.0 % of the training rows and on 87.0 % of the held-out rows.",
			"Now: 3 rules with 4 conditions: right on 100.0 %", "",
			"29 rules with 112 conditions: right on 89.5 % of the training rows and on 83.8 % of the held-out rows.",
			"Now: 2 rules with 4 conditions: right on 89.8 % of the training rows and on 88.1 % of the held-out rows.", "",
		},
		{
			"800 rows, 20 % are held out",
			"29 rules with 112 conditions: right on 89.5 % of the training rows and on 83.8 % of the held-out rows. " +
				"The difference is 5.8 points.",
			"The difference is 5.8 points.",
			"Now: 2 rules with 3 conditions: right on 89.8 % of the training rows and on 88.1 % of the held-out rows.", "rule", "",
		},
	} {
		t.Run(state.Lessons()[lesson].Name, func(t *testing.T) {
			if testing.Short() && lesson > 0 {
				t.Skip("its trainings take long")
			}
			t.Parallel()
			says := newLive(t).take(lesson)
			for n, text := range want {
				if !strings.Contains(says[n], text) {
					t.Errorf("step %d says %q, want %q in it", n+1, says[n], text)
				}
			}
		})
	}
}

// A lesson can be left at any step, moved back and started again. An invalid lesson is not started.
func TestLessonsCanBeLeft(t *testing.T) {
	s, _ := after(state.New(), state.LessonBegun{Lesson: 9}, state.StepTaken{By: 1}, state.StepDone{At: noon})
	if s.Teach.Guided {
		t.Error("a lesson that is not there has begun")
	}
	s, _ = after(s, state.LessonBegun{Lesson: 2}, state.StepTaken{By: 1}, state.StepTaken{By: 1}, state.StepTaken{By: -1},
		state.StepTaken{By: -5})
	if !s.Teach.Guided || s.Teach.At != 0 {
		t.Errorf("at step %d, want the first one", s.Teach.At)
	}
	if got := s.Permalink().String(); got != "lesson=2" {
		t.Errorf("the address is %q, want the lesson in it", got)
	}
	s, _ = after(s, state.LessonEnded{})
	if _, ok := s.Step(); ok {
		t.Error("the lesson goes on")
	}
	s, _ = after(s, state.LessonBegun{Lesson: 2})
	if _, ok := s.Step(); !ok {
		t.Error("the lesson does not begin again")
	}
}

// The action of a step waits while the engine is busy.
func TestStepsWait(t *testing.T) {
	s, _ := after(withTable(), state.Start{At: noon}, heard(started(), 1), state.LessonBegun{Lesson: 1})
	s, asked := after(s, state.StepDone{At: noon})
	if len(asked) > 0 || s.StepObstacle() == "" {
		t.Errorf("asked %v beside a training, obstacle %q", asked, s.StepObstacle())
	}
}

// Training finds the secret rules, and a person can find them without training.
func TestSecretIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, seed := range []uint64{1, 2, 5, 17} {
		l := newLive(t)
		l.send(link.AddressChanged{Hash: "d=" + "secret-" + core.Count(int(seed))})
		if got, ok := l.state.Playing(); !ok || got != seed {
			t.Fatalf("playing %d, %v, want %d", got, ok, seed)
		}
		secret := sample.NewSecret(seed)
		l.send(state.SecretRevealed{})
		if v := l.state.Teach.Game.Revealed; v == nil || len(v.Secret) != len(secret.Rules) ||
			!strings.HasPrefix(v.Verdict, "There are no rules to compare") {
			t.Fatalf("seed %d: revealed %+v", seed, v)
		}
		l.send(state.GuessTyped{Text: ""})
		l.send(state.Start{At: noon})
		l.send(state.SecretRevealed{})
		for k, u := range l.state.Teach.Game.Revealed.Secret {
			if !u.Found {
				t.Errorf("seed %d: rule %d, %q: %s", seed, k+1, u.Text, u.Words)
			}
		}
		if v := l.state.Teach.Game.Revealed.Verdict; !strings.HasSuffix(v, "Your rules answer 800 of 800 rows as the secret ones do.") {
			t.Errorf("seed %d: %s", seed, v)
		}
	}
}

func TestGuesses(t *testing.T) {
	table := protocol.Describe(mustFind(t, "secret-5").Table(), nil)
	base, _ := after(state.New(), state.SampleChosen{Name: "secret-5"},
		heard(protocol.Loaded{Table: table}, 0)) // depth > 700 OR origin = mine AND weight > 100
	for _, test := range []struct {
		name, guess string
		found       []bool
		problem     string
	}{
		{"as they are", "depth > 700\norigin = mine AND weight > 100", []bool{true, true}, ""},
		{"written in another way", "IF Weight>=120 and ORIGIN = \"Mine\"\n\n depth > 799", []bool{true, true}, ""},
		{"the other values", "origin != beach AND origin ≠ river AND weight > 100", []bool{false, true}, ""},
		{"a threshold beside it", "depth > 600", []bool{false, false}, ""},
		{"a column that is not there", "height > 7", []bool{false, false}, "Line 1: there is no column “height”."},
		{"a word for a number", "depth > deep", []bool{false, false}, "Line 1: depth is a number"},
		{"a value that is not there", "depth > 700\norigin = moon", []bool{true, false}, "Line 2: origin can be beach, mine, river"},
		{"no condition", "precious", []bool{false, false}, "Line 1: write a condition"},
		{"half a condition", "depth > 700 AND", []bool{false, false}, "Line 1: write a condition"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, _ := after(base, state.GuessTyped{Text: test.guess}, state.SecretRevealed{})
			v := s.Teach.Game.Revealed
			found := map[string]bool{}
			for _, u := range v.Secret {
				found[u.Text] = u.Found
			}
			for i, text := range []string{"depth > 700", "origin = mine AND weight > 100"} {
				if got, ok := found[text]; !ok || got != test.found[i] {
					t.Errorf("%q found %v (%v), want %v", text, got, ok, test.found[i])
				}
			}
			if got := strings.Join(v.Problems, " "); !strings.Contains(got, test.problem) || test.problem == "" && got != "" {
				t.Errorf("problems %q, want %q", got, test.problem)
			}
		})
	}
}

// A guess may be any text.
func FuzzGuess(f *testing.F) {
	table := protocol.TableSummary{Name: "g", Rows: 800, Guess: -1}
	base, _ := after(state.New(), state.SampleChosen{Name: "secret-5"}, heard(protocol.Loaded{Table: table}, 0))
	f.Add("depth > 700\norigin = mine AND weight > 100")
	f.Add("IF = AND <= and ≠\n\x00")
	f.Fuzz(func(t *testing.T, guess string) {
		s, _ := after(base, state.GuessTyped{Text: guess}, state.SecretRevealed{})
		if s.Teach.Game.Revealed == nil {
			t.Error("nothing is revealed")
		}
	})
}

func mustFind(t *testing.T, name string) sample.Sample {
	t.Helper()
	s, ok := sample.Find(name)
	if !ok {
		t.Fatalf("there is no table %q", name)
	}
	return s
}
