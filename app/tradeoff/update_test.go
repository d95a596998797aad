package tradeoff

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

var (
	sweepAsked = EvaluationAsked{Kind: Sweep, At: coretest.Noon}
	crossAsked = EvaluationAsked{Kind: CrossValidation, At: coretest.Noon}
)

// page returns the page on the tab of the trade-off, after some messages.
func page(messages ...core.Msg) *coretest.Page[Model] {
	p := coretest.NewPage(Model{})
	p.View.Tab = core.TradeOffTab
	p.Send(messages...)
	return p
}

// swept returns the page after a sweep and some messages.
func swept(messages ...core.Msg) *coretest.Page[Model] {
	return page(append([]core.Msg{
		sweepAsked, coretest.Heard(protocol.Evaluating{Done: 1, Of: 48, Share: 0.1}, 10), coretest.Heard(coretest.Sweep(), 20),
	}, messages...)...)
}

func TestRequests(t *testing.T) {
	p := page()
	r := p.Requests(sweepAsked)[0].(protocol.Evaluate)
	if len(r.Settings) != len(sweepGains)*len(sweepPenalties) || !r.Whole || r.Split.Parts != 3 || r.Split.Share != 0.2 || r.Target != "rich" {
		t.Errorf("asked for %+v", r)
	}
	gains := map[float64]bool{}
	for _, setting := range r.Settings {
		gains[setting.Refine] = *setting.Lambda1 > 0
	}
	coretest.Equal(t, len(gains), 6, "the number of minimum gains %v", gains)
	p.View.Busy = true
	coretest.Equal(t, coretest.Names(p.Requests(crossAsked)), "", "requests to a busy engine")
	if r := page().Requests(crossAsked)[0].(protocol.Evaluate); len(r.Settings) != 0 || r.Whole || r.Split.Parts != 5 || r.Split.Share != 0 {
		t.Errorf("cross-validation: asked for %+v", r)
	}
	p = page()
	p.View.Setup.Classes = protocol.ClassesEach
	coretest.Equal(t, coretest.Names(p.Requests(sweepAsked)), "", "requests for several classes")
}

// The honest estimate is nested and repeated; with a split by a column, the random folds are requested too.
func TestHonestEstimate(t *testing.T) {
	asked := EvaluationAsked{Kind: Honest, At: coretest.Noon}
	r := page().Requests(asked)[0].(protocol.Evaluate)
	if r.Inner != 2 || r.Repeats != 2 || r.Split.Parts != 5 || r.Split.Share != 0 || len(r.Settings) != 3 || r.Random || runs(r) != 70 {
		t.Errorf("asked for %+v, %d runs", r, runs(r))
	}
	p := page()
	p.View.Setup.By = core.SplitBy{How: core.ByTime, Column: "age"}
	if r := p.Requests(asked)[0].(protocol.Evaluate); r.Repeats != 0 || !r.Random || r.Split.Time != "age" || runs(r) != 40 {
		t.Errorf("by time: asked for %+v, %d runs", r, runs(r))
	}
	p = page()
	p.View.Setup.By = core.SplitBy{How: core.ByGroup, Column: "city"}
	e := coretest.Sweep()
	e.Request.Train = p.View.Setup.Request(p.View.Table)
	e.Folds = 2
	e.Nested = &protocol.Nested{Summary: e.Results[0].Summary}
	e.Random = &e.Results[1].Summary
	e.Results[2].Chosen = 2
	said := coretest.Said(p.Send(asked, coretest.Heard(e, 60)))
	const want = "Accuracy on new rows: 87.0%, 95% interval 65.0% to 100% (nested cross-validation, 2 folds). " +
		"Random 60.0%, by city 87.0%: no leak can be told from chance."
	coretest.Equal(t, said, want, "the announcement")
	p.View.Run = core.Run{Model: coretest.Model(), Phase: core.Done, Setup: p.View.Setup}
	p.View.Run.Model.Learned.Simplified.Test = &eval.Scores{Accuracy: 0.9}
	if got := p.Model.honestInWords(p.View.Run); !strings.Contains(got, " The single test split says 90.0%. ") {
		t.Errorf("beside a run %q", got)
	}
	p.View.Run.Setup.Positive = "no"
	coretest.Lacks(t, "beside a run for another class", p.Model.honestInWords(p.View.Run), "single")
	coretest.Equal(t, p.Model.SplitFinding, "random 60.0%, by city 87.0%: no leak can be told from chance", "the finding")
	e.Nested, e.Request.Split.Group = nil, "street"
	p.Send(crossAsked, coretest.Heard(e, 120))
	coretest.Contains(t, "the finding of a newer cross-validation", p.Model.SplitFinding, "by street")
}

