package state_test

import (
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

func TestComplaint(t *testing.T) {
	for _, test := range []struct {
		field setting.Key
		texts []string
		want  string
	}{
		{setting.Thresholds, []string{"9", " 9 ", "100"}, ""},
		{setting.Thresholds, []string{"101", "0", "", "2.5", "nine"}, "Type a whole number from 1 to 100."},
		{setting.Rules, []string{"500"}, ""},
		{setting.Rules, []string{"501", "99999999999999999999"}, "Type a whole number from 1 to 500."},
		{setting.Seed, []string{"0"}, ""},
		{setting.Seed, []string{"-1"}, "Type a whole number from 0 to 1,000,000,000."},
		{setting.Epochs, []string{"", " ", "2000"}, ""},
		{setting.Epochs, []string{"0"}, "Type a whole number from 1 to 10,000,000."},
		{setting.Batch, []string{"", "1e3"}, ""},
		{setting.Batch, []string{"-5"}, "Type a whole number from 1 to 10,000,000."},
		{setting.Lambda1, []string{"0", " 0.01 "}, ""},
		{setting.Lambda1, []string{"0,01", "-1", "NaN", "1e999"}, "Type a number from 0 to 1000, such as 0.01."},
		{setting.Lambda2, []string{""}, "Type a number from 0 to 1000, such as 0.00001."},
		{setting.TestShare, []string{"0", "90", "12.5"}, ""},
		{setting.TestShare, []string{"91", "20%"}, "Type a percentage from 0 to 90."},
		{setting.Method, []string{"width"}, ""},
		{setting.Longest, []string{""}, ""},
		{setting.Longest, []string{"0"}, "Type a whole number from 1 to 1,000."},
	} {
		obstacle := core.When(test.want != "", "The setting “"+test.field.Label()+"” is invalid.")
		for _, text := range test.texts {
			s := withTable(settings.Typed{Field: test.field, Text: text})
			coretest.Equal(t, s.Setup.Complaint(test.field), test.want, "%s %q: Complaint()", test.field, text)
			coretest.Equal(t, s.Obstacle(), obstacle, "%s %q: Obstacle()", test.field, text)
		}
	}
}

func TestRequest(t *testing.T) {
	standard := protocol.Train{
		Target: "rich", Positive: "yes",
		Encoding: binarize.FitOptions{Thresholds: 9, Method: binarize.Target, Policy: binarize.Own, Values: 30},
		Network:  drnet.Config{Rules: 50, Lambda1: new(0.01), Lambda2: new(0.00001), Seed: 1},
		Split:    protocol.Split{Share: 0.2, Seed: 1}, Restarts: 1,
	}
	require := func(column int) state.Msg { return data.ColumnRequired{Column: column, Required: true} }
	typed := func(f setting.Key, text string) []state.Msg { return steps(settings.Typed{Field: f, Text: text}) }
	for _, test := range []struct {
		name     string
		messages []state.Msg
		change   func(r *protocol.Train)
	}{
		{"as it is", nil, func(*protocol.Train) {}},
		{"no pressure", typed(setting.Lambda1, "0"), func(r *protocol.Train) { r.Network.Lambda1 = new(0.0) }},
		{"spaces", typed(setting.Lambda2, " 0.5 "), func(r *protocol.Train) { r.Network.Lambda2 = new(0.5) }},
		{"epochs", typed(setting.Epochs, "2000"), func(r *protocol.Train) { r.Network.Epochs = 2000 }},
		{"batch", typed(setting.Batch, "400"), func(r *protocol.Train) { r.Network.Batch = 400 }},
		{"rules", typed(setting.Rules, "7"), func(r *protocol.Train) { r.Network.Rules = 7 }},
		{"seed", typed(setting.Seed, "0"), func(r *protocol.Train) { r.Network.Seed, r.Split.Seed = 0, 0 }},
		{"no test", typed(setting.TestShare, "0"), func(r *protocol.Train) { r.Split.Share = 0 }},
		{"method", typed(setting.Method, "distinct"), func(r *protocol.Train) { r.Encoding.Method = binarize.Distinct }},
		{"missing", typed(setting.Missing, "drop"), func(r *protocol.Train) { r.Encoding.Policy = binarize.Drop }},
		{"thresholds", typed(setting.Thresholds, "3"), func(r *protocol.Train) { r.Encoding.Thresholds = 3 }},
		{"effort", typed(setting.Effort, "5"), func(r *protocol.Train) { r.Restarts = 5 }},
		{"not refined", typed(setting.Refining, "off"), func(r *protocol.Train) { r.Refine = rule.NoPrice }},
		{"a price in rows", typed(setting.Refining, "rows"), func(r *protocol.Train) { r.Refine = rule.LowPrice }},
		{"a price", append(typed(setting.Refining, "own"), typed(setting.Price, "0.05")...), func(r *protocol.Train) { r.Refine = 0.0005 }},
		{"a price that is not used", typed(setting.Price, "x"), func(*protocol.Train) {}},
		{"balanced", typed(setting.Costs, "balanced"), func(r *protocol.Train) { r.Network.Weight = rule.Balanced }},
		{
			"missed rows count more", append(typed(setting.Costs, "own"), typed(setting.Missed, " 7.5 ")...),
			func(r *protocol.Train) { r.Network.Weight = 7.5 },
		},
		{"a weight that is not used", typed(setting.Missed, "x"), func(*protocol.Train) {}},
		{"no NOT", typed(setting.Negated, "no"), func(r *protocol.Train) { r.Network.NoNot = true }},
		{"short rules", typed(setting.Longest, "3"), func(r *protocol.Train) { r.MaxConditions = 3 }},
		{
			"a column that must be asked about", steps(require(1), require(0), require(99)),
			func(r *protocol.Train) { r.Require = []string{"age", "city"} },
		},
		{"and no more", steps(require(1), data.ColumnRequired{Column: 1}), func(*protocol.Train) {}},
		{"nor if it is left out", steps(require(1), data.ColumnUsed{Column: 1}), func(r *protocol.Train) { r.Ignore = []string{"city"} }},
		{
			"one of three",
			steps(core.TargetChosen{Column: 1}, settings.PositiveChosen{Value: 2}),
			func(r *protocol.Train) { r.Target, r.Positive = "city", "Wien" },
		},
		{
			"invalid cut points of the target", steps(data.CountTyped{Column: 0, Text: "x"}, core.TargetChosen{Column: 0}),
			func(r *protocol.Train) { r.Target, r.Positive = "age", "> 49" },
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := standard
			test.change(&want)
			want.Watch = true
			_, requests := after(withTable(test.messages...), training.StartAsked{At: noon})
			coretest.Equal(t, requests, []protocol.Request{want}, "the request")
			if err := want.Network.Validate(); err != nil {
				t.Errorf("the engine refuses it: %v", err)
			}
		})
	}
}

