package state_test

import (
	"context"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/learn"
	"drnet/app/link"
	"drnet/app/page/state"
	"drnet/app/rules"
	"drnet/app/training"
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
	l.waiting = append(l.waiting, coretest.Of[core.Request](commands)...)
}

// take completes a lesson by performing every step, and returns the text of Says and the right choice for each.
func (l *live) take(lesson int) (says []string) {
	l.t.Helper()
	l.send(learn.LessonBegun{Lesson: lesson})
	for n := range learn.Lessons()[lesson].Steps {
		step, ok := l.state.Learn.Step()
		if !ok || step.Title != learn.Lessons()[lesson].Steps[n].Title {
			l.t.Fatalf("step %d is not there", n+1)
		}
		if step.Label != "" {
			l.send(learn.Answered{Question: learn.Before, Choice: 1})
			if step.Done != nil && l.state.Learn.Reached(l.state.View()) && !strings.HasPrefix(step.Label, "Show") {
				l.t.Errorf("step %d, %q, is reached before it is done", n+1, step.Title)
			}
			if why := learn.Obstacle(l.state.View()); why != "" {
				l.t.Fatalf("step %d, %q, cannot be done: %s", n+1, step.Title, why)
			}
			l.send(learn.StepDone{At: noon})
		}
		if !l.state.Learn.Reached(l.state.View()) {
			l.t.Fatalf("step %d, %q, is not reached: obstacle %q, data problem %v, run %v", n+1, step.Title, l.state.Obstacle(),
				l.state.DataProblem, l.state.Run.Problem)
		}
		said := ""
		if step.Says != nil {
			if said = step.Says(l.state.View()); said == "" {
				l.t.Errorf("step %d, %q, has nothing to say", n+1, step.Title)
			}
			if !strings.HasSuffix(l.state.Status, said) { // the only announcement: that of the run or the sweep is replaced
				l.t.Errorf("step %d, %q, announces %q", n+1, step.Title, l.state.Status)
			}
		}
		for _, q := range step.Asks {
			if q.Text == "" {
				continue
			}
			if right := q.Right(l.state.View()); right < 0 || right >= len(q.Choices) {
				l.t.Errorf("step %d, %q, has no right choice: %d", n+1, step.Title, right)
			} else {
				said += " → " + q.Choices[right]
			}
		}
		says = append(says, said)
		l.send(learn.StepTaken{By: 1})
	}
	if _, ok := l.state.Learn.Step(); ok {
		l.t.Error("the lesson does not end")
	}
	return says
}

// The real engine produces the results that the lessons describe. The expected figures belong to one seed and are the
// same on every machine.
func TestLessons(t *testing.T) {
	for lesson, want := range [][]string{
		{
			"", "", "", "3 rules with 4 conditions: train accuracy 100%, test accuracy 100%. → more than 95%", "", "", "", "",
		},
		{"", "3 rules with 4 conditions", "", "", "Before: 3 rules with 4 conditions", "", ""},
		{
			"", "2 rules with 3 conditions: train accuracy 89.0%, test accuracy 87.0%. → 80% to 95%",
			"Now: 3 rules with 4 conditions: train accuracy 100%, test accuracy 100%. → it rises", "",
			"27 rules with 105 conditions: train accuracy 81.9%, test accuracy 75.6%. → more than 20",
			"Now: 2 rules with 4 conditions: train accuracy 89.8%, test accuracy 88.1%. → it rises", "",
		},
		{
			"", "15 rules with 59 conditions: train accuracy 94.8%, test accuracy 83.1%. → on the training set", "",
			"Now: 2 rules with 3 conditions: train accuracy 89.8%, test accuracy 88.1%. → it rises", "rule", "",
		},
		{
			"", "6 rules with 24 conditions: train accuracy 93.3%, test accuracy 83.3%. → more than 80%",
			"Now: 1 rule with 3 conditions: train accuracy 77.5%, test accuracy 63.3%. → it falls", "most", "",
		},
	} {
		t.Run(learn.Lessons()[lesson].Name, func(t *testing.T) {
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

// The lesson on leaks lists the rows of the random split, which divides most patients, as it says; the split by patient divides none.
func TestLeakLessonListsDividedPatients(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	l := newLive(t)
	says := l.take(4)
	if !strings.Contains(says[3], "most") || !l.state.Rows.Open() || !l.state.Rows.All {
		t.Fatalf("the last step says %q, and rows are shown: %v", says[3], l.state.Rows.Open())
	}
	l.send(rules.Redone{})
	byPatient := l.state.Rules.Model()
	l.send(rules.Undone{})
	for _, test := range []struct {
		model       *protocol.Model
		least, most int
	}{{l.state.Rules.Model(), 100, 125}, {byPatient, 0, 0}} {
		sides := map[string][2]int{}
		r := protocol.ListRows{Selection: protocol.Selection{Model: test.model}, Rows: 200, Columns: []string{"patient", "age", "weight"}}
		for r.From = 0; r.From < 900; r.From += r.Rows {
			l.session.Handle(context.Background(), r, func(e protocol.Event) {
				page, _ := e.(protocol.RowPage)
				for _, row := range page.Rows {
					who := *row.Cells[0] + "," + *row.Cells[1] + "," + *row.Cells[2]
					n := sides[who]
					n[map[bool]int{true: 1}[row.Held]]++
					sides[who] = n
				}
			})
		}
		divided := 0
		for _, n := range sides {
			if n[0] > 0 && n[1] > 0 {
				divided++
			}
		}
		if len(sides) != 150 || divided < test.least || divided > test.most {
			t.Errorf("%d of %d patients have rows on both sides, want %d to %d", divided, len(sides), test.least, test.most)
		}
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
		if level, got, ok := learn.Playing(l.state.View()); !ok || got != seed || level != 1 {
			t.Fatalf("playing %d at level %d, %v, want %d", got, level, ok, seed)
		}
		secret := sample.NewSecret(sample.Medium, seed)
		if v := l.state.Learn.Game.Standing; v == nil || len(v.Secret) != len(secret.Rules) ||
			!strings.HasPrefix(v.Verdict, "0 of") {
			t.Fatalf("seed %d: %+v", seed, v)
		}
		l.send(training.StartAsked{At: noon})
		for k, u := range l.state.Learn.Game.Standing.Secret {
			if !u.Found {
				t.Errorf("seed %d: rule %d, %q, is not found", seed, k+1, u.Text)
			}
		}
	}
}
