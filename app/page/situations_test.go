package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drnet/app/audit"
	"drnet/app/compare"
	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/data"
	"drnet/app/explain"
	"drnet/app/export"
	"drnet/app/learn"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/runs"
	"drnet/app/settings"
	"drnet/app/storage"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// situation is a named state of the page.
type situation struct {
	name  string
	state state.State
}

// situations returns the states of the page, from the first screen on.
func situations(t *testing.T) []situation {
	table := read(t, "people.csv", friendly)
	opened := after(state.New(), state.Connected{})
	described := protocol.Describe(table, nil)
	described.Columns[0].Histogram = &protocol.Histogram{Least: 20, Most: 60, First: 20, Last: 60, Counts: []int{2, 1, 1, 1}}
	described.Digest = strings.Repeat("0123456789abcdef", 4)
	described.Columns[1].Marks = []dataset.MissingMark{{Text: "?", Rows: 1}}
	loaded := after(opened, state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: described}, 0), heard(planned(), 0))
	test := 0.65
	inTraining := after(loaded, training.StartAsked{At: noon}, heard(started(20), 1), heard(progress(150, &test), 2),
		heard(progress(300, &test), 4), heard(progress(600, &test), 7))
	rulesFound := after(loaded, training.StartAsked{At: noon}, heard(started(20), 1), heard(found(2), 2))
	twoRules := rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 3}}}
	ended := func(m *protocol.Model, status drnet.Status) state.State {
		return after(inTraining, heard(protocol.Trained{Status: status, Steps: 700, Model: m}, 9))
	}
	trained := ended(model(t, table, "buys", true, twoRules), drnet.Finished)
	file, err := model(t, table, "buys", true, twoRules).Write()
	if err != nil {
		t.Fatal(err)
	}
	kinds := read(t, "kinds.csv", manyClasses)
	many := func(codes bool, more ...state.Msg) state.State {
		set := progress(300, &test)
		set.Set, set.Sets, set.Name = 2, 3, "b"
		s := after(opened, state.FileChosen{Name: "kinds.csv"},
			heard(protocol.Loaded{Table: protocol.Describe(kinds, nil)}, 0), core.TargetChosen{Column: 2},
			settings.ClassesChosen{How: protocol.ClassesEach}, heard(planned(), 0),
			training.StartAsked{At: noon}, heard(started(20), 1), heard(set, 2))
		return after(after(s, heard(protocol.Trained{Status: drnet.Finished, Steps: 700, MultiClass: classes(t, kinds, codes)}, 9)), more...)
	}
	decision := explained()
	decision.Decision = &protocol.ClassDecision{
		Class: 1, Answer: "kind = b", Truth: "b", Right: decision.Right, Why: []string{`Rule 1 of "b" holds: size > 2.`},
		Votes: []protocol.Vote{
			{Says: "a", Fires: []int{}, Text: `"a": its rule does not hold`},
			{Says: "b", Fires: []int{1}, Text: `"b": rule 1 holds`, First: true},
		},
	}
	in := func(tab core.Tab, more ...state.Msg) state.State {
		return after(after(trained, core.TabChosen{Tab: tab}), more...)
	}
	fromFile := core.ModelOpened{Name: "kept.json", File: file}
	return []situation{
		{"a rule edited", after(trained, rules.RuleOpened{Line: 0},
			rules.RuleNoted{Line: 0, Text: "seen"}, rules.RulePinned{Line: 0, Pinned: true})},
		{"a rule added by hand", after(trained, rules.RuleSwitched{Line: 1}, rules.RuleOpened{Line: rules.NewRule},
			rules.ConditionDropped{Line: 1, Column: "age"})},
		{"rows looked at", after(trained, core.RowsAsked{Of: protocol.Selection{Lines: []int{1}, Truth: "no"}},
			heard(pickedRows("30", 1), 10), rows.CSVAsked{}, heard(protocol.Predicted{CSV: "row\n"}, 11))},
		{"matrix", in(core.MatrixTab, heard(coveredRules(), 10))},
		{"matrix not counted", in(core.MatrixTab, rules.LeastChosen{Rows: 9})},
		{"rows refused", after(trained, core.RowsAsked{}, heard(protocol.Refused{Kind: dataset.BadFilter, Message: "no", Hint: "write"}, 10))},
		{"a row tried", in(core.ExplainTab, explain.CellTyped{Column: "age", Text: "20"}, heard(explained(), 10))},
		{
			"a work kept",
			after(trained, storage.AutosaveSwitched{On: true},
				storage.WorkSaved{Save: storage.Save{Turn: 1}, Work: oneWork, Works: []storage.SavedWork{oneWork}}),
		},
		{
			"keeping refused",
			after(trained, storage.AutosaveSwitched{On: true}, storage.WorkSaved{Save: storage.Save{Turn: 1}, Err: storage.ErrBlocked}),
		},
		{
			"works listed",
			after(opened, storage.WorksListed{Works: []storage.SavedWork{oneWork, {ID: "b", Name: "<b>.csv", At: noon, Size: 900}}},
				storage.DeletionAsked{ID: "b"}),
		},
		{"works deleted elsewhere", after(opened, storage.WorksListed{Works: []storage.SavedWork{oneWork}},
			storage.ProjectOpened{Work: oneWork, Works: []storage.SavedWork{}, Err: storage.ErrGone})},
		{"export", in(core.ExportTab, heard(protocol.Exported{Name: "rules.txt", Type: "text/plain", Text: "IF age <= 20\n"}, 10))},
		{
			"export refused",
			in(core.ExportTab, heard(protocol.Refused{Kind: protocol.Unwritable, Message: "no", Hint: "choose another format"}, 10)),
		},
		{"runs compared", after(trained, training.StartAsked{At: noon}, heard(started(20), 1),
			heard(protocol.Trained{Status: drnet.Finished, Steps: 700, Model: model(t, table, "buys", true, twoRules[:1])}, 9),
			core.SectionChosen{Section: core.RulesSection},
			state.PanelToggled{Panel: state.RunsPanel}, runs.RunCompared{Number: 1, On: true}, runs.RunCompared{Number: 2, On: true},
			heard(protocol.RowPage{Total: 7}, 21))},
		{"trade-off", in(core.TradeOffTab)},
		{"settings being tried", in(core.TradeOffTab, severalAsked,
			heard(protocol.Evaluating{Done: 12, Of: 48, Share: 0.25}, 20))},
		{"settings tried", in(core.TradeOffTab, severalAsked,
			heard(evaluated(t, table, twoRules), 20), tradeoff.SettingOpened{Index: 1},
			tradeoff.EvaluationAsked{Kind: tradeoff.CrossValidation, At: noon}, heard(evaluated(t, table, twoRules), 30))},
		{"honest estimate", in(core.TradeOffTab, settings.SplitChosen{By: core.SplitBy{How: core.ByGroup, Column: "age"}},
			tradeoff.EvaluationAsked{Kind: tradeoff.Honest, At: noon}, heard(honest(evaluated(t, table, twoRules)), 30))},
		{"settings compared", in(core.TradeOffTab, severalAsked,
			heard(evaluated(t, table, twoRules), 20), tradeoff.SettingCompared{Index: 0, On: true},
			tradeoff.SettingCompared{Index: 2, On: true}, heard(protocol.RowPage{Total: 7}, 21))},
		{"rules by group", in(core.RulesTab, audit.ColumnChosen{Column: "city"}, heard(coretest.ByCity(), 20))},
		{"rules under a bound", in(core.RulesTab, audit.ColumnChosen{Column: "city"}, heard(coretest.ByCity(), 20),
			audit.BoundAsked{Adopts: true, At: noon}, heard(coretest.BoundTraced(
				protocol.Bound{By: []string{"city"}, Disparity: eval.SelectionRatio, Limit: 0.8},
				model(t, table, "buys", true, twoRules), model(t, table, "buys", true, twoRules[:1]), model(t, table, "buys", true, twoRules[1:]),
			), 30), heard(coretest.ByCity(), 31))},
		{"rules learned again", in(core.RulesTab, audit.StabilityAsked{At: noon}, heard(protocol.StabilityMeasured{
			Draws: 20, Rules: []protocol.RuleStability{{Returned: 18, Overlap: 0.9}, {Returned: 4, Overlap: 0.5}},
			Columns: []protocol.ColumnStability{{Name: "age", Used: 20, Own: true}, {Name: "city", Used: 3}},
		}, 20))},
		{"comparison", in(core.CompareTab)},
		{"learners being compared", in(core.CompareTab, compare.BenchmarkAsked{At: noon},
			heard(compared(t, table, twoRules, "drnet", 0.85), 20), heard(protocol.Evaluating{Done: 1, Of: 6, Share: 0.25}, 25))},
		{"learners compared", in(core.CompareTab, compare.LearnerPicked{Key: "cg"},
			compare.LearnerPicked{Key: "cart"}, compare.LearnerPicked{Key: "condition"}, compare.BenchmarkAsked{At: noon},
			heard(compared(t, table, twoRules, "drnet", 0.85), 20), heard(compared(t, table, twoRules[:1], "ripper", 0.8), 30),
			heard(protocol.Refused{Message: "too few rows", Hint: "choose"}, 40),
			heard(compared(t, table, nil, "forest", 0.9), 50))},
		{"trying refused", in(core.TradeOffTab, severalAsked,
			heard(protocol.Refused{Message: "too few rows", Hint: "choose"}, 20))},
		{"model opened", after(opened, fromFile)},
		{"model applied", after(loaded, fromFile, heard(protocol.Applied{
			Warnings: []string{"column is odd"}, Drift: &eval.Drift{Columns: []eval.Shift{{Column: "age", Index: 0.3, Moved: true}}},
		}, 10))},
		{"a damaged model", after(opened, core.ModelOpened{Name: "x.json", File: []byte("{")})},
		{"welcome", opened},
		{"reading", after(opened, state.FileChosen{Name: "people.csv"})},
		{"file problem", after(opened, state.FileChosen{Name: "photo.csv"},
			heard(protocol.Refused{
				Kind: dataset.EmptyFile, Message: "the file contains no text",
				Hint: "choose a file with a header and rows",
			}, 0))},
		{"table loaded", loaded},
		{"test table", after(loaded, state.FileChosen{Name: "<b>held.csv", Test: true}, heard(protocol.Loaded{
			Table: protocol.TableSummary{Name: "<b>held.csv", Rows: 300}, Differences: []string{`the test table lacks "<b>": exclude it`, "second"},
		}, 0))},
		{"workbook", after(opened, state.FileChosen{Name: "people.xlsx"}, heard(protocol.Loaded{Table: inWorkbook(described)}, 0),
			data.OptionsToggled{})},
		{
			"table with another problem",
			after(loaded, state.FileChosen{Name: "photo.csv"}, heard(protocol.Refused{Message: "no", Hint: "choose"}, 0),
				state.FileChosen{Name: "next.csv"}),
		},
		{"a column opened", after(loaded, data.EditorToggled{Column: 0})},
		{
			"values grouped",
			after(loaded, data.EditorToggled{Column: 1, Names: true},
				data.LabelTyped{Column: 1, Text: "place <b>"}, data.ValuePicked{Value: 0, In: true},
				data.GroupTyped{Text: "abroad"}, data.GroupMade{}, data.ValuePicked{Value: 1, In: true}),
		},
		{"a large file", after(loaded, state.FileChosen{Name: "big.csv", Size: 80e6}, heard(protocol.Reading{Bytes: 1e6, Size: 80e6}, 1),
			heard(protocol.Reading{Bytes: 41e6, Size: 80e6}, 3), heard(protocol.Previewed{Table: described}, 3))},
		{
			"too large",
			after(loaded, state.FileChosen{Name: "big.csv"},
				heard(protocol.Refused{Kind: dataset.TooLarge, Message: "it needs 1.4 GB", Hint: "read some rows"}, 1)),
		},
		{"a large file first", after(opened, state.FileChosen{Name: "big.csv", Size: 80e6},
			heard(protocol.Reading{Bytes: 1e6, Size: 80e6}, 1), heard(protocol.Previewed{Table: described}, 3))},
		{"question", after(inTraining, data.KindChosen{Column: 0, Kind: dataset.Text})},
		{"split proposed", after(opened, state.FileChosen{Name: "people.csv"}, heard(protocol.Loaded{Table: described}, 0),
			heard(divided(nil), 0))},
		{"split by group", after(loaded, settings.SplitChosen{By: core.SplitBy{How: core.ByGroup, Column: "age"}}, heard(divided(&protocol.Sides{
			Split: protocol.Split{Group: "age"}, Train: protocol.Side{Values: 4}, Test: protocol.Side{Values: 1},
		}), 1))},
		{"number target", after(loaded, core.TargetChosen{Column: 0})},
		{"plan refused", after(loaded, core.TargetChosen{Column: 1}, settings.PositiveChosen{Value: 0},
			heard(protocol.Refused{Kind: dataset.TargetSingleClass, Message: "one class", Hint: "choose"}, 1))},
		{"many columns", after(opened, heard(protocol.Loaded{Table: wide(300)}, 0), data.PageTurned{To: 1})},
		{"target refused", after(loaded, data.ColumnUsed{Column: 0})},
		{"settings marked", after(loaded, settings.Typed{Field: setting.Rules, Text: "many"}, data.EditorToggled{Column: 0},
			data.CountTyped{Column: 0, Text: "x"})},
		{"preparing", after(loaded, training.StartAsked{At: noon})},
		{"training", inTraining},
		{"network looked at", watched(t, table, loaded)},
		{"several trainings", after(loaded, training.StartAsked{At: noon}, heard(started(20), 1),
			heard(several(1, 150), 2), heard(several(2, 140), 2),
			heard(several(1, 300), 4), heard(several(2, 310), 4))},
		{"rules found", rulesFound},
		{"rules found and refused", after(rulesFound, heard(protocol.Refused{Message: "no memory"}, 4))},
		{"better rules found", after(inTraining, heard(found(2), 9), heard(found(4), 10))},
		{"paused", after(inTraining, heard(protocol.Paused{}, 8))},
		{"stopping", after(inTraining, training.StopAsked{})},
		{"done", trained},
		{
			"done with one rule and no test",
			after(after(loaded, training.StartAsked{At: noon}, heard(started(0), 1), heard(progress(10, nil), 2),
				heard(progress(20, nil), 3)),
				heard(protocol.Trained{Status: drnet.Stopped, Steps: 20, Model: model(t, table, "buys", false, twoRules[:1])}, 4)),
		},
		{"votes", ended(voting(model(t, table, "buys", true, twoRules)), drnet.Finished)},
		{"probabilities", ended(scored(model(t, table, "buys", true, twoRules)), drnet.Finished)},
		{"no rule survived", ended(model(t, table, "buys", true, nil), drnet.Unchanged)},
		{"a rule without conditions", ended(model(t, table, "buys", true, rule.Set{{}}), drnet.Perfect)},
		{"stale", after(ended(model(t, table, "buys", true, twoRules), drnet.Finished), settings.Typed{Field: setting.Seed, Text: "2"})},
		{
			"training refused",
			after(loaded, training.StartAsked{At: noon},
				heard(protocol.Refused{Kind: dataset.TooFewRows, Message: "there is 1 row to train on", Hint: "keep fewer rows out"}, 1)),
		},
		{"crashed", after(inTraining,
			heard(protocol.Refused{Kind: protocol.Crashed, Message: "the engine stopped unexpectedly", Hint: "start again"}, 8))},
		{"hostile", hostileState(t)},
		{"classes learnt", many(false, rules.PrecedenceChosen{ByClass: true}, rules.PrecedenceChosen{ByClass: false}, rules.SetChosen{Set: 1})},
		{"classes in an order", many(false, rules.PrecedenceChosen{ByClass: true}, rules.ClassMoved{Place: 2})},
		{"classes tried", many(false, core.TabChosen{Tab: core.ExplainTab}, heard(decision, 10))},
		{"classes taken", many(false, core.TabChosen{Tab: core.ExportTab}, export.SetsChosen{Alone: true})},
		{"classes by code", many(true, rules.SetChosen{Set: 2})},
		{"a number of classes", after(loaded, core.TargetChosen{Column: 0}, settings.ClassesChosen{How: protocol.ClassesEach})},
	}
}

