package tradeoff

import (
	"cmp"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// EvaluationAsked starts an evaluation, and EvaluationStopped ends it. SettingOpened shows the model of a setting of the sweep, by its
// index. SettingCompared adds a setting to the comparison of two or removes it.
type (
	EvaluationAsked struct {
		Kind Evaluation
		At   time.Time
	}
	EvaluationStopped struct{}
	SettingOpened     struct{ Index int }
	SettingCompared   struct {
		Index int
		On    bool
	}
)

// axisChosen plots the accuracy against another size. pointed marks a setting in the chart and in the table, by its number from 1;
// 0 marks none. pictureAsked and numbersAsked save the chart.
type (
	axisChosen   struct{ Index int }
	pointed      struct{ Number int }
	pictureAsked struct{}
	numbersAsked struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case EvaluationAsked:
		return m.start(msg, c)
	case EvaluationStopped:
		commands := m.task.Stop()
		return m, commands
	case axisChosen:
		if msg.Index >= 0 && msg.Index < len(axes) {
			m.axis = msg.Index
		}
	case SettingOpened:
		return m, m.show(msg.Index, c)
	case SettingCompared:
		if m.results[Sweep] != nil && msg.Index >= 0 && msg.Index < len(m.results[Sweep].Results) {
			m.pair.Choose(msg.Index, msg.On)
		}
	case pointed:
		m.pointed = msg.Number
	case pictureAsked:
		picture := chart.SVG("Accuracy against "+axes[m.axis].axis, m.chartInWords(), m.scatter().Scene())
		return m, []core.Command{core.SaveFile{Name: "trade-off.svg", Kind: "image/svg+xml", Parts: []string{picture}}}
	case numbersAsked:
		return m, []core.Command{core.SaveFile{Name: "trade-off.csv", Kind: "text/csv", Parts: []string{m.csv()}}}
	case core.TableRead:
		return Model{axis: m.axis}, nil
	case core.Heard:
		return m.hear(msg)
	case core.Refresh:
		if two, ok := m.compared(); ok && c.Tab == core.TradeOffTab {
			commands := m.pair.Ask(two, c)
			return m, commands
		}
	}
	return m, nil
}

func (m Model) start(msg EvaluationAsked, c core.View) (Model, []core.Command) {
	if obstacle(msg.Kind, c) != "" || c.Busy {
		return m, nil
	}
	r := request(msg.Kind, c)
	m.kind, m.from, m.setup = msg.Kind, c.Source.Name, c.Setup
	begin := m.task.Begin(r, msg.At, c.Free)
	m.task.Of = runs(r)
	return m, []core.Command{core.Say{Text: core.Plural(m.task.Of, "run has", "runs have") + " started."}, begin}
}

func (m Model) hear(h core.Heard) (Model, []core.Command) {
	if m.pair.Hear(h) {
		return m, nil
	}
	commands, own := m.task.Hear(h)
	if e, ok := h.Event.(protocol.Evaluated); ok && own && len(e.Results) > 0 {
		return m.evaluated(e)
	}
	return m, commands
}

func (m Model) evaluated(e protocol.Evaluated) (Model, []core.Command) {
	m.results[m.kind], m.setups[m.kind] = &e, m.setup
	m.SplitFinding = cmp.Or(e.RandomInWords(core.Percent), m.SplitFinding)
	switch m.kind {
	case CrossValidation:
		return m, []core.Command{core.Say{Text: m.foldsInWords()}}
	case Honest:
		return m, []core.Command{core.Say{Text: m.honestInWords(core.Run{})}}
	}
	m.pair, m.pointed = core.ModelPair{}, 0
	text := "Sweep finished: " + core.Plural(len(e.Results), "setting", "settings") + ". " + m.RecommendationInWords()
	return m, []core.Command{core.Say{Text: text}}
}

// show shows the model of a setting, unless it is shown already, and loads the setting. Undo restores the previous model.
func (m Model) show(i int, c core.View) []core.Command {
	list := m.points()
	k := slices.IndexFunc(list, has(i))
	if k < 0 || list[k].model == c.Revision.Model {
		return nil
	}
	model, setup := list[k].model, m.setupOf(list[k])
	rules := core.Plural(len(model.Rules), "rule", "rules")
	return []core.Command{
		core.ShowRules{Revision: core.Revision{
			Words: "opened from the trade-off: " + rules, Model: model, Refined: model.Rules, From: m.from, Setup: &setup,
		}},
		core.Configure{Setup: setup},
		core.Say{Text: "Opened " + rules + " and loaded the settings. Undo restores the previous rules."},
	}
}
