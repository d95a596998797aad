// Package chart turns numbers into scenes: paths and texts at positions. It knows nothing of the page or file that shows them.
package chart

import (
	"cmp"
	"fmt"
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

// add appends a path, unless it is empty.
func (s *Scene) add(class, path string) {
	if path != "" {
		s.Items = append(s.Items, Item{Class: class, Path: path})
	}
}

// Item is one element of a scene: a text if Text is not empty, else a path.
type Item struct {
	Class  string  // of the style sheet, which sets colors and widths
	Path   string  // in SVG's path language
	X, Y   float64 // of a text, or of the origin of a path
	Anchor string  // of a text: start, middle or end
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
	YRange           [2]float64     // of the y axis; of two zeros, that of the lines with a margin
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

// axis places the values from least to most on a line of pixels.
type axis struct {
	least, most   float64
	log           bool    // logarithmic, for values from 0 on
	start, length float64 // of least, and from it to most; negative for an upright axis
	ticks         []float64
	texts         []string // of the ticks
}

// emptyAxis returns an axis that include widens.
func emptyAxis(log bool) axis { return axis{least: math.Inf(1), most: math.Inf(-1), log: log} }

func (a *axis) include(values ...float64) {
	for _, v := range values {
		a.least, a.most = min(a.least, a.scale(v)), max(a.most, a.scale(v))
	}
}

// widen adds a margin, a share of the range, at both ends; an empty range becomes [0, 1].
func (a *axis) widen(margin float64) {
	if a.least > a.most {
		a.least, a.most = 0, 1
		return
	}
	room := cmp.Or(margin*(a.most-a.least), max(margin*math.Abs(a.most), margin))
	a.least, a.most = a.least-room, a.most+room
}

// mark sets about n ticks.
func (a *axis) mark(n int, format AxisFormat) {
	values, decimals := ticks(a.least, a.most, n)
	if a.log {
		values, decimals = logTicks(math.Expm1(a.least), math.Expm1(a.most)), 0
	}
	a.ticks, a.texts = values, format.texts(values, decimals)
}

// scale returns the coordinate of a value before its placing.
func (a *axis) scale(v float64) float64 {
	if a.log {
		return math.Log1p(v)
	}
	return v
}

func (a *axis) at(v float64) float64 { return a.start + (a.scale(v)-a.least)/(a.most-a.least)*a.length }

// axes returns the grid lines of the upright axis, and the texts of all ticks.
func axes(x, y axis, right, height float64) (items []Item) {
	for i, v := range y.ticks {
		items = append(items, Item{Class: "grid", Path: "M" + at(x.start, y.at(v)) + "H" + number(right)},
			Item{Class: "tick", X: x.start - 6, Y: y.at(v) + lift, Anchor: "end", Text: y.texts[i]})
	}
	for i, v := range x.ticks {
		items = append(items, Item{Class: "tick", X: x.at(v), Y: height - bottom + 16, Anchor: "middle", Text: x.texts[i]})
	}
	return items
}

// Scene lays the chart out.
func (l Lines) Scene() Scene {
	y := emptyAxis(false)
	for _, s := range l.Series {
		y.include(s.Y...)
	}
	if l.Level != 0 {
		y.include(l.Level)
	}
	if y.widen(ratioOfMargin); l.YRange != [2]float64{} {
		y.least, y.most = l.YRange[0], l.YRange[1]
	}
	y.mark(yTicks, l.YFormat)
	y.start, y.length = l.Height-bottom, top+bottom-l.Height
	x := axis{most: l.XMost, start: left}
	x.mark(xTicks, l.XFormat)
	for _, text := range y.texts {
		x.start = min(max(x.start, beforeLine+letter*float64(utf8.RuneCountInString(text))), l.Width/mostMargin)
	}
	x.most, x.length = max(l.XMost, 1), l.Width-x.start-right

	s := Scene{Width: l.Width, Height: l.Height}
	for _, b := range l.Bands {
		s.add(b.Class, rectangle(x.at(b.From), top, x.at(b.To), l.Height-bottom))
	}
	s.Items = append(append(s.Items, axes(x, y, l.Width-right, l.Height)...),
		Item{Class: "tick", X: l.Width - right, Y: l.Height - 4, Anchor: "end", Text: l.XName})
	if l.Level != 0 {
		s.add("level", "M"+at(x.start, y.at(l.Level))+"H"+number(l.Width-right))
	}
	for _, r := range l.Rules {
		s.add(r.Class, "M"+at(x.at(r.At), top)+"V"+number(l.Height-bottom))
	}
	for _, line := range l.Series {
		var path strings.Builder
		command := "M"
		for i, v := range line.X {
			path.WriteString(command + at(x.at(v), y.at(line.Y[i])))
			command = "L"
		}
		s.add(line.Class, path.String())
	}
	return s
}

// AxisFormat formats a value of an axis; decimals is the number that distinguishes its ticks. Nil writes that many.
type AxisFormat func(value float64, decimals int) string

func (f AxisFormat) texts(values []float64, decimals int) (texts []string) {
	if f == nil {
		f = func(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	}
	for _, v := range values {
		texts = append(texts, f(v, decimals))
	}
	return texts
}

// ticks returns about n multiples of 1, 2 or 5 times a power of ten in a range, and the decimals that distinguish them.
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

// SVG writes scenes side by side as a file that needs no style sheet. The title and the description are for screen readers.
func SVG(title, description string, scenes ...Scene) string {
	width, height := 0.0, 0.0
	for _, s := range scenes {
		width += s.Width
		height = max(height, s.Height)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s" role="img" aria-labelledby="t d" `+
		`font-family="sans-serif" font-size="12">`+"\n", number(width), number(height), at(width, height))
	fmt.Fprintf(&b, "<title id=\"t\">%s</title>\n<desc id=\"d\">%s</desc>\n", escape(title), escape(description))
	b.WriteString(`<rect width="100%" height="100%" fill="#ffffff"/>` + "\n")
	x := 0.0
	for _, s := range scenes {
		fmt.Fprintf(&b, "<svg x=\"%s\" width=\"%s\" height=\"%s\">\n", number(x), number(s.Width), number(s.Height))
		for _, i := range s.Items {
			if i.Text != "" {
				fmt.Fprintf(&b, "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" fill=\"#444444\">%s</text>\n",
					number(i.X), number(i.Y), i.Anchor, escape(i.Text))
			} else if i.Path != "" {
				place := ""
				if i.X != 0 || i.Y != 0 {
					place = `transform="translate(` + at(i.X, i.Y) + `)" `
				}
				b.WriteString(`<path d="` + i.Path + `" ` + place + look(i.Class) + "/>\n")
			}
		}
		b.WriteString("</svg>\n")
		x += s.Width
	}
	return b.String() + "</svg>\n"
}

// The colors of series are distinguishable with red-green color blindness: Okabe and Ito, "Color Universal Design", 2008.
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7"}

// SeriesClass returns the class of series k; those of a file have its color.
func SeriesClass(k int) string { return "series-" + string(rune('a'+k%len(colours))) }

// looks are the attributes of classes, with the color of a series as %s. Other classes are lines of that color.
var looks = map[string]string{
	"grid":   `fill="none" stroke="#dddddd"`,
	"level":  `fill="none" stroke="#444444" stroke-dasharray="2 3"`,
	"front":  `fill="none" stroke="%s" stroke-width="1.5"`,
	"spread": `fill="none" stroke="%s" stroke-opacity="0.6"`,
	"mark":   `fill="%s" stroke="#ffffff" stroke-width="0.7"`,
	"key":    `fill="%s" stroke="#ffffff" stroke-width="0.7"`,
}

func look(class string) string {
	kind, rest, _ := strings.Cut(class, " ")
	colour := "#444444"
	for k := range colours {
		if strings.Contains(rest, SeriesClass(k)) {
			colour = colours[k]
		}
	}
	return strings.Replace(cmp.Or(looks[kind], `fill="none" stroke="%s"`), "%s", colour, 1)
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text safe in XML: it escapes markup and removes characters that XML does not allow.
func escape(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text)
	return escapes.Replace(strings.ToValidUTF8(text, "\ufffd"))
}
