package rules

import (
	"fmt"
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Bound identifies a bound of a rule on a numeric column: the index of the rule among all rules, the column, and which of the two ends.
type Bound struct {
	Line   int
	Column string
	Upper  bool
}

// interval is the range of numbers that a rule accepts: low ≤ x ≤ high for integers, otherwise low < x ≤ high. Open ends are infinite.
type interval struct {
	column    *protocol.ColumnSummary
	half      float64 // half the width of an integer in the histogram, 0.5; 0 for a column of other numbers
	low, high float64
}

// interval returns the interval of a rule on a column; ok is false without bounds or without a histogram.
func (st Set) interval(c core.View, line int, column string) (b interval, ok bool) {
	m := st.Model()
	if m == nil || line < 0 || line >= len(m.Lines()) {
		return b, false
	}
	features := m.Encoder.Features()
	own := slices.DeleteFunc(slices.Clone(m.Lines()[line].Rule), func(l rule.Literal) bool { return features[l.Feature].Name != column })
	b.low, b.high = own.Ends(features)
	if b.column = c.Named(column); b.column == nil || b.column.Histogram == nil || b.unbound() {
		return b, false
	}
	if c.Table.Integers(column, false) {
		b.half, b.low, b.high = 0.5, math.Floor(b.low)+1, math.Floor(b.high)
	}
	return b, true
}

func (b interval) unbound() bool { return math.IsInf(b.low, -1) && math.IsInf(b.high, 1) }

// end returns the number at an end of the interval, limited to the column's range, and its place on the x axis, where n spans n ± half.
func (b interval) end(upper bool) (value, place float64) {
	if value = max(b.low, b.column.Histogram.First); upper {
		value = min(b.high, b.column.Histogram.Last)
	}
	return value, value - b.inset(upper)
}

// inset is the number at an end minus its position in the histogram: half at the lower end, -half at the upper one.
func (b interval) inset(upper bool) float64 {
	return core.Either(upper, -b.half, b.half)
}

// moved returns the interval with an end at the readable number nearest to x. At the limit of the column's range the bound is removed.
func (b interval) moved(upper bool, x float64) interval {
	h, grid := b.column.Histogram, core.ScaleOf(b.column)
	x, _ = dataset.ParseNumber(grid.Write(grid.Snap(x)))
	switch {
	case upper && x >= h.Last:
		b.high = math.Inf(1)
	case upper:
		b.high = max(x, b.low)
	case x <= h.First:
		b.low = math.Inf(-1)
	default:
		b.low = min(x, b.high)
	}
	return b
}

// conditions returns the bounds as conditions, the lower one first. That is “NOT x ≤ low” or, for integers, “NOT x ≤ low-1”.
func (b interval) conditions() (list []rule.Condition) {
	if !math.IsInf(b.low, 0) {
		above := dataset.FormatNumber(b.low - 2*b.half)
		list = append(list, rule.Condition{Column: b.column.Name, Op: binarize.AtMost, Value: above, Not: true})
	}
	if !math.IsInf(b.high, 0) {
		list = append(list, rule.Condition{Column: b.column.Name, Op: binarize.AtMost, Value: dataset.FormatNumber(b.high)})
	}
	return list
}

// moveBound moves a bound of a rule to the number that to returns for the current one. Consecutive moves of the same bound, by dragging or
// by keys, form one revision. The old scores stay until the new ones are known, so that nothing on the page jumps.
func (st *Set) moveBound(c core.View, at Bound, to func(b interval, value float64) float64) []core.Command {
	b, ok := st.interval(c, at.Line, at.Column)
	if !ok {
		return nil
	}
	value, _ := b.end(at.Upper)
	next := b.moved(at.Upper, to(b, value))
	if next == b || next.unbound() || b.half == 0 && next.low >= next.high {
		return nil
	}
	before, now, words := st.At, st.Now(), st.called(at.Line)+": "+at.Column+" changed"
	if st.moving == st.At && st.At > 0 && st.moved == at {
		st.At--
	}
	commands := st.edit(words, func(m rule.Model) (rule.Model, error) {
		return m.Bound(at.Line, at.Column, next.conditions()...)
	})
	if commands == nil {
		st.At = before
		return nil
	}
	st.moving, st.moved = st.At, at
	if o, ok := now.Outcome(); ok && !now.Foreign {
		st.change(st.At, func(r *core.Revision) {
			if r.Stale, r.Scored = true, now.Scored; r.Scored == nil {
				r.Scored = &protocol.Scored{Outcome: o}
			}
		})
	}
	return commands
}

// intervalView is the histogram of a numeric column with the interval of a rule and its two handles, or nil. Label is the ID of its name.
func intervalView(m Model, c core.View, send func(core.Msg), line int, column, label string) app.UI {
	b, ok := m.interval(c, line, column)
	if !ok || m.Stage != core.Final {
		return nil
	}
	const width, height = 380, 84
	counts := b.column.Histogram
	h := chart.HistogramChart{
		Width: width, Height: height, Least: counts.Least, Most: counts.Most, Counts: counts.Counts,
		Format: core.AxisNumbers(counts.Least, counts.Most),
	}
	_, from := b.end(false)
	_, to := b.end(true)
	left, right := kit.Coordinate(h.X(from)), kit.Coordinate(h.X(to))
	span := fmt.Sprintf("M%s 12H%sV%sH%sZ", left, right, kit.Coordinate(h.Floor()), left)
	handle := func(upper bool) app.UI {
		at := Bound{line, column, upper}
		value, place := b.end(upper)
		return kit.Handle{
			Chart: h, At: place, Value: value, Name: core.Either(upper, "Upper bound", "Lower bound"), Text: b.inWords(upper),
			Grabbed: BoundGrabbed{}, Dropped: BoundDropped{},
			Moved:  func(to float64) core.Msg { return BoundMoved{at, to} },
			Nudged: func(steps int) core.Msg { return BoundNudged{at, steps} },
		}.Draw(send, at)
	}
	return kit.SVG("chart interval", width, height, "").Role("group").Aria("labelledby", label).
		Body(append(append([]app.UI{kit.Path("interval-span", span)}, kit.Items(h.Scene())...), handle(false), handle(true))...)
}

// inWords describes the bound at an end: "at most 60", "more than 17", "no upper bound".
func (b interval) inWords(upper bool) string {
	number := rule.NumberWithin(b.column.Histogram.First, b.column.Histogram.Last)
	switch {
	case upper && math.IsInf(b.high, 1):
		return "no upper bound"
	case upper:
		return "at most " + number(b.high)
	case math.IsInf(b.low, -1):
		return "no lower bound"
	case b.half > 0:
		return "at least " + number(b.low)
	}
	return "more than " + number(b.low)
}
