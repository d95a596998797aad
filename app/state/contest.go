package state

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

const askedContest asked = "contest"

// Contest benchmarks DR-Net against other learners on the same folds. It evaluates them one after the other, so that
// each can be stopped separately.
type Contest struct {
	List   []Contestant    // in the order of protocol.Learners; nil before the first benchmark
	Picked map[string]bool // whether a learner takes part, by its key; only explicit choices
	setup  core.Setup      // that the benchmark uses
	from   string          // name of the table
}

// Contestant is a learner in the benchmark.
type Contestant struct {
	Learner protocol.Algorithm
	Turn
	Share   float64 // completed share of the work, from 0 to 1
	Result  *protocol.SettingResult
	Problem *core.Problem

	since, at time.Time
}

// Turn is the status of a learner in the benchmark.
type Turn string

// The statuses of a learner.
const (
	TurnWaits   Turn = "waits"
	TurnRuns    Turn = "works"
	TurnEnds    Turn = "stopping"
	TurnMade    Turn = "measured"
	TurnStopped Turn = "stopped"
	TurnFailed  Turn = "failed"
)

// Picks reports whether a learner takes part. DR-Net always does.
func (c Contest) Picks(l protocol.Algorithm) bool {
	if in, said := c.Picked[l.Key]; said {
		return in
	}
	return l.Usual
}

// contestFolds is the number of cross-validation folds.
const contestFolds = 5

// ContestAsked starts the benchmark of the selected learners. ContestantPicked includes a learner or leaves it out, by
// its key. ContestantStopped stops one learner, ContestStopped stops all. ContestantOpened opens the rules that a
// learner fitted to all rows.
type (
	ContestAsked     struct{ At time.Time }
	ContestantPicked struct {
		Key string
		In  bool
	}
	ContestantStopped struct{ Key string }
	ContestStopped    struct{}
	ContestantOpened  struct{ Key string }
)

func (ContestAsked) msg()      {}
func (ContestantPicked) msg()  {}
func (ContestantStopped) msg() {}
func (ContestStopped) msg()    {}
func (ContestantOpened) msg()  {}

// Active reports whether the benchmark is running.
func (c Contest) Active() bool { return c.at() >= 0 }

// at returns the index of the running learner, -1 if none is running.
func (c Contest) at() int {
	return slices.IndexFunc(c.List, func(e Contestant) bool { return e.Turn == TurnRuns || e.Turn == TurnEnds })
}

// contest updates the state for messages about the benchmark; ok is false for others.
func (s *State) contest(m Msg) (ok bool) {
	c := &s.Contest
	switch m := m.(type) {
	case ContestAsked:
		if s.ContestObstacle() != "" || s.Busy() {
			return true
		}
		*c = Contest{Picked: c.Picked, setup: s.Setup, from: s.Source.Name}
		for _, l := range protocol.Learners {
			if c.Picks(l) {
				c.List = append(c.List, Contestant{Learner: l, Turn: TurnWaits})
			}
		}
		s.nextContestant(m.At)
		s.Status = core.Plural(len(c.List), "learner is", "learners are") + " compared."
	case ContestantPicked:
		c.Picked = maps.Clone(c.Picked)
		if c.Picked == nil {
			c.Picked = map[string]bool{}
		}
		c.Picked[m.Key] = m.In
	case ContestantStopped:
		c.List = slices.Clone(c.List)
		for i := range c.List {
			if e := &c.List[i]; e.Learner.Key == m.Key {
				if e.stop() {
					s.control(protocol.Stop{}, askedContest)
				}
			}
		}
	case ContestStopped:
		if c.end() {
			s.control(protocol.Stop{}, askedContest)
		}
	case ContestantOpened:
		s.openContestant(m.Key)
	default:
		return false
	}
	return true
}

// end stops all learners and reports whether one of them was running.
func (c *Contest) end() (ran bool) {
	c.List = slices.Clone(c.List)
	for i := range c.List {
		ran = c.List[i].stop() || ran
	}
	return ran
}

