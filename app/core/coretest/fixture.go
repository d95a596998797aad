package coretest

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Noon is the time at which tests begin.
var Noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// Heard returns an event of the engine some seconds after Noon.
func Heard(e protocol.Event, seconds float64) core.Heard {
	return core.Heard{Event: e, At: Noon.Add(time.Duration(seconds * float64(time.Second)))}
}

// Table returns a table with a column of every type.
func Table() protocol.TableSummary {
	return protocol.TableSummary{Name: "people.csv", Rows: 1200, Guess: 2, Columns: []protocol.ColumnSummary{
		{
			Name: "age", Kind: dataset.Numeric,
			Histogram: &protocol.Histogram{Least: 17, Most: 90, First: 17, Last: 90, Counts: []int{300, 400, 300, 200}},
		},
		{
			Name: "city", Kind: dataset.Categorical,
			Values: []protocol.Value{{Text: "Bern", Rows: 500}, {Text: "Rom", Rows: 400}, {Text: "Wien", Rows: 300}},
		},
		{Name: "rich", Kind: dataset.Binary, Values: []protocol.Value{{Text: "no", Rows: 900}, {Text: "yes", Rows: 300}}},
		{Name: "name", Kind: dataset.ID},
		{Name: "notes", Kind: dataset.Text},
		{Name: "street", Kind: dataset.Categorical},
		{Name: "country", Kind: dataset.Constant, Values: []protocol.Value{{Text: "CH", Rows: 1200}}},
		{Name: "gap", Kind: dataset.Empty},
		{Name: "height", Kind: dataset.Numeric},
	}}
}

// Clinic returns the table of a user; links must not contain its names and cells.
func Clinic() protocol.TableSummary {
	return protocol.TableSummary{Name: "patients-clinic.csv", Rows: 1200, Guess: 2, Columns: []protocol.ColumnSummary{
		{
			Name: "salary", Kind: dataset.Numeric,
			Histogram: &protocol.Histogram{Least: 31337, Most: 98765, First: 31337, Last: 98765, Counts: []int{600, 600}},
		},
		{
			Name: "diagnosis", Kind: dataset.Categorical,
			Values: []protocol.Value{{Text: "measles", Rows: 500}, {Text: "mumps", Rows: 400}, {Text: "rubella", Rows: 300}},
		},
		{Name: "insured", Kind: dataset.Binary, Values: []protocol.Value{{Text: "never", Rows: 900}, {Text: "always", Rows: 300}}},
	}}
}

// Model returns a model of Table with three rules on columns of several types: features 0 to 2 are ages, 3 to 5 cities.
func Model() *protocol.Model {
	rules := rule.Set{{{Feature: 1, Not: true}, {Feature: 3}}, {{Feature: 0}}, {{Feature: 4}, {Feature: 2}, {Feature: 0, Not: true}}}
	scores := eval.Scores{
		Accuracy: 0.75, Majority: 0.7, Confusion: eval.Confusion{TruePositives: 40, FalsePositives: 20, TrueNegatives: 35, FalseNegatives: 5},
		Rules: []eval.RuleScore{
			{Covered: 20, Right: 15, Alone: 10, Lost: 8, Saved: 2},
			{Covered: 40, Right: 20, Alone: 30, Lost: 15, Saved: 15},
			{Covered: 10, Right: 10, Alone: 5, Lost: 5},
		},
	}
	o := protocol.Outcome{Size: rules.Size(), Train: scores}
	m := &protocol.Model{Schema: protocol.ModelSchema, Model: rule.Model{
		Target: "rich", Positive: "yes", Negative: "no",
		Encoder: &binarize.Encoder{
			Policy: binarize.Own,
			Columns: []binarize.EncodedColumn{
				{Name: "age", Thresholds: []float64{30, 40.25, 65}},
				{Name: "city", Values: []string{"Bern", "Rom", "Wien"}},
				{Name: "street", Values: []string{"a", "b"}, Missable: true},
			},
		}, Rules: rules,
	}}
	m.Learned = protocol.Learned{Rows: 100, Features: 9, Trained: o, Simplified: o}
	m.Learned.Trained.Conditions = 20
	return m
}

