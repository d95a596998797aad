package compare

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/chart"
	"drnet/engine/protocol"
)

// BenchmarkAsked starts the benchmark, and BenchmarkStopped stops it. LearnerPicked adds a learner, by its key, or removes it.
type (
	BenchmarkAsked   struct{ At time.Time }
	BenchmarkStopped struct{}
	LearnerPicked    struct {
		Key string
		In  bool
	}

	// rulesOpened shows the rules of a learner. pictureAsked saves the chart as SVG, numbersAsked its numbers as CSV.
	learnerStopped struct{ Key string }
	rulesOpened    struct{ Key string }
	pictureAsked   struct{}
	numbersAsked   struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case BenchmarkAsked:
		return m.start(msg, c)
	case LearnerPicked:
		m.picked = core.With(m.picked, msg.Key, msg.In)
	case learnerStopped:
		return m.stop(msg.Key)
	case BenchmarkStopped:
		return m.stop("")
	case rulesOpened:
		return m, m.show(msg.Key, c)
	case pictureAsked:
		picture := chart.SVG("Benchmark of learners", m.inWords(), m.scatter().Scene())
		return m, []core.Command{core.SaveFile{Name: "learners.svg", Kind: "image/svg+xml", Parts: []string{picture}}}
	case numbersAsked:
		return m, []core.Command{core.SaveFile{Name: "learners.csv", Kind: "text/csv", Parts: []string{m.csv()}}}
	case core.TableRead:
		return Model{picked: m.picked}, nil
	case core.Heard:
		return m.hear(msg, c)
	}
	return m, nil
}

func (m Model) start(msg BenchmarkAsked, c core.View) (Model, []core.Command) {
	if obstacle(c) != "" || c.Busy {
		return m, nil
	}
	if !m.setup.SameAs(c.Setup) {
		m.took = nil
	}
	m = Model{picked: m.picked, took: m.took, setup: c.Setup, from: c.Source.Name}
	for _, l := range protocol.Learners {
		if m.picks(l) {
			m.entries = append(m.entries, entry{learner: l})
		}
	}
	m, commands := m.next(msg.At, c)
	return m, append(commands, core.Say{Text: "The benchmark of " + core.Plural(len(m.entries), "learner", "learners") + " has started."})
}

func (m Model) next(at time.Time, c core.View) (Model, []core.Command) {
	i := slices.IndexFunc(m.entries, func(e entry) bool { return e.status == queued })
	if i < 0 {
		return m, []core.Command{core.Say{Text: m.inWords()}}
	}
	m.entries = slices.Clone(m.entries)
	e := &m.entries[i]
	e.status, e.since = running, at
	r := protocol.Evaluate{Train: c.Request(m.setup), Whole: e.learner.Rules}
	r.Split.Share, r.Split.Parts = 0, folds
	if e.learner.Key != protocol.DRNet {
		r.Settings = []protocol.SweepSetting{{Learner: e.learner.Key}}
	}
	begin := m.task.Begin(r, at, c.Free)
	return m, []core.Command{begin}
}

// stop stops the learner with a key, "" for all. A queued learner is stopped at once, a running one when the engine confirms it.
func (m Model) stop(key string) (_ Model, commands []core.Command) {
	m.entries = slices.Clone(m.entries)
	for i := range m.entries {
		switch e := &m.entries[i]; {
		case key != "" && key != e.learner.Key:
		case e.status == queued:
			e.status = ended
		case e.status == running:
			commands = m.task.Stop()
		}
	}
	return m, commands
}

func (m Model) hear(h core.Heard, c core.View) (Model, []core.Command) {
	i := m.current()
	commands, own := m.task.Hear(h)
	if i < 0 || !own {
		return m, nil
	}
	m.entries = slices.Clone(m.entries)
	e := &m.entries[i]
	switch event := h.Event.(type) {
	case protocol.Evaluated:
		if len(event.Results) > 0 {
			e.status, e.result = ended, &event.Results[0]
			m.took = core.With(m.took, e.learner.Key, h.At.Sub(e.since))
			return m.next(h.At, c)
		}
	case protocol.Refused:
		e.status, e.problem = ended, m.task.Problem
		if event.Kind == protocol.Crashed { // do not evaluate the queued learners with the next engine
			m, _ = m.stop("")
		}
		m, next := m.next(h.At, c)
		return m, append(commands, next...)
	}
	return m, commands
}

// show shows the rules of a learner. Undo restores the previous ones.
func (m Model) show(key string, c core.View) []core.Command {
	i := slices.IndexFunc(m.entries, func(e entry) bool { return e.learner.Key == key })
	if i < 0 || !m.entries[i].opens() || c.Revision.Model == m.entries[i].result.Model {
		return nil
	}
	model, name := m.entries[i].result.Model, m.entries[i].learner.Name
	return []core.Command{
		core.ShowRules{Revision: core.Revision{Words: "opened: the rules of " + name, Model: model, Refined: model.Rules, From: m.from}},
		core.Say{Text: "Opened " + core.Plural(len(model.Rules), "rule", "rules") + " of " + name + ". Undo restores the previous rules."},
	}
}
