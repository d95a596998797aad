package core

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Distribution returns what a small drawing of a column of the table shows: its histogram, or its most frequent values.
func Distribution(c *protocol.ColumnSummary) protocol.Distribution {
	const most = 12 // values
	if c.Histogram != nil && c.Kind == dataset.Numeric {
		return protocol.Distribution{Histogram: c.Histogram}
	}
	return protocol.Distribution{Values: Frequent(c)[:min(len(c.Values), most)]}
}

// AxisNumbers returns the format of an axis: it writes whole numbers as rules do for a column with values from least to most.
func AxisNumbers(least, most float64) chart.AxisFormat {
	write := rule.NumberWithin(least, most)
	return func(v float64, decimals int) string {
		if decimals > 0 {
			return strconv.FormatFloat(v, 'f', decimals, 64)
		}
		return write(math.Round(v))
	}
}

// Frequent returns the values of a column, the most frequent first.
func Frequent(c *protocol.ColumnSummary) []protocol.Value {
	values := slices.Clone(c.Values)
	sort.SliceStable(values, func(i, j int) bool { return values[i].Rows > values[j].Rows })
	return values
}

// Spans returns the parts of a distribution, from 0 to 1 of its width, that a rule accepts. Named lists the values with their own feature.
func Spans(d protocol.Distribution, r rule.Rule, features []binarize.Feature, named []string) [][2]float64 {
	h := d.Histogram
	if h == nil {
		var in []bool
		for _, v := range d.Values {
			in = append(in, accepts(r, features, v.Text, named))
		}
		return chart.Runs(in)
	}
	missing := slices.ContainsFunc(r, func(l rule.Literal) bool { return features[l.Feature].Op == binarize.Missing && !l.Not })
	low, high := r.Ends(features)
	half := 0.0
	if h.Integers() { // an integer is as wide as its bin
		half, low, high = 0.5, math.Floor(low)+0.5, math.Floor(high)+0.5
	}
	if low, high = max(h.Least, low), min(h.Most, high); missing {
		return nil
	}
	var spans [][2]float64
	point := false // a single number, not an integer
	add := func(low, high float64) {
		if low < high || point && low == high {
			spans = append(spans, [2]float64{chart.Share(low, h.Least, h.Most), chart.Share(high, h.Least, h.Most)})
		}
	}
	for _, l := range r { // a column of few numbers has a feature for each, in ascending order
		switch f := features[l.Feature]; {
		case f.Op == binarize.Equals && l.Not:
			add(low, min(high, f.Threshold-half))
			low = max(low, f.Threshold+half)
		case f.Op == binarize.Equals:
			low, high, point = max(low, f.Threshold-half), min(high, f.Threshold+half), true
		}
	}
	add(low, high)
	return spans
}

// accepts reports whether conditions hold for a categorical value. The values that are not named share one feature, with Op Rest.
func accepts(r rule.Rule, features []binarize.Feature, value string, named []string) bool {
	unnamed := !slices.Contains(named, value)
	for _, l := range r {
		f := &features[l.Feature]
		holds := f.Op == binarize.Rest && unnamed || f.Op == binarize.Equals && !unnamed && f.Value == value
		if holds == l.Not {
			return false
		}
	}
	return true
}
