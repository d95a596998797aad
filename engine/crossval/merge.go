package crossval

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"reflect"
	"sort"

	"drnet/engine/eval"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
)

// Merge combines the parts of an evaluation, in any order. They must belong to one evaluation and contain each unit once.
func Merge(all []protocol.EvaluationPart) (protocol.Evaluated, error) {
	if len(all) == 0 {
		return protocol.Evaluated{}, protocol.BadSettingf("name the files that drnet eval -unit wrote", "no parts are given")
	}
	first := all[0]
	merged := first
	merged.Units = nil
	for i, p := range all {
		if err := sameEvaluation(first, p, i+1); err != nil {
			return protocol.Evaluated{}, err
		}
		merged.Units = append(merged.Units, p.Units...)
	}
	inOrder(merged.Units)
	g := gridOf(first.Folds, first.Request)
	if err := complete(merged.Units, g); err != nil {
		return protocol.Evaluated{}, err
	}
	return summarize(merged, g), nil
}

// sameEvaluation rejects a part that belongs to another evaluation than the first part.
func sameEvaluation(first, p protocol.EvaluationPart, number int) error {
	again := "make it anew, with the same program and the same command for all parts"
	switch {
	case p.Schema != protocol.PartSchema:
		return protocol.BadSettingf(again, "part %d has the form %q: this program reads %q", number, p.Schema, protocol.PartSchema)
	case p.Version != protocol.Version:
		return protocol.BadSettingf(again,
			"part %d was made by version %d of the engine, and this one is version %d", number, p.Version, protocol.Version)
	case p.Table != first.Table:
		return protocol.BadSettingf("put the parts of one table together", "part %d is about another table or other folds than part 1", number)
	case p.Request.Program != first.Request.Program:
		return protocol.BadSettingf(again,
			"part %d was made by another build of the program than part 1: %q and %q", number, p.Request.Program, first.Request.Program)
	case !reflect.DeepEqual(p.Request, first.Request) || p.Folds != first.Folds:
		return protocol.BadSettingf(again, "part %d was made with other settings than part 1", number)
	case len(p.Request.Settings) == 0:
		return protocol.BadSettingf(again, "part %d is damaged: it names no settings", number)
	}
	return gridOf(p.Folds, p.Request).check()
}

// complete rejects units, in the order of their numbers, that do not occur exactly once.
func complete(units []protocol.UnitResult, g grid) error {
	for k, u := range units {
		at := g.unit(u.Number)
		switch {
		case k > 0 && u.Number == units[k-1].Number:
			return protocol.BadSettingf("name each part once", "unit %d is there twice", u.Number)
		case u.Number < 0 || u.Number >= g.count() || u.Fold != at.Fold || u.Inner != at.Inner || u.Setting != at.Setting, u.Random != at.Random,
			u.Fold >= 0 && u.Scores == nil, u.Fold < 0 && u.Empty():
			return protocol.BadSettingf("make its part anew",
				"unit %d is damaged: it is not one of the %d units of this evaluation", u.Number, g.count())
		}
	}
	if lacking := g.count() - len(units); lacking > 0 {
		first := 0
		for first < len(units) && units[first].Number == first {
			first++
		}
		return protocol.BadSettingf("run the missing shares, and name all parts",
			"%s of the %d units: the first is unit %d", protocol.Plural(lacking, "is missing", "are missing"), g.count(), first)
	}
	return nil
}

