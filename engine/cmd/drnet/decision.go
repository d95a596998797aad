package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// addDecisionFlags adds the flags about the decision by the probability, which stays nil without them.
func addDecisionFlags(fs *flag.FlagSet, to **rule.Decision) {
	fs.Func("threshold", "`probability` from which a row is decided positive\n"+
		"(default with -costs: the cheapest on the training rows; otherwise 0.5)",
		within(to, func(d *rule.Decision, text string) error {
			if err := setting.Number(&d.Threshold)(text); err != nil || d.Threshold > 1 {
				return errors.New("it must be more than 0 and at most 1")
			}
			return nil
		}))
	fs.Func("costs", "costs of a false positive and of a false negative, such as `1,5`",
		within(to, func(d *rule.Decision, text string) error {
			err := pair(text, "1,5", &d.FalsePositive, &d.FalseNegative)
			if err == nil && d.FalsePositive+d.FalseNegative == 0 {
				err = errors.New("one of the costs must be above 0")
			}
			return err
		}))
	fs.Func("ask", "leave rows to a person from one probability to less than another, such as `0.3,0.7`",
		within(to, func(d *rule.Decision, text string) error {
			if err := pair(text, "0.3,0.7", &d.AskFrom, &d.AskTo); err != nil || d.AskFrom <= d.AskTo && d.AskTo <= 1 {
				return err
			}
			return errors.New("it must be two numbers from 0 to 1, the smaller one first")
		}))
}

// pair reads two numbers from 0 on that are separated by a comma, as in the example.
func pair(text, example string, a, b *float64) error {
	first, second, _ := strings.Cut(text, ",")
	x, ok := dataset.ParseNumber(first)
	y, too := dataset.ParseNumber(second)
	if !ok || !too || x < 0 || y < 0 {
		return fmt.Errorf("it must be two numbers from 0 on, such as %s", example)
	}
	*a, *b = x, y
	return nil
}

// decide returns a model with the decision of the flags, if there is one, instead of its own.
func decide(f protocol.ModelFile, d *rule.Decision, top int) (protocol.ModelFile, error) {
	switch {
	case d == nil && top == 0:
		return f, nil
	case f.MultiClass != nil || f.Model.Scorecard == nil:
		return f, protocol.BadSettingf("leave them out, or name a model of two classes whose rules were not edited",
			"-threshold, -costs, -ask and -top need probabilities, which the model does not give")
	case d == nil:
		return f, nil
	}
	m, err := f.Model.WithDecision(d)
	return protocol.ModelFile{Model: m}, err
}
