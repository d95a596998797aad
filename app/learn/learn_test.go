package learn

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/sample"
	"drnet/engine/setting"
)

type page = coretest.Page[Model]

var noon = coretest.Noon

func newPage() *page { return &page{View: core.View{Shared: core.Shared{Setup: core.NewSetup()}}} }

// A lesson can be left at any step, moved back and started again. An invalid lesson is not started.
func TestLessonsCanBeLeft(t *testing.T) {
	p, begin := newPage(), LessonBegun{Lesson: 2}
	for _, step := range []struct {
		messages []core.Msg
		guided   bool
	}{
		{[]core.Msg{LessonBegun{Lesson: 9}, StepTaken{By: 1}, StepDone{At: noon}}, false},
		{[]core.Msg{begin, StepTaken{By: 1}, StepTaken{By: 1}, StepTaken{By: -1}, StepTaken{By: -5}}, true},
		{[]core.Msg{LessonEnded{}}, false},
		{[]core.Msg{begin}, true},
		{[]core.Msg{StepTaken{By: 100}}, false},
	} {
		p.Send(step.messages...)
		if _, ok := p.Model.Step(); ok != step.guided || ok && p.Model.at != 0 {
			t.Errorf("after %+v: lesson %v, step %d", step.messages, ok, p.Model.at)
		}
	}
}

// A lesson asks for a prediction before each result and a question after each step, and sums up at the end. Its texts contain no
// planted condition.
func TestLessons(t *testing.T) {
	heart, _ := sample.Find("heart-risk")
	coretest.Equal(t, len(Lessons()), len(core.Lessons), "the number of lessons, which links can begin")
	for _, l := range Lessons() {
		last := l.Steps[len(l.Steps)-1]
		if len(last.Sums) < 2 || l.Minutes != 5 && l.Minutes != 15 {
			t.Errorf("%s: it takes %d minutes and ends with %+v", l.Name, l.Minutes, last)
		}
		for _, s := range l.Steps {
			before, after := s.Asks[Before], s.Asks[After]
			if (s.Says != nil) != (len(before.Choices) > 1) || (len(s.Sums) == 0) != (len(after.Choices) > 1 && after.Why != "") {
				t.Errorf("%s: %q asks %+v", l.Name, s.Title, s.Asks)
			}
			text := strings.Join(slices.Concat([]string{s.Text, before.Text, after.Text, after.Why, s.Label},
				before.Choices, after.Choices, s.Sums), " ")
			for _, condition := range strings.Split(strings.Join(heart.Truth, " AND "), " AND ") {
				if strings.Contains(text, condition) {
					t.Errorf("%s: %q tells the condition %q", l.Name, s.Title, condition)
				}
			}
		}
	}
}

// An answer is compared with the result once that is known. Another step asks anew.
func TestAnswers(t *testing.T) {
	s := Question{Choices: []string{"a", "b"}, Why: "So it is."}
	for right, want := range map[int]string{unknown: "", 0: "You chose “b”; right is “a”. So it is.", 1: "Right: “b”. So it is."} {
		s.Right = func(core.View) int { return right }
		coretest.Equal(t, s.answerInWords(2, core.View{}), want, "right is %d", right)
	}
	s.Choices, s.Right = []string{"“bmi is high”", "“bmi ≤ 25”"}, func(core.View) int { return 1 }
	coretest.Equal(t, s.answerInWords(1, core.View{}), "You chose “bmi is high”; right is “bmi ≤ 25”. So it is.", "quotations")
	p := newPage()
	p.Send(LessonBegun{Lesson: 1}, StepTaken{By: 1}, Answered{Before, 2}, Answered{After, 2}, StepTaken{By: 1})
	coretest.Equal(t, p.Model.chosen, [2]int{}, "the answers of the next step")
}

