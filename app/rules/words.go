package rules

import (
	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Notes describes which run or table the current rules come from, if that is not obvious.
func (m Model) Notes(c core.View) []string {
	var notes []string
	p := m.Now()
	switch {
	case p.Model == nil:
		return nil
	case c.Run.Active():
		text := "These are the rules from before. The new ones take their place when the training has ended"
		if m.Classes.Model == nil && c.Run.Setup.Classes == "" {
			text += "; “Undo” brings these back"
		}
		notes = append(notes, text+".")
	case c.Run.Before() != nil:
		notes = append(notes, "These are the rules of the training before.")
	case c.Run.Gave(p.Model) && c.Stale():
		notes = append(notes, c.StaleInWords())
	}
	if p.Foreign && c.Table != nil {
		notes = append(notes, "These rules are from "+p.From+", and are applied to "+c.Table.Name+".")
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
func (m Model) ScoreInWords() (figure, words string) {
	p := m.Now()
	if p.Foreign && p.Applied != nil && p.Applied.Scores != nil && p.Scored == nil {
		return core.Percent(p.Applied.Scores.Accuracy), " accuracy on this table."
	}
	o, ok := p.Outcome()
	switch {
	case !ok:
		return "", ""
	case p.Foreign && p.Scored != nil && !p.Scored.Same:
		return core.Percent(o.Train.Accuracy), " accuracy on this table."
	case o.Test != nil:
		return core.Percent(o.Test.Accuracy), " accuracy on the test set."
	}
	return core.Percent(o.Train.Accuracy), " accuracy on the training set."
}

// ScoreLines describes further scores of the rules.
func (m Model) ScoreLines(c core.View) []string {
	var lines []string
	p := m.Now()
	if o, ok := p.Outcome(); ok {
		scores := o.Train
		if o.Test != nil {
			scores = *o.Test
			lines = append(lines, "On the training rows: "+core.Percent(o.Train.Accuracy)+".")
		}
		lines = append(lines, Better(p.Model, scores))
	}
	if c.Run.Gave(p.Model) && p.Model != nil {
		lines = append(lines, core.EndInWords(c.Run.Ended))
	}
	if p.Scored != nil {
		for _, note := range p.Scored.Notes {
			lines = append(lines, core.Sentence(note))
		}
	}
	if note := m.ScoreNote(c); note != "" {
		lines = append(lines, note)
	}
	return lines
}

// LineText writes one rule as text: "IF age > 40 AND city = Bern THEN buys = yes".
func (st Set) LineText(line int) string {
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

// Better compares the rules with the baseline, and adds advice if they do not exceed it.
func Better(m *protocol.Model, scores eval.Scores) string {
	majority := core.Percent(scores.Majority)
	switch {
	case len(m.Rules) == 0:
		return "The baseline is " + majority + ". Train for longer, or with more thresholds."
	case scores.Accuracy > scores.Majority:
		return "The baseline, always predicting the majority class, reaches " + majority + "."
	}
	return "The baseline, always predicting the majority class, is as good: " + majority +
		". Train for longer, or try other columns or thresholds."
}
