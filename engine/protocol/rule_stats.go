package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/eval"
)

// RuleStats holds the scores of one rule.
type RuleStats struct {
	Train   eval.RuleScore
	Test    *eval.RuleScore // nil without a test set
	Remarks []eval.Remark
}

// scores reports whether an outcome has scores of each rule.
func (m *Model) scores(o Outcome) bool {
	return len(o.Train.Rules) == len(m.Rules) && (o.Test == nil || len(o.Test.Rules) == len(m.Rules))
}

// RuleStats returns the statistics of each rule from an outcome; nil if the outcome belongs to other rules.
func (m *Model) RuleStats(o Outcome) []RuleStats {
	if !m.scores(o) {
		return nil
	}
	remarks := eval.Remarks(m.Encoder, m.Rules, m.Votes(), o.Train, o.Test)
	out := make([]RuleStats, len(m.Rules))
	for k := range out {
		out[k] = RuleStats{Train: o.Train.Rules[k], Remarks: remarks[k]}
		if o.Test != nil {
			out[k].Test = &o.Test.Rules[k]
		}
	}
	return out
}

// Measured returns the recorded outcome of the present rules: the one after the last edit, of these rules or others in their list; nil if
// an edited model has none; otherwise the one from training.
func (m *Model) Measured() *Outcome {
	if m.Edited || m.Learned.Edited != nil {
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
	return *o, m.scores(*o) || len(m.Rules) == 0
}

// Adds reports whether the effect of removing the rule is known, unlike in older model files.
func (f RuleStats) Adds() bool { return f.Train.Adds() && (f.Test == nil || f.Test.Adds()) }

// Grouped formats a count with thousands separators: 30,162.
func Grouped(n int) string { return dataset.GroupThousands(strconv.Itoa(n)) }

// delimiters maps common delimiters to their names.
var delimiters = map[string]string{",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blank"}

// ReadAs describes how the file was parsed: "semicolon-separated, decimal comma, Windows-1252, with header".
func (t TableSummary) ReadAs() string {
	d := t.Dialect
	between, known := delimiters[d.Delimiter]
	if !known {
		between = fmt.Sprintf("%q", d.Delimiter)
	}
	var said []string
	say := func(when bool, format string, values ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, values...))
		}
	}
	text := d.Format == ""
	say(!text, "%s", strings.ToUpper(d.Format))
	say(t.Sheet != "", "sheet %q", t.Sheet)
	say(text, "%s-separated", between)
	say(d.Quote == "'", "single quotes around values")
	say(d.Escape != "", "%s before a quote inside a value", d.Escape)
	say(d.Decimal == ",", "decimal comma")
	say(text && d.Encoding != "", "%s", d.Encoding)
	say(d.Header, "with header")
	say(!d.Header, "without header")
	say(d.Preamble > 0, "%s left out", Plural(d.Preamble, "title line", "title lines"))
	say(d.Comments > 0, "%s left out", Plural(d.Comments, "remark", "remarks"))
	say(d.Packed, "unpacked")
	say(t.Trained, "like the training table of the rules")
	return strings.Join(said, ", ")
}

// SuspectsInWords describes the suspected missing marks.
func (t TableSummary) SuspectsInWords() string {
	return "several columns contain " + strings.Join(t.Suspects, ", ") + ", which may mean a missing value"
}

// RepeatsInWords says how many of the test rows equal some training row.
func RepeatsInWords(n, test int) string {
	return fmt.Sprintf("%s of %s equal a training row in all columns used and in the class, which makes the test accuracy optimistic",
		Grouped(n), Plural(test, "test row", "test rows"))
}

// Doubts returns the warnings about the table, the suspected missing marks with the flag that makes them missing, and the notes of its
// columns.
func (t TableSummary) Doubts() []string {
	doubts := t.Warned()
	if len(t.Suspects) > 0 {
		doubts = append(doubts, t.SuspectsInWords()+" (-missing-values usual,"+strings.Join(t.Suspects, ",")+")")
	}
	for _, twin := range t.Twins {
		doubts = append(doubts, fmt.Sprintf("column %q duplicates column %q: %s", t.Columns[twin.Later].Name,
			t.Columns[twin.Earlier].Name, twin.Says))
	}
	for _, c := range t.Columns {
		for _, note := range c.Notes {
			doubts = append(doubts, c.Named(note))
		}
	}
	return doubts
}

// Plural returns a number with the words for one or for many: "1 row", "2,000 rows".
func Plural(n int, one, many string) string { return dataset.Plural(n, one, many) }
