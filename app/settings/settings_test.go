package settings

import (
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/kit"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// planned is the answer to a request for a plan, or to a trial of some seconds.
func planned(seconds float64) protocol.Planned {
	return protocol.Planned{Started: protocol.Started{Rows: 960, TestRows: 240, Features: 12}, Seconds: seconds}
}

// The ages range from 17 to 90; the quarters hold 300, 400, 300 and 200 of 1,200 rows.
func TestNumberTarget(t *testing.T) {
	for _, test := range []struct {
		name                       string
		messages                   []core.Msg
		positive, complaint, share string
	}{
		{"proposed", nil, "> 49", "", "About 49.9% of the rows."},
		{"typed", []core.Msg{BoundTyped{Text: " 35.25 "}}, "> 35.25", "", "About 75.0% of the rows."},
		{"below", []core.Msg{BoundTyped{Text: "35.25"}, SignChosen{Sign: "<="}}, "<= 35.25", "", "About 25.0% of the rows."},
		{"no number", []core.Msg{BoundTyped{Text: "many"}}, "", "Type the number that splits the target.", ""},
		{"beyond", []core.Msg{BoundTyped{Text: "91"}}, "> 91", "No row is beyond this bound: the values range from 17 to 90.", ""},
		{"and away again", []core.Msg{core.TargetChosen{Column: 2}, BoundTyped{Text: "3"}}, "yes", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := coretest.NewPage(Model{})
			p.Send(append([]core.Msg{core.TargetChosen{Column: 0}}, test.messages...)...)
			v := p.View.Shared
			if v.Setup.Positive != test.positive || boundComplaint(v) != test.complaint || splitInWords(v) != test.share {
				t.Errorf("%q, %q, %q, want %q, %q, %q", v.Setup.Positive, boundComplaint(v), splitInWords(v), test.positive,
					test.complaint, test.share)
			}
			coretest.Equal(t, Obstacle(v), test.complaint, "Obstacle()")
		})
	}
}

// The duration of a run is requested until two trials take about as long. A completed run with the same settings replaces the
// estimate, and another table forgets it.
func TestEstimate(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.Send(core.Refresh{}, planned(0))
	for _, seconds := range []float64{900, 195, 190} { // the last one is about as long as the one before
		coretest.Equal(t, coretest.One[protocol.Plan](t, p.Requests(Rested{})).Trial, true, "the request is for a trial")
		coretest.Equal(t, p.Model.durationInWords(p.View), "estimating …", "durationInWords()")
		p.Send(planned(seconds))
	}
	requests := p.Requests(Rested{}, Typed{Field: setting.Lambda1, Text: "0.02"}, Typed{Field: setting.Refining, Text: "rows"}, Rested{})
	coretest.Equal(t, p.Model.durationInWords(p.View), "about 3\u00a0min, then refining", "durationInWords()")
	coretest.Equal(t, coretest.Names(requests), "", "requests once it is known")
	p.View.Run = core.Run{Phase: core.Done, Setup: p.View.Setup, Elapsed: 5 * time.Second}
	p.Send(RunCompleted{}) // stopped early
	p.View.Run.Ended = drnet.Finished
	p.Send(RunCompleted{})
	coretest.Equal(t, p.Model.durationInWords(p.View), "about 5\u00a0s as last time", "durationInWords() after a run")
	if p.Send(Typed{Field: setting.Epochs, Text: "70"}); !p.Model.Untimed(p.View) {
		t.Error("with other epochs the duration is known")
	}
	p.Send(core.TableRead{})
	coretest.Equal(t, p.Model.Estimate.Duration(), 0, "of another table it is known")
}

// A trial that was cancelled is repeated; a plan that was refused is not.
func TestRefusals(t *testing.T) {
	p := coretest.NewPage(Model{})
	again := p.Requests(core.Refresh{}, protocol.Refused{Kind: protocol.Cancelled})
	coretest.Equal(t, coretest.Names(again), "plan, plan", "requests after a cancelled plan")
	if requests := p.Requests(protocol.Refused{Message: "one class"}); len(requests) > 0 || p.View.PlanProblem == nil || p.View.Plan != nil {
		t.Errorf("refused: asked for %v, problem %v", requests, p.View.PlanProblem)
	}
	p.Send(Typed{Field: setting.Seed, Text: "2"}, planned(0), Rested{}, protocol.Refused{Kind: protocol.Cancelled})
	if !p.Model.Untimed(p.View) || p.Model.Estimate.tries != 0 {
		t.Errorf("a cancelled trial left %+v", p.Model.Estimate)
	}
}

