package core

import "drnet/engine/setting"

// Term identifies an explained word of the page. Explained returns its display name.
type Term string

// The terms of the glossary.
const (
	TermFeature    Term = "feature"
	TermCondition  Term = "condition"
	TermRule       Term = "rule"
	TermTarget     Term = "target"
	TermPhase      Term = "phase"
	TermLeft       Term = "left"
	TermEnded      Term = "ended"
	TermLoss       Term = "loss"
	TermGate       Term = "gate"
	TermAccuracy   Term = "accuracy"
	TermTraining   Term = "training-rows"
	TermBaseline   Term = "baseline"
	TermRules      Term = "rule-count"
	TermConditions Term = "conditions"
	TermPrecision  Term = "precision"
	TermRecall     Term = "recall"
	TermCoverage   Term = "coverage"
	TermAlone      Term = "alone"
	TermInterval   Term = "interval"
	TermConfusion  Term = "confusion"
	TermSimplified Term = "simplified"
	TermStages     Term = "stages"
	TermFold       Term = "fold"
	TermTradeOff   Term = "trade-off"
	TermClasses    Term = "classes"
	TermAssociated Term = "association"
	TermProject    Term = "project"
)

// Entry explains a term in one sentence.
type Entry struct {
	Term Term
	Name string // display name
	Text string
}

// Glossary lists every term once: those below, and every setting, whose key is its term.
var Glossary = append(settings(), []Entry{
	{TermFeature, "feature", "A feature is a yes/no property of a row, such as “age ≤ 40”; rules are built from features only."},
	{TermCondition, "condition", "A condition is a feature that a rule requires, or with NOT excludes."},
	{TermRule, "rule", "A rule is a list of conditions joined by AND: it fires on a row if all of them hold."},
	{TermTarget, "target", "The target is the column that the rules predict from the others."},
	{TermPhase, "phase", "Training alternates between two phases: the rule phase fits the conditions, the OR phase selects the rules."},
	{TermLeft, "time left", "The time left is estimated from the pace of the run so far."},
	{TermEnded, "how it ended", "A run ends after its last epoch, or earlier if no better rules come, " +
		"if no training row is wrong, or if you stop it."},
	{TermLoss, "loss", "The loss is the error of the network on a batch plus the penalties; training reduces it."},
	{TermGate, "gate", "A gate opens or closes one weight of the network; the rules contain only weights with open gates."},
	{TermAccuracy, "accuracy", "Accuracy is the share of rows predicted correctly."},
	{TermTraining, "train accuracy", "Train accuracy is the share of training rows predicted correctly; " +
		"it is optimistic, because the rules were fitted to these rows."},
	{TermBaseline, "baseline (majority class)", "The baseline is the accuracy of always predicting the majority " +
		"class: rules should exceed it."},
	{TermRules, "number of rules", "The prediction is positive if any of the rules fires."},
	{TermConditions, "number of conditions", "The total number of conditions of all rules: the fewer, the easier to read."},
	{TermPrecision, "precision", "Precision is the share of the rows covered by a rule that it predicts correctly."},
	{TermRecall, "recall", "Recall is the share of the positive rows that some rule covers."},
	{TermCoverage, "coverage", "Coverage is the number of rows on which a rule fires."},
	{TermAlone, "unique coverage", "Unique coverage is the number of rows that only this rule covers."},
	{TermInterval, "interval", "The true share lies in this interval with 95% confidence; few rows give a wide interval."},
	{TermConfusion, "confusion matrix", "The confusion matrix counts rows by actual and predicted class; " +
		"rows on the diagonal are correct."},
	{TermSimplified, "simplified", "Simplified rules predict the same as the raw rules on every possible row, with fewer conditions."},
	{TermStages, "raw, simplified, refined", "The network gives the raw rules; " +
		"simplification shortens them without changing a prediction; refinement searches for better and shorter ones."},
	{TermFold, "fold", "The rows are split into folds; each fold is tested once by rules trained on the others."},
	{TermTradeOff, "trade-off", "Longer rules can be more accurate and are harder to read; " +
		"the trade-off shows the accuracy for each length."},
	{TermProject, "project", "A project is one file with the rules, the settings and, if you want, the table; " +
		"open it on any computer to continue."},
	{TermClasses, "one rule set per class", "With more than two classes, each class can have its own rule set; " +
		"the decision among them is shown with the rules."},
	{TermAssociated, "association with the target", "The association says how well a column alone separates the classes of the " +
		"training rows: AUC of numbers from 0.5 (chance) to 1, Cramér’s V of categories from 0 to 1."},
}...)

func settings() (entries []Entry) {
	for _, s := range setting.Table {
		entries = append(entries, Entry{Term(s.Key), s.Name, s.Text})
	}
	return entries
}

// Explained returns the entry of a term; ok is false if there is none.
func Explained(t Term) (e Entry, ok bool) {
	for _, e := range Glossary {
		if e.Term == t {
			return e, true
		}
	}
	return e, false
}

// UseOfTarget is the note on thresholds that are found with the help of the target.
const UseOfTarget = "Uses the target, on training rows only (no leakage)."
