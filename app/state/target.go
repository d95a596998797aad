package state

import (
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Signs are how a number can compare with the bound that splits a target of numbers.
var Signs = [][2]string{{">", "above"}, {">=", "at or above"}, {"<", "below"}, {"<=", "at or below"}}

// TargetColumn returns the column to predict, nil if none is chosen.
func (s State) TargetColumn() *protocol.Column {
	return s.column(s.Setup.Target)
}

// Choices returns the values of the target that rules may describe, none if there are not two to tell apart.
func (s State) Choices() []protocol.Value {
	c := s.TargetColumn()
	if c == nil || len(c.Values) < 2 || c.Kind == dataset.ID || c.Kind == dataset.Numeric {
		return nil
	}
	return c.Values
}

// Splits reports whether the target is a column of numbers, which a bound splits.
func (s State) Splits() bool {
	c := s.TargetColumn()
	return c != nil && c.Kind == dataset.Numeric
}

// bound changes how a target of numbers is split.
func (s *State) bound(sign, text string) {
	c := s.TargetColumn()
	if c == nil || c.Kind != dataset.Numeric {
		return
	}
	s.Setup.Sign, s.Setup.Bound, s.Setup.Proposed = sign, text, false
	s.Setup.split(c)
}

// split makes the sign and the bound the answer that rules describe; "" if the bound is no number.
func (s *Setup) split(c *protocol.Column) {
	s.Positive = ""
	if x, ok := numberIn(c, s.Bound); ok {
		s.Positive = s.Sign + " " + dataset.FormatNumber(x)
	}
}

// BoundComplaint says what is wrong with the bound, "" if nothing is.
func (s State) BoundComplaint() string {
	c := s.TargetColumn()
	if !s.Splits() {
		return ""
	}
	x, ok := numberIn(c, s.Setup.Bound)
	if !ok {
		return "Type the number that splits the rows in two."
	}
	if h := c.Histogram; h != nil && (x < h.Least || x > h.Most) {
		return "No row lies beyond that: the numbers go from " + rangeInWords(h) + "."
	}
	return ""
}

// SplitInWords says about how many rows a target of numbers gives the rules: "about 38.0 % of the rows"; "" if that
// cannot be told.
func (s State) SplitInWords() string {
	c := s.TargetColumn()
	if !s.Splits() || c.Histogram == nil || s.BoundComplaint() != "" {
		return ""
	}
	x, _ := numberIn(c, s.Setup.Bound)
	if wholeBins(c.Histogram) { // between the integers that are told apart
		if x -= 0.5; s.Setup.Sign == ">" || s.Setup.Sign == "<=" {
			x++
		}
	}
	below, all := rowsBelow(c.Histogram, x)
	if all == 0 {
		return ""
	}
	share := below / all
	if strings.HasPrefix(s.Setup.Sign, ">") {
		share = 1 - share
	}
	return "About " + Percent(share) + " of the rows."
}

// rowsBelow estimates how many numbers lie below x, as if those in a bin were spread evenly.
func rowsBelow(h *protocol.Histogram, x float64) (below, all float64) {
	width := (h.Most - h.Least) / float64(max(len(h.Counts), 1))
	for i, n := range h.Counts {
		all += float64(n)
		from := h.Least + float64(i)*width
		if width > 0 {
			below += float64(n) * max(0, min((x-from)/width, 1))
		}
	}
	return below, all
}

// middle returns a readable number about which half of the numbers lie on either side.
func middle(c *protocol.Column) float64 {
	h := c.Histogram
	_, all := rowsBelow(h, h.Least)
	width, passed := (h.Most-h.Least)/float64(max(len(h.Counts), 1)), 0.0
	for i, n := range h.Counts {
		if passed += float64(n); 2*passed >= all && n > 0 {
			inside := 1 - (passed-all/2)/float64(n)
			x := h.Least + (float64(i)+inside)*width
			if snapped := scaleOf(c).snap(x); snapped > h.Least && snapped < h.Most {
				return snapped
			}
			return x
		}
	}
	return h.Least
}

// LabelsInWords says how many rows have no label, "" if all have one.
func (s State) LabelsInWords() string {
	c := s.TargetColumn()
	if c == nil || c.Missing == 0 {
		return ""
	}
	if c.Missing == 1 {
		return "1 row has no label and is left out."
	}
	return Count(c.Missing) + " rows have no label and are left out."
}

// AimInWords says what is to be learnt, "" without a target.
func (s State) AimInWords() string {
	c := s.TargetColumn()
	switch {
	case c != nil && s.Setup.Classes != "":
		return "Rules for each value of “" + c.Name + "”"
	case c == nil || s.Setup.Positive == "":
		return ""
	case s.Splits():
		return "Rules for “" + c.Name + "” " + s.Setup.Positive
	}
	return "Rules for “" + c.Name + "” = “" + s.Setup.Positive + "”"
}

// TargetProblem returns why the target cannot be learnt, as the engine says, nil if it can or that is not known.
func (s State) TargetProblem() *Problem {
	if p := s.PlanProblem; p != nil && (strings.HasPrefix(p.Kind, "target_") || p.Kind == dataset.NeedsThreshold) {
		return p
	}
	return nil
}

// targetRefusal says why no value of a column can be chosen.
func targetRefusal(c *protocol.Column) string {
	switch c.Kind {
	case dataset.Categorical:
		return fmt.Sprintf("“%s” has too many different values. Choose a column with a few, or say that it holds numbers.", c.Name)
	}
	return fmt.Sprintf("“%s” is %s. Choose a column with a few different values.", c.Name, KindInWords(c.Kind))
}

// propose chooses the target that is most likely meant, and says that it was not the person's choice. Target and positive
// are those of a built-in table, "" for none; one without a positive value
// has rules for each.
func (s *Setup) propose(t *protocol.Table, target, positive string) {
	s.Target, s.Positive, s.Classes, s.Sign, s.Bound, s.Proposed = t.Guess, "", "", ">", "", true
	if s.Target >= len(t.Columns) {
		s.Target = -1
	}
	for j, c := range t.Columns {
		if target != "" && c.Name == target {
			s.Target, s.Positive = j, positive
			if positive == "" {
				s.Classes = protocol.ClassesEach
			}
		}
	}
	if s.Target >= 0 && s.Positive == "" {
		s.proposePositive(&t.Columns[s.Target])
	}
}

// proposePositive chooses what rules describe of a column: the rarer of two values (the later one if both are equally
// frequent), or the greater half of numbers; nothing if there is more to choose from.
func (s *Setup) proposePositive(c *protocol.Column) {
	s.Positive, s.Sign, s.Bound = "", ">", ""
	switch {
	case c.Kind == dataset.Numeric:
		if c.Histogram != nil && len(c.Histogram.Counts) > 0 {
			s.Bound = dataset.FormatNumber(middle(c))
			s.split(c)
		}
	case len(c.Values) != 2:
	case c.Values[0].Rows < c.Values[1].Rows:
		s.Positive = c.Values[0].Text
	default:
		s.Positive = c.Values[1].Text
	}
}

// refit keeps of the setup what still fits a table that was read again: columns are known by their names.
func (s *Setup) refit(before, now *protocol.Table) {
	places := make(map[string]int, len(now.Columns))
	for j := range now.Columns {
		places[now.Columns[j].Name] = j
	}
	s.keepColumns(places, now)
	if s.Target < 0 || s.Target >= len(before.Columns) {
		s.propose(now, "", "")
		return
	}
	j, ok := places[before.Columns[s.Target].Name]
	if !ok {
		s.propose(now, "", "")
		return
	}
	c := &now.Columns[j]
	s.Target = j
	if !separable(c) {
		s.Classes = ""
	}
	if c.Kind == dataset.Numeric {
		if s.Sign == "" || s.Bound == "" {
			s.proposePositive(c)
			s.Proposed = true
		}
		s.split(c)
		return
	}
	s.Sign, s.Bound = ">", ""
	for _, v := range c.Values {
		if v.Text == s.Positive {
			return
		}
	}
	s.proposePositive(c)
	s.Proposed = true
}

// keepColumns drops what was decided about columns that are no more.
func (s *Setup) keepColumns(places map[string]int, now *protocol.Table) {
	there := func(names map[string]bool) map[string]bool {
		kept := map[string]bool{}
		for name := range names {
			if _, ok := places[name]; ok {
				kept[name] = true
			}
		}
		return kept
	}
	cuts := map[string]Cut{}
	for name, cut := range s.Cuts {
		if j, ok := places[name]; ok && now.Columns[j].Kind == dataset.Numeric {
			cuts[name] = cut
		}
	}
	s.Ignore, s.Require, s.Cuts = there(s.Ignore), there(s.Require), cuts
}
