package state

import (
	"drnet/app/core"
	"drnet/engine/eval"
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

// Better compares the rules with the baseline, and adds advice if they do not exceed it.
func Better(m *protocol.Model, scores eval.Scores) string {
	majority := core.Percent(scores.Majority)
	switch {
	case len(m.Rules) == 0:
		return "Always answering with the more frequent value is right on " + majority + ". Train for longer, or with more thresholds."
	case scores.Accuracy > scores.Majority:
		return "Always answering with the more frequent value would be right on " + majority + "."
	}
	return "That is no better than always answering with the more frequent value: " + majority +
		". Train for longer, or try other columns or thresholds."
}
