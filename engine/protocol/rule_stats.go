package protocol

import (
	"fmt"
	"strconv"

	"drnet/engine/eval"
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

// judged returns the test score, or the training score without a test set.
func (f RuleStats) judged() eval.RuleScore {
	if f.Test != nil {
		return *f.Test
	}
	return f.Train
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
	s := f.Train
	if f.Test != nil {
		s.Covered, s.Right = s.Covered+f.Test.Covered, s.Right+f.Test.Right
	}
	if s.Covered == 0 {
		return "right on no row"
	}
	text, likely := "right on "+percent(s), ""
	if j := f.judged(); j.Covered > 0 {
		low, high := j.Interval()
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
	lost, saved := f.Train.Lost, f.Train.Saved
	if !f.Train.Adds() || f.Test != nil && !f.Test.Adds() {
		return ""
	}
	if f.Test != nil {
		lost, saved = lost+f.Test.Lost, saved+f.Test.Saved
	}
	switch {
	case lost+saved == 0:
		return "without it: the same answers"
	case saved == 0:
		return "without it: " + fewer(lost, "right answer")
	case lost == 0:
		return "without it: " + fewer(saved, "mistake")
	}
	return "without it: " + fewer(lost, "right answer") + ", " + fewer(saved, "mistake")
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

func fewer(n int, noun string) string { return Plural(n, noun, noun+"s") + " fewer" }

func percent(s eval.RuleScore) string { return fmt.Sprintf("%.0f %%", 100*s.Precision()) }

// Grouped formats a count with thousands separators: 30,162.
func Grouped(n int) string {
	const group = 3
	digits := strconv.Itoa(n)
	for i := len(digits) - group; i > 0 && digits[i-1] != '-'; i -= group {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
