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

// Net holds the view of the network. The zero value shows the whole network.
type Net struct {
	Rule    int  // number of the rule that is shown alone, from 1; 0 for all
	Line    int  // feature of the selected line of that rule, from 1; 0 for none
	Pinned  bool // the rule was selected, and stays when the pointer leaves
	Held    bool // the line was selected
	Palette int  // index into Palettes
	Table   bool // the numbers are shown as a table
	Drawn   int  // parts of the network drawn so far: drawing all at once would block the page
}

// Palettes lists the color schemes of the network: the class in the style sheet and the label.
var Palettes = [][2]string{
	{"paper", "green and red, as in the paper"},
	{"safe", "blue and orange, for colour-blind eyes"},
	{"print", "black and grey, for print"},
}

// RulePointed shows one rule of the network while the pointer is on it. RuleFixed selects or deselects the rule. Both
// count rules from 1, and 0 shows all rules. LinePointed and LineFixed do the same for a line of the rule, by its
// feature from 1. NetLeft reports that the pointer left the drawing. NetEscaped closes the selected line first, then
// the rule.
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

// network handles the messages about the view of the network, and reports whether m is one.
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

// net returns the current network with the edits made by hand, and its model; nil if there is none.
func (s State) net() (*drnet.Sketch, *protocol.Model) {
	net, model := s.learntNet()
	if s.Edits.Net != nil && s.Edits.of == net && s.Teachable() {
		return s.Edits.Net, model
	}
	return net, model
}

// learntNet returns the network without edits. During a run, it is the followed network; afterwards, it is the source
// of the rules.
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

// Figure describes the drawing of the current network.
type Figure struct {
	Rules    []FigureRule
	Features []int  // of the input units, from top to bottom
	Folded   string // text that counts the hidden features; "" if none is hidden
	Answer   string // prediction if a rule fires
	More     int    // rules beyond the limit of the drawing, if above 0
	Open     int    // active rules
	Places   int    // rules drawn so far
	Of       int    // rules of the network
	Used     int    // features with an open line
	Whole    bool
	Model    *protocol.Model
	Asks     []binarize.Feature // all features of the encoder

	phrases [][2]string // the texts of each feature and of its negation
}

// FigureRule is a rule unit of the network.
type FigureRule struct {
	drnet.Neuron
	Text    string
	Leaving bool
	Wires   []Wire // the lines to draw
}

// Wire is a drawn line.
type Wire struct {
	drnet.Connection
	Input int // index of its feature among the inputs
}

const (
	mostRows   = 60
	mostInputs = 48  // features drawn at once
	fewRules   = 12  // up to this number, rules have wide rows and all their lines
	fewLines   = 12  // lines drawn for a rule if there are more rules
	mostMasked = 150 // closed lines are drawn up to this number
	mostSaid   = 12  // conditions listed in the text of a rule
)

// partNeurons is the number of rules drawn at a time. The first part draws the surroundings of the rules.
const partNeurons = 8

// drawingNet reports whether some rules of the network are not drawn yet.
func (s State) drawingNet() bool {
	net, _ := s.net()
	return net != nil && (s.Net.Drawn-1)*partNeurons < min(net.Rules, mostRows)
}

// Figure returns the drawing of the current network, nil if there is none.
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

// take lists the rules to draw, by number: the active ones, the ones fading out, and the selected one.
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

// text writes a rule on one line, up to mostSaid conditions. It does not simplify longer rules: fifty of them are
// written ten times a second during a run.
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

// phrase returns the text of a condition.
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

// choose selects the features to draw: those with the largest total weight, if there are too many.
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

// Few reports whether each rule has room for all its lines.
func (f *Figure) Few() bool { return len(f.Rules) <= fewRules }

// draw selects the lines to draw. If weights can be edited, the selected rule includes its closed lines.
func (f *Figure) draw(s State) {
	most := fewLines
	if f.Few() {
		most = mostInputs
	}
	masked := f.Whole && len(f.Rules)*len(f.Features) <= mostMasked
	for k := range f.Rules {
		r := &f.Rules[k]
		for _, l := range r.Lines {
			if input, drawn := slices.BinarySearch(f.Features, int(l.Feature)); drawn &&
				(l.Open() || masked || s.Teachable() && r.Rule+1 == s.Net.Rule) {
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

// Place returns the index among the drawn rules of the rule with a number from 1. It is negative if the rule is not
// drawn.
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

// Gate returns the gate value of the rule without noise.
func (r FigureRule) Gate() float64 { return float64(drnet.Gate(r.Loc)) }
