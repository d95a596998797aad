package chart

import (
	"math"
	"strconv"
)

// NetworkDiagram is a drawing of a two-layer network, as in Figure 1 of arXiv:2103.02826: features at the left, rules in the middle,
// the output neuron at the right. Each rule has its own row, so that a page can align text with it.
type NetworkDiagram struct {
	Inputs    []Input // from above
	Rules     []DiagramRule
	RowHeight float64 // of a rule
	Folded    string  // text below the inputs about omitted ones; "" for none
	Joins     string  // name of the output neuron
	Answer    string  // below it
}

// Input is a feature.
type Input struct {
	Text  string
	Group int // inputs of one group are adjacent
}

// DiagramRule is a rule.
type DiagramRule struct {
	Name  string
	Open  bool    // its OR gate is open: the line to the output neuron is solid
	Gate  float64 // in [0, 1]
	Lines []Edge
}

// Edge joins an input and a rule.
type Edge struct {
	Input  int
	Weight float64 // positive requires the input, negative its negation; 0 behind a closed gate
}

// NetworkScene is the layout of a network. The items of each rule are separate, so that a page can highlight one.
type NetworkScene struct {
	Width, Height float64
	Top           float64 // where the first row begins
	Still         []Item  // inputs and the output neuron
	Rules         []NeuronScene
}

// NeuronScene is a rule in at most three paths for any number of lines. Positive and Negative are areas, Masked is a line.
type NeuronScene struct {
	X, Y                       float64 // of the middle of the neuron
	Node                       string
	Name                       string
	Positive, Negative, Masked string
}

// WireScene is one line by itself.
type WireScene struct {
	Path  string // an area, or a line behind a closed gate
	Along string // its center line, for hit tests
	X, Y  float64
}

const (
	wordsWide, mostLetters = 186, 30  // room for the names of the features, in pixels and letters
	plusAt, notAt          = 200, 213 // marks of an input: every line of one sign starts at the same, so that marks never overlap
	beginsAt, endsAt       = 219, 420
	neuronAt, lastAt       = 432, 520
	networkWide            = 566
	neuronSize             = 12 // radius
	lastSize               = 18
	inputHigh              = 16
	groupGap               = 6
	markArm, markBar       = 4, 0.8 // of a plus; the radius of a ring and half of the width of its line
	widthOf                = 2.5    // pixels for a weight of 1
	thinnest, widest       = 0.8, 8 // of a line
	fullRow                = 40
	fan                    = 6 // from the end of a line to the next, at most
)

// WireWidth returns the width of the line of a weight: proportional, clamped to [0.8, 8] pixels.
func WireWidth(weight float64) float64 { return min(max(widthOf*math.Abs(weight), thinnest), widest) }

// wireWidth is WireWidth, reduced in low rows, where many wide lines would hide each other.
func (n NetworkDiagram) wireWidth(weight float64) float64 {
	full := min(n.RowHeight/fullRow, 1)
	return max(WireWidth(weight)*full*full, thinnest)
}

// Scene lays the network out.
func (n NetworkDiagram) Scene() NetworkScene {
	_, inputs := n.places(0)
	rules := n.RowHeight * float64(len(n.Rules))
	s := NetworkScene{Width: networkWide, Height: max(inputs, rules, 4*lastSize)}
	s.Top = (s.Height - rules) / 2
	places, _ := n.places((s.Height - inputs) / 2)
	s.Still = n.still(places, s.Height, inputs)
	for k := range n.Rules {
		s.Rules = append(s.Rules, n.rule(k, places, s))
	}
	return s
}

// places returns the y coordinates of the inputs, and the end of the text below them.
func (n NetworkDiagram) places(top float64) (y []float64, end float64) {
	end = top + inputHigh/2.
	for i, input := range n.Inputs {
		if i > 0 && input.Group != n.Inputs[i-1].Group {
			end += groupGap
		}
		y = append(y, end)
		end += inputHigh
	}
	if n.Folded != "" {
		end += inputHigh
	}
	return y, end - inputHigh/2.
}

