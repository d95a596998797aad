package state_test

import (
	"strings"
	"testing"

	"drnet/app/rules"
	"drnet/app/state"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// contested returns the evaluation of one learner with five folds.
func contested(key string, accuracy, complexity float64) protocol.Evaluated {
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
		t.Model = richModel()
		t.Model.Learned.Request.Learner = key
	}
	return protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 5}, Results: []protocol.SettingResult{t}}
}

var contestAsked = state.ContestAsked{At: noon}

// pick selects only the learners with these keys.
func pick(keys ...string) (messages []state.Msg) {
	for _, l := range protocol.Learners[1:] {
		in := false
		for _, key := range keys {
			in = in || key == l.Key
		}
		messages = append(messages, state.ContestantPicked{Key: l.Key, In: in})
	}
	return messages
}

func turns(s state.State) string {
	var list []string
	for _, e := range s.Contest.List {
		list = append(list, e.Learner.Key+" "+string(e.Turn))
	}
	return strings.Join(list, ", ")
}

// TestContest evaluates learners one after the other on the same folds, and checks the differences to DR-Net.
func TestContest(t *testing.T) {
	s, _ := read(pick("cart", "forest")...)
	s, requests := after(s, contestAsked)
	r := requests[0].(protocol.Evaluate)
	if len(r.Settings) != 0 || !r.Whole || r.Split.Parts != 5 || r.Split.Share != 0 || turns(s) != "drnet works, cart waits, forest waits" {
		t.Errorf("asked for %+v; %s", r, turns(s))
	}
	if _, again := after(s, contestAsked, state.Start{At: noon}, sweepAsked()); len(again) > 0 {
		t.Errorf("beside it was asked for %s", asked(again))
	}
	s, _ = after(s, heard(protocol.Evaluating{Done: 2, Of: 6, Share: 0.25}, 10))
	if got := s.Contest.List[0].InWords(); got != "25 %, about 30 s left" {
		t.Errorf("progress: %q", got)
	}
	s, requests = after(s, heard(contested("drnet", 0.85, 20), 40))
	r = requests[0].(protocol.Evaluate)
	if len(r.Settings) != 1 || r.Settings[0].Learner != "cart" || !r.Whole {
		t.Errorf("then it was asked for %+v", r)
	}
	s, requests = after(s, heard(contested("cart", 0.81, 300), 50))
	if r = requests[0].(protocol.Evaluate); r.Settings[0].Learner != "forest" || r.Whole {
		t.Errorf("of a forest, which nobody reads, it was asked for %+v", r)
	}
	s, requests = after(s, heard(contested("forest", 0.86, 0), 60))
	if len(requests) > 0 || s.Contest.Active() || s.Obstacle() != "" {
		t.Errorf("at the end: %s; %s, obstacle %q", asked(requests), turns(s), s.Obstacle())
	}
	var got []string
	for _, e := range s.Contest.List {
		row, ok := s.Contest.Row(e)
		if !ok {
			t.Fatalf("%s was not measured", e.Learner.Key)
		}
		got = append(got, strings.Join([]string{row.Name, row.Accuracy, row.Complexity, row.PerRule, row.Seconds, row.Difference}, " | "))
	}
	want := []string{
		"DR-Net | 85.1 % ± 0.0 | 20 | 3 | 2.0 | –",
		"CART | 81.1 % ± 0.0 | 300 | 3 | 2.0 | −4.0 (−4.0 to −4.0)",
		"random forest | 86.2 % ± 0.1 | – | – | 2.0 | 1.1 (0.9 to 1.3)",
	}
	for k := range want {
		if got[k] != want[k] {
			t.Errorf("row %d is %q, want %q", k, got[k], want[k])
		}
	}
	words := "What it costs that the rules can be read: DR-Net is 1.1 points behind random forest, with 5 rules on average. " +
		"Among learners of rules: DR-Net is 4 points ahead of CART, with a complexity of 20 against 300."
	if said := s.ContestInWords(); said != words || s.Status != words {
		t.Errorf("it says %q and %q, want %q", said, s.Status, words)
	}
	csv := strings.Split(s.ContestCSV(), "\n")
	if len(csv) != 5 || !strings.HasPrefix(csv[2], "cart,0.8") || !strings.HasPrefix(csv[3], "forest,0.86") ||
		!strings.Contains(csv[3], ",,,,,2,") {
		t.Errorf("as a table: %q", csv)
	}
	if s.ContestStale() != "" {
		t.Errorf("nothing was changed: %q", s.ContestStale())
	}
	if s, _ = after(s, state.Typed{Field: setting.Lambda1, Text: "0.5"}); s.ContestStale() == "" {
		t.Error("the settings are others, and nobody says so")
	}
}

