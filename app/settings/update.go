package settings

import (
	"maps"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// The messages. PositiveChosen selects the positive class by its position among the values of the target, ClassesChosen one of the
// multiclass strategies of protocol.Train.Classes; "" selects one positive class. SignChosen and BoundTyped set the positive class of a
// numeric target, such as > and 20. SplitChosen selects the column by which the rows are split, WeightChosen the column of their weights.
// Typed changes one setting, PresetChosen several; WeightsBalanced gives both classes the same total weight. Reset restores all defaults,
// or only the Cuts of single columns; Reverted restores the settings of the current rules. LimitChosen limits the training time. Rested
// reports a pause in the changes: a trial can then estimate the duration of a run. RunStarted and RunCompleted report a run.
type (
	PositiveChosen struct{ Value int }
	ClassesChosen  struct{ How string }
	SignChosen     struct{ Sign string }
	BoundTyped     struct{ Text string }
	SplitChosen    struct{ By core.SplitBy }
	WeightChosen   struct{ Column string }
	Typed          struct {
		Field setting.Key
		Text  string
	}
	PresetChosen    struct{ Place int }
	WeightsBalanced struct{}
	Reset           struct{ Cuts bool }
	Reverted        struct{}
	LimitChosen     struct{ Limit string }
	Rested          struct{}
	RunStarted      struct{}
	RunCompleted    struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.Heard:
		return m.hear(msg)
	case core.Refresh:
		return m.refresh(c)
	case LimitChosen:
		m.Limit = msg.Limit
	case core.TableRead:
		m.Estimate, m.planned = estimate{}, nil
	case Rested:
		return m.rested(c)
	case RunStarted: // nothing uses the result of a trial now
		return m, m.stopTrial()
	case RunCompleted:
		if c.Table != nil && c.Run.Ended == drnet.Finished && c.Run.Setup.SameAs(c.Setup) && !c.Run.Slowed {
			m.Estimate = estimate{Seconds: c.Run.Took().Seconds(), complete: true, of: timed(c.Request(c.Setup))}
		}
	case WeightsBalanced:
		setup, _ := changed(Typed{Field: setting.Costs, Text: "balanced"}, c)
		return m, []core.Command{core.Configure{Setup: setup}, core.Focus{ID: "target"}}
	default:
		if setup, ok := changed(msg, c); ok {
			if t, typed := msg.(Typed); typed && setup.Complaint(t.Field) != "" {
				m.unfolded = core.With(m.unfolded, t.Field.Setting().Group, true)
			}
			return m, []core.Command{core.Configure{Setup: setup}}
		}
	}
	return m, nil
}

// changed returns the settings after a message, and whether they changed.
func changed(msg core.Msg, c core.View) (s core.Setup, ok bool) {
	s = c.Setup
	switch msg := msg.(type) {
	case core.TargetChosen:
		column := c.Column(msg.Column)
		if column == nil {
			return s, false
		}
		s.Target, s.Proposed, s.Classes = msg.Column, false, ""
		s.ProposePositive(column)
	case PositiveChosen:
		values := c.Choices()
		if msg.Value < 0 || msg.Value >= len(values) {
			return s, false
		}
		s.Positive, s.Classes, s.Proposed = values[msg.Value].Text, "", false
	case ClassesChosen:
		if c.TargetColumn() == nil || msg.How != "" && !core.Separable(c.TargetColumn()) {
			return s, false
		}
		s.Classes, s.Proposed = msg.How, false
	case SplitChosen:
		if msg.By.How != "" && c.Named(msg.By.Column) == nil {
			return s, false
		}
		s.By = msg.By
	case WeightChosen:
		if msg.Column != "" && c.Named(msg.Column) == nil {
			return s, false
		}
		s.Weight = msg.Column
	case SignChosen:
		s.Sign = msg.Sign
		return split(c, s)
	case BoundTyped:
		s.Bound = msg.Text
		return split(c, s)
	case Typed:
		s.Fields = core.With(s.Fields, msg.Field, msg.Text)
	case PresetChosen:
		s.UsePreset(msg.Place)
	case Reset:
		if s.Cuts = map[string]core.ThresholdEdit{}; !msg.Cuts {
			s.Fields, s.By, s.Weight = maps.Clone(core.Defaults), core.SplitBy{}, ""
		}
	case Reverted:
		s, _ = c.Trained()
		return s, c.Run.Learnt()
	default:
		return s, false
	}
	return s, true
}

// split returns the settings with the positive class of their sign and bound, and whether the target is numeric.
func split(c core.View, s core.Setup) (core.Setup, bool) {
	s.Proposed = false
	s.Split(c.TargetColumn())
	return s, c.Splits()
}

func (m Model) hear(h core.Heard) (Model, []core.Command) {
	ofPlan, ofTrial := h.ID != core.NoID && h.ID == m.plan, h.ID != core.NoID && h.ID == m.trial
	if !ofPlan && !ofTrial || !protocol.Final(h.Event) {
		return m, nil
	}
	if ofPlan {
		m.plan = core.NoID
	} else {
		m.trial = core.NoID
	}
	switch e := h.Event.(type) {
	case protocol.Planned:
		if ofTrial {
			m.Estimate = m.Estimate.tried(e.Seconds)
		}
		e.Seconds = 0
		return m, []core.Command{core.SetPlan{Plan: &e, Aim: m.aim}}
	case protocol.Refused:
		p := core.ProblemOf(e)
		switch {
		case e.Kind == protocol.Crashed || e.Kind == protocol.BadVersion: // the next request may still find an engine
		case ofTrial: // repeated when the engine is idle
			m.Estimate = estimate{}
		case p.Cancelled():
			m.planned = nil
		default:
			return m, []core.Command{core.SetPlan{Problem: p}}
		}
	}
	return m, nil
}
