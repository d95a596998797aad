package audit_test

import (
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
	coretest.Equal(t, coretest.Names(p.Requests(core.Refresh{})), "", "requests without a column")
	r := coretest.One[protocol.ByGroup](t, p.Requests(audit.ColumnChosen{Place: 0, Column: "age"}))
	coretest.Equal(t, r.Columns, []string{"age"}, "the columns")
	has(t, p, "Comparing groups …")
	p.Send(compared("age"))
	has(t, p, "On the test rows.", "Selection rate", "50.0 % ", "40.3–59.7</small>", ", few rows", "Coverage of each rule by age",
		"Differences from ≤ 40", "−52.0 to −17.7, × 0.20</small>",
		"Fewer than 30 rows, too few for a conclusion: age &gt; 40 (20).")
	r = coretest.One[protocol.ByGroup](t, p.Requests(audit.ColumnChosen{Place: 1, Column: "city"}))
	coretest.Equal(t, r.Columns, []string{"age", "city"}, "both columns")
	p.Send(protocol.Refused{Kind: protocol.BadSetting, Message: "no such column", Hint: "choose another"})
	has(t, p, "No such column", "Choose another")
	coretest.Equal(t, coretest.Names(p.Requests(audit.ColumnChosen{Place: 0})), "", "requests without a first column")
	coretest.Lacks(t, "without a first column", html(p), "group-by-2")
	p.Send(audit.ColumnChosen{Place: 0, Column: "age"}, compared("age"))
	p.View.Revision.Model = coretest.Model()
	coretest.Equal(t, coretest.Names(p.Requests(core.Refresh{})), "by_group", "requests for other rules")
}

// TestStability learns rules again, stops that, and shows what came back for these rules only.
func TestStability(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Run = core.Run{Model: p.View.Revision.Model, Elapsed: 2 * time.Second}
	has(t, p, "Learn again 20 times", "About 10")
	asked := audit.StabilityAsked{At: coretest.Noon}
	if r := coretest.One[protocol.Stability](t, p.Requests(asked)); r.Model != p.View.Revision.Model || !p.Model.Active() {
		t.Fatalf("asked %+v", r)
	}
	p.Send(coretest.Heard(protocol.Evaluating{Done: 5, Of: 20, Share: 0.25}, 3))
	has(t, p, "5 of 20 draws, about", "stability-stop")
	coretest.Equal(t, coretest.Names(p.Requests(audit.Stopped{})), "stop", "requests to stop")
	p.Send(protocol.Refused{Kind: protocol.Cancelled})
	coretest.Equal(t, p.Model.Active(), false, "a stopped request is active")
	coretest.Lacks(t, "stopped", html(p), "problem")
	p.Send(asked, protocol.StabilityMeasured{
		Draws: 20, Rules: []protocol.RuleStability{{Returned: 19, Overlap: 0.95}, {Returned: 4, Overlap: 0.5}},
		Columns: []protocol.ColumnStability{{Name: "age", Used: 20, Own: true}, {Name: "city", Used: 3}},
	})
	has(t, p, "Rule 2 is unstable", "19 of 20", "0.95", "unstable</td>", "age (20)", "Other columns: city (3).")
	p.View.Revision.Model = coretest.Model()
	coretest.Lacks(t, "other rules", html(p), "19 of 20")
	p.View.Revision.Foreign = true
	has(t, p, "These rules were learned from another table.", "disabled")
	coretest.Equal(t, coretest.Names(p.Requests(asked)), "", "requests for rules of another table")
}

// TestDrift shows the changes for rules of another table.
func TestDrift(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Revision.Applied = &protocol.Applied{Drift: &eval.Drift{Columns: []eval.Shift{{Column: "<age>", Index: 0.3, Moved: true}}}}
	coretest.Lacks(t, "rules of this table", html(p), "drift")
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
	coretest.Lacks(t, "without groups", html(p), "bound-train")
	asked := audit.BoundAsked{Adopts: true, At: coretest.Noon}
	coretest.Equal(t, coretest.Names(p.Requests(asked)), "", "requests without groups")
	p.Send(audit.ColumnChosen{Place: 0, Column: "city"}, compared("city"))
	has(t, p, "Train with this bound", "Draw the trade-off", `value="0.8"`, "on the training rows")
	p.Send(audit.LimitTyped{Text: "1.2"})
	has(t, p, "Type a number above 0 and at most 1.", "disabled")
	coretest.Equal(t, coretest.Names(p.Requests(asked)), "", "requests with a ratio of 1.2")
	p.Send(audit.DisparityChosen{Index: 1}, audit.LimitTyped{Text: "4"})
	free := p.View.Revision.Model
	trace := coretest.One[protocol.TraceBound](t, p.Requests(asked))
	coretest.Equal(t, trace.Bound, protocol.Bound{By: []string{"city"}, Disparity: eval.RecallDifference, Limit: 0.04}, "the bound")
	coretest.Equal(t, trace.Model == free, true, "the search begins with the rules")
	p.Send(coretest.Heard(protocol.Preparing{Stage: protocol.Refining, Done: 30, Of: 120}, 3))
	has(t, p, "25.0 %", "bound-stop")
	result := traded(free, trace.Bound)
	commands := p.Send(result)
	if shown := coretest.Of[core.ShowRules](commands); len(shown) != 1 || shown[0].Revision.Model != result.Models[1] {
		t.Fatalf("the rules under the bound are not opened: %+v", commands)
	}
	p.View.Revision.Model = result.Models[1]
	has(t, p, "bound-says", "Its price: test accuracy 87.0% instead of 88.0%", "bound-open-2", "Shown", "82.0 points", "89.0 %")
	third := coretest.One[core.ShowRules](t, p.Send(audit.TradeOpened{Index: 2})).Revision.Model
	coretest.Equal(t, third == result.Models[2], true, "the third rule set is opened")
	for range 2 { // searches begin with the rules without a bound, whichever are shown
		again := coretest.One[protocol.TraceBound](t, p.Requests(audit.BoundAsked{At: coretest.Noon}))
		coretest.Equal(t, again.Model == free, true, "another search begins with the rules without a bound")
		p.Send(traded(free, trace.Bound))
		has(t, p, "bound-trades")
	}
	p.Send(audit.BoundAsked{At: coretest.Noon})
	for range 3 { // of the groups for each of the rules, and of the bound
		p.Send(protocol.Refused{Kind: protocol.BadSetting, Message: "too small", Hint: "choose another"})
	}
	if p.Model.Active() || strings.Count(html(p), "Too small") != 2 {
		t.Error("a refused bound is not shown")
	}
	p.View.Revision.Model = coretest.Model()
	coretest.Lacks(t, "other rules", html(p), "bound-trades")
}
