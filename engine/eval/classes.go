package eval

// ClassScores evaluates the predictions of a model with several classes.
type ClassScores struct {
	Accuracy float64 `json:"accuracy"`
	Majority float64 `json:"majority"` // accuracy of the majority class
	// Balanced is the unweighted mean of the recall of the classes that have rows; 0 in older model files.
	Balanced float64 `json:"balanced_accuracy,omitempty"`
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
	s.count()
	return s
}

// count computes the scores from the confusion matrix.
func (s *ClassScores) count() {
	n := len(s.Classes)
	right, most, present, recall, sum := 0, 0, 0, 0., 0.
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
			recall, sum = recall+c.Recall, sum+c.F1
		}
	}
	s.Accuracy, s.Majority = share(right, s.Rows()), share(most, s.Rows())
	if present > 0 {
		s.Balanced, s.MacroF1 = recall/float64(present), sum/float64(present)
	}
}

// right returns the number of correct predictions.
func (s *ClassScores) right() (n int) {
	for k, line := range s.Confusion {
		n += line[k]
	}
	return n
}

// Metrics returns those metrics that are defined for several classes.
func (s *ClassScores) Metrics() Metrics {
	low, high := jeffreys(float64(s.right()), float64(s.Rows()))
	return Metrics{Interval: [2]float64{low, high}, Balanced: &s.Balanced, F1: &s.MacroF1}
}

// pooled returns the scores on the rows of all folds; nil if one of them lacks scores of classes.
func pooled(folds []Fold) *ClassScores {
	var sum *ClassScores
	for _, f := range folds {
		switch {
		case f.Classes == nil:
			return nil
		case sum == nil:
			n := len(f.Classes.Classes)
			sum = new(MeasureClasses(nil, nil, n))
		}
		for k, line := range f.Classes.Confusion {
			for other, rows := range line {
				sum.Confusion[k][other] += rows
			}
		}
	}
	sum.Classes = make([]ClassScore, len(sum.Classes))
	sum.count()
	return sum
}
