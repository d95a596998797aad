package tradeoff

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
)

// View runs the sweep of settings and cross-validates the current ones.
func View(m Model, c core.View, send func(core.Msg)) []app.UI {
	return []app.UI{
		app.P().Body(kit.Helped(c, send, "trade", sweepLead, core.TermTradeOff)),
		controls(m, c, send, Sweep, "sweep", "Run sweep"),
		kit.Some(sweepView(m, c, send)...),
		app.H3().Text("Honest estimate" + m.otherAim(Honest, c)),
		app.P().Text(honestLead),
		controls(m, c, send, Honest, "honest", "Honest estimate"),
		kit.Some(honestView(m, c)...),
		app.H3().Text("Cross-validation" + m.otherAim(CrossValidation, c)),
		app.P().Body(kit.Helped(c, send, "folds", foldsLead, core.TermFold)),
		controls(m, c, send, CrossValidation, "cross-validate", "Cross-validate (5-fold)"),
		kit.Some(foldsView(m, c)...),
	}
}

// controls is a button with its estimated duration, or its progress.
func controls(m Model, c core.View, send func(core.Msg), kind Evaluation, id, label string) app.UI {
	task, words := core.Task{}, noteInWords(kind, c)
	if m.kind == kind {
		if task = m.task; task.Active() {
			words = m.progressInWords()
		}
	}
	ask := func(at time.Time) core.Msg { return EvaluationAsked{Kind: kind, At: at} }
	start := kit.TimedButton(send, ask).Class(core.When(kind == Sweep, "primary")).ID(id).
		Disabled(obstacle(kind, c) != "" || c.Busy).Text(label)
	return app.Div().Body(kit.TaskView(task, send, id, label, words, EvaluationStopped{}, start), kit.Some(kit.ProblemView(task.Problem)))
}

func sweepView(m Model, c core.View, send func(core.Msg)) []app.UI {
	list := m.points()
	if len(list) == 0 {
		return nil
	}
	other := m.otherAim(Sweep, c)
	return []app.UI{
		kit.Some(app.If(other != "", app.H3().Text("Sweep"+other)), kit.Note(m.staleInWords(Sweep, c))),
		app.P().ID("recommended").Class("sentence").Text(m.RecommendationInWords()),
		app.FieldSet().Class("formats").Body(app.Legend().Text("X axis"), app.Range(axes).Slice(func(i int) app.UI {
			return kit.Radio(send, "axis", "axis-"+strconv.Itoa(i), axes[i].name, i == m.axis, axisChosen{Index: i})
		})),
		chartView(m, c, send, list), tableView(m, c, send, list), kit.Some(comparisonView(m, c, send)),
		app.P().Class("quiet").Text(sweepNote),
		kit.PictureFiles(send, "trade", pictureAsked{}, numbersAsked{}),
	}
}

// chartView draws the settings, and describes the one under the pointer or with the focus. Pressing a mark opens its rules.
func chartView(m Model, c core.View, send func(core.Msg), list []point) app.UI {
	words := pointHint
	if k := slices.IndexFunc(list, has(m.pointed-1)); k >= 0 {
		words = pointInWords(list[k])
	}
	dot := func(i int, mark app.HTMLElem) app.UI {
		if i >= len(list) { // a baseline
			return mark.Aria("hidden", "true")
		}
		p := list[i]
		class := "dot" + core.When(!p.front, " dominated") + core.When(p.recommended, " recommended") + m.marks(p, c)
		first := p.settings[0]
		open, point := SettingOpened{Index: first}, pointed{Number: first + 1}
		return mark.Attr(kit.Part, class).TabIndex(0).Role("button").Aria("label", "Open: "+pointInWords(p)).
			OnClick(kit.On(send, open), first).OnKeyDown(kit.Pressed(send, open), first).
			OnMouseEnter(kit.On(send, point), first).OnFocus(kit.On(send, point), first).OnMouseLeave(kit.On(send, pointed{}))
	}
	return app.Figure().Class("trade").Body(
		app.FigCaption().ID("point").Text(words), kit.Scatter(m.chartInWords(), m.scatter().Scene(), dot))
}

// marks returns the style classes of a point, in the chart and in the table: shown in the rules section, compared, under the pointer.
func (m Model) marks(p point, c core.View) string {
	return core.When(core.SameRules(p.model, c.Revision.Model), " chosen") + core.When(slices.ContainsFunc(p.settings, func(i int) bool {
		return slices.Contains(m.pair.Chosen, i)
	}), " compared") + core.When(has(m.pointed-1)(p), " pointed")
}