func TestObstacle(t *testing.T) {
	obstacle := func(s state.State) any { return s.Obstacle() }
	target := func(column int) []state.Msg { return steps(core.TargetChosen{Column: column}) }
	nothing := people()
	nothing.Guess = -1
	travel(t, state.New(), obstacle, []journey{
		{"opened", nil, "", "Drop a table first."},
		{"no proposal", steps(loaded(nothing, 0)), "", "Choose the target column."},
	})
	travel(t, withTable(), obstacle, []journey{
		{"ready to train", nil, "", ""},
		{"numbers", target(0), "", ""},
		{
			"a price that is used, and no number",
			steps(settings.Typed{Field: setting.Refining, Text: "own"}, settings.Typed{Field: setting.Price, Text: "x"}),
			"", "The setting “Minimum gain per condition (% of rows)” is invalid.",
		},
		{"three values", target(1), "", "Choose the positive class, or one rule set per class."},
		{"names", target(3), "", "“name” is unique per row (ID). Choose a column with a few different values."},
		{"text", target(4), "", "“notes” is text (too many values). Choose a column with a few different values."},
		{"many values", target(5), "", "“street” has too many different values. Choose a column with a few, or set its type to numeric."},
		{"constant", target(6), "", "“country” is constant. Choose a column with a few different values."},
		{"empty", target(7), "", "“gap” is empty. Choose a column with a few different values."},
	})
}

