package report

import (
	"fmt"
	"io"

	"drnet/engine/eval"
)

// metrics writes the metrics of the final rules, on training and on test rows.
func (r *TrainReport) metrics(w io.Writer) {
	m := r.Trained.Model
	o := m.Learned.Outcome()
	sides := []eval.Scores{o.Train}
	fmt.Fprintf(w, "\n%-28s %18s", "", "train")
	if o.Test != nil {
		sides = append(sides, *o.Test)
		fmt.Fprintf(w, " %18s", "test")
	}
	fmt.Fprintln(w)
	line := func(name string, say func(eval.Scores) string) {
		fmt.Fprintf(w, "%-28s", name)
		for _, s := range sides {
			fmt.Fprintf(w, " %18s", say(s))
		}
		fmt.Fprintln(w)
	}
	line("accuracy, 95% interval", func(s eval.Scores) string {
		low, high := s.Confusion.Interval()
		return fmt.Sprintf("%.1f–%s", 100*low, percent(high, 1))
	})
	weights := m.Learned.Weights()
	for i, metric := range sides[0].Metrics(weights).List() {
		line(metric.Name, func(s eval.Scores) string { return value(s.Metrics(weights).List()[i]) })
	}
	line("false negatives", func(s eval.Scores) string {
		c := s.Confusion
		return fmt.Sprintf("%d of %d", c.FalseNegatives, c.FalseNegatives+c.TruePositives)
	})
	line("false positives", func(s eval.Scores) string {
		c := s.Confusion
		return fmt.Sprintf("%d of %d", c.FalsePositives, c.FalsePositives+c.TrueNegatives)
	})
}

func value(m eval.Metric) string {
	switch {
	case m.Value == nil:
		return "undefined"
	case m.Percent:
		return percent(*m.Value, 2)
	}
	return fmt.Sprintf("%.3f", *m.Value)
}
