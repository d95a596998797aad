package state

import (
	"drnet/app/core"
	"drnet/engine/binarize"
)

// Methods lists the binning methods with their labels.
var Methods = [][2]string{
	{string(binarize.Quantile), "as many rows between them (quantiles)"},
	{string(binarize.Width), "equal steps"},
	{string(binarize.Distinct), "as many different values between them"},
	{string(binarize.Target), "where the answer changes"},
}

// Missings lists the treatments of missing cells with their labels.
var Missings = [][2]string{
	{"own", "are a question of their own"},
	{"impute", "get the mean or most frequent value"},
	{"drop", "leave their row out"},
}

// usedFields lists the settings in the order of a report, with the labels of their choices.
var usedFields = []struct {
	field core.Field
	words [][2]string
}{
	{core.Lambda1, nil},
	{core.Lambda2, nil},
	{core.Rules, nil},
	{core.Epochs, nil},
	{core.Batch, nil},
	{core.TestShare, nil},
	{core.Seed, nil},
	{core.Thresholds, nil},
	{core.Method, Methods},
	{core.Values, nil},
	{core.Missing, Missings},
	{core.Refining, core.Refinings},
	{core.Price, nil},
	{core.Effort, core.Efforts},
	{core.Costs, core.Costings},
	{core.Missed, nil},
	{core.Negated, core.Negations},
	{core.Longest, nil},
}

// SettingsUsed lists the names and values of the settings that trained the current rules. It is empty for rules that
// were not learned on this page.
func (s State) SettingsUsed() [][2]string {
	m := s.Study.Model()
	if m == nil || !s.Run.Learnt() || s.Study.Now().Foreign {
		return nil
	}
	setup := s.Run.Setup
	list := [][2]string{{"What the rules describe", m.Prediction(true)}}
	for _, u := range usedFields {
		value := setup.Text(u.field)
		switch {
		case u.field == core.Price && setup.Fields[core.Refining] != "own", u.field == core.Missed && setup.Fields[core.Costs] != "own":
			continue
		case value == "" && u.field == core.Longest:
			value = "any number"
		case value == "":
			value = "chosen from the size of the table"
		}
		for _, w := range u.words {
			if w[0] == value {
				value = w[1]
			}
		}
		list = append(list, [2]string{u.field.Label(), value})
	}
	return list
}