func tableView(m Model, c core.View, send func(core.Msg), list []point) app.UI {
	return kit.RoledTable{Label: "Settings of the sweep", Class: "result-table", ID: "tried", Unseen: "Open"}.Body(
		[]string{"Rules", "Conditions", "Per rule", "CV accuracy", "Train", "Test", "Setting", "Compare", ""},
		kit.Each(list, func(p point) app.UI {
			held, remark, first := "–", "", p.settings[0]
			if p.outcome.Test != nil {
				held = core.Percent(p.outcome.Test.Accuracy)
			}
			switch {
			case p.recommended:
				remark = " · recommended"
			case p.front:
				remark = " · Pareto-optimal"
			}
			cells := []string{
				core.Count(p.outcome.Conditions), core.OneDecimal(p.outcome.RuleComplexity),
				core.PlusMinus(p.accuracy, p.error), core.Percent(p.outcome.Train.Accuracy), held,
			}
			label, name := openInWords(first+1, core.SameRules(p.model, c.Revision.Model))
			point := pointed{Number: first + 1}
			return kit.RoledRow(core.Count(p.outcome.Rules), cells,
				app.Span().Class("prose").Text(p.settingsInWords()+remark), compareBox(m, send, first),
				kit.SmallButton(send, SettingOpened{Index: first}).ID("dot-"+strconv.Itoa(first)).Aria("label", name).Text(label).
					OnFocus(kit.On(send, point), first)).
				Class("tried"+m.marks(p, c)).OnMouseEnter(kit.On(send, point), first).OnMouseLeave(kit.On(send, pointed{}))
		}), kit.Each(m.references(), referenceRow))
}

func referenceRow(ref reference) app.UI {
	rules := core.Either(ref.size == 0, "0", "1")
	cells := []string{rules, rules + ".0", core.PlusMinus(ref.accuracy, ref.error), "–", "–"}
	return kit.RoledRow(rules, cells, app.Span().Class("prose").Text("baseline: "+ref.name), nil, nil).Class("reference")
}

func foldsView(m Model, c core.View) []app.UI {
	rows := m.spreads()
	if len(rows) == 0 {
		return nil
	}
	return []app.UI{
		kit.Some(kit.Note(m.staleInWords(CrossValidation, c))), app.P().ID("folded").Class("sentence").Text(m.foldsInWords()),
		kit.RoledTable{Label: "Metrics over the folds", Class: "result-table"}.Body(
			[]string{"Metric", "Mean", "Std. deviation", "Std. error", "Meaning"},
			kit.Each(rows, func(row spread) app.UI {
				return app.Tr().Role("row").Body(kit.RowHead().Text(row.name), kit.Cells(row.values), kit.Meaning(row.meaning))
			})),
	}
}

// honestView shows the honest estimate, and the folds that chose each setting.
func honestView(m Model, c core.View) []app.UI {
	e := m.results[Honest]
	if e == nil {
		return nil
	}
	var rows [][]string
	for _, t := range e.Results {
		accuracy, rules, conditions := "–", "–", "–"
		if len(t.Folds) > 0 {
			accuracy = core.PlusMinus(t.Mean.Accuracy, t.Error.Accuracy)
			rules, conditions = core.Tenths(t.Mean.Rules), core.Tenths(t.Mean.Conditions)
		}
		chosen := core.Count(t.Chosen) + " of " + core.Plural(e.Folds, "fold", "folds")
		rows = append(rows, []string{settingInWords(t.Setting), chosen, accuracy, rules, conditions})
	}
	return []app.UI{
		kit.Some(kit.Note(m.staleInWords(Honest, c))), app.P().ID("honest-says").Class("sentence").Text(m.honestInWords(c.Run)),
		kit.RoledTable{Label: "Settings that the folds chose", Class: "result-table", ID: "chosen"}.Rows(
			[]string{"Setting", "Chosen by", "Accuracy", "Rules", "Conditions"}, rows),
	}
}

func compareBox(m Model, send func(core.Msg), i int) app.UI {
	id, on := "compare-"+strconv.Itoa(i), slices.Contains(m.pair.Chosen, i)
	return app.Div().Class("compare-box").Body(
		kit.Checkbox(send, id, on, SettingCompared{Index: i, On: !on}),
		app.Label().Class("unseen").For(id).Text("Compare setting "+strconv.Itoa(i+1)))
}

// comparisonView compares two settings. Before two are selected it explains how.
func comparisonView(m Model, c core.View, send func(core.Msg)) app.UI {
	models, ok := m.compared()
	if !ok {
		return app.P().Class("quiet").ID("compare-hint").Text(compareHint)
	}
	list := m.points()
	side := func(i int) (name, size, scores string) {
		p := list[slices.IndexFunc(list, has(i))]
		return "setting " + core.Count(i+1), core.SizeInWords(p.outcome),
			"CV accuracy " + core.PlusMinus(p.accuracy, p.error) + ", train accuracy " + core.Percent(p.outcome.Train.Accuracy)
	}
	return kit.ComparisonView(kit.Compared{ID: "compare", Title: "Two settings compared", Pair: m.pair, Models: models, Side: side}, c, send)
}
