package eval

// ClassScores evaluates the predictions of a model with several classes.
type ClassScores struct {
	Accuracy float64 `json:"accuracy"`
	Majority float64 `json:"majority"` // accuracy of the majority class
	// Balanced is the unweighted mean of the recall of the classes that have rows; 0 in older model files.
	Balanced float64 `json:"balanced_accuracy,omitempty"`
	// MacroF1 is the unweighted mean of the F1 of the classes that have rows.
	MacroF1   float64 `json:"macro_f1"`
	Confusion [][]int `json:"confusion"` // rows by true class and predicted class
	// Weights has the weights of the same rows. All shares count rows by weight; nil counts each row once.
	Weights [][]Mass     `json:"weights,omitempty"`
	Classes []ClassScore `json:"classes"`
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

// MeasureClasses compares true and predicted classes; both have a class in [0, n) for each row. Weights has one for each row, nil
// counts each once.
func MeasureClasses(answers, truth []uint8, weights []float64, n int) ClassScores {
	s := ClassScores{Confusion: square[int](n), Classes: make([]ClassScore, n)}
	if weights != nil {
		s.Weights = square[Mass](n)
	}
	t := Truth{Weights: weights}
	for i, class := range truth {
		s.Confusion[class][answers[i]]++
		if weights != nil {
			s.Weights[class][answers[i]] = s.Weights[class][answers[i]].plus(t.row(i))
		}
	}
	s.count()
	return s
}

func square[T any](n int) [][]T {
	list := make([][]T, n)
	for i := range list {
		list[i] = make([]T, n)
	}
	return list
}

// cell returns the mass of the rows of a class that are predicted as class answer.
func (s *ClassScores) cell(class, answer int) Mass {
	if rows := s.Confusion[class][answer]; s.Weights != nil {
		return s.Weights[class][answer].of(rows)
	}
	return each(s.Confusion[class][answer])
}

// count computes the scores from the confusion matrix.
func (s *ClassScores) count() {
	n := len(s.Classes)
	right, all := s.right()
	most, present, recall, sum := 0., 0, 0., 0.
	for k := range s.Classes {
		c := &s.Classes[k]
		var support, answered Mass
		for other := range n {
			support, answered = support.plus(s.cell(k, other)), answered.plus(s.cell(other, k))
		}
		hits := s.cell(k, k).Sum
		c.Support, c.Answered = support.Rows, answered.Rows
		c.Precision, c.Recall, c.F1 = share(hits, answered.Sum), share(hits, support.Sum), share(2*hits, support.Sum+answered.Sum)
		if most = max(most, support.Sum); support.Sum > 0 {
			present++
			recall, sum = recall+c.Recall, sum+c.F1
		}
	}
	s.Accuracy, s.Majority = share(right.Sum, all.Sum), share(most, all.Sum)
	if present > 0 {
		s.Balanced, s.MacroF1 = recall/float64(present), sum/float64(present)
	}
}

// right returns the mass of the correctly predicted rows, and of all rows.
func (s *ClassScores) right() (right, all Mass) {
	for k := range s.Confusion {
		right = right.plus(s.cell(k, k))
		for other := range s.Confusion {
			all = all.plus(s.cell(k, other))
		}
	}
	return right, all
}

// Rest scores the rows that are predicted as a class but not by its rules, like a rule that covers them. Rules scores the rows that its
// rules decide together. Scores that do not belong together, as in a damaged file, give no rows.
func (s *ClassScores) Rest(class int, rules RuleScore) RuleScore {
	own := classesOf(rules.Covered, rules.Right, rules.Weights)
	var rest ByClass
	for is := range s.Classes {
		rest.add(s.cell(is, class), is == class)
	}
	rest = ByClass{rest.Positives.minus(own.Positives), rest.Negatives.minus(own.Negatives)}
	if min(rest.Positives.Rows, rest.Negatives.Rows) < 0 {
		return RuleScore{}
	}
	out := RuleScore{Covered: rest.all().Rows, Right: rest.Positives.Rows}
	if s.Weights != nil {
		out.Weights = &rest
	}
	return out
}

// Metrics returns those metrics that are defined for several classes.
func (s *ClassScores) Metrics() Metrics {
	low, high := interval(s.right())
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
			sum = &ClassScores{Confusion: square[int](n), Classes: make([]ClassScore, n)}
			if f.Classes.Weights != nil {
				sum.Weights = square[Mass](n)
			}
		}
		for k, line := range f.Classes.Confusion {
			for other, rows := range line {
				if sum.Confusion[k][other] += rows; sum.Weights != nil {
					sum.Weights[k][other] = sum.Weights[k][other].plus(f.Classes.cell(k, other))
				}
			}
		}
	}
	sum.count()
	return sum
}
