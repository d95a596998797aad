package core

import (
	"maps"
	"slices"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/sample"
)

// Signs lists the comparisons that can split a numeric target.
var Signs = [][2]string{{">", "above"}, {">=", "at or above"}, {"<", "below"}, {"<=", "at or below"}}

// Split sets the positive class from the sign and the bound, or to "" if the bound is not numeric.
func (s *Setup) Split(c *protocol.ColumnSummary) {
	s.Positive = ""
	if x, ok := NumberIn(c, s.Bound); ok {
		s.Positive = s.Sign + " " + dataset.FormatNumber(x)
	}
}

// RowsBelow estimates the number of values below x. It assumes that the values in a bin are evenly spread.
func RowsBelow(h *protocol.Histogram, x float64) (below, all float64) {
	width := (h.Most - h.Least) / float64(max(len(h.Counts), 1))
	for i, n := range h.Counts {
		all += float64(n)
		from := h.Least + float64(i)*width
		if width > 0 {
			below += float64(n) * max(0, min((x-from)/width, 1))
		}
	}
	return below, all
}

// middle returns a readable number near the median.
func middle(c *protocol.ColumnSummary) float64 {
	h := c.Histogram
	_, all := RowsBelow(h, h.Least)
	width, passed := (h.Most-h.Least)/float64(max(len(h.Counts), 1)), 0.0
	for i, n := range h.Counts {
		if passed += float64(n); 2*passed >= all && n > 0 {
			inside := 1 - (passed-all/2)/float64(n)
			x := h.Least + (float64(i)+inside)*width
			if snapped := ScaleOf(c).Snap(x); snapped > h.Least && snapped < h.Most {
				return snapped
			}
			return x
		}
	}
	return h.Least
}

// Propose selects the most likely target and marks it as proposed. Name is that of a sample dataset, "" for a file. A sample
// dataset without a positive class gets one rule set per class.
func (s *Setup) Propose(t *protocol.TableSummary, name string) {
	s.Target, s.Positive, s.Classes, s.Sign, s.Bound, s.Proposed = t.Guess, "", "", ">", "", true
	if s.Target >= len(t.Columns) {
		s.Target = -1
	}
	built, ok := sample.Find(name)
	for j, c := range t.Columns {
		if ok && c.Name == built.Target {
			s.Target, s.Positive = j, built.Positive
			if built.Positive == "" {
				s.Classes = protocol.ClassesEach
			}
		}
	}
	if s.Target >= 0 && s.Positive == "" {
		s.ProposePositive(&t.Columns[s.Target])
	}
}

// ProposePositive selects the positive class of a column: the rarer of two values (the later one in a tie), or the
// upper half of numbers. It selects nothing if there are more values.
func (s *Setup) ProposePositive(c *protocol.ColumnSummary) {
	s.Positive, s.Sign, s.Bound = "", ">", ""
	switch {
	case c.Kind == dataset.Numeric:
		if c.Histogram != nil && len(c.Histogram.Counts) > 0 {
			s.Bound = dataset.FormatNumber(middle(c))
			s.Split(c)
		}
	case len(c.Values) != 2:
	case c.Values[0].Rows < c.Values[1].Rows:
		s.Positive = c.Values[0].Text
	default:
		s.Positive = c.Values[1].Text
	}
}

// Refit keeps the settings that still fit after the table was parsed again. Columns are matched by name.
func (s *Setup) Refit(before, now *protocol.TableSummary) {
	places := map[string]int{}
	for j, c := range now.Columns {
		places[c.Name] = j
	}
	s.keepColumns(places, now)
	j, ok := 0, false
	if s.Target >= 0 && s.Target < len(before.Columns) {
		j, ok = places[before.Columns[s.Target].Name]
	}
	if !ok {
		s.Propose(now, "")
		return
	}
	c := &now.Columns[j]
	s.Target = j
	if !Separable(c) {
		s.Classes = ""
	}
	fits := s.Sign != "" && s.Bound != ""
	if c.Kind != dataset.Numeric {
		s.Sign, s.Bound = ">", ""
		fits = slices.ContainsFunc(c.Values, func(v protocol.Value) bool { return v.Text == s.Positive })
	}
	if !fits {
		s.ProposePositive(c)
		s.Proposed = true
	} else if c.Kind == dataset.Numeric {
		s.Split(c)
	}
}

// keepColumns drops the settings of columns that no longer exist.
func (s *Setup) keepColumns(places map[string]int, now *protocol.TableSummary) {
	gone := func(name string, _ bool) bool {
		_, ok := places[name]
		return !ok
	}
	s.Ignore, s.Require, s.Cuts = maps.Clone(s.Ignore), maps.Clone(s.Require), maps.Clone(s.Cuts)
	maps.DeleteFunc(s.Ignore, gone)
	maps.DeleteFunc(s.Require, gone)
	maps.DeleteFunc(s.Cuts, func(name string, _ ThresholdEdit) bool {
		return gone(name, true) || now.Columns[places[name]].Kind != dataset.Numeric
	})
}

// Separable reports whether each value of a column can have rules: it has more than two values, and not too many numbers.
func Separable(c *protocol.ColumnSummary) bool {
	const mostNumbers = 20
	switch {
	case c == nil || c.Kind == dataset.ID:
		return false
	case c.Kind == dataset.Numeric:
		return c.Distinct > 2 && c.Distinct <= mostNumbers
	}
	return len(c.Values) > 2
}
