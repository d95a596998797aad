package chart

import "unicode/utf8"

// box is an occupied part of the picture.
type box struct{ x0, y0, x1, y1 float64 }

func (b box) meets(o box) bool { return b.x0 < o.x1 && o.x0 < b.x1 && b.y0 < o.y1 && o.y0 < b.y1 }

const labelHeight = 12

// marks returns the boxes of the marks.
func (p plot) marks() (taken []box) {
	for _, d := range p.Series {
		for i := range d.X {
			x, y := p.x(d.X[i]), p.y(d.Y[i])
			taken = append(taken, box{x - markSize, y - markSize, x + markSize, y + markSize})
		}
	}
	return taken
}

// labels places the names of points next to them, clear of other names, marks and the legend. A name without a free place goes
// to the right.
func (p plot) labels(legend box) []Item {
	taken := append(p.marks(), legend)
	if p.Level != 0 {
		y := p.y(p.Level)
		taken = append(taken, box{left, y - labelHeight - lift, left + 8 + letter*float64(utf8.RuneCountInString(p.LevelName)), y})
	}
	var items []Item
	for _, d := range p.Series {
		for i, text := range d.Labels {
			if text != "" {
				item, where := p.label(p.x(d.X[i]), p.y(d.Y[i]), text, taken)
				items, taken = append(items, item), append(taken, where)
			}
		}
	}
	return items
}

// label places a name at the first free place next to its point, or on the right, and returns its box.
func (p plot) label(x, y float64, text string, taken []box) (chosen Item, where box) {
	const beside, above = markSize + 4, markSize + 5
	width := letter * float64(utf8.RuneCountInString(text))
	for k, c := range []struct {
		x, y   float64
		anchor string
	}{
		{x + beside, y + lift, "start"},
		{x - beside, y + lift, "end"},
		{x, y - above, "middle"},
		{x, y + above + labelHeight - lift, "middle"},
		{x + beside, y - labelHeight, "start"},
		{x + beside, y + labelHeight + lift, "start"},
		{x - beside, y - labelHeight, "end"},
		{x - beside, y + labelHeight + lift, "end"},
	} {
		from := c.x
		switch c.anchor {
		case "end":
			from -= width
		case "middle":
			from -= width / 2
		}
		b := box{from, c.y - labelHeight + 2, from + width, c.y + 2}
		free := b.x0 >= left && b.x1 <= p.Width && b.y0 >= headTop-labelHeight && b.y1 <= p.Height-bottom
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
	return chosen, where
}
