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

// TestGroups chooses columns, and follows the rules.
func TestGroups(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Tab = core.RulesTab
	coretest.Equal(t, coretest.Names(p.Requests(core.Refresh{})), "", "requests without a column")
	r := coretest.One[protocol.ByGroup](t, p.Requests(audit.ColumnChosen{Place: 0, Column: "city"}))
	coretest.Equal(t, r.Columns, []string{"city"}, "the columns")
	has(t, p, "Comparing groups …")
	p.Send(coretest.ByCity())
	has(t, p, "On the test rows.", "Selection rate", "61.7% ", "49.1–73.2</small>", ",\nfew rows", "Coverage of each rule by city", ">R4<",
		"Differences from Bern", "−58.1 to −16.6,\n× 0.32</small>",
		"Fewer than 30 rows, too few for a conclusion: city = Rom (20).")
	coretest.Lacks(t, "two classes", html(p), "All figures are of")
	p.View.MultiClass = &protocol.MultiClass{}
	has(t, p, "All figures are of “"+p.View.Revision.Model.Positive+"” against “")
	p.View.MultiClass = nil
	r = coretest.One[protocol.ByGroup](t, p.Requests(audit.ColumnChosen{Place: 1, Column: "age"}))
	coretest.Equal(t, r.Columns, []string{"city", "age"}, "both columns")
	p.Send(protocol.Refused{Kind: protocol.BadSetting, Message: "no such column", Hint: "choose another"})
	has(t, p, "No such column", "Choose another")
	coretest.Equal(t, coretest.Names(p.Requests(audit.ColumnChosen{Place: 0})), "", "requests without a first column")
	coretest.Lacks(t, "without a first column", html(p), "group-by-2")
	p.Send(audit.ColumnChosen{Place: 0, Column: "city"}, coretest.ByCity())
	p.View.Busy = true
	has(t, p, "On the test rows.")
	p.View.Revision.Model = coretest.Model()
	has(t, p, "The groups are compared when the engine is idle.")
	coretest.Lacks(t, "the groups of other rules, while the engine is busy", html(p), "On the test rows.")
	p.View.Busy = false
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
	p.View.Revision.Model = new(*p.View.Revision.Model) // with another decision
	has(t, p, "19 of 20", "About 10")
	p.View.Revision.Model.Rules = p.View.Revision.Model.Rules[1:]
	coretest.Lacks(t, "edited rules", html(p), "19 of 20")
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

// TestBound searches rules under a bound, opens those that keep to it, and opens others of the trade-off.
func TestBound(t *testing.T) {
	p := coretest.NewPage(audit.Model{})
	p.View.Tab = core.RulesTab
	coretest.Lacks(t, "without groups", html(p), "bound-train")
	asked := audit.BoundAsked{Adopts: true, At: coretest.Noon}
	coretest.Equal(t, coretest.Names(p.Requests(asked)), "", "requests without groups")
	p.Send(audit.ColumnChosen{Place: 0, Column: "city"}, coretest.ByCity())
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
	has(t, p, "25.0%", "bound-stop")
	traded := func() protocol.BoundTraced {
		return coretest.BoundTraced(trace.Bound, new(*free), new(*free), new(*free))
	}
	result := traded()
	commands := p.Send(result)
	if shown := coretest.Of[core.ShowRules](commands); len(shown) != 1 || shown[0].Revision.Model != result.Models[2] {
		t.Fatalf("the rules under the bound are not opened: %+v", commands)
	}
	p.View.Revision.Model = new(*result.Models[2]) // with another decision
	has(t, p, "bound-says", "Its price: test accuracy 80.0% instead of 84.0%", "bound-open-1", "Shown", "84.0 points", "81.0%")
	second := coretest.One[core.ShowRules](t, p.Send(audit.TradeOpened{Index: 1})).Revision.Model
	coretest.Equal(t, second == result.Models[1], true, "the second rule set is opened")
	for range 2 { // searches begin with the rules without a bound, whichever are shown
		again := coretest.One[protocol.TraceBound](t, p.Requests(audit.BoundAsked{At: coretest.Noon}))
		coretest.Equal(t, again.Model == free, true, "another search begins with the rules without a bound")
		p.Send(traded())
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
