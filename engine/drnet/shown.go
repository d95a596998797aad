package drnet

// What a drawing of single parts of a network needs: the same arithmetic as a training, for one gate and one neuron.

// OpenProbability returns the probability that a gate of a location is open, the π of Eq. (6) of arXiv:2103.02826, in [0, 1].
func OpenProbability(location float32) float32 { return probability(exp32(-location)) }

// DrawGate returns the gate z in [0, 1] that a training draws with the uniform random number u in (0, 1).
func DrawGate(location, u float32) float32 {
	z, _ := sample(exp32(-location), u)
	return z
}

// StillGate returns the gate z in [0, 1] without noise, as it is when rules are read.
func StillGate(location float32) float32 {
	return max(0, min(float32(width/(1+exp32(-location)))+gamma, 1))
}

// Activate returns the activation of a rule neuron, Eq. (1), for weights with their gates and one row: 1 if every condition
// holds, less by |w| for each that is broken. Fires is the step of Eq. (2): whether none with a weight is broken.
func Activate(weights []float32, row []bool) (y float32, fires bool) {
	y, fires = 1, true
	for i, w := range weights {
		if w > 0 && !row[i] || w < 0 && row[i] {
			y -= max(w, -w)
			fires = false
		}
	}
	return y, fires
}
