package audit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/audit"
	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// html returns the view of a page.
func html(p *coretest.Page[audit.Model]) string {
	return app.HTMLString(audit.View(p.Model, p.View, func(core.Msg) {}))
}

// has checks that a page has some texts.
func has(t *testing.T, p *coretest.Page[audit.Model], texts ...string) {
	t.Helper()
	coretest.Contains(t, "the view", html(p), texts...)
}

// compared returns two groups by a column, the second of which is small.
func compared(column string) protocol.GroupsCompared {
	g := eval.Groups{Columns: []string{column}, List: []eval.Group{
		{
			Values: []string{"≤ 40"}, Rows: 100, Covered: []int{50, 5}, Alone: []int{50, 5},
			Confusion: eval.Confusion{TruePositives: 50, TrueNegatives: 50},
		},
		{
			Values: []string{"> 40"}, Rows: 20, Covered: []int{1, 2}, Alone: []int{1, 2},
			Confusion: eval.Confusion{FalsePositives: 2, TrueNegatives: 18},
		},
	}}
	g.Compare()
	return protocol.GroupsCompared{Part: protocol.TestRows, Groups: []eval.Groups{g}}
}

// TestGroups chooses columns, and follows the rules.
func TestGroups(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Tab = core.RulesTab
	if r := p.Requests(core.Refresh{}); len(r) > 0 {
		t.Errorf("without a column %+v is asked", r)
	}
	r := p.Requests(audit.ColumnChosen{Place: 0, Column: "age"})
	if len(r) != 1 || !slices.Equal(r[0].(protocol.ByGroup).Columns, []string{"age"}) {
		t.Fatalf("asked %+v, want the groups by age", r)
	}
	has(t, p, "Comparing groups …")
	p.Send(compared("age"))
	has(t, p, "On the test rows.", "Selection rate", "50.0 % ", "40.3–59.7</small>", ", few rows", "Coverage of each rule by age",
		"Differences from ≤ 40", "−52.0 to −17.7, × 0.20</small>",
		"Fewer than 30 rows, too few for a conclusion: age &gt; 40 (20).")
	r = p.Requests(audit.ColumnChosen{Place: 1, Column: "city"})
	if len(r) != 1 || !slices.Equal(r[0].(protocol.ByGroup).Columns, []string{"age", "city"}) {
		t.Errorf("asked %+v, want the groups by both columns", r)
	}
	p.Send(protocol.Refused{Kind: protocol.BadSetting, Message: "no such column", Hint: "choose another"})
	has(t, p, "No such column", "Choose another")
	if r := p.Requests(audit.ColumnChosen{Place: 0}); len(r) > 0 || strings.Contains(html(p), "group-by-2") {
		t.Errorf("without a first column %+v is asked", r)
	}
	p.Send(audit.ColumnChosen{Place: 0, Column: "age"}, compared("age"))
	p.View.Revision.Model = coretest.Model()
	if r := p.Requests(core.Refresh{}); len(r) != 1 {
		t.Errorf("for other rules %d requests, want 1", len(r))
	}
}

// TestStability learns rules again, stops that, and shows what came back for these rules only.
func TestStability(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Run = core.Run{Model: p.View.Revision.Model, Elapsed: 2 * time.Second}
	has(t, p, "Learn again 20 times", "About 10")
	asked := audit.StabilityAsked{At: coretest.Noon}
	if r := p.Requests(asked); len(r) != 1 || r[0].(protocol.Stability).Model != p.View.Revision.Model || !p.Model.Active() {
		t.Fatalf("asked %+v", r)
	}
	p.Send(coretest.Heard(protocol.Evaluating{Done: 5, Of: 20, Share: 0.25}, 3))
	has(t, p, "5 of 20 draws, about", "stability-stop")
	if r := p.Requests(audit.Stopped{}); len(r) != 1 || r[0] != (protocol.Stop{}) {
		t.Errorf("stopped by %+v", r)
	}
	p.Send(protocol.Refused{Kind: protocol.Cancelled})
	if p.Model.Active() || strings.Contains(html(p), "problem") {
		t.Errorf("a stopped request is shown as %s", html(p))
	}
	p.Send(asked, protocol.StabilityMeasured{
		Draws: 20, Rules: []protocol.RuleStability{{Returned: 19, Overlap: 0.95}, {Returned: 4, Overlap: 0.5}},
		Columns: []protocol.ColumnStability{{Name: "age", Used: 20, Own: true}, {Name: "city", Used: 3}},
	})
	has(t, p, "Rule 2 is unstable", "19 of 20", "0.95", "unstable</td>", "age (20)", "Other columns: city (3).")
	p.View.Revision.Model = coretest.Model()
	if strings.Contains(html(p), "19 of 20") {
		t.Error("the result is shown for other rules")
	}
	p.View.Revision.Foreign = true
	has(t, p, "These rules were learned from another table.", "disabled")
	if r := p.Requests(asked); len(r) > 0 {
		t.Errorf("rules of another table: asked %+v", r)
	}
}

