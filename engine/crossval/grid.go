package crossval

import (
	"slices"

	"drnet/engine/protocol"
)

// grid numbers the units of an evaluation; protocol.UnitResult documents the order.
type grid struct {
	folds, inner, settings int
	whole                  bool
}

// mostUnits limits an evaluation: a mistyped number of folds or settings fails before any unit runs.
const mostUnits = 100_000

// gridOf returns the grid of a request with settings.
func gridOf(r protocol.Evaluate) (grid, error) {
	g := grid{folds: r.Split.Parts, inner: r.Inner, settings: len(r.Settings), whole: r.Whole}
	if len(r.Split.Folds) > 0 {
		g.folds = int(slices.Max(r.Split.Folds)) + 1
	}
	if err := g.check(); err != nil {
		return g, err
	}
	if r.Of < 0 || r.Of > mostUnits || r.Of == 0 && r.Unit != 0 || r.Of > 0 && (r.Unit < 1 || r.Unit > r.Of) {
		return g, protocol.BadSettingf("number the shares from 1", "share %d of %d requested", r.Unit, r.Of)
	}
	return g, nil
}

// check rejects grids whose number of folds or units is out of range.
func (g grid) check() error {
	const fewest, most = 2, 256
	switch {
	case g.folds < fewest || g.folds > most:
		return protocol.BadSettingf("choose a number from 2 to 256", "%d folds requested", g.folds)
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
	return n
}

// unit returns a unit with its place.
func (g grid) unit(number int) protocol.UnitResult {
	u := protocol.UnitResult{Number: number, Fold: -1, Inner: -1, Setting: number % g.settings}
	if split := number / g.settings; split < g.folds*(1+g.inner) {
		u.Fold, u.Inner = split/(1+g.inner), split%(1+g.inner)-1
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

// share returns the numbers of the units in a share, ascending; all units for share 0 of 0.
func (g grid) share(unit, of int) []int {
	var numbers []int
	for n := max(unit-1, 0); n < g.count(); n += max(of, 1) {
		numbers = append(numbers, n)
	}
	return numbers
}
