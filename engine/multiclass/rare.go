package multiclass

import (
	"fmt"

	"drnet/engine/bitmat"
	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

// relearn retrains the empty sets, with the rare class weighted as much as all others together. While a false negative
// costs no more than a false positive, the loss is often lowest if a rare class is never predicted. The new set
// replaces the empty one if it has rules. Weights from the request are kept.
func relearn(tr *train.Trainer, j prepare.Job, c *protocol.MultiClass, members []*train.Unit, worked []*protocol.UnitDone) error {
	if c.Codes != nil || len(c.Names) == 2 || j.Ctx.Err() != nil {
		return nil
	}
	again, some := make([]*train.Unit, len(members)), false
	for i, u := range members {
		if w := worked[i]; w == nil || len(w.Model.Rules) > 0 || u.Request.Network.Weight != 0 || w.Status == drnet.Stopped {
			continue
		}
		weighted := *u
		weighted.Request.Network.Weight = rule.Balanced
		weighted.Configure(bitmat.Count(u.Train.Labels), u.Train.X.Rows)
		again[i], some = &weighted, true
	}
	if !some {
		return nil
	}
	found, err := runUnits(tr, j, again)
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

// reweighed names the classes that were retrained with a higher weight.
func reweighed(p *train.PlannedRun, c *protocol.MultiClass, members []*train.Unit) (notes []string) {
	for i, u := range members {
		if c.Codes == nil && u.Request.Network.Weight != p.Request.Network.Weight && len(p.Request.ClassWeights) == 0 {
			notes = append(notes, fmt.Sprintf(
				"%q is rare and had no rule: its rules were trained again with balanced class weights, which lowers their precision",
				c.Names[i],
			))
		}
	}
	return notes
}
