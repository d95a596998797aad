package chart

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Bars is a row of bars without words.
type Bars struct {
	Width, Height float64
	Counts        []int
	Gap           float64 // between two bars, as a share of the room for one
}

const leastBar = 1 // height of a bar that is not empty, however small its share, so that it is visible

// Scene lays the bars out.
func (b Bars) Scene() Scene {
	return Scene{Width: b.Width, Height: b.Height, Items: []Item{
		{Class: "base", Path: "M0 " + number(b.Height) + "H" + number(b.Width)},
		{Class: "bars", Path: b.path(b.Counts, 0, 0)},
	}}
}

// path draws a part of each bar, on the scale of the full bars, with their upper left corner at a place.
func (b Bars) path(part []int, x, y float64) string {
	most := slices.Max(append([]int{1}, b.Counts...))
	var path strings.Builder
	each := b.Width / float64(max(len(b.Counts), 1))
	for i, n := range part[:min(len(part), len(b.Counts))] {
		if n <= 0 {
			continue
		}
		height := min(b.Height, max(leastBar, b.Height*float64(n)/float64(most)))
		from := x + float64(i)*each + each*b.Gap/2
		path.WriteString(rectangle(from, y+b.Height-height, from+each*(1-b.Gap), y+b.Height))
	}
	return path.String()
}

// HistogramChart is a chart of counts over a range of numbers.
type HistogramChart struct {
	Width, Height float64
	Least, Most   float64 // the range of the bins, which have the same width
	Counts        []int
	Format        AxisFormat
}

const (
	side, foot = 16, 24 // margins of a histogram, to the left and right and below
	halfDigit  = 4      // half the width of a digit, at most
)

// Scene lays the histogram out.
func (h HistogramChart) Scene() Scene {
	s := Scene{Width: h.Width, Height: h.Height}
	bars := Bars{Width: h.Width - 2*side, Height: h.Height - top - foot, Counts: h.Counts, Gap: 0.1}
	s.add("bars", bars.path(h.Counts, side, top))
	s.add("base", "M"+at(side, h.Floor())+"H"+number(h.Width-side))
	values, decimals := ticks(h.Least, h.Most, xTicks)
	for i, text := range h.Format.texts(values, decimals) {
		x, anchor := h.X(values[i]), "middle"
		if x+halfDigit*float64(utf8.RuneCountInString(text)) > h.Width {
			x, anchor = h.Width, "end"
		}
		s.Items = append(s.Items, Item{Class: "tick", X: x, Y: h.Height - 8, Anchor: anchor, Text: text})
	}
	return s
}

// Floor returns the y coordinate of the foot of the bars.
func (h HistogramChart) Floor() float64 { return h.Height - foot }

// X returns the x coordinate of a value, clamped to the bins.
func (h HistogramChart) X(v float64) float64 {
	return side + Share(v, h.Least, h.Most)*(h.Width-2*side)
}

// Value returns the value at a share of the width, from 0 to 1: the opposite of X.
func (h HistogramChart) Value(share float64) float64 {
	inside := max(0, min((share*h.Width-side)/(h.Width-2*side), 1))
	return h.Least*(1-inside) + h.Most*inside
}

// Sparkline is a small distribution with the intervals that meet the condition of a rule behind and below it.
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
	var shade, path strings.Builder
	for _, span := range t.Spans {
		from, to := max(0, min(span[0], 1))*t.Width, max(0, min(span[1], 1))*t.Width
		if to-from < spanLeast {
			from = max(0, min((from+to-spanLeast)/2, t.Width-spanLeast))
			to = from + spanLeast
		}
		shade.WriteString(rectangle(from, 0, to, t.Height-spanHeight))
		path.WriteString(rectangle(from, t.Height-spanHeight, to, t.Height))
	}
	s.add("strip-shade", shade.String())
	s.add("strip-all", all.path(t.Counts, 0, 0))
	s.add("strip-inside", all.path(t.Inside, 0, 0))
	s.add("strip-base", "M0 "+number(t.Height-spanHeight/2.0)+"H"+number(t.Width))
	s.add("strip-span", path.String())
	return s
}

// Runs returns the intervals of selected bins, as shares of all bins: the Spans of a column of values.
func Runs(in []bool) [][2]float64 {
	var spans [][2]float64
	n := float64(len(in))
	for i, selected := range in {
		if selected && (i == 0 || !in[i-1]) {
			spans = append(spans, [2]float64{float64(i) / n})
		}
		if selected {
			spans[len(spans)-1][1] = float64(i+1) / n
		}
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

// Funnel is one step of a stream of rows that the rules match one after the other.
type Funnel struct {
	Width, Height float64
	All           int // rows: the whole width
	Reach, Taken  int // rows that reach the step, and those that match there
	Right         int // of the matched rows, the correct ones
}

// Scene lays the step out: the stream at the left, the matched rows as a bar at its right end.
func (f Funnel) Scene() Scene {
	wide := func(n int) float64 { return f.Width * float64(n) / float64(max(f.All, 1)) }
	s := Scene{Width: f.Width, Height: f.Height}
	from, middle := wide(f.Reach-f.Taken), f.Height/2
	s.add("stream", "M0 0H"+number(wide(f.Reach))+"L"+at(from, f.Height)+"H0Z")
	if f.Taken > 0 {
		s.add("taken-wrong", rectangle(from, middle, max(wide(f.Reach), from+leastBar), f.Height))
	}
	if f.Taken > 0 && f.Right > 0 {
		s.add("taken-right", rectangle(from, middle, from+wide(f.Right), f.Height))
	}
	return s
}

// EdgesWide and EdgesHigh are the size of a box of edges in its own units; a page may stretch its width.
const EdgesWide, EdgesHigh = 100, 420

// bundled is how far the edges of a node run together before they part.
const bundled = EdgesWide * 3 / 10

// Edge returns the path of an edge of a network, from node i of n at the left of the box to node j of m at the right. The nodes of
// a side share its height evenly.
func Edge(i, n, j, m int) string {
	from, to := number(nodeAt(i, n)), number(nodeAt(j, m))
	middle, end := number((bundled+EdgesWide)/2), number(EdgesWide)
	return "M0 " + from + "H" + number(bundled) + "C" + middle + " " + from + " " + middle + " " + to + " " + end + " " + to
}

// nodeAt returns the y coordinate of the middle of node i of n.
func nodeAt(i, n int) float64 { return EdgesHigh * (float64(i) + 0.5) / float64(n) }
