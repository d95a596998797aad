// Package stability learns rules again from bootstrap samples of the training rows and counts how often those of a model come back.
//
// References: B. Efron, R. Tibshirani: An Introduction to the Bootstrap. Chapman & Hall (1993).
package stability

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"drnet/engine/bitmat"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
	"drnet/engine/numeric"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/train"
)

const (
	usualDraws, mostDraws = 20, 100

	returns = 0.8 // the Jaccard index from which a rule has come back
)

// study holds the draws of a request.
type study struct {
	trainer *train.Trainer
	job     prepare.Job
	model   *protocol.Model
	request protocol.Train // of a draw, with the split of the run
	rows    prepare.Subset // training rows of the model
	covered [][]uint64     // the rows that each rule of the model covers
	result  protocol.StabilityMeasured
	best    [][]float64    // by rule and draw, the greatest Jaccard index
	used    map[string]int // draws that use a column
	ended   int            // draws
	failed  error          // of an encoding
}

// Measure counts how often the rules of a model come back. The request is that of its run, with its split.
func Measure(tr *train.Trainer, j prepare.Job, r protocol.Stability, run protocol.Train) (protocol.Event, error) {
	if r.Draws = cmp.Or(r.Draws, usualDraws); r.Draws < 2 || r.Draws > mostDraws {
		return nil, protocol.BadSettingf("choose a number from 2 to 100", "%d draws requested", r.Draws)
	}
	s := &study{trainer: tr, job: j, model: r.Model, request: run, used: map[string]int{}}
	s.result.Draws = r.Draws
	if err := s.prepare(); err != nil {
		return nil, err
	}
	tell := func() {
		j.Emit(protocol.Evaluating{Done: s.ended, Of: r.Draws, Share: float64(s.ended) / float64(r.Draws)})
	}
	tell()
	err := tr.Do(j, r.Draws, s.unit, func(i int, e protocol.Event) {
		if done, ok := e.(protocol.UnitDone); ok && done.Status != drnet.Stopped && s.failed == nil {
			s.failed = s.count(i, done.Model)
			s.ended++
		}
		tell()
	})
	switch err = cmp.Or(err, s.failed); {
	case err != nil:
		return nil, err
	case s.ended < r.Draws:
		return nil, context.Canceled
	}
	return s.summary(), nil
}

// prepare sets the request of the draws, and finds the coverage of the model's rules.
func (s *study) prepare() error {
	m, r := s.model, &s.request
	switch {
	case r.Classes != "":
		return protocol.BadSettingf("train with a positive class", "the stability of rules is measured for two classes")
	case r.Bound != nil:
		return protocol.BadSettingf("train without the bound", "the stability is that of rules without a bound")
	case r.Refine == rule.NoPrice:
		return protocol.BadSettingf("train with refinement", "the stability is that of refined rules, and these are not refined")
	}
	if l := m.Learned; r.Learner == "" && l.Refined != nil {
		switch {
		case m.Votes() > 1:
			r.Form = rule.SomeRules
		default: // cross-validation would choose too low a price, as copies of a row may be in two folds
			r.Form, r.Refine = rule.AnyRule, train.SearchPrice(l)
		}
	}
	_, kept, columns, err := s.trainer.Labelled(new(*r))
	if err != nil {
		return err
	}
	split, err := s.trainer.Split(kept, columns, r.Split)
	if err != nil {
		return err
	}
	s.rows = prepare.Labeled(s.trainer.Table, kept).At(split.Train)
	s.covered, err = s.cover(m)
	s.best = make([][]float64, len(m.Rules))
	for k := range s.best {
		s.best[k] = make([]float64, s.result.Draws)
	}
	return err
}

