package state

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

const askedEvaluate asked = "evaluate"

// Trade holds the trade-off sweep and the cross-validation of the current settings.
type Trade struct {
	Phase   TradePhase
	Kind    TradeKind // of the running evaluation
	Done    int       // finished runs
	Of      int
	Problem *core.Problem

	Tried  *protocol.Evaluated // results of the sweep, nil before the first one
	Folded *protocol.Evaluated // cross-validation of the current settings, nil before the first one
	Axis   int                 // index into Axes

	Compared []int                                             // indexes of the settings being compared, at most two
	differ   core.Query[[2]*protocol.Model, *protocol.RowPage] // number of rows with different predictions

	share     float64 // finished share of the work
	since, at time.Time
	from      string     // name of the table
	setup     core.Setup // the settings being evaluated
	of        [2]core.Setup
}

// TradePhase is the phase of an evaluation.
type TradePhase string

// The phases of an evaluation.
const (
	NoTrade       TradePhase = ""
	Trading       TradePhase = "trading"
	TradeStopping TradePhase = "stopping"
)

// TradeKind is the kind of an evaluation.
type TradeKind int

// The kinds.
const (
	SeveralSettings TradeKind = iota
	SettingsOfNow
)

// Active reports whether the evaluation is running.
func (t Trade) Active() bool { return t.Phase != NoTrade }

// Busy reports whether the engine runs a long task.
func (s State) Busy() bool { return s.Run.Active() || s.Trade.Active() || s.Contest.Active() }

const (
	tradeFolds = 3 // folds of the training rows, for each setting
	countFolds = 5 // folds of all rows, for the current settings
)

// The sweep combines these minimum gains per condition with these multiples of the condition penalty.
var (
	triedPrices    = []float64{0.02, 0.01, 0.005, 0.002, 0.001, 0.0003}
	triedPressures = []float64{1, 10}
)

// Settings is the number of settings in a sweep.
var Settings = len(triedPrices) * len(triedPressures)

// evaluation returns the request that evaluates the settings.
func evaluation(s core.Setup, kind TradeKind, t *protocol.TableSummary) protocol.Evaluate {
	r := protocol.Evaluate{Train: s.Request(t)}
	if kind == SettingsOfNow {
		r.Split.Share, r.Split.Parts = 0, countFolds
		return r
	}
	r.Split.Parts, r.Whole = tradeFolds, true
	for _, times := range triedPressures {
		for _, price := range triedPrices {
			r.Settings = append(r.Settings, protocol.SweepSetting{Lambda1: new(times * *r.Network.Lambda1), Refine: price})
		}
	}
	return r
}

// units returns the number of runs of an evaluation.
func units(kind TradeKind) int {
	if kind == SettingsOfNow {
		return countFolds
	}
	return Settings * (tradeFolds + 1)
}

// trade handles the messages about evaluations; ok is false for any other message.
func (s *State) trade(m Msg) (ok bool) {
	switch m := m.(type) {
	case TradeAsked:
		s.evaluate(m)
	case TradeStop:
		if s.Trade.Phase == Trading {
			s.Trade.Phase = TradeStopping
			s.control(protocol.Stop{}, askedEvaluate)
		}
	case AxisChosen:
		if m.Index >= 0 && m.Index < len(Axes) {
			s.Trade.Axis = m.Index
		}
	case DotOpened:
		s.openDot(m.Index)
	case CompareChosen:
		s.Trade.compare(m)
	case DifferingRows:
		if left, right, ok := s.pair(); ok {
			s.openRows(RowsAsked{Of: differing(left, right)})
		}
	default:
		return false
	}
	return true
}

// TradeObstacle returns why an evaluation cannot start, "" if it can.
func (s State) TradeObstacle(kind TradeKind) string {
	if s.Setup.Classes != "" && kind == SeveralSettings {
		return "Settings are tried for one class at a time: choose the value that the rules are to describe."
	}
	return s.Obstacle()
}

func (s *State) evaluate(m TradeAsked) {
	if s.TradeObstacle(m.Kind) != "" || s.Busy() {
		return
	}
	t := &s.Trade
	t.Phase, t.Kind, t.Done, t.Of, t.Problem = Trading, m.Kind, 0, units(m.Kind), nil
	t.share, t.since, t.at, t.from, t.setup = 0, m.At, m.At, s.Source.Name, s.Setup
	s.Status = core.Plural(t.Of, "training", "trainings") + " have started."
	s.ask(evaluation(s.Setup, m.Kind, s.Table), pending{what: askedEvaluate})
}

// hearTrade handles an event of an evaluation. It repeats a Stop that reached the engine before the evaluation
// started.
func (s *State) hearTrade(e protocol.Event, at time.Time) {
	t := &s.Trade
	switch e := e.(type) {
	case protocol.Evaluating:
		if !t.Active() {
			return
		}
		early := t.share == 0
		t.Done, t.Of, t.share, t.at = e.Done, e.Of, e.Share, at
		if t.Phase == TradeStopping && early {
			s.control(protocol.Stop{}, askedEvaluate)
		}
	case protocol.Evaluated:
		if !t.Active() || len(e.Results) == 0 {
			return
		}
		t.Phase, t.of[t.Kind] = NoTrade, t.setup
		if t.Kind == SettingsOfNow {
			t.Folded = &e
			s.Status = t.FoldedInWords()
			return
		}
		t.Tried, t.Compared = &e, nil
		s.Status = core.Plural(len(e.Results), "setting was", "settings were") + " tried. " + t.KneeInWords()
	}
}

// tradeRefused stores why an evaluation failed.
func (s *State) tradeRefused(p *core.Problem) {
	s.Trade.Phase, s.Trade.Problem, s.Status = NoTrade, nil, "Stopped."
	if p.Kind != protocol.Cancelled {
		s.Trade.Problem, s.Status = p, p.Message
	}
}

// openDot shows the model of a setting. Undo restores the previous model.
func (s *State) openDot(i int) {
	dots := s.Dots()
	if i < 0 || i >= len(dots) || dots[i].InSight {
		return
	}
	m := s.Trade.Tried.Results[i].Model
	s.open(core.Revision{
		Words: "opened from the trade-off: " + core.Plural(len(m.Rules), "rule", "rules"),
		Model: m, Refined: m.Rules, From: s.Trade.from,
	})
	s.Status = "Opened: " + core.Plural(len(m.Rules), "rule", "rules") + ". Undo brings the rules from before back."
}
