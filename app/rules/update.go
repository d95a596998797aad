package rules

import (
	"cmp"
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// The messages. The first ones change the view of the rules. LeastChosen hides rules with a smaller training coverage from the
// matrix; WideMatrix shows all its columns. MatrixOf shows the confusion matrix of some rows.
type (
	RuleSelected struct{ Set, Line int } // shows a rule in the inspector; NoRule, or the rule that is already there, closes it
	StageChosen  struct{ Stage core.Stage }
	SortChosen   struct{ Sort Sort }
	RulesSought  struct{ Text string }
	ColumnSought struct{ Column string } // "" for rules with conditions on any column
	MoreRules    struct{}
	PartDrawn    struct{} // another batch of rules is to be rendered
	LineCopied   struct{ Line int }
	RulesCopied  struct{} // of all classes
	LeastChosen  struct{ Rows int }
	WideMatrix   struct{ Wanted bool }
	SpokenChosen struct{ Spoken bool } // the list reads as sentences
	MatrixOf     struct{ Side protocol.Partition }

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
	RuleMoved   struct{ Line, By int } // in the decision list: up by one with -1, down with 1

	// RuleOpened opens a rule for editing, or closes it; NewRule is an empty one. ConditionDropped removes its conditions on a column;
	// ConditionAdded adds the Draft.
	RuleOpened       struct{ Line int }
	ConditionDropped struct {
		Line   int
		Column string
	}
	DraftChosen    struct{ Draft Draft }
	ConditionAdded struct{}

	// BoundGrabbed begins to drag a bound of a rule, BoundMoved drags it to a number, BoundDropped ends that. BoundNudged moves it by steps.
	BoundGrabbed struct{}
	BoundMoved   struct {
		Bound
		To float64
	}
	BoundNudged struct {
		Bound
		Steps int
	}
	BoundDropped struct{}

	// Undone and Redone move by one revision; RevisionChosen moves to any revision.
	Undone         struct{}
	Redone         struct{}
	RevisionChosen struct{ At int }

	// SetChosen makes another set of a multiclass model the current one, by its index. PrecedenceChosen lets the order of the classes decide
	// where rules of several classes hold. ClassMoved moves the class at an index, at least 1, up by one.
	SetChosen        struct{ Set int }
	PrecedenceChosen struct{ ByClass bool }
	ClassMoved       struct{ Place int }

	// ThresholdMoved sets the threshold of the probability, in (0, 1], DecisionTyped another number of the decision. CheapestAsked chooses the
	// threshold with the lowest cost on the training rows. CurveChosen shows another chart. TopTyped sets the number of likely rows to list.
	ThresholdMoved struct{ To float64 }
	DecisionTyped  struct {
		Field DecisionField
		Text  string
	}
	CheapestAsked struct{}
	CurveChosen   struct{ Curve eval.Curve }
	TopTyped      struct{ Text string }

	// BalanceAsked trains again with balanced class weights.
	BalanceAsked struct{ At time.Time }
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	var commands []core.Command
	switch msg := msg.(type) {
	case core.Heard:
		m.hear(msg)
	case core.Refresh:
		commands = m.ask(c)
	case core.TableRead:
		m.Coverage = CoverageView{Wide: m.Coverage.Wide}
		m.Without.Forget()
	case core.RulesOpened:
		m.Listing, m.Deciding.Trouble = Listing{}, ""
	case RuleSelected:
		if msg.Line != NoRule {
			commands = m.turn(msg.Set)
		} else if m.Selected != NoRule { // the focused button disappears with the inspector
			commands = []core.Command{core.Focus{ID: lineID(m.Classes.At, m.Selected)}}
		}
		m.inspect(msg.Line)
	case StageChosen:
		m.Stage = msg.Stage
		m.inspect(NoRule)
	case SortChosen:
		m.Sort = msg.Sort
		m.eachSet(func(_ int, st *Set) { st.sort(m.Sort) })
	case SpokenChosen:
		m.Spoken = msg.Spoken
	case RulesSought:
		m.Find, m.More = msg.Text, 0
	case ColumnSought:
		commands = m.seek(msg.Column)
	case MoreRules:
		m.More++
	case PartDrawn:
		m.Drawn++
	case LineCopied:
		commands = []core.Command{core.CopyText{Text: m.LineText(c, msg.Line)}}
	case RulesCopied:
		commands = []core.Command{core.CopyText{Text: m.File().Text(c.Table.Integers)}}
	case LeastChosen:
		m.Coverage.Least = msg.Rows
	case WideMatrix:
		m.Coverage.Wide = msg.Wanted
	case SetChosen:
		next := min(m.Selected, NoRule) // the form of a new rule stays open
		commands = m.turn(msg.Set)
		m.inspect(next)
	case PrecedenceChosen:
		m.rank(msg.ByClass)
	case ThresholdMoved, DecisionTyped, CheapestAsked, CurveChosen, TopTyped, MatrixOf:
		m.decide(msg)
	case BalanceAsked:
		commands = trainBalanced(c, msg.At)
	case ClassMoved:
		commands = m.moveUp(msg.Place)
	default:
		commands = m.edit(msg, c)
	}
	return m, commands
}

func (m *Model) seek(column string) []core.Command {
	m.Column, m.More = column, 0
	return []core.Command{core.Focus{ID: core.Either(column != "", columnID, findID)}}
}

func trainBalanced(c core.View, at time.Time) []core.Command {
	setup := c.Setup.With(map[setting.Key]string{setting.Costs: "balanced"})
	return []core.Command{core.Configure{Setup: setup}, core.Train{At: at}}
}

// ask requests the figures that the views lack: scores, the coverage for the matrix, and the scores of rules without single conditions.
func (m *Model) ask(c core.View) []core.Command {
	commands := m.follow(c)
	if c.Idle() && c.Tab == core.MatrixTab && c.Table != nil && m.Now().Labeled() {
		of := protocol.Cover{Model: m.Model(), MultiClass: m.list()}
		commands = append(commands, m.Coverage.Query.Request(of, c.Free+core.ID(len(commands)), of)...)
	}
	if c.Tab == core.RulesTab {
		commands = append(commands, m.askWithout(c, c.Free+core.ID(len(commands)))...)
	}
	return commands
}

// follow updates the multiclass model and the cards after a change, and requests unknown scores on the open table, for the current set
// first. At most one Apply and one Score request are pending.
func (m *Model) follow(c core.View) (commands []core.Command) {
	m.gather()
	m.refresh(c)
	w := &m.Classes
	w.unmeasured = false
	for k := 0; c.Table != nil && m.Model() != nil && k < m.sets(); k++ {
		set := (w.At + k) % m.sets()
		p := m.at(set).Now()
		of := question{set, m.at(set).At, p.Model, w.Model}
		if p.Problem == nil && p.Foreign && p.Applied == nil && c.Idle() {
			commands = append(commands, m.applying.Request(of, c.Free+core.ID(len(commands)), protocol.Apply{Model: p.Model})...)
		}
		labeled := !p.Foreign || p.Scorable()
		whole, moved := labeled && w.measured != w.Model, labeled && w.moved(set)
		if p.Problem == nil && (whole || moved || (p.Model.Edited || p.Scorable()) && (p.Scored == nil || p.Stale)) {
			if w.unmeasured = true; !c.Idle() {
				continue
			}
			r := protocol.Score{Model: p.Model}
			if whole || moved || w.Model.Listed() {
				r.MultiClass = w.Model
			}
			commands = append(commands, m.scoring.Request(of, c.Free+core.ID(len(commands)), r)...)
		}
	}
	if !w.unmeasured {
		m.measureRest()
	}
	return commands
}

func (m *Model) hear(h core.Heard) {
	core.Hear(&m.Coverage.Query, h)
	if core.Hear(&m.Without, h) {
		m.spread()
	}
	if core.Hear(&m.applying, h) {
		q := m.applying
		m.applying.Forget() // the same request is needed again after another table is opened
		m.answered(q.Key(), func(p *core.Revision) { p.Applied, p.Problem = q.Value, cmp.Or(q.Problem, p.Problem) })
	}
	if core.Hear(&m.scoring, h) {
		q := m.scoring
		m.scoring.Forget()
		m.scored(q.Key(), q.Value, q.Problem)
	}
}

// scored stores the scores of a revision, or the problem. Both are nil if the request was cancelled; it will be sent again.
func (m *Model) scored(of question, scored *protocol.Scored, problem *core.Problem) {
	w := &m.Classes
	if scored == nil && problem == nil {
		return
	}
	if of.classes == w.Model {
		if w.measured = w.Model; scored != nil && scored.Classes != nil {
			w.Outcome, w.outcomeOf = scored.Classes, w.Model
		}
	}
	m.answered(of, func(p *core.Revision) {
		if of.set < len(w.placed) {
			w.placed = slices.Clone(w.placed)
			w.placed[of.set] = of.classes
		}
		if problem != nil {
			p.Problem = problem
		} else if p.Scored == nil || p.Stale || m.listed() { // otherwise only another set has changed, and these scores are still valid
			p.Scored, p.Stale = scored, false
		}
	})
}

// answered changes the revision that a question was about, unless a different model is at its index by now.
func (m *Model) answered(of question, do func(*core.Revision)) {
	m.eachSet(func(at int, st *Set) {
		if at == of.set && of.at < len(st.Revisions) && st.Revisions[of.at].Model == of.model {
			st.change(of.at, do)
		}
	})
}
