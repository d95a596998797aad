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
	Derived    Key = "derived"
	Dates      Key = "dates"
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
	RuleForm   Key = "form"
	Costs      Key = "costs"
	Missed     Key = "missed"
	Negated    Key = "negated"
	Longest    Key = "longest"
	TestShare  Key = "test"
	Identical  Key = "identical"
	Seed       Key = "seed"
	Patience   Key = "patience"
	Review     Key = "review"
)

// MaxThresholds bounds the thresholds of a column.
const MaxThresholds = 100

const (
	ownPrice    = "own"
	rowsPrice   = "rows"
	ownCosts    = "own"
	percent     = 100
	maxCount    = 10_000_000 // of epochs, or of rows in a batch
	mostPenalty = 1000
)

// fromTable stands for an empty text of a setting that the engine chooses from the size of the table.
const fromTable = "auto"

// Table lists all settings, in the order in which links and reports name them.
var Table = []Setting{
	{
		Key: Thresholds, Label: "Cut points per numeric column", Group: Encoding, Default: "9", Link: "b", Readable: true,
		Hint: "At most this many features such as “age ≤ 37” for each numeric column; with supervised binning up to three times as many.",
		Name: "threshold",
		Text: "A threshold (cut point) is the number in a condition such as “age ≤ 40”; more of them allow finer rules and take longer.",
		Flag: "thresholds", Usage: "cut points per numeric column (default 9)",
		value: count(MaxThresholds, func(r *protocol.Train) *int { return &r.Encoding.Thresholds }),
	},
	{
		Key: Method, Label: "Binning method", Group: Encoding, Default: string(binarize.Target), Link: "method",
		Name: "binning method",
		Text: "The binning method places thresholds by quantiles, in bins of equal width, or where the target changes.",
		Flag: "threshold-method", Usage: "quantile|width|distinct|target: binning method (default target)",
		Choices: Methods,
		value:   word("", func(r *protocol.Train) *binarize.Method { return &r.Encoding.Method }),
	},
	{
		Key: Values, Label: "Max categories per column", Group: Encoding, Default: "30", Link: "values",
		Hint: "Rarer categories are grouped as other.", Name: "rare categories",
		Text: "Only the most frequent categories of a column get a feature each; the rest share one.",
		Flag: "max-values", Usage: "categories per column with a feature of their own, the most frequent ones (default 30)",
		value: count(1000, func(r *protocol.Train) *int { return &r.Encoding.Values }),
	},
	{
		Key: Derived, Label: "Differences and ratios of two number columns", Group: Encoding, Default: "off", Link: "derived",
		Name: "differences and ratios",
		Text: "A derived column is the difference or the ratio of two numeric columns, for conditions such as “income / debt > 3”.",
		Flag: "derived", Usage: "on|auto|off: differences and ratios of two numeric columns, at most 20, as further columns; auto takes them\n" +
			"if cross-validation on the training rows prefers them (default off)",
		Choices: [][2]string{
			{"off", "off"}, {string(binarize.WithDerived), "on"}, {string(binarize.TryDerived), "if cross-validation prefers them"},
		},
		value: word("off", func(r *protocol.Train) *binarize.Deriving { return &r.Encoding.Derived }),
	},
	{
		Key: Dates, Label: "Parts of dates", Group: Encoding, Default: "auto", Link: "dates", Name: "parts of dates",
		Hint: "Some of year, month, weekday, hour, days and since, or auto or none; “; born=year” chooses for one column.",
		Text: "Conditions use parts of a date, such as its weekday, and the days from one date to another; the date itself, and the year " +
			"unless dates span 20 years, are left out, because rules about them do not generalize to later rows.",
		Flag: "dates", Usage: "`parts`: auto, none, or some of year,month,weekday,hour,days,since: features of date columns;\n" +
			"days are from one date to another, since those from the earliest training date; \"auto; born=year\" chooses for one column\n" +
			"(default auto: month, weekday, hour, days, and year if the dates span 20 years)",
		value: value{Check: checkDates, Apply: word("auto", func(r *protocol.Train) *string { return &r.Encoding.Dates }).Apply}.
			checked(isDateChoice),
	},
	{
		Key: Missing, Label: "Missing values", Group: Encoding, Default: string(binarize.Own), Link: "missing",
		Name: "missing values",
		Text: "A missing value can be a feature of its own, be imputed with the mean or most frequent value, or exclude its row.",
		Flag: "missing", Usage: "own|impute|drop: treatment of missing values (default own)",
		Choices: [][2]string{
			{string(binarize.Own), "missing indicator"},
			{string(binarize.Impute), "impute mean or mode"},
			{string(binarize.Drop), "drop row"},
		},
		value: word("", func(r *protocol.Train) *binarize.Policy { return &r.Encoding.Policy }),
	},
	{
		Key: Lambda1, Label: "Condition penalty λ₁", Group: Penalties, Default: "0.01", Link: "l1", Readable: true,
		Hint: "Higher values give shorter rules. Typical: 0.001–0.1; 0 is none.", Name: "λ₁, condition penalty",
		Text: "λ₁ penalizes every condition in the rule phase: higher values usually give shorter rules.",
		Flag: "lambda1", Usage: "penalty on rule length; 0 is none (default 0.01)",
		value: penalty("0.01", func(r *protocol.Train) **float64 { return &r.Network.Lambda1 }),
	},
	{
		Key: Lambda2, Label: "Rule penalty λ₂", Group: Penalties, Default: "0.00001", Link: "l2", Readable: true,
		Hint: "Higher values give fewer rules. The paper uses 0.00001; 0 is none.",
		Name: "λ₂, rule penalty", Text: "λ₂ penalizes every rule in the OR phase: higher values usually give fewer rules.",
		Flag: "lambda2", Usage: "penalty on the number of rules; 0 is none (default 1e-05)",
		value: penalty("0.00001", func(r *protocol.Train) **float64 { return &r.Network.Lambda2 }),
	},
	{
		Key: Rules, Label: "Hidden rule units", Group: Optimizer, Default: "50", Link: "n",
		Hint: "Neurons of the Rules Layer. Training disables most of them.", Name: "hidden rule units",
		Text: "The network starts with this number of rule neurons; training disables most of them.",
		Flag: "rules", Usage: "hidden rule units (default 50)",
		value: count(500, func(r *protocol.Train) *int { return &r.Network.Rules }),
	},
	{
		Key: Epochs, Label: "Epochs", Group: Optimizer, Empty: fromTable, Link: "e",
		Hint: "Passes through the rows. Empty: chosen from the size of the table.",
		Name: "epoch", Text: "An epoch is one pass through all training rows.",
		Flag: "epochs", Usage: "passes through the training rows, instead of -steps",
		value: count(maxCount, func(r *protocol.Train) *int { return &r.Network.Epochs }).optional(),
	},
	{
		Key: Alternate, Label: "Layer alternation (epochs)", Group: Optimizer, Empty: fromTable, Link: "turns",
		Hint: "Epochs of a phase, before the other layer trains. Empty: a tenth of the run.",
		Name: "layer alternation", Text: "Rule phase and OR phase alternate, each for this number of epochs.",
		Flag: "alternate", Usage: "epochs (with -epochs) or steps between layer alternations (default a tenth of the run)",
		value: count(maxCount, func(r *protocol.Train) *int { return &r.Network.AlternateEpochs }).optional().
			flag(func(r *protocol.Train, text string) error { return Positive(&r.Network.Alternate)(text) }), // or steps
	},
	{
		Key: Batch, Label: "Batch size", Group: Optimizer, Empty: fromTable, Link: "batch",
		Hint: "Rows per training step. Empty: a twentieth of the training rows.",
		Name: "batch size", Text: "A batch is the set of rows used in a training step.",
		Flag: "batch", Usage: "batch size in rows (default rows/20, at least 32, at most 2000)",
		value: count(maxCount, func(r *protocol.Train) *int { return &r.Network.Batch }).optional(),
	},
	{
		Key: Rate, Label: "Learning rate", Group: Optimizer, Empty: "0.01", Link: "rate",
		Hint: "Step size. Higher values learn faster and less steadily. Empty: 0.01.",
		Name: "learning rate", Text: "The learning rate is the step size of the weights of the network.",
		Flag: "lr", Usage: "learning rate (default 0.01)",
		value: decimal(func(x float64) bool { return x > 0 && x <= 10 }, "Type a number above 0 and at most 10, such as 0.01.",
			1, func(r *protocol.Train) *float64 { return &r.Network.Rate }).optional(),
	},
	{
		Key: Patience, Label: "Patience (% of the run)", Group: Optimizer, Empty: "a third of the run", Link: "patience",
		Hint: "Training ends after this share of the run without better rules. 100 runs to the end. Empty: a third.",
		Name: "patience", Text: "Patience is the share of the run without better rules after which training ends early.",
		Flag:  "patience",
		Usage: "share of the run without better rules after which it ends; 1 runs to the end (default a third)",
		value: decimal(between(1, 100), "Type a percentage from 1 to 100.",
			percent, func(r *protocol.Train) *float64 { return &r.Network.Patience }).optional(),
	},
	{
		Key: Review, Label: "Review (% of the run)", Group: Optimizer, Empty: "≤ 5 if no length is set", Link: "review",
		Hint: "The run ends after a multiple of this share if the search finds rules as good without the network. 100: never.",
		Name: "review", Text: "A review, after each such share, ends training if the network adds nothing to the rules of a search.",
		Flag: "review",
		Usage: "share of the run after which it ends if the network adds nothing to the rules of a search;\n" +
			"1 never ends it (default 0.05, less from 2000 features on; without -steps and -epochs)",
		value: decimal(between(1, 100), "Type a percentage from 1 to 100.",
			percent, func(r *protocol.Train) *float64 { return &r.Network.Review }).optional(),
	},
	{
		Key: Refining, Label: "Pruning strength", Group: Refinement, Default: "auto", Link: "refine",
		Name: "refinement", Text: "Refinement searches for better and shorter rules after training, on training rows only.",
		Flag: "refine",
		Usage: "`GAIN|auto|low|off`: minimum gain per condition, as a share of the training rows, such as 0.0003,\n" +
			"or from 2 on as a number of rows; low is 2 rows, or 3 below 2,000 training rows\n" +
			"(default auto: 3 rows below 7,000 training rows if that learns anything, otherwise\n" +
			"chosen by cross-validation on the training rows). Below 600 rows 3 are 2 if\n" +
			"cross-validation prefers that",
		Choices: [][2]string{
			{"auto", "cross-validated"},
			{rowsPrice, "2 or 3 rows per condition"},
			{ownPrice, "manual"},
			{"off", "off"},
		},
		value: value{Parse: parsePrice, Apply: func(r *protocol.Train, text string) {
			r.Refine = map[string]float64{"off": rule.NoPrice, rowsPrice: rule.LowPrice}[text]
		}},
	},
	{
		Key: Price, Label: "Minimum gain per condition (% of rows)", Group: Refinement, Default: "0.01", Link: "price",
		If:   &Choice{Refining, ownPrice},
		Hint: "Higher values give fewer and shorter rules. 0.01 means one row in 10,000.",
		Name: "minimum gain per condition",
		Text: "A condition or a rule stays only if it makes at least this share of the training rows correct.",
		Flag: "refine",
		value: decimal(between(0.0001, 50), "Type a percentage from 0.0001 to 50, such as 0.01.",
			percent, func(r *protocol.Train) *float64 { return &r.Refine }).flag(parsePrice),
	},
	{
		Key: Effort, Label: "Restarts", Group: Refinement, Default: "1", Link: "effort",
		Name: "restarts", Text: "Restarts are runs with different seeds, whose rules are pooled and refined together.",
		Flag: "restarts", Usage: "runs with consecutive seeds, whose rules are pooled (default 1)",
		Choices: [][2]string{
			{"1", "1 run"},
			{"3", "3 runs, up to 3 times as long"},
			{"5", "5 runs, up to 5 times as long"},
			{"10", "10 runs, up to 10 times as long"},
		},
		value: count(protocol.MaxRestarts, func(r *protocol.Train) *int { return &r.Restarts }).choice(),
	},
	{
		Key: RuleForm, Label: "Rules that must hold", Group: Form, Default: "any", Link: "form",
		Name: "votes", Text: "With votes, a row is positive if enough rules hold; training chooses how many are enough.",
		Flag: "form", Usage: "any|votes|auto: one rule must hold, several must, or cross-validation chooses (default any)",
		Choices: [][2]string{{"any", "one"}, {string(rule.SomeRules), "several, chosen by training"}, {string(rule.AutoForm), "cross-validated"}},
		value:   word("any", func(r *protocol.Train) *rule.Combination { return &r.Form }),
	},
	{
		Key: Costs, Label: "Class weights", Group: Form, Default: "even", Link: "costs",
		Name: "class weights", Text: "Class weights give the errors on one class a higher cost than those on the other.",
		Flag: "class-weight",
		Usage: "`balanced|V=w,...`: class weights: the same total for both classes, or a weight for each named value\n" +
			"and 1 for others (default: unweighted)",
		Choices: [][2]string{{"even", "unweighted"}, {"balanced", "balanced"}, {ownCosts, "cost-sensitive"}},
		value: value{Parse: parseClassWeight, Apply: func(r *protocol.Train, text string) {
			if text == "balanced" {
				r.Network.Weight = rule.Balanced
			}
		}},
	},
	{
		Key: Missed, Label: "Cost of a false negative", Group: Form, Default: "5", Link: "missed",
		If:   &Choice{Costs, ownCosts},
		Hint: "Relative to a false positive. Higher values find more positive rows, with more false positives.",
		Name: "false negative",
		Text: "A false negative is a positive row that no rule covers; a false positive is the opposite.",
		Flag: "missed",
		Usage: "`N`: cost of a false negative relative to a false positive; the same as a class weight of N\n" +
			"for the positive value (default 1)",
		value: decimal(between(drnet.LeastWeight, drnet.MostWeight), "Type a number above 0, such as 5.",
			1, func(r *protocol.Train) *float64 { return &r.Network.Weight }).flag(parseMissed),
	},
	{
		Key: Negated, Label: "Negated conditions", Group: Form, Default: "yes", Link: "not", Name: "negated condition",
		Text:    "A negated condition excludes a feature: “color ≠ red”, or “age > 40” instead of “age ≤ 40”.",
		Flag:    "no-not",
		Usage:   "no negated conditions: neither \"color ≠ red\" nor \"age > 40\", the negation of \"age ≤ 40\"",
		Choices: [][2]string{{"yes", "allowed"}, {"no", "not allowed (no NOT)"}},
		value:   value{Parse: parseNoNot, Apply: func(r *protocol.Train, text string) { r.Network.NoNot = text == "no" }},
	},
	{
		Key: Longest, Label: "Max conditions per rule", Group: Form, Empty: "unlimited", Link: "longest",
		Hint: "Refinement enforces it. Empty: unlimited.",
		Name: "max conditions", Text: "No rule has more conditions than this.",
		Flag: "max-conditions", Usage: "maximum conditions per rule (default: unlimited); refinement enforces it",
		value: count(1000, func(r *protocol.Train) *int { return &r.MaxConditions }).optional(),
	},
	{
		Key: TestShare, Label: "Test split (%)", Group: Optimizer, Default: "20", Link: "test",
		Hint: "Test rows are not used for training and estimate the accuracy on new data.",
		Name: "test set", Text: "The test set is not used for training, so its accuracy estimates that on new data.",
		Flag: "test", Usage: "test `split`: a share of the rows, or a file",
		value: decimal(between(0, 90), "Type a percentage from 0 to 90.",
			percent, func(r *protocol.Train) *float64 { return &r.Split.Share }).flag(nil),
	},
	{
		Key: Identical, Label: "Identical rows", Group: Optimizer, Default: "split", Link: "same", Name: "identical rows",
		Text: "Identical rows are equal in all columns used and in the class; those on both sides of the split make the test accuracy " +
			"optimistic.",
		Flag: "identical", Usage: "split|together: rows that are equal in all columns used and in the class are divided into training\n" +
			"and test rows as others, or kept on one side (default split)",
		Choices: [][2]string{{"split", "split as others"}, {string(protocol.Together), "on one side of the split"}},
		value:   word("split", func(r *protocol.Train) *protocol.Identical { return &r.Split.Identical }).checked(isIdentical),
	},
	{
		Key: Seed, Label: "Seed", Group: Optimizer, Default: "1", Link: "s", Readable: true,
		Hint: "The same seed gives the same rules, on every computer.", Name: "seed",
		Text: "The seed determines every random choice: the same seed and table give the same rules on every computer.",
		Flag: "seed", Usage: "`number` that seeds everything random (default 1)",
		value: seed(),
	},
}

// Methods are where thresholds can lie, and the words for it.
var Methods = [][2]string{
	{string(binarize.Quantile), "quantiles"},
	{string(binarize.Width), "equal width"},
	{string(binarize.Distinct), "quantiles of distinct values"},
	{string(binarize.Target), "supervised (entropy)"},
}
