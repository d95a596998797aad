package state

import (
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// StudyNotes describes which run or table the current rules come from, if that is not obvious.
func (s State) StudyNotes() []string {
	var notes []string
	p := s.Study.Now()
	switch {
	case p.Model == nil:
		return nil
	case s.Run.Active():
		text := "These are the rules from before. The new ones take their place when the training has ended"
		if s.Whole.Model == nil && s.Run.Setup.Classes == "" {
			text += "; “Undo” brings these back"
		}
		notes = append(notes, text+".")
	case s.Run.Before() != nil:
		notes = append(notes, "These are the rules of the training before.")
	case s.Run.Gave(p.Model) && s.Stale():
		notes = append(notes, s.StaleInWords())
	}
	if p.Foreign && s.Table != nil {
		notes = append(notes, "These rules are from "+p.From+", and are applied to "+s.Table.Name+".")
	}
	if p.Model.Edited {
		notes = append(notes, "The rules are "+rule.ByHand+"; every file that is taken from here says so.")
	}
	for _, note := range p.Notes {
		notes = append(notes, core.Sentence(note))
	}
	if p.Applied != nil {
		for _, w := range p.Applied.Warnings {
			notes = append(notes, core.Sentence(w))
		}
	}
	return notes
}

// ScoreInWords returns the main score of the current rules, and its description; the figure is "" if it is unknown.
func (s State) ScoreInWords() (figure, words string) {
	p := s.Study.Now()
	if p.Foreign && p.Applied != nil && p.Applied.Scores != nil && p.Scored == nil {
		return core.Percent(p.Applied.Scores.Accuracy), " right on the rows of this table."
	}
	o, ok := p.Outcome()
	switch {
	case !ok:
		return "", ""
	case p.Foreign && p.Scored != nil && !p.Scored.Same:
		return core.Percent(o.Train.Accuracy), " right on the rows of this table."
	case o.Test != nil:
		return core.Percent(o.Test.Accuracy), " right on rows they had not seen."
	}
	return core.Percent(o.Train.Accuracy), " right on the training rows."
}

// ScoreLines describes further scores of the rules.
func (s State) ScoreLines() []string {
	var lines []string
	p := s.Study.Now()
	if o, ok := p.Outcome(); ok {
		scores := o.Train
		if o.Test != nil {
			scores = *o.Test
			lines = append(lines, "On the training rows: "+core.Percent(o.Train.Accuracy)+".")
		}
		lines = append(lines, Better(p.Model, scores))
	}
	if s.Run.Gave(p.Model) && p.Model != nil {
		lines = append(lines, core.EndInWords(s.Run.Ended))
	}
	if p.Scored != nil {
		for _, note := range p.Scored.Notes {
			lines = append(lines, core.Sentence(note))
		}
	}
	if note := s.ScoreNote(); note != "" {
		lines = append(lines, note)
	}
	return lines
}

// LineText writes one rule as text: "IF age > 40 AND city = Bern THEN buys = yes".
func (st Study) LineText(line int) string {
	lines := st.lines()
	if line < 0 || line >= len(lines) {
		return ""
	}
	m := st.Model()
	text := "IF " + lines[line].Rule.Text(m.Encoder.Features()) + " THEN " + m.Prediction(true)
	if m.Edited {
		text += " (" + rule.ByHand + ")"
	}
	return text
}

// NoAnswerInWords describes why the prediction for a row is missing.
func (s State) NoAnswerInWords() string {
	switch {
	case s.Run.Active():
		return "The engine is training: rows are answered when it has ended."
	case s.Try.Query.Problem != nil:
		return "No answer."
	}
	return "Answering …"
}

// WhyInWords explains the prediction for a row, and whether the table agrees.
func WhyInWords(a *protocol.Explained) string {
	var fire []string
	for k, v := range a.Verdicts {
		if v.Fires {
			fire = append(fire, strconv.Itoa(k+1))
		}
	}
	text := "No rule is true."
	switch n := len(fire); {
	case n == 1:
		text = "Rule " + fire[0] + " is true."
	case n > 1:
		text = "Rules " + strings.Join(fire[:n-1], ", ") + " and " + fire[n-1] + " are true."
	}
	switch {
	case a.Right != nil && *a.Right:
		text += " The table says " + a.Truth + " too."
	case a.Right != nil:
		text += " The table says " + a.Truth + " for this row."
	}
	return text
}

// DifferInWords lists the cells in which the nearest row differs.
func DifferInWords(n *protocol.Neighbor) string {
	var cells []string
	for _, c := range n.Cells {
		if slices.Contains(n.Differ, c.Column) {
			text := c.Text
			if c.Missing {
				text = "missing"
			}
			cells = append(cells, c.Column+" is "+text)
		}
	}
	const most = 6
	if len(cells) > most {
		cells = append(cells[:most], core.Count(len(cells)-most)+" more")
	}
	return "The rules tell it from this row by: " + strings.Join(cells, ", ") + "."
}

// NoFlipInWords describes why no change leads to the other prediction.
func NoFlipInWords(a *protocol.Explained) string { return core.Sentence(a.Counterfactuals.Why) }

// Browsable reports whether the table has rows to show for the current rules.
func (s State) Browsable() bool {
	p := s.Study.Now()
	return s.Table != nil && s.Peek == nil && p.Model != nil && (!p.Foreign || p.Scored != nil || p.Applied != nil && p.Applied.Scores != nil)
}

// CellInWords labels the rows of a cell of a confusion matrix: "rows are answered “yes” and are “no”".
func CellInWords(of protocol.Selection) string {
	return "rows are answered “" + of.Answer + "” and are “" + of.Truth + "”: show them"
}