// still draws the items that do not belong to a rule.
func (n NetworkDiagram) still(places []float64, height, inputs float64) []Item {
	var items []Item
	first := 0
	for i, input := range n.Inputs {
		items = append(items, Item{Class: "net-input", X: wordsWide, Y: places[i] + lift, Anchor: "end", Text: shorten(input.Text, mostLetters)})
		if last := i == len(n.Inputs)-1; last || n.Inputs[i+1].Group != input.Group {
			path := "M" + at(plusAt-9, places[first]-inputHigh/2+2) + "V" + number(places[i]+inputHigh/2-2)
			items = append(items, Item{Class: "net-group", Path: path})
			first = i + 1
		}
	}
	if n.Folded != "" {
		items = append(items, Item{Class: "net-folded", X: wordsWide, Y: (height+inputs)/2 - lift, Anchor: "end", Text: n.Folded})
	}
	middle := height / 2
	return append(items,
		Item{Class: "net-node", Path: circle(lastAt, middle, lastSize)},
		Item{Class: "net-name", X: lastAt, Y: middle + lift, Anchor: "middle", Text: n.Joins},
		Item{Class: "net-answer", X: lastAt, Y: middle + lastSize + 14, Anchor: "middle", Text: shorten(n.Answer, 15)})
}

func (n NetworkDiagram) rule(k int, places []float64, s NetworkScene) NeuronScene {
	r := n.Rules[k]
	y := s.Top + n.RowHeight*(float64(k)+0.5)
	out := NeuronScene{X: neuronAt, Y: y, Node: circle(neuronAt, y, min(neuronSize, n.RowHeight/2-1)), Name: r.Name}
	var positive, negative, masked pathBuilder
	marked := make([]bool, 2*len(places)) // inputs with a mark, by the sign of the weight
	for i, w := range r.Lines {
		path, mark := &positive, 2*w.Input
		switch {
		case w.Weight == 0:
			path = &masked
		case w.Weight < 0:
			path, mark = &negative, mark+1
		}
		n.line(path, w, places[w.Input], n.end(k, i, y), !marked[mark])
		marked[mark] = marked[mark] || w.Weight != 0
	}
	if r.Open {
		positive.ribbon(neuronAt+neuronSize, y, lastAt-lastSize, s.Height/2, n.wireWidth(r.Gate))
	} else {
		masked.curve(neuronAt+neuronSize, y, lastAt-lastSize, s.Height/2)
	}
	out.Positive, out.Negative, out.Masked = string(positive), string(negative), string(masked)
	return out
}

// end returns the end of line i of rule k: the lines of a rule end below each other, in the order of their inputs.
func (n NetworkDiagram) end(k, i int, y float64) float64 {
	last := len(n.Rules[k].Lines) - 1
	if last == 0 {
		return y
	}
	step := min(fan, (n.RowHeight-8)/float64(last))
	return y + step*(float64(i)-float64(last)/2)
}

// Wire lays one line of a rule out by itself.
func (n NetworkDiagram) Wire(s NetworkScene, k, i int) WireScene {
	w := n.Rules[k].Lines[i]
	_, inputs := n.places(0)
	places, _ := n.places((s.Height - inputs) / 2)
	from, to := places[w.Input], n.end(k, i, s.Rules[k].Y)
	var area, along pathBuilder
	along.curve(beginsAt, from, endsAt, to)
	n.line(&area, w, from, to, true)
	return WireScene{Path: string(area), Along: string(along), X: (beginsAt + endsAt) / 2, Y: (from + to) / 2}
}

// line draws a line of a rule: an area with the mark of its sign at the input, or a curve behind a closed gate.
func (n NetworkDiagram) line(p *pathBuilder, w Edge, from, to float64, mark bool) {
	if w.Weight == 0 {
		p.curve(beginsAt, from, endsAt, to)
		return
	}
	p.ribbon(beginsAt, from, endsAt, to, n.wireWidth(w.Weight))
	switch {
	case mark && w.Weight > 0:
		p.plus(plusAt, from)
	case mark:
		p.not(notAt, from)
	}
}

func shorten(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}

// pathBuilder writes a path in SVG's path language. It allocates the path only: a page writes thousands of coordinates a second.
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
