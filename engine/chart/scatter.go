package chart

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Scatter is a chart of points, such as the complexity and accuracy of models.
type Scatter struct {
	Width, Height    float64
	XName, YName     string // titles of the axes
	XFormat, YFormat AxisFormat
	XLog             bool    // the horizontal axis is logarithmic, for values from 0 on
	YSpan            float64 // the least length of the upright axis
	Series           []Points
	Beyond           string // names the place right of the axis for points whose X is infinite; "" without any
}

// Points is a series of points.
type Points struct {
	Class string // appended to "mark", "front" and "spread"
	Name  string // in the legend, above the chart; "" leaves them out of it
	X, Y  []float64
	// Labels are the names of the points; "" for none. Nil names none.
	Labels []string
	// Spread is half the length of the error bar of each Y. Nil draws none.
	Spread []float64
	// Front holds the indexes of points that a step line joins, in the order of X.
	Front []int
}

const (
	markSize    = 4    // from the middle of a mark to its side
	capSize     = 3    // half of the width of a bar's ends
	wideRight   = 14   // margin of a scatter, without text beyond its axis
	headTop     = 26   // margin that holds the name of the upright axis
	legendRow   = 16   // from a line of the legend to the next
	keyWidth    = 18   // of the mark in a legend, and of the gap before it
	labelHeight = 12   // of the name of a point
	pointMargin = 0.08 // of the range is the margin around the outermost points
	beyondWidth = 88   // of the place right of the axis
)

type plot struct {
	Scatter
	x, y axis
}

func (s Scatter) plot() plot {
	p := plot{s, emptyAxis(s.XLog), emptyAxis(false)}
	for _, d := range s.Series {
		for i := range d.X {
			if !math.IsInf(d.X[i], 1) {
				p.x.include(d.X[i])
			}
			p.y.include(d.Y[i]-d.spread(i), d.Y[i]+d.spread(i))
		}
	}
	p.x.widen(pointMargin)
	p.y.widen(pointMargin)
	p.y.least = min(p.y.least, p.y.most-s.YSpan)
	p.x.mark(xTicks, s.XFormat)
	p.y.mark(yTicks, s.YFormat)
	p.x.start, p.x.length = left, s.Width-left-wideRight
	if s.Beyond != "" {
		p.x.length -= beyondWidth
	}
	p.y.start, p.y.length = s.Height-bottom, s.top()+bottom-s.Height
	return p
}

func (d Points) spread(i int) float64 {
	if d.Spread == nil {
		return 0
	}
	return d.Spread[i]
}

// top returns the margin above the plot, which holds the legend.
func (s Scatter) top() float64 {
	rows := 0
	for _, d := range s.Series {
		if d.Name != "" {
			rows++
		}
	}
	return headTop + legendRow*float64(max(rows-1, 0))
}

func (p plot) at(d Points, i int) (x, y float64) {
	if math.IsInf(d.X[i], 1) {
		return p.Width - wideRight - beyondWidth/2, p.y.at(d.Y[i])
	}
	return p.x.at(d.X[i]), p.y.at(d.Y[i])
}

// Scene lays the scatter out. The marks are the last items, one for each point, in the order of the series.
func (s Scatter) Scene() Scene {
	p := s.plot()
	end := s.Width - wideRight
	out := Scene{Width: s.Width, Height: s.Height, Items: append(axes(p.x, p.y, end, s.Height),
		Item{Class: "axis", Path: "M" + at(left, s.top()) + "V" + number(s.Height-bottom) + "H" + number(end)},
		Item{Class: "tick", X: end, Y: s.Height - 4, Anchor: "end", Text: s.XName},
		Item{Class: "tick", X: 4, Y: 14, Anchor: "start", Text: s.YName})}
	if s.Beyond != "" {
		out.Items = append(out.Items, Item{Class: "tick", X: end - beyondWidth/2, Y: s.Height - bottom + 16, Anchor: "middle", Text: s.Beyond})
	}
	for _, d := range s.Series {
		if len(d.Front) > 1 {
			out.add("front "+d.Class, p.steps(d))
		}
	}
	for _, d := range s.Series {
		out.add("spread "+d.Class, p.errorBars(d))
	}
	out.Items = append(append(out.Items, s.legend()...), p.labels()...)
	for k, d := range s.Series {
		for i := range d.X {
			x, y := p.at(d, i)
			out.Items = append(out.Items, Item{Class: "mark " + d.Class, Path: mark(k), X: x, Y: y})
		}
	}
	return out
}

// steps joins the points of the front: its accuracy is available from each point on.
func (p plot) steps(d Points) string {
	path := "M" + at(p.at(d, d.Front[0]))
	for _, i := range d.Front[1:] {
		x, y := p.at(d, i)
		path += "H" + number(x) + "V" + number(y)
	}
	return path
}

