package eval

// Fold says how the rules of one fold fare on the rows that were kept out.
type Fold struct {
	Accuracy   float64 `json:"accuracy"`
	Majority   float64 `json:"majority"` // accuracy of always giving the more frequent answer
	Rules      float64 `json:"rules"`
	Conditions float64 `json:"conditions"`
	Complexity float64 `json:"complexity"` // rules + conditions
	Price      float64 `json:"price"`      // that a rule or a condition had to earn in refinement, 0 without
	Seconds    float64 `json:"seconds"`    // the only part that is not the same in every run
}

// Mean returns the mean of every field over the folds, in their order. There must be a fold.
func Mean(folds []Fold) Fold {
	var m Fold
	for _, f := range folds {
		m.Accuracy += f.Accuracy
		m.Majority += f.Majority
		m.Rules += f.Rules
		m.Conditions += f.Conditions
		m.Complexity += f.Complexity
		m.Price += f.Price
		m.Seconds += f.Seconds
	}
	n := float64(len(folds))
	return Fold{m.Accuracy / n, m.Majority / n, m.Rules / n, m.Conditions / n, m.Complexity / n, m.Price / n, m.Seconds / n}
}