// summarize computes the summary of all units.
func summarize(p protocol.EvaluationPart, g grid) protocol.Evaluated {
	e := protocol.Evaluated{EvaluationPart: p}
	for k := range g.settings {
		t := protocol.SettingResult{Setting: p.Request.Settings[k]}
		var folds []eval.Fold
		for fold := range g.folds {
			if u := find(p.Units, g.number(fold, -1, k)); u != nil {
				folds = append(folds, timed(u))
			}
		}
		if len(folds) > 0 {
			t.Summary = eval.Summarize(folds)
		}
		t.Groups = compared(p.Units, g, func(int) int { return k })
		if g.whole {
			t.ModelFile = find(p.Units, g.number(-1, -1, k)).ModelFile
		}
		e.Results = append(e.Results, t)
	}
	if g.inner > 0 {
		e.Nested = nested(p, g, e.Results)
	}
	if g.random {
		var folds []eval.Fold
		for fold := range g.folds {
			setting := 0
			if e.Nested != nil {
				setting = e.Nested.Choices[fold].Setting
			}
			folds = append(folds, *find(p.Units, g.randomNumber(fold, setting)).Scores)
		}
		e.Random = new(eval.Summarize(folds))
	}
	return e
}

// inOrder sorts units by their numbers.
func inOrder(units []protocol.UnitResult) {
	sort.SliceStable(units, func(i, j int) bool { return units[i].Number < units[j].Number })
}

// find returns the unit with a number among units sorted by number; nil if there is none.
func find(units []protocol.UnitResult, number int) *protocol.UnitResult {
	i, ok := sort.Find(len(units), func(i int) int { return number - units[i].Number })
	if !ok {
		return nil
	}
	return &units[i]
}

// timed returns the scores of a unit with its time.
func timed(u *protocol.UnitResult) eval.Fold {
	scores := *u.Scores
	scores.Seconds = u.Seconds
	return scores
}

// nested returns the scores of the settings that each outer fold chose by its inner folds.
func nested(p protocol.EvaluationPart, g grid, results []protocol.SettingResult) *protocol.Nested {
	n := new(protocol.Nested)
	var folds []eval.Fold
	for fold := range g.folds {
		c := preferred(p.Units, g, fold)
		results[c.Setting].Chosen++
		n.Choices = append(n.Choices, c)
		folds = append(folds, timed(find(p.Units, g.number(fold, -1, c.Setting))))
	}
	n.Summary = eval.Summarize(folds)
	n.Groups = compared(p.Units, g, func(fold int) int { return n.Choices[fold].Setting })
	return n
}

// compared returns the compared groups of the test rows of all outer folds, each evaluated with the setting chosen for it.
func compared(units []protocol.UnitResult, g grid, setting func(fold int) int) (all []eval.Groups) {
	for fold := range g.folds {
		u := find(units, g.number(fold, -1, setting(fold)))
		if u == nil {
			continue
		}
		for i, groups := range u.Groups {
			if i == len(all) {
				all = append(all, eval.Groups{})
			}
			all[i].Add(groups)
		}
	}
	for i := range all {
		all[i].Compare()
	}
	return all
}

// preferred returns the setting that the inner folds of an outer fold prefer.
func preferred(units []protocol.UnitResult, g grid, fold int) protocol.SelectedSetting {
	var best protocol.SelectedSetting
	for k := range g.settings {
		c := protocol.SelectedSetting{Setting: k}
		for inner := range g.inner {
			s := find(units, g.number(fold, inner, k)).Scores
			c.Accuracy += s.Accuracy
			c.Complexity += s.Complexity
		}
		c.Accuracy /= float64(g.inner)
		c.Complexity /= float64(g.inner)
		if k == 0 || c.Accuracy > best.Accuracy || c.Accuracy == best.Accuracy && c.Complexity < best.Complexity {
			best = c
		}
	}
	return best
}