// inWorkbook returns the description of a table that was read from a workbook with several sheets.
func inWorkbook(t protocol.TableSummary) protocol.TableSummary {
	t.Name, t.Dialect.Format, t.Sheet = "people.xlsx", "xlsx", "People"
	t.Sheets = []dataset.Sheet{{Name: "<b>Notes", Rows: 1, Columns: 1}, {Name: "People", Rows: 1201, Columns: 3}, {Name: "Old", Hidden: true}}
	return t
}

func named(t *testing.T, name string) state.State {
	list := situations(t)
	return list[slices.IndexFunc(list, func(s situation) bool { return s.name == name })].state
}

var oneWork = storage.SavedWork{ID: "a", Name: "people.csv", At: noon, Size: 45_600, Table: true}

var severalAsked = tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: noon}

// evaluated is an evaluation of three settings.
func evaluated(t *testing.T, table *dataset.Table, twoRules rule.Set) protocol.Evaluated {
	e := protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 3}}
	for k, set := range []rule.Set{twoRules, twoRules[:1], append(slices.Clone(twoRules), rule.Rule{{Feature: 1}, {Feature: 4}})} {
		accuracy := []float64{0.84, 0.7, 0.85}[k]
		e.Results = append(e.Results, protocol.SettingResult{
			Setting:   protocol.SweepSetting{Lambda1: new(0.01), Refine: 0.001 * float64(k+1)},
			ModelFile: protocol.ModelFile{Model: model(t, table, "buys", true, set)},
			Summary: eval.Summarize([]eval.Fold{{
				Accuracy: accuracy - 0.02, Majority: 0.6, Single: 0.65, Rules: 2,
				Metrics: eval.Metrics{Precision: &accuracy},
			}, {Accuracy: accuracy + 0.02, Majority: 0.6, Single: 0.67, Rules: 3}}),
		})
	}
	return e
}

