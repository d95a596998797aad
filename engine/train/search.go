package train

import (
	"context"
	"sync"

	"drnet/engine/drnet"
	"drnet/engine/prepare"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/rule/refine"
)

// A search finds rules without the network. A reviewed run shows them early, and trains the network only as long as that improves them.
type search struct {
	unit    *Unit
	job     prepare.Job
	cancel  context.CancelFunc
	ended   sync.WaitGroup // of the worker that searches
	rows    protocol.Bits  // the training rows, or a sample of them; also for the scorecard
	typeset *rule.Typesetter
	refiner refine.Refiner
	whole   func() refine.Refinement // starts the search, or waits for it, and returns its result
	news    chan refine.Refinement   // better and better rules
	best    *refine.Refinement       // the newest of them; nil before the first, and if the run is not reviewed
	gained  []rule.Set               // better rules that a search from the rules of the present network found; at most one set
}

// lowPrice is the price, as a share of the rows, if the rules are refined later, together with those of other classes. No table needs a
// much lower one.
const lowPrice = 1e-3

// Reviews reports whether a run is reviewed by default: its rules are refined, and its length is not set.
func Reviews(r protocol.Train) bool {
	return r.Refine != rule.NoPrice && r.Network.Steps == 0 && r.Network.Epochs == 0
}

// many is the number of features beyond which a run of default length has fewer steps, and an earlier first review, because each step
// takes longer.
const many = 2000

// refinedSteps returns the default number of steps of a run with refinement. A quarter of the usual number gives equally good rules.
func refinedSteps(usual, features int) int {
	const share, least = 4, 2500
	steps := usual / share
	return max(steps*many/max(many, features), min(steps, least))
}

// review returns the share of its steps after which a run of default length ends if the network did not improve the rules.
func review(features int) float64 {
	const usual, least = 0.05, 0.01
	return max(usual*min(1, many/float64(features)), least)
}

// newSearch prepares a search on the training rows of the unit. The caller ends it.
func (u *Unit) newSearch(j prepare.Job) *search {
	rows := sample(u.Train, refine.MaxRows(u.Head.Encoder.Bits()))
	s := &search{
		unit: u, rows: rows, refiner: u.refinement(u.Request.Refine, rows),
		typeset: u.typesetter(), news: make(chan refine.Refinement, 2),
	}
	s.job.Emit = j.Emit
	s.job.Ctx, s.cancel = context.WithCancel(j.Ctx)
	s.refiner.Observe = s.observe
	if u.Request.Refine == rule.NoPrice {
		s.refiner.Kicks, s.refiner.Price = -1, lowPrice
		if lowPrice*float64(s.rows.X.Rows) < rule.LeastRows {
			s.refiner.Price = rule.LeastRows
		}
	}
	s.whole = sync.OnceValue(func() refine.Refinement {
		found := s.refiner.Refine(s.job.Ctx, nil, s.rows.X, s.rows.Labels)
		if !found.Interrupted {
			s.news <- found
		}
		return found
	})
	return s
}

// observe reports the progress of the search.
func (s *search) observe(done, of int) {
	s.job.Emit(protocol.Preparing{Stage: protocol.Refining, Done: done, Of: of})
}

// asider is implemented by Workers that can run a unit while the caller does other work. Aside returns when the unit has ended. It reports
// no final event if it could not run the unit.
type asider interface {
	Aside(ctx context.Context, unit protocol.RunUnit, report func(e protocol.Event))
}

// begin starts the search of a reviewed run in a worker, if possible and if the search takes longer than starting a worker. Otherwise the
// first review runs the search. A watched run reports a draft at once.
func (s *search) begin(workers Workers, watched bool) {
	if s.unit.Request.Network.Review == 0 {
		return
	}
	if crew, ok := workers.(asider); ok && s.rows.X.Rows >= refine.FewRows {
		s.aside(crew)
	}
	if watched {
		if found := s.refiner.Draft(s.job.Ctx, s.rows.X, s.rows.Labels); s.job.Ctx.Err() == nil {
			s.news <- found
		}
		s.tell()
	}
}

// aside runs the search in a worker. If that gives no result, s.whole runs it here.
func (s *search) aside(crew asider) {
	w := s.unit.Work()
	w.Rows, w.TestRows, w.Watch, w.SearchOnly = s.rows, protocol.Bits{}, false, true
	answer, here := make(chan *refine.Refinement, 1), s.whole
	s.whole = sync.OnceValue(func() refine.Refinement {
		found := <-answer
		if found == nil {
			return here()
		}
		s.news <- *found
		return *found
	})
	s.ended.Go(func() {
		var found *refine.Refinement
		crew.Aside(s.job.Ctx, w, func(e protocol.Event) {
			if done, ok := e.(protocol.UnitDone); ok && done.Status != drnet.Stopped {
				found = new(s.refiner.Restore(done.Model.Rules, done.Model.Votes(), done.Model.Learned.Refined.Price, s.rows.X.Rows))
			}
		})
		answer <- found
		if found != nil {
			s.whole() // so that it is reported at once
		}
	})
}

// end stops the search and waits for its worker.
func (s *search) end() {
	s.cancel()
	s.ended.Wait()
}

// tell emits the new results.
func (s *search) tell() {
	for {
		select {
		case found := <-s.news:
			s.best = &found
			accuracy := accuracy(found.Set, found.Votes, s.rows)
			s.job.Emit(protocol.Found{Snapshot: *s.unit.snapshot(s.typeset, found.Set, found.Votes, accuracy), Votes: found.Votes})
		default:
			return
		}
	}
}

// enough returns the review of a network: whether a search from its rules finds nothing better than the rules found so far, those of
// the search and of earlier reviews. It returns nil if the run is not reviewed.
func (s *search) enough() func(rule.Set) bool {
	if s.unit.Request.Network.Review == 0 {
		return nil
	}
	var best *refine.Refinement
	s.gained = nil
	return func(set rule.Set) bool {
		if best == nil {
			best = new(s.whole())
			s.tell()
		}
		found, gained := s.refiner.Gain(s.job.Ctx, *best, set, s.rows.X, s.rows.Labels)
		if gained {
			s.gained, best = []rule.Set{found.Set}, &found
			s.news <- found
		}
		s.tell()
		return !gained
	}
}

// refine merges the rules of the networks and of the search into one better and shorter set. If the run was stopped, it returns the newest
// rules of the search, nil if there are none.
func (s *search) refine(t *CombinedRuns) *refine.Refinement {
	defer s.tell()
	if t.status == drnet.Stopped {
		s.tell()
		return s.best
	}
	var found refine.Refinement
	r := s.refiner
	r.Observe = s.observe
	switch {
	case s.unit.Request.Network.Review == 0:
		found = r.Refine(s.job.Ctx, t.sets, s.rows.X, s.rows.Labels)
	case t.status == drnet.Reviewed && !t.gained:
		found = s.whole()
	default:
		found = r.Resume(s.job.Ctx, s.whole(), t.sets, s.rows.X, s.rows.Labels)
	}
	if found.Interrupted {
		t.status = drnet.Stopped
		s.tell()
		return s.best
	}
	return &found
}
