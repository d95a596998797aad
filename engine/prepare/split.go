package prepare

import (
	"context"
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
			return p, protocol.BadSettingf("choose a number from 2 to 256", "%d folds requested", by.Parts)
		}
		by.Folds = dataset.Folds(kept.Strata(), by.Parts, by.Seed)
	}
	switch {
	case t.Test != nil && (len(by.Folds) > 0 || by.Share > 0 || by.Parts > 0):
		return p, protocol.BadSettingf("leave one of them out", "a test table excludes a test split and folds")
	case len(by.Folds) > 0:
		if len(by.Folds) != len(kept.Rows) {
			return p, protocol.BadSettingf("rows without a label get no fold, nor incomplete rows under the policy drop",
				"folds are given for %d rows, but the table has %d usable rows", len(by.Folds), len(kept.Rows))
		}
		p.Train, p.Test = dataset.FoldRows(by.Folds, by.Fold)
		if len(p.Test) == 0 {
			return p, protocol.BadSettingf("choose a fold of the folds file", "fold %d is empty", by.Fold)
		}
	case !(by.Share >= 0 && by.Share < 1):
		return p, protocol.BadSettingf("choose a number from 0 to less than 1, such as 0.2", "the test split is %v", by.Share)
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
			Kind: dataset.TooFewRows, Message: fmt.Sprintf("too few training rows: %d", rows),
			Hint: "choose a smaller test split, or another policy for missing cells than drop",
		}
	case c.Most() == rows:
		return &dataset.Error{
			Kind: dataset.TargetSingleClass, Hint: "choose another target or a smaller test split",
			Message: fmt.Sprintf("all training rows have the same value of %q", target),
		}
	}
	return nil
}

// A Job is the context of an active request.
type Job struct {
	Ctx  context.Context
	Emit func(protocol.Event)
}

// Prepare emits the progress of a stage, during which the transport may receive messages. It returns an error if the
// request was stopped. Callers should call it at least every tenth of a second.
func (j Job) Prepare(stage protocol.PreparationStage, done, of int) error {
	j.Emit(protocol.Preparing{Stage: stage, Done: done, Of: of})
	return j.Ctx.Err()
}

// WithoutCancel returns a job that ignores cancellation, to finish the answer after a stop.
func (j Job) WithoutCancel() Job { return Job{Ctx: context.WithoutCancel(j.Ctx), Emit: j.Emit} }
