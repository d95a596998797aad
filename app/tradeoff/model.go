// Package tradeoff shows how much accuracy shorter rules cost: it runs a sweep of settings, cross-validates the current
// settings, and compares two models of the sweep.
package tradeoff

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds the sweep of settings and the cross-validation of the current settings. The zero value has made neither.
type Model struct {
	kind     Evaluation // of the running or newest evaluation
	phase    phase
	done, of int     // finished runs, and all
	share    float64 // finished share of the work
	since    time.Time
	at       time.Time // of the newest event
	from     string    // name of the table
	id       core.ID   // of the running evaluation
	problem  *core.Problem

	sweep  *protocol.Evaluated // nil before the first sweep
	folds  *protocol.Evaluated // cross-validation of the current settings, nil before the first one
	setups [2]core.Setup       // by kind: the settings of sweep and folds
	setup  core.Setup          // the settings being evaluated

	axis     int                                               // index into axes
	compared []int                                             // indexes of the settings being compared, at most two
	differ   core.Query[[2]*protocol.Model, *protocol.RowPage] // rows with different predictions
}

// Evaluation is a kind of evaluation.
type Evaluation int

// The kinds of an evaluation.
const (
	Sweep           Evaluation = iota // of several settings
	CrossValidation                   // of the current settings
)

// phase is the phase of an evaluation.
type phase string

const (
	idle     phase = ""
	running  phase = "running"
	stopping phase = "stopping"
)

// Active reports whether an evaluation is running.
func (m Model) Active() bool { return m.phase != idle }

// Swept reports whether a sweep has ended with results.
func (m Model) Swept() bool { return m.sweep != nil }

const (
	sweepFolds = 3 // folds of the training rows, for each setting
	crossFolds = 5 // folds of all rows, for the current settings
)

// The sweep combines these minimum gains per condition with these multiples of the condition penalty.
var (
	sweepGains     = []float64{0.02, 0.01, 0.005, 0.002, 0.001, 0.0003}
	sweepPenalties = []float64{1, 10}
)

// settings returns the number of settings in a sweep.
func settings() int { return len(sweepGains) * len(sweepPenalties) }

// request returns the request that evaluates the current settings or variations of them.
func request(kind Evaluation, c core.View) protocol.Evaluate {
	r := protocol.Evaluate{Train: c.Setup.Request(c.Table)}
	if kind == CrossValidation {
		r.Split.Share, r.Split.Parts = 0, crossFolds
		return r
	}
	r.Split.Parts, r.Whole = sweepFolds, true
	for _, times := range sweepPenalties {
		for _, gain := range sweepGains {
			r.Settings = append(r.Settings, protocol.SweepSetting{Lambda1: new(times * *r.Network.Lambda1), Refine: gain})
		}
	}
	return r
}

// runs returns the number of runs of an evaluation.
func runs(kind Evaluation) int {
	if kind == CrossValidation {
		return crossFolds
	}
	return settings() * (sweepFolds + 1)
}
