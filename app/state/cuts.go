package state

import (
	"fmt"
	"maps"
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

// Automatic reports whether the thresholds of a column are found as for all columns.
func (s State) Automatic(c *protocol.Column) bool { return s.Setup.Cuts[c.Name].zero() }

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
	n, _ := whole(strings.TrimSpace(c.Count))
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

// CutComplaint says what is wrong with the thresholds decided for a column, "" if nothing is.
func (s State) CutComplaint(c *protocol.Column) string {
	cut := s.Setup.Cuts[c.Name]
	if cut.Method != Listed {
		least, most := bounds(Thresholds)
		if n, ok := whole(strings.TrimSpace(cut.Count)); strings.TrimSpace(cut.Count) != "" && (!ok || n < least || n > most) {
			return fmt.Sprintf("Type a whole number from %d to %d, or nothing.", least, most)
		}
		return ""
	}
	typed := 0
	for _, text := range cut.List {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if _, ok := numberIn(c, text); !ok {
			return fmt.Sprintf("“%s” is no number.", strings.TrimSpace(text))
		}
		typed++
	}
	if typed == 0 {
		return "Type at least one threshold, or go back to automatic."
	}
	if _, most := bounds(Thresholds); typed > most {
		return fmt.Sprintf("%d thresholds are more than %d.", typed, most)
	}
	return ""
}

// Threshold is one cut point of a column: as it is typed, and its value if that is a number.
type Threshold struct {
	Text  string
	Value float64
	OK    bool
}

// ThresholdsOf returns the thresholds of a column: those that were decided, or else those that the plan found.
func (s State) ThresholdsOf(c *protocol.Column) []Threshold {
	var list []Threshold
	for _, text := range s.texts(c) {
		x, ok := numberIn(c, text)
		list = append(list, Threshold{text, x, ok})
	}
	return list
}

// texts returns the thresholds of a column as texts.
func (s State) texts(c *protocol.Column) []string {
	if cut := s.Setup.Cuts[c.Name]; cut.Method == Listed {
		return slices.Clone(cut.List)
	}
	var list []string
	if p := s.Planning(c.Name); p != nil {
		for _, x := range p.Thresholds {
			list = append(list, readable(x))
		}
	}
	return list
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

// Opened returns the column whose thresholds are edited, -1 for none.
func (s State) Opened() int {
	if s.Table == nil || s.View.Opened == "" {
		return -1
	}
	return slices.IndexFunc(s.Table.Columns, func(c protocol.Column) bool {
		return c.Name == s.View.Opened && c.Kind == dataset.Numeric
	})
}

// cut changes what is decided about thresholds.
func (s *State) cut(m Msg) {
	switch m := m.(type) {
	case EditorToggled:
		if c := s.column(m.Column); c != nil && c.Name != s.View.Opened {
			s.View.Opened = c.Name
		} else {
			s.View.Opened = ""
		}
	case CutMethodChosen:
		s.decide(m.Column, func(c *protocol.Column, cut *Cut) {
			if m.Method == Listed {
				*cut = Cut{Method: Listed, List: s.texts(c)}
				return
			}
			*cut = Cut{Method: m.Method, Count: cut.Count}
		})
	case CutCountTyped:
		s.decide(m.Column, func(_ *protocol.Column, cut *Cut) { cut.Count = m.Text })
	case CutTyped:
		words := []string{m.Text}
		if c := s.column(m.Column); m.Settled && c != nil {
			words = wordsIn(c, m.Text)
		}
		s.replace(m.Column, m.Index, words...)
	case CutAdded:
		s.decide(m.Column, func(c *protocol.Column, cut *Cut) {
			*cut = Cut{Method: Listed, List: append(s.texts(c), scaleOf(c).roomiest(c, s.ThresholdsOf(c)))}
		})
	case CutRemoved:
		s.replace(m.Column, m.Index)
	case CutNudged:
		s.move(m.Column, m.Index, func(at scale, x float64) float64 { return at.snap(x) + float64(m.Steps)*at.step })
	case CutGrabbed:
		s.grabbed = s.column(m.Column) != nil
	case CutMoved:
		if s.grabbed {
			s.move(m.Column, m.Index, func(scale, float64) float64 { return m.To })
		}
	case CutDropped:
		s.grabbed = false
	}
}

// decide changes what is decided about a column.
func (s *State) decide(j int, change func(c *protocol.Column, cut *Cut)) {
	c := s.column(j)
	if c == nil || c.Kind != dataset.Numeric {
		return
	}
	cut := s.Setup.Cuts[c.Name]
	change(c, &cut)
	s.Setup.Cuts = maps.Clone(s.Setup.Cuts)
	if s.Setup.Cuts[c.Name] = cut; cut.zero() {
		delete(s.Setup.Cuts, c.Name)
	}
}

// replace puts others in the place of one threshold, which makes the thresholds a list.
func (s *State) replace(j, index int, by ...string) {
	s.decide(j, func(c *protocol.Column, cut *Cut) {
		if list := s.texts(c); index >= 0 && index < len(list) {
			*cut = Cut{Method: Listed, List: slices.Replace(list, index, index+1, by...)}
		}
	})
}

// move puts a threshold where to says, on a readable number within the column's range.
func (s *State) move(j, index int, to func(at scale, x float64) float64) {
	c := s.column(j)
	if c == nil {
		return
	}
	list := s.ThresholdsOf(c)
	if index < 0 || index >= len(list) || !list[index].OK {
		return
	}
	at := scaleOf(c)
	s.replace(j, index, at.write(at.snap(to(at, list[index].Value))))
}

// wordsIn takes a text apart that has several numbers; commas separate where they are no decimal mark.
func wordsIn(c *protocol.Column, text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ';' || r == '\t' || r == '\n' || r == ',' && c.Form.Decimal != ","
	})
	if len(words) == 0 {
		return []string{""}
	}
	return words
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
