package eval

import "math"

// Fold says how the rules of one fold fare on the rows that were kept out. In a summary, each number is a mean, a deviation or an
// error over folds.
type Fold struct {
	Accuracy       float64 `json:"accuracy"`
	Majority       float64 `json:"majority"` // accuracy of always giving the more frequent answer
	Rules          float64 `json:"rules"`
	Conditions     float64 `json:"conditions"`
	Complexity     float64 `json:"complexity"`      // rules + conditions
	RuleComplexity float64 `json:"rule_complexity"` // conditions per rule
	Price          float64 `json:"price"`           // that a rule or a condition had to earn in refinement, 0 without
	TrainAccuracy  float64 `json:"train_accuracy"`  // on the rows trained on
	Learnt         Learnt  `json:"learnt"`          // the rules as they were learnt
	Seconds        float64 `json:"seconds,omitempty"`

	Confusion *Confusion `json:"confusion,omitempty"` // nil in a summary
}

// Learnt says how rules fare before they are simplified and refined, on the rows that were kept out.
type Learnt struct {
	Accuracy       float64 `json:"accuracy"`
	Rules          float64 `json:"rules"`
	Complexity     float64 `json:"complexity"`
	RuleComplexity float64 `json:"rule_complexity"`
}

// Summary brings folds together.
type Summary struct {
	Folds     []Fold `json:"folds"`
	Mean      Fold   `json:"mean"`
	Deviation Fold   `json:"deviation"` // standard deviation of the folds' numbers; 0 of one fold
	Error     Fold   `json:"error"`     // standard error of the mean: the deviation divided by the root of the number of folds
}

// Summarize brings folds together, at least one. The folds share most of their training rows, so the error is smaller than that
// of independent tests would be.
func Summarize(folds []Fold) Summary {
	s := Summary{Folds: folds}
	n := float64(len(folds))
	mean, deviation, standard := s.Mean.numbers(), s.Deviation.numbers(), s.Error.numbers()
	for i := range mean {
		sum := 0.0
		for k := range folds {
			sum += *folds[k].numbers()[i]
		}
		*mean[i] = sum / n
		if len(folds) == 1 {
			continue
		}
		squares := 0.0
		for k := range folds {
			d := *folds[k].numbers()[i] - *mean[i]
			squares += float64(d * d)
		}
		*deviation[i] = math.Sqrt(squares / (n - 1))
		*standard[i] = *deviation[i] / math.Sqrt(n)
	}
	return s
}

// numbers returns the places of all that a summary has.
func (f *Fold) numbers() []*float64 {
	return []*float64{&f.Accuracy, &f.Majority, &f.Rules, &f.Conditions, &f.Complexity, &f.RuleComplexity, &f.Price, &f.TrainAccuracy,
		&f.Learnt.Accuracy, &f.Learnt.Rules, &f.Learnt.Complexity, &f.Learnt.RuleComplexity, &f.Seconds}
}
