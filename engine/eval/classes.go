package eval

// ClassScores says how answers fare where there are many classes.
type ClassScores struct {
	Accuracy float64 `json:"accuracy"`
	Majority float64 `json:"majority"` // accuracy of always giving the most frequent class
	// MacroF1 is the mean of the classes' F1, each counting the same however many rows it has; classes without a row are
	// left out.
	MacroF1   float64      `json:"macro_f1"`
	Confusion [][]int      `json:"confusion"` // rows by true class, and in each by the class that was answered
	Classes   []ClassScore `json:"classes"`
}

// ClassScore says how one class fares.
type ClassScore struct {
	Support   int     `json:"support"`   // rows of the class
	Answered  int     `json:"answered"`  // rows that were given the class
	Precision float64 `json:"precision"` // share of Answered that are of the class; 0 if there are none
	Recall    float64 `json:"recall"`    // share of Support that were given the class; 0 if there are none
	F1        float64 `json:"f1"`        // harmonic mean of both, 0 if both are
}

// Rows returns the number of rows that were counted.
func (s *ClassScores) Rows() int {
	n := 0
	for _, c := range s.Classes {
		n += c.Support
	}
	return n
}

// MeasureClasses counts what rows of some true classes were given; both have a class, below n, for each row.
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
