package kit

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/chart"
)

const (
	// SVGNamespace is the XML namespace of SVG elements.
	SVGNamespace = "http://www.w3.org/2000/svg"
	// Part is the attribute that the style sheet selects elements of a drawing by. go-app sets a class through a property,
	// which is read-only in SVG.
	Part = "data-part"
)

// Draw returns a scene as an SVG image with a text alternative.
func Draw(s chart.Scene, sentence string) app.UI {
	return SVG("chart", s.Width, s.Height, sentence).Body(Items(s)...)
}

// AccuracyScatter returns an empty chart of accuracy against the size of models.
func AccuracyScatter(size string) chart.Scatter {
	return chart.Scatter{Width: 460, Height: 300, XName: size, YName: "accuracy", YFormat: core.PercentTick}
}

// ChartWidth and ChartHeight are the size of a chart in pixels.
const ChartWidth, ChartHeight = 380, 180

// Figure returns a chart with a title and a caption. The sentence is its text alternative.
func Figure(title, sentence string, s chart.Scene, caption app.UI) app.UI {
	return app.Figure().Body(app.FigCaption().Text(title), Draw(s, title+". "+sentence), caption)
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