// honest makes an evaluation nested, with random folds.
func honest(e protocol.Evaluated) protocol.Evaluated {
	e.Request.Split.Group, e.Folds, e.Results[0].Chosen = "age", 2, 2
	e.Nested, e.Random = &protocol.Nested{Summary: e.Results[1].Summary}, &e.Results[0].Summary
	return e
}

// divided is a plan with a split by a column, or with the proposal of one.
func divided(sides *protocol.Sides) protocol.Planned {
	p := planned()
	if p.Sides = sides; sides == nil {
		p.Proposed = &protocol.ProposedSplit{Split: protocol.Split{Group: "age"}, Values: 5, Reason: `column "age" has 5 values`}
	}
	return p
}

// compared is the cross-validation of a learner in five folds.
func compared(t *testing.T, table *dataset.Table, rules rule.Set, key string, accuracy float64) protocol.Evaluated {
	tried := protocol.SettingResult{Setting: protocol.SweepSetting{Learner: key}}
	if rules != nil {
		tried.Model = model(t, table, "buys", true, rules)
	}
	var folds []eval.Fold
	for k := range 5 {
		folds = append(folds, eval.Fold{
			Accuracy: accuracy + 0.01*float64(k%2), Majority: 0.6, Rules: float64(len(rules)),
			Complexity: float64(rules.Complexity()), RuleComplexity: rules.Size().RuleComplexity, Seconds: 0.5,
		})
	}
	tried.Summary = eval.Summarize(folds)
	return protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 5}, Results: []protocol.SettingResult{tried}}
}