// stop stops a learner and reports whether it was running.
func (e *Contestant) stop() (ran bool) {
	switch e.Turn {
	case TurnWaits:
		e.Turn = TurnStopped
	case TurnRuns:
		e.Turn = TurnEnds
		return true
	}
	return false
}

// ContestObstacle returns the reason why learners cannot be compared, "" if they can.
func (s State) ContestObstacle() string {
	if s.Setup.Classes != "" {
		return "The other learners tell two answers apart: choose the value that the rules are to describe."
	}
	return s.Obstacle()
}

// nextContestant starts the evaluation of the next waiting learner.
func (s *State) nextContestant(at time.Time) {
	c := &s.Contest
	i := slices.IndexFunc(c.List, func(e Contestant) bool { return e.Turn == TurnWaits })
	if i < 0 {
		s.Status = s.ContestInWords()
		return
	}
	c.List = slices.Clone(c.List)
	e := &c.List[i]
	e.Turn, e.since, e.at = TurnRuns, at, at
	r := protocol.Evaluate{Train: c.setup.Request(s.Table), Whole: e.Learner.Rules}
	r.Split.Share, r.Split.Parts = 0, contestFolds
	if e.Learner.Key != protocol.DRNet {
		r.Settings = []protocol.SweepSetting{{Learner: e.Learner.Key}}
	}
	s.ask(r, pending{what: askedContest})
}

// hearContest updates the state for an event of the benchmark. If Stop was sent before the engine began, it sends Stop
// again.
func (s *State) hearContest(event protocol.Event, at time.Time) {
	c := &s.Contest
	c.List = slices.Clone(c.List)
	e := &c.List[c.at()]
	switch event := event.(type) {
	case protocol.Evaluating:
		early := e.Share == 0
		e.Share, e.at = event.Share, at
		if e.Turn == TurnEnds && early {
			s.control(protocol.Stop{}, askedContest)
		}
	case protocol.Evaluated:
		if len(event.Results) == 0 {
			return
		}
		e.Turn, e.Share, e.at, e.Result = TurnMade, 1, at, &event.Results[0]
		s.nextContestant(at)
	}
}

// contestantRefused continues with the next learner after one was stopped or failed.
func (s *State) contestantRefused(p *core.Problem, at time.Time) {
	i := s.Contest.at()
	if i < 0 {
		return
	}
	s.Contest.List = slices.Clone(s.Contest.List)
	e := &s.Contest.List[i]
	e.Turn, e.Problem = TurnStopped, nil
	if p.Kind != protocol.Cancelled {
		e.Turn, e.Problem = TurnFailed, p
	}
	if p.Kind == protocol.Crashed { // the engine stopped, so every learner is affected
		s.Contest.end()
	}
	s.nextContestant(at)
}

// openContestant opens the rules of a learner. Undo restores the rules from before.
func (s *State) openContestant(key string) {
	for _, e := range s.Contest.List {
		if e.Learner.Key != key || !e.Opens() || s.Rules.Model() == e.Result.Model {
			continue
		}
		m := e.Result.Model
		s.open(core.Revision{Words: "opened: the rules of " + e.Learner.Name, Model: m, Refined: m.Rules, From: s.Contest.from})
		s.Status = "Opened: " + core.Plural(len(m.Rules), "rule", "rules") + " of " + e.Learner.Name + ". Undo brings the rules from before back."
	}
}

// Opens reports whether a learner has rules to open.
func (e Contestant) Opens() bool { return e.Result != nil && e.Result.Model != nil && e.Learner.Rules }

// InWords describes the status of a learner.
func (e Contestant) InWords() string {
	switch e.Turn {
	case TurnWaits:
		return "waits for its turn"
	case TurnRuns:
		return core.Count(int(100*e.Share)) + " %" + core.LeftInWords(e.at.Sub(e.since), e.Share)
	case TurnEnds:
		return "stopping …"
	case TurnStopped:
		return "stopped"
	case TurnFailed:
		return e.Problem.Message
	}
	return ""
}

// ContestRow is the result of a learner as text.
type ContestRow struct{ Name, Accuracy, Complexity, PerRule, Seconds, Difference string }

