// Package network draws the displayed rules as a network: columns, rules and an OR node. It traces a row through the drawing, and
// evaluates weights of the trained network that are edited by hand.
package network

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Model is the state of the view of the network.
type Model struct {
	selection
	palette int // index into palettes
	edits   edits
	trace   trace
	of      *protocol.Started // the run that the selection belongs to
}

// selection determines the highlighted rule. A rule is given by node.place; 0 is none. The rule under the pointer takes precedence, so that
// the chosen one is highlighted again when the pointer leaves.
type selection struct {
	chosen  int // was clicked or focused last
	hovered int // is under the pointer
}

// palettes lists the color schemes of the network: the class in the style sheet and the label.
var palettes = [][2]string{
	{"paper", "green and orange"},
	{"safe", "blue and orange, color-blind safe"},
	{"print", "black and gray, for print"},
}

// shownRules holds the rules that are drawn: of a model, of one class, or of all classes.
type shownRules struct {
	of      any                  // identifies the rules: a snapshot, a model, or the evaluation of edited weights
	source  string               // where the rules come from, in words
	class   string               // the class that the rules predict, "" if they are those of all classes or of a model of two classes
	model   *protocol.Model      // has the encoder and the target of the rules
	classes *protocol.MultiClass // model that the rules are from, nil unless rules of all classes are drawn
	answers []string             // by class: the prediction if enough of its rules hold
	votes   int                  // the number of rules that must hold, at least 1
	nodes   []node
	rows    int // training rows of the scores; 0 if these are unknown
	cut     int // number of conditions, if they are too many for the snapshot to list the rules; otherwise 0
}

// shownRules returns the rules to draw: those of edited weights, of the model after a run, of the selected snapshot, or the newest.
func (m Model) shownRules(c core.View) (s shownRules, ok bool) {
	r, e, p, all := c.Run, m.edits, c.Revision, c.MultiClass
	if r.Started == nil || r.Started.Head == nil {
		return s, false
	}
	if p.Model == nil || p.Run != r.Number || !r.Learnt() { // the current rules are not those of this run
		p, all = core.Revision{Model: r.Model}, nil
	}
	if all != nil {
		s.class = core.SetName(all, c.Member)
	}
	switch {
	case e.net != nil && e.now != nil && m.canEdit(c):
		_, model := learned(c)
		s.of, s.source, s.model = e.now, "Rules of the edited weights", model
		s.add(model.Prediction(true), e.now.Rules, e.now.Outcome)
	case !r.Learnt():
		return snapshot(r)
	case p.Model == nil:
		return s, false
	case all != nil && all.Codes == nil && len(all.Members) <= mostRules:
		s = shownRules{of: all, source: stageInWords(p.Model), model: p.Model, classes: all}
		for i, member := range all.Members {
			o, _ := member.Current()
			s.add(member.Prediction(true), member.Rules, o)
			s.number(all.Numbers(i, len(member.Rules)))
		}
	default:
		o, _ := p.Outcome()
		s.of, s.source, s.model, s.votes = p.Model, stageInWords(p.Model), p.Model, p.Model.Votes()
		s.add(p.Model.Prediction(true), p.Model.Rules, o)
		s.number(all.Numbers(c.Member, len(p.Model.Rules)))
	}
	return s, true
}

// snapshot returns the rules of the selected snapshot during a run or, if none is selected, the rules in the list next to the drawing.
func snapshot(r core.Run) (s shownRules, ok bool) {
	seen := r.Live.Seen
	if r.ShownStep > 0 {
		seen = &protocol.Progress{Now: r.Snapshots()[r.ShownPlace()], Name: r.Last.Name}
	}
	if seen == nil {
		return s, false
	}
	snapshot, head := seen.Now, r.Started.Head
	s = shownRules{of: snapshot, source: "Simplified rules of epoch " + core.Count(r.EpochOf(snapshot.Step)), class: seen.Name, model: head}
	if snapshot.Set == nil && len(snapshot.Rules) > 0 {
		s.cut = snapshot.Conditions
	}
	answer := head.Prediction(true)
	if seen.Name != "" {
		answer = rule.PredictionText(head.Target, seen.Name)
	}
	s.add(answer, snapshot.Set, protocol.Outcome{})
	return s, true
}

