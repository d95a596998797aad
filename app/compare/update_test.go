package compare

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/kit"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// evaluated returns the evaluation of one learner with five folds.
func evaluated(key string, accuracy, complexity float64) protocol.Evaluated {
	l, _ := protocol.LearnerOf(key)
	t := protocol.SettingResult{Setting: protocol.SweepSetting{Learner: key}}
	var folds []eval.Fold
	for k := range 5 {
		f := eval.Fold{
			Accuracy: accuracy + 0.001*float64(k%3), Majority: 0.5, Complexity: complexity, Rules: complexity / 4,
			RuleComplexity: 3, Seconds: 2,
		}
		if key == "forest" {
			f.Accuracy += 0.002 * float64(k%2)
		}
		folds = append(folds, f)
	}
	t.Summary = eval.Summarize(folds)
	if l.Rules {
		t.Model = coretest.Model()
		t.Model.Learned.Request.Learner = key
	}
	return protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 5}, Results: []protocol.SettingResult{t}}
}

var benchmarkAsked = BenchmarkAsked{At: coretest.Noon}

// page returns the page after some messages, at first with a run of one second.
func page(messages ...core.Msg) *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.Run, p.View.Estimate = core.Run{Model: coretest.Model()}, time.Second
	p.Send(messages...)
	return p
}

// pick selects only the learners with these keys.
func pick(keys ...string) (messages []core.Msg) {
	for _, l := range protocol.Learners[1:] {
		messages = append(messages, LearnerPicked{Key: l.Key, In: slices.Contains(keys, l.Key)})
	}
	return messages
}

func statuses(m Model) string {
	var list []string
	for _, e := range m.entries {
		list = append(list, e.learner.Key+" "+[]string{"queued", "running", "stopped"}[e.status])
	}
	return strings.Join(list, ", ")
}

// Learners are evaluated one after the other on the same folds, and compared with DR-Net.
func TestBenchmark(t *testing.T) {
	p := page(pick("cart", "forest")...)
	r := p.Requests(benchmarkAsked)[0].(protocol.Evaluate)
	if len(r.Settings) != 0 || !r.Whole || r.Split.Parts != 5 || r.Split.Share != 0 ||
		statuses(p.Model) != "drnet running, cart queued, forest queued" {
		t.Errorf("asked for %+v; %s", r, statuses(p.Model))
	}
	p.Send(coretest.Heard(protocol.Evaluating{Done: 2, Of: 6, Share: 0.25}, 10))
	coretest.Equal(t, p.Model.entries[0].inWords(p.Model.task), "25%, about 30\u00a0s left", "progress")
	r = p.Requests(coretest.Heard(evaluated("drnet", 0.85, 20), 40))[0].(protocol.Evaluate)
	if len(r.Settings) != 1 || r.Settings[0].Learner != "cart" || !r.Whole {
		t.Errorf("then it was asked for %+v", r)
	}
	r = p.Requests(coretest.Heard(evaluated("cart", 0.81, 300), 50))[0].(protocol.Evaluate)
	if r.Settings[0].Learner != "forest" || r.Whole {
		t.Errorf("of a forest, which has no rules to show, it was asked for %+v", r)
	}
	commands := p.Send(coretest.Heard(evaluated("forest", 0.86, 0), 60))
	words := "Cost of interpretability: DR-Net is 1.1 points behind random forest, with 5 rules on average. " +
		"Among rule learners: DR-Net is 4 points ahead of CART, with a complexity of 20 against 300."
	if got := coretest.Said(commands); p.Model.Active() || len(commands) != 1 || got != words || p.Model.inWords() != words {
		t.Errorf("at the end: %v; %s", commands, statuses(p.Model))
	}
	for i, want := range [][]string{
		{"85.1% ± 0.0", "20", "3", "2.0\u00a0s", "–"},
		{"81.1% ± 0.0", "300", "3", "2.0\u00a0s", "−4.0 (−4.0 to −4.0)"},
		{"86.2% ± 0.1", "–", "–", "2.0\u00a0s", "1.1 (0.9 to 1.3)"},
	} {
		coretest.Equal(t, p.Model.cells(p.Model.entries[i]), want, "row %d", i)
	}
	saved := p.Send(numbersAsked{})[0].(core.SaveFile)
	if csv := strings.Split(saved.Parts[0], "\n"); saved.Name != "learners.csv" || len(csv) != 5 ||
		!strings.HasPrefix(csv[2], "cart,0.8") || !strings.HasPrefix(csv[3], "forest,0.86") || !strings.Contains(csv[3], ",,,,,2,") {
		t.Errorf("%s: %q", saved.Name, csv)
	}
	saved = coretest.One[core.SaveFile](t, p.Send(pictureAsked{}))
	coretest.Equal(t, saved.Name+saved.Parts[0][:4], "learners.svg<svg", "the picture")
	coretest.Equal(t, p.Model.staleInWords(p.View), "", "nothing was changed")
	if p.View.Setup.Positive = "no"; p.Model.staleInWords(p.View) == "" {
		t.Error("the settings are others, and nothing says so")
	}
	view := func() string { return app.HTMLString(kit.Some(resultView(p.Model, p.View, func(core.Msg) {})...)) }
	coretest.Lacks(t, "results for the class of the rules", view(), "Benchmark for")
	p.View.Revision.Model.Positive = "no"
	coretest.Contains(t, "results for another class", view(), "Benchmark for rich = yes")
	p.Send(core.TableRead{})
	if p.Model.entries != nil || len(p.Model.picked) == 0 {
		t.Errorf("another table leaves %+v", p.Model)
	}
}