func TestRareInWords(t *testing.T) {
	for _, test := range []struct {
		yes  int
		msg  core.Msg
		want bool
	}{
		{239, core.Refresh{}, true},
		{240, core.Refresh{}, false},
		{239, WeightsBalanced{}, false},
		{100, PositiveChosen{Value: 0}, false},
	} {
		p := coretest.NewPage(Model{})
		values := p.View.Table.Columns[2].Values
		values[0].Rows, values[1].Rows = 1200-test.yes, test.yes
		p.Send(test.msg)
		if got := rareInWords(p.View); (got != "") != test.want {
			t.Errorf("%d rows, %T: rareInWords() = %q, want a warning: %v", test.yes, test.msg, got, test.want)
		}
	}
	p := coretest.NewPage(Model{})
	values := p.View.Table.Columns[2].Values
	values[0].Rows, values[1].Rows = 1000, 200
	coretest.Contains(t, "all rows have a value", rareInWords(p.View), "Only 16.7% of the rows are “yes”")
	values[0].Rows = 900
	coretest.Contains(t, "some rows have none", rareInWords(p.View), "Only 18.2% of the rows with a value are “yes”")
}

// A report lists the settings of the run, not those typed later.
func TestUsed(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.Send(Typed{Field: setting.Lambda1, Text: "0.02"})
	p.View.Run = core.Run{Number: 1, Phase: core.Done, Setup: p.View.Setup, Model: p.View.Revision.Model}
	p.View.Revision.Run = 1
	p.Send(Typed{Field: setting.Lambda1, Text: "9"})
	text := func() string { return app.HTMLString(app.Div().Body(kit.Some(Used(p.View)))) }
	coretest.Contains(t, "the settings", text(), "Learned on people.csv, 1,200 rows, with these settings",
		"Prediction: rich = yes", "Condition penalty λ₁: 0.02", "Epochs: auto", "Binning method: supervised (entropy)",
		"Max conditions per rule: unlimited",
	)
	p.View.Revision.Model = new(*p.View.Revision.Model)
	coretest.Contains(t, "edited rules", text(), "λ₁: 0.02")
	p.View.Revision.Run, p.View.Revision.Model.Learned.Request.Learner = 0, "cart"
	coretest.Contains(t, "rules of no run", text(), "Learned by CART on people.csv, 1,200 rows<", "rich = yes", "Training rows: 100")
	coretest.Lacks(t, "rules of no run", text(), "λ₁", "with these settings")
	p.View.Revision.Setup = new(p.View.Setup)
	coretest.Contains(t, "rules with their own settings", text(), "λ₁: 9")
	p.View.MultiClass = &protocol.MultiClass{Classes: rule.Classes{Names: []string{"daisy", "rose", "tulip"}}}
	coretest.Contains(t, "rules for all classes", text(), "Prediction: rich, 3 classes")
	p.View.Revision.Foreign = true
	coretest.Lacks(t, "rules that were not learned here", text(), "Learned")
}

// Rules that were opened with their settings are up to date with these, and not with those of the latest run.
func TestOwnSettings(t *testing.T) {
	p := coretest.NewPage(Model{})
	p.View.Run = core.Run{Number: 1, Phase: core.Done, Setup: p.View.Setup, Model: p.View.Revision.Model}
	p.Send(Typed{Field: setting.Lambda1, Text: "0.02"})
	p.View.Revision.Setup = new(p.View.Setup)
	coretest.Equal(t, p.View.Stale(), false, "stale as opened")
	p.Send(Typed{Field: setting.Lambda1, Text: "9"})
	coretest.Equal(t, p.View.Stale(), true, "stale with another penalty")
	p.Send(Reverted{})
	coretest.Equal(t, p.View.Setup.Text(setting.Lambda1), "0.02", "the reverted penalty")
	p.View.Revision.Setup, p.View.Run.TableChanged = nil, true
	coretest.Equal(t, p.View.Stale(), false, "stale rules of a file, beside a run on the table as it was read before")
}

// A run may train until the limit. Changes can be taken back, and an invalid setting unfolds its group.
func TestSummary(t *testing.T) {
	p, at := coretest.NewPage(Model{}), time.Unix(130, 0)
	run := core.Run{Phase: core.Training, Resumed: at.Add(-30 * time.Second), Elapsed: 20 * time.Second, Setup: p.View.Setup}
	for _, want := range []time.Duration{0, 10 * time.Second} {
		if left, ok := p.Model.Left(run, at); ok != (want > 0) || ok && left != want {
			t.Errorf("Left() = %v, %v, want %v", left, ok, want)
		}
		p.Send(LimitChosen{Limit: "1m"}, Typed{Field: setting.Epochs, Text: "no"})
	}
	if u := p.Model.unfolded; len(u) != 1 || !u[setting.Optimizer] {
		t.Errorf("unfolded: %v, want the optimizer", u)
	}
	run.Model = new(protocol.Model)
	p.View.Run = run
	if p.Send(Reverted{}); p.View.Stale() {
		t.Error("the settings of the run are not restored")
	}
}
