package chart

import (
	"math"
	"unicode/utf8"
)

// box is a part of the picture that is taken.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) meets(o box) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 }

// labels names points beside them, where no other name and no mark is. A name for which there is no such place stands on the right.
func (p plot) labels() []Item {
	const height, beside, above = 12, markSize + 4, markSize + 5
	var taken []box
	for _, d := range p.Series {
		for i := range d.X {
			x, y := p.x(d.X[i]), p.y(d.Y[i])
			taken = append(taken, box{x - markSize, y - markSize, x + markSize, y + markSize})
		}
	}
	if p.Level != 0 {
		y := p.y(p.Level)
		taken = append(taken, box{left, y - height - lift, left + 8 + letter*float64(utf8.RuneCountInString(p.LevelName)), y})
	}
	var items []Item
	for _, d := range p.Series {
		for i, text := range d.Labels {
			if text == "" {
				continue
			}
			x, y, width := p.x(d.X[i]), p.y(d.Y[i]), letter*float64(utf8.RuneCountInString(text))
			var chosen Item
			var where box
			for k, c := range []struct {
				x, y   float64
				anchor string
			}{{x + beside, y + lift, "start"}, {x - beside, y + lift, "end"}, {x, y - above, "middle"}, {x, y + above + height - lift, "middle"},
				{x + beside, y - height, "start"}, {x + beside, y + height + lift, "start"}, {x - beside, y - height, "end"}, {x - beside, y + height + lift, "end"}} {
				from := c.x
				switch c.anchor {
				case "end":
					from -= width
				case "middle":
					from -= width / 2
				}
				b := box{from, c.y - height + 2, from + width, c.y + 2}
				free := b.x0 >= left && b.x1 <= p.Width && b.y0 >= headTop-height && b.y1 <= p.Height-bottom
				for _, t := range taken {
					free = free && !t.meets(b)
				}
				if k == 0 || free {
					chosen, where = Item{Class: "tick", X: c.x, Y: c.y, Anchor: c.anchor, Text: text}, b
				}
				if free {
					break
				}
			}
			items = append(items, chosen)
			taken = append(taken, where)
		}
	}
	return items
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

// along is where a value lies on the horizontal axis, before it is fitted to the picture.
func (s Scatter) along(v float64) float64 {
	if s.XLog {
		return math.Log1p(v)
	}
	return v
}