// TestDrift shows the changes for rules of another table.
func TestDrift(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Revision.Applied = &protocol.Applied{Drift: &eval.Drift{Columns: []eval.Shift{{Column: "<age>", Index: 0.3, Moved: true}}}}
	if strings.Contains(html(p), "drift") {
		t.Error("rules of this table have drifted")
	}
	p.View.Revision.Foreign = true
	has(t, p, "Compared with the training rows", "&lt;age&gt;", "a large shift")
}

// traded returns the trade-off of a model: the model itself, and two rule sets that keep more and more to a bound.
func traded(m *protocol.Model, b protocol.Bound) protocol.BoundTraced {
	out := protocol.BoundTraced{Chosen: 1}
	side := func(accuracy, value float64) protocol.BoundedSide {
		rate := eval.GroupRate{Group: "city = x", Value: new(0.25), Rows: 40}
		gap := eval.Gap{Lowest: rate, Highest: rate, Value: &value, Interval: &[2]float64{value / 2, 1}}
		return protocol.BoundedSide{Accuracy: accuracy, Gap: gap}
	}
	scores := func(i int) protocol.BoundedScores {
		lost := float64(i) / 100
		return protocol.BoundedScores{Train: side(0.9-lost, 0.7+0.12*float64(i)), Test: new(side(0.88-lost, 0.6+0.1*float64(i)))}
	}
	for i := range 3 {
		model := *m
		model.Learned.Bounded = &protocol.Bounded{Bound: b, Without: scores(0), With: scores(i)}
		out.Models, out.Scores = append(out.Models, &model), append(out.Scores, scores(i))
	}
	return out
}

// TestBound searches rules under a bound, opens those that keep to it, and opens others of the trade-off.
func TestBound(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Tab = core.RulesTab
	if strings.Contains(html(p), "bound-train") {
		t.Error("without groups there is a bound")
	}
	asked := audit.BoundAsked{Adopts: true, At: coretest.Noon}
	if r := p.Requests(asked); len(r) > 0 {
		t.Errorf("without groups %+v is asked", r)
	}
	p.Send(audit.ColumnChosen{Place: 0, Column: "city"}, compared("city"))
	has(t, p, "Train with this bound", "Draw the trade-off", `value="0.8"`, "on the training rows")
	p.Send(audit.LimitTyped{Text: "1.2"})
	has(t, p, "Type a number above 0 and at most 1.", "disabled")
	if r := p.Requests(asked); len(r) > 0 {
		t.Errorf("with a ratio of 1.2 %+v is asked", r)
	}
	p.Send(audit.DisparityChosen{Index: 1}, audit.LimitTyped{Text: "4"})
	free := p.View.Revision.Model
	r := p.Requests(asked)
	if len(r) != 1 {
		t.Fatalf("%d requests, want 1", len(r))
	}
	trace := r[0].(protocol.TraceBound)
	if trace.Model != free || trace.Bound.Disparity != eval.RecallDifference || trace.Bound.Limit != 0.04 ||
		!slices.Equal(trace.Bound.By, []string{"city"}) {
		t.Errorf("asked %+v", trace)
	}
	p.Send(coretest.Heard(protocol.Preparing{Stage: protocol.Refining, Done: 30, Of: 120}, 3))
	has(t, p, "25.0 %", "bound-stop")
	result := traded(free, trace.Bound)
	commands := p.Send(result)
	shown := slices.IndexFunc(commands, func(c core.Command) bool { _, ok := c.(core.ShowRules); return ok })
	if shown < 0 || commands[shown].(core.ShowRules).Revision.Model != result.Models[1] {
		t.Fatalf("the rules under the bound are not opened: %+v", commands)
	}
	p.View.Revision.Model = result.Models[1]
	has(t, p, "bound-says", "Its price: test accuracy 87.0% instead of 88.0%", "bound-open-2", "Shown", "82.0 points", "89.0 %")
	commands = p.Send(audit.TradeOpened{Index: 2})
	if len(commands) == 0 || commands[0].(core.ShowRules).Revision.Model != result.Models[2] {
		t.Errorf("opening the third rule set: %+v", commands)
	}
	if r := p.Requests(audit.BoundAsked{At: coretest.Noon}); len(r) != 1 || r[0].(protocol.TraceBound).Model != free {
		t.Error("another search does not begin with the rules without a bound")
	}
	p.Send(traded(free, trace.Bound))
	has(t, p, "bound-trades")
	if r := p.Requests(audit.BoundAsked{At: coretest.Noon}); len(r) != 1 || r[0].(protocol.TraceBound).Model != free {
		t.Error("a third search does not begin with the rules without a bound")
	}
	for range 3 { // of the groups for each of the rules, and of the bound
		p.Send(protocol.Refused{Kind: protocol.BadSetting, Message: "too small", Hint: "choose another"})
	}
	if p.Model.Active() || strings.Count(html(p), "Too small") != 2 {
		t.Error("a refused bound is not shown")
	}
	p.View.Revision.Model = coretest.Model()
	if strings.Contains(html(p), "bound-trades") {
		t.Error("the trade-off is shown for other rules")
	}
}
