package state

import (
	"drnet/app/core"
	"drnet/engine/protocol"
)

// verdict summarizes a run in one sentence.
func (s *State) verdict() string {
	if !s.Run.Learnt() {
		return "Done."
	}
	o := protocol.Trained{Model: s.Run.Model, MultiClass: s.Run.Classes}.Outcome()
	if o.Rules == 0 {
		return "Done. No rule survived."
	}
	text := "Done. " + core.Plural(o.Rules, "rule", "rules")
	if o.Test != nil {
		return text + ", right on " + core.Percent(o.Test.Accuracy) + " of the rows it had not seen."
	}
	return text + ", right on " + core.Percent(o.Train.Accuracy) + " of the training rows."
}
