package core

// Term identifies an explained word of the page. Explained returns its display name.
type Term string

// The terms of the glossary.
const (
	TermFeature    Term = "feature"
	TermCondition  Term = "condition"
	TermRule       Term = "rule"
	TermThreshold  Term = "threshold"
	TermMethod     Term = "method"
	TermMissing    Term = "missing"
	TermRare       Term = "rare"
	TermTarget     Term = "target"
	TermLambda1    Term = "lambda1"
	TermLambda2    Term = "lambda2"
	TermNeurons    Term = "neurons"
	TermEpoch      Term = "epoch"
	TermBatch      Term = "batch"
	TermAlternate  Term = "turns"
	TermRate       Term = "rate"
	TermSeed       Term = "seed"
	TermHeldOut    Term = "held-out"
	TermRefining   Term = "refining"
	TermPrice      Term = "price"
	TermRestarts   Term = "restarts"
	TermCosts      Term = "costs"
	TermMissed     Term = "missed"
	TermNegated    Term = "not"
	TermLongest    Term = "longest"
	TermPhase      Term = "phase"
	TermLeft       Term = "left"
	TermEnded      Term = "ended"
	TermLoss       Term = "loss"
	TermGate       Term = "gate"
	TermAccuracy   Term = "accuracy"
	TermTraining   Term = "training-rows"
	TermBaseline   Term = "baseline"
	TermRules      Term = "rules"
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

// Glossary lists every term once.
var Glossary = []Entry{
	{TermFeature, "yes/no question", "A yes/no question (a feature) asks one thing about one column, such as “age ≤ 50”; rules can only ask these."},
	{TermCondition, "condition", "A condition is a yes/no question that a rule asks to be answered yes, or with NOT no."},
	{TermRule, "rule", "A rule is a list of conditions joined by AND: it fires on a row if all of them hold."},
	{TermThreshold, "threshold", "A threshold is the number in a question such as “age ≤ 50”; more thresholds let rules say more and take longer."},
	{TermMethod, "where thresholds lie", "Thresholds can be put where as many rows, as many values or equal steps lie between two of them, or where the answer changes."},
	{TermMissing, "missing cells", "A missing cell can be a question of its own, be filled with the usual value, or have its row left out."},
	{TermRare, "rare values", "Only the most frequent values of a category get a question each; the rest share one."},
	{TermTarget, "target", "The target is the column that the rules predict from the others."},
	{TermLambda1, "lambda 1, pressure on rule length", "Lambda 1 is what each condition costs the network while it learns conditions: more of it usually gives shorter rules."},
	{TermLambda2, "lambda 2, pressure on the number of rules", "Lambda 2 is what each rule costs the network while it chooses rules: more of it usually gives fewer."},
	{TermNeurons, "rules to start with", "The network begins with so many rule neurons; training gives most of them up."},
	{TermEpoch, "epoch", "An epoch is one pass through all training rows."},
	{TermBatch, "batch", "A batch is the rows that one training step looks at."},
	{TermAlternate, "turns of the layers", "So many epochs the conditions of the rules are learnt, then for as many it is chosen which rules count, and so on."},
	{TermRate, "learning rate", "The learning rate is how far one training step moves the weights of the network."},
	{TermSeed, "seed", "The seed decides every random choice: with the same seed and the same table the same rules come out on every computer."},
	{TermHeldOut, "held-out rows", "Held-out (test) rows are kept back while learning, so they show how the rules do on rows they have not seen."},
	{TermRefining, "refining", "Refining is a search after the training that improves the rules and removes what does not earn its price, on training rows only."},
	{TermPrice, "price of a condition", "A condition or a rule stays only if so many of the training rows are answered rightly because of it."},
	{TermRestarts, "effort (restarts)", "Several trainings start from different seeds; the best of all their rules are put together."},
	{TermCosts, "what a mistake costs", "Rows of one class can count more than those of the other, so that the rules make fewer mistakes on them."},
	{TermMissed, "missed row", "A missed row is what the rules describe, and no rule fires on it; a false alarm is the opposite."},
	{TermNegated, "negated condition", "A negated condition asks for a no: “colour ≠ red”, or “age > 50” instead of “age ≤ 50”."},
	{TermLongest, "most conditions", "No rule gets more conditions than this."},
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