func TestProposal(t *testing.T) {
	y := func(rows ...int) []state.Msg {
		table := protocol.TableSummary{Rows: 10, Columns: []protocol.ColumnSummary{{Name: ""}, {Name: "y"}}, Guess: 1}
		for i, n := range rows {
			table.Columns[1].Values = append(table.Columns[1].Values, protocol.Value{Text: "abc"[i : i+1], Rows: n})
		}
		return steps(loaded(table, 0))
	}
	travel(t, state.New(), func(s state.State) any {
		return facts("column", s.Setup.Target, "value", s.Setup.Positive, "proposed", s.Setup.Proposed)
	}, []journey{
		{"the rarer", y(3, 7), "", "column 1; value a; proposed"},
		{"the rarer, later", y(7, 3), "", "column 1; value b; proposed"},
		{"the later of equals", y(5, 5), "", "column 1; value b; proposed"},
		{"one value", y(5), "", "column 1; proposed"},
		{"three values", y(5, 5, 1), "", "column 1; proposed"},
		{"none", nil, "", "column -1"},
		{"no values", y(), "", "column 1; proposed"},
	})
}

func TestStale(t *testing.T) {
	seed := func(text string) state.Msg { return settings.Typed{Field: setting.Seed, Text: text} }
	done := withTable(training.StartAsked{At: noon}, heard(started(), 1), heard(trained(1), 2))
	travel(t, done, func(s state.State) any { return s.View().Stale() }, []journey{
		{"as learnt", nil, "", false},
		{"other setting", steps(seed("2")), "", true},
		{"and back", steps(seed("2"), seed("1")), "", false},
		{"other value", steps(settings.PositiveChosen{Value: 0}), "", true},
		{"other target", steps(core.TargetChosen{Column: 1}), "", true},
		{"same target", steps(core.TargetChosen{Column: 2}), "", false},
		{"other thresholds", steps(data.CountTyped{Column: 0, Text: "3"}), "", true},
		{"a column left out", steps(data.ColumnUsed{Column: 1}), "", true},
		{"and taken back", steps(data.ColumnUsed{Column: 1}, data.ColumnUsed{Column: 1, Use: true}), "", false},
		{"a column required", steps(data.ColumnRequired{Column: 1, Required: true}), "", true},
		{"while it trains again", steps(seed("2"), training.StartAsked{At: noon}), "train rich=yes", false},
	})
}

// After a change of the target, the previous associations stay only while the new ones are requested: not without a positive class, nor
// while the engine is busy.
func TestAssociationOfTarget(t *testing.T) {
	plan := planned()
	plan.Associations = []binarize.Association{{Name: "age", Measure: binarize.AUC, Value: 0.75}}
	s := withTable(settings.PositiveChosen{Value: 0}, heard(plan, 1))
	known := func(s state.State) bool { return s.View().Associated()["age"] != nil }
	run := steps(training.StartAsked{At: noon}, heard(started(), 2), heard(protocol.Paused{}, 3))
	for _, test := range []struct {
		name     string
		messages []state.Msg
		want     bool
	}{
		{"of the target", nil, true},
		{"of another positive class, asked for", steps(settings.PositiveChosen{Value: 1}), true},
		{"of a target without a positive class", steps(core.TargetChosen{Column: 1}), false},
		{
			"of the target again",
			steps(core.TargetChosen{Column: 1}, core.TargetChosen{Column: 2}, settings.PositiveChosen{Value: 0}, heard(plan, 2)), true,
		},
		{"during a pause", run, true},
		{"of another positive class, during a pause", append(run, settings.PositiveChosen{Value: 1}), false},
	} {
		s, _ := after(s, test.messages...)
		coretest.Equal(t, known(s), test.want, "the association %s", test.name)
	}
}
