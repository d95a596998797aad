package kit

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/engine/chart"
)

const (
	SVGNamespace = "http://www.w3.org/2000/svg"
	// Part is what the style sheet knows elements of a drawing by: go-app sets a class through a property that is
	// read-only there.
	Part = "data-part"
)

// Draw makes a scene a picture with a sentence for those who cannot see it.
func Draw(s chart.Scene, sentence string) app.UI {
	return SVG("chart", s.Width, s.Height, sentence).Body(Items(s)...)
}

func SVG(class string, width, height float64, sentence string) app.HTMLElem {
	e := app.Elem("svg").XMLNS(SVGNamespace).Attr(Part, class).Attr("viewBox", "0 0 "+Coordinate(width)+" "+Coordinate(height))
	if sentence != "" {
		e = e.Role("img").Aria("label", sentence)
	}
	return e
}

func Path(class, d string) app.UI {
	return app.Elem("path").XMLNS(SVGNamespace).Attr(Part, class).Attr("d", d)
}

// Items makes elements of what is in a scene.
func Items(s chart.Scene) []app.UI {
	list := make([]app.UI, len(s.Items))
	for i, item := range s.Items {
		if item.Text == "" {
			list[i] = Path(item.Class, item.Path)
			continue
		}
		list[i] = app.Elem("text").XMLNS(SVGNamespace).Attr(Part, item.Class).Attr("x", Coordinate(item.X)).Attr("y", Coordinate(item.Y)).
			Attr("text-anchor", item.Anchor).Text(item.Text)
	}
	return list
}

// Coordinate writes a place to a tenth of a pixel.
func Coordinate(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10, 'f', -1, 64) }