// fingerprint returns a hash that identifies the table and its folds.
func (e *evaluation) fingerprint() protocol.Fingerprint {
	var data []byte
	number := func(n uint64) { data = binary.LittleEndian.AppendUint64(data, n) }
	text := func(s string) {
		number(uint64(len(s)))
		data = append(data, s...)
	}
	for _, c := range e.trainer.Table.Columns {
		text(c.Name)
		text(string(c.Kind))
	}
	folds := make([][]uint8, len(e.plans))
	for k, plan := range e.plans {
		folds[k] = make([]uint8, len(e.kept.Rows))
		for i, at := range e.train {
			folds[k][at] = plan.Of[i]
		}
	}
	for i, class := range e.kept.Strata() {
		number(uint64(e.kept.Rows[i]))
		number(uint64(class))
		for _, of := range folds {
			number(uint64(of[i]))
		}
	}
	if weighed, err := prepare.Labeled(e.trainer.Table, e.kept).Weighed(e.request.Weight); err == nil {
		for _, w := range weighed.Weights {
			number(math.Float64bits(w))
		}
	}
	for _, i := range e.test {
		number(uint64(i))
	}
	h := fnv.New64a()
	h.Write(data)
	return protocol.Fingerprint{Rows: len(e.kept.Rows), Columns: len(e.trainer.Table.Columns), Hash: fmt.Sprintf("%016x", h.Sum64())}
}

// grid numbers the units of an evaluation; protocol.UnitResult documents the order.
type grid struct {
	folds, inner, settings int
	whole, random          bool
}

// mostUnits limits an evaluation: a mistyped number of folds or settings fails before any unit runs.
const mostUnits = 100_000

// gridOf returns the grid of a request with settings.
func gridOf(folds int, r protocol.Evaluate) grid {
	return grid{folds, r.Inner, len(r.Settings), r.Whole, r.Random}
}

const fewest, most = 2, 256 // folds

// checkFolds rejects a number of folds that is out of range.
func checkFolds(n int) error {
	if n < fewest || n > most {
		return protocol.BadSettingf("choose a number from 2 to 256", "%d folds requested", n)
	}
	return nil
}

// check rejects grids whose number of folds or units is out of range.
func (g grid) check() error {
	switch {
	case g.folds < fewest:
		return checkFolds(g.folds)
	case g.inner != 0 && (g.inner < fewest || g.inner > most):
		return protocol.BadSettingf("choose a number from 2 to 256, or 0 for none", "%d inner folds requested", g.inner)
	case g.count() > mostUnits:
		return protocol.BadSettingf("choose fewer settings or folds", "%d runs requested", g.count())
	}
	return nil
}

// count returns the number of units.
func (g grid) count() int {
	n := g.folds * (1 + g.inner) * g.settings
	if g.whole {
		n += g.settings
	}
	if g.random {
		n += g.folds * g.settings
	}
	return n
}

// unit returns a unit with its place.
func (g grid) unit(number int) protocol.UnitResult {
	u := protocol.UnitResult{Number: number, Fold: -1, Inner: -1, Setting: number % g.settings}
	split := number / g.settings
	if split < g.folds*(1+g.inner) {
		u.Fold, u.Inner = split/(1+g.inner), split%(1+g.inner)-1
		return u
	}
	if split -= g.folds * (1 + g.inner); g.whole {
		split--
	}
	if split >= 0 {
		u.Fold, u.Random = split, true
	}
	return u
}

// number returns the number of a unit at a place.
func (g grid) number(fold, inner, setting int) int {
	if fold < 0 {
		fold, inner = g.folds, -1
	}
	return (fold*(1+g.inner)+1+inner)*g.settings + setting
}

// randomNumber returns the number of a unit of a random fold.
func (g grid) randomNumber(fold, setting int) int {
	return g.count() - (g.folds-fold)*g.settings + setting
}

// chosen returns the numbers of the units of the outer folds and the random folds, with a given setting for each fold.
func (g grid) chosen(setting func(fold int) int) (numbers []int) {
	for fold := range g.folds {
		numbers = append(numbers, g.number(fold, -1, setting(fold)))
	}
	if g.random {
		for fold := range g.folds {
			numbers = append(numbers, g.randomNumber(fold, setting(fold)))
		}
	}
	return numbers
}

// share returns the numbers of the units in a share, ascending; all units for share 0 of 0.
func (g grid) share(unit, of int) []int {
	var numbers []int
	for n := max(unit-1, 0); n < g.count(); n += max(of, 1) {
		numbers = append(numbers, n)
	}
	return numbers
}
