package state

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// Setup is what the next training is to do, as the person typed it.
type Setup struct {
	Target   int    // column to predict, -1 for none
	Proposed bool   // the target was proposed and not yet chosen
	Positive string // its value that rules describe, "" for none
	Fields   map[Field]string
	Cuts     map[string]string // thresholds of single columns, by name
}

// Field names a setting.
type Field string

// The settings. An empty text stands for the default.
const (
	Thresholds Field = "thresholds"
	Method     Field = "method"
	Missing    Field = "missing"
	Lambda1    Field = "lambda1"
	Lambda2    Field = "lambda2"
	Rules      Field = "rules"
	Epochs     Field = "epochs"
	Batch      Field = "batch"
	Seed       Field = "seed"
	TestShare  Field = "test"
)

var labels = map[Field]string{
	Thresholds: "Thresholds for each number column", Method: "Where the thresholds lie", Missing: "Missing cells",
	Lambda1: "Pressure on rule length (λ₁)", Lambda2: "Pressure on the number of rules (λ₂)", Rules: "Rules to start with",
	Epochs: "Epochs", Batch: "Batch", Seed: "Seed", TestShare: "Rows kept for the test, in %",
}

// Label returns what the setting is called on the page.
func (f Field) Label() string { return labels[f] }

// Defaults of the fields that are not chosen by the engine from the table.
var defaults = map[Field]string{
	Thresholds: "9", Method: string(binarize.Quantile), Missing: string(binarize.Own),
	Lambda1: "0.01", Lambda2: "0.00001", Rules: "50", Epochs: "", Batch: "", Seed: "1", TestShare: "20",
}

func newSetup() Setup {
	return Setup{Target: -1, Fields: maps.Clone(defaults), Cuts: map[string]string{}}
}

// Complaint says what is wrong with the text of a field, "" if nothing is.
func (s Setup) Complaint(f Field) string {
	text := s.text(f)
	switch f {
	case Method, Missing:
		return ""
	case Lambda1, Lambda2:
		if x, ok := dataset.ParseNumber(text); !ok || x < 0 || x > 1000 {
			return "Type a number from 0 to 1000, such as " + defaults[f] + "."
		}
		return ""
	case TestShare:
		if x, ok := dataset.ParseNumber(text); !ok || x < 0 || x > 90 {
			return "Type a percentage from 0 to 90."
		}
		return ""
	case Epochs, Batch:
		if text == "" {
			return ""
		}
	}
	least, most := bounds(f)
	if n, ok := whole(text); !ok || n < least || n > most {
		return fmt.Sprintf("Type a whole number from %d to %d.", least, most)
	}
	return ""
}

// text returns what was typed in a field, without the spaces around it.
func (s Setup) text(f Field) string { return strings.TrimSpace(s.Fields[f]) }

// bounds returns the least and the greatest value of a field of whole numbers.
func bounds(f Field) (least, most int) {
	switch f {
	case Thresholds:
		return 1, 100
	case Rules:
		return 1, 500
	case Seed:
		return 0, 1_000_000_000
	}
	return 1, 10_000_000
}

func whole(text string) (int, bool) {
	x, ok := dataset.ParseNumber(text)
	n := int(x)
	return n, ok && float64(n) == x
}

// CutComplaint says what is wrong with the thresholds typed for a column, "" if nothing is.
func (s Setup) CutComplaint(column string) string {
	if _, ok := parseCut(s.Cuts[column]); !ok {
		return "Type how many thresholds (1 to 100), or the thresholds themselves with spaces between them."
	}
	return ""
}

// parseCut reads one whole number as a count, and anything else as a list. An empty text is the count that holds for all.
func parseCut(text string) (binarize.Cut, bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' || r == ',' })
	if len(words) == 1 && !strings.ContainsAny(text, ";,") {
		if n, ok := whole(words[0]); ok {
			least, most := bounds(Thresholds)
			return binarize.Cut{Count: n}, n >= least && n <= most
		}
	}
	var c binarize.Cut
	for _, word := range words {
		x, ok := dataset.ParseNumber(word)
		if !ok {
			return c, false
		}
		c.List = append(c.List, x)
	}
	return c, true
}

// unsound names the first setting, in alphabetical order, that cannot be used, "" if all can. The thresholds of the
// target are not used.
func (s Setup) unsound(target string) string {
	for _, f := range slices.Sorted(maps.Keys(s.Fields)) {
		if s.Complaint(f) != "" {
			return f.Label()
		}
	}
	for _, column := range slices.Sorted(maps.Keys(s.Cuts)) {
		if column != target && s.CutComplaint(column) != "" {
			return "Single columns: " + column
		}
	}
	return ""
}