// TestContestStops stops one learner, then all.
func TestContestStops(t *testing.T) {
	s, _ := read(append(pick("cart", "ripper"), contestAsked)...)
	s, requests := after(s, heard(protocol.Evaluating{Of: 6, Share: 0.1}, 1), state.ContestantStopped{Key: "ripper"},
		state.ContestantStopped{Key: "drnet"}, state.ContestantStopped{Key: "drnet"})
	if got := asked(requests); got != "stop" || turns(s) != "drnet stopping, ripper stopped, cart waits" {
		t.Errorf("asked for %s; %s", got, turns(s))
	}
	s, requests = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 2))
	if got := asked(requests); got != "evaluate" || turns(s) != "drnet stopped, ripper stopped, cart works" {
		t.Errorf("then it was asked for %s; %s", got, turns(s))
	}
	s, requests = after(s, heard(contested("cart", 0.8, 30), 3))
	if row, ok := s.Contest.Row(s.Contest.List[2]); !ok || row.Difference != "–" || len(requests) > 0 || s.ContestInWords() != "" {
		t.Errorf("without DR-Net: %+v, %q", row, s.ContestInWords())
	}
	s, _ = after(s, contestAsked)
	s, requests = after(s, state.ContestStopped{})
	if got := asked(requests); got != "stop" || turns(s) != "drnet stopping, ripper stopped, cart stopped" {
		t.Errorf("asked for %s; %s", got, turns(s))
	}
	if _, requests = after(s, heard(protocol.Evaluating{Of: 6, Share: 0.001}, 4)); asked(requests) != "stop" {
		t.Errorf("it was stopped before it was heard: asked for %s", asked(requests))
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 5))
	if s.Contest.Active() || s.Obstacle() != "" {
		t.Errorf("all are stopped: %s, obstacle %q", turns(s), s.Obstacle())
	}
}

func TestContestRefused(t *testing.T) {
	s, _ := read(append(pick("cart"), contestAsked)...)
	s, requests := after(s, heard(protocol.Refused{Kind: protocol.BadSetting, Message: "too many rows", Hint: "choose fewer"}, 1))
	if got := s.Contest.List[0].InWords(); got != "Too many rows." || asked(requests) != "evaluate" {
		t.Errorf("it says %q and asks for %s", got, asked(requests))
	}
	_, requests = after(s, heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine ended", Hint: "start again"}, 2))
	for _, r := range requests {
		if _, again := r.(protocol.Evaluate); again {
			t.Errorf("after the engine ended it was asked for %s", asked(requests))
		}
	}
	s, _ = read()
	s.Setup.Classes = protocol.ClassesEach
	if got := s.ContestObstacle(); got == "" {
		t.Errorf("more than two answers: %q", got)
	}
}

// TestContestOpens opens the rules of a learner, and undoes it.
func TestContestOpens(t *testing.T) {
	s, _ := read(append(pick("cart", "forest"), contestAsked, heard(contested("drnet", 0.85, 20), 1),
		heard(contested("cart", 0.8, 30), 2), heard(contested("forest", 0.9, 0), 3))...)
	before := s.Rules.Model()
	s, _ = after(s, state.ContestantOpened{Key: "forest"})
	if s.Rules.Model() != before {
		t.Error("a forest was opened")
	}
	s, _ = after(s, state.ContestantOpened{Key: "cart"})
	if m := s.Rules.Model(); m == before || m.Learned.Request.Learner != "cart" || !strings.Contains(s.Status, "of CART") {
		t.Errorf("opened: %+v; %q", m.Learned.Request.Learner, s.Status)
	}
	if s, _ = after(s, rules.Undone{}); s.Rules.Model() != before {
		t.Error("undoing does not bring back what was there")
	}
}

// TestContestTime checks the estimates of time, in total and for DR-Net.
func TestContestTime(t *testing.T) {
	s, _ := read(pick("cart")...)
	if got := s.ContestTimeInWords(); got != "" && !strings.Contains(got, "of which DR-Net takes 5 s") {
		t.Errorf("it says %q", got)
	}
	s.Plan = &protocol.Planned{Started: protocol.Started{Rows: 20_000, Features: 150}}
	if got := s.ContestTimeInWords(); got != "It takes about 7 s, of which DR-Net takes 5 s." { // a run took 1 s
		t.Errorf("it says %q", got)
	}
	more, _ := after(s, state.ContestantPicked{Key: "dnn", In: true})
	if got := more.ContestTimeInWords(); got != "It takes about 37 s, of which DR-Net takes 5 s." {
		t.Errorf("with a deep network it says %q", got)
	}
}

// TestReadingEndsAContest checks that a new table ends the benchmark on the old one.
func TestReadingEndsAContest(t *testing.T) {
	s, _ := read(append(pick("cart"), contestAsked)...)
	s, requests := after(s, state.FileChosen{Name: "next.csv"})
	if got := asked(requests); !strings.HasPrefix(got, "stop") || turns(s) != "drnet stopping, cart stopped" {
		t.Errorf("asked for %s; %s", got, turns(s))
	}
	s, requests = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 1))
	if s.Contest.Active() || len(requests) > 0 {
		t.Errorf("it goes on: %s, asked for %s", turns(s), asked(requests))
	}
}
