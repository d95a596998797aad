package state

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// Automatic reports whether a column uses the global threshold settings.
func (s State) Automatic(c *protocol.ColumnSummary) bool { return s.Setup.Cuts[c.Name].Zero() }

// CutComplaint describes an error in the custom thresholds of a column, "" if they are valid.
func (s State) CutComplaint(c *protocol.ColumnSummary) string {
	cut := s.Setup.Cuts[c.Name]
	if cut.Method != core.Listed {
		const least, most = 1, setting.MaxThresholds
		if n, ok := setting.ParseInt(strings.TrimSpace(cut.Count)); strings.TrimSpace(cut.Count) != "" && (!ok || n < least || n > most) {
			return fmt.Sprintf("Type a whole number from %d to %d, or nothing.", least, most)
		}
		return ""
	}
	typed := 0
	for _, text := range cut.List {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if _, ok := core.NumberIn(c, text); !ok {
			return fmt.Sprintf("“%s” is no number.", strings.TrimSpace(text))
		}
		typed++
	}
	if typed == 0 {
		return "Type at least one threshold, or go back to automatic."
	}
	if typed > setting.MaxThresholds {
		return fmt.Sprintf("%d thresholds are more than %d.", typed, setting.MaxThresholds)
	}
	return ""
}

// ThresholdsOf returns the thresholds of a column: the custom ones, or else those of the plan.
func (s State) ThresholdsOf(c *protocol.ColumnSummary) []core.Threshold {
	var list []core.Threshold
	for _, text := range s.texts(c) {
		x, ok := core.NumberIn(c, text)
		list = append(list, core.Threshold{Text: text, Value: x, OK: ok})
	}
	return list
}

// texts returns the thresholds of a column as texts.
func (s State) texts(c *protocol.ColumnSummary) []string {
	if cut := s.Setup.Cuts[c.Name]; cut.Method == core.Listed {
		return slices.Clone(cut.List)
	}
	var list []string
	if p := s.Planning(c.Name); p != nil {
		for _, x := range p.Thresholds {
			list = append(list, core.Readable(x))
		}
	}
	return list
}

// Opened returns the index of the column whose thresholds are being edited, -1 for none.
func (s State) Opened() int {
	if s.Table == nil || s.Browser.Opened == "" {
		return -1
	}
	return slices.IndexFunc(s.Table.Columns, func(c protocol.ColumnSummary) bool {
		return c.Name == s.Browser.Opened && c.Kind == dataset.Numeric
	})
}

// cut updates the state for messages about thresholds; ok is false for others.
func (s *State) cut(m Msg) (ok bool) {
	switch m := m.(type) {
	case EditorToggled:
		if c := s.Column(m.Column); c != nil && c.Name != s.Browser.Opened {
			s.Browser.Opened = c.Name
		} else {
			s.Browser.Opened = ""
		}
	case CutMethodChosen:
		s.decide(m.Column, func(c *protocol.ColumnSummary, cut *core.ThresholdEdit) {
			if m.Method == core.Listed {
				*cut = core.ThresholdEdit{Method: core.Listed, List: s.texts(c)}
				return
			}
			*cut = core.ThresholdEdit{Method: m.Method, Count: cut.Count}
		})
	case CutCountTyped:
		s.decide(m.Column, func(_ *protocol.ColumnSummary, cut *core.ThresholdEdit) { cut.Count = m.Text })
	case CutTyped:
		words := []string{m.Text}
		if c := s.Column(m.Column); m.Settled && c != nil {
			words = wordsIn(c, m.Text)
		}
		s.replace(m.Column, m.Index, words...)
	case CutAdded:
		s.decide(m.Column, func(c *protocol.ColumnSummary, cut *core.ThresholdEdit) {
			*cut = core.ThresholdEdit{Method: core.Listed, List: append(s.texts(c), core.ScaleOf(c).Roomiest(c, s.ThresholdsOf(c)))}
		})
	case CutRemoved:
		s.replace(m.Column, m.Index)
	case CutNudged:
		s.move(m.Column, m.Index, func(at core.ThresholdGrid, x float64) float64 { return at.Snap(x) + float64(m.Steps)*at.Step })
	case CutGrabbed:
		s.grabbed = s.Column(m.Column) != nil
	case CutMoved:
		if s.grabbed {
			s.move(m.Column, m.Index, func(core.ThresholdGrid, float64) float64 { return m.To })
		}
	case CutDropped:
		s.grabbed = false
	default:
		return false
	}
	return true
}

// decide changes the threshold settings of a numeric column.
func (s *State) decide(j int, change func(c *protocol.ColumnSummary, cut *core.ThresholdEdit)) {
	c := s.Column(j)
	if c == nil || c.Kind != dataset.Numeric {
		return
	}
	cut := s.Setup.Cuts[c.Name]
	change(c, &cut)
	s.Setup.Cuts = maps.Clone(s.Setup.Cuts)
	if s.Setup.Cuts[c.Name] = cut; cut.Zero() {
		delete(s.Setup.Cuts, c.Name)
	}
}

// replace replaces one threshold by others and makes the thresholds a custom list.
func (s *State) replace(j, index int, by ...string) {
	s.decide(j, func(c *protocol.ColumnSummary, cut *core.ThresholdEdit) {
		if list := s.texts(c); index >= 0 && index < len(list) {
			*cut = core.ThresholdEdit{Method: core.Listed, List: slices.Replace(list, index, index+1, by...)}
		}
	})
}

// move moves a threshold to the result of to, rounded to a readable number within the column's range.
func (s *State) move(j, index int, to func(at core.ThresholdGrid, x float64) float64) {
	c := s.Column(j)
	if c == nil {
		return
	}
	list := s.ThresholdsOf(c)
	if index < 0 || index >= len(list) || !list[index].OK {
		return
	}
	at := core.ScaleOf(c)
	s.replace(j, index, at.Write(at.Snap(to(at, list[index].Value))))
}

// wordsIn splits a text into several numbers. Commas separate them unless the column uses decimal commas.
func wordsIn(c *protocol.ColumnSummary, text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r == ' ' || r == ';' || r == '\t' || r == '\n' || r == ',' && c.Form.Decimal != ","
	})
	if len(words) == 0 {
		return []string{""}
	}
	return words
}
