package rules

import (
	"slices"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Msg is a message of this feature.
type Msg interface{ msg() }

// The messages. The first ones change the view of the rules. LeastTyped hides rules with a smaller training coverage from the
// matrix; WideMatrix shows all its columns.
type (
	RuleSelected struct{ Line int } // in the inspector; NoRule, or the rule that is there, for none
	StageChosen  struct{ Stage core.Stage }
	SortChosen   struct{ Sort Sort }
	RulesSought  struct{ Text string }
	MoreRules    struct{}
	PartDrawn    struct{} // another part of the rules is drawn
	LineCopied   struct{ Line int }
	LeastTyped   struct{ Text string }
	WideMatrix   struct{ Wanted bool }

	// RuleSwitched, RulePinned, RuleNoted and RuleDeleted change one rule, by its index among all rules.
	RuleSwitched struct {
		Line int
		On   bool
	}
	RulePinned struct {
		Line   int
		Pinned bool
	}
	RuleNoted struct {
		Line int
		Text string
	}
	RuleDeleted struct{ Line int }

	// RuleOpened opens a rule for editing, or closes it; NewRule is an empty one. ConditionDropped removes the conditions on a
	// column from a rule; ConditionAdded adds the Draft.
	RuleOpened       struct{ Line int }
	ConditionDropped struct {
		Line   int
		Column string
	}
	DraftChosen    struct{ Draft Draft }
	ConditionAdded struct{}

	// Undone and Redone move by one revision; RevisionChosen moves to any revision.
	Undone         struct{}
	Redone         struct{}
	RevisionChosen struct{ At int }

	// SetChosen shows another set of a multiclass model, by its index. PrecedenceChosen lets the order of the classes decide
	// where rules of several classes fire. ClassMoved moves the class at an index, at least 1, up by one.
	SetChosen        struct{ Set int }
	PrecedenceChosen struct{ ByClass bool }
	ClassMoved       struct{ Place int }
)

func (RuleSelected) msg()     {}
func (StageChosen) msg()      {}
func (SortChosen) msg()       {}
func (RulesSought) msg()      {}
func (MoreRules) msg()        {}
func (PartDrawn) msg()        {}
func (LineCopied) msg()       {}
func (LeastTyped) msg()       {}
func (WideMatrix) msg()       {}
func (RuleSwitched) msg()     {}
func (RulePinned) msg()       {}
func (RuleNoted) msg()        {}
func (RuleDeleted) msg()      {}
func (RuleOpened) msg()       {}
func (ConditionDropped) msg() {}
func (DraftChosen) msg()      {}
func (ConditionAdded) msg()   {}
func (Undone) msg()           {}
func (Redone) msg()           {}
func (RevisionChosen) msg()   {}
func (SetChosen) msg()        {}
func (PrecedenceChosen) msg() {}
func (ClassMoved) msg()       {}

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	var commands []core.Command
	switch msg := msg.(type) {
	case core.Heard:
		m.hear(msg)
		core.Hear(&m.Coverage.Query, msg)
	case core.Refresh:
		commands = m.follow(c)
		if c.Idle() && c.Tab == core.MatrixTab && c.Table != nil {
			id := c.Free + core.ID(len(commands))
			commands = append(commands, m.Coverage.Query.Request(m.Model(), id, protocol.Cover{Model: m.Model()})...)
		}
	case core.TableRead:
		m.Coverage = Coverage{Wide: m.Coverage.Wide}
	case RuleSelected:
		m.inspect(msg.Line)
	case StageChosen:
		m.Stage = msg.Stage
		m.inspect(NoRule)
	case SortChosen:
		m.Sort = msg.Sort
		m.sort()
	case RulesSought:
		m.Find, m.More = msg.Text, 0
	case MoreRules:
		m.More++
	case PartDrawn:
		m.Drawn++
	case LineCopied:
		commands = []core.Command{core.CopyText{Text: m.LineText(msg.Line)}}
	case LeastTyped:
		m.Coverage.Least = msg.Text
	case WideMatrix:
		m.Coverage.Wide = msg.Wanted
	case SetChosen:
		if m.turn(msg.Set) {
			commands = []core.Command{core.Say{Text: "The rules for " + m.Model().Positive + " are shown."}, core.Send{Msg: core.SetShown{}}}
		}
	case PrecedenceChosen:
		m.rank(msg.ByClass)
	case ClassMoved:
		if name := m.moveUp(msg.Place); name != "" {
			commands = []core.Command{core.Say{Text: name + " moved up."}}
		}
	default:
		commands = m.edit(msg)
	}
	return m, commands
}

// follow requests the scores on the current table that no file contains. At most one request of each kind is pending.
func (m *Model) follow(c core.View) (commands []core.Command) {
	m.gather()
	m.refresh()
	p := m.Now()
	if !c.Idle() || c.Table == nil || p.Problem != nil {
		return nil
	}
	asking := func(applies bool) bool {
		return slices.ContainsFunc(m.asked, func(q question) bool { return q.applies == applies })
	}
	ask := func(applies bool, r protocol.Request) {
		id := c.Free + core.ID(len(commands))
		m.asked = append(slices.Clip(m.asked), question{id, applies, m.At, p.Model, m.Classes.Model})
		commands = append(commands, core.Request{ID: id, Body: r})
	}
	if p.Foreign && p.Applied == nil && !asking(true) {
		ask(true, protocol.Apply{Model: p.Model})
	}
	comparable := p.Foreign && p.Applied != nil && p.Applied.Scores != nil
	rules := (p.Model.Edited || comparable) && p.Scored == nil
	if (rules || m.Classes.measured != m.Classes.Model && (comparable || !p.Foreign)) && !asking(false) {
		m.Classes.measured = m.Classes.Model
		ask(false, protocol.Score{Model: p.Model, MultiClass: m.Classes.Model})
	}
	return commands
}

// hear stores the answer to a request. It ignores the answers to other requests.
func (m *Model) hear(h core.Heard) {
	i := slices.IndexFunc(m.asked, func(q question) bool { return q.id == h.ID })
	if i < 0 || !protocol.Final(h.Event) {
		return
	}
	q := m.asked[i]
	m.asked = slices.Delete(slices.Clone(m.asked), i, i+1)
	change := func(change func(*core.Revision)) {
		if q.at < len(m.Revisions) && m.Revisions[q.at].Model == q.model { // otherwise the revision has changed
			m.Set.change(q.at, change)
		}
	}
	switch e := h.Event.(type) {
	case protocol.Scored:
		if e.Classes != nil && q.classes == m.Classes.Model {
			m.Classes.Outcome = e.Classes
		}
		change(func(p *core.Revision) {
			if p.Scored == nil { // otherwise another set of the model has changed
				p.Scored = &e
			}
		})
	case protocol.Applied:
		change(func(p *core.Revision) { p.Applied = &e })
	case protocol.Refused:
		switch p := core.ProblemOf(e); {
		case !p.Cancelled():
			change(func(r *core.Revision) { r.Problem = p })
		case !q.applies: // another stop cancelled it, and it is requested again
			m.Classes.measured = nil
		}
	}
}