// coveredRules is the coverage of two rules.
func coveredRules() protocol.Covered {
	return protocol.Covered{
		Rows: 80, Times: []int{30, 40, 10}, Pairs: []protocol.Pair{{A: 1, B: 2, Rows: 10}},
		Flow: []protocol.Flow{{Reach: 80, Taken: 50, Right: 40}, {Reach: 30}}, Rest: protocol.Flow{Reach: 30, Taken: 30, Right: 20},
		Columns: []protocol.Distribution{{
			Column:    0,
			Histogram: &protocol.Histogram{Least: 20, Most: 60, First: 20, Last: 60, Counts: []int{30, 50}},
			Inside:    [][]int{{20, 30}, nil}, Missing: 1,
		}},
	}
}

// pickedRows returns two rows of 60.
func pickedRows(cell string, columns int) protocol.RowPage {
	cells := []*string{&cell, nil}[:columns]
	return protocol.RowPage{
		Total: 60,
		Rows: []protocol.ListedRow{
			{Row: 2, Cells: cells, Answer: "yes", Truth: "no", Fires: []int{1}},
			{Row: 4, Held: true, Cells: cells, Answer: "no", Truth: "no"},
		},
	}
}

// voting makes both rules of a model necessary.
func voting(m *protocol.Model) *protocol.Model {
	m.K = 2
	return m
}

