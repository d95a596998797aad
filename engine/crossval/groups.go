package crossval

import (
	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// groupBy prepares the groups of a request.
func (e *evaluation) groupBy(r protocol.Evaluate) (err error) {
	if len(r.By) == 0 {
		return nil
	}
	if r.Classes != "" {
		return protocol.BadSettingf("choose a positive class instead of one rule set per class", "groups are compared for two classes")
	}
	for _, setting := range e.request.Settings {
		if l, _ := protocol.LearnerOf(setting.Apply(r.Train).Learner); !l.Rules {
			return protocol.BadSettingf("leave it out, or compare no groups", "groups are compared for rules, and a %s learns none", l.Name)
		}
	}
	e.groupings, err = prepare.GroupBy(e.trainer.Table, nil, r.By)
	return err
}

// groups counts the predictions of a model for the groups of a unit's test rows.
func (e *evaluation) groups(u protocol.UnitResult, m *protocol.Model) (all []eval.Groups, err error) {
	if e.groupings == nil {
		return nil, nil
	}
	parts, err := e.choice(u)
	if err != nil {
		return nil, err
	}
	kept, err := prepare.Labeled(e.trainer.Table, e.kept).Weighed(e.request.Weight)
	if err != nil {
		return nil, err
	}
	rows := kept.At(parts.Test)
	bits, err := rows.Encode(e.job, m.Encoder, rule.UsedColumns(m.Encoder, m.Rules))
	if err != nil {
		return nil, err
	}
	answers := m.Rules.MatchVotes(m.Votes(), bits.X)
	for _, by := range e.groupings {
		groups, of, err := by.Groups(rows.Table, rows.Rows)
		if err != nil {
			return nil, err
		}
		groups.Count(of, answers, bits.Truth())
		all = append(all, groups)
	}
	return all, nil
}