// Sweep returns an evaluation of three settings: 1, 2 and 3 rules with an accuracy of 0.6, 0.85 and 0.87.
func Sweep() protocol.Evaluated {
	e := protocol.Evaluated{EvaluationPart: protocol.EvaluationPart{Folds: 3}}
	for k, accuracy := range []float64{0.87, 0.6, 0.85} {
		m := Model()
		m.Rules = slices.Clone(m.Rules[:[]int{3, 1, 2}[k]])
		o := protocol.Outcome{
			Size: m.Rules.Size(), Train: eval.Scores{Accuracy: 0.9, Rules: make([]eval.RuleScore, len(m.Rules))},
		}
		m.Learned.Refined, m.Learned.Simplified = &protocol.Refined{Outcome: o, Price: 0.001}, o
		half := 0.5
		e.Results = append(e.Results, protocol.SettingResult{Setting: protocol.SweepSetting{
			Lambda1: new(0.01),
			Refine:  0.001 * float64(k+1),
		}, ModelFile: protocol.ModelFile{Model: m}, Summary: eval.Summarize([]eval.Fold{
			{Accuracy: accuracy - 0.01, Majority: 0.55, Rules: 2, Metrics: eval.Metrics{Precision: &half}},
			{Accuracy: accuracy + 0.01, Majority: 0.55, Rules: 3},
		})})
	}
	return e
}

// Explained returns an explanation of the first row of Table by Model, with one counterfactual.
func Explained() protocol.Explained {
	cell := func(column, text string) rule.ExplainedCell {
		return rule.ExplainedCell{Column: column, Text: text, Missing: text == ""}
	}
	return protocol.Explained{
		Row: 1, Cells: []rule.ExplainedCell{cell("age", "50"), cell("city", "Bern"), cell("street", "")}, Positive: true,
		Answer: "rich = yes", Other: "rich = no",
		Verdicts: []rule.Verdict{{Fires: true}, {Failed: 1}, {Failed: 2}},
		Counterfactuals: rule.Counterfactuals{Found: []rule.Counterfactual{{Changes: []rule.CellChange{{
			Column: "age",
			From:   cell("age", "50"), To: cell("age", "40"),
		}}}}},
	}
}

// BoundTraced returns the trade-off of models under an increasingly strict bound on groups by city. The last model is chosen.
func BoundTraced(b protocol.Bound, models ...*protocol.Model) protocol.BoundTraced {
	out := protocol.BoundTraced{Models: models, Chosen: len(models) - 1}
	side := func(accuracy, lowest float64) protocol.BoundedSide {
		const highest = 0.5
		return protocol.BoundedSide{Accuracy: accuracy, Gap: eval.Gap{
			Lowest:  eval.GroupRate{Group: "city = Rom", Value: &lowest, Rows: 20},
			Highest: eval.GroupRate{Group: "city = Bern", Value: new(highest), Rows: 60},
			Value:   new(lowest / highest), Interval: &[2]float64{lowest / highest / 2, 1.2},
		}}
	}
	at := func(i int) protocol.BoundedScores {
		lost := float64(i) / 50
		return protocol.BoundedScores{Train: side(0.85-lost, 0.2+0.11*float64(i)), Test: new(side(0.84-lost, 0.22+0.1*float64(i)))}
	}
	for i, m := range models {
		m.Learned.Bounded = &protocol.Bounded{Bound: b, Without: at(0), With: at(i), Few: []string{"city = Oslo"}}
		out.Scores = append(out.Scores, at(i))
	}
	return out
}

// ByCity compares two groups of people, the second of which is small.
func ByCity() protocol.GroupsCompared {
	g := eval.Groups{Columns: []string{"city"}, Numbers: []int{1, 4}, List: []eval.Group{
		{
			Values: []string{"Bern"}, Rows: 60, Covered: []int{30, 9}, Alone: []int{28, 7},
			Confusion: eval.Confusion{TruePositives: 30, FalsePositives: 7, TrueNegatives: 20, FalseNegatives: 3},
		},
		{
			Values: []string{"Rom"}, Rows: 20, Covered: []int{2, 3}, Alone: []int{1, 2},
			Confusion: eval.Confusion{TruePositives: 4, TrueNegatives: 15, FalseNegatives: 1},
		},
	}}
	g.Compare()
	return protocol.GroupsCompared{Part: protocol.TestRows, Groups: []eval.Groups{g}}
}
