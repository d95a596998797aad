package rules

import (
	"strconv"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

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
	accuracy := MetricRow{
		Name:    "accuracy",
		Meaning: "The share of all rows predicted correctly, with its 95 % confidence interval.",
	}
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

// WeightsInWords describes the class weights of a model; "" if all rows have equal weight.
func WeightsInWords(m *protocol.Model) string {
	yes, no := m.Learned.Weights().Each()
	if yes == no {
		return ""
	}
	text := "In training a row that is “" + m.Positive + "” counted " + strconv.FormatFloat(yes/no, 'g', 3, 64) +
		" times as much as another one"
	if m.Learned.Request.Network.Weight == rule.Balanced {
		text += ", so that both classes count as much"
	}
	return text + "."
}
