package chart_test

import (
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"drnet/engine/chart"
	"drnet/engine/golden"
)

// models is a scatter with all that one can have.
var models = chart.Scatter{
	Width: 360, Height: 240, XName: "complexity", YName: "accuracy in %", Beyond: "no rules",
	Series: []chart.Points{
		{
			Class: chart.SeriesClass(0), Name: "these & those", X: []float64{3, 10, 40, 30},
			Y: []float64{70, 80, 85, 78}, Spread: []float64{1, 2, 0.5, 3}, Front: []int{0, 1, 2},
		},
		{Class: chart.SeriesClass(1), Name: "<others>", X: []float64{20}, Y: []float64{82}},
		{Class: chart.SeriesClass(2), X: []float64{22}, Y: []float64{72}},
		{Class: chart.SeriesClass(3), X: []float64{26, math.Inf(1)}, Y: []float64{74, 88}, Labels: []string{"", "forest"}},
	},
}

func TestScatter(t *testing.T) {
	golden.Check(t, "testdata/scatter.txt", write(models.Scene()))
	golden.Check(t, "testdata/scatter.svg", chart.SVG(`Models & "others"`, "What <models> cost.\x00", models.Scene(), models.Scene()))
}

// Labels overlap neither labels, marks, error bars nor step lines, and two points of one place have labels of their own. A long axis is
// logarithmic.
func TestScatterLabels(t *testing.T) {
	for _, test := range []struct {
		file, title, sentence string
		scatter               chart.Scatter
	}{
		{"labels", "Learners", "What learners are worth.", chart.Scatter{
			Width: 460, Height: 300, XName: "complexity", YName: "accuracy in %", XLog: true,
			Series: []chart.Points{
				{X: []float64{23.6}, Y: []float64{85.6}, Labels: []string{"DR-Net"}},
				{
					X: []float64{62, 21.6, 387, 283, 2, 0}, Y: []float64{84.2, 83.2, 85.5, 85.6, 79.6, 75.1},
					Labels: []string{"RIPPER", "CG", "CART", "CART on numbers", "one condition", "majority"},
				},
			},
		}},
		{"steps", "Settings", "What settings are worth.", chart.Scatter{
			Width: 860, Height: 240, XName: "rules + conditions", YName: "accuracy in %",
			Series: []chart.Points{
				{
					X: []float64{2, 7, 10, 38, 65}, Y: []float64{77.6, 79.8, 80.3, 81.2, 81.7}, Front: []int{0, 1, 2, 3, 4},
					Spread: []float64{1.7, 1.1, 1.4, 0.8, 1.1},
					Labels: []string{"1 rule · 78%", "2 rules · 80%", "3 rules · 80%", "8 rules · 81%", "15 rules · 82%"},
				},
				{X: []float64{0}, Y: []float64{61.6}, Labels: []string{"majority class"}},
				{X: []float64{2}, Y: []float64{78.3}, Spread: []float64{2.1}, Labels: []string{"best single condition (1R)"}},
			},
		}},
	} {
		for k := range test.scatter.Series {
			test.scatter.Series[k].Class = chart.SeriesClass(k)
		}
		golden.Check(t, "testdata/scatter-"+test.file+".svg", chart.SVG(test.title, test.sentence, test.scatter.Scene()))
	}
}

// TestScatterFileIsXML: any text gives valid XML.
func TestScatterFileIsXML(t *testing.T) {
	for _, word := range []string{"plain", "<script>alert(1)</script>", `" onload="x`, "&amp;", "\x01\x02\ufffe", "a\xffb", "]]>"} {
		s := models
		s.XName, s.Beyond = word, word
		s.Series = []chart.Points{{Class: chart.SeriesClass(9), Name: word, X: []float64{1}, Y: []float64{2}}}
		texts := 0
		for d := xml.NewDecoder(strings.NewReader(chart.SVG(word, word, s.Scene()))); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", word, err)
			}
			if e, ok := token.(xml.StartElement); ok {
				switch e.Name.Local {
				case "svg", "title", "desc", "rect", "path":
				case "text":
					texts++
				default:
					t.Errorf("%q made an element %s", word, e.Name.Local)
				}
				for _, a := range e.Attr {
					if strings.HasPrefix(a.Name.Local, "on") {
						t.Errorf("%q made an attribute %s", word, a.Name.Local)
					}
				}
			}
		}
		if texts < 4 {
			t.Errorf("%q: %d words", word, texts)
		}
	}
}

func TestScattersLieInside(t *testing.T) {
	for _, s := range []chart.Scatter{
		{},
		{Series: []chart.Points{{X: []float64{5}, Y: []float64{5}}}},
		{Series: []chart.Points{{X: []float64{0, 0}, Y: []float64{1, 1}, Spread: []float64{0, 0}, Front: []int{0, 1}}}},
		{Beyond: "none", Series: []chart.Points{{X: []float64{math.Inf(1)}, Y: []float64{5}, Spread: []float64{1}}}},
		{Series: []chart.Points{{X: []float64{1e300, 1e299}, Y: []float64{5e-324, 0}}}},
	} {
		s.Width, s.Height = 400, 300
		inside(t, s.Scene())
	}
	r := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		s := chart.Scatter{Width: 250 + 500*r.Float64(), Height: 150 + 300*r.Float64()}
		scale, shift := math.Exp(20*r.Float64()-10), 10*r.NormFloat64()
		for range r.IntN(4) {
			var d chart.Points
			for i := range r.IntN(9) {
				d.X, d.Y = append(d.X, scale*r.NormFloat64()), append(d.Y, scale*r.NormFloat64()+shift)
				d.Spread, d.Front = append(d.Spread, scale*r.Float64()), append(d.Front, i)
			}
			s.Series = append(s.Series, d)
		}
		inside(t, s.Scene())
		for _, d := range s.Series {
			for i := range d.X {
				if x, y := s.At(d.X[i], d.Y[i]); !(x >= 0 && x <= s.Width && y >= 0 && y <= s.Height) {
					t.Fatalf("At = %v, %v", x, y)
				}
			}
		}
	}
}

// A name at the right edge is inside even without a free place.
func TestNamesAtTheEdgeLieInside(t *testing.T) {
	s := chart.Scatter{Width: 330, Height: 120, Series: []chart.Points{{X: []float64{10}, Y: []float64{1}, Labels: []string{"CART, pruned"}}}}
	var crowd chart.Points
	for x := range 12 {
		for y := range 12 {
			crowd.X, crowd.Y = append(crowd.X, float64(x)*10/12), append(crowd.Y, float64(y)/6)
		}
	}
	s.Series = append(s.Series, crowd)
	for _, item := range s.Scene().Items {
		if item.Text == "CART, pruned" && item.Anchor != "end" {
			t.Errorf("the name begins at %v", item.X)
		}
	}
}

// The legend is above the plot, whatever the marks are.
func TestLegendHidesNoMarks(t *testing.T) {
	s := chart.Scatter{Width: 500, Height: 400}
	for _, name := range []string{"one", "two", "three"} {
		s.Series = append(s.Series, chart.Points{Class: name, Name: name, X: []float64{0, 1, 0, 1}, Y: []float64{0, 1, 1, 0}})
		_, highest := s.At(1, 1)
		for _, item := range s.Scene().Items {
			if item.Class == "key "+name && item.Y > highest-10 {
				t.Errorf("%q at %v, the highest mark at %v", name, item.Y, highest)
			}
		}
	}
}
