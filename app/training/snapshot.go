package training

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
	"drnet/engine/rule"
)

// Usable returns the reason why the selected snapshot cannot be opened as a model, "" if it can.
func (m Model) Usable(c core.View) string {
	r := c.Run
	place := r.ShownPlace()
	switch {
	case place < 0 || r.Phase != core.Done:
		return "Available when training has ended."
	case r.Model == nil || c.Table == nil || r.TableChanged:
		return "Not available for multiclass models, or after the table was read again."
	case r.Snapshots()[place].Set == nil && len(r.Snapshots()[place].Rules) > 0:
		return "Too long to restore: more than " + core.Count(protocol.MaxListedConditions) + " conditions."
	case m.scoring != nil:
		return "Scoring …"
	}
	return ""
}

// useSnapshot scores the rules of the selected snapshot, raw and then simplified, as for a run that ends with it without refinement.
func (u *update) useSnapshot() {
	if u.Usable(u.c) != "" || u.c.Busy || u.c.Reading != "" {
		return
	}
	snapshot := u.run.Snapshots()[u.run.ShownPlace()]
	if !core.Fits(snapshot.Set, u.run.Model) {
		return
	}
	m := *u.run.Model
	m.Model, m.Edited = m.WithRules(snapshot.Set), false
	if m.Rules == nil {
		m.Rules = rule.Set{}
	}
	m.Learned.Step, m.Learned.Restart, m.Learned.Refined, m.Learned.Edited = snapshot.Step, u.run.Curves[u.run.Best()].Last.Restart, nil, nil
	m.Learned.Request.Refine = rule.NoPrice
	u.score(scoring{model: &m, learned: m.Rules})
}

func (u *update) score(s scoring) {
	s.id = u.ask(protocol.Score{Model: s.model})
	u.scoring = &s
}

// hearScore handles a score of a snapshot: it requests the next score or opens the model.
func (u *update) hearScore(e protocol.Event, at time.Time) {
	if !protocol.Final(e) {
		return
	}
	s := *u.scoring
	u.scoring = nil
	switch e := e.(type) {
	case protocol.Refused:
		if p := core.ProblemOf(e); s.snapshot != nil {
			u.openUnscored(s, p, at)
		} else {
			u.run.Problem = p
		}
	case protocol.Scored:
		o, m := e.Outcome, *s.model
		if s.outcome == nil {
			m.Rules = core.Revision{Model: &m, Set: s.learned}.Rules(core.Simplified)
			u.score(scoring{model: &m, learned: s.learned, outcome: &o, snapshot: s.snapshot})
			return
		}
		m.Learned.Trained, m.Learned.Simplified = *s.outcome, o
		if s.snapshot != nil {
			u.openSalvaged(core.RunEnded{Result: &protocol.Trained{Model: &m, Set: protocol.PackedSet(s.learned)}}, at)
			return
		}
		epoch := core.Count(u.run.EpochOf(m.Learned.Step))
		u.do(core.ShowRules{Revision: core.Revision{
			Words: "rules of epoch " + epoch + " opened", Model: &m, Set: s.learned, From: u.c.Source.Name,
		}})
		u.do(core.Say{Text: "Opened the rules of epoch " + epoch + ": " + core.Plural(len(m.Rules), "rule", "rules") + "."})
	}
}

// salvage builds a model from the best rules of a run whose engine crashed, and requests its scores from the next engine. Until they
// arrive, the run stays in the phase Stopping. Ok is false if the run had not found rules yet.
func (u *update) salvage(p *core.Problem, at time.Time) (ok bool) {
	snapshot, restart := u.run.BestSnapshot()
	if n := len(u.run.Found); n > 0 && u.run.Found[n-1].Votes == 1 {
		snapshot, restart = &u.run.Found[n-1].Snapshot, 0
	}
	if snapshot == nil || u.run.Started == nil || u.run.Started.Head == nil || !core.Fits(snapshot.Set, u.run.Started.Head) {
		return false
	}
	m := *u.run.Started.Head
	m.Rules = snapshot.Set
	m.Learned.Step, m.Learned.Restart, m.Learned.Request.Refine = snapshot.Step, restart, rule.NoPrice
	if m.Validate() != nil {
		return false
	}
	problem := *p
	problem.Hint = p.Hint + " Kept are also the best rules up to then" +
		core.When(snapshot.Step > 0, ", of epoch "+core.Count(u.run.EpochOf(snapshot.Step))) + "."
	u.run.Problem, u.run.Phase = &problem, core.Stopping
	u.do(core.RunEnded{})
	u.do(core.Say{Text: p.Message})
	s := scoring{model: &m, learned: snapshot.Set, snapshot: snapshot}
	if u.c.Reading != "" { // the table is being replaced, so nothing can be scored
		u.openUnscored(s, nil, at)
		return true
	}
	u.score(s)
	return true
}

// openUnscored ends a lost run with its best rules, whose train accuracy is the only known score. P is why they could not be scored.
func (u *update) openUnscored(s scoring, p *core.Problem, at time.Time) {
	m := *s.model
	o := protocol.Outcome{Size: rule.Size{Rules: len(s.snapshot.Rules), Conditions: s.snapshot.Conditions}}
	o.Train.Accuracy = s.snapshot.Train
	m.Learned.Rows, m.Learned.Simplified = 0, o
	u.openSalvaged(core.RunEnded{Result: &protocol.Trained{Model: &m, Set: protocol.PackedSet(s.learned)}, Unscored: true, Problem: p}, at)
}

// openSalvaged ends a lost run with the rules that were saved from it.
func (u *update) openSalvaged(end core.RunEnded, at time.Time) {
	end.Result.Status, end.Result.Steps = core.Broken, u.run.Made()
	p := u.run.Problem
	u.ended(end, at)
	u.do(core.Say{Text: p.Message + " Kept: " + core.Plural(len(end.Result.Model.Rules), "rule", "rules") + "."})
}
