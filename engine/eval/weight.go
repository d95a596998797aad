package eval

import "drnet/engine/bitmat"

// Truth has the labels of rows (bit i is for row i) and their weights. Predictions are compared with it.
type Truth struct {
	Labels  []uint64
	Rows    int
	Weights []float64 // one for each row, from 0; nil counts each row once
}

// A Mass is a number of rows with their total weight.
type Mass struct {
	Rows    int     `json:"-"` // results store it in a field of their own
	Sum     float64 `json:"sum"`
	Squares float64 `json:"squares"` // the sum of the squared weights
}

// ByClass has the masses of the positive and of the negative rows.
type ByClass struct {
	Positives Mass `json:"positives"`
	Negatives Mass `json:"negatives"`
}

// Masses are the weights of the rows of a confusion matrix.
type Masses struct {
	TruePositives  Mass `json:"true_positives"`
	FalsePositives Mass `json:"false_positives"`
	TrueNegatives  Mass `json:"true_negatives"`
	FalseNegatives Mass `json:"false_negatives"`
}

// each returns the mass of rows that each have weight 1.
func each(rows int) Mass { return Mass{rows, float64(rows), float64(rows)} }

// eachOnce returns the masses by class of rows that each have weight 1.
func eachOnce(rows, positives int) ByClass { return ByClass{each(positives), each(rows - positives)} }

// count returns the masses of some rows by class.
func (t Truth) count(rows []uint64) (c ByClass) {
	if t.Weights == nil {
		return eachOnce(bitmat.Count(rows), bitmat.CountAnd(rows, t.Labels))
	}
	bitmat.EachBit(rows, func(i int) { c.add(t.row(i), bitmat.Get(t.Labels, i)) })
	return c
}

// Classes returns the masses of all rows.
func (t Truth) Classes() ByClass {
	all := make([]uint64, len(t.Labels))
	bitmat.Ones(all, t.Rows)
	return t.count(all)
}

// row returns the mass of a row.
func (t Truth) row(i int) Mass {
	if t.Weights == nil {
		return each(1)
	}
	w := t.Weights[i]
	return Mass{1, w, float64(w * w)}
}

func (c *ByClass) add(m Mass, positive bool) {
	if positive {
		c.Positives = c.Positives.plus(m)
	} else {
		c.Negatives = c.Negatives.plus(m)
	}
}

// stored returns the weights for a result that stores the numbers of rows; nil without weights.
func (t Truth) stored(c ByClass) *ByClass {
	if t.Weights == nil {
		return nil
	}
	return &c
}

// classesOf is the inverse of stored: it returns the masses for stored numbers of rows and weights.
func classesOf(rows, positives int, w *ByClass) ByClass {
	c := eachOnce(rows, positives)
	if w != nil {
		c.Positives, c.Negatives = w.Positives.of(positives), w.Negatives.of(rows-positives)
	}
	return c
}

func (c ByClass) plus(o ByClass) ByClass {
	return ByClass{c.Positives.plus(o.Positives), c.Negatives.plus(o.Negatives)}
}

func (c ByClass) all() Mass { return c.Positives.plus(c.Negatives) }

// of returns a stored mass with its number of rows.
func (m Mass) of(rows int) Mass { return Mass{rows, m.Sum, m.Squares} }

func (m Mass) plus(o Mass) Mass { return Mass{m.Rows + o.Rows, m.Sum + o.Sum, m.Squares + o.Squares} }

// minus takes rows out of a mass. Without rows left, the weight is 0 too: rounding may leave some.
func (m Mass) minus(o Mass) Mass {
	if m.Rows == o.Rows {
		return Mass{}
	}
	return Mass{m.Rows - o.Rows, m.Sum - o.Sum, m.Squares - o.Squares}
}

