package state

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Cut is what a person decided about the thresholds of one column. The zero value is as for all columns.
type Cut struct {
	Method string   // "" as for all columns, a method of binarize, or Listed
	Count  string   // how many thresholds, as it was typed; "" as for all columns
	List   []string // the thresholds themselves, as they were typed, if Method is Listed
}

// Listed is the method of thresholds that are given one by one.
const Listed = "list"

func (c Cut) equal(d Cut) bool {
	return c.Method == d.Method && c.Count == d.Count && slices.Equal(c.List, d.List)
}

func (c Cut) zero() bool { return c.equal(Cut{}) }

// engine returns the cut as the engine takes it; the texts must be sound.
func (c Cut) engine(column *protocol.Column) binarize.Cut {
	if c.Method == Listed {
		var list []float64
		for _, text := range c.List {
			if x, ok := numberIn(column, text); ok {
				list = append(list, x)
			}
		}
		return binarize.Cut{List: list}
	}
	n, _ := parseInt(strings.TrimSpace(c.Count))
	return binarize.Cut{Method: binarize.Method(c.Method), Count: n}
}

// numberIn reads a number as people who have such a column write it: with a decimal comma where the column has one.
func numberIn(c *protocol.Column, text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if c != nil && c.Form.Decimal == "," && strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	return dataset.ParseNumber(text)
}

// Threshold is one cut point of a column: as it is typed, and its value if that is a number.
type Threshold struct {
	Text  string
	Value float64
	OK    bool
}

// readable writes a number with as many digits as people read: 35.7 for 35.699999999999996.
func readable(x float64) string {
	const digits = 7
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	if err != nil {
		return dataset.FormatNumber(x)
	}
	return dataset.FormatNumber(rounded)
}

// scale is the readable numbers that thresholds of a column are moved on.
type scale struct {
	least, most, step float64
}

// scaleOf returns some hundred readable numbers over the range of a column: multiples of 1, 2 or 5 times a power of ten.
func scaleOf(c *protocol.Column) scale {
	at := scale{step: 1, least: math.Inf(-1), most: math.Inf(1)}
	h := c.Histogram
	if h == nil || !(h.Most > h.Least) {
		return at
	}
	const about = 200 // steps from end to end: as fine as a pointer can be
	least := (h.Most - h.Least) / about
	if least == 0 || math.IsInf(least, 0) {
		return at
	}
	at = scale{least: h.Least, most: h.Most, step: math.Pow(10, math.Floor(math.Log10(least)))}
	for _, factor := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if at.step >= least {
			break
		}
		at.step *= factor
	}
	if wholeBins(h) {
		at.step = max(at.step, 1)
	}
	return at
}

// snap returns the readable number next to x, within the range.
func (at scale) snap(x float64) float64 {
	x = max(at.least, min(x, at.most))
	snapped := math.Round(x/at.step) * at.step
	if snapped < at.least || snapped > at.most {
		return x
	}
	return snapped
}

// write writes a number of the scale without the digits that rounding has left.
func (at scale) write(x float64) string {
	const rounding = 1e-9 // of the logarithm of a power of ten
	decimals := max(0, int(math.Ceil(-math.Log10(at.step)-rounding)))
	if x != math.Round(x/at.step)*at.step {
		return readable(x)
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if y, ok := dataset.ParseNumber(text); ok {
		return dataset.FormatNumber(y)
	}
	return dataset.FormatNumber(x)
}

// roomiest returns a threshold in the middle of the widest stretch without one, "" if the range is not known.
func (at scale) roomiest(c *protocol.Column, thresholds []Threshold) string {
	if c.Histogram == nil || math.IsInf(at.least, 0) {
		return ""
	}
	points := []float64{at.least, at.most}
	for _, t := range thresholds {
		if t.OK {
			points = append(points, max(at.least, min(t.Value, at.most)))
		}
	}
	slices.Sort(points)
	widest := 0
	for i := range points[1:] {
		if points[i+1]-points[i] > points[widest+1]-points[widest] {
			widest = i
		}
	}
	return at.write(at.snap((points[widest] + points[widest+1]) / 2))
}

// wholeBins reports whether a histogram is of integers: its bins begin and end halfway between two of them.
func wholeBins(h *protocol.Histogram) bool {
	first, last := h.Least+0.5, h.Most+0.5
	return h.Least != math.Trunc(h.Least) && first == math.Trunc(first) && last == math.Trunc(last) &&
		math.Mod(h.Most-h.Least, float64(max(len(h.Counts), 1))) == 0
}
