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
	{TermFeature, "yes/no question", "A yes/no question (a feature) asks one thing about one column, such as “age ≤ 50”; rules can only ask these."},
	{TermCondition, "condition", "A condition is a yes/no question that a rule asks to be answered yes, or with NOT no."},
	{TermRule, "rule", "A rule is a list of conditions joined by AND: it fires on a row if all of them hold."},
	{TermTarget, "target", "The target is the column that the rules predict from the others."},
	{TermPhase, "phase", "Training takes turns: in one phase the conditions of the rules are learnt, in the next it is chosen which rules count."},
	{TermLeft, "time left", "The time left is what the rest of the training takes at the pace it has had so far."},
	{TermEnded, "how it ended", "A training ends with its last epoch, or before if nothing better was found for long, if no training row is wrong, or if you stop it."},
	{TermLoss, "loss", "The loss says how wrong the network is on a batch, plus the pressure on its length; training makes it smaller."},
	{TermGate, "gate", "A gate opens or closes one weight of the network; what is behind a closed gate is not in the rules."},
	{TermAccuracy, "rows answered rightly (accuracy)", "Accuracy is the share of rows whose answer by the rules is the true one."},
	{TermTraining, "training rows right", "The share of the rows learnt from that the rules answer rightly; it flatters, because the rules were made for these rows."},
	{TermBaseline, "always one answer (baseline)", "The share of rows that would be right without any rule, by always giving the more frequent answer: rules should beat it."},
	{TermRules, "number of rules", "How many rules there are; one that fires is enough for the answer."},
	{TermConditions, "number of conditions", "How many conditions all rules have together: the fewer, the easier to read."},
	{TermPrecision, "right (precision)", "Precision is the share of the rows on which a rule fires that really are what it says."},
	{TermRecall, "found (recall)", "Recall is the share of the rows that are what the rules describe on which some rule fires."},
	{TermCoverage, "covers (coverage)", "Coverage is the number of rows on which a rule fires."},
	{TermAlone, "only this rule", "So many rows are found by this rule and by no other one: what would be lost without it."},
	{TermInterval, "interval", "The true share lies between the two ends with 95 % certainty; few rows give a wide interval."},
	{TermConfusion, "table of mistakes (confusion matrix)", "It counts the rows by what is true and by what the rules answer; only the diagonal is right."},
	{TermSimplified, "simplified", "Simplified rules give the same answer on every possible row as the rules as learnt, with fewer conditions."},
	{TermStages, "as learnt, simplified, refined", "The network gives the rules as learnt; simplifying shortens them without changing an answer; refining searches for better and shorter ones."},
	{TermFold, "fold", "The rows are dealt out into folds, and each is tested once by rules that were learnt from the others."},
	{TermTradeOff, "trade-off", "Longer rules can be right more often and are harder to read; the trade-off shows how much accuracy each length buys."},
	{TermProject, "project", "A project is one file with the rules as they stand, the settings and, if you want, the table; open it here to go on, on any computer."},
	{TermClasses, "rules for each value", "With more than two values to predict, each value can have rules of its own, and it is said which one wins."},
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
