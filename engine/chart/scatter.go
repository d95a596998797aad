package chart

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Scatter is a chart of points, such as the complexity and accuracy of models.
type Scatter struct {
	Width, Height    float64
	XName, YName     string // titles of the axes
	XFormat, YFormat AxisFormat
	XLog             bool // the horizontal axis is logarithmic, for values from 0 on
	Series           []Points
	Level            float64 // a horizontal line for comparison; 0 for none
	LevelName        string
}

// Points is a series of points.
type Points struct {
	Class string // appended to "mark", "front" and "spread"
	Name  string // in the legend; "" leaves them out of it
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
	pointMargin = 0.08 // of the range is the margin around the outermost points
)

// plot places values in a scatter.
type plot struct {
	Scatter
	xLeast, xMost, yLeast, yMost float64
}

func (s Scatter) plot() plot {
	p := plot{Scatter: s, xLeast: math.Inf(1), xMost: math.Inf(-1), yLeast: math.Inf(1), yMost: math.Inf(-1)}
	for _, d := range s.Series {
		for i := range d.X {
			p.xLeast, p.xMost = min(p.xLeast, s.alongX(d.X[i])), max(p.xMost, s.alongX(d.X[i]))
			half := d.spread(i)
			p.yLeast, p.yMost = min(p.yLeast, d.Y[i]-half), max(p.yMost, d.Y[i]+half)
		}
	}
	if s.Level != 0 {
		p.yLeast, p.yMost = min(p.yLeast, s.Level), max(p.yMost, s.Level)
	}
	p.xLeast, p.xMost = roomy(p.xLeast, p.xMost, pointMargin)
	p.yLeast, p.yMost = roomy(p.yLeast, p.yMost, pointMargin)
	return p
}

func (d Points) spread(i int) float64 {
	if d.Spread == nil {
		return 0
	}
	return d.Spread[i]
}

// At returns the position of a point.
func (s Scatter) At(x, y float64) (float64, float64) {
	p := s.plot()
	return p.x(x), p.y(y)
}

func (p plot) x(v float64) float64 {
	return left + (p.alongX(v)-p.xLeast)/(p.xMost-p.xLeast)*(p.Width-left-wideRight)
}

func (p plot) y(v float64) float64 {
	return p.Height - bottom - (v-p.yLeast)/(p.yMost-p.yLeast)*(p.Height-headTop-bottom)
}

// Scene lays the scatter out. The marks are the last items, one for each point, in the order of the series.
func (s Scatter) Scene() Scene {
	p := s.plot()
	out := Scene{Width: s.Width, Height: s.Height, Items: p.axes()}
	if s.Level != 0 {
		out.Items = append(out.Items, Item{Class: "level", Path: "M" + at(left, p.y(s.Level)) + "H" + number(s.Width-wideRight)})
		if s.LevelName != "" {
			out.Items = append(out.Items, Item{Class: "tick", X: left + 4, Y: p.y(s.Level) - lift, Anchor: "start", Text: s.LevelName})
		}
	}
	for _, d := range s.Series {
		if len(d.Front) > 1 {
			out.Items = append(out.Items, Item{Class: "front " + d.Class, Path: p.steps(d)})
		}
	}
	for _, d := range s.Series {
		if path := p.errorBars(d); path != "" {
			out.Items = append(out.Items, Item{Class: "spread " + d.Class, Path: path})
		}
	}
	legend, where := p.legend()
	out.Items = append(append(out.Items, legend...), p.labels(where)...)
	for k, d := range s.Series {
		for i := range d.X {
			out.Items = append(out.Items, Item{Class: "mark " + d.Class, Path: mark(k, p.x(d.X[i]), p.y(d.Y[i]))})
		}
	}
	return out
}

