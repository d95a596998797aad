package training

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// watched returns a run of 100 epochs of 10 steps, after a snapshot with each of these train accuracies.
func watched(train ...float64) core.Run {
	r := core.Run{Phase: core.Training, Resumed: coretest.Noon, Started: &protocol.Started{Rows: 10, TestRows: 50, Majority: 0.7}}
	r.Started.Network.Batch, r.Started.Network.Steps = 1, 1000
	for i, accuracy := range train {
		look := &protocol.Snapshot{Step: 10 * (i + 1), Train: accuracy, Test: new(accuracy - 0.1), Conditions: 40 * (i + 1)}
		r.LastEvent = coretest.Noon.Add(time.Duration(i+1) * time.Second)
		r.Progress(protocol.Progress{Step: look.Step, Steps: 1000, Loss: 1, Now: look, Best: look}, r.LastEvent)
	}
	return r
}

// The axis of the accuracy covers 50% to 100% whatever the last values are, and whole tens below for lower ones; sizes start at 0.
// The interval of the test accuracy is drawn.
func TestCharts(t *testing.T) {
	for _, test := range []struct {
		name  string
		draw  func(core.Run) []app.UI
		train []float64
		want  []string // ticks
	}{
		{"close together", accuracyChart, []float64{0.951, 0.952}, []string{
			">60%<", ">80%<", ">100%<", `data-part="interval"`, ">test<", ">train<",
		}},
		{"far below", accuracyChart, []float64{0.31, 0.9}, []string{">50%<", ">100%<"}},
		{"sizes", sizeChart, []float64{0.8, 0.9}, []string{">0<", ">80<", ">conditions<", ">rules<"}},
		{"loss", lossChart, []float64{0.8, 0.9}, []string{">mean<", `data-part="line raw"`}},
	} {
		var drawn strings.Builder
		for _, view := range test.draw(watched(test.train...)) {
			drawn.WriteString(strings.ReplaceAll(app.HTMLString(view), "\n", ""))
		}
		coretest.Contains(t, test.name, drawn.String(), test.want...)
	}
	if one := watched(0.9); len(one.Curves[0].Points) != 1 || strings.Contains(app.HTMLString(curves(Model{}, one, nil)), "plot-lines") {
		t.Error("one evaluation is drawn")
	}
	ended := watched(0.9)
	ended.Phase = core.Done
	coretest.Contains(t, "ended", strings.ReplaceAll(app.HTMLString(curves(Model{}, ended, nil)), "\n", ""), ">baseline<", ">test<")
}

// The chart of a refined run draws the accuracy of its rules on the same rows as its curve, which is that of the network.
func TestRefinedLevel(t *testing.T) {
	run := watched(0.6, 0.7)
	run.Started.TestRows = 0
	run.Phase, run.Model = core.Done, coretest.Sweep().Results[0].Model
	drawn := strings.ReplaceAll(app.HTMLString(accuracyChart(run)[0]), "\n", "")
	coretest.Contains(t, "refined", drawn, `data-part="line refined"`, ">refined<")
	run.Model = coretest.Model()
	coretest.Lacks(t, "not refined", app.HTMLString(accuracyChart(run)[0]), "refined")
}

// If the current rules are not those of the run, but of a deleted run, of other settings or of a file, a note at its figures says so.
func TestFiguresOfOtherRules(t *testing.T) {
	c := coretest.NewPage(Model{}).View
	c.Run = core.Run{Number: 2, Phase: core.Done, Model: c.Revision.Model}
	for run, want := range map[int]bool{2: false, 1: true, 0: true} {
		c.Revision.Run = run
		html := ""
		if view := OtherRulesView(c); view != nil {
			html = app.HTMLString(view)
		}
		coretest.Equal(t, strings.Contains(html, "This is run 2. "), want, "with rules of run %d: %s", run, html)
	}
	c.Revision.Run, c.Revision.Model = 2, new(*c.Revision.Model)
	c.Revision.Model.Edited = true
	coretest.Contains(t, "beside edited rules", app.HTMLString(OtherRulesView(c)), "This is run 2 before your edits.")
}

// A run with refinement says that its curves are those before refinement.
func TestCurvesAreUnrefined(t *testing.T) {
	run := watched(0.8, 0.9)
	run.Setup = core.NewSetup()
	coretest.Contains(t, "refined", app.HTMLString(StartedView(run)), "Curves: the network’s rules before refinement. ")
	run.Setup = run.Setup.With(map[setting.Key]string{setting.Refining: "off"})
	coretest.Lacks(t, "not refined", app.HTMLString(StartedView(run)), "Curves")
}

// In a multiclass run, the curves are those of one class: the text names it, and the baseline of all classes is not drawn.
func TestCurvesOfAClass(t *testing.T) {
	run := watched(0.8, 0.9)
	run.Started.Majority = 0.4
	coretest.Contains(t, "the chart of two classes", app.HTMLString(accuracyChart(run)[0]), ">baseline<")
	run.Last.Sets, run.Last.Name = 3, "moves"
	coretest.Lacks(t, "the chart of three classes", app.HTMLString(accuracyChart(run)[0]), ">baseline<")
	coretest.Contains(t, "the note below it", app.HTMLString(StartedView(run)), "Curves: the network’s rules for “moves” alone")
}

