package chart

import "math"

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
	// wordsWide is the room for the names of the features, which fits mostLetters.
	wordsWide, mostLetters = 186, 30
	// plusAt and notAt are the positions of the two marks of an input. Every line of one sign starts at the same mark, so that
	// marks never overlap.
	plusAt, notAt    = 200, 213
	beginsAt, endsAt = 219, 420
	neuronAt, lastAt = 432, 520
	networkWide      = 566
	neuronSize       = 12 // radius
	lastSize         = 18
	inputHigh        = 16
	groupGap         = 6
	markArm, markBar = 4, 0.8 // of a plus; the radius of a ring and half of the width of its line
	widthOf          = 2.5    // pixels for a weight of 1
	thinnest, widest = 0.8, 8 // of a line
	fullRow          = 40
	fan              = 6 // from the end of a line to the next, at most
)

// WireWidth returns the width of the line of a weight: proportional, clamped to [0.8, 8] pixels.
func WireWidth(weight float64) float64 {
	return min(max(widthOf*math.Abs(weight), thinnest), widest)
}

// wireWidth is WireWidth, reduced in low rows, where many wide lines would hide each other.
func (n NetworkDiagram) wireWidth(weight float64) float64 {
	full := min(n.RowHeight/fullRow, 1)
	return max(WireWidth(weight)*full*full, thinnest)
}

// Scene lays the network out.
func (n NetworkDiagram) Scene() NetworkScene {
	inputs := n.inputsHigh()
	rules := n.RowHeight * float64(len(n.Rules))
	s := NetworkScene{Width: networkWide, Height: max(inputs, rules, 4*lastSize)}
	s.Top = (s.Height - rules) / 2
	places := n.places((s.Height - inputs) / 2)
	s.Still = n.still(places, s.Height, inputs)
	for k := range n.Rules {
		s.Rules = append(s.Rules, n.rule(k, places, s))
	}
	return s
}

// inputsHigh returns the height of the inputs with the text below them.
func (n NetworkDiagram) inputsHigh() float64 {
	high := float64(len(n.Inputs) * inputHigh)
	if n.Folded != "" {
		high += inputHigh
	}
	for i := 1; i < len(n.Inputs); i++ {
		if n.Inputs[i].Group != n.Inputs[i-1].Group {
			high += groupGap
		}
	}
	return high
}

// places returns the y coordinates of the inputs.
func (n NetworkDiagram) places(top float64) []float64 {
	y := make([]float64, len(n.Inputs))
	top += inputHigh / 2.
	for i := range n.Inputs {
		if i > 0 && n.Inputs[i].Group != n.Inputs[i-1].Group {
			top += groupGap
		}
		y[i] = top
		top += inputHigh
	}
	return y
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
	places := n.places((s.Height - n.inputsHigh()) / 2)
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

// shorten cuts a text to a number of letters.
func shorten(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most-1]) + "…"
}
