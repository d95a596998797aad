package learn

import (
	"fmt"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/drnet"
)

const (
	seedHint = "Each number is another puzzle; the same number gives the same puzzle."

	repeatedGuess = "You have guessed this rule before: it does not count again."

	gameLead = "Secret rules decide which gems are precious. Read the rows and guess them, or train: a rule that only training finds counts " +
		"half. A wrong guess costs 10 points, a hint 20, and revealing the secret before a guess 50."
)

// answerInWords compares the chosen answer, from 1, with the right one; "" until both are known.
func (q Question) answerInWords(chosen int, c core.View) string {
	if chosen == 0 || q.Right == nil || q.Right(c) < 0 {
		return ""
	}
	right, why := q.Right(c), core.When(q.Why != "", " "+q.Why)
	if right == chosen-1 {
		return "Right: " + quoted(q.Choices[right]) + "." + why
	}
	return "You chose " + quoted(q.Choices[chosen-1]) + "; right is " + quoted(q.Choices[right]) + "." + why
}

// resultInWords compares the prediction of the current step with its result, and describes the result; "" until it is known.
func (m Model) resultInWords(c core.View) string {
	step, _ := m.Step()
	if !m.Reached(c) {
		return ""
	}
	text := step.Asks[Before].answerInWords(m.chosen[Before], c)
	if step.Says != nil {
		text += " " + step.Says(c)
	}
	return strings.TrimSpace(text)
}

// quoted puts a choice in quotes, unless it is a quotation itself.
func quoted(choice string) string {
	if strings.HasPrefix(choice, "“") {
		return choice
	}
	return "“" + choice + "”"
}

const explanationLead = "From a table to IF-THEN rules in six steps. The thresholds, the neuron and the gate are computed by the " +
	"code of training. Change the numbers to see their effect."

// explanation holds the title, the text and the equation of each step of the explanation. Equation is in the notation of
// formula, and spoken is its text alternative; both are "" for a step without one.
var explanation = []struct{ title, text, equation, spoken string }{
	{"Columns become features", "The network reads bits only. A categorical column gives one feature for each value, " +
		"such as “smoker = yes”. A numeric column is split at thresholds, here at quantiles: about as many rows lie " +
		"between any two neighbors.", "", ""},
	{
		"A neuron that is a rule (AND)", "Each neuron of the first layer is one rule. A positive weight requires a " +
			"feature, a negative one its opposite, and zero ignores it. The activation starts at 1; each unmet condition " +
			"subtracts the absolute value of its weight. The neuron fires only at 1, when all conditions hold.",
		"y = ∑_i w_i x_i − ∑_w>0 w_i + 1", "y equals the sum of w i times x i, less the sum of the positive w i, plus 1",
	},
	{
		"A neuron that joins the rules (OR)", "The second layer counts the rules that hold and subtracts one half. " +
			"Above zero the prediction is positive: one rule is enough.", "o = ∑_j h_j − 0.5",
		"o equals the sum over the chosen rules of h j, less one half",
	},
	{
		"Gates that close", "Every weight and every rule has a gate between 0 and 1. Training samples the gate at each " +
			"step, around a learned location. The sample is stretched a little beyond 0 and 1 and clipped, so that it is " +
			"often exactly 0. The expected number of open gates therefore has a gradient, and can be penalized.",
		"z = clamp ( 1.2 s − 0.1 ) , s = σ ( ( logit ( u ) + location ) / ( 2 / 3 ) )", "z equals s times 1.2 less 0.1, " +
			"cut off at 0 and 1; s equals sigma of the logit of u plus the location, divided by two thirds",
	},
	{
		"Two layers that alternate", "The two layers train in turn. The first phase fits conditions, and λ₁ " +
			"penalizes the length of rules. The second phase (shaded) selects rules, and λ₂ penalizes their number.",
		"loss = cross-entropy + λ L", "loss equals cross-entropy plus lambda times the expected number of open gates",
	},
	{
		"The minimum gain of a condition", "After training, the rules are refined. A condition or rule stays only if it " +
			"improves the train accuracy by at least the minimum gain. A high minimum gives short rules, a low one " +
			"accurate rules: that is the trade-off.", "score = accuracy − gain × ( rules + conditions )",
		"score equals accuracy less minimum gain times the number of rules and conditions",
	},
}

var sources = []string{
	"L. Qiao, W. Wang, B. Lin: Learning Accurate and Interpretable Decision Rule Sets from Neural Networks. AAAI 2021, " +
		"arXiv:2103.02826. Steps 1, 2, 3 and 5.",
	"C. Louizos, M. Welling, D. P. Kingma: Learning Sparse Neural Networks through L0 Regularization. ICLR 2018, arXiv:1712.01312. Step 4.",
	"D. P. Kingma, J. Ba: Adam: A Method for Stochastic Optimization. ICLR 2015, arXiv:1412.6980. The optimizer.",
	"Step 6, refining, is an addition of this program; the paper ends with the raw rules.",
}

// scoreInWords is the score of a game, and the best one of the same game that was saved.
func (g Game) scoreInWords(c core.View) string {
	best := c.Saved
	return core.Plural(g.Points(), "point", "points") + ". " + g.Standing.Verdict +
		core.When(best > 0, " Best in this browser: "+core.Plural(best, "point", "points")+".")
}

func bitsInWords(cuts []float64) string {
	bits := core.Texts(len(cuts), func(i int) string {
		return "age ≤ " + dataset.FormatNumber(cuts[i]) + ": " + core.Either(exampleAge <= cuts[i], "1", "0")
	})
	return strings.Join(bits, "; ") + "."
}

// usedInWords says which number a drawing uses instead of the typed one; "" if it uses the typed one.
func (d dials) usedInWords(n dial) string {
	used := d.number(n)
	if x, ok := dataset.ParseNumber(d.text(n)); ok && x == used {
		return ""
	}
	return core.Shortest(used) + " is used."
}

func (n ruleNeuron) inWords() string {
	text := "Activation " + core.Decimal(n.activation, 1) + ". "
	if n.fires {
		return text + "All conditions hold: the neuron fires."
	}
	return text + strings.Join(n.broken, "; ") + ": the neuron does not fire."
}

// outputInWords describes the output of the OR neuron for the rules that hold. The prediction is positive if it is above 0.
func (d dials) outputInWords() string {
	const epsilon = 0.5 // ε of Eq. (4)
	output := float64(int(d.number(holdingDial))) - epsilon
	text := "The output is " + core.Decimal(output, 1) + ": "
	if output > 0 {
		return text + "at least one rule holds, so the prediction is “low”."
	}
	return text + "no rule holds, so the prediction is “high”."
}

// gateInWords describes the drawn gate: the probability that it is open, and its value with and without noise.
func (d dials) gateInWords() string {
	at, noise := d.number(locationDial), d.number(noiseDial)
	gate := float32(at)
	return fmt.Sprintf("At the location %s the gate is open with a probability of %s. With this random number it is "+
		"%s; without noise, as when rules are read, it is %s.", core.Decimal(at, 1), core.Percent(float64(drnet.Probability(gate))),
		core.Decimal(float64(drnet.DrawGate(gate, float32(noise))), 2), core.Decimal(float64(drnet.Gate(gate)), 2))
}