// Row returns the result of a learner as text; ok is false if it has none.
func (c Contest) Row(e Contestant) (row ContestRow, ok bool) {
	if e.Result == nil {
		return row, false
	}
	f := e.Result.Summary
	row = ContestRow{
		Name: e.Learner.Name, Accuracy: core.PlusMinus(f.Mean.Accuracy, f.Error.Accuracy), Complexity: "–", PerRule: "–",
		Seconds: core.Decimal(f.Mean.Seconds, 1), Difference: "–",
	}
	if e.Learner.Rules {
		row.Complexity, row.PerRule = core.Tenths(f.Mean.Complexity), core.Tenths(f.Mean.RuleComplexity)
	}
	if d, ok := ahead(e.Result, c.own()); ok {
		row.Difference = differenceInWords(d)
	}
	return row, true
}

// own returns the result of DR-Net, nil if there is none.
func (c Contest) own() *protocol.SettingResult {
	if len(c.List) == 0 {
		return nil
	}
	return c.List[0].Result
}

// differenceInWords writes the difference to DR-Net in percentage points, with its confidence interval.
func differenceInWords(d eval.Difference) string {
	text := fmt.Sprintf("%s (%s to %s)", core.Decimal(100*d.Mean, 1), core.Decimal(100*d.Interval[0], 1), core.Decimal(100*d.Interval[1], 1))
	if !d.Significant() {
		text += ", may be chance"
	}
	return text
}

// Drawn lists the evaluated learners that produce rules.
func (c Contest) Drawn() (list []Contestant) {
	for _, e := range c.List {
		if e.Result != nil && e.Learner.Rules {
			list = append(list, e)
		}
	}
	return list
}

// Best returns the most accurate evaluated learner other than DR-Net, with or without rules; nil if there is none.
func (c Contest) Best(rules bool) (best *Contestant) {
	for i := range c.List {
		e := &c.List[i]
		if i > 0 && e.Result != nil && e.Learner.Rules == rules && (best == nil || e.Result.Mean.Accuracy > best.Result.Mean.Accuracy) {
			best = e
		}
	}
	return best
}

// ContestInWords summarizes the accuracy cost of interpretability. It compares DR-Net with the best learner without
// rules, and with the best other rule learner. It returns "" without a result of DR-Net.
func (s State) ContestInWords() string {
	own := s.Contest.own()
	if own == nil {
		return ""
	}
	var sentences []string
	if best := s.Contest.Best(false); best != nil {
		if text := standing(own, best); text != "" {
			sentences = append(sentences,
				"What it costs that the rules can be read: DR-Net is "+text+", with "+average(own.Mean.Rules, "rule", "rules")+" on average.")
		}
	}
	if best := s.Contest.Best(true); best != nil {
		if text := standing(own, best); text != "" {
			sentences = append(sentences, fmt.Sprintf("Among learners of rules: DR-Net is %s, with a complexity of %s against %s.", text,
				core.Tenths(own.Mean.Complexity), core.Tenths(best.Result.Mean.Complexity)))
		}
	}
	return strings.Join(sentences, " ")
}

// standing describes how far DR-Net is ahead of a learner or behind it, "" if unknown.
func standing(own *protocol.SettingResult, other *Contestant) string {
	d, ok := ahead(own, other.Result)
	if !ok {
		return ""
	}
	name := other.Learner.Name
	far := core.Points(math.Abs(d.Mean))
	switch {
	case far == "0 points":
		return "right as often as " + name
	case d.Mean < 0:
		far += " behind " + name
	default:
		far += " ahead of " + name
	}
	if !d.Significant() {
		far += ", which may be chance"
	}
	return far
}

// average writes the mean of a count.
func average(x float64, one, many string) string {
	if text := core.Tenths(x); text != "1" {
		return text + " " + many
	}
	return "1 " + one
}