// scored gives a model of two rules a scorecard with one condition.
func scored(m *protocol.Model) *protocol.Model {
	m.Scorecard = &rule.Scorecard{
		Points: []int{2, 1}, Lines: []rule.ScoreLine{{Literal: rule.Literal{Feature: 1}, Points: -1}},
		Slope: 1, Offset: -0.5, Rows: 60, Clipped: 3,
	}
	o := &m.Learned.Simplified
	if m.Learned.Refined != nil {
		o = &m.Learned.Refined.Outcome
	}
	o.Train.Levels = []eval.Level{{Probability: 0.8, Rows: 40, Positives: 30}, {Probability: 0.3, Rows: 20, Positives: 5}}
	o.Train.Reliability = make([]eval.Bin, eval.Bins)
	o.Train.Reliability[3] = eval.Bin{Rows: 20, Positives: 5, Probability: 0.3}
	o.Train.Reliability[8] = eval.Bin{Rows: 40, Positives: 30, Probability: 0.8}
	if o.Test != nil {
		o.Test.Levels, o.Test.Reliability = o.Train.Levels, o.Train.Reliability
	}
	return m
}

func explained() protocol.Explained {
	right := false
	old, young := rule.ExplainedCell{Column: "age", Text: "20"}, rule.ExplainedCell{Column: "age", Text: "30"}
	return protocol.Explained{
		Row: 1, Cells: []rule.ExplainedCell{old}, Positive: true, Answer: "buys = yes", Other: "buys = no", Truth: "no", Right: &right,
		Score: &protocol.RowScore{Of: "buys = yes", Sum: 2, Probability: 0.817574, Lines: []protocol.RowPoint{{Text: "rule 1", Points: 2}}},
		Verdicts: []rule.Verdict{
			{Fires: true, Checks: []rule.Check{{Column: "age", Text: "age = 20", Holds: true, Words: "age is 20"}}},
			{Failed: 1, Checks: []rule.Check{{Column: "age", Text: "age = 50", Words: "age is 20: 30 too low"}}},
		}, Miss: 2,
		Counterfactuals: rule.Counterfactuals{Found: []rule.Counterfactual{{Changes: []rule.CellChange{{Column: "age", From: old, To: young}}}}},
		Nearest:         &protocol.Neighbor{Row: 2, Cells: []rule.ExplainedCell{young}, Differ: []string{"age"}},
	}
}