// unit prepares the search on a draw.
func (s *study) unit(i int) (protocol.RunUnit, error) {
	r := s.request
	p, err := s.trainer.PlanOn(s.job, r, func(kept *dataset.Target, columns []int, by protocol.Split) (prepare.Parts, error) {
		split, err := s.trainer.Split(kept, columns, by)
		stream := numeric.NewStream(r.Network.Seed, draws, i)
		switch drawn := draw(split.Train, kept.Strata(), stream); {
		case by.Time != "":
			ranks := map[int32]int32{}
			for k, position := range split.Train {
				ranks[position] = split.Groups[k]
			}
			for k, position := range drawn {
				split.Groups[k] = ranks[position]
			}
			split.Train = drawn
		case split.Groups != nil:
			split.Train, split.Groups = drawGroups(split.Train, split.Groups, stream)
		default:
			split.Train = drawn
		}
		return prepare.Parts{Train: split.Train, Groups: split.Groups}, err
	})
	if err != nil {
		return protocol.RunUnit{}, err
	}
	p.TestRows = prepare.Subset{}
	if err := s.trainer.EncodeAll(s.job, p); err != nil {
		return protocol.RunUnit{}, err
	}
	p.AddNumbers()
	w := p.Work()
	w.SearchOnly = true
	return w, nil
}

// draws is the purpose of the random numbers.
const draws = 0xb007

// draw returns as many positions, drawn with replacement within each class.
func draw(positions []int32, classes []uint8, stream numeric.Stream) []int32 {
	var of [256][]int32
	for _, i := range positions {
		of[classes[i]] = append(of[classes[i]], i)
	}
	out := make([]int32, len(positions))
	for k, i := range positions {
		same := of[classes[i]]
		out[k] = same[stream.Below(k, len(same))]
	}
	slices.Sort(out)
	return out
}

// drawGroups draws as many groups with replacement, because the rows of a group are not independent. It returns the positions of their
// rows, and the group of each.
func drawGroups(positions, groups []int32, stream numeric.Stream) (out, of []int32) {
	rows := map[int32][]int32{}
	var known []int32
	for k, g := range groups {
		if rows[g] == nil {
			known = append(known, g)
		}
		rows[g] = append(rows[g], positions[k])
	}
	for k := range known {
		g := known[stream.Below(k, len(known))]
		for _, i := range rows[g] {
			out, of = append(out, i), append(of, g)
		}
	}
	return out, of
}

// cover returns the training rows of the model that each rule of another one covers.
func (s *study) cover(m *protocol.Model) ([][]uint64, error) {
	x, _, err := prepare.Encode(s.job, m.Encoder, s.rows.Table, s.rows.Rows, rule.UsedColumns(m.Encoder, m.Rules))
	if err != nil {
		return nil, err
	}
	covered := make([][]uint64, len(m.Rules))
	for k, r := range m.Rules {
		covered[k] = make([]uint64, bitmat.Words(x.Rows))
		r.Match(covered[k], x)
	}
	return covered, nil
}

// count compares the rules of a draw with those of the model.
func (s *study) count(i int, m *protocol.Model) error {
	covered, err := s.cover(m)
	if err != nil {
		return err
	}
	for k, own := range s.covered {
		for _, other := range covered {
			s.best[k][i] = max(s.best[k][i], jaccard(own, other))
		}
	}
	for _, name := range columns(m) {
		s.used[name]++
	}
	return nil
}

// jaccard returns |a∩b| / |a∪b|, 0 for empty sets.
func jaccard(a, b []uint64) float64 {
	both := bitmat.CountAnd(a, b)
	if both == 0 {
		return 0
	}
	return float64(both) / float64(bitmat.Count(a)+bitmat.Count(b)-both)
}

// columns returns the names of the columns that the rules of a model use.
func columns(m *protocol.Model) (names []string) {
	for c, used := range rule.UsedColumns(m.Encoder, m.Rules) {
		if used {
			names = append(names, m.Encoder.Columns[c].Name)
		}
	}
	return names
}

// summary returns the result of all draws.
func (s *study) summary() protocol.StabilityMeasured {
	out := s.result
	for _, best := range s.best {
		var r protocol.RuleStability
		sum := 0.0
		for _, index := range best { // in the order of the draws, so that the sum is always the same
			if sum += index; index >= returns {
				r.Returned++
			}
		}
		r.Overlap = sum / float64(out.Draws)
		out.Rules = append(out.Rules, r)
	}
	own := columns(s.model)
	for _, name := range own {
		s.used[name] += 0
	}
	for name, n := range s.used {
		out.Columns = append(out.Columns, protocol.ColumnStability{Name: name, Used: n, Own: slices.Contains(own, name)})
	}
	sort.Slice(out.Columns, func(i, j int) bool {
		a, b := out.Columns[i], out.Columns[j]
		return cmp.Or(b.Used-a.Used, cmp.Compare(a.Name, b.Name)) < 0
	})
	return out
}
