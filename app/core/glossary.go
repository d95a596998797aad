package core

import "drnet/engine/setting"

// Term is an explained word of the page.
type Term struct {
	ID   string
	Name string // display name
	Text string // its explanation in one sentence
}

// TermOf returns the term of a setting.
func TermOf(k setting.Key) Term { return Term{string(k), k.Setting().Name, k.Setting().Text} }

// The terms of the glossary.
var (
	TermFeature = Term{"feature", "feature", "A feature is a yes/no property of a row, such as “age ≤ 40”; " +
		"rules are built from features only."}
	TermCondition = Term{"condition", "condition", "A condition is a feature that a rule requires, or with NOT excludes."}
	TermRule      = Term{"rule", "rule", "A rule is a list of conditions joined by AND: it holds for a row if all of them do."}
	TermTarget    = Term{"target", "target", "The target is the column that the rules predict from the others."}
	TermPhase     = Term{"phase", "phase", "Training alternates between two phases: " +
		"the rule phase fits the conditions, the OR phase selects the rules."}
	TermLeft = Term{"left", "time left", "The time left is estimated from the pace of the run so far; " +
		"most runs end at the first review of their network."}
	TermEnded = Term{"ended", "how it ended", "A run ends after its last epoch, or earlier if no better rules come, " +
		"if no training row is wrong, or if you stop it."}
	TermLoss      = Term{"loss", "loss", "The loss is the error of the network on a batch plus the penalties; training reduces it."}
	TermSelection = Term{"selection", "selection rate", "The selection rate is the share of rows that the rules predict as positive; " +
		"the base rate is the share that is."}
	TermShift = Term{"shift", "population stability index", "The population stability index compares the distribution of a column in two " +
		"tables: 0 if they are equal, and a large shift from 0.25."}
	TermGate     = Term{"gate", "gate", "A gate opens or closes one weight of the network; the rules contain only weights with open gates."}
	TermAccuracy = Term{"accuracy", "accuracy", "Accuracy is the share of rows predicted correctly."}
	TermTraining = Term{"training-rows", "train accuracy", "Train accuracy is the share of training rows predicted correctly; " +
		"it is optimistic, because the rules were fitted to these rows."}
	TermBaseline = Term{"baseline", "baseline (majority class)", "The baseline is the accuracy of always predicting the majority " +
		"class: rules should exceed it."}
	TermRules      = Term{"rule-count", "number of rules", "The prediction is positive if any of the rules holds."}
	TermConditions = Term{"conditions", "number of conditions", "The total number of conditions of all rules: the fewer, the easier to read."}
	TermPrecision  = Term{"precision", "precision", "Precision is the share of the rows covered by a rule that it predicts correctly."}
	TermRecall     = Term{"recall", "recall", "Recall is the share of the positive rows that some rule covers."}
	TermCoverage   = Term{"coverage", "coverage", "Coverage is the number of rows for which a rule holds; in a decision list of several " +
		"classes, of those that no rule before it decides."}
	TermAlone = Term{"alone", "unique coverage", "Unique coverage is the number of rows that only this rule covers; in a decision list, " +
		"of those that would get another class without it."}
	TermInterval  = Term{"interval", "interval", "The true share lies in this interval with 95% confidence; few rows give a wide interval."}
	TermConfusion = Term{"confusion", "confusion matrix", "The confusion matrix counts rows by actual and predicted class; " +
		"rows on the diagonal are correct."}
	TermSimplified = Term{"simplified", "simplified", "Simplified rules predict the same as the raw rules on every possible row, " +
		"with fewer conditions."}
	TermStages = Term{"stages", "raw, simplified, refined", "The network gives the raw rules; " +
		"simplification shortens them without changing a prediction; refinement searches for better and shorter ones."}
	TermRowWeight = Term{"row-weight", "row weight", "A row weight, such as a survey weight or an exposure, says how many rows a row " +
		"stands for; training and all shares count by it."}
	TermSplit = Term{"split", "split", "The split selects the test rows; rows that belong together, such as the visits of a patient, " +
		"should be on one side, or rules recognize them and the test accuracy is too high."}
	TermFold     = Term{"fold", "fold", "The rows are split into folds; each fold is tested once by rules trained on the others."}
	TermTradeOff = Term{"trade-off", "trade-off", "Longer rules can be more accurate and are harder to read; " +
		"the trade-off shows the accuracy for each length."}
	TermProject = Term{"project", "project", "A project is one file with the rules, the settings, the runs and, if you want, the table; " +
		"open it on any computer to continue."}
	TermClasses = Term{"classes", "one rule set per class", "With more than two classes, each class can have its own rule set; " +
		"the decision among them is shown with the rules."}
	TermAlias = Term{"alias", "alias and unit", "An alias is what rules, exports and reports call a column, and a unit stands behind its " +
		"numbers; programs still read the column by its name in the table."}
	TermGroup = Term{"group", "group of values", "Values grouped under a name count as one value in conditions; new rows still have " +
		"the values of the table."}
	TermAssociated = Term{"association", "association with the target", "The association says how well a column alone separates the classes " +
		"of the training rows: AUC of numbers from 0.5 (chance) to 1, Cramér’s V of categories from 0 to 1."}
)

// UseOfTarget is the note on thresholds that are found with the help of the target.
const UseOfTarget = "Uses the target, on training rows only (no leakage)."
