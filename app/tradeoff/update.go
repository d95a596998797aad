package tradeoff

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// Msg is a message of this feature.
type Msg interface{ msg() }

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

// axisChosen plots the accuracy against another size. differingRowsAsked lists the rows that the two compared models
// predict differently. pictureAsked and numbersAsked save the chart.
type (
	axisChosen         struct{ Index int }
	differingRowsAsked struct{}
	pictureAsked       struct{}
	numbersAsked       struct{}
)

func (EvaluationAsked) msg()    {}
func (EvaluationStopped) msg()  {}
func (SettingOpened) msg()      {}
func (SettingCompared) msg()    {}
func (axisChosen) msg()         {}
func (differingRowsAsked) msg() {}
func (pictureAsked) msg()       {}
func (numbersAsked) msg()       {}

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case EvaluationAsked:
		return m.start(msg, c)
	case EvaluationStopped:
		if m.phase == running {
			m.phase = stopping
			return m, m.stop()
		}
	case axisChosen:
		if msg.Index >= 0 && msg.Index < len(axes) {
			m.axis = msg.Index
		}
	case SettingOpened:
		return m, m.show(msg.Index, c)
	case SettingCompared:
		return m.compare(msg), nil
	case differingRowsAsked:
		if left, right, ok := m.pair(); ok {
			return m, []core.Command{core.Send{Msg: core.RowsAsked{Of: differing(left, right)}}}
		}
	case pictureAsked:
		picture := chart.SVG("Accuracy against "+axes[m.axis].axis, m.chartInWords(), m.scatter().Scene())
		return m, []core.Command{core.SaveFile{Name: "trade-off.svg", Kind: "image/svg+xml", Parts: []string{picture}}}
	case numbersAsked:
		return m, []core.Command{core.SaveFile{Name: "trade-off.csv", Kind: "text/csv", Parts: []string{m.csv()}}}
	case core.Heard:
		return m.hear(msg)
	case core.Refresh:
		return m.askDiffer(c)
	}
	return m, nil
}

func (m Model) start(msg EvaluationAsked, c core.View) (Model, []core.Command) {
	if obstacle(msg.Kind, c) != "" || c.Busy {
		return m, nil
	}
	_, runs := runsInWords(msg.Kind)
	m.phase, m.kind, m.done, m.of, m.problem = running, msg.Kind, 0, runs, nil
	m.share, m.since, m.at, m.from, m.setup, m.id = 0, msg.At, msg.At, c.Source.Name, c.Setup, c.Free
	return m, []core.Command{
		core.Say{Text: core.Plural(m.of, "run has", "runs have") + " started."},
		core.Request{ID: m.id, Body: request(msg.Kind, c)},
	}
}

func (m Model) stop() []core.Command {
	return []core.Command{core.Request{ID: m.id, Body: protocol.Stop{}}}
}

// hear handles an event of the engine. Another table discards all results.
func (m Model) hear(h core.Heard) (Model, []core.Command) {
	if core.Hear(&m.differ, h) {
		return m, nil
	}
	answers := m.Active() && h.ID == m.id
	switch e := h.Event.(type) {
	case protocol.Loaded:
		return Model{axis: m.axis}, nil
	case protocol.Refused:
		if !answers {
			return m, nil
		}
		p := core.ProblemOf(e)
		m.phase = idle
		if p.Cancelled() {
			return m, []core.Command{core.Say{Text: "Stopped."}}
		}
		m.problem = p
		return m, []core.Command{core.Say{Text: p.Message}}
	case protocol.Evaluating:
		if !answers {
			return m, nil
		}
		early := m.share == 0
		m.done, m.of, m.share, m.at = e.Done, e.Of, e.Share, h.At
		if m.phase == stopping && early { // Stop reached the engine before the evaluation started
			return m, m.stop()
		}
	case protocol.Evaluated:
		if answers && len(e.Results) > 0 {
			return m.evaluated(e)
		}
	}
	return m, nil
}

// evaluated takes the results of the evaluation.
func (m Model) evaluated(e protocol.Evaluated) (Model, []core.Command) {
	m.phase, m.setups[m.kind] = idle, m.setup
	if m.kind == CrossValidation {
		m.folds = &e
		return m, []core.Command{core.Say{Text: m.foldsInWords()}}
	}
	m.sweep, m.compared = &e, nil
	text := "Sweep finished: " + core.Plural(len(e.Results), "setting", "settings") + ". " + m.KneeInWords()
	return m, []core.Command{core.Say{Text: text}}
}

// show shows the model of a setting, unless it is shown already. Undo restores the previous model.
func (m Model) show(i int, c core.View) []core.Command {
	if list := m.points(); i < 0 || i >= len(list) || m.shown(i, c) {
		return nil
	}
	model := m.sweep.Results[i].Model
	rules := core.Plural(len(model.Rules), "rule", "rules")
	return []core.Command{
		core.ShowRules{Revision: core.Revision{Words: "opened from the trade-off: " + rules, Model: model, Refined: model.Rules, From: m.from}},
		core.Say{Text: "Opened " + rules + ". Undo restores the previous rules."},
	}
}

// shown reports whether the rules of a setting are the current ones.
func (m Model) shown(i int, c core.View) bool { return c.Revision.Model == m.sweep.Results[i].Model }

// compare changes the settings that are compared. Of three, the one chosen first is removed.
func (m Model) compare(msg SettingCompared) Model {
	if m.sweep == nil || msg.Index < 0 || msg.Index >= len(m.sweep.Results) {
		return m
	}
	m.compared = slices.DeleteFunc(slices.Clone(m.compared), func(i int) bool { return i == msg.Index })
	if msg.On {
		m.compared = append(m.compared, msg.Index)
	}
	const two = 2
	if n := len(m.compared); n > two {
		m.compared = m.compared[n-two:]
	}
	return m
}

// askDiffer requests the number of rows on which the two compared models differ.
func (m Model) askDiffer(c core.View) (Model, []core.Command) {
	left, right, ok := m.pair()
	key := [2]*protocol.Model{left, right}
	if !ok || !c.Idle() || c.Table == nil || c.Tab != core.TradeOffTab {
		return m, nil
	}
	commands := m.differ.Request(key, c.Free, protocol.ListRows{Selection: differing(left, right)})
	return m, commands
}