// found tells of refined rules.
func found(conditions int) protocol.Found {
	look := protocol.Snapshot{Train: 0.7 + float64(conditions)/100, Conditions: conditions}
	for n := range conditions {
		look.Rules = append(look.Rules, []string{fmt.Sprintf("age > %d", n)})
	}
	return protocol.Found{Snapshot: look, Votes: max(conditions-2, 1)}
}

// wide is a table with many columns and warnings.
func wide(columns int) protocol.TableSummary {
	t := protocol.TableSummary{Name: "wide.csv", Rows: 10, Guess: columns - 1, Preview: [][]*string{make([]*string, columns)}}
	for j := range columns {
		name := fmt.Sprintf("c%d", j)
		t.Columns = append(t.Columns, protocol.ColumnSummary{
			Name: name, Kind: dataset.Categorical,
			Values: []protocol.Value{{Text: "a", Rows: 5}, {Text: "b", Rows: 5}},
			Doubts: []string{"it looks like an id"},
		})
	}
	return t
}

func hostileState(t *testing.T) state.State {
	table := read(t, `<img src=x onerror=alert(5)>.csv`, hostile)
	target := table.Columns[2].Name
	s := after(state.New(), state.Connected{}, heard(protocol.Loaded{Table: protocol.Describe(table, nil)}, 0),
		core.TargetChosen{Column: 2}, heard(protocol.Planned{}, 0), heard(protocol.Planned{}, 0),
		data.EditorToggled{Column: 0}, data.ThresholdAdded{Column: 0}, data.ThresholdsTyped{Column: 0, Text: `"><script>`})
	s.Table.Warnings = []string{"column called <script>"}
	s = after(s, data.MethodChosen{Column: 0}, training.StartAsked{At: noon}, heard(started(0), 1))
	look := &protocol.Snapshot{Rules: [][]string{{`<script>alert(1)</script> ≤ 2`, `javascript:alert(2) = </li><b>`}}}
	s = after(s, heard(protocol.Progress{Step: 1, Steps: 9, Now: look}, 2), heard(protocol.Progress{Step: 2, Steps: 9, Now: look}, 3))
	if !s.Run.Active() {
		t.Fatalf("no training: %s", s.Obstacle())
	}
	return after(s,
		heard(protocol.Trained{Steps: 2, Model: model(t, table, target, false, rule.Set{{{Feature: 0}, {Feature: 2, Not: true}}})}, 4),
		heard(protocol.Refused{Message: "<script>", Hint: "\"><b>"}, 5),
		data.ThresholdAdded{Column: 0}, data.ThresholdsTyped{Column: 0, Text: `"><script>`})
}

