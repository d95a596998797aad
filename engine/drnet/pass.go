package drnet

// Pass holds every number of Eqs. (1), (2), (4) and (5) for one row, in a network without noise.
type Pass struct {
	Neurons []Fired `json:"neurons"` // in the order of the sketch
	// Sum is the number of rules that are on and fire, Output is that less ε, Eq. (5); the prediction is positive if Output is.
	Sum      int     `json:"sum"`
	Output   float32 `json:"output"`
	Positive bool    `json:"positive"`
}

// Fired holds the numbers of one rule.
type Fired struct {
	Terms []OpenWeight `json:"terms"`
	Held  float32      `json:"held"` // Σ w x over the open weights
	All   float32      `json:"all"`  // Σ w over the positive open weights
	Y     float32      `json:"y"`    // Eq. (1): Held − All + 1
	// Fires is Eq. (2): no open condition is broken, which is Y = 1 but for rounding.
	Fires bool `json:"fires"`
	On    bool `json:"on"` // the gate of the OR Layer is open, so that it counts
}

// OpenWeight is an open weight of a rule and the bit that it meets.
type OpenWeight struct {
	Feature int     `json:"feature"`
	W       float32 `json:"w"` // w̃ z
	X       bool    `json:"x"`
	Broken  bool    `json:"broken,omitempty"` // the condition does not hold, and takes |w| off Y
}

// Pass computes the prediction for a row; x returns its bits.
func (s Sketch) Pass(x func(feature int) bool) Pass {
	p := Pass{Neurons: []Fired{}}
	for _, n := range s.Neurons {
		f := n.trace(x)
		if f.Fires && f.On {
			p.Sum++
		}
		p.Neurons = append(p.Neurons, f)
	}
	p.Output = float32(p.Sum) - epsilon
	p.Positive = p.Output > 0
	return p
}

func (n Neuron) trace(x func(feature int) bool) Fired {
	f := Fired{Terms: []OpenWeight{}, Fires: true, On: n.Open()}
	for _, l := range n.Lines {
		if !l.Open() {
			continue
		}
		t := OpenWeight{Feature: int(l.Feature), W: l.Weight(), X: x(int(l.Feature))}
		t.Broken = t.X != (t.W > 0)
		if t.X {
			f.Held += t.W
		}
		if t.W > 0 {
			f.All += t.W
		}
		f.Fires = f.Fires && !t.Broken
		f.Terms = append(f.Terms, t)
	}
	f.Y = f.Held - f.All + 1
	return f
}
