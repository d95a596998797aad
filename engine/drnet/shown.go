package drnet

import "drnet/engine/numeric"

// The arithmetic for one gate and one neuron during training, for drawings of single parts of a network.

// DrawGate returns the gate z in [0, 1] drawn in training with the uniform random number u in (0, 1).
func DrawGate(location, u float32) float32 {
	z, _ := sample(numeric.Exp32(-location), u)
	return z
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
