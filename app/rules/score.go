package rules

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// follow returns requests for the scores of the rules on the current table that no file contains. At most one request of
// each kind is pending.
func (m *Model) follow(c core.View) (commands []core.Command) {
	m.gather()
	m.refresh()
	p := m.Now()
	if !c.Idle() || c.Table == nil || p.Problem != nil {
		return nil
	}
	ask := func(applies bool, r protocol.Request) {
		id := c.Free + core.ID(len(commands))
		m.asked = append(slices.Clip(m.asked), question{id, applies, m.At, p.Model, m.Classes.Model})
		commands = append(commands, core.Request{ID: id, Body: r})
	}
	if p.Foreign && p.Applied == nil && !m.asking(true) {
		ask(true, protocol.Apply{Model: p.Model})
	}
	comparable := p.Foreign && p.Applied != nil && p.Applied.Scores != nil
	rules := (p.Model.Edited || comparable) && p.Scored == nil
	if (rules || m.Classes.measured != m.Classes.Model && (comparable || !p.Foreign)) && !m.asking(false) {
		m.Classes.measured = m.Classes.Model
		ask(false, protocol.Score{Model: p.Model, MultiClass: m.Classes.Model})
	}
	return commands
}

func (m *Model) asking(applies bool) bool {
	return slices.ContainsFunc(m.asked, func(q question) bool { return q.applies == applies })
}

// hear stores the answer to a request. It ignores the answers to other requests.
func (m *Model) hear(h core.Heard) {
	i := slices.IndexFunc(m.asked, func(q question) bool { return q.id == h.ID })
	if i < 0 || !protocol.Final(h.Event) {
		return
	}
	q := m.asked[i]
	m.asked = slices.Delete(slices.Clone(m.asked), i, i+1)
	change := func(change func(*core.Revision)) {
		if q.at < len(m.Revisions) && m.Revisions[q.at].Model == q.model { // otherwise the revision has changed
			m.Set.change(q.at, change)
		}
	}
	switch e := h.Event.(type) {
	case protocol.Scored:
		if e.Classes != nil && q.classes == m.Classes.Model {
			m.Classes.Outcome = e.Classes
		}
		change(func(p *core.Revision) {
			if p.Scored == nil { // otherwise another set of the model has changed
				p.Scored = &e
			}
		})
	case protocol.Applied:
		change(func(p *core.Revision) { p.Applied = &e })
	case protocol.Refused:
		switch p := core.ProblemOf(e); {
		case !p.Cancelled():
			change(func(r *core.Revision) { r.Problem = p })
		case !q.applies: // another stop cancelled it, and it is requested again
			m.Classes.measured = nil
		}
	}
}

// Measured holds the scores of the current rules on one set of rows.
type Measured struct {
	Rows   string // label of the rows: "Training rows"
	Side   protocol.Partition
	Scores eval.Scores
}

// Measured returns the scores of the current rules on the training set and the test set; nil if unknown.
func (st Set) Measured() []Measured {
	p := st.Now()
	if p.Foreign && p.Applied != nil && p.Applied.Scores != nil && p.Scored == nil {
		return []Measured{{"Rows of this table", protocol.AllRows, *p.Applied.Scores}}
	}
	o, ok := p.Outcome()
	switch {
	case !ok:
		return nil
	case p.Foreign && p.Scored != nil && !p.Scored.Same:
		return []Measured{{"Rows of this table", protocol.AllRows, o.Train}}
	case o.Test != nil:
		return []Measured{{"Training rows", protocol.TrainingRows, o.Train}, {"Held-out rows", protocol.TestRows, *o.Test}}
	}
	return []Measured{{"Training rows", protocol.TrainingRows, o.Train}}
}

// MetricRow is one metric, with a value for each Measured.
type MetricRow struct {
	Name, Meaning string
	Values        []string
}

// Metrics lists the metrics, starting with accuracy.
func Metrics(m *protocol.Model, sides []Measured) []MetricRow {
	accuracy := MetricRow{Name: "accuracy", Meaning: "The share of all rows predicted correctly, with its 95 % confidence interval."}
	weights := m.Learned.Weights()
	var lists [][]eval.Metric
	for _, side := range sides {
		low, high := side.Scores.Confusion.Interval()
		accuracy.Values = append(accuracy.Values,
			core.Percent(side.Scores.Accuracy)+" ("+core.OneDecimal(100*low)+" to "+core.OneDecimal(100*high)+")")
		lists = append(lists, side.Scores.Metrics(weights).List())
	}
	rows := []MetricRow{accuracy}
	for i, metric := range lists[0] {
		row := MetricRow{Name: metric.Name, Meaning: metric.Meaning}
		for _, list := range lists {
			row.Values = append(row.Values, core.MetricInWords(list[i]))
		}
		rows = append(rows, row)
	}
	return rows
}