// manyClasses is a table of three classes, with rules for two of them.
const manyClasses = "size,colour,kind\n1,red,a\n2,red,a\n3,blue,b\n4,blue,b\n9,red,c\n8,red,b\n"

// classes returns a multiclass model, without training.
func classes(t *testing.T, table *dataset.Table, codes bool) *protocol.MultiClass {
	t.Helper()
	y, err := table.Classes("kind")
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := binarize.Fit(table, binarize.FitRows{Rows: y.Rows}, table.Usable(y.Column), binarize.FitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c := &protocol.MultiClass{Schema: protocol.MultiClassSchema, Target: "kind", Encoder: encoder}
	c.Names, c.Default = y.Classes, 1
	sets := []rule.Set{{{{Feature: 1}}}, {{{Feature: 2, Not: true}}, {{Feature: 0, Not: true}}}, nil}
	for i, set := range sets {
		o := protocol.Outcome{
			Size:  set.Size(),
			Train: eval.Scores{Accuracy: 0.75, Majority: 0.5, Confusion: eval.Confusion{TruePositives: 3, TrueNegatives: 3}},
		}
		for k := range set {
			o.Train.Rules = append(o.Train.Rules, eval.RuleScore{Covered: 3, Right: 3 - k, Alone: 1, Lost: 1})
		}
		c.Members = append(c.Members, &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
			Target: "kind", Positive: y.Classes[i], Negative: "not " + y.Classes[i],
			Encoder: encoder, Rules: set,
		}, Learned: protocol.Learned{Rows: 6, Trained: o, Simplified: o}})
	}
	if codes {
		c.Codes, c.Order = []string{"110", "101", "011"}, []int{1, 0, 2}
	}
	test := eval.MeasureClasses([]uint8{0, 0, 1, 1, 1, 1}, y.Codes, nil, 3)
	c.Learned = protocol.MultiClassLearned{
		Rows: 6, Classes: []protocol.ClassCount{{Name: "a", Rows: 2}, {Name: "b", Rows: 3}, {Name: "c", Rows: 1}},
		Outcome: protocol.ClassOutcome{Size: rule.Size{Rules: 3, Conditions: 3}, Train: test, Test: &test},
		Notes:   []string{`"c" lacks rules: no rule for it was found; its 1 training row gets other classes`},
	}
	return c
}

// net is a network of four rules, two of which are on. A third one is switched off later.
func net(on bool) *drnet.Sketch {
	third := float32(drnet.ClosedByHand)
	if on {
		third = 1
	}
	return &drnet.Sketch{Rules: 4, Whole: true, Neurons: []drnet.Neuron{
		{Rule: 0, Loc: 3, Covers: 30, Lines: drnet.Connections{
			{Feature: 0, W: 1.25, Loc: 3},
			{Feature: 1, W: -0.5, Loc: 0},
			{Feature: 3, W: 0.25, Loc: -5},
		}},
		{Rule: 1, Loc: -4, Lines: drnet.Connections{{Feature: 0, W: 1, Loc: 3}}},
		{Rule: 2, Loc: third, Covers: 1, Lines: drnet.Connections{{Feature: 3, W: 2, Loc: 3}}},
		{Rule: 3, Loc: 0, Covers: -1, Lines: drnet.Connections{}, More: 70},
	}}
}

// watched returns a paused run in teaching mode with a chosen rule, a traced row and the weights of its network.
func watched(t *testing.T, table *dataset.Table, loaded state.State) state.State {
	begin, first := started(20), progress(150, nil)
	begin.Head = model(t, table, "buys", false, rule.Set{})
	first.Now.Set = rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 3}}}
	first.Net = net(false)
	s := after(loaded, learn.TeachingSwitched{On: true}, training.StartAsked{At: noon}, heard(begin, 1), heard(first, 2),
		heard(protocol.Paused{}, 2), network.EditingSwitched{On: true}, network.TraceShown{Shown: true},
		network.RuleChosen{Rule: 1}, network.PaletteChosen{Name: "safe"})
	return after(s, heard(protocol.NetworkEvaluated{}, 3), heard(protocol.Explained{
		Row: 1, Cells: []rule.ExplainedCell{{Column: "age", Text: "50"}}, Answer: "buys = yes", Truth: "yes", Right: new(true),
		Positive: true, Verdicts: []rule.Verdict{{Failed: 1, Checks: []rule.Check{{Column: "age"}}}, {Fires: true}},
	}, 3))
}
