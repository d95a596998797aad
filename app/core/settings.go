package core

import (
	"maps"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Setup holds the settings of the next run as the user typed them.
type Setup struct {
	Target   int    // column to predict, -1 for none
	Proposed bool   // the target was proposed and is not confirmed
	Positive string // positive class, such as "yes" or "> 20"; "" for none
	Classes  string // multiclass strategy, see protocol.Train.Classes; "" if Positive is predicted against the rest
	Sign     string // one of Signs, for a numeric target
	Bound    string // the number after the sign, as typed
	Fields   map[Field]string
	Cuts     map[string]Cut  // thresholds of single columns, by name
	Ignore   map[string]bool // excluded columns, by name
	Require  map[string]bool // columns required in the rules, by name
}

// Field names a setting.
type Field string

// The settings. An empty text means the default.
const (
	Thresholds Field = "thresholds"
	Method     Field = "method"
	Missing    Field = "missing"
	Values     Field = "values"
	Lambda1    Field = "lambda1"
	Lambda2    Field = "lambda2"
	Rules      Field = "rules"
	Epochs     Field = "epochs"
	Batch      Field = "batch"
	Alternate  Field = "alternate" // in epochs
	Rate       Field = "rate"
	Seed       Field = "seed"
	TestShare  Field = "test"
	Refining   Field = "refine" // one of Refinings
	Price      Field = "price"  // in percent of the training rows, if Refining says so
	Effort     Field = "effort" // one of Efforts
)

// Refinings lists the values of Refining: whether rules are refined, and with which minimum gain.
var Refinings = [][2]string{{"auto", "chosen by trying, on training rows"}, {"own", "a price of my own"}, {"off", "not refined"}}

// Efforts lists the numbers of restarts with their labels.
var Efforts = [][2]string{
	{"1", "one training"},
	{"3", "3 trainings, up to three times as long"},
	{"5", "5 trainings, up to five times as long"},
	{"10", "10 trainings, up to ten times as long"},
}

var labels = map[Field]string{
	Thresholds: "Thresholds for each number column", Method: "Where the thresholds lie", Missing: "Missing cells",
	Values:  "Values of a category that get a question",
	Lambda1: "Pressure on rule length (λ₁)", Lambda2: "Pressure on the number of rules (λ₂)", Rules: "Rules to start with",
	Epochs: "Epochs", Alternate: "Epochs until the other layer trains", Batch: "Batch", Rate: "Learning rate",
	Seed: "Seed", TestShare: "Rows kept for the test, in %",
	Refining: "Price of a condition", Price: "A condition must earn at least, in % of the rows", Effort: "Effort",
	Costs: "What a mistake costs", Missed: "A missed row is as bad as so many false alarms", Negated: "Conditions",
	Longest: "Most conditions in a rule",
}

// Label returns the label of the setting.
func (f Field) Label() string { return labels[f] }

// Defaults holds the default of each field that the engine does not choose from the table.
var Defaults = map[Field]string{
	Thresholds: "9", Method: string(binarize.Target), Missing: string(binarize.Own), Values: "30",
	Lambda1: "0.01", Lambda2: "0.00001", Rules: "50", Epochs: "", Alternate: "", Batch: "", Rate: "", Seed: "1", TestShare: "20",
	Refining: "auto", Price: "0.01", Effort: "1",
	Costs: "even", Missed: "5", Negated: "yes", Longest: "",
}

func NewSetup() Setup {
	return Setup{Target: -1, Fields: maps.Clone(Defaults), Cuts: map[string]Cut{}, Ignore: map[string]bool{}, Require: map[string]bool{}}
}

// Complaint returns the error in the text of a field, or "" if it is valid.
func (s Setup) Complaint(f Field) string {
	text := s.Text(f)
	switch f {
	case Method, Missing, Refining, Effort, Costs, Negated:
		return ""
	case Price:
		if x, ok := dataset.ParseNumber(text); s.Fields[Refining] == "own" && (!ok || x < leastPrice || x > mostPrice) {
			return "Type a percentage from 0.0001 to 50, such as 0.01."
		}
		return ""
	case Missed:
		return s.missedComplaint()
	case Lambda1, Lambda2:
		if x, ok := dataset.ParseNumber(text); !ok || x < 0 || x > 1000 {
			return "Type a number from 0 to 1000, such as " + Defaults[f] + "."
		}
		return ""
	case TestShare:
		if x, ok := dataset.ParseNumber(text); !ok || x < 0 || x > 90 {
			return "Type a percentage from 0 to 90."
		}
		return ""
	case Rate:
		if x, ok := dataset.ParseNumber(text); text != "" && (!ok || x <= 0 || x > 10) {
			return "Type a number above 0 and at most 10, such as 0.01."
		}
		return ""
	case Epochs, Alternate, Batch, Longest:
		if text == "" {
			return ""
		}
	}
	least, most := Bounds(f)
	if n, ok := ParseInt(text); !ok || n < least || n > most {
		return "Type a whole number from " + Count(least) + " to " + Count(most) + "."
	}
	return ""
}

// Limits of the minimum gain, in percent.
const leastPrice, mostPrice = 0.0001, 50

// price returns the minimum gain of a rule or condition, as a share of the training rows.
func (s Setup) price() float64 {
	const percent = 100
	switch s.Fields[Refining] {
	case "off":
		return rule.NoPrice
	case "own":
		x, _ := dataset.ParseNumber(s.Text(Price))
		return x / percent
	}
	return rule.AutoPrice
}

// Text returns the trimmed text of a field.
func (s Setup) Text(f Field) string { return strings.TrimSpace(s.Fields[f]) }

// Bounds returns the range of an integer field.
func Bounds(f Field) (least, most int) {
	switch f {
	case Thresholds:
		return 1, 100
	case Values, Longest:
		return 1, 1000
	case Rules:
		return 1, 500
	case Seed:
		return 0, 1_000_000_000
	}
	return 1, 10_000_000
}

func ParseInt(text string) (int, bool) {
	x, ok := dataset.ParseNumber(text)
	n := int(x)
	return n, ok && float64(n) == x
}

// Request returns the training request for the settings. They must be valid and have a target.
func (s Setup) Request(t *protocol.Table) protocol.Train {
	number := func(f Field) int { n, _ := ParseInt(s.Text(f)); return n }
	pressure := func(f Field) *float64 { x, _ := dataset.ParseNumber(s.Text(f)); return &x }
	share, _ := dataset.ParseNumber(s.Text(TestShare))
	rate, _ := dataset.ParseNumber(s.Text(Rate))
	if s.Classes != "" {
		s.Positive = ""
	}
	r := protocol.Train{
		Target: t.Columns[s.Target].Name, Positive: s.Positive, Classes: s.Classes,
		Encoding: binarize.Options{
			Thresholds: number(Thresholds), Method: binarize.Method(s.Fields[Method]),
			Policy: binarize.Policy(s.Fields[Missing]), Values: number(Values),
		},
		Network: drnet.Config{
			Rules: number(Rules), Lambda1: pressure(Lambda1), Lambda2: pressure(Lambda2),
			Epochs: number(Epochs), AlternateEpochs: number(Alternate), Rate: rate, Batch: number(Batch), Seed: uint64(number(Seed)),
		},
		Split:  protocol.Split{Share: share / 100, Seed: uint64(number(Seed))},
		Refine: s.price(), Restarts: number(Effort),
	}
	s.demand(&r, t)
	for j := range t.Columns {
		c := &t.Columns[j]
		if j == s.Target {
			continue
		}
		if s.Ignore[c.Name] {
			r.Ignore = append(r.Ignore, c.Name)
		} else if cut, decided := s.Cuts[c.Name]; decided && c.Kind == dataset.Numeric {
			if r.Encoding.Cuts == nil {
				r.Encoding.Cuts = map[string]binarize.Cut{}
			}
			r.Encoding.Cuts[c.Name] = cut.engine(c)
		}
	}
	return r
}

// SameAs reports whether two setups give the same run.
func (s Setup) SameAs(then Setup) bool {
	return then.Target == s.Target && then.Positive == s.Positive && then.Classes == s.Classes &&
		maps.Equal(then.Fields, s.Fields) && maps.Equal(then.Ignore, s.Ignore) &&
		maps.Equal(then.Require, s.Require) && maps.EqualFunc(then.Cuts, s.Cuts, Cut.equal)
}
