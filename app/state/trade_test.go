package state_test

import (
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// evaluated is an evaluation of three settings: 1, 2 and 3 rules with an accuracy of 0.6, 0.85 and 0.87.
func evaluated() protocol.Evaluated {
	e := protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 3}}
	for k, accuracy := range []float64{0.87, 0.6, 0.85} {
		m := richModel()
		m.Rules = slices.Clone(m.Rules[:[]int{3, 1, 2}[k]])
		o := protocol.Outcome{
			Rules: len(m.Rules), Conditions: m.Rules.Conditions(), Complexity: m.Rules.Complexity(), RuleComplexity: m.Rules.RuleComplexity(),
			Train: eval.Scores{Accuracy: 0.9, Rules: make([]eval.RuleScore, len(m.Rules))},
		}
		m.Learned.Refined, m.Learned.Simplified = &protocol.Refined{Outcome: o, Price: 0.001}, o
		half := 0.5
		e.Results = append(e.Results, protocol.SettingResult{Setting: protocol.SweepSetting{
			Lambda1: new(0.01),
			Refine:  0.001 * float64(k+1),
		}, Model: m, Summary: eval.Summarize([]eval.Fold{
			{Accuracy: accuracy - 0.01, Majority: 0.55, Rules: 2, Metrics: eval.Metrics{Precision: &half}},
			{Accuracy: accuracy + 0.01, Majority: 0.55, Rules: 3},
		})})
	}
	return e
}

func severalAsked() state.TradeAsked { return state.TradeAsked{Kind: state.SeveralSettings, At: noon} }

// tradeMade returns a state after a sweep.
func tradeMade(messages ...state.Msg) (state.State, string) {
	s, _ := read(core.TabChosen{Tab: core.TradeOffTab})
	s, requests := after(s, append([]state.Msg{
		severalAsked(),
		heard(protocol.Evaluating{Done: 1, Of: 48, Share: 0.1}, 10), heard(evaluated(), 20),
	}, messages...)...)
	return s, asked(requests)
}

func TestTradeAsksForTheSettings(t *testing.T) {
	s, _ := read()
	s, requests := after(s, severalAsked())
	r := requests[0].(protocol.Evaluate)
	if len(r.Settings) != state.Settings || !r.Whole || r.Split.Parts != 3 || r.Split.Share != 0.2 || r.Target != "rich" {
		t.Errorf("asked for %+v", r)
	}
	prices := map[float64]bool{}
	for _, setting := range r.Settings {
		prices[setting.Refine] = *setting.Lambda1 > 0
	}
	if len(prices) != 6 {
		t.Errorf("the prices %v, want 6", prices)
	}
	if _, again := after(s, severalAsked(), state.Start{At: noon}, state.TradeAsked{Kind: state.SettingsOfNow}); len(again) > 0 {
		t.Errorf("beside it was asked for %s", asked(again))
	}
	if got := s.Obstacle(); !strings.Contains(got, "Wait") {
		t.Errorf("obstacle to a training: %q", got)
	}
	s, _ = read()
	_, requests = after(s, state.TradeAsked{Kind: state.SettingsOfNow, At: noon})
	if r := requests[0].(protocol.Evaluate); len(r.Settings) != 0 || r.Whole || r.Split.Parts != 5 || r.Split.Share != 0 {
		t.Errorf("by folds: asked for %+v", r)
	}
}

func TestTradeProgress(t *testing.T) {
	s, _ := read()
	if got := s.TradeTimeInWords(state.SeveralSettings); got != "48 trainings, between 12 s and 1 min by the last training." { // it took 1 s
		t.Errorf("beforehand %q", got)
	}
	s, _ = after(s, severalAsked(), heard(protocol.Evaluating{Done: 12, Of: 48, Share: 0.25}, 10))
	if got, share := s.Trade.Progress(); got != "12 of 48 trainings, about 30 s left" || share != 0.25 {
		t.Errorf("%q, %v", got, share)
	}
	s, requests := after(s, state.TradeStop{}, state.TradeStop{})
	if got := asked(requests); got != "stop" {
		t.Errorf("asked for %q", got)
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 12))
	if s.Trade.Active() || s.Trade.Problem != nil || s.Trade.Tried != nil {
		t.Errorf("stopped: %+v", s.Trade)
	}
	s, _ = after(s, severalAsked(), heard(protocol.Refused{
		Kind: dataset.TooFewRows, Message: "too few rows",
		Hint: "choose another table",
	}, 12))
	if got := problem(s.Trade.Problem); got != "Too few rows. Choose another table." {
		t.Errorf("refused: %q", got)
	}
	if s.Obstacle() != "" {
		t.Errorf("a refused evaluation leaves %q", s.Obstacle())
	}
}

func TestStopBeforeTheEvaluationBegins(t *testing.T) {
	s, _ := read(severalAsked(), state.TradeStop{})
	_, requests := after(s, heard(protocol.Evaluating{Of: 48, Share: 0.001}, 1))
	if got := asked(requests); got != "stop" {
		t.Errorf("asked for %q, want another stop", got)
	}
}

