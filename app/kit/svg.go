package kit

import (
	"cmp"
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/chart"
)

const (
	// SVGNamespace is the XML namespace of SVG elements.
	SVGNamespace = "http://www.w3.org/2000/svg"
	// Part is the attribute by which the style sheet selects elements of a drawing, because their class is read-only for go-app.
	Part = "data-part"
)

// AccuracyScatter returns an empty chart of accuracy against the size of models.
func AccuracyScatter(size string) chart.Scatter {
	return chart.Scatter{Width: 720, Height: 320, XName: size, YName: "accuracy", YSpan: 0.1, YFormat: core.PercentTick}
}

// Scatter draws a scatter plot that fills its container; marks and texts keep their size. dot completes mark i, for example with a handler.
func Scatter(sentence string, s chart.Scene, dot func(i int, mark app.HTMLElem) app.UI) app.UI {
	var lines, rest []app.UI
	marks := 0
	for _, item := range s.Items {
		switch {
		case item.Text != "":
			rest = append(rest, plotText(s, s.Width, item))
		case strings.HasPrefix(item.Class, "mark"):
			mark := Element("svg", "dot").Attr("x", percent(item.X, s.Width)).Attr("y", percent(item.Y, s.Height)).
				Body(Path(item.Class, item.Path))
			rest = append(rest, dot(marks, mark))
			marks++
		default:
			lines = append(lines, Path(item.Class, item.Path))
		}
	}
	return stretched("group", sentence, s, s.Width, lines, rest)
}

// ChartWidth and ChartHeight are the size of a chart in pixels.
const ChartWidth, ChartHeight = 380, 180

// Figure returns a chart with a title and a caption. The sentence is its text alternative.
func Figure(title, sentence string, s chart.Scene, caption app.UI) app.UI {
	drawing := SVG("chart", s.Width, s.Height, title+". "+sentence).Body(Items(s)...)
	return app.Figure().Body(app.FigCaption().Text(title), drawing, caption)
}

// PlotWidth and PlotHeight are the size of a plot in its own units. Its labels use the rest of labelledWidth, on the right. The style
// sheet aligns a slider with the x axis, from 56 to 532.
const PlotWidth, PlotHeight, labelledWidth = 560, 240, 600

// Plot draws a chart that fills its container; only the lines are stretched. Names maps the class of a line to the label at its end.
func Plot(sentence string, l chart.Lines, names map[string]string) app.UI {
	s := l.Scene()
	var paths, texts []app.UI
	var labels []chart.Item
	for _, item := range s.Items {
		if item.Text != "" {
			texts = append(texts, plotText(s, labelledWidth, item))
		} else if item.Class != "" && item.Path != "" {
			paths = append(paths, Path(item.Class, item.Path))
			if name := names[item.Class]; name != "" {
				x, y := lineEnd(item.Path)
				labels = append(labels, chart.Item{Class: "name " + item.Class, Text: name, Anchor: "start", X: x + 6, Y: y + 4})
			}
		}
	}
	texts = append(texts, namesOfLines(s, labels)...)
	return stretched("img", sentence, s, labelledWidth, paths, texts)
}

// namesOfLines returns the labels at the ends of lines. Those of lines that end close together are one below the other, around the ends.
func namesOfLines(s chart.Scene, labels []chart.Item) (texts []app.UI) {
	const apart, step, beside = 24, 6, 60 // vertical distance of labels, its stretched part, horizontal distance without overlap
	sort.Slice(labels, func(i, j int) bool { return labels[i].Y < labels[j].Y })
	down := make([]int, len(labels)) // lines of text by which labels move down: phones halve the height of the chart, not that of texts
	for i := range labels {
		label := &labels[i]
		for j, above := range labels[:i] {
			at, free := label.Y+float64((apart-step)*down[i]), above.Y+float64((apart-step)*down[j]+apart)
			if math.Abs(label.X-above.X) < beside && at < free {
				label.Y, down[i] = max(label.Y, above.Y+step), max(down[i], down[j]+1)
			}
		}
	}
	up := 0
	for i, label := range labels {
		if down[i] == 0 { // the first of a crowd, which moves up by half of its height, unless that is at the top of the chart
			for up = 0; label.Y > 2*apart && i+up+1 < len(labels) && down[i+up+1] > 0; {
				up++
			}
		}
		text := plotText(s, labelledWidth, label)
		if moved := 2*down[i] - up; moved != 0 {
			text = text.Attr("dy", Coordinate(0.375*float64(moved))+"em")
		}
		texts = append(texts, text)
	}
	return texts
}

// stretched draws lines that are stretched to fill the container, and over them the other elements, which keep their size.
func stretched(role, sentence string, s chart.Scene, width float64, lines, rest []app.UI) app.UI {
	return Element("svg", "plot").Role(role).Aria("label", sentence).Body(
		Element("svg", "plot-lines").Attr("viewBox", fmt.Sprintf("0 0 %g %g", width, s.Height)).
			Attr("preserveAspectRatio", "none").Aria("hidden", "true").Body(lines...),
		Element("g", "plot-texts").Body(rest...))
}

// plotText returns a text whose position is given in percent of the width and the height of a plot.
func plotText(s chart.Scene, width float64, t chart.Item) app.HTMLElem {
	return Element("text", t.Class).Attr("x", percent(t.X, width)).Attr("y", percent(t.Y, s.Height)).
		Attr("text-anchor", t.Anchor).Text(t.Text)
}

func percent(part, whole float64) string { return Coordinate(100*part/whole) + "%" }

