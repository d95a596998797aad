package chart

import (
	"math"
	"strconv"
)

// pathBuilder writes a path in SVG's path language. A page writes thousands of coordinates ten times a second, so it allocates
// the path only.
type pathBuilder []byte

// put writes a command and its numbers, to a tenth of a pixel.
func (p *pathBuilder) put(command byte, values ...float64) {
	b := append(*p, command)
	for i, v := range values {
		if i > 0 {
			b = append(b, ' ')
		}
		tenths := int64(math.Round(10 * v))
		if tenths < 0 {
			b, tenths = append(b, '-'), -tenths
		}
		b = strconv.AppendInt(b, tenths/10, 10)
		if rest := tenths % 10; rest != 0 {
			b = append(b, '.', byte('0'+rest))
		}
	}
	*p = b
}

// curve draws a curve that leaves and arrives level.
func (p *pathBuilder) curve(x0, y0, x1, y1 float64) {
	middle := (x0 + x1) / 2
	p.put('M', x0, y0)
	p.put('C', middle, y0, middle, y1, x1, y1)
}

// ribbon draws such a curve as an area of a width, so that curves of many widths are one path.
func (p *pathBuilder) ribbon(x0, y0, x1, y1, width float64) {
	middle, h := (x0+x1)/2, width/2
	p.put('M', x0, y0-h)
	p.put('C', middle, y0-h, middle, y1-h, x1, y1-h)
	p.put('V', y1+h)
	p.put('C', middle, y1+h, middle, y0+h, x0, y0+h)
	p.put('Z')
}

func (p *pathBuilder) plus(x, y float64) {
	const a, b = markArm, markBar
	p.put('M', x-a, y-b)
	for _, to := range [...][2]float64{{-b, -a}, {b, -b}, {a, b}, {b, a}, {-b, b}} {
		p.put('H', x+to[0])
		p.put('V', y+to[1])
	}
	p.put('H', x-a)
	p.put('Z')
}

// not draws a ring with a stroke through it as an area: the inner circle runs the other way round, and so is a hole.
func (p *pathBuilder) not(x, y float64) {
	p.ring(x, y, markArm, 0)
	p.ring(x, y, markArm-2*markBar, 1)
	const s, h = 0.7071 * markArm, 0.7071 * markBar // half of a stroke from corner to corner
	p.put('M', x-s-h, y+s-h)
	p.put('L', x+s-h, y-s-h)
	p.put('L', x+s+h, y-s+h)
	p.put('L', x-s+h, y+s+h)
	p.put('Z')
}

// ring draws a circle; sweep, 0 or 1, is its direction.
func (p *pathBuilder) ring(x, y, r, sweep float64) {
	p.put('M', x-r, y)
	p.put('a', r, r, 0, 1, sweep, 2*r, 0)
	p.put('a', r, r, 0, 1, sweep, -2*r, 0)
	p.put('Z')
}

func circle(x, y, r float64) string {
	var p pathBuilder
	p.ring(x, y, r, 0)
	return string(p)
}
