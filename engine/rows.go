package engine

import (
	"fmt"
	"slices"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// columns returns the columns that features may be made from.
func (s *trainer) columns(target int, ignore []string) ([]int, error) {
	left := map[int]bool{}
	for _, name := range ignore {
		j := s.table.Column(name)
		if j < 0 {
			return nil, s.table.NoColumn(name)
		}
		left[j] = true
	}
	return slices.DeleteFunc(s.table.Usable(target), func(j int) bool { return left[j] }), nil
}

// usable returns the labelled rows, under Drop only those without missing cells.
func usable(t *dataset.Table, target *dataset.Target, columns []int, policy binarize.Policy) *dataset.Target {
	if policy != binarize.Drop {
		return target
	}
	kept, positions := *target, make([]int32, 0, len(target.Rows))
	kept.Rows = t.Complete(target.Rows, columns)
	for i, row := range target.Rows { // the complete rows are some of these, in the same order
		if n := len(positions); n < len(kept.Rows) && kept.Rows[n] == row {
			positions = append(positions, int32(i))
		}
	}
	if target.Classes != nil {
		kept.Codes = at(target.Codes, positions)
	} else {
		kept.Positives = at(target.Positives, positions)
	}
	return &kept
}

// parts are positions in a target's rows.
type parts struct{ train, test []int32 }

func (s *trainer) split(kept *dataset.Target, by protocol.Split) (parts, error) {
	var p parts
	if by.Parts != 0 && len(by.Folds) == 0 && s.test == nil {
		const fewest, most = 2, 256
		if by.Parts < fewest || by.Parts > most {
			return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("the rows are to be dealt out to %d folds", by.Parts), "choose a number from 2 to 256")
		}
		by.Folds = dataset.Folds(kept.Strata(), by.Parts, by.Seed)
	}
	switch {
	case s.test != nil && (len(by.Folds) > 0 || by.Share > 0 || by.Parts > 0):
		return p, protocol.Refuse(protocol.BadSetting, "there is a test table, and a share of rows or a fold to test on", "leave one of them out")
	case len(by.Folds) > 0:
		if len(by.Folds) != len(kept.Rows) {
			return p, protocol.Refuse(
				protocol.BadSetting, fmt.Sprintf("the folds are for %d rows and the table has %d to use", len(by.Folds), len(kept.Rows)),
				"rows without a label, and under the policy drop incomplete rows, have no fold",
			)
		}
		p.train, p.test = dataset.FoldRows(by.Folds, by.Fold)
		if len(p.test) == 0 {
			return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("no row is in fold %d", by.Fold), "choose a fold that the folds file names")
		}
	case !(by.Share >= 0 && by.Share < 1):
		return p, protocol.Refuse(protocol.BadSetting, fmt.Sprintf("the share of rows to test on is %v", by.Share), "choose a number from 0 to less than 1, such as 0.2")
	default:
		p.train, p.test = dataset.HoldOut(kept.Strata(), by.Share, by.Seed)
	}
	return p, nil
}

// learnable reports training rows from which nothing can be learnt.
func learnable(target string, train chosen) error {
	const least = 2 // a row of each class
	rows := len(train.rows)
	switch {
	case rows < least:
		return &dataset.Error{
			Kind: dataset.TooFewRows, Message: fmt.Sprintf("too few rows to train on: %d", rows),
			Hint: "keep fewer rows out for the test, or treat missing cells in another way than leaving their rows out",
		}
	case train.most() == rows:
		return &dataset.Error{
			Kind: dataset.TargetSingleClass, Hint: "choose another target, or keep fewer rows out for the test",
			Message: fmt.Sprintf("all rows to train on have the same answer for %q", target),
		}
	}
	return nil
}
