package setting

import (
	"drnet/engine/binarize"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// The settings. An empty text stands for the default.
const (
	Thresholds Key = "thresholds"
	Method     Key = "method"
	Missing    Key = "missing"
	Values     Key = "values"
	Lambda1    Key = "lambda1"
	Lambda2    Key = "lambda2"
	Rules      Key = "rules"
	Epochs     Key = "epochs"
	Alternate  Key = "alternate"
	Batch      Key = "batch"
	Rate       Key = "rate"
	Refining   Key = "refine"
	Price      Key = "price"
	Effort     Key = "effort"
	Costs      Key = "costs"
	Missed     Key = "missed"
	Negated    Key = "negated"
	Longest    Key = "longest"
	TestShare  Key = "test"
	Seed       Key = "seed"
	Patience   Key = "patience"
)

// MaxThresholds bounds the thresholds of a column.
const MaxThresholds = 100

const (
	ownPrice    = "own"
	ownCosts    = "own"
	percent     = 100
	maxCount    = 10_000_000 // of epochs, or of rows in a batch
	mostPenalty = 1000
)

// fromTable is the meaning of an empty text for settings that the engine chooses.
const fromTable = "chosen from the size of the table"

// Table lists all settings, in the order in which links and reports name them.
var Table = []Setting{
	{
		Key: Thresholds, Label: "Thresholds for each number column", Group: Encoding,
		Hint: "How many questions of the form “age ≤ 37” are made from a column of numbers.",
		Name: "threshold", Text: "A threshold is the number in a question such as “age ≤ 50”; more thresholds let rules say more and take longer.",
		Default: "9", Link: "b", Readable: true, Flag: "thresholds",
		Usage: "cut points per numeric column (default 9)",
		value: count(1, MaxThresholds, func(r *protocol.Train) *int { return &r.Encoding.Thresholds }),
	},
	{
		Key: Method, Label: "Where the thresholds lie", Group: Encoding,
		Name: "where thresholds lie", Text: "Thresholds can be put where as many rows, as many values or equal steps lie between two of them, or where the answer changes.",
		Default: string(binarize.Target), Link: "method", Flag: "threshold-method",
		Usage:   "quantile|width|distinct|target: binning method (default target)",
		Choices: Methods,
		value:   word(func(r *protocol.Train) *binarize.Method { return &r.Encoding.Method }),
	},
	{
		Key: Values, Label: "Values of a category that get a question", Group: Encoding,
		Hint: "The rarer ones get none.",
		Name: "rare values", Text: "Only the most frequent values of a category get a question each; the rest share one.",
		Default: "30", Link: "values", Flag: "max-values",
		Usage: "categories per column with a feature of their own, the most frequent ones (default 30)",
		value: count(1, 1000, func(r *protocol.Train) *int { return &r.Encoding.Values }),
	},
	{
		Key: Missing, Label: "Missing cells", Group: Encoding,
		Name: "missing cells", Text: "A missing cell can be a question of its own, be filled with the usual value, or have its row left out.",
		Default: string(binarize.Own), Link: "missing", Flag: "missing",
		Usage: "own|impute|drop: treatment of missing values (default own)",
		Choices: [][2]string{
			{string(binarize.Own), "are a question of their own"},
			{string(binarize.Impute), "get the mean or most frequent value"},
			{string(binarize.Drop), "leave their row out"},
		},
		value: word(func(r *protocol.Train) *binarize.Policy { return &r.Encoding.Policy }),
	},
	{
		Key: Lambda1, Label: "Pressure on rule length (λ₁)", Group: Penalties,
		Hint: "More usually gives shorter rules. Try 0.001 to 0.1; 0 is none.",
		Name: "lambda 1, pressure on rule length", Text: "Lambda 1 is what each condition costs the network while it learns conditions: more of it usually gives shorter rules.",
		Default: "0.01", Link: "l1", Readable: true, Flag: "lambda1",
		Usage: "penalty on rule length; 0 is none (default 0.01)",
		value: penalty("0.01", func(r *protocol.Train) **float64 { return &r.Network.Lambda1 }),
	},
	{
		Key: Lambda2, Label: "Pressure on the number of rules (λ₂)", Group: Penalties,
		Hint: "More usually gives fewer rules. The paper uses 0.00001; 0 is none.",
		Name: "lambda 2, pressure on the number of rules", Text: "Lambda 2 is what each rule costs the network while it chooses rules: more of it usually gives fewer.",
		Default: "0.00001", Link: "l2", Readable: true, Flag: "lambda2",
		Usage: "penalty on the number of rules; 0 is none (default 1e-05)",
		value: penalty("0.00001", func(r *protocol.Train) **float64 { return &r.Network.Lambda2 }),
	},
	{
		Key: Rules, Label: "Rules to start with", Group: Optimizer,
		Hint: "Neurons of the Rules Layer. Most of them are given up during training.",
		Name: "rules to start with", Text: "The network begins with so many rule neurons; training gives most of them up.",
		Default: "50", Link: "n", Flag: "rules",
		Usage: "hidden rule units (default 50)",
		value: count(1, 500, func(r *protocol.Train) *int { return &r.Network.Rules }),
	},
	{
		Key: Epochs, Label: "Epochs", Group: Optimizer,
		Hint: "Passes through the rows. Empty: chosen from the size of the table.",
		Name: "epoch", Text: "An epoch is one pass through all training rows.",
		Empty: fromTable, Link: "e", Flag: "epochs",
		Usage: "passes through the training rows, instead of -steps",
		value: count(1, maxCount, func(r *protocol.Train) *int { return &r.Network.Epochs }).optional(),
	},
	{
		Key: Alternate, Label: "Epochs until the other layer trains", Group: Optimizer,
		Hint: "So long one layer trains, then the other. Empty: a tenth of the run.",
		Name: "turns of the layers", Text: "So many epochs the conditions of the rules are learnt, then for as many it is chosen which rules count, and so on.",
		Empty: fromTable, Link: "turns", Flag: "alternate",
		Usage: "epochs (with -epochs) or steps between layer alternations (default a tenth of the run)",
		value: alternate(),
	},
	{
		Key: Batch, Label: "Batch", Group: Optimizer,
		Hint: "Rows in one training step, never more than there are. Empty: a twentieth of the rows.",
		Name: "batch", Text: "A batch is the rows that one training step looks at.",
		Empty: fromTable, Link: "batch", Flag: "batch",
		Usage: "batch size in rows (default rows/20, at least 32, at most 2000)",
		value: count(1, maxCount, func(r *protocol.Train) *int { return &r.Network.Batch }).optional(),
	},
	{
		Key: Rate, Label: "Learning rate", Group: Optimizer,
		Hint: "How far a step goes. More learns faster and less steadily. Empty: 0.01.",
		Name: "learning rate", Text: "The learning rate is how far one training step moves the weights of the network.",
		Empty: "0.01", Link: "rate", Flag: "lr",
		Usage: "learning rate (default 0.01)",
		value: decimal(above(0, 10), "Type a number above 0 and at most 10, such as 0.01.",
			func(r *protocol.Train, x float64) { r.Network.Rate = x },
			func(r *protocol.Train, text string) error { return Number(&r.Network.Rate)(text) }).optional(),
	},
	{
		Key: Patience, Label: "Patience (% of the run)", Group: Optimizer,
		Hint: "Training ends after this share of the run without better rules. 100 runs to the end. Empty: a third.",
		Name: "patience", Text: "Patience is the share of the run without better rules after which training ends early.",
		Empty: "a third of the run", Link: "patience", Flag: "patience",
		Usage: "share of the run without better rules after which it ends; 1 runs to the end (default a third)",
		value: decimal(between(1, 100), "Type a percentage from 1 to 100.",
			func(r *protocol.Train, x float64) { r.Network.Patience = x / percent },
			func(r *protocol.Train, text string) error { return Number(&r.Network.Patience)(text) }).optional(),
	},
	{
		Key: Refining, Label: "Price of a condition", Group: Refinement,
		Name: "refining", Text: "Refining is a search after the training that improves the rules and removes what does not earn its price, on training rows only.",
		Default: "auto", Link: "refine", Flag: "refine",
		Usage: "`GAIN|auto|off`: minimum gain per condition, as a share of the training rows, such as 0.0003\n" +
			"(default auto: chosen by cross-validation on the training rows)",
		Choices: [][2]string{{"auto", "chosen by trying, on training rows"}, {ownPrice, "a price of my own"}, {"off", "not refined"}},
		value: value{Parse: parsePrice, Apply: func(r *protocol.Train, text string) {
			if r.Refine = rule.AutoPrice; text == "off" {
				r.Refine = rule.NoPrice
			}
		}},
	},
	{
		Key: Price, Label: "A condition must earn at least, in % of the rows", Group: Refinement,
		Hint: "More gives fewer and shorter rules. 0.01 means one row in ten thousand.",
		Name: "price of a condition", Text: "A condition or a rule stays only if so many of the training rows are answered rightly because of it.",
		Default: "0.01", Link: "price", Flag: "refine", If: &Choice{Refining, ownPrice},
		value: decimal(between(0.0001, 50), "Type a percentage from 0.0001 to 50, such as 0.01.",
			func(r *protocol.Train, x float64) { r.Refine = x / percent }, parsePrice),
	},
	{
		Key: Effort, Label: "Effort", Group: Refinement,
		Name: "effort (restarts)", Text: "Several trainings start from different seeds; the best of all their rules are put together.",
		Default: "1", Link: "effort", Flag: "restarts",
		Usage: "runs with consecutive seeds, whose rules are pooled (default 1)",
		Choices: [][2]string{
			{"1", "one training"},
			{"3", "3 trainings, up to three times as long"},
			{"5", "5 trainings, up to five times as long"},
			{"10", "10 trainings, up to ten times as long"},
		},
		value: count(1, protocol.MaxRestarts, func(r *protocol.Train) *int { return &r.Restarts }).choice(),
	},
	{
		Key: Costs, Label: "What a mistake costs", Group: Form,
		Name: "what a mistake costs", Text: "Rows of one class can count more than those of the other, so that the rules make fewer mistakes on them.",
		Default: "even", Link: "costs", Flag: "class-weight",
		Usage: "`balanced|V=w,...`: class weights: the same total for both classes, or a weight for each named value\n" +
			"and 1 for others (default: unweighted)",
		Choices: [][2]string{{"even", "every row counts as much"}, {"balanced", "both classes count as much"}, {ownCosts, "a missed row is worse"}},
		value: value{Parse: parseClassWeight, Apply: func(r *protocol.Train, text string) {
			if text == "balanced" {
				r.Network.Weight = rule.Balanced
			}
		}},
	},
	{
		Key: Missed, Label: "A missed row is as bad as so many false alarms", Group: Form,
		Hint: "A missed row is one that is what the rules describe, and that no rule finds. More finds more of them, with more false alarms.",
		Name: "missed row", Text: "A missed row is what the rules describe, and no rule fires on it; a false alarm is the opposite.",
		Default: "5", Link: "missed", Flag: "missed", If: &Choice{Costs, ownCosts},
		Usage: "`N`: cost of a false negative relative to a false positive; the same as a class weight of N\n" +
			"for the positive value (default 1)",
		value: decimal(between(drnet.LeastWeight, drnet.MostWeight), "Type a number above 0, such as 5.",
			func(r *protocol.Train, x float64) { r.Network.Weight = x }, parseMissed),
	},
	{
		Key: Negated, Label: "Conditions", Group: Form,
		Name: "negated condition", Text: "A negated condition asks for a no: “colour ≠ red”, or “age > 50” instead of “age ≤ 50”.",
		Default: "yes", Link: "not", Flag: "no-not",
		Usage:   "no negated conditions: neither \"color ≠ red\" nor \"age > 50\", the negation of \"age ≤ 50\"",
		Choices: [][2]string{{"yes", "may be negated"}, {"no", "are never negated (no NOT)"}},
		value:   value{Parse: parseNoNot, Apply: func(r *protocol.Train, text string) { r.Network.NoNot = text == "no" }},
	},
	{
		Key: Longest, Label: "Most conditions in a rule", Group: Form,
		Hint: "Refining sees to it. Empty: any number.",
		Name: "most conditions", Text: "No rule gets more conditions than this.",
		Empty: "any number", Link: "longest", Flag: "max-conditions",
		Usage: "maximum conditions per rule (default: unlimited); refinement enforces it",
		value: count(1, 1000, func(r *protocol.Train) *int { return &r.MaxConditions }).optional(),
	},
	{
		Key: TestShare, Label: "Rows kept for the test, in %", Group: Optimizer,
		Hint: "They are not learnt from, so they tell how good the rules are.",
		Name: "held-out rows", Text: "Held-out (test) rows are kept back while learning, so they show how the rules do on rows they have not seen.",
		Default: "20", Link: "test", Flag: "test",
		Usage: "test `split`: a share of the rows, or a file",
		value: decimal(between(0, 90), "Type a percentage from 0 to 90.",
			func(r *protocol.Train, x float64) { r.Split.Share = x / percent }, nil),
	},
	{
		Key: Seed, Label: "Seed", Group: Optimizer,
		Hint: "The same seed gives the same rules, on every computer.",
		Name: "seed", Text: "The seed decides every random choice: with the same seed and the same table the same rules come out on every computer.",
		Default: "1", Link: "s", Readable: true, Flag: "seed",
		Usage: "`number` that seeds everything random (default 1)",
		value: seed(),
	},
}

// Methods are where thresholds can lie, and the words for it.
var Methods = [][2]string{
	{string(binarize.Quantile), "as many rows between them (quantiles)"},
	{string(binarize.Width), "equal steps"},
	{string(binarize.Distinct), "as many different values between them"},
	{string(binarize.Target), "where the answer changes"},
}