// One learner is stopped, then all.
func TestStops(t *testing.T) {
	cancelled := coretest.Heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 2)
	p := page(append(pick("cart", "ripper"), benchmarkAsked, coretest.Heard(protocol.Evaluating{Of: 6, Share: 0.1}, 1))...)
	stops := p.Requests(learnerStopped{Key: "ripper"}, learnerStopped{Key: "drnet"}, learnerStopped{Key: "drnet"})
	coretest.Equal(t, coretest.Names(stops)+": "+statuses(p.Model), "stop: drnet running, ripper stopped, cart queued", "two stopped")
	next := p.Requests(cancelled)
	coretest.Equal(t, coretest.Names(next)+": "+statuses(p.Model), "evaluate: drnet stopped, ripper stopped, cart running", "the next")
	requests := p.Requests(coretest.Heard(evaluated("cart", 0.8, 30), 3))
	if cells := p.Model.cells(p.Model.entries[2]); cells[0] == "" || cells[4] != "–" || len(requests) > 0 || p.Model.inWords() != "" {
		t.Errorf("without DR-Net: %q, %q", cells, p.Model.inWords())
	}
	p.Send(benchmarkAsked)
	stops = p.Requests(BenchmarkStopped{})
	coretest.Equal(t, coretest.Names(stops)+": "+statuses(p.Model), "stop: drnet running, ripper stopped, cart stopped", "all stopped")
	stops = p.Requests(coretest.Heard(protocol.Evaluating{Of: 6, Share: 0.001}, 4))
	coretest.Equal(t, coretest.Names(stops), "stop", "requests if stopped before it began")
	commands := p.Send(cancelled)
	coretest.Equal(t, coretest.Names(coretest.Requests(commands))+": "+statuses(p.Model), ": drnet stopped, ripper stopped, cart stopped",
		"after it")
	coretest.Equal(t, coretest.Said(commands), "Stopped.", "the announcement")
}

