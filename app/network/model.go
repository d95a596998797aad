// Package network draws the network of a run, with its rules as text. It traces a row through the network, and evaluates weights
// that are edited by hand.
package network

import (
	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Model is the state of the view of the network. The zero value shows the whole network.
type Model struct {
	Drawn int // parts of the network drawn so far: drawing all at once would block the page

	selection
	palette  int  // index into palettes
	table    bool // the numbers are shown as a table
	editable bool // weights can be edited
	edits    edits
	trace    trace
	of       *protocol.Started // the run of the selection
}

// selection is the part of the network that is highlighted.
type selection struct {
	rule       int  // number of the rule that is shown alone, from 1; 0 for all
	line       int  // feature of the selected line of that rule, from 1; 0 for none
	rulePinned bool // the rule stays when the pointer leaves
	linePinned bool // the line stays
}

// selectRule selects a rule and none of its lines.
func (s *selection) selectRule(number int) { s.rule, s.line, s.linePinned = number, 0, false }

// palettes lists the color schemes of the network: the class in the style sheet and the label.
var palettes = [][2]string{
	{"paper", "green and red, as in the paper"},
	{"safe", "blue and orange, color-blind safe"},
	{"print", "black and gray, for print"},
}

// net returns the current network with the edits made by hand, and its model; nil if there is none.
func (m Model) net(c core.View) (*drnet.Sketch, *protocol.Model) {
	net, model := learned(c)
	if m.edits.net != nil && m.edits.of == net && m.canEdit(c) {
		return m.edits.net, model
	}
	return net, model
}

// learned returns the network without edits. During a run, it is the followed network; afterwards, it is the source
// of the rules.
func learned(c core.View) (*drnet.Sketch, *protocol.Model) {
	r := c.Run
	if r.Started == nil || r.Started.Head == nil {
		return nil, nil
	}
	if !r.Learnt() {
		return r.Last.Net, r.Started.Head
	}
	switch {
	case r.Classes != nil && c.MultiClass != nil && c.Member < len(r.Nets):
		return r.Nets[c.Member], r.Classes.Members[c.Member]
	case r.Model != nil && len(r.Nets) == 1:
		return r.Nets[0], r.Model
	}
	return nil, nil
}

// still reports whether the network does not train now.
func still(c core.View) bool { return c.Run.Phase == core.Held || c.Run.Learnt() }

// canEdit reports whether weights can be edited now: the network is complete and does not train.
func (m Model) canEdit(c core.View) bool {
	net, _ := learned(c)
	return m.editable && still(c) && net != nil && net.Whole
}

// canTrace reports whether a row can be traced now: the network is complete and does not train.
func (m Model) canTrace(c core.View) bool {
	net, _ := m.net(c)
	return net != nil && net.Whole && still(c) && c.Table != nil
}

// partRules is the number of rules drawn at a time. The first part draws the surroundings of the rules.
const partRules = 8

// Drawing reports whether some rules of the network are not drawn yet.
func (m Model) Drawing(c core.View) bool {
	net, _ := m.net(c)
	return net != nil && (m.Drawn-1)*partRules < min(net.Rules, mostRows)
}