// request returns the training that the settings describe. They must be sound, and a target chosen.
func (s Setup) request(t *protocol.Table) protocol.Train {
	number := func(f Field) int { n, _ := whole(s.text(f)); return n }
	pressure := func(f Field) float64 { x, _ := dataset.ParseNumber(s.text(f)); return max(x, drnet.NoPressure) }
	share, _ := dataset.ParseNumber(s.text(TestShare))
	r := protocol.Train{
		Target: t.Columns[s.Target].Name, Positive: s.Positive,
		Encoding: binarize.Options{Thresholds: number(Thresholds), Method: binarize.Method(s.Fields[Method]), Policy: binarize.Policy(s.Fields[Missing])},
		Network: drnet.Config{Rules: number(Rules), Lambda1: pressure(Lambda1), Lambda2: pressure(Lambda2),
			Epochs: number(Epochs), Batch: number(Batch), Seed: uint64(number(Seed))},
		Split: protocol.Split{Share: share / 100, Seed: uint64(number(Seed))},
	}
	for column, text := range s.Cuts {
		if cut, _ := parseCut(text); column != r.Target && (cut.Count > 0 || len(cut.List) > 0) {
			if r.Encoding.Cuts == nil {
				r.Encoding.Cuts = map[string]binarize.Cut{}
			}
			r.Encoding.Cuts[column] = cut
		}
	}
	return r
}

// TargetColumn returns the column to predict, nil if none is chosen.
func (s State) TargetColumn() *protocol.Column {
	return s.column(s.Setup.Target)
}

// Choices returns the values of the target that rules may describe, none if there are not two to tell apart.
func (s State) Choices() []protocol.Value {
	c := s.TargetColumn()
	if c == nil || len(c.Values) < 2 || c.Kind == dataset.ID {
		return nil
	}
	return c.Values
}

// column returns a column of the table, nil if there is none.
func (s State) column(j int) *protocol.Column {
	if s.Table == nil || j < 0 || j >= len(s.Table.Columns) {
		return nil
	}
	return &s.Table.Columns[j]
}

// Obstacle says why training cannot start, "" if it can.
func (s State) Obstacle() string {
	target := s.TargetColumn()
	switch {
	case s.Engine == Gone:
		return "The engine could not be started."
	case s.Reading != "":
		return "Reading " + s.Reading + " …"
	case s.Table == nil:
		return "Drop a table first."
	case target == nil:
		return "Choose the column to predict."
	case len(s.Choices()) == 0:
		return targetRefusal(target)
	case s.Setup.Positive == "":
		return "Choose the value that the rules are to describe."
	case s.Setup.unsound(target.Name) != "":
		return fmt.Sprintf("The setting “%s” cannot be used as it is.", s.Setup.unsound(target.Name))
	}
	return ""
}

// Stale reports whether the rules that are shown were learnt with other settings than those of now.
func (s State) Stale() bool {
	then, now := s.Run.Setup, s.Setup
	return s.Run.Model != nil && (then.Target != now.Target || then.Positive != now.Positive ||
		!maps.Equal(then.Fields, now.Fields) || !maps.Equal(then.Cuts, now.Cuts))
}

// targetRefusal says why no value of a column can be chosen.
func targetRefusal(c *protocol.Column) string {
	switch c.Kind {
	case dataset.Numeric:
		return fmt.Sprintf("“%s” holds numbers. Choose a column with a few different values.", c.Name)
	case dataset.Categorical:
		return fmt.Sprintf("“%s” has too many different values. Choose a column with a few.", c.Name)
	}
	return fmt.Sprintf("“%s” is %s. Choose a column with a few different values.", c.Name, KindInWords(c.Kind))
}

// propose chooses the target that is most likely meant, and says that it was not the person's choice. Target and positive
// are those of a built-in table, "" for none.
func (s *Setup) propose(t *protocol.Table, target, positive string) {
	s.Target, s.Positive, s.Proposed = t.Guess, "", true
	for j, c := range t.Columns {
		if target != "" && c.Name == target {
			s.Target, s.Positive = j, positive
		}
	}
	if s.Target >= 0 && s.Positive == "" {
		s.Positive = likelyPositive(&t.Columns[s.Target])
	}
}

// likelyPositive returns the rarer of two values, the later one if both are equally frequent; "" if there are not two.
func likelyPositive(c *protocol.Column) string {
	if len(c.Values) != 2 {
		return ""
	}
	if c.Values[0].Rows < c.Values[1].Rows {
		return c.Values[0].Text
	}
	return c.Values[1].Text
}
