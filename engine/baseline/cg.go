package baseline

import "context"

// CG learns a rule set by column generation. A linear program weights the rules found so far; its dual variables price new rules,
// and a beam search finds rules of negative reduced cost. At the end it chooses a set among all rules found.
//
// It minimizes the Hamming loss, the number of uncovered positive rows plus the number of times that rules cover negative rows,
// plus (λ₀ + λ₁ × conditions) × rows for each rule.
//
// References: S. Dash, O. Günlük, D. Wei: Boolean Decision Rules via Column Generation. NeurIPS 2018. D. Wei, S. Dash, T. Gao,
// O. Günlük: Generalized Linear Rule Models. ICML 2019 (beam search for the rules, λ₀ and λ₁).
type CG struct {
	Lambda0 float64 // price of a rule; zero means 1e-4, or 1/rows if that is more
	Lambda1 float64 // price of a condition; zero means the same
	Rounds  int     // maximum number of linear programs; zero means 100
	Beam    int     // width of the beam; zero means 5
	Each    int     // maximum number of rules found in a round; zero means 30
	Longest int     // conditions of a rule; zero means 10
}

func (c CG) complete(rows int) CG {
	const least = 1e-4
	price := max(least, 1/float64(rows)) // a gain below one row is noise
	fill(&c.Lambda0, price)
	fill(&c.Lambda1, price)
	fill(&c.Rounds, 100)
	fill(&c.Beam, 5)
	fill(&c.Each, 30)
	fill(&c.Longest, 10)
	return c
}

// If a beam finds nothing, wider ones follow, each this many times wider, up to widest times.
const widening, widest = 4, 64

// Learn implements Learner. It uses no random numbers.
func (c CG) Learn(ctx context.Context, rows LabeledRows, _ uint64, tell func(float64)) Classifier {
	c = c.complete(rows.X.Rows)
	m := newMaster(rows)
	p := newPricer(c, rows)
	var pool []clause // all rules found
	values := make([]float64, 0, c.Rounds)
	for round := range c.Rounds {
		if ctx.Err() != nil {
			return nil
		}
		tick := func() { tell(float64(round) / float64(c.Rounds)) }
		tick()
		values = append(values, m.solve(tick))
		if slow(values) {
			break
		}
		p.setWorth(m.worth)
		var found []clause
		for beam := c.Beam; len(found) == 0 && beam <= c.Beam*widest; beam *= widening {
			found = p.find(ctx, beam, tick)
		}
		if len(found) == 0 {
			break
		}
		m.forget()
		for _, f := range found {
			m.add(f)
		}
		pool = append(pool, found...)
	}
	if ctx.Err() != nil {
		return nil
	}
	last := func() { tell(1) }
	m.solve(last)
	set := m.choose(ctx, pool, last)
	if ctx.Err() != nil {
		return nil
	}
	return RuleClassifier{Rules: set}
}

// slow reports whether the linear program has hardly improved for some rounds.
func slow(values []float64) bool {
	const rounds, share = 10, 2e-3
	n := len(values)
	return n > rounds && values[n-1] > values[n-1-rounds]*(1-share)
}
