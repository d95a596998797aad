package kit

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/engine/chart"
)

// The names of lines that end at about the same place do not overlap, also where the lines are half as high, as on a phone.
func TestNamesOfLinesAreApart(t *testing.T) {
	const em, least = 12, 11 // pixels
	name := regexp.MustCompile(`<text[^>]*data-part="name [^>]*`)
	number := regexp.MustCompile(` (dy|y)="(-?[\d.]+)`)
	for _, ends := range [][]float64{{0.75, 0.75, 0.75}, {0.75, 0.72, 0.7}, {0.75, 0.74, 0.6}, {0.9, 0.75, 0.6}} {
		l := chart.Lines{Width: PlotWidth, Height: PlotHeight, XMost: 1, YRange: [2]float64{0.5, 1}, Level: ends[0]}
		for i, class := range []string{"line main", "line second"} {
			l.Series = append(l.Series, chart.Series{Class: class, X: []float64{0, 1}, Y: []float64{0.5, ends[i+1]}})
		}
		html := app.HTMLString(Plot("", l, map[string]string{"line main": "test", "line second": "train", "level": "baseline"}))
		for _, height := range []float64{PlotHeight / 2, 1.5 * PlotHeight} {
			var at []float64
			for _, text := range name.FindAllString(strings.ReplaceAll(html, "\n", " "), -1) {
				y := 0.0
				for _, found := range number.FindAllStringSubmatch(text, -1) {
					x, _ := strconv.ParseFloat(found[2], 64)
					y += x * map[string]float64{"dy": em, "y": height / 100}[found[1]]
				}
				at = append(at, y)
			}
			if len(at) != 3 || at[1]-at[0] < least || at[2]-at[1] < least {
				t.Errorf("lines that end at %v: %g pixels high, the names are at %v", ends, height, at)
			}
			const end, below = 107, 4 // of a line at 0.75, of its name
			if equal := ends[1] == ends[0]; equal && math.Abs(at[1]-(end+below)*height/PlotHeight) > em {
				t.Errorf("lines that end at the same place: %g pixels high, the names are at %v, want them around it", height, at)
			}
		}
	}
}
