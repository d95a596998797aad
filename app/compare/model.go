// Package compare benchmarks DR-Net against other learners on the same folds.
package compare

import (
	"slices"
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// Model holds the benchmark. It evaluates the learners one after the other, so that each can be stopped separately.
type Model struct {
	entries []entry                  // in the order of protocol.Learners; nil before the first benchmark
	picked  map[string]bool          // the user's choices of learners, by key; the others take part by default or not
	setup   core.Setup               // settings of the benchmark
	from    string                   // name of the table
	took    map[string]time.Duration // time of each learner in its newest benchmark on the table with these settings, by key
	task    core.Task                // evaluates the running learner
}

type entry struct {
	learner protocol.Algorithm
	status
	since   time.Time // the beginning of its evaluation
	result  *protocol.SettingResult
	problem *core.Problem
}

// status is the status of a learner in the benchmark. One that has ended has a result or a problem, or was stopped.
type status int

const (
	queued status = iota
	running
	ended
)

const folds = 5

// Active reports whether the benchmark is running.
func (m Model) Active() bool { return m.current() >= 0 }

// current returns the index of the running learner, -1 if none is running.
func (m Model) current() int {
	return slices.IndexFunc(m.entries, func(e entry) bool { return e.status == running })
}

// picks reports whether a learner takes part. DR-Net always does.
func (m Model) picks(l protocol.Algorithm) bool {
	if in, said := m.picked[l.Key]; said {
		return in
	}
	return l.Usual
}

// own returns the result of DR-Net, nil if there is none.
func (m Model) own() *protocol.SettingResult {
	if len(m.entries) == 0 {
		return nil
	}
	return m.entries[0].result
}

func (e entry) opens() bool { return e.result != nil && e.result.Model != nil && e.learner.Rules }

// drawn lists the evaluated learners.
func (m Model) drawn() []entry {
	return slices.DeleteFunc(slices.Clone(m.entries), func(e entry) bool { return e.result == nil })
}

// best returns the most accurate evaluated learner other than DR-Net, with or without rules; nil if there is none.
func (m Model) best(rules bool) (best *entry) {
	for i := range m.entries {
		e := &m.entries[i]
		if i > 0 && e.result != nil && e.learner.Rules == rules && (best == nil || e.result.Mean.Accuracy > best.result.Mean.Accuracy) {
			best = e
		}
	}
	return best
}