func TestDots(t *testing.T) {
	s, _ := tradeMade()
	var got []string
	for _, d := range s.Dots() {
		text := d.Setting
		if d.Front {
			text += " front"
		}
		if d.Knee {
			text += " knee"
		}
		if d.InSight {
			text += " in sight"
		}
		got = append(got, text)
	}
	want := []string{"price 0.1 %, pressure 0.01 front", "price 0.2 %, pressure 0.01 front", "price 0.3 %, pressure 0.01 front knee"}
	if !slices.Equal(got, want) {
		t.Errorf("dots %q, want %q", got, want)
	}
	if got, want := s.Trade.KneeInWords(),
		"Look at 2 rules with 3 conditions first: that loses 2 points against the best, which has 3 rules with 6 "+
			"conditions."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := s.TradeInWords(); !strings.HasPrefix(got, "Accuracy against model complexity for 3 settings: from 60.0 % at 3 to 87.0 % at 9.") {
		t.Errorf("%q", got)
	}
	s, _ = after(s, state.AxisChosen{Index: 2}, state.AxisChosen{Index: 9})
	if got := s.Dots()[0].Size; got != 3 {
		t.Errorf("the size is %v, want 3 rules", got)
	}
	if got := strings.Split(s.TradeCSV(), "\n"); len(got) != 5 ||
		!strings.HasPrefix(got[1], "1,0.01,0.001,0.87,0.01") || !strings.HasSuffix(got[1], ",0.55,3,6,9,2,true") {
		t.Errorf("%q", got)
	}
}

// TestOpenDot checks that a dot opens a model and undo restores the previous one. Reading a table discards both.
func TestOpenDot(t *testing.T) {
	s, requests := tradeMade(state.DotOpened{Index: 1}, state.DotOpened{Index: 7})
	if got := len(s.Study.Model().Rules); got != 1 || !s.Dots()[1].InSight || s.Tab != core.TradeOffTab {
		t.Errorf("%d rules in sight, want 1", got)
	}
	if !strings.Contains(s.Status, "Opened: 1 rule.") || strings.Contains(requests, "score") {
		t.Errorf("%q, asked for %q", s.Status, requests)
	}
	s, _ = after(s, state.Undo{})
	if got := len(s.Study.Model().Rules); got != 3 || s.Dots()[1].InSight {
		t.Errorf("%d rules after undoing, want 3", got)
	}
	if s, _ = after(s, state.Redo{}, state.SwitchRule{Line: 0}); s.Dots()[1].InSight {
		t.Error("edited rules are still those of the dot")
	}
	s, _ = after(s, state.Typed{Field: setting.Seed, Text: "9"})
	if s.TradeStale(state.SeveralSettings) == "" || s.TradeStale(state.SettingsOfNow) != "" {
		t.Error("settings were changed, and nothing is said")
	}
	s, _ = after(s, state.FileChosen{Name: "next.csv"}, heard(protocol.Loaded{Table: people()}, 30))
	if s.Dots() != nil {
		t.Error("another table has the dots of the one before")
	}
}

// TestReadingEndsAnEvaluation checks that reading a table cancels an evaluation of the previous one.
func TestReadingEndsAnEvaluation(t *testing.T) {
	s, _ := read(severalAsked(), heard(protocol.Evaluating{Done: 1, Of: 48, Share: 0.1}, 1))
	s, requests := after(s, state.FileChosen{Name: "next.csv"})
	if got := asked(requests); got != "stop, load next.csv" {
		t.Errorf("asked for %q", got)
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 2), heard(protocol.Loaded{Table: people()}, 3))
	if s.Busy() || s.Table == nil || s.Reading != "" {
		t.Errorf("busy %v, reading %q", s.Busy(), s.Reading)
	}
}

func TestFolded(t *testing.T) {
	e := evaluated()
	e.Results = e.Results[:1]
	s, _ := read(state.TradeAsked{Kind: state.SettingsOfNow, At: noon}, heard(e, 5))
	if got, want := s.Trade.FoldedInWords(),
		"87.0 % ± 1.0 of the rows that were kept out are answered rightly (mean and standard error of 2 folds); "+
			"always the more frequent answer: 55.0 %. On average: rules 2.5, conditions 0."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var names []string
	for _, row := range s.Trade.Spreads() {
		names = append(names, row.Name+" "+row.Mean+" "+row.Deviation+" "+row.Error)
	}
	if want := []string{
		"accuracy 87.0 % 1.4 % 1.0 %", "precision 50.0 % 0.0 % 0.0 %",
		"always the more frequent answer 55.0 % 0.0 % 0.0 %", "rules 2.5 0.7 0.5",
	}; !slices.Equal(names[:4], want) {
		t.Errorf("%q, want %q", names, want)
	}
	if s.Dots() != nil {
		t.Error("folds made dots")
	}
}