func TestProgress(t *testing.T) {
	p := page()
	p.View.Run = core.Run{Model: coretest.Model(), Elapsed: time.Second}
	coretest.Equal(t, timeInWords(Sweep, p.View),
		"12 settings × 4 runs, about 12\u00a0s to 1\u00a0min (estimated from the last run).", "the time beforehand")
	p.Send(sweepAsked, coretest.Heard(protocol.Evaluating{Done: 12, Of: 48, Share: 0.25}, 10))
	if got := p.Model.progressInWords(); got != "12 of 48 runs, about 30\u00a0s left" || p.Model.task.Share != 0.25 {
		t.Errorf("%q, %v", got, p.Model.task.Share)
	}
	coretest.Equal(t, coretest.Names(p.Requests(EvaluationStopped{}, EvaluationStopped{})), "stop", "the requests")
	said := coretest.Said(p.Send(coretest.Heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 12)))
	if m := p.Model; m.Active() || m.task.Problem != nil || m.results[Sweep] != nil || said != "Stopped." {
		t.Errorf("stopped: %+v, said %q", m, said)
	}
	p.Send(sweepAsked, coretest.Heard(protocol.Refused{Kind: dataset.TooFewRows, Message: "too few rows", Hint: "choose another table"}, 12))
	if got := p.Model.task.Problem; p.Model.Active() || got == nil || got.Message != "Too few rows." || got.Hint != "Choose another table." {
		t.Errorf("refused: %+v", got)
	}
	p = page(sweepAsked, EvaluationStopped{})
	coretest.Equal(t, coretest.Names(p.Requests(coretest.Heard(protocol.Evaluating{Of: 48, Share: 0.001}, 1))),
		"stop", "stopped before it begins: asked for")
}

func TestPoints(t *testing.T) {
	p := swept()
	var got []string
	for _, d := range p.Model.points() {
		text := d.setting
		if d.front {
			text += " front"
		}
		if d.recommended {
			text += " recommended"
		}
		got = append(got, text)
	}
	want := []string{"gain 0.2%, λ₁ 0.01 front", "gain 0.3%, λ₁ 0.01 front", "gain 0.1%, λ₁ 0.01 front recommended"}
	coretest.Equal(t, got, want, "points")
	if got := p.Model.chartInWords(); !strings.HasPrefix(got, "Accuracy against total size for 3 rule sets: from 60.0% at 3 to 87.0% at 9.") {
		t.Errorf("%q", got)
	}
	p.Send(axisChosen{Index: 2}, axisChosen{Index: 9})
	coretest.Equal(t, p.Model.points()[2].size, 3, "the size")
	saved := p.Send(numbersAsked{})[0].(core.SaveFile)
	if got := strings.Split(saved.Parts[0], "\n"); saved.Name != "trade-off.csv" || len(got) != 5 ||
		!strings.HasPrefix(got[1], "1,0.01,0.001,0.87,0.01") || !strings.HasSuffix(got[1], ",0.55,3,6,9,2,true") {
		t.Errorf("%s: %q", saved.Name, got)
	}
	saved = coretest.One[core.SaveFile](t, p.Send(pictureAsked{}))
	coretest.Equal(t, saved.Name+saved.Parts[0][:4], "trade-off.svg<svg", "the picture")
}

// The shortest model within one standard error of the best is recommended; its loss is stated. The fixture has accuracies of
// 87%, 60% and 85%, with standard errors of 1 point.
func TestRecommendation(t *testing.T) {
	for _, test := range []struct {
		accuracy float64 // of the second longest
		want     string
	}{
		{0.85, "Recommended: 3 rules with 6 conditions, the most accurate setting. No shorter one is within its standard error of 1 point."},
		{0.865, "Recommended: 2 rules with 3 conditions, 0.5 points less accurate than the best setting, which has 3 rules with 6 " +
			"conditions. It is the shortest within the standard error of the best, 1 point."},
		{0.86449, "Recommended: 2 rules with 3 conditions, 0.6 points less accurate than the best setting, which has 3 rules with 6 " +
			"conditions. It is the shortest within the standard error of the best, 1 point."}, // 87.0% and 86.4%
		{0.8699, "Recommended: 2 rules with 3 conditions, as accurate as the best setting, which has 3 rules with 6 conditions. It is the " +
			"shortest within the standard error of the best, 1 point."},
	} {
		e := coretest.Sweep()
		e.Results[2].Mean.Accuracy = test.accuracy
		coretest.Equal(t, page(sweepAsked, coretest.Heard(e, 20)).Model.RecommendationInWords(), test.want, "%v", test.accuracy)
	}
	coretest.Equal(t, page().Model.RecommendationInWords(), "", "before a sweep")
}

// The settings of every point give the request that was swept.
func TestSettingsOfPoints(t *testing.T) {
	p := page()
	r := request(Sweep, p.View)
	for _, setting := range r.Settings {
		got := p.View.Setup.Swept(penaltyOf(setting), setting.Refine).Request(p.View.Table)
		if got.Refine != setting.Refine || *got.Network.Lambda1 != *setting.Lambda1 {
			t.Errorf("%s gives a gain of %v and λ₁ %v", settingInWords(setting), got.Refine, *got.Network.Lambda1)
		}
	}
}