// contestCosts holds the approximate time of a learner in the page per million cells, measured on adult. The number of
// cells is the size of the training set times the number of features.
var contestCosts = map[string]time.Duration{
	"majority": time.Millisecond, "condition": time.Millisecond, "ripper": 70 * time.Millisecond, "ripper-numbers": 110 * time.Millisecond,
	"logistic": 200 * time.Millisecond, "cart": 180 * time.Millisecond, "cart-numbers": 180 * time.Millisecond, "cg": 400 * time.Millisecond,
	"forest": 1400 * time.Millisecond, "forest-numbers": 1400 * time.Millisecond, "brs": 3 * time.Second, "dnn": 3300 * time.Millisecond,
}

// contestTime estimates the time of a learner from the time of one fit. It fits the folds two at a time, and all rows
// once more if the learner has rules to show.
func contestTime(l protocol.Algorithm, each time.Duration) time.Duration {
	const together = 2
	trainings := (contestFolds + together - 1) / together
	if l.Rules {
		trainings++
	}
	return time.Duration(trainings) * each
}

// ContestantTime estimates the time of a learner, 0 if unknown.
func (s State) ContestantTime(l protocol.Algorithm) time.Duration {
	if l.Key == protocol.DRNet {
		each := s.Run.Took()
		if !s.Run.Learnt() || each <= 0 {
			each = time.Duration(s.Trial.Seconds * float64(time.Second))
		}
		return contestTime(l, each)
	}
	if s.Plan == nil {
		return 0
	}
	features := s.Plan.Features
	if l.Key == "brs" {
		const most = 150 // of more, the most informative are used
		features = min(features, most)
	}
	cells := float64(s.Plan.Rows) * float64(features) / 1e6
	return contestTime(l, time.Duration(cells*float64(contestCosts[l.Key])))
}

// ContestTimeInWords estimates the time of the benchmark; "" while the number of features is unknown.
func (s State) ContestTimeInWords() string {
	if s.Plan == nil {
		return ""
	}
	var others time.Duration
	for _, l := range protocol.Learners[1:] {
		if s.Contest.Picks(l) {
			others += s.ContestantTime(l)
		}
	}
	own := s.ContestantTime(protocol.Learners[0])
	if own == 0 {
		return "It takes about " + core.Span(others+time.Second) + " for the others; how long DR-Net takes is known when you have trained once."
	}
	return "It takes about " + core.Span(own+others+time.Second) + ", of which DR-Net takes " + core.Span(own+time.Second) + "."
}

// ContestStale says that the benchmark used settings other than the current ones, "" if it did not.
func (s State) ContestStale() string {
	if s.Contest.own() == nil {
		return ""
	}
	return s.StaleSince(s.Contest.setup)
}

// ContestCSV returns the results of the evaluated learners as CSV.
func (s State) ContestCSV() string {
	var b strings.Builder
	b.WriteString("learner,accuracy,standard_error,majority,rules,conditions,complexity,rule_complexity,seconds," +
		"ahead_of_drnet,ahead_low,ahead_high\n")
	own := s.Contest.own()
	for _, e := range s.Contest.List {
		if e.Result == nil {
			continue
		}
		f := e.Result.Summary
		fmt.Fprintf(&b, "%s,%g,%g,%g,", e.Learner.Key, f.Mean.Accuracy, f.Error.Accuracy, f.Mean.Majority)
		if e.Learner.Rules {
			fmt.Fprintf(&b, "%g,%g,%g,%g", f.Mean.Rules, f.Mean.Conditions, f.Mean.Complexity, f.Mean.RuleComplexity)
		} else {
			b.WriteString(",,,")
		}
		fmt.Fprintf(&b, ",%g", f.Mean.Seconds)
		if d, ok := ahead(e.Result, own); ok {
			fmt.Fprintf(&b, ",%g,%g,%g\n", d.Mean, d.Interval[0], d.Interval[1])
		} else {
			b.WriteString(",,,\n")
		}
	}
	return b.String()
}

// ahead returns the paired difference of two results; ok is false if one is missing or both are the same.
func ahead(one, other *protocol.SettingResult) (d eval.Difference, ok bool) {
	if one == nil || other == nil || one == other {
		return d, false
	}
	return eval.Paired(one.Folds, other.Folds)
}