// add adds the rules of a class. The scores on the training rows in o give their coverage; it is unknown if their number differs.
func (s *shownRules) add(answer string, rules rule.Set, o protocol.Outcome) {
	rows, scores := o.Train.Confusion.Rows(), o.Train.Rules
	if len(scores) != len(rules) {
		rows = 0
	}
	if s.answers == nil || rows < s.rows {
		s.rows = rows
	}
	for k, r := range rules {
		n := node{number: k + 1, place: len(s.nodes) + 1, class: len(s.answers), rule: r, covered: -1}
		if rows > 0 {
			n.covered = scores[k].Covered
		}
		s.nodes = append(s.nodes, n)
	}
	s.answers = append(s.answers, answer)
}

// number sets the numbers of the rules that were added last, e.g. to those in a decision list.
func (s *shownRules) number(numbers []int) {
	added := s.nodes[len(s.nodes)-len(numbers):]
	for k, n := range numbers {
		added[k].number = n
	}
}

// net returns the trained network with the edits made by hand, and its model; nil if there is none.
func (m Model) net(c core.View) (*drnet.Sketch, *protocol.Model) {
	net, model := learned(c)
	if m.edits.net != nil && m.edits.of == net && m.canEdit(c) {
		return m.edits.net, model
	}
	return net, model
}

// learned returns the network without edits: during a run, the followed one; afterwards, the source of the rules.
func learned(c core.View) (*drnet.Sketch, *protocol.Model) {
	switch r := c.Run; {
	case r.Started == nil || r.Started.Head == nil:
	case !r.Learnt():
		return r.Last.Net, r.Started.Head
	case r.Classes != nil && c.MultiClass != nil && c.Member < len(r.Nets):
		return r.Nets[c.Member], r.Classes.Members[c.Member]
	case r.Model != nil && len(r.Nets) == 1:
		return r.Nets[0], r.Model
	}
	return nil, nil
}

// still reports whether the network is not being trained: the run is paused, or has ended with rules.
func still(c core.View) bool { return c.Run.Phase == core.Held || c.Run.Learnt() }

// canEdit reports whether weights can be edited now: the network is complete and does not train.
func (m Model) canEdit(c core.View) bool {
	net, _ := learned(c)
	return m.edits.shown && still(c) && net != nil && net.Whole
}

// trace holds the evaluation of the displayed rules on one row of the table.
type trace struct {
	shown bool
	row   string // number from 1, as typed; "" means the first row
	query core.Query[traceKey, *protocol.Explained]
}

type traceKey struct {
	of  any // see shownRules
	row int
}

// askTrace requests the evaluation of the selected row, while the network does not train.
func (m *Model) askTrace(c core.View, id core.ID) []core.Command {
	s, ok := m.shownRules(c)
	if !ok || s.cut > 0 || !still(c) || c.Table == nil {
		m.trace.query.Forget()
		return nil
	}
	row, complaint := c.RowNumber(m.trace.row)
	if !m.trace.shown || row == 0 || complaint != "" || c.Run.Phase != core.Held && c.Busy {
		return nil
	}
	model := *s.model
	model.Rules, model.Marks, model.Off = nil, nil, nil
	for _, n := range s.nodes {
		model.Rules = append(model.Rules, n.rule)
	}
	return m.trace.query.Request(traceKey{s.of, row}, id, protocol.Explain{Model: &model, MultiClass: s.classes, Row: row})
}

// traced returns the evaluated row, nil until it is known for the rules of the drawing.
func (m Model) traced(f *figure) *protocol.Explained {
	p := m.trace.query.Value
	if !m.trace.shown || p == nil || m.trace.query.Of().of != f.of || len(p.Verdicts) != len(f.nodes) {
		return nil
	}
	return p
}

// fires reports whether a rule holds for a traced row, which may be nil.
func (n node) fires(row *protocol.Explained) bool { return row != nil && row.Verdicts[n.place-1].Fires }

// kind returns the index into kinds of a condition: 1 if it fails on the traced row or, without one, if it only excludes values.
func (n node) kind(c condition, row *protocol.Explained) int {
	contrary := row == nil && c.excludes || row != nil && slices.ContainsFunc(row.Verdicts[n.place-1].Checks, func(k rule.Check) bool {
		return !k.Holds && slices.Contains(c.names, k.Column)
	})
	if contrary {
		return 1
	}
	return 0
}
