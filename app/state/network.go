package state

import (
	"cmp"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Net is what is in sight of the network. The zero value shows all of it.
type Net struct {
	Rule    int  // the rule that is shown alone, by its number in the network from 1; 0 for all
	Line    int  // of that rule the line whose weight is told, by its feature from 1; 0 for none
	Pinned  bool // the rule was chosen, and stays when the pointer leaves
	Held    bool // the line was chosen
	Palette int  // place in Palettes
	Table   bool // the numbers are shown as a table
	Drawn   int  // how many parts of the network are drawn: all at once would hold the page
}

// Palettes are the colours of a network: what the style sheet knows them by, and the words for them.
var Palettes = [][2]string{{"paper", "green and red, as in the paper"}, {"safe", "blue and orange, for colour-blind eyes"}, {"print", "black and grey, for print"}}

// RulePointed shows a rule of the network alone, RuleFixed does so until it is chosen again; both count from 1 and 0 shows all.
// LinePointed and LineFixed tell about one of its lines, by the feature from 1. NetLeft says that the pointer has left the
// drawing, NetEscaped puts away one thing after the other that is in sight.
type (
	RulePointed   struct{ Rule int }
	RuleFixed     struct{ Rule int }
	LinePointed   struct{ Line int }
	LineFixed     struct{ Line int }
	NetLeft       struct{}
	NetEscaped    struct{}
	PaletteChosen struct{ Index int }
	NetTable      struct{}
)

// network changes what is in sight of the network, and reports whether the message was about it.
func (s *State) network(m Msg) bool {
	n := &s.Net
	switch m := m.(type) {
	case RulePointed:
		if !n.Pinned && n.Rule != m.Rule {
			n.point(m.Rule)
		}
	case RuleFixed:
		if n.Pinned && n.Rule == m.Rule {
			n.Pinned = false
			break
		}
		if n.Rule != m.Rule {
			n.point(m.Rule)
		}
		n.Pinned = m.Rule != 0
	case LinePointed:
		if !n.Held && n.Line != m.Line {
			n.Line = m.Line
			s.Edits.Typed, s.Edits.Trouble = "", ""
		}
	case LineFixed:
		if n.Held && n.Line == m.Line {
			n.Held = false
			break
		}
		s.Edits.Typed, s.Edits.Trouble = "", ""
		n.Line, n.Held, n.Pinned = m.Line, m.Line != 0, n.Pinned || m.Line != 0
	case NetLeft:
		if !n.Held {
			n.Line = 0
		}
		if !n.Pinned {
			n.point(0)
		}
	case NetEscaped:
		if n.Line != 0 {
			n.Line, n.Held = 0, false
			break
		}
		n.point(0)
		n.Pinned = false
	case PaletteChosen:
		if m.Index >= 0 && m.Index < len(Palettes) {
			n.Palette = m.Index
		}
	case NetTable:
		n.Table = !n.Table
	default:
		return false
	}
	return true
}

func (n *Net) point(rule int) { n.Rule, n.Line, n.Held = rule, 0, false }

// net returns the network in sight, with what was changed by hand, and what it is a network of; nil if there is none.
func (s State) net() (*drnet.Sketch, *protocol.Model) {
	net, model := s.learntNet()
	if s.Edits.Net != nil && s.Edits.of == net && s.Teachable() {
		return s.Edits.Net, model
	}
	return net, model
}

// learntNet returns the network as it was learnt. While training it is that of the
// training that is followed, after it the one that the rules were read from.
func (s State) learntNet() (*drnet.Sketch, *protocol.Model) {
	r := s.Run
	if r.Started == nil || r.Started.Head == nil {
		return nil, nil
	}
	if !r.Learnt() {
		return r.Last.Net, r.Started.Head
	}
	switch {
	case r.Classes != nil && s.Whole.Model != nil && s.Whole.At < len(r.Nets):
		return r.Nets[s.Whole.At], r.Classes.Members[s.Whole.At]
	case r.Model != nil && len(r.Nets) == 1:
		return r.Nets[0], r.Model
	}
	return nil, nil
}

// Figure is the network in sight as it is drawn.
type Figure struct {
	Rules    []FigureRule
	Features []int  // of the inputs, from above
	Folded   string // what is not drawn; "" for nothing
	Answer   string // in words, if a rule fires
	More     int    // rules that are not drawn, if it is above 0
	Open     int    // rules that are on
	Places   int    // places for rules that are drawn so far
	Of       int    // rules of the network
	Used     int    // features that some rule asks about
	Whole    bool
	Model    *protocol.Model
	Asks     []binarize.Feature // all features

	phrases [][2]string // how they and their negations read
}

// FigureRule is a rule of the network.
type FigureRule struct {
	drnet.Neuron
	Text    string
	Leaving bool
	Wires   []Wire // the lines that are drawn
}

// Wire is a line that is drawn.
type Wire struct {
	drnet.Line
	Input int // place of its feature among the inputs
}

const (
	mostRows   = 60
	mostInputs = 48  // questions that are drawn: more have no room
	fewRules   = 12  // up to so many have wide rows and all their lines
	fewLines   = 12  // of a rule are drawn where there are more rules
	mostMasked = 150 // closed lines, that are drawn where there are not more
	mostSaid   = 12  // conditions of a rule in its text
)

// partNeurons are drawn at once. The first part is what stands around the rules.
const partNeurons = 8

// drawingNet reports whether the network has more rules than are drawn.
func (s State) drawingNet() bool {
	net, _ := s.net()
	return net != nil && (s.Net.Drawn-1)*partNeurons < min(net.Rules, mostRows)
}

// Figure returns the network in sight, nil if there is none.
func (s State) Figure() *Figure {
	net, model := s.net()
	if net == nil || model == nil || model.Encoder == nil {
		return nil
	}
	f := &Figure{Places: max(0, s.Net.Drawn-1) * partNeurons, Of: net.Rules, Whole: net.Whole, Model: model, Asks: s.Run.Features}
	if len(f.Asks) != model.Encoder.Bits() {
		f.Asks = model.Encoder.Features()
	}
	f.phrases = s.Run.Phrases
	f.take(net, s)
	f.choose()
	f.draw(s)
	f.Answer = model.Prediction(true)
	if name := s.Run.Last.Name; name != "" && !s.Run.Learnt() {
		f.Answer = rule.PredictionText(model.Target, name)
	}
	return f
}

// take lists the rules that are drawn, in the order of their numbers: those that are on, those that are just going, and the
// one that is looked at.
func (f *Figure) take(net *drnet.Sketch, s State) {
	for k, n := range net.Neurons {
		if n.Open() {
			f.Open++
		}
		was := net == s.Edits.Net && k < len(s.Edits.of.Neurons) && s.Edits.of.Neurons[k].Open() // it was switched off by hand
		if n.Open() || was || n.Rule+1 == s.Net.Rule {
			if w := s.Edits.Now; net == s.Edits.Net && w != nil && s.Edits.query.Of() == net && k < len(w.Covers) {
				n.Covers = w.Covers[k]
			}
			f.Rules = append(f.Rules, FigureRule{Neuron: n})
		}
	}
	if !s.Run.Learnt() {
		for _, g := range s.Run.Leaving {
			if !slices.ContainsFunc(f.Rules, func(r FigureRule) bool { return r.Rule == g.Neuron.Rule }) {
				g.Neuron.Loc = drnet.ClosedByHand
				f.Rules = append(f.Rules, FigureRule{Neuron: g.Neuron, Leaving: true})
			}
		}
	}
	slices.SortFunc(f.Rules, func(a, b FigureRule) int { return cmp.Compare(a.Rule, b.Rule) })
	if f.More = len(f.Rules) - mostRows; f.More > 0 {
		f.Rules = f.Rules[:mostRows]
	}
	for k := range f.Rules {
		f.Rules[k].Text = f.text(f.Rules[k].Neuron)
	}
}

// text writes a rule as one line of not too many conditions. Those of a longer one stand as they are: it is on its way, and
// ten times a second fifty of them are written.
func (f *Figure) text(n drnet.Neuron) string {
	literals := n.Literals()
	rest := len(literals) + n.More - mostSaid
	if rest <= 0 {
		return literals.Text(f.Asks)
	}
	var b strings.Builder
	for _, l := range literals[:min(len(literals), mostSaid)] {
		b.WriteString(f.phrase(l) + " AND ")
	}
	b.WriteString(core.Plural(rest, "more condition", "more conditions"))
	return b.String()
}

// phrase writes a condition.
func (f *Figure) phrase(l rule.Literal) string {
	side := 0
	if l.Not {
		side = 1
	}
	if len(f.phrases) != len(f.Asks) {
		return f.Asks[l.Feature].Text(l.Not)
	}
	return f.phrases[l.Feature][side]
}

// choose picks the questions that are drawn: those with the heaviest lines, if there are too many.
func (f *Figure) choose() {
	weight, used := make([]float32, len(f.Asks)), make([]bool, len(f.Asks))
	for _, r := range f.Rules {
		for _, l := range r.Lines {
			if l.Open() {
				w := l.Weight()
				weight[l.Feature] += max(w, -w)
				used[l.Feature] = true
			}
		}
	}
	for feature, is := range used {
		if is {
			f.Features = append(f.Features, feature)
		}
	}
	f.Used = len(f.Features)
	if len(f.Features) > mostInputs {
		slices.SortFunc(f.Features, func(a, b int) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
		f.Features = f.Features[:mostInputs]
		slices.Sort(f.Features)
	}
	switch unused, hidden := len(f.Asks)-f.Used, f.Used-len(f.Features); {
	case hidden > 0:
		f.Folded = "+" + core.Count(hidden) + " lighter, +" + core.Count(unused) + " unused"
	case unused > 0:
		f.Folded = "+" + core.Count(unused) + " unused"
	}
}

// Few reports whether there are so few rules that each has room for all its lines.
func (f *Figure) Few() bool { return len(f.Rules) <= fewRules }

// draw picks the lines that are drawn. Where weights can be changed, the rule that is looked at has its closed ones too.
func (f *Figure) draw(s State) {
	most := fewLines
	if f.Few() {
		most = mostInputs
	}
	masked := f.Whole && len(f.Rules)*len(f.Features) <= mostMasked
	for k := range f.Rules {
		r := &f.Rules[k]
		for _, l := range r.Lines {
			if input, drawn := slices.BinarySearch(f.Features, int(l.Feature)); drawn && (l.Open() || masked || s.Teachable() && r.Rule+1 == s.Net.Rule) {
				r.Wires = append(r.Wires, Wire{l, input})
			}
		}
		if len(r.Wires) > most {
			slices.SortStableFunc(r.Wires, func(a, b Wire) int { return cmp.Compare(b.size(), a.size()) })
			r.Wires = r.Wires[:most]
			slices.SortFunc(r.Wires, func(a, b Wire) int { return cmp.Compare(a.Input, b.Input) })
		}
	}
}

func (w Wire) size() float32 { return max(w.Weight(), -w.Weight()) }

// Place returns where a rule is among those that are drawn, by its number from 1; negative if it is not.
func (f *Figure) Place(number int) int {
	return slices.IndexFunc(f.Rules, func(r FigureRule) bool { return r.Rule+1 == number })
}

func (RulePointed) msg() {}

func (RuleFixed) msg() {}

func (LinePointed) msg() {}

func (LineFixed) msg() {}

func (NetLeft) msg() {}

func (NetEscaped) msg() {}

func (PaletteChosen) msg() {}

func (NetTable) msg() {}

// Gate returns the gate of the rule without noise.
func (r FigureRule) Gate() float64 { return float64(drnet.Gate(r.Loc)) }