// effective returns the effective number of rows (Σw)²/Σw²: as many rows with the same weight give an equally precise share.
//
// References: L. Kish: Survey Sampling. Wiley (1965), section 11.7.
func (m Mass) effective() float64 {
	if m.Squares == 0 {
		return 0
	}
	return float64(m.Sum*m.Sum) / m.Squares
}

// interval returns the 95% interval of a share by weight.
func interval(part, whole Mass) (low, high float64) {
	n := whole.effective()
	if part.Sum == whole.Sum {
		return jeffreys(n, n)
	}
	return jeffreys(float64(part.Sum*(n/whole.Sum)), n)
}

// masses returns the cells of the matrix by weight.
func (c Confusion) masses() Masses {
	m := Masses{each(c.TruePositives), each(c.FalsePositives), each(c.TrueNegatives), each(c.FalseNegatives)}
	if w := c.Weights; w != nil {
		m = Masses{
			w.TruePositives.of(c.TruePositives), w.FalsePositives.of(c.FalsePositives),
			w.TrueNegatives.of(c.TrueNegatives), w.FalseNegatives.of(c.FalseNegatives),
		}
	}
	return m
}

func (m Masses) positives() Mass { return m.TruePositives.plus(m.FalseNegatives) }
func (m Masses) negatives() Mass { return m.FalsePositives.plus(m.TrueNegatives) }
func (m Masses) above() Mass     { return m.TruePositives.plus(m.FalsePositives) }
func (m Masses) right() Mass     { return m.TruePositives.plus(m.TrueNegatives) }
func (m Masses) wrong() Mass     { return m.FalsePositives.plus(m.FalseNegatives) }
func (m Masses) all() Mass       { return m.positives().plus(m.negatives()) }

// Classes returns the masses of all rows.
func (c Confusion) Classes() ByClass {
	m := c.masses()
	return ByClass{m.positives(), m.negatives()}
}

// Side scores all rows predicted positive, or all predicted negative, like a rule that covers them and predicts that class.
func (c Confusion) Side(positive bool) RuleScore {
	m := c.masses()
	rows := ByClass{m.TruePositives, m.FalsePositives}
	if !positive {
		rows = ByClass{m.TrueNegatives, m.FalseNegatives}
	}
	s := RuleScore{Covered: rows.all().Rows, Right: rows.Positives.Rows}
	if c.Weights != nil {
		s.Weights = &rows
	}
	return s
}

// EffectiveRows returns how many equally weighted rows would give an equally narrow interval of the accuracy. Without weights it is the
// number of rows.
func (c Confusion) EffectiveRows() float64 { return c.masses().all().effective() }

// count adds rows that are predicted positive or not.
func (c *Confusion) count(rows ByClass, positive, weighed bool) {
	m := c.masses()
	if positive {
		m.TruePositives, m.FalsePositives = m.TruePositives.plus(rows.Positives), m.FalsePositives.plus(rows.Negatives)
	} else {
		m.FalseNegatives, m.TrueNegatives = m.FalseNegatives.plus(rows.Positives), m.TrueNegatives.plus(rows.Negatives)
	}
	*c = m.confusion(weighed || c.Weights != nil)
}

// confusion returns the confusion matrix with these cells, and with weights if weighed is true.
func (m Masses) confusion(weighed bool) Confusion {
	c := Confusion{
		TruePositives: m.TruePositives.Rows, FalsePositives: m.FalsePositives.Rows,
		TrueNegatives: m.TrueNegatives.Rows, FalseNegatives: m.FalseNegatives.Rows,
	}
	if weighed {
		c.Weights = &m
	}
	return c
}

// Plus returns the counts of both matrices.
func (c Confusion) Plus(o Confusion) Confusion {
	m, n := c.masses(), o.masses()
	return Masses{
		m.TruePositives.plus(n.TruePositives), m.FalsePositives.plus(n.FalsePositives),
		m.TrueNegatives.plus(n.TrueNegatives), m.FalseNegatives.plus(n.FalseNegatives),
	}.confusion(c.Weights != nil || o.Weights != nil)
}
