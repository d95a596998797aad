// Package chart turns numbers into scenes: paths, rectangles and texts at positions. It knows nothing of the page or file that
// shows them.
package chart

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Scene is a drawing of a fixed size, which may be scaled.
type Scene struct {
	Width, Height float64
	Items         []Item // in the order in which they are painted
}

// Item is one element of a scene: a text if Text is not empty, else a path.
type Item struct {
	Class  string // of the style sheet, which sets colors and widths
	Path   string // in SVG's path language
	X, Y   float64
	Anchor string // of a text: start, middle or end
	Text   string
}

// Lines is a chart of lines over a common x axis.
type Lines struct {
	Width, Height    float64
	XMost            float64 // the x axis covers [0, XMost]
	XName            string  // title of the x axis
	XFormat, YFormat AxisFormat
	Series           []Series
	Bands            []Band         // stretches of x, behind everything
	YMost            float64        // the y axis never goes beyond; 0 for no bound
	Level            float64        // a horizontal line for comparison; 0 for none
	Rules            []VerticalLine // vertical lines
}

// Series is one line.
type Series struct {
	Class string
	X, Y  []float64
}

// Band marks the stretch of x from From to To.
type Band struct {
	Class    string
	From, To float64
}

// VerticalLine is a vertical line at a place of the x axis.
type VerticalLine struct {
	Class string
	At    float64
}

const (
	left, right, top, bottom = 56, 28, 10, 36 // margins that hold the words; the left one is wider for long ones
	letter, beforeLine       = 6.5, 12        // of the text of a tick: the width of a letter, and the space before the axis
	mostMargin               = 3              // is the widest margin: a third
	yTicks, xTicks           = 4, 5           // about as many, at round values
	lift                     = 4              // of a tick's words to the middle of the line
	ratioOfMargin            = 0.06           // of the range is left above and below the lines
)

// frame places values in a chart.
type frame struct {
	Lines
	yLeast, yMost float64
	left          float64 // margin
}

// Scene lays the chart out.
func (l Lines) Scene() Scene {
	f := frame{Lines: l}
	f.yLeast, f.yMost = l.rangeOfY()
	_, words := f.yTicks()
	f.left = left
	for _, w := range words {
		f.left = min(max(f.left, beforeLine+letter*float64(utf8.RuneCountInString(w))), l.Width/mostMargin)
	}
	s := Scene{Width: l.Width, Height: l.Height}
	for _, b := range l.Bands {
		s.Items = append(s.Items, Item{Class: b.Class, Path: rectangle(f.x(b.From), top, f.x(b.To), l.Height-bottom)})
	}
	s.Items = append(s.Items, f.axes()...)
	if l.Level != 0 {
		s.Items = append(s.Items, Item{Class: "level", Path: "M" + at(f.left, f.y(l.Level)) + "H" + number(l.Width-right)})
	}
	for _, r := range l.Rules {
		s.Items = append(s.Items, Item{Class: r.Class, Path: "M" + at(f.x(r.At), top) + "V" + number(l.Height-bottom)})
	}
	for _, line := range l.Series {
		if len(line.X) > 0 {
			s.Items = append(s.Items, Item{Class: line.Class, Path: f.path(line)})
		}
	}
	return s
}

// rangeOfY returns the range of the y axis: all values and the level, with a margin.
func (l Lines) rangeOfY() (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	take := func(y float64) { least, most = min(least, y), max(most, y) }
	for _, s := range l.Series {
		for _, y := range s.Y {
			take(y)
		}
	}
	if l.Level != 0 {
		take(l.Level)
	}
	empty := least > most
	if least, most = roomy(least, most, ratioOfMargin); l.YMost != 0 && !empty {
		most = min(most, l.YMost)
	}
	return least, most
}

// roomy widens a range by a margin, a share of it; an empty one becomes [0, 1].
func roomy(least, most, margin float64) (float64, float64) {
	if least > most {
		return 0, 1
	}
	room := margin * (most - least)
	if room == 0 {
		room = max(margin*math.Abs(most), margin)
	}
	return least - room, most + room
}

func (f frame) x(v float64) float64 {
	return f.left + v/max(f.XMost, 1)*(f.Width-f.left-right)
}

func (f frame) y(v float64) float64 {
	return f.Height - bottom - (v-f.yLeast)/(f.yMost-f.yLeast)*(f.Height-top-bottom)
}

func (f frame) axes() []Item {
	var items []Item
	values, words := f.yTicks()
	for i, v := range values {
		items = append(items, horizontal(f.left, f.Width-right, f.y(v), words[i])...)
	}
	values, decimals := ticks(0, f.XMost, xTicks)
	for i, text := range f.XFormat.texts(values, decimals) {
		items = append(items, Item{Class: "tick", X: f.x(values[i]), Y: f.Height - bottom + 16, Anchor: "middle", Text: text})
	}
	return append(items, Item{Class: "tick", X: f.Width - right, Y: f.Height - 4, Anchor: "end", Text: f.XName})
}

// horizontal returns a grid line and the text of its tick.
func horizontal(left, right, y float64, text string) []Item {
	return []Item{
		{Class: "grid", Path: "M" + at(left, y) + "H" + number(right)},
		{Class: "tick", X: left - 6, Y: y + lift, Anchor: "end", Text: text},
	}
}

// yTicks returns the ticks of the y axis and their texts.
func (f frame) yTicks() (values []float64, words []string) {
	values, decimals := ticks(f.yLeast, f.yMost, yTicks)
	return values, f.YFormat.texts(values, decimals)
}

// AxisFormat formats a value of an axis; decimals is the number that distinguishes its ticks. Nil writes that many.
type AxisFormat func(value float64, decimals int) string

// texts formats the ticks of an axis.
func (f AxisFormat) texts(values []float64, decimals int) (texts []string) {
	if f == nil {
		f = func(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	}
	for _, v := range values {
		texts = append(texts, f(v, decimals))
	}
	return texts
}

func (f frame) path(s Series) string {
	var b strings.Builder
	for i := range s.X {
		lead := "L"
		if i == 0 {
			lead = "M"
		}
		b.WriteString(lead + at(f.x(s.X[i]), f.y(s.Y[i])))
	}
	return b.String()
}

// ticks returns about n round values between least and most, and the decimals that distinguish them. They are multiples
// of 1, 2 or 5 times a power of ten.
func ticks(least, most float64, n int) (values []float64, decimals int) {
	if !(most > least) {
		return nil, 0
	}
	step := math.Pow(10, math.Floor(math.Log10((most-least)/float64(n))))
	for _, factor := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if (most-least)/step <= float64(n) {
			break
		}
		step *= factor
	}
	first := math.Ceil(least / step)
	for k := range n + 1 { // counted, because among the largest numbers one more is the same
		if v := (first+float64(k))*step + 0; v <= most { // + 0: no negative zero
			values = append(values, v)
		}
	}
	const rounding = 1e-9 // of the logarithm of a power of ten
	return values, max(0, int(math.Ceil(-math.Log10(step)-rounding)))
}

func rectangle(x0, y0, x1, y1 float64) string {
	return "M" + at(x0, y0) + "H" + number(x1) + "V" + number(y1) + "H" + number(x0) + "Z"
}

func at(x, y float64) string { return number(x) + " " + number(y) }

// number writes a coordinate to a tenth of a pixel.
func number(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
