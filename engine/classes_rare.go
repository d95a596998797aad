package engine

import (
	"fmt"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// relearn learns the sets that came out empty once more, with their rare class counted as much as all others together: as
// long as a missed row is no worse than a false alarm, a rare class is best never answered, and its rows would be dropped.
// What is learnt replaces the empty set if it has rules. Weights that were asked for stay.
func relearn(s *trainer, j job, c *protocol.MultiClass, members []*unit, worked []*protocol.UnitDone) error {
	if c.Codes != nil || len(c.Names) == 2 || j.ctx.Err() != nil {
		return nil
	}
	again, some := make([]*unit, len(members)), false
	for i, u := range members {
		if w := worked[i]; w == nil || len(w.Model.Rules) > 0 || u.request.Network.Weight != 0 || w.Status == drnet.Stopped {
			continue
		}
		weighted := *u
		weighted.request.Network.Weight = rule.Balanced
		weighted.configure(bitmat.Count(u.train.Labels), u.train.X.Rows)
		again[i], some = &weighted, true
	}
	if !some {
		return nil
	}
	found, err := runUnits(s, j, again)
	if err != nil {
		return err
	}
	for i, w := range found {
		if w != nil && len(w.Model.Rules) > 0 {
			members[i], worked[i] = again[i], w
		}
	}
	return nil
}

// reweighed says which classes were learnt once more with more weight.
func reweighed(p *plan, c *protocol.MultiClass, members []*unit) (notes []string) {
	for i, u := range members {
		if c.Codes == nil && u.request.Network.Weight != p.request.Network.Weight && len(p.request.ClassWeights) == 0 {
			notes = append(notes, fmt.Sprintf("%q is rare, and no rule for it paid: its rules were learnt with its rows counted as much as all others together, so they are wrong more often", c.Names[i]))
		}
	}
	return notes
}