// The page moves to the subject of a step. The focus returns when a lesson, a handout or the explanation is closed.
func TestFocus(t *testing.T) {
	for _, test := range []struct {
		messages []core.Msg
		want     core.Command
	}{
		{[]core.Msg{LessonBegun{Lesson: 0}}, ShowStep{Place: dataPlace}},
		{[]core.Msg{Opened{Lesson: 1}}, ShowStep{Place: dataPlace}},
		{[]core.Msg{LessonBegun{Lesson: 0}, StepTaken{By: 1}}, ShowStep{Place: Place{core.DataSection, "target"}}},
		{[]core.Msg{LessonBegun{Lesson: 0}, LessonEnded{}}, core.Focus{ID: "lessons"}},
		{[]core.Msg{HandoutOpened{Lesson: 1}}, core.Focus{ID: "handout-title"}},
		{[]core.Msg{HandoutOpened{Lesson: 1}, HandoutOpened{}}, core.Focus{ID: "lessons"}},
		{[]core.Msg{ExplanationOpened{Open: true}}, core.Focus{ID: "how-title"}},
		{[]core.Msg{ExplanationOpened{Open: true}, ExplanationOpened{}}, core.Focus{ID: "lessons"}},
		{[]core.Msg{GameBegun{}}, core.Focus{ID: "lessons"}},
	} {
		commands := newPage().Send(test.messages...)
		coretest.Equal(t, commands[len(commands)-1], test.want, "%+v", test.messages)
	}
}

// The text of a step scrolls to an answer and, once, to a result that is scored, but not when a completed step begins.
func TestAnswersAreShown(t *testing.T) {
	p := newPage()
	shown := func(messages ...core.Msg) int {
		return len(coretest.Of[ShowAnswer](p.Send(append(messages, core.Refresh{})...)))
	}
	coretest.Equal(t, shown(LessonBegun{Lesson: 1}), 0, "as the lesson begins")
	p.View.Table, p.View.Source.Sample = new(protocol.TableSummary), "heart-risk"
	coretest.Equal(t, shown(), 1, "by the table")
	coretest.Equal(t, shown(), 0, "by anything later")
	coretest.Equal(t, shown(Answered{After, 1}), 1, "by an answer")
	p.View.Revision = core.Revision{Model: &protocol.Model{Model: rule.Model{Off: []rule.Idle{{}}}}}
	coretest.Equal(t, shown(StepTaken{By: 1}, StepTaken{By: 1}), 0, "as a completed step begins")
	p.View.Revision.Model = new(protocol.Model)
	coretest.Equal(t, shown(StepTaken{By: 2}), 0, "as the step begins that switches a rule off")
	p.View.Revision.Model = &protocol.Model{Model: rule.Model{Off: []rule.Idle{{}}}}
	coretest.Equal(t, shown(), 0, "before the rules are scored")
	p.View.Revision.Scored = new(protocol.Scored)
	coretest.Equal(t, shown(), 1, "by scores")
}

// A step that takes something back does so once.
func TestUndoingOnce(t *testing.T) {
	p := newPage()
	p.View.Revision.Model = &protocol.Model{Model: rule.Model{Rules: rule.Set{{}}, Off: []rule.Idle{{}}}}
	p.Send(LessonBegun{Lesson: 1}, StepTaken{By: 5})
	undone := func() int { return len(coretest.Of[UndoEdit](p.Send(StepDone{At: noon}))) }
	coretest.Equal(t, undone(), 1, "edits undone")
	p.View.Revision.Model = &protocol.Model{Model: rule.Model{Rules: rule.Set{{}, {}}}}
	coretest.Equal(t, undone(), 0, "edits undone by a second click")
}

// The action of a step waits while the engine is busy.
func TestStepsWait(t *testing.T) {
	for name, change := range map[string]func(*core.View){
		"reading":   func(c *core.View) { c.Reading = "people.csv" },
		"training":  func(c *core.View) { c.Run.Phase = core.Training },
		"comparing": func(c *core.View) { c.Busy = true },
	} {
		p := newPage()
		p.Send(LessonBegun{Lesson: 1})
		change(&p.View)
		if got := p.Send(StepDone{At: noon}); len(got) > 0 || Obstacle(p.View) == "" {
			t.Errorf("%s: commands %v, obstacle %q", name, got, Obstacle(p.View))
		}
	}
}

