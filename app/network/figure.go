package network

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/rule"
)

// figure describes the drawing of the current network.
type figure struct {
	rules    []figureRule
	inputs   []int  // features of the input units, from top to bottom
	folded   string // text that counts the hidden features; "" if none is hidden
	answer   string // prediction if a rule fires
	more     int    // rules beyond the limit of the drawing, if above 0
	open     int    // active rules
	places   int    // rules drawn so far
	of       int    // rules of the network
	used     int    // features with an open line
	whole    bool
	features []binarize.Feature // all features of the encoder

	phrases [][2]string // the texts of each feature and of its negation
}

// figureRule is a rule unit of the network.
type figureRule struct {
	drnet.Neuron
	text    string
	leaving bool
	wires   []wire // the lines to draw
}

// wire is a drawn line.
type wire struct {
	drnet.Connection
	input int // index of its feature among the inputs
}

const (
	mostRows   = 60
	mostInputs = 48  // features drawn at once
	fewRules   = 12  // up to this number, rules have wide rows and all their lines
	fewLines   = 12  // lines drawn for a rule if there are more rules
	mostMasked = 150 // closed lines are drawn up to this number
	mostSaid   = 12  // conditions listed in the text of a rule
)

// figure returns the drawing of the current network, nil if there is none.
func (m Model) figure(c core.View) *figure {
	net, model := m.net(c)
	if net == nil || model == nil || model.Encoder == nil {
		return nil
	}
	f := &figure{
		places: max(0, m.Drawn-1) * partRules, of: net.Rules, whole: net.Whole,
		features: c.Run.Features, phrases: c.Run.Phrases, answer: model.Prediction(true),
	}
	if len(f.features) != model.Encoder.Bits() {
		f.features = model.Encoder.Features()
	}
	f.take(net, m, c)
	f.choose()
	f.draw(m, c)
	if name := c.Run.Last.Name; name != "" && !c.Run.Learnt() {
		f.answer = rule.PredictionText(model.Target, name)
	}
	return f
}

// take lists the rules to draw, by number: the active ones, the ones fading out, and the selected one.
func (f *figure) take(net *drnet.Sketch, m Model, c core.View) {
	for k, n := range net.Neurons {
		if n.Open() {
			f.open++
		}
		was := net == m.edits.net && k < len(m.edits.of.Neurons) && m.edits.of.Neurons[k].Open() // it was switched off by hand
		if n.Open() || was || n.Rule+1 == m.rule {
			if w := m.edits.now; net == m.edits.net && w != nil && m.edits.query.Of() == net && k < len(w.Covers) {
				n.Covers = w.Covers[k]
			}
			f.rules = append(f.rules, figureRule{Neuron: n})
		}
	}
	if !c.Run.Learnt() {
		for _, g := range c.Run.Leaving {
			if !slices.ContainsFunc(f.rules, func(r figureRule) bool { return r.Rule == g.Neuron.Rule }) {
				g.Neuron.Loc = drnet.ClosedByHand
				f.rules = append(f.rules, figureRule{Neuron: g.Neuron, leaving: true})
			}
		}
	}
	slices.SortFunc(f.rules, func(a, b figureRule) int { return cmp.Compare(a.Rule, b.Rule) })
	if f.more = len(f.rules) - mostRows; f.more > 0 {
		f.rules = f.rules[:mostRows]
	}
	for k := range f.rules {
		f.rules[k].text = f.text(f.rules[k].Neuron)
	}
}

// text writes a rule on one line, up to mostSaid conditions. It does not simplify longer rules: fifty of them are
// written several times a second during a run.
func (f *figure) text(n drnet.Neuron) string {
	literals := n.Literals()
	rest := len(literals) + n.More - mostSaid
	if rest <= 0 {
		return literals.Text(f.features)
	}
	var texts []string
	for _, l := range literals[:min(len(literals), mostSaid)] {
		texts = append(texts, f.phrase(l))
	}
	return strings.Join(append(texts, core.Plural(rest, "more condition", "more conditions")), " AND ")
}

// phrase returns the text of a condition.
func (f *figure) phrase(l rule.Literal) string {
	switch {
	case len(f.phrases) != len(f.features):
		return f.features[l.Feature].Text(l.Not)
	case l.Not:
		return f.phrases[l.Feature][1]
	}
	return f.phrases[l.Feature][0]
}

// choose selects the features to draw: those with the largest total weight, if there are too many.
func (f *figure) choose() {
	weight := map[int]float32{}
	for _, r := range f.rules {
		for _, l := range r.Lines {
			if l.Open() {
				weight[int(l.Feature)] += wire{Connection: l}.size()
			}
		}
	}
	f.inputs = slices.Sorted(maps.Keys(weight))
	f.used = len(f.inputs)
	if len(f.inputs) > mostInputs {
		slices.SortFunc(f.inputs, func(a, b int) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
		f.inputs = f.inputs[:mostInputs]
		slices.Sort(f.inputs)
	}
	switch unused, weak := len(f.features)-f.used, f.used-len(f.inputs); {
	case weak > 0:
		f.folded = core.Count(weak) + " weak and " + core.Count(unused) + " unused hidden"
	case unused > 0:
		f.folded = core.Count(unused) + " unused hidden"
	}
}

// few reports whether each rule has room for all its lines.
func (f *figure) few() bool { return len(f.rules) <= fewRules }

// draw selects the lines to draw. If weights can be edited, the selected rule includes its closed lines.
func (f *figure) draw(m Model, c core.View) {
	most := fewLines
	if f.few() {
		most = mostInputs
	}
	masked := f.whole && len(f.rules)*len(f.inputs) <= mostMasked
	for k := range f.rules {
		r := &f.rules[k]
		for _, l := range r.Lines {
			if input, drawn := slices.BinarySearch(f.inputs, int(l.Feature)); drawn &&
				(l.Open() || masked || m.canEdit(c) && r.Rule+1 == m.rule) {
				r.wires = append(r.wires, wire{l, input})
			}
		}
		if len(r.wires) > most {
			slices.SortStableFunc(r.wires, func(a, b wire) int { return cmp.Compare(b.size(), a.size()) })
			r.wires = r.wires[:most]
			slices.SortFunc(r.wires, func(a, b wire) int { return cmp.Compare(a.input, b.input) })
		}
	}
}

func (w wire) size() float32 { return max(w.Weight(), -w.Weight()) }

// place returns the index among the drawn rules of the rule with a number from 1. It is negative if the rule is not
// drawn.
func (f *figure) place(number int) int {
	return slices.IndexFunc(f.rules, func(r figureRule) bool { return r.Rule+1 == number })
}
