package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/eval"
	"drnet/engine/rule"
)

// RuleStats holds the scores of one rule and formats them for the page and the command.
type RuleStats struct {
	Number  int // of the rule, from 1
	Train   eval.RuleScore
	Test    *eval.RuleScore // nil without a test set
	Remarks []eval.Remark
}

// RuleStats returns the statistics of each rule from an outcome; nil if the outcome belongs to other rules.
func (m *Model) RuleStats(o Outcome) []RuleStats {
	if len(o.Train.Rules) != len(m.Rules) || o.Test != nil && len(o.Test.Rules) != len(m.Rules) {
		return nil
	}
	remarks := eval.Remarks(m.Encoder, m.Rules, o.Train, o.Test)
	out := make([]RuleStats, len(m.Rules))
	for k := range out {
		out[k] = RuleStats{Number: k + 1, Train: o.Train.Rules[k], Remarks: remarks[k]}
		if o.Test != nil {
			out[k].Test = &o.Test.Rules[k]
		}
	}
	return out
}

// Measured returns the outcome recorded for the rules: for an edited model the one measured after the last edit, nil if
// there is none; otherwise the one from training.
func (m *Model) Measured() *Outcome {
	if m.Edited {
		return m.Learned.Edited
	}
	return new(m.Learned.Outcome())
}

// Current returns the outcome of the current rules and whether it is known.
func (m *Model) Current() (Outcome, bool) {
	o := m.Measured()
	if o == nil {
		return Outcome{}, false
	}
	return *o, m.RuleStats(*o) != nil || len(m.Rules) == 0
}

// Covers formats the coverage of the rule: "covers 1,204 rows (training 965, held out 239)".
func (f RuleStats) Covers() string {
	if f.Test == nil {
		return "covers " + Plural(f.Train.Covered, "row", "rows")
	}
	return fmt.Sprintf("covers %s (training %s, held out %s)", Plural(f.Train.Covered+f.Test.Covered, "row", "rows"),
		Grouped(f.Train.Covered), Grouped(f.Test.Covered))
}

// Right formats the precision of the rule: "right on 78 % (training 79 %, held out 76 %, likely 71 to 80 %)".
func (f RuleStats) Right() string {
	s, judged := f.Train, f.Train // the test score decides, if there is one
	if f.Test != nil {
		judged = *f.Test
		s.Covered, s.Right = s.Covered+judged.Covered, s.Right+judged.Right
	}
	if s.Covered == 0 {
		return "right on no row"
	}
	text, likely := "right on "+percent(s), ""
	if judged.Covered > 0 {
		low, high := judged.Interval()
		likely = fmt.Sprintf("likely %.0f to %.0f %%", 100*low, 100*high)
	}
	switch {
	case f.Test == nil:
		return text + " (" + likely + ")"
	case f.Test.Covered == 0:
		return text + " (training " + percent(f.Train) + ", held out no row)"
	}
	training := "no row"
	if f.Train.Covered > 0 {
		training = percent(f.Train)
	}
	return fmt.Sprintf("%s (training %s, held out %s, %s)", text, training, percent(*f.Test), likely)
}

// Adds formats the effect of removing the rule, on all rows: "without it: 41 right answers fewer, 3 mistakes fewer". It
// returns "" if the effect is unknown.
func (f RuleStats) Adds() string {
	if !f.Train.Adds() || f.Test != nil && !f.Test.Adds() {
		return ""
	}
	lost, saved := f.Train.Lost, f.Train.Saved
	if f.Test != nil {
		lost, saved = lost+f.Test.Lost, saved+f.Test.Saved
	}
	var fewer []string
	if lost > 0 {
		fewer = append(fewer, Plural(lost, "right answer", "right answers")+" fewer")
	}
	if saved > 0 {
		fewer = append(fewer, Plural(saved, "mistake", "mistakes")+" fewer")
	}
	if fewer == nil {
		return "without it: the same answers"
	}
	return "without it: " + strings.Join(fewer, ", ")
}

// Words formats all statistics and remarks of the rule on a single line.
func (f RuleStats) Words() string {
	text := f.Covers() + ", " + f.Right()
	if adds := f.Adds(); adds != "" {
		text += "; " + adds
	}
	for _, r := range f.Remarks {
		text += "; " + r.String()
	}
	return text
}

func percent(s eval.RuleScore) string { return fmt.Sprintf("%.0f %%", 100*s.Precision()) }

// Grouped formats a count with thousands separators: 30,162.
func Grouped(n int) string { return rule.Grouped(strconv.Itoa(n)) }

// delimiters maps common delimiters to their names.
var delimiters = map[string]string{",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}

// ReadAs describes how the file was parsed: "semicolon between values, decimal comma, Windows-1252, first row = names".
func (t TableSummary) ReadAs() string {
	d := t.Dialect
	between, known := delimiters[d.Delimiter]
	if !known {
		between = fmt.Sprintf("%q", d.Delimiter)
	}
	said := []string{between + " between values"}
	say := func(when bool, format string, values ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, values...))
		}
	}
	say(d.Quote == "'", "single quotes around values")
	say(d.Escape != "", "%s before a quote inside a value", d.Escape)
	say(d.Decimal == ",", "decimal comma")
	say(d.Encoding != "", "%s", d.Encoding)
	say(d.Header, "first row = names")
	say(!d.Header, "no names in the file")
	say(d.Preamble > 0, "%s left out", Plural(d.Preamble, "title line", "title lines"))
	say(d.Comments > 0, "%s left out", Plural(d.Comments, "remark", "remarks"))
	say(d.Packed, "unpacked")
	return strings.Join(said, ", ")
}

// SuspectsInWords describes the suspected missing marks.
func (t TableSummary) SuspectsInWords() string {
	return "several columns contain " + strings.Join(t.Suspects, ", ") + ", which may mean a missing value"
}

// Doubts returns the warnings about the table, the suspected missing marks, and the notes of its columns,
// without duplicates.
func (t TableSummary) Doubts() []string {
	doubts := append([]string{}, t.Warnings...)
	if len(t.Suspects) > 0 {
		doubts = append(doubts, t.SuspectsInWords())
	}
	for _, pair := range t.Duplicates {
		doubts = append(doubts, fmt.Sprintf("column %q duplicates column %q: their values map one to one",
			t.Columns[pair[1]].Name, t.Columns[pair[0]].Name))
	}
	for _, c := range t.Columns {
		name := fmt.Sprintf("%q", c.Name)
		for _, note := range c.Notes {
			if !strings.Contains(note, name) {
				note = "column " + name + ": " + note
			}
			if !slices.Contains(doubts, note) {
				doubts = append(doubts, note)
			}
		}
	}
	return doubts
}

// Plural returns a number with the words for one or for many: "1 row", "2 rows".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(n) + " " + many
}
