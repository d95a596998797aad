package ui

import (
	"drnet/app/core"
	"drnet/engine/setting"
)

// figureTerms maps the figures of a run to their terms.
var figureTerms = map[string]core.Term{
	"Epoch": core.Term(setting.Epochs), "Training": core.Term(setting.Effort), "Rules for": core.TermClasses, "Phase": core.TermPhase,
	"Time left": core.TermLeft, "Ended": core.TermEnded, "Loss": core.TermLoss,
	"Training rows right": core.TermTraining, "Test rows right": core.Term(setting.TestShare), "Best so far": core.TermAccuracy,
	"Always one answer": core.TermBaseline, "Rules": core.TermRules, "Conditions": core.TermConditions,
}
