package eval

import (
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/rule"
)

// Flag is a reason to distrust a rule.
type Flag string

// The flags.
const (
	LowSupport  Flag = "luck"   // it may be right by chance
	Tautology   Flag = "always" // it holds for every row
	Unsatisfied Flag = "never"  // it holds for no row
	Subsumed    Flag = "inside" // wherever it holds another rule does too
)

// A Remark is a flag of a rule, with its reason.
type Remark struct {
	Flag Flag
	// Logic reports whether the flag holds for every possible row, not only for the measured ones.
	Logic bool
	// Rows is the number of test rows that the rule covers, for LowSupport. Without a test set it counts the training set.
	Rows int
	// Low and High are the ends of Interval on the test rows, and Base is the share of positive rows, which lies between them, for
	// LowSupport. They are 0 if Rows is below FewRows.
	Low  float64
	High float64
	Base float64
	// Of is the number, from 1, of the rule that subsumes this one.
	Of int
}

// FewRows is the number of covered rows below which the precision of a rule may be due to chance.
const FewRows = 10

// Remarks returns the flags of each rule of a set, of which votes must hold, over the features of a valid encoder. Train and test are the
// scores of the rules; test is nil without a test set. With more than one vote no rule is flagged as Subsumed, as it has its own vote.
func Remarks(e *binarize.Encoder, set rule.Set, votes int, train Scores, test *Scores) [][]Remark {
	logic := rule.LogicOf(e, set)
	out := make([][]Remark, len(set))
	for k := range set {
		if votes > 1 {
			logic[k].SubsumedBy = -1
		}
		out[k] = remarks(k, logic[k], train, test)
	}
	return out
}

func remarks(k int, l rule.Logic, train Scores, test *Scores) []Remark {
	score, judge := train.Rules[k], train
	rows, covered := train.Confusion.Rows(), score.Covered
	if test != nil {
		judge = *test
		rows, covered = rows+test.Confusion.Rows(), covered+test.Rules[k].Covered
	}
	out := []Remark{}
	switch {
	case l.Tautology || covered == rows && rows > 0:
		out = append(out, Remark{Flag: Tautology, Logic: l.Tautology})
	case l.Unsatisfiable || covered == 0:
		return append(out, Remark{Flag: Unsatisfied, Logic: l.Unsatisfiable})
	default:
		if remark, ok := lowSupport(judge.Rules[k], judge.Confusion, test == nil); ok {
			out = append(out, remark)
		}
	}
	inside := score.Inside
	if test != nil && inside > 0 && test.Rules[k].Covered > 0 && test.Rules[k].Inside != inside {
		inside = 0 // the two rules differ on other rows
	}
	if l.SubsumedBy >= 0 {
		out = append(out, Remark{Flag: Subsumed, Logic: true, Of: l.SubsumedBy + 1})
	} else if inside > 0 {
		out = append(out, Remark{Flag: Subsumed, Of: inside})
	}
	return out
}

// lowSupport reports whether a rule may be due to chance: it covers fewer than FewRows rows, or the interval of its precision contains
// the base rate. On rows that the rule was fitted to, the interval means nothing and is ignored.
func lowSupport(s RuleScore, c Confusion, fitted bool) (Remark, bool) {
	if s.Covered < FewRows || fitted {
		return Remark{Flag: LowSupport, Rows: s.Covered}, s.Covered < FewRows
	}
	low, high := s.Interval()
	base := c.Share()
	return Remark{Flag: LowSupport, Rows: s.Covered, Low: low, High: high, Base: base}, base >= low && base <= high
}

// String describes the remark, without a full stop.
func (r Remark) String() string {
	switch {
	case r.Flag == LowSupport && r.Rows == 0:
		return "may be luck: it covers none of the test rows"
	case r.Flag == LowSupport && r.Rows == 1:
		return "may be luck: it covers only 1 row"
	case r.Flag == LowSupport && r.Rows < FewRows:
		return fmt.Sprintf("may be luck: it covers only %d rows", r.Rows)
	case r.Flag == LowSupport:
		return fmt.Sprintf("may be luck: it is likely right on %.0f to %.0f%%, and %.0f%% of all rows are so anyway",
			100*r.Low, 100*r.High, 100*r.Base)
	case r.Flag == Unsatisfied && r.Logic:
		return "never holds: its conditions exclude each other"
	case r.Flag == Unsatisfied:
		return "holds for no row of the table"
	case r.Flag == Tautology && r.Logic:
		return "always holds"
	case r.Flag == Tautology:
		return "holds for every row of the table"
	case r.Logic:
		return fmt.Sprintf("inside rule %d: where it holds, that one holds too", r.Of)
	}
	return fmt.Sprintf("inside rule %d on all rows of the table", r.Of)
}
