package state

import (
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Edits holds weights edited by hand. The zero value is an unedited network. Training ignores edits.
type Edits struct {
	Net     *drnet.Sketch              // the edited network, nil without edits
	Before  *protocol.NetworkEvaluated // evaluation of the original network, nil until it is known
	Now     *protocol.NetworkEvaluated // evaluation of the edited network
	Typed   string                     // text of the selected weight
	Trouble string                     // why the text is invalid

	of    *drnet.Sketch // the original network
	query core.Query[*drnet.Sketch, protocol.NetworkEvaluated]
}

// WeightsTaught enables or disables edits of weights. WeightTyped sets the weight of the selected line, and
// GateSwitched opens or closes its gate. NeuronSwitched enables or disables the selected rule. EditsDropped discards
// all edits; EditsKept opens the resulting rules as a revision.
type (
	WeightsTaught  struct{ On bool }
	WeightTyped    struct{ Text string }
	GateSwitched   struct{ Open bool }
	NeuronSwitched struct{ On bool }
	EditsDropped   struct{}
	EditsKept      struct{}
)

// MostWeight limits a typed weight to a few times the usual range of trained weights.
const MostWeight = 10

// weights handles the messages about edited weights, and reports whether m is one.
func (s *State) weights(m Msg) bool {
	switch m := m.(type) {
	case WeightsTaught:
		s.Teach.Weights, s.Edits = m.On, Edits{}
	case WeightTyped:
		s.Edits.Typed, s.Edits.Trouble = m.Text, ""
		w, ok := dataset.ParseNumber(strings.Replace(strings.TrimSpace(m.Text), "−", "-", 1))
		if !ok || w < -MostWeight || w > MostWeight {
			s.Edits.Trouble = "Type a number from −10 to 10."
			break
		}
		s.changeLine(func(l *drnet.Connection) { // the effective weight of the line equals the typed one
			if l.W = float32(w); drnet.Opens(l.Loc) {
				l.W = float32(w) / drnet.Gate(l.Loc)
			}
		})
	case GateSwitched:
		s.changeLine(func(l *drnet.Connection) { l.Loc = byHand(m.Open) })
	case NeuronSwitched:
		s.changeNeuron(func(n *drnet.Neuron) { n.Loc = byHand(m.On) })
	case EditsDropped:
		s.Edits = Edits{Before: s.Edits.Before, of: s.Edits.of, query: s.Edits.query}
	case EditsKept:
		s.keepEdits()
	default:
		return false
	}
	return true
}

func byHand(open bool) float32 {
	if open {
		return drnet.OpenByHand
	}
	return drnet.ClosedByHand
}

// Teachable reports whether weights can be edited now: the network is complete and does not train.
func (s State) Teachable() bool {
	net, _ := s.learntNet()
	return s.Teach.Weights && s.standsStill() && net != nil && net.Whole
}

// standsStill reports whether the network does not train now.
func (s State) standsStill() bool { return s.Run.Phase == core.Held || s.Run.Learnt() }

// changeNeuron changes a copy of the selected rule.
func (s *State) changeNeuron(change func(*drnet.Neuron)) {
	net, _ := s.net()
	if !s.Teachable() || net == nil {
		return
	}
	base, _ := s.learntNet()
	k := slices.IndexFunc(net.Neurons, func(n drnet.Neuron) bool { return n.Rule+1 == s.Net.Rule })
	if k < 0 {
		return
	}
	edited := *net
	edited.Neurons = slices.Clone(net.Neurons)
	edited.Neurons[k].Lines = slices.Clone(edited.Neurons[k].Lines)
	edited.Neurons[k].Covers = -1
	change(&edited.Neurons[k])
	s.Edits.Net, s.Edits.of = &edited, base
}

func (s *State) changeLine(change func(*drnet.Connection)) {
	s.changeNeuron(func(n *drnet.Neuron) {
		if i := slices.IndexFunc(n.Lines, func(l drnet.Connection) bool { return int(l.Feature)+1 == s.Net.Line }); i >= 0 {
			change(&n.Lines[i])
		}
	})
}

// Was returns a line of the selected rule without edits.
func (s State) Was(l drnet.Connection) drnet.Connection {
	base, _ := s.learntNet()
	if base == nil {
		return l
	}
	for _, n := range base.Neurons {
		if n.Rule+1 != s.Net.Rule {
			continue
		}
		for _, was := range n.Lines {
			if was.Feature == l.Feature {
				return was
			}
		}
	}
	return l
}

const askedEdits asked = "edits"

// askEdits requests an evaluation of the network, first without and then with the edits.
func (s *State) askEdits() {
	base, model := s.learntNet()
	e := &s.Edits
	if !s.Teachable() || e.of != nil && e.of != base {
		if e.of != nil || e.Before != nil { // the run continued, or another one started
			s.Edits = Edits{}
		}
		return
	}
	if s.Run.Phase != core.Held && s.Busy() {
		return
	}
	ask := e.Net
	if e.Before == nil {
		e.of, ask = base, base
	}
	if ask != nil && e.query.Wants(ask) {
		e.query.Ask(ask, s.ask(protocol.EvaluateNetwork{Model: model, Net: ask}, pending{what: askedEdits}))
	}
}

// hearWeighed stores an evaluation of the network.
func (s *State) hearWeighed(w protocol.NetworkEvaluated, of pending) {
	e := &s.Edits
	if !e.query.Answer(of.ID, w) {
		return
	}
	switch e.query.Of() {
	case e.of:
		e.Before = &w
	case e.Net:
		e.Now = &w
	}
}

// networkRefused stores a refused request about the network, and reports whether of is one.
func (s *State) networkRefused(of pending, p *core.Problem) bool {
	return s.Edits.query.Refuse(of.ID, p) || s.Forward.query.Refuse(of.ID, p) || of.what == askedEdits || of.what == askedPass
}

// keepEdits opens the rules of the edited network as a revision, which can be undone.
func (s *State) keepEdits() {
	now, study := s.Edits.Now, s.Study.Now()
	_, model := s.learntNet()
	if now == nil || now.Problem != nil || !s.Run.Learnt() || study.Model == nil || model == nil ||
		study.Model.Encoder != model.Encoder || s.Edits.query.Of() != s.Edits.Net {
		return
	}
	s.Study.do("weights of the network changed", func(m rule.Model) (rule.Model, error) {
		m.Rules, m.Marks, m.Off, m.Edited = now.Rules, nil, nil, true
		return m, nil
	})
}

func (WeightsTaught) msg()  {}
func (WeightTyped) msg()    {}
func (GateSwitched) msg()   {}
func (NeuronSwitched) msg() {}
func (EditsDropped) msg()   {}
func (EditsKept) msg()      {}