// Before a lesson or a game loads a sample, it says which table of the user's own that replaces.
func TestOwnTableIsReplaced(t *testing.T) {
	const loses = "This replaces people.csv and its runs."
	own := func(c *core.View) {
		c.Table, c.Source.Name, c.Run = new(protocol.TableSummary), "people.csv", core.Run{Phase: core.Done, Model: new(protocol.Model)}
	}
	for name, test := range map[string]struct {
		change func(*core.View)
		want   string
	}{
		"no table":         {func(*core.View) {}, ""},
		"a sample":         {func(c *core.View) { own(c); c.Source.Sample = "visits" }, ""},
		"the user's own":   {own, loses},
		"without any runs": {func(c *core.View) { own(c); c.Run = core.Run{} }, "This replaces people.csv."},
	} {
		p := newPage()
		test.change(&p.View)
		p.Send(MenuToggled{})
		menu := app.HTMLString(View(p.Model, p.View, func(core.Msg) {}))
		p.Send(LessonBegun{Lesson: 1})
		lesson := app.HTMLString(LessonView(p.Model, p.View, func(core.Msg) {}))
		for place, html := range map[string]string{"the game": menu, "the lesson": lesson} {
			if test.want == "" {
				coretest.Lacks(t, name+", "+place, html, "replaces")
			} else {
				coretest.Contains(t, name+", "+place, html, test.want)
			}
		}
		if commands := p.Send(StepDone{At: noon}); len(coretest.Of[LoadSample](commands)) != 1 {
			t.Errorf("%s: the step does %+v", name, commands)
		}
	}
}

// A step loads a table with default settings for a whole run, and trains with the settings of the lesson.
func TestActions(t *testing.T) {
	p := newPage()
	p.View.Setup.Fields[setting.Seed] = "8"
	commands := p.Send(LessonBegun{Lesson: 3}, StepDone{At: noon})[1:]
	reset, ok := commands[0].(core.Configure)
	whole := maps.Clone(core.Defaults)
	whole[setting.Review] = "100"
	if !ok || !reflect.DeepEqual(reset.Setup.Fields, whole) || commands[1] != (LoadSample{Name: "noisy-5"}) {
		t.Errorf("the first step does %+v", commands)
	}
	before := p.View.Setup
	before.Fields[setting.Seed] = "8"
	if early := p.Send(StepTaken{By: 1}, StepDone{At: noon})[1:]; len(early) > 0 {
		t.Errorf("before a prediction the second step does %+v", early)
	}
	commands = p.Send(Answered{Before, 1}, StepDone{At: noon})[1:]
	set, ok := commands[0].(core.Configure)
	if !ok || set.Setup.Text(setting.Refining) != "own" || set.Setup.Text(setting.Seed) != "8" || commands[1] != (core.Train{At: noon}) {
		t.Errorf("the second step does %+v", commands)
	}
	if early := p.Send(StepTaken{By: 1}, StepDone{At: noon})[1:]; len(early) > 0 {
		t.Errorf("without rules the third step does %+v", early)
	}
	if before.Text(setting.Refining) == "off" {
		t.Error("the step changed the settings of the page")
	}
}

