package core

import (
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Field names a setting.
type Field string

// The settings. An empty text stands for the default.
const (
	Thresholds Field = "thresholds"
	Method     Field = "method"
	Missing    Field = "missing"
	Values     Field = "values"
	Lambda1    Field = "lambda1"
	Lambda2    Field = "lambda2"
	Rules      Field = "rules"
	Epochs     Field = "epochs"
	Alternate  Field = "alternate"
	Batch      Field = "batch"
	Rate       Field = "rate"
	Refining   Field = "refine"
	Price      Field = "price"
	Effort     Field = "effort"
	Costs      Field = "costs"
	Missed     Field = "missed"
	Negated    Field = "negated"
	Longest    Field = "longest"
	TestShare  Field = "test"
	Seed       Field = "seed"
)

// Setting is a row of the table of settings. The page, links, reports, the glossary, validation and requests read it.
type Setting struct {
	Field   Field
	Label   string
	Hint    string // below its field, "" for none
	Term    Term   // its entry in the glossary
	Default string // "" if the engine chooses it from the table
	Empty   string // the meaning of an empty text in a report

	Choices [][2]string              // the texts that it can have, each with its words; nil for a number
	Check   func(text string) string // the complaint about a number, "" if it is sound; nil for a choice
	If      *Choice                  // another setting that must be chosen so for this one to be used, nil if it is always used

	Link     string // its key in a link
	Readable bool   // a link has it even if it is the default

	Apply func(r *protocol.Train, text string) // puts a sound text into a request
}

// Choice is a setting and the text chosen for it.
type Choice struct {
	Field Field
	Text  string
}

// fromTable is the meaning of an empty text for settings that the engine chooses.
const fromTable = "chosen from the size of the table"

// MaxThresholds bounds the thresholds of a column.
const MaxThresholds = 100

// SettingsTable lists all settings, in the order in which links and reports name them.
var SettingsTable = []Setting{
	{
		Field: Thresholds, Label: "Thresholds for each number column", Term: TermThreshold, Default: "9", Link: "b", Readable: true,
		Hint:  "How many questions of the form “age ≤ 37” are made from a column of numbers.",
		Check: whole(1, MaxThresholds), Apply: func(r *protocol.Train, text string) { r.Encoding.Thresholds = integer(text) },
	},
	{
		Field: Method, Label: "Where the thresholds lie", Term: TermMethod, Default: string(binarize.Target), Link: "method", Choices: Methods,
		Apply: func(r *protocol.Train, text string) { r.Encoding.Method = binarize.Method(text) },
	},
	{
		Field: Missing, Label: "Missing cells", Term: TermMissing, Default: string(binarize.Own), Link: "missing",
		Choices: [][2]string{
			{string(binarize.Own), "are a question of their own"},
			{string(binarize.Impute), "get the mean or most frequent value"},
			{string(binarize.Drop), "leave their row out"},
		},
		Apply: func(r *protocol.Train, text string) { r.Encoding.Policy = binarize.Policy(text) },
	},
	{
		Field: Values, Label: "Values of a category that get a question", Term: TermRare, Default: "30", Link: "values",
		Hint:  "The rarer ones get none.",
		Check: whole(1, 1000), Apply: func(r *protocol.Train, text string) { r.Encoding.Values = integer(text) },
	},
	{
		Field: Lambda1, Label: "Pressure on rule length (λ₁)", Term: TermLambda1, Default: "0.01", Link: "l1", Readable: true,
		Hint:  "More usually gives shorter rules. Try 0.001 to 0.1; 0 is none.",
		Check: between(0, 1000, "Type a number from 0 to 1000, such as 0.01."),
		Apply: func(r *protocol.Train, text string) { r.Network.Lambda1 = new(decimal(text)) },
	},
	{
		Field: Lambda2, Label: "Pressure on the number of rules (λ₂)", Term: TermLambda2, Default: "0.00001", Link: "l2", Readable: true,
		Hint:  "More usually gives fewer rules. The paper uses 0.00001; 0 is none.",
		Check: between(0, 1000, "Type a number from 0 to 1000, such as 0.00001."),
		Apply: func(r *protocol.Train, text string) { r.Network.Lambda2 = new(decimal(text)) },
	},
	{
		Field: Rules, Label: "Rules to start with", Term: TermNeurons, Default: "50", Link: "n",
		Hint:  "Neurons of the Rules Layer. Most of them are given up during training.",
		Check: whole(1, 500), Apply: func(r *protocol.Train, text string) { r.Network.Rules = integer(text) },
	},
	{
		Field: Epochs, Label: "Epochs", Term: TermEpoch, Empty: fromTable, Link: "e",
		Hint:  "Passes through the rows. Empty: chosen from the size of the table.",
		Check: optional(whole(1, maxCount)), Apply: func(r *protocol.Train, text string) { r.Network.Epochs = integer(text) },
	},
	{
		Field: Alternate, Label: "Epochs until the other layer trains", Term: TermAlternate, Empty: fromTable, Link: "turns",
		Hint:  "So long one layer trains, then the other. Empty: a tenth of the run.",
		Check: optional(whole(1, maxCount)), Apply: func(r *protocol.Train, text string) { r.Network.AlternateEpochs = integer(text) },
	},
	{
		Field: Batch, Label: "Batch", Term: TermBatch, Empty: fromTable, Link: "batch",
		Hint:  "Rows in one training step, never more than there are. Empty: a twentieth of the rows.",
		Check: optional(whole(1, maxCount)), Apply: func(r *protocol.Train, text string) { r.Network.Batch = integer(text) },
	},
	{
		Field: Rate, Label: "Learning rate", Term: TermRate, Empty: "0.01", Link: "rate",
		Hint:  "How far a step goes. More learns faster and less steadily. Empty: 0.01.",
		Check: optional(above(0, 10, "Type a number above 0 and at most 10, such as 0.01.")),
		Apply: func(r *protocol.Train, text string) { r.Network.Rate = decimal(text) },
	},
	{
		Field: Refining, Label: "Price of a condition", Term: TermRefining, Default: "auto", Link: "refine",
		Choices: [][2]string{{"auto", "chosen by trying, on training rows"}, {ownPrice, "a price of my own"}, {"off", "not refined"}},
		Apply: func(r *protocol.Train, text string) {
			if r.Refine = rule.AutoPrice; text == "off" {
				r.Refine = rule.NoPrice
			}
		},
	},
	{
		Field: Price, Label: "A condition must earn at least, in % of the rows", Term: TermPrice, Default: "0.01", Link: "price",
		Hint:  "More gives fewer and shorter rules. 0.01 means one row in ten thousand.",
		If:    &Choice{Refining, ownPrice},
		Check: between(0.0001, 50, "Type a percentage from 0.0001 to 50, such as 0.01."),
		Apply: func(r *protocol.Train, text string) { r.Refine = decimal(text) / percent },
	},
	{
		Field: Effort, Label: "Effort", Term: TermRestarts, Default: "1", Link: "effort",
		Choices: [][2]string{
			{"1", "one training"},
			{"3", "3 trainings, up to three times as long"},
			{"5", "5 trainings, up to five times as long"},
			{"10", "10 trainings, up to ten times as long"},
		},
		Apply: func(r *protocol.Train, text string) { r.Restarts = integer(text) },
	},
	{
		Field: Costs, Label: "What a mistake costs", Term: TermCosts, Default: "even", Link: "costs",
		Choices: [][2]string{{"even", "every row counts as much"}, {"balanced", "both classes count as much"}, {ownCosts, "a missed row is worse"}},
		Apply: func(r *protocol.Train, text string) {
			if text == "balanced" {
				r.Network.Weight = rule.Balanced
			}
		},
	},
	{
		Field: Missed, Label: "A missed row is as bad as so many false alarms", Term: TermMissed, Default: "5", Link: "missed",
		Hint:  "A missed row is one that is what the rules describe, and that no rule finds. More finds more of them, with more false alarms.",
		If:    &Choice{Costs, ownCosts},
		Check: between(drnet.LeastWeight, drnet.MostWeight, "Type a number above 0, such as 5."),
		Apply: func(r *protocol.Train, text string) { r.Network.Weight = decimal(text) },
	},
	{
		Field: Negated, Label: "Conditions", Term: TermNegated, Default: "yes", Link: "not",
		Choices: [][2]string{{"yes", "may be negated"}, {"no", "are never negated (no NOT)"}},
		Apply:   func(r *protocol.Train, text string) { r.Network.NoNot = text == "no" },
	},
	{
		Field: Longest, Label: "Most conditions in a rule", Term: TermLongest, Empty: "any number", Link: "longest",
		Hint:  "Refining sees to it. Empty: any number.",
		Check: optional(whole(1, 1000)), Apply: func(r *protocol.Train, text string) { r.MaxConditions = integer(text) },
	},
	{
		Field: TestShare, Label: "Rows kept for the test, in %", Term: TermHeldOut, Default: "20", Link: "test",
		Hint:  "They are not learnt from, so they tell how good the rules are.",
		Check: between(0, 90, "Type a percentage from 0 to 90."),
		Apply: func(r *protocol.Train, text string) { r.Split.Share = decimal(text) / percent },
	},
	{
		Field: Seed, Label: "Seed", Term: TermSeed, Default: "1", Link: "s", Readable: true,
		Hint:  "The same seed gives the same rules, on every computer.",
		Check: whole(0, 1_000_000_000),
		Apply: func(r *protocol.Train, text string) {
			r.Network.Seed = uint64(integer(text))
			r.Split.Seed = r.Network.Seed
		},
	},
}

// Methods are where thresholds can lie, and the words for it.
var Methods = [][2]string{
	{string(binarize.Quantile), "as many rows between them (quantiles)"},
	{string(binarize.Width), "equal steps"},
	{string(binarize.Distinct), "as many different values between them"},
	{string(binarize.Target), "where the answer changes"},
}

const (
	ownPrice = "own"
	ownCosts = "own"
	percent  = 100
	maxCount = 10_000_000 // of epochs, or of rows in a batch
)

// Setting returns the row of a setting in the table.
func (f Field) Setting() *Setting {
	for i := range SettingsTable {
		if SettingsTable[i].Field == f {
			return &SettingsTable[i]
		}
	}
	panic("core: a setting has no row in the table")
}

// Label returns the name of the setting on the page.
func (f Field) Label() string { return f.Setting().Label }

// Term returns the term that explains the setting.
func (f Field) Term() Term { return f.Setting().Term }

// Has reports whether a setting that is chosen from a list can be chosen so.
func (s *Setting) Has(text string) bool {
	for _, c := range s.Choices {
		if c[0] == text {
			return true
		}
	}
	return false
}

// Words returns the words for a text, as a report has them.
func (s *Setting) Words(text string) string {
	if text == "" {
		return s.Empty
	}
	for _, c := range s.Choices {
		if c[0] == text {
			return c[1]
		}
	}
	return text
}

// defaultFields returns the defaults of all settings.
func defaultFields() map[Field]string {
	fields := map[Field]string{}
	for _, s := range SettingsTable {
		fields[s.Field] = s.Default
	}
	return fields
}

// ParseInt reads a whole number.
func ParseInt(text string) (int, bool) {
	x, ok := dataset.ParseNumber(text)
	n := int(x)
	return n, ok && float64(n) == x
}

// integer and decimal read a text that is sound; they return 0 for an empty one.
func integer(text string) int { n, _ := ParseInt(text); return n }

func decimal(text string) float64 { x, _ := dataset.ParseNumber(text); return x }

func whole(least, most int) func(string) string {
	return func(text string) string {
		if n, ok := ParseInt(text); !ok || n < least || n > most {
			return "Type a whole number from " + Count(least) + " to " + Count(most) + "."
		}
		return ""
	}
}

func between(least, most float64, complaint string) func(string) string {
	return func(text string) string {
		if x, ok := dataset.ParseNumber(text); !ok || x < least || x > most {
			return complaint
		}
		return ""
	}
}

func above(least, most float64, complaint string) func(string) string {
	return func(text string) string {
		if x, ok := dataset.ParseNumber(text); !ok || x <= least || x > most {
			return complaint
		}
		return ""
	}
}

func optional(check func(string) string) func(string) string {
	return func(text string) string {
		if strings.TrimSpace(text) == "" {
			return ""
		}
		return check(text)
	}
}
