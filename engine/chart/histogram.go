package chart

import "strings"

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
		{Class: "bars", Path: b.path(0, 0)},
	}}
}

// path draws the bars with their upper left corner at a place.
func (b Bars) path(x, y float64) string { return b.within(b.Counts, x, y) }

// within draws a part of each bar, on the scale of the full bars.
func (b Bars) within(part []int, x, y float64) string {
	most := 1
	for _, n := range b.Counts {
		most = max(most, n)
	}
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

const side, foot = 16, 24 // margins of a histogram, to the left and right and below

// Scene lays the histogram out.
func (h HistogramChart) Scene() Scene {
	s := Scene{Width: h.Width, Height: h.Height}
	bars := Bars{Width: h.Width - 2*side, Height: h.Height - top - foot, Counts: h.Counts, Gap: 0.1}
	if path := bars.path(side, top); path != "" {
		s.Items = append(s.Items, Item{Class: "bars", Path: path})
	}
	s.Items = append(s.Items, Item{Class: "base", Path: "M" + at(side, h.Floor()) + "H" + number(h.Width-side)})
	values, decimals := ticks(h.Least, h.Most, xTicks)
	for i, text := range h.Format.texts(values, decimals) {
		s.Items = append(s.Items, Item{Class: "tick", X: h.X(values[i]), Y: h.Height - 8, Anchor: "middle", Text: text})
	}
	return s
}

// Floor returns the y coordinate of the foot of the bars.
func (h HistogramChart) Floor() float64 { return h.Height - foot }

// X returns the x coordinate of a value, clamped to the bins.
func (h HistogramChart) X(v float64) float64 {
	if !(h.Most > h.Least) {
		return h.Width / 2
	}
	return side + Share(v, h.Least, h.Most)*(h.Width-2*side)
}

// Value returns the value at a share of the width, from 0 to 1: the opposite of X.
func (h HistogramChart) Value(share float64) float64 {
	inside := max(0, min((share*h.Width-side)/(h.Width-2*side), 1))
	return h.Least*(1-inside) + h.Most*inside
}
