package baseline

import (
	"cmp"
	"context"
	"math"
	"slices"

	"drnet/engine/bitmat"
	"drnet/engine/numeric"
)

// DNN is a deep neural network with ReLU activations, by default six layers of weights with 50 neurons between them,
// trained by Adam on the cross-entropy. It stops early and keeps the weights of least loss on a validation set.
//
// References: D. P. Kingma, J. L. Ba: Adam. ICLR 2015. K. He and others: Delving Deep into Rectifiers. ICCV 2015 (initial weights).
// L. Prechelt: Early Stopping, But When? Neural Networks: Tricks of the Trade (1998).
type DNN struct {
	Layers   int     // layers of weights; zero means 6
	Width    int     // neurons of a hidden layer; zero means 50
	Batch    int     // zero means 2,000
	Epochs   int     // maximum; zero means 300
	Patience int     // epochs without progress; zero means 7
	Rate     float64 // of Adam; zero means 0.004
	Decay    float64 // L2 penalty: Decay/2 times the squared weights; zero means 0.01
}

// layer is a layer of weights: a row for each input, then the bias.
type layer struct {
	in, out int
	weights []float32
}

// DNNClassifier is the classifier that a DNN learns.
type DNNClassifier struct{ layers []layer }

// Answer implements Classifier.
func (n *DNNClassifier) Answer(dst []uint64, rows LabeledRows) {
	clear(dst)
	x := rows.X.Transpose()
	const most = 4096 // rows at once
	p := newPass(n, min(most, x.Rows))
	for from := 0; from < x.Rows; from += most {
		to := min(from+most, x.Rows)
		out := p.forward(x.Slice(from, to))
		for i := range to - from {
			if out[i] > 0 {
				bitmat.Set(dst, from+i)
			}
		}
	}
}

// pass holds the memory for a forward and backward pass of a batch.
type pass struct {
	net    *DNNClassifier
	values [][]float32 // behind each layer
	slopes [][]float32 // of the loss by the values before they are rectified
	grads  [][]float32 // of the loss by the weights
	// Scratch:
	turned  []float32 // the weights of a layer, transposed
	held    []int32   // the inputs that are 1 in a row
	holding [][]int32 // of each input the rows in which it is 1
}

func newPass(n *DNNClassifier, rows int) *pass {
	p := &pass{net: n}
	for k, l := range n.layers {
		if k > 0 && len(p.turned) < l.in*l.out {
			p.turned = make([]float32, l.in*l.out)
		}
		p.values = append(p.values, make([]float32, rows*l.out))
		p.slopes = append(p.slopes, make([]float32, rows*l.out))
		p.grads = append(p.grads, make([]float32, len(l.weights)))
	}
	return p
}

// forward returns the output for each row; the prediction is positive above 0.
func (p *pass) forward(x *bitmat.Rows) []float32 {
	for k := range p.net.layers {
		l, values := &p.net.layers[k], p.values[k]
		for i := range x.Rows {
			line := values[i*l.out : (i+1)*l.out]
			copy(line, l.weights[l.in*l.out:])
			if k == 0 { // the inputs are bits: add the weights of those that are 1
				p.held = p.held[:0]
				bitmat.EachBit(x.Row(i), func(j int) { p.held = append(p.held, int32(j)) })
				addLines(line, l.weights, p.held)
			}
		}
		if k > 0 {
			(&gemm{c: values, a: p.values[k-1], b: l.weights, n: x.Rows, k: l.in, m: l.out, down: l.in, across: 1}).add()
		}
		if k < len(p.net.layers)-1 {
			for i, v := range values[:x.Rows*l.out] {
				values[i] = max(v, 0)
			}
		}
	}
	return p.values[len(p.values)-1]
}

// back computes the gradients for the rows of the last forward pass and their labels, 1 or 0.
func (p *pass) back(x *bitmat.Rows, labels []float32) {
	last := len(p.net.layers) - 1
	for i := range x.Rows {
		p.slopes[last][i] = (float32(numeric.Sigmoid(float64(p.values[last][i]))) - labels[i]) / float32(x.Rows)
	}
	for k := last; k >= 0; k-- {
		l, g := &p.net.layers[k], p.grads[k]
		clear(g)
		slopes := p.slopes[k][:x.Rows*l.out]
		for i := range x.Rows {
			addLine(g[l.in*l.out:], slopes[i*l.out:(i+1)*l.out], 1)
		}
		if k == 0 {
			p.firstGradient(x, g, slopes, l.out)
			return
		}
		before, slopesBefore := p.values[k-1][:x.Rows*l.in], p.slopes[k-1][:x.Rows*l.in]
		(&gemm{c: g, a: before, b: slopes, n: l.in, k: x.Rows, m: l.out, down: 1, across: l.in}).add()
		transpose(p.turned, l.weights, l.in, l.out)
		clear(slopesBefore)
		(&gemm{c: slopesBefore, a: slopes, b: p.turned, n: x.Rows, k: l.out, m: l.in, down: l.out, across: 1}).add()
		for i, v := range before {
			if v == 0 {
				slopesBefore[i] = 0
			}
		}
	}
}

