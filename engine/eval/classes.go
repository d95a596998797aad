package eval

// ClassScores evaluates the predictions of a model with several classes.
type ClassScores struct {
	Accuracy float64 `json:"accuracy"`
	Majority float64 `json:"majority"` // accuracy of the majority class
	// MacroF1 is the unweighted mean of the F1 of the classes that have rows.
	MacroF1   float64      `json:"macro_f1"`
	Confusion [][]int      `json:"confusion"` // rows by true class and predicted class
	Classes   []ClassScore `json:"classes"`
}

// ClassScore evaluates one class.
type ClassScore struct {
	Support   int     `json:"support"`   // rows of the class
	Answered  int     `json:"answered"`  // rows predicted to be of the class
	Precision float64 `json:"precision"` // share of Answered that are of the class; 0 if Answered is 0
	Recall    float64 `json:"recall"`    // share of Support predicted to be of the class; 0 if Support is 0
	F1        float64 `json:"f1"`        // harmonic mean of both, 0 if both are
}

// Rows returns the number of rows.
func (s *ClassScores) Rows() int {
	n := 0
	for _, c := range s.Classes {
		n += c.Support
	}
	return n
}

// MeasureClasses compares true and predicted classes; both have a class in [0, n) for each row.
func MeasureClasses(answers, truth []uint8, n int) ClassScores {
	s := ClassScores{Confusion: make([][]int, n), Classes: make([]ClassScore, n)}
	for i := range s.Confusion {
		s.Confusion[i] = make([]int, n)
	}
	for i, class := range truth {
		s.Confusion[class][answers[i]]++
	}
	right, most, present, sum := 0, 0, 0, 0.0
	for k := range s.Classes {
		c := &s.Classes[k]
		for other := range n {
			c.Support += s.Confusion[k][other]
			c.Answered += s.Confusion[other][k]
		}
		hits := s.Confusion[k][k]
		c.Precision, c.Recall, c.F1 = share(hits, c.Answered), share(hits, c.Support), share(2*hits, c.Support+c.Answered)
		right, most = right+hits, max(most, c.Support)
		if c.Support > 0 {
			present++
			sum += c.F1
		}
	}
	s.Accuracy, s.Majority = share(right, len(truth)), share(most, len(truth))
	if present > 0 {
		s.MacroF1 = sum / float64(present)
	}
	return s
}
