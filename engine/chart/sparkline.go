package chart

import "strings"

// Sparkline is a small distribution with the condition of a rule: bars of all rows, stronger ones of the covered rows, and below
// them the intervals that meet the condition.
type Sparkline struct {
	Width, Height float64
	Counts        []int        // of all rows, bin by bin
	Inside        []int        // of these, rows that are covered; nil draws none
	Spans         [][2]float64 // intervals as shares of the width, from 0 to 1
}

const (
	spanHeight = 5 // of the bar that shows where a rule is true
	spanGap    = 2 // between that bar and the distribution
	spanLeast  = 2 // width of an interval, however narrow, so that it is visible
)

// Scene lays the sparkline out.
func (t Sparkline) Scene() Scene {
	floor := t.Height - spanHeight - spanGap
	all := Bars{Width: t.Width, Height: floor, Counts: t.Counts, Gap: 0.1}
	s := Scene{Width: t.Width, Height: t.Height}
	if path := all.path(0, 0); path != "" {
		s.Items = append(s.Items, Item{Class: "strip-all", Path: path})
	}
	if path := all.within(t.Inside, 0, 0); path != "" {
		s.Items = append(s.Items, Item{Class: "strip-inside", Path: path})
	}
	s.Items = append(s.Items, Item{Class: "strip-base", Path: "M0 " + number(t.Height-spanHeight/2.0) + "H" + number(t.Width)})
	if path := t.spans(); path != "" {
		s.Items = append(s.Items, Item{Class: "strip-span", Path: path})
	}
	return s
}

func (t Sparkline) spans() string {
	var path strings.Builder
	for _, span := range t.Spans {
		from, to := max(0, min(span[0], 1))*t.Width, max(0, min(span[1], 1))*t.Width
		if to-from < spanLeast {
			from = max(0, min((from+to-spanLeast)/2, t.Width-spanLeast))
			to = from + spanLeast
		}
		path.WriteString(rectangle(from, t.Height-spanHeight, to, t.Height))
	}
	return path.String()
}

// Runs returns the intervals of selected bins, as shares of all bins: the Spans of a column of values.
func Runs(in []bool) [][2]float64 {
	var spans [][2]float64
	n := float64(len(in))
	for i := 0; i < len(in); i++ {
		if !in[i] {
			continue
		}
		from := i
		for i+1 < len(in) && in[i+1] {
			i++
		}
		spans = append(spans, [2]float64{float64(from) / n, float64(i+1) / n})
	}
	return spans
}

// Share returns the relative position of a number between two others, from 0 to 1; 0.5 where these are the same.
func Share(v, least, most float64) float64 {
	if !(most > least) {
		return 0.5
	}
	return max(0, min(v/(most-least)-least/(most-least), 1)) // the difference of large numbers might be infinite
}

// Funnel is one step of a stream of rows that the rules match one after the other: the rows that reach a rule, and those that it
// matches.
type Funnel struct {
	Width, Height float64
	All           int // rows: the whole width
	Reach, Taken  int // rows that reach the step, and those that match there
	Right         int // of the matched rows, the correct ones
}

// Scene lays the step out: the stream at the left, the matched rows as a bar at its right end.
func (f Funnel) Scene() Scene {
	wide := func(n int) float64 { return f.Width * float64(n) / float64(max(f.All, 1)) }
	rest := f.Reach - f.Taken
	s := Scene{Width: f.Width, Height: f.Height, Items: []Item{
		{Class: "stream", Path: "M0 0H" + number(wide(f.Reach)) + "L" + at(wide(rest), f.Height) + "H0Z"},
	}}
	if f.Taken > 0 {
		from, middle := wide(rest), f.Height/2
		right := from + wide(f.Right)
		s.Items = append(s.Items, Item{Class: "taken-wrong", Path: rectangle(from, middle, max(wide(f.Reach), from+leastBar), f.Height)})
		if f.Right > 0 {
			s.Items = append(s.Items, Item{Class: "taken-right", Path: rectangle(from, middle, right, f.Height)})
		}
	}
	return s
}