// The time that is left never counts down to 0 s.
func TestStanding(t *testing.T) {
	r := watched(0.8, 0.9)
	for step, want := range map[int]string{
		20: "About 2\u00a0min left.", 400: "About 3\u00a0s left.", 999: "Finishing …", 1000: "Finishing …",
	} {
		r.Curves[0].Last.Step, r.Last.Step = step, step
		coretest.Equal(t, standing(r), want, "at step %d", step)
	}
}

// A run that ended early says when, and does not claim all epochs; one of several networks made all of them if its status says so.
func TestEnding(t *testing.T) {
	early := watched(0.8, 0.9)
	early.Phase, early.Model, early.Ended, early.Steps = core.Done, coretest.Model(), drnet.Unchanged, 400
	reviewed, several := early, early
	reviewed.Ended, several.Ended = drnet.Reviewed, drnet.Finished
	several.Curves = []core.RunCurve{
		{Last: protocol.Progress{Step: 400, Steps: 1000, Ended: true}}, {Last: protocol.Progress{Step: 300, Steps: 1000, Ended: true}},
	}
	whole := several
	whole.Curves = append(whole.Curves, core.RunCurve{Last: protocol.Progress{Step: 1000, Steps: 1000, Ended: true}})
	for _, test := range []struct {
		name string
		run  core.Run
		want string
	}{
		{"reviewed", reviewed, "no gain from the network, after epoch 40 of 100"},
		{"early", early, "no improvement, after epoch 40 of 100"},
		{"several early", several, "no improvement"},
		{"one of several to the end", whole, "max epochs"},
	} {
		_, end := core.EndInWords(test.run.Ending())
		coretest.Equal(t, end+earlyInWords(test.run), test.want, "%s", test.name)
	}
}

// The figures name the version of the rules that they describe.
func TestVersionIsNamed(t *testing.T) {
	during, ended := watched(0.8, 0.9), watched(0.8, 0.9)
	ended.Phase, ended.Model = core.Done, coretest.Model()
	refined := ended
	refined.Model = coretest.Sweep().Results[0].Model
	for want, run := range map[string]core.Run{"raw": during, "simplified": ended, "refined": refined} {
		c := core.View{Shared: core.Shared{Run: run}}
		text := strings.ReplaceAll(app.HTMLString(app.Dl().Body(figures(c, func(core.Msg) {})...)), "\n", "")
		if !strings.Contains(text, ">"+want+"<") || run.Learnt() && !strings.Contains(text, ">6 (raw 20)<") {
			t.Errorf("no %q in %s", want, text)
		}
	}
}

// After a run, the pane lists its final rules. For another checkpoint it lists the rules of that one, which can be restored.
func TestPaneAfterARun(t *testing.T) {
	r := watched(0.8, 0.9, 0.85)
	r.Phase, r.Model = core.Done, coretest.Sweep().Results[0].Model
	r.Curves[0].Last.Best = r.Snapshots()[1]
	for place, want := range []string{"Simplified rules at epoch 1<", "Refined rules of epoch 2<", "Simplified rules at epoch 3<"} {
		r.Scrub(place)
		text := strings.ReplaceAll(app.HTMLString(LiveView(Model{}, core.View{Shared: core.Shared{Run: r}}, nil)), "\n", "")
		coretest.Contains(t, "a checkpoint", text, want)
		coretest.Equal(t, strings.Contains(text, "scrub-use"), place != 1, "checkpoint %d can be restored", place)
	}
}

// After a run that a review ended early, a button trains again without reviews.
func TestWholeRun(t *testing.T) {
	r := watched(0.8, 0.9, 0.85)
	r.Phase, r.Model, r.Ended = core.Done, coretest.Sweep().Results[0].Model, drnet.Reviewed
	r.Curves[0].Last.Best = r.Snapshots()[1]
	r.Scrub(1)
	c := core.View{Shared: core.Shared{Run: r, Setup: core.NewSetup()}, Obstacle: func() string { return "" }}
	coretest.Contains(t, "the pane", app.HTMLString(LiveView(Model{}, c, nil)), "Refined rules<", "Train the whole run")
	_, commands := Model{}.Update(WholeRunAsked{}, c)
	configured, ok := commands[0].(core.Configure)
	if !ok || configured.Setup.Text(setting.Review) != "100" || len(commands) != 2 {
		t.Errorf("the commands are %#v", commands)
	}
}

// The active run cannot be restarted while a setting is invalid.
func TestRestartIsPrevented(t *testing.T) {
	c := core.View{Shared: core.Shared{Run: watched(0.8)}}
	for obstacle, want := range map[string]int{"": 0, "A setting is invalid.": 1} {
		c.Obstacle = func() string { return obstacle }
		html := app.HTMLString(Controls(c, func(core.Msg) {}))
		disabled := strings.Count(html, " disabled") - strings.Count(html, ` disabled="false"`)
		coretest.Equal(t, disabled, want, "disabled buttons, obstacle %q", obstacle)
	}
}
