package rules

import (
	"drnet/app/core"
)

// Explanation describes how the sets combine into a prediction.
func (w Classes) Explanation() []string {
	c := w.Model
	var lines []string
	switch {
	case c.Codes != nil:
		lines = append(lines, "Each set of rules says one digit of a code word: 1 where a rule is true. The answer "+
			"is the class whose word is nearest; of words that are equally near, that of the class with the most "+
			"rows to learn from.")
	case c.Order != nil:
		lines = append(lines, "Where rules of several classes are true, the class that stands first in your order "+
			"wins. Where none is, the answer is “"+c.Names[c.Default]+"”.")
	default:
		lines = append(lines, "Where rules of several classes are true, the one wins that was the most often right "+
			"in training. Where none is, the answer is “"+c.Names[c.Default]+"”.")
	}
	for _, note := range c.Learned.Notes {
		lines = append(lines, core.Sentence(note))
	}
	return lines
}

// ClassesInWords returns the accuracy of the model, and its description; "" until it is known.
func (m Model) ClassesInWords(c core.View) (figure, words string) {
	o := m.Classes.Outcome
	switch {
	case o == nil:
		return "", ""
	case o.Test != nil:
		return core.Percent(o.Test.Accuracy), " accuracy on the test set, on the training set " + core.Percent(o.Train.Accuracy) +
			". Baseline: " + core.Percent(o.Test.Majority) + "."
	case m.Now().Foreign && c.Table != nil && m.Classes.measured != nil:
		return core.Percent(o.Train.Accuracy),
			" accuracy on this table. Baseline: " + core.Percent(o.Train.Majority) + "."
	}
	return core.Percent(o.Train.Accuracy),
		" accuracy on the training set. Baseline: " + core.Percent(o.Train.Majority) + "."
}
