package core

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// ThresholdEdit holds the threshold settings of one column. The zero value means the global setting.
type ThresholdEdit struct {
	Method string   // "" for the global setting, a method of binarize, or Listed
	Count  string   // number of thresholds as typed; "" for the global setting
	List   []string // thresholds as typed, if Method is Listed
}

// Listed is the method of custom thresholds.
const Listed = "list"

func (c ThresholdEdit) equal(d ThresholdEdit) bool {
	return c.Method == d.Method && c.Count == d.Count && slices.Equal(c.List, d.List)
}

// Zero reports whether the column follows the global setting.
func (c ThresholdEdit) Zero() bool { return c.equal(ThresholdEdit{}) }

// Numbers returns the custom thresholds of a column, and the first text that is not a number, "" if all are. It skips empty texts.
func (c ThresholdEdit) Numbers(column *protocol.ColumnSummary) (list []float64, invalid string) {
	for _, text := range c.List {
		if x, ok := NumberIn(column, text); ok {
			list = append(list, x)
		} else if invalid == "" {
			invalid = strings.TrimSpace(text)
		}
	}
	return list, invalid
}

// engine returns the edit as the engine reads it; its texts must be valid.
func (c ThresholdEdit) engine(column *protocol.ColumnSummary) binarize.ColumnThresholds {
	if c.Method == Listed {
		list, _ := c.Numbers(column)
		return binarize.ColumnThresholds{List: list}
	}
	n, _ := setting.ParseInt(strings.TrimSpace(c.Count))
	return binarize.ColumnThresholds{Method: binarize.Method(c.Method), Count: n}
}

// ThresholdComplaint describes an error in the custom thresholds of a column, "" if they are valid.
func (s Setup) ThresholdComplaint(c *protocol.ColumnSummary) string {
	cut := s.Cuts[c.Name]
	if cut.Method != Listed {
		text := strings.TrimSpace(cut.Count)
		if n, ok := setting.ParseInt(text); text != "" && (!ok || n < 1 || n > setting.MaxThresholds) {
			return fmt.Sprintf("Type a whole number from 1 to %d, or nothing.", setting.MaxThresholds)
		}
		return ""
	}
	switch list, invalid := cut.Numbers(c); {
	case invalid != "":
		return "“" + invalid + "” is not a number."
	case len(list) == 0:
		return "Type at least one cut point, or press “Reset”."
	case len(list) > setting.MaxThresholds:
		return fmt.Sprintf("%d cut points exceed the maximum of %d.", len(list), setting.MaxThresholds)
	}
	return ""
}

// NumberIn parses a number that the user typed for a column, in the number format of the column; c may be nil.
func NumberIn(c *protocol.ColumnSummary, text string) (float64, bool) {
	least, most := math.Inf(1), math.Inf(-1)
	if c == nil {
		c = new(protocol.ColumnSummary)
	}
	if h := c.Histogram; h != nil {
		least, most = h.Least, h.Most
	}
	return c.Form.Typed(text, least, most)
}

// Readable formats a number without rounding noise: 35.7 for 35.699999999999996.
func Readable(x float64) string { return rounded(x, 7) }

func rounded(x float64, digits int) string {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return dataset.FormatNumber(y)
}

// ThresholdGrid is the grid of readable numbers on which a column's thresholds move.
type ThresholdGrid struct {
	least, most, Step float64
}

// ScaleOf returns a grid that divides the range of a column into 80 to 200 steps of 1, 2 or 5 times a power of ten, fewer for integers.
func ScaleOf(c *protocol.ColumnSummary) ThresholdGrid {
	at := ThresholdGrid{Step: 1, least: math.Inf(-1), most: math.Inf(1)}
	h := c.Histogram
	if h == nil || !(h.Most > h.Least) {
		return at
	}
	const about = 200 // steps from end to end, about the precision of a pointer
	least := (h.Most - h.Least) / about
	if least == 0 || math.IsInf(least, 0) {
		return at
	}
	at = ThresholdGrid{least: h.Least, most: h.Most, Step: math.Pow(10, math.Floor(math.Log10(least)))}
	for _, factor := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if at.Step >= least {
			break
		}
		at.Step *= factor
	}
	if h.Integers() {
		at.Step = max(at.Step, 1)
	}
	return at
}

// Snap returns the grid number nearest to x, within the range.
func (at ThresholdGrid) Snap(x float64) float64 {
	x = max(at.least, min(x, at.most))
	snapped := math.Round(x/at.Step) * at.Step
	if snapped < at.least || snapped > at.most {
		return x
	}
	return snapped
}

// Write formats a number of the grid without rounding noise. It keeps more digits than Readable, which numbers far from 0 need.
func (at ThresholdGrid) Write(x float64) string { return rounded(x, 12) }

// Roomiest returns a threshold in the middle of the widest gap, or "" if the range is unknown. It skips thresholds that are NaN.
func (at ThresholdGrid) Roomiest(c *protocol.ColumnSummary, thresholds []float64) string {
	if c.Histogram == nil || math.IsInf(at.least, 0) {
		return ""
	}
	points := []float64{at.least, at.most}
	for _, x := range thresholds {
		if !math.IsNaN(x) {
			points = append(points, max(at.least, min(x, at.most)))
		}
	}
	slices.Sort(points)
	widest := 0
	for i := range points[1:] {
		if points[i+1]-points[i] > points[widest+1]-points[widest] {
			widest = i
		}
	}
	return at.Write(at.Snap((points[widest] + points[widest+1]) / 2))
}
