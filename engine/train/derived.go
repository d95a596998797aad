package train

import (
	"cmp"
	"fmt"
	"math"

	"drnet/engine/binarize"
	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
	"drnet/engine/split"
)

const (
	triedFolds = 5
	triedRows  = 10_000 // sample size that reveals a difference of half a point of accuracy
	fewTried   = 50     // fewer rows cannot reveal any difference
)

// tryDerived decides whether the run gets derived columns, by cross-validation on the training rows: if rules with derived columns are
// more accurate than rules without them by more than a standard error of the difference. Features and rules are both fitted to the
// other folds. With several classes, each class is predicted against the rest.
func (p *PlannedRun) tryDerived(j prepare.Job, columns []int) (binarize.Deriving, error) {
	tried := refine.SampleRows(len(p.Rows.Rows), triedRows)
	rows := p.Rows.At(tried)
	strata, classes := rows.Classes, bitmat.Indexes[int](len(p.Target.Classes))
	if strata == nil {
		strata, classes = (&dataset.Target{Positives: rows.Positives}).Strata(), []int{1}
	}
	if len(strata) < fewTried {
		return binarize.NotDerived, nil
	}
	plan, err := p.splitBy(strata, tried).Folds(triedFolds, p.Request.Split.Seed)
	if err != nil { // too few groups or times
		return binarize.NotDerived, nil
	}
	var sum, squares float64 // of the gain of each row, by weight
	for k := range triedFolds {
		in, out := plan.Rows(k)
		training, validation := rows.At(in), rows.At(out)
		o := p.Request.Encoding
		o.Derived = binarize.WithDerived
		with, err := training.Fit(j, columns, o)
		o.Derived = binarize.NotDerived
		without, failed := training.Fit(j, columns, o)
		switch {
		case j.Ctx.Err() != nil:
			return "", j.Ctx.Err()
		case cmp.Or(err, failed) != nil || len(with.Columns) == len(without.Columns):
			continue // the fold shows no difference; the run reports errors of the options itself
		}
		for _, class := range classes {
			of := func(c prepare.Subset, part []int32) prepare.Subset {
				c.Positives = make([]bool, len(part))
				for i, at := range part {
					c.Positives[i] = int(strata[at]) == class
				}
				return c
			}
			gains := make([]float64, len(out))
			for _, side := range []struct {
				encoder *binarize.Encoder
				sign    float64
			}{{without, -1}, {with, 1}} {
				if err := p.addCorrect(j, gains, side.sign, side.encoder, of(training, in), of(validation, out)); err != nil {
					return "", err
				}
			}
			for _, g := range gains {
				sum, squares = sum+g, squares+float64(g*g)
			}
		}
	}
	judged := len(strata)
	if plan.Rolling {
		first, _ := plan.Rows(0)
		judged -= len(first) // they are not predicted
	}
	return p.judgeDerived(sum, squares, judged, len(classes)), nil
}

// splitBy returns the groups or times, and the classes, by which some training rows are divided.
func (p *PlannedRun) splitBy(strata []uint8, rows []int32) split.By {
	by := split.By{Column: p.Request.Split.By(), Classes: strata, Groups: split.At(p.groups, rows)}
	if p.Request.Split.Time != "" { // the groups are ranks of times
		for _, rank := range by.Groups {
			by.Times = append(by.Times, float64(rank))
		}
		by.Groups = nil
	}
	return by
}

// judgeDerived decides by the sum of the gains over the rows, and the sum of their squares, and adds a note with the reason.
func (p *PlannedRun) judgeDerived(sum, squares float64, rows, classes int) binarize.Deriving {
	n, points := float64(rows), "none separates the classes better than its columns"
	if squares > 0 {
		change := math.Round(1e4*sum/n/float64(classes))/100 + 0 // not -0
		points = fmt.Sprintf("cross-validated on the training rows, they change the accuracy by %+.2f points", change)
	}
	if mean := sum / n; sum > 0 && mean > math.Sqrt((squares/n-float64(mean*mean))/n) {
		p.Tried = append(p.Tried, "differences and ratios of columns are features: "+points)
		return binarize.WithDerived
	}
	p.Tried = append(p.Tried, "differences and ratios of columns are left out: "+points)
	return binarize.NotDerived
}

// addCorrect adds sign times its weight to the gain of each validation row that is predicted correctly, by rules that are searched on the
// training rows.
func (p *PlannedRun) addCorrect(
	j prepare.Job, gains []float64, sign float64, e *binarize.Encoder, training, validation prepare.Subset,
) error {
	train, err := training.Encode(j, e, nil)
	if err != nil {
		return err
	}
	test, err := validation.Encode(j, e, nil)
	if err != nil {
		return err
	}
	u := Unit{Request: p.Request, Head: rule.Model{Encoder: e}}
	u.Configure(training.Truth())
	r := u.refinement(u.Request.Refine, train)
	r.Observe = func(done, of int) { j.Emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of}) }
	fires := r.Search(j.Ctx, train.X, train.Labels, nil).MatchVotes(1, test.X)
	yes, no := u.weights.Each()
	weights := meanOne(test.Weights)
	for i, positive := range validation.Positives {
		weight := no
		switch {
		case bitmat.Get(fires, i) != positive:
			continue
		case positive:
			weight = yes
		}
		if weights != nil {
			weight *= weights[i]
		}
		gains[i] += float64(sign * weight)
	}
	return j.Ctx.Err()
}