// Settings with the same rules and scores are one point. Chart and table mark the same one.
func TestEqualSettings(t *testing.T) {
	e := coretest.Sweep()
	e.Results = append(e.Results, e.Results[1], e.Results[1])
	p := page(sweepAsked, coretest.Heard(e, 20), SettingOpened{Index: 4}, pointed{Number: 2})
	list := p.Model.points()
	if len(list) != 3 || !slices.Equal(list[0].settings, []int{1, 3, 4}) {
		t.Fatalf("%+v", list)
	}
	coretest.Equal(t, list[0].settingsInWords(), "2: gain 0.2%, λ₁ 0.01 and 2 others", "the settings")
	coretest.Equal(t, p.Model.marks(list[0], p.View), " chosen pointed", "the point is marked")
	coretest.Equal(t, p.Model.marks(list[1], p.View), "", "another is marked")
	coretest.Equal(t, strings.Count(p.Model.csv(), "\n"), 6, "lines of numbers")
}

// A setting opens its model once. Another table discards the sweep, but not the choice of the axis.
func TestSettingOpened(t *testing.T) {
	p := swept(axisChosen{Index: 1})
	said := coretest.Said(p.Send(SettingOpened{Index: 1}, SettingOpened{Index: 7}))
	got := p.View.Revision
	if len(got.Model.Rules) != 1 || p.Model.marks(p.Model.points()[0], p.View) != " chosen" || got.From != "people.csv" {
		t.Errorf("%d rules of %s, want 1", len(got.Model.Rules), got.From)
	}
	coretest.Contains(t, "the announcement", said, "Opened 1 rule and loaded the settings.")
	request := p.View.Setup.Request(p.View.Table)
	if request.Refine != 0.002 || *request.Network.Lambda1 != 0.01 || !p.View.Setup.SameAs(*got.Setup) {
		t.Errorf("the settings are a gain of %v and λ₁ %v, want 0.002 and 0.01", request.Refine, *request.Network.Lambda1)
	}
	coretest.Equal(t, p.Model.staleInWords(Sweep, p.View), "", "the sweep beside one of its settings")
	coretest.Equal(t, p.Send(SettingOpened{Index: 1}), nil, "opening the same rules again")
	p.View.Setup.Positive = "no"
	if p.Model.staleInWords(Sweep, p.View) == "" || p.Model.staleInWords(CrossValidation, p.View) != "" {
		t.Error("settings were changed, and nothing is said")
	}
	p.Send(core.TableRead{})
	if p.Model.results[Sweep] != nil || p.Model.axis != 1 {
		t.Errorf("another table leaves %+v", p.Model)
	}
}

func TestFolds(t *testing.T) {
	e := coretest.Sweep()
	e.Results = e.Results[:1]
	p := page(crossAsked, coretest.Heard(e, 5))
	if got, want := p.Model.foldsInWords(),
		"Accuracy 87.0% ± 1.0 (mean and standard error of 2 folds), baseline 55.0%. On average: rules 2.5, conditions 0."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var list []string
	for _, row := range p.Model.spreads() {
		list = append(list, row.name+" "+strings.Join(row.values, " "))
	}
	coretest.Equal(t, list[:4], []string{
		"accuracy 87.0% 1.4% 1.0%", "precision 50.0% 0% 0%",
		"baseline 55.0% 0% 0%", "rules 2.5 0.7 0.5",
	}, "%q", list)
	if p.Model.points() != nil {
		t.Error("a cross-validation made points")
	}
}

// Results for another target or class than that of the rules name it.
func TestResultsNameTheirTarget(t *testing.T) {
	html := func(p *coretest.Page[Model]) string {
		return app.HTMLString(app.Div().Body(View(p.Model, p.View, func(core.Msg) {})...))
	}
	results := []core.Msg{crossAsked, coretest.Heard(coretest.Sweep(), 5), sweepAsked, coretest.Heard(coretest.Sweep(), 9)}
	coretest.Lacks(t, "of the rules", html(page(results...)), "validation for", "Sweep for")
	for want, change := range map[string]func(*core.Setup){
		"for rich = no":   func(s *core.Setup) { s.Positive = "no" },
		"for city = Rom":  func(s *core.Setup) { s.Target, s.Positive = 1, "Rom" },
		"for age &gt; 20": func(s *core.Setup) { s.Target, s.Positive = 0, "> 20" },
	} {
		p := page()
		change(&p.View.Setup)
		p.Send(results...)
		coretest.Contains(t, "of other settings", html(p), "Cross-validation "+want, "Sweep "+want)
	}
	p := page()
	p.View.Setup.Classes = protocol.ClassesEach
	p.Send(crossAsked, coretest.Heard(coretest.Sweep(), 5))
	coretest.Contains(t, "of all classes", html(p), "Cross-validation for each value of rich")
	p.View.MultiClass = &protocol.MultiClass{Target: "rich"}
	coretest.Lacks(t, "of all classes, as the rules", html(p), "validation for")
}

// Cross-validated estimates say if rows are weighted.
func TestFoldsSayWeights(t *testing.T) {
	e := &protocol.Evaluated{}
	coretest.Equal(t, foldsSay(e), "", "without weights")
	e.Request.Weight = "w"
	if got, want := foldsSay(e), " Rows count by their weight in column “w”."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
