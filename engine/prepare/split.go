package prepare

import (
	"fmt"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Usable returns the labeled rows; under Drop, only those without missing cells.
func Usable(t *dataset.Table, target *dataset.Target, columns []int, policy binarize.Policy) *dataset.Target {
	if policy != binarize.Drop {
		return target
	}
	kept, positions := *target, make([]int32, 0, len(target.Rows))
	kept.Rows = t.Complete(target.Rows, columns)
	for i, row := range target.Rows { // kept.Rows is an ordered subset of target.Rows
		if n := len(positions); n < len(kept.Rows) && kept.Rows[n] == row {
			positions = append(positions, int32(i))
		}
	}
	if target.Classes != nil {
		kept.Codes = At(target.Codes, positions)
	} else {
		kept.Positives = At(target.Positives, positions)
	}
	return &kept
}

// Parts holds positions in a target's rows.
type Parts struct{ Train, Test []int32 }

// Split divides usable rows into training and test rows, by folds or by share.
func (t Tables) Split(kept *dataset.Target, by protocol.Split) (Parts, error) {
	var p Parts
	if by.Parts != 0 && len(by.Folds) == 0 && t.Test == nil {
		const fewest, most = 2, 256
		if by.Parts < fewest || by.Parts > most {
			return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("the rows are to be dealt out to %d folds", by.Parts),
				"choose a number from 2 to 256")
		}
		by.Folds = dataset.Folds(kept.Strata(), by.Parts, by.Seed)
	}
	switch {
	case t.Test != nil && (len(by.Folds) > 0 || by.Share > 0 || by.Parts > 0):
		return p, protocol.Refuse(protocol.BadSetting, "there is a test table, and a share of rows or a fold to test on", "leave one of them out")
	case len(by.Folds) > 0:
		if len(by.Folds) != len(kept.Rows) {
			return p, protocol.Refuse(
				protocol.BadSetting, fmt.Sprintf("the folds are for %d rows and the table has %d to use", len(by.Folds), len(kept.Rows)),
				"rows without a label, and under the policy drop incomplete rows, have no fold",
			)
		}
		p.Train, p.Test = dataset.FoldRows(by.Folds, by.Fold)
		if len(p.Test) == 0 {
			return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("no row is in fold %d", by.Fold), "choose a fold that the folds file names")
		}
	case !(by.Share >= 0 && by.Share < 1):
		return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("the share of rows to test on is %v", by.Share),
			"choose a number from 0 to less than 1, such as 0.2")
	default:
		p.Train, p.Test = dataset.HoldOut(kept.Strata(), by.Share, by.Seed)
	}
	return p, nil
}

// Trainable returns an error if the rows are too few or have a single class.
func (c Subset) Trainable(target string) error {
	const least = 2 // a row of each class
	rows := len(c.Rows)
	switch {
	case rows < least:
		return &dataset.Error{
			Kind: dataset.TooFewRows, Message: fmt.Sprintf("too few rows to train on: %d", rows),
			Hint: "keep fewer rows out for the test, or treat missing cells in another way than leaving their rows out",
		}
	case c.Most() == rows:
		return &dataset.Error{
			Kind: dataset.TargetSingleClass, Hint: "choose another target, or keep fewer rows out for the test",
			Message: fmt.Sprintf("all rows to train on have the same answer for %q", target),
		}
	}
	return nil
}
