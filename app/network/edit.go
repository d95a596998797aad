package network

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// edits holds weights edited by hand. The zero value is an unedited network. Training ignores edits.
type edits struct {
	shown  bool // the weights are shown and can be edited, in teaching mode
	neuron int  // number of the neuron whose weights are shown, from 1; 0 for the first one that is on

	net       *drnet.Sketch              // the edited network, nil without edits
	before    *protocol.NetworkEvaluated // evaluation of the original network, nil until it is known
	now       *protocol.NetworkEvaluated // evaluation of the edited network, nil until it is known
	typed     string                     // text that was typed last as a weight
	feature   int                        // feature of that weight
	complaint string                     // why the text is invalid

	of    *drnet.Sketch // the original network
	query core.Query[*drnet.Sketch, *protocol.NetworkEvaluated]
}

// mostWeight is the largest absolute value of a typed weight: several times that of usual trained weights.
const mostWeight = 10

// typeWeight sets the effective weight of a feature in the shown neuron, i.e. its weight times the value of its gate, from -mostWeight to
// mostWeight. Behind a closed gate, it sets the weight itself.
func (m *Model) typeWeight(feature int, text string, c core.View) {
	m.edits.typed, m.edits.feature, m.edits.complaint = text, feature, ""
	w, ok := dataset.ParseNumber(strings.Replace(strings.TrimSpace(text), "−", "-", 1))
	if !ok || w < -mostWeight || w > mostWeight {
		m.edits.complaint = "Type a number from −10 to 10."
		return
	}
	m.editLine(c, feature, func(l *drnet.Connection) {
		if l.W = float32(w); drnet.Opens(l.Loc) {
			l.W = float32(w) / drnet.Gate(l.Loc)
		}
	})
}

// byHand is the parameter of a gate that is opened or closed by hand.
var byHand = map[bool]float32{true: drnet.OpenByHand, false: drnet.ClosedByHand}

// neuronAt returns the index of the shown neuron: the chosen one, else the first one that is on; -1 without neurons.
func (e edits) neuronAt(net *drnet.Sketch) int {
	if k := slices.IndexFunc(net.Neurons, func(n drnet.Neuron) bool { return n.Rule+1 == e.neuron }); k >= 0 {
		return k
	}
	return min(max(slices.IndexFunc(net.Neurons, drnet.Neuron.Open), 0), len(net.Neurons)-1)
}

// editNeuron changes the shown neuron in a copy of the network. The neuron remains shown, even if the change switches it off.
func (m *Model) editNeuron(c core.View, change func(*drnet.Neuron)) {
	net, _ := m.net(c)
	if !m.canEdit(c) || len(net.Neurons) == 0 {
		return
	}
	k, edited := m.edits.neuronAt(net), *net
	edited.Neurons = slices.Clone(net.Neurons)
	n := &edited.Neurons[k]
	n.Lines, n.Covers = slices.Clone(n.Lines), -1
	change(n)
	m.edits.net, m.edits.neuron = &edited, n.Rule+1
	m.edits.of, _ = learned(c)
}

// editLine changes the connection of a feature to the shown neuron, in a copy of the network.
func (m *Model) editLine(c core.View, feature int, change func(*drnet.Connection)) {
	m.editNeuron(c, func(n *drnet.Neuron) {
		if i := slices.IndexFunc(n.Lines, func(l drnet.Connection) bool { return int(l.Feature) == feature }); i >= 0 {
			change(&n.Lines[i])
		}
	})
}

// askEvaluation requests an evaluation of the original network, then of the edited one. It drops edits that became impossible.
func (m *Model) askEvaluation(c core.View, id core.ID) []core.Command {
	base, model := learned(c)
	e := &m.edits
	if !m.canEdit(c) || e.of != nil && e.of != base { // e.g. the run has continued, or another one has started
		*e = edits{shown: e.shown}
		return nil
	}
	if c.Run.Phase != core.Held && c.Busy {
		return nil
	}
	ask := e.net
	if e.before == nil {
		e.of, ask = base, base
	}
	if ask == nil {
		return nil
	}
	return e.query.Request(ask, id, protocol.EvaluateNetwork{Model: model, Net: ask})
}

// keepEdits shows the rules of the edited network as a revision. It does nothing during a run, and before the network is evaluated.
func (m Model) keepEdits(c core.View) []core.Command {
	now, next := m.edits.now, c.Revision
	_, model := learned(c)
	if now == nil || !c.Run.Learnt() || next.Model == nil || model == nil ||
		next.Model.Encoder != model.Encoder || m.edits.query.Of() != m.edits.net {
		return nil
	}
	edited := *next.Model
	edited.Model, edited.Learned.Edited = edited.WithRules(now.Rules), nil
	edited.Edited = true
	next.Words, next.Model = "weights of the network changed", &edited
	next.Scored, next.Applied, next.Problem = nil, nil, nil
	return []core.Command{core.ShowRules{Revision: next}}
}
