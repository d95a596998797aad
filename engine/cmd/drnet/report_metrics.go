package main

import (
	"fmt"
	"io"

	"drnet/engine/eval"
)

// metrics writes what else than the accuracy there is to know about the final rules, beside each other on the rows learnt
// from and on those kept out.
func (r *trainReport) metrics(w io.Writer) {
	m := r.trained.Model
	o := m.Learned.Outcome()
	sides := []eval.Scores{o.Train}
	fmt.Fprintf(w, "\n%-28s %18s", "", fmt.Sprintf("%d training rows", r.started.Rows))
	if o.Test != nil {
		sides = append(sides, *o.Test)
		fmt.Fprintf(w, " %18s", fmt.Sprintf("%d rows not seen", r.started.TestRows))
	}
	fmt.Fprintln(w)
	line := func(name string, say func(eval.Scores) string) {
		fmt.Fprintf(w, "%-28s", name)
		for _, s := range sides {
			fmt.Fprintf(w, " %18s", say(s))
		}
		fmt.Fprintln(w)
	}
	line("right, 95 % sure", func(s eval.Scores) string {
		low, high := s.Confusion.Interval()
		return fmt.Sprintf("%.1f to %.1f %%", 100*low, 100*high)
	})
	weights := m.Learned.Weights()
	for i, metric := range sides[0].Metrics(weights).List() {
		line(metric.Name, func(s eval.Scores) string { return value(s.Metrics(weights).List()[i]) })
	}
	line("missed", func(s eval.Scores) string {
		c := s.Confusion
		return fmt.Sprintf("%d of %d", c.FalseNegatives, c.FalseNegatives+c.TruePositives)
	})
	line("false alarms", func(s eval.Scores) string {
		c := s.Confusion
		return fmt.Sprintf("%d of %d", c.FalsePositives, c.FalsePositives+c.TrueNegatives)
	})
}

func value(m eval.Metric) string {
	switch {
	case m.Value == nil:
		return "undefined"
	case m.Percent:
		return fmt.Sprintf("%.2f %%", 100**m.Value)
	}
	return fmt.Sprintf("%.3f", *m.Value)
}