func TestRefusals(t *testing.T) {
	p := page(append(pick("cart"), benchmarkAsked)...)
	requests := p.Requests(coretest.Heard(protocol.Refused{Kind: protocol.BadSetting, Message: "too many rows", Hint: "choose fewer"}, 1))
	if got := p.Model.entries[0].inWords(p.Model.task); got != "Too many rows." || len(requests) != 1 {
		t.Errorf("it says %q and asks for %v", got, requests)
	}
	p.Send(LearnerPicked{Key: "forest", In: true}, coretest.Heard(evaluated("cart", 0.8, 30), 2), benchmarkAsked)
	requests = p.Requests(coretest.Heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine ended", Hint: "start again"}, 2))
	if len(requests) > 0 || p.Model.Active() {
		t.Errorf("after the engine ended it was asked for %v", requests)
	}
	p.View.Setup.Classes = protocol.ClassesEach
	if got := obstacle(p.View); got == "" || len(p.Send(benchmarkAsked)) > 0 {
		t.Errorf("several classes: %q", got)
	}
}

func TestRulesOpened(t *testing.T) {
	p := page(append(pick("cart", "forest"), benchmarkAsked, coretest.Heard(evaluated("drnet", 0.85, 20), 1),
		coretest.Heard(evaluated("cart", 0.8, 30), 2), coretest.Heard(evaluated("forest", 0.9, 0), 3))...)
	coretest.Equal(t, p.Send(rulesOpened{Key: "forest"}), nil, "opening a forest")
	said := coretest.Said(p.Send(rulesOpened{Key: "cart"}))
	if m := p.View.Revision.Model; m.Learned.Request.Learner != "cart" || !strings.Contains(said, "of CART") {
		t.Errorf("opened: %+v; %q", m.Learned.Request.Learner, said)
	}
	coretest.Equal(t, p.Send(rulesOpened{Key: "cart"}), nil, "opening the same rules again")
}

// The estimates of time, in total and for DR-Net.
func TestTimes(t *testing.T) {
	p := page(pick("cart")...)
	coretest.Equal(t, p.Model.timeInWords(p.View), "", "without a plan it says")
	p.View.Plan = &protocol.Planned{Started: protocol.Started{Rows: 20_000, Features: 150}}
	coretest.Equal(t, p.Model.timeInWords(p.View),
		"It takes about 7\u00a0s: 4\u00a0s for DR-Net and 3\u00a0s for 1 other learner.", "the words")
	p.Send(LearnerPicked{Key: "dnn", In: true})
	coretest.Equal(t, p.Model.timeInWords(p.View),
		"It takes about 36\u00a0s: 4\u00a0s for DR-Net and 32\u00a0s for 2 other learners.", "with a deep network it says")
	p.View.Plan.Rows = 10 // the others need no whole second, but some time
	coretest.Equal(t, p.Model.timeInWords(p.View),
		"It takes about 5\u00a0s: 4\u00a0s for DR-Net and 1\u00a0s for 2 other learners.", "of a small table it says")
	p.View.Plan.Rows = 200_000
	coretest.Equal(t, p.Model.timeInWords(p.View),
		"It takes about 7\u00a0min: 1\u00a0min for DR-Net and 6\u00a0min for 2 other learners.", "in minutes, the parts of which add up, it says")
	p.View.Run, p.View.Estimate = core.Run{Model: coretest.Model(), Ended: drnet.Stopped, Elapsed: time.Second}, 2*time.Second
	cg, _ := protocol.LearnerOf("cg")
	coretest.Equal(t, p.Model.durationOf(cg, p.View), 16*time.Second, "CG takes")
	coretest.Equal(t, p.Model.durationOf(protocol.Learners[0], p.View), 8*time.Second, "by the estimate of a run it takes")
	q := page(pick()...)
	q.View.Plan, q.View.Estimate = p.View.Plan, 0
	coretest.Equal(t, q.Model.timeInWords(q.View), "Train once to get the time of DR-Net.", "without an estimate and other learners it says")
	p.Send(benchmarkAsked, coretest.Heard(evaluated("drnet", 0.85, 20), 11), coretest.Heard(evaluated("cart", 0.8, 30), 14))
	coretest.Equal(t, p.Model.durationOf(protocol.Learners[0], p.View), 11*time.Second, "after a benchmark it takes")
}

// With weights of rows, the benchmark says how learners without weights get them.
func TestWeightInWords(t *testing.T) {
	want := " Rows count by their weight in column “w”; learners without weights get rows drawn in proportion to them."
	if got := weightInWords(core.Setup{Weight: "w"}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	coretest.Equal(t, weightInWords(core.Setup{}), "", "without weights")
}