// A lesson gives back the user's settings when it ends, also by another table. Other settings stay as the user sets them.
func TestSettingsComeBack(t *testing.T) {
	read := func(sample string) func(*page) []core.Command {
		return func(p *page) []core.Command {
			p.View.Table, p.View.Source.Sample = new(protocol.TableSummary), sample
			return p.Send(core.TableRead{})
		}
	}
	send := func(m core.Msg) func(*page) []core.Command {
		return func(p *page) []core.Command { return p.Send(m) }
	}
	for name, test := range map[string]struct {
		end   func(*page) []core.Command
		ended bool
	}{
		"End":              {send(LessonEnded{}), true},
		"Finish":           {send(StepTaken{By: 100}), true},
		"a handout":        {send(HandoutOpened{Lesson: 1}), true},
		"an own table":     {read(""), true},
		"another sample":   {read("visits"), true},
		"its other table":  {read("noisy-5"), false},
		"the next step":    {send(StepTaken{By: 1}), false},
		"the lesson again": {send(LessonBegun{Lesson: 2}), false},
	} {
		p := newPage()
		p.View.Setup.Fields[setting.Review], p.View.Setup.Fields[setting.Refining] = "7", "rows"
		begin := func(messages ...core.Msg) {
			for _, set := range coretest.Of[core.Configure](p.Send(messages...)) {
				p.View.Setup = set.Setup
			}
		}
		begin(LessonBegun{Lesson: 2}, StepDone{At: noon})
		begin(StepTaken{By: 1}, Answered{Before, 1}, StepDone{At: noon})
		p.View.Setup = p.View.Setup.With(fields{setting.Seed: "8"})
		during, own := p.View.Setup.Text(setting.Thresholds), core.Defaults[setting.Thresholds]
		for _, set := range coretest.Of[core.Configure](test.end(p)) {
			p.View.Setup = set.Setup
		}
		want := []string{"100", "auto", during, "8"}
		if test.ended {
			want = []string{"7", "rows", own, "8"}
		}
		s := p.View.Setup
		got := []string{s.Text(setting.Review), s.Text(setting.Refining), s.Text(setting.Thresholds), s.Text(setting.Seed)}
		if during != "1" || !slices.Equal(got, want) || p.Model.Guided == test.ended {
			t.Errorf("%s: the settings are %v, want %v; the lesson goes on: %v", name, got, want, p.Model.Guided)
		}
	}
}

// A link applies its teaching options, and begins its lesson.
func TestOpened(t *testing.T) {
	for _, test := range []struct {
		msg  Opened
		want Model
	}{
		{Opened{Teaching: true, Lesson: -1}, Model{Teaching: true}},
		{Opened{Projector: true, Lesson: -1}, Model{Projector: true}},
		{Opened{Explained: true, Lesson: -1}, Model{Explained: true}},
		{Opened{Explained: true, Lesson: 2}, Model{Guided: true, Lesson: 2}},
		{Opened{Lesson: 0}, Model{Guided: true}},
		{Opened{Lesson: 9}, Model{}},
	} {
		p := newPage()
		p.Send(test.msg)
		coretest.Equal(t, p.Model, test.want, "%+v", test.msg)
	}
}

// The rules before an edit are compared with those after it.
func TestComparedWithBefore(t *testing.T) {
	revision := func(rules int, accuracy float64) core.Revision {
		o := protocol.Outcome{Size: rule.Size{Rules: rules, Conditions: 4}}
		o.Train.Accuracy = accuracy
		test := o.Train
		o.Test = &test
		return core.Revision{Model: new(protocol.Model), Scored: &protocol.Scored{Outcome: o}}
	}
	c := core.View{Revision: revision(2, 0.5)}
	now := "Now: 2 rules with 4 conditions: train accuracy 50.0%, test accuracy 50.0%."
	coretest.Equal(t, comparedWithBefore(c), now, "without an earlier revision")
	c.Earlier = revision(3, 1)
	before := "Before: 3 rules with 4 conditions: train accuracy 100%, test accuracy 100%. "
	coretest.Equal(t, comparedWithBefore(c), before+now, "with an earlier revision")
}

// A slider of the explanation and its number agree.
func TestSliders(t *testing.T) {
	for _, f := range []dial{cutsDial, weightDial[0], locationDial, noiseDial, alternateDial, priceDial} {
		var d dials
		_, all := d.steps(f)
		if all < 1 || all > 100 {
			t.Errorf("%s has %d steps, want 1 to 100", f.name, all)
		}
		for at := range all + 1 {
			d = dials{f.name: f.slid(at)}
			if got, _ := d.steps(f); got != at || len(d.text(f)) > 6 {
				t.Errorf("%s slid to step %d is at %d, %s", f.name, at, got, d.text(f))
			}
		}
	}
}