// firstGradient adds to the weights of each input the slopes of the rows in which it is 1.
func (p *pass) firstGradient(x *bitmat.Rows, g, slopes []float32, width int) {
	for len(p.holding) < x.Cols {
		p.holding = append(p.holding, nil)
	}
	for j := range p.holding {
		p.holding[j] = p.holding[j][:0]
	}
	for i := range x.Rows {
		bitmat.EachBit(x.Row(i), func(j int) { p.holding[j] = append(p.holding[j], int32(i)) })
	}
	for j, rows := range p.holding {
		addLines(g[j*width:(j+1)*width], slopes, rows)
	}
}

// newNet returns a network with He initialization.
func (d DNN) newNet(inputs int, r *numeric.Sequence) *DNNClassifier {
	n := &DNNClassifier{}
	sizes := slices.Concat([]int{inputs}, slices.Repeat([]int{d.Width}, d.Layers-1), []int{1})
	for k, out := range sizes[1:] {
		in := sizes[k]
		l := layer{in, out, make([]float32, (in+1)*out)}
		bound := math.Sqrt(6 / float64(max(in, 1)))
		for i := range in * out {
			l.weights[i] = float32(bound * (2*r.Uniform() - 1))
		}
		n.layers = append(n.layers, l)
	}
	return n
}

// Learn implements Learner.
func (d DNN) Learn(ctx context.Context, rows LabeledRows, seed uint64, tell func(float64)) Classifier {
	d.Layers, d.Width, d.Batch, d.Epochs = cmp.Or(d.Layers, 6), cmp.Or(d.Width, 50), cmp.Or(d.Batch, 2000), cmp.Or(d.Epochs, 300)
	d.Patience, d.Rate, d.Decay = cmp.Or(d.Patience, 7), cmp.Or(d.Rate, 4e-3), cmp.Or(d.Decay, 1e-2)
	r := numeric.NewSequence(seed, 0)
	order := bitmat.Indexes[int32](rows.X.Rows)
	numeric.Shuffle(r, order)
	const validated = 10 // one row in ten is a validation row
	aside, learnt := order[:len(order)/validated], order[len(order)/validated:]
	packed := rows.X.Transpose()
	pick := func(index []int32) (*bitmat.Rows, []float32) {
		x, labels := bitmat.NewRows(len(index), packed.Cols), make([]float32, len(index))
		packed.Gather(x, index)
		for k, i := range index {
			if bitmat.Get(rows.Labels, int(i)) {
				labels[k] = 1
			}
		}
		return x, labels
	}
	n := d.newNet(rows.X.Cols, r)
	p := newPass(n, max(d.Batch, len(aside)))
	adam := numeric.NewAdam(d.Rate, p.params(float32(d.Decay))...)
	validation, truths := pick(aside)
	best, least, idle := n.clone(), math.Inf(1), 0
	for epoch := 0; epoch < d.Epochs && idle < d.Patience; epoch++ {
		numeric.Shuffle(r, learnt)
		for batch := range slices.Chunk(learnt, d.Batch) {
			if ctx.Err() != nil {
				return nil
			}
			x, labels := pick(batch)
			p.forward(x)
			p.back(x, labels)
			adam.StepDecayed()
			tell(float64(epoch) / float64(d.Epochs))
		}
		tell(float64(epoch+1) / float64(d.Epochs))
		idle++
		loss := 0.0 // cross-entropy of the validation rows, in bits
		for i, v := range p.forward(validation)[:validation.Rows] {
			loss += numeric.Log2(1 + numeric.Exp(float64((1-2*truths[i])*v)))
		}
		if loss < least {
			best, least, idle = n.clone(), loss, 0
		}
	}
	return best
}

// params returns the weights and their gradients. Biases are not decayed.
func (p *pass) params(decay float32) (params []numeric.Params) {
	for k, l := range p.net.layers {
		g, bias := p.grads[k], l.in*l.out
		params = append(params, numeric.Params{Values: l.weights[:bias], Gradient: g[:bias], Decay: decay},
			numeric.Params{Values: l.weights[bias:], Gradient: g[bias:]})
	}
	return params
}

func (n *DNNClassifier) clone() *DNNClassifier {
	c := &DNNClassifier{}
	for _, l := range n.layers {
		c.layers = append(c.layers, layer{l.in, l.out, slices.Clone(l.weights)})
	}
	return c
}
