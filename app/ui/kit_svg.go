package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/engine/chart"
	"math"
	"strconv"
)

const (
	svgNamespace = "http://www.w3.org/2000/svg"
	// part is what the style sheet knows elements of a drawing by: go-app sets a class through a property that is
	// read-only there.
	part = "data-part"
)

// draw makes a scene a picture with a sentence for those who cannot see it.
func draw(s chart.Scene, sentence string) app.UI {
	return svg("chart", s.Width, s.Height, sentence).Body(items(s)...)
}

func svg(class string, width, height float64, sentence string) app.HTMLElem {
	e := app.Elem("svg").XMLNS(svgNamespace).Attr(part, class).Attr("viewBox", "0 0 "+coordinate(width)+" "+coordinate(height))
	if sentence != "" {
		e = e.Role("img").Aria("label", sentence)
	}
	return e
}

func path(class, d string) app.UI {
	return app.Elem("path").XMLNS(svgNamespace).Attr(part, class).Attr("d", d)
}

// items makes elements of what is in a scene.
func items(s chart.Scene) []app.UI {
	list := make([]app.UI, len(s.Items))
	for i, item := range s.Items {
		if item.Text == "" {
			list[i] = path(item.Class, item.Path)
			continue
		}
		list[i] = app.Elem("text").XMLNS(svgNamespace).Attr(part, item.Class).Attr("x", coordinate(item.X)).Attr("y", coordinate(item.Y)).
			Attr("text-anchor", item.Anchor).Text(item.Text)
	}
	return list
}

// coordinate writes a place to a tenth of a pixel.
func coordinate(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