// stepBoxes returns the parts of the step line: each goes to the right, and then up or down.
func (p plot) stepBoxes(d Points) (list []box) {
	for k := 1; k < len(d.Front); k++ {
		x0, y0 := p.at(d, d.Front[k-1])
		x1, y1 := p.at(d, d.Front[k])
		list = append(list, box{x0, y0 - 1, x1, y0 + 1}, box{x1 - 1, min(y0, y1), x1 + 1, max(y0, y1)})
	}
	return list
}

func (p plot) errorBars(d Points) string {
	var b strings.Builder
	for i := range d.X {
		half := d.spread(i)
		if half == 0 {
			continue
		}
		x, _ := p.at(d, i)
		low, high := p.y.at(d.Y[i]-half), p.y.at(d.Y[i]+half)
		b.WriteString("M" + at(x, low) + "V" + number(high))
		for _, y := range []float64{low, high} {
			b.WriteString("M" + at(x-capSize, y) + "H" + number(x+capSize))
		}
	}
	return b.String()
}

// legend names the series above the plot, one below the other.
func (s Scatter) legend() (items []Item) {
	end, y := s.Width-wideRight, 14.0
	for k, d := range s.Series {
		if d.Name != "" {
			items = append(items,
				Item{Class: "key " + d.Class, Path: mark(k), X: end - 8, Y: y - lift},
				Item{Class: "tick", X: end - keyWidth, Y: y, Anchor: "end", Text: d.Name})
			y += legendRow
		}
	}
	return items
}

// mark draws a mark around the origin. Series differ in its shape, not in color alone.
func mark(series int) string {
	const m = markSize
	switch series % 4 {
	case 1:
		return rectangle(0.5-m, 0.5-m, m-0.5, m-0.5)
	case 2:
		return "M" + at(0, -m) + "L" + at(m, m) + "H" + number(-m) + "Z"
	case 3:
		return "M" + at(0, -m-1) + "L" + at(m+1, 0) + "L" + at(0, m+1) + "L" + at(-m-1, 0) + "Z"
	}
	const s = 0.4142 * m // the side of an octagon, which is round enough
	return "M" + at(-s, -m) + "H" + number(s) + "L" + at(m, -s) + "V" + number(s) + "L" + at(s, m) + "H" + number(-s) +
		"L" + at(-m, s) + "V" + number(-s) + "Z"
}

// logTicks returns round values from least to most for an axis of logarithms.
func logTicks(least, most float64) (values []float64) {
	for power := 1.0; power <= most && len(values) < 2*xTicks; power *= 10 {
		for _, v := range []float64{power, 3 * power} {
			if v >= least && v <= most {
				values = append(values, v)
			}
		}
	}
	return values
}

type box struct{ x0, y0, x1, y1 float64 }

// labels places the names of points next to them, clear of other names, marks, error bars and step lines.
func (p plot) labels() (items []Item) {
	var taken []box
	for _, d := range p.Series {
		taken = append(taken, p.stepBoxes(d)...)
		for i := range d.X {
			x, y := p.at(d, i)
			half := p.y.at(d.Y[i]-d.spread(i)) - y
			taken = append(taken, box{x - markSize, y - markSize, x + markSize, y + markSize}, box{x - capSize, y - half, x + capSize, y + half})
		}
	}
	for _, d := range p.Series {
		for i, text := range d.Labels {
			if text != "" {
				x, y := p.at(d, i)
				item, where := p.label(x, y, text, taken)
				item.Class = "label " + d.Class
				items, taken = append(items, item), append(taken, where)
			}
		}
	}
	return items
}

// starts is where a text with an anchor begins, as a share of its width before its position.
var starts = map[string]float64{"start": 0, "middle": 0.5, "end": 1}

// label places a name at the first free place next to its point, and returns its box. Without a free place it is on the right of the point
// or, if it would be cut there, at the first place inside.
func (p plot) label(x, y float64, text string, taken []box) (chosen Item, where box) {
	const beside, above = markSize + 4, markSize + 5
	width := letter * float64(utf8.RuneCountInString(text))
	for k, c := range []struct {
		x, y   float64
		anchor string
	}{
		{x + beside, y + lift, "start"},
		{x - beside, y + lift, "end"},
		{x, y - above, "middle"},
		{x, y + above + labelHeight - lift, "middle"},
		{x + beside, y - labelHeight, "start"},
		{x + beside, y + labelHeight + lift, "start"},
		{x - beside, y - labelHeight, "end"},
		{x - beside, y + labelHeight + lift, "end"},
		{x + beside, y + 3*labelHeight, "start"},
		{x + beside, y - 2*labelHeight, "start"},
	} {
		from := c.x - float64(starts[c.anchor]*width)
		b := box{from, c.y - labelHeight + 2, from + width, c.y + 2}
		inside := b.x0 >= left && b.x1 <= p.Width
		free := inside && b.y0 >= p.top()-labelHeight && b.y1 <= p.Height-bottom &&
			!slices.ContainsFunc(taken, func(o box) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 })
		if k == 0 || free || inside && where.x1 > p.Width {
			chosen, where = Item{X: c.x, Y: c.y, Anchor: c.anchor, Text: text}, b
		}
		if free {
			break
		}
	}
	return chosen, where
}