func (p plot) axes() []Item {
	var items []Item
	values, decimals := ticks(p.yLeast, p.yMost, yTicks)
	for i, text := range p.YFormat.texts(values, decimals) {
		items = append(items, horizontal(left, p.Width-wideRight, p.y(values[i]), text)...)
	}
	values, decimals = ticks(p.xLeast, p.xMost, xTicks)
	if p.XLog {
		values, decimals = logTicks(math.Expm1(p.xLeast), math.Expm1(p.xMost)), 0
	}
	for i, text := range p.XFormat.texts(values, decimals) {
		items = append(items, Item{Class: "tick", X: p.x(values[i]), Y: p.Height - bottom + 16, Anchor: "middle", Text: text})
	}
	return append(items,
		Item{Class: "axis", Path: "M" + at(left, headTop) + "V" + number(p.Height-bottom) + "H" + number(p.Width-wideRight)},
		Item{Class: "tick", X: p.Width - wideRight, Y: p.Height - 4, Anchor: "end", Text: p.XName},
		Item{Class: "tick", X: 4, Y: 14, Anchor: "start", Text: p.YName})
}

// steps joins the points of the front: its accuracy is available from each point on.
func (p plot) steps(d Points) string {
	var b strings.Builder
	for n, i := range d.Front {
		if n == 0 {
			b.WriteString("M" + at(p.x(d.X[i]), p.y(d.Y[i])))
			continue
		}
		b.WriteString("H" + number(p.x(d.X[i])) + "V" + number(p.y(d.Y[i])))
	}
	return b.String()
}

func (p plot) errorBars(d Points) string {
	var b strings.Builder
	for i := range d.X {
		half := d.spread(i)
		if half == 0 {
			continue
		}
		x, low, high := p.x(d.X[i]), p.y(d.Y[i]-half), p.y(d.Y[i]+half)
		b.WriteString("M" + at(x, low) + "V" + number(high))
		for _, y := range []float64{low, high} {
			b.WriteString("M" + at(x-capSize, y) + "H" + number(x+capSize))
		}
	}
	return b.String()
}

// legend names the series in a corner, and returns its box.
func (p plot) legend() (items []Item, where box) {
	rows, longest := 0, 0
	for _, d := range p.Series {
		if d.Name != "" {
			rows, longest = rows+1, max(longest, utf8.RuneCountInString(d.Name))
		}
	}
	if rows == 0 {
		return nil, box{}
	}
	where = p.corner(letter*float64(longest)+keyWidth, float64(rows*legendRow))
	y := where.y1 - lift
	for k := len(p.Series) - 1; k >= 0; k-- {
		if d := p.Series[k]; d.Name != "" {
			items = append(items,
				Item{Class: "key " + d.Class, Path: mark(k, where.x1-8, y-lift)},
				Item{Class: "tick", X: where.x1 - keyWidth, Y: y, Anchor: "end", Text: d.Name})
			y -= legendRow
		}
	}
	return items, where
}

// corner returns the place for a legend that hides the fewest marks. Ties go to the lower right, away from accurate short
// models.
func (p plot) corner(width, height float64) (best box) {
	const edge = 6
	right, low := p.Width-wideRight, p.Height-bottom-edge
	marks, fewest := p.marks(), math.MaxInt
	for _, b := range []box{
		{right - width, low - height, right, low},
		{right - width, headTop, right, headTop + height},
		{left + edge, headTop, left + edge + width, headTop + height},
		{left + edge, low - height, left + edge + width, low},
	} {
		hidden := 0
		for _, m := range marks {
			if m.meets(b) {
				hidden++
			}
		}
		if hidden < fewest {
			best, fewest = b, hidden
		}
	}
	return best
}

// mark draws a mark around a place. Series differ in its shape, not in color alone.
func mark(series int, x, y float64) string {
	const m = markSize
	switch series % 4 {
	case 1:
		return rectangle(x-m+0.5, y-m+0.5, x+m-0.5, y+m-0.5)
	case 2:
		return "M" + at(x, y-m) + "L" + at(x+m, y+m) + "H" + number(x-m) + "Z"
	case 3:
		return "M" + at(x, y-m-1) + "L" + at(x+m+1, y) + "L" + at(x, y+m+1) + "L" + at(x-m-1, y) + "Z"
	}
	const s = 0.4142 * m // the side of an octagon, which is round enough
	return "M" + at(x-s, y-m) + "H" + number(x+s) + "L" + at(x+m, y-s) + "V" + number(y+s) + "L" + at(x+s, y+m) + "H" + number(x-s) +
		"L" + at(x-m, y+s) + "V" + number(y-s) + "Z"
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

// alongX returns the coordinate of a value on the horizontal axis, before scaling.
func (s Scatter) alongX(v float64) float64 {
	if s.XLog {
		return math.Log1p(v)
	}
	return v
}