// lineEnd returns the last point of a line, or the upper end of a vertical one.
func lineEnd(path string) (x, y float64) {
	last, _, _ := strings.Cut(path[strings.LastIndexAny(path, "ML")+1:], "V")
	last, right, _ := strings.Cut(last, "H")
	left, top, _ := strings.Cut(last, " ")
	x, _ = strconv.ParseFloat(cmp.Or(right, left), 64)
	y, _ = strconv.ParseFloat(top, 64)
	return x, y
}

// SVG returns an svg element of the given class and size. A sentence makes it an image with that label.
func SVG(class string, width, height float64, sentence string) app.HTMLElem {
	e := Element("svg", class).Attr("viewBox", "0 0 "+Coordinate(width)+" "+Coordinate(height))
	if sentence != "" {
		e = e.Role("img").Aria("label", sentence)
	}
	return e
}

// Element returns an element of a drawing, of the given class.
func Element(name, class string) app.HTMLElem {
	return app.Elem(name).XMLNS(SVGNamespace).Attr(Part, class)
}

// Path returns a path element of the given class and data.
func Path(class, d string) app.HTMLElem { return Element("path", class).Attr("d", d) }

// Label returns a text at a point of a drawing; anchor is start, middle or end.
func Label(class, anchor string, x, y float64, text string) app.UI {
	return Element("text", class).Attr("x", Coordinate(x)).Attr("y", Coordinate(y)).Attr("text-anchor", anchor).Text(text)
}

// Items returns the elements of a scene.
func Items(s chart.Scene) []app.UI {
	list := make([]app.UI, len(s.Items))
	for i, item := range s.Items {
		if item.Text == "" {
			list[i] = Path(item.Class, item.Path)
			continue
		}
		list[i] = Label(item.Class, item.Anchor, item.X, item.Y, item.Text)
	}
	return list
}

// Coordinate returns a coordinate as text, rounded to a tenth of a pixel.
func Coordinate(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }

// Icon is the SVG path of an icon: lines of one width on a 16 × 16 square, in the color of the adjacent text.
type Icon string

// The icons. Adjacent text always repeats their meaning.
const (
	FileIcon     Icon = "M9 1.75H4.25V14.25H11.75V4.5ZM9 1.75V4.5H11.75M6.25 8H9.75M6.25 11H9.75"
	FolderIcon   Icon = "M1.75 13.25V3.25H6.25L7.75 5H14.25V13.25Z"
	PlayIcon     Icon = "M4.5 2.5V13.5L13.25 8Z"
	PauseIcon    Icon = "M4.25 3V13M11.75 3V13"
	StepIcon     Icon = "M3 2.75V13.25L10.25 8ZM13 2.75V13.25"
	StopIcon     Icon = "M3.5 3.5H12.5V12.5H3.5Z"
	AgainIcon    Icon = "M13.25 8A5.25 5.25 0 1 1 11.5 4.1M13 1.75V4.75H10"
	UndoIcon     Icon = "M5.5 2.5L2.25 5.75L5.5 9M2.25 5.75H9.75A3.9 3.9 0 0 1 9.75 13.5H6"
	DeleteIcon   Icon = "M2.25 4H13.75M6 4V2H10V4M3.75 4L4.5 14H11.5L12.25 4M6.75 7V11M9.25 7V11"
	CopyIcon     Icon = "M5.5 5.5H14.25V14.25H5.5ZM10.5 5.5V1.75H1.75V10.5H5.5"
	DownloadIcon Icon = "M8 1.75V10.25M4.5 7L8 10.5L11.5 7M2 13.75H14"
	AddIcon      Icon = "M8 2.5V13.5M2.5 8H13.5"
	TextIcon     Icon = "M2 3.75H14M2 8H14M2 12.25H9"
	FilterIcon   Icon = "M2 3H14L9.5 8.25V13L6.5 11.5V8.25Z"
	SearchIcon   Icon = "M6.75 2A4.75 4.75 0 1 1 6.75 11.5A4.75 4.75 0 1 1 6.75 2M10.25 10.25L14.25 14.25"
	WarningIcon  Icon = "M8 2L14.5 13.5H1.5ZM8 6.25V9.5M8 11.25V11.75"
	CheckIcon    Icon = "M2.5 8.5L6.25 12.25L13.5 4"
	SystemIcon   Icon = "M1.75 2.75H14.25V10.75H1.75ZM8 10.75V13.5M5 13.5H11"
	SunIcon      Icon = "M8 5A3 3 0 1 1 8 11A3 3 0 1 1 8 5M8 1V2.25M8 13.75V15M1 8H2.25M13.75 8H15" +
		"M3 3L3.9 3.9M12.1 12.1L13 13M13 3L12.1 3.9M3.9 12.1L3 13"
	MoonIcon   Icon = "M13.75 9.5A6 6 0 1 1 6.5 2.25A4.75 4.75 0 0 0 13.75 9.5Z"
	ShieldIcon Icon = "M8 1.5L13.5 3.5V7.5C13.5 11 11 13.5 8 14.5C5 13.5 2.5 11 2.5 7.5V3.5ZM5.5 7.75L7.25 9.5L10.5 6"
)

// DrawIcon returns an icon. It is hidden from screen readers, because adjacent text repeats its meaning.
func DrawIcon(icon Icon) app.UI {
	class := "icon"
	if icon == PlayIcon || icon == StopIcon { // filled
		class += " solid"
	}
	return SVG(class, 16, 16, "").Aria("hidden", "true").Body(Path("icon-line", string(icon)))
}
