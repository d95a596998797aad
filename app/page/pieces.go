package page

import (
	"math/bits"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/learn"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/protocol"
)

// piece is a set of parts of the page, as bits. Parts are rendered separately: each only if it may have changed and, after an event of
// the engine, in its own browser task. Rendering the whole page at once would block it for 100 to 300 ms.
type piece uint

// The parts in order of rendering, the most urgent first.
const (
	curvesPiece   piece = 1 << iota // figures and charts of the run
	rulesPiece                      // the rules of the model
	livePiece                       // the current rules and the snapshots
	targetPiece                     // what the rules predict, and the warnings about the table
	tablePiece                      // how the table was read
	rowsPiece                       // the rows of the table
	columnsPiece                    // the columns
	othersPiece                     // what else can be opened
	settingsPiece                   // the settings
	networkPiece                    // the network
	reportPiece                     // the printed report

	allPieces = 2*reportPiece - 1

	// shownPieces are the pieces that a user waits for. The network is mostly below the screen, and the report is not on it.
	shownPieces = allPieces &^ (networkPiece | reportPiece)
)

type need int

const (
	none need = iota
	soon      // progress
	now       // other changes
)

// slot is the position of one piece. It is zero while the page does not contain the piece.
type slot struct {
	view  func() app.UI
	needs need
	known bool // the page contains it
	drawn int  // number of renderings
	turn  int  // number of the page's rendering that last included it
}

// holder is the component of a piece. It is rendered again when Drawn has changed.
type holder struct {
	app.Compo
	Of    *slot
	Drawn int
}

// Render implements app.Composer.
func (h *holder) Render() app.UI {
	if h.Drawn == 0 {
		return kit.Some()
	}
	return h.Of.view()
}

type pieces struct {
	slots [11]slot // of the pieces in their order
	whole piece    // those rendered at once if they have changed, because the user waits for them
	turn  int      // number of renderings of the page
	next  *slot
}

// changed marks the pieces that a message may have changed.
func (p *pieces) changed(before, after state.State, m state.Msg) {
	of, as, whole := touched(before, after, m)
	p.whole |= whole
	for i := range p.slots {
		if s := &p.slots[i]; s.known && of&(1<<i) != 0 {
			s.needs = max(s.needs, as)
		}
	}
}

// touched returns the pieces that a message may have changed, how urgently they are rendered, and which of them at once.
func touched(before, after state.State, m state.Msg) (of piece, as need, whole piece) {
	const run = curvesPiece | livePiece | networkPiece
	switch core.Feature(m) {
	case "privacy": // rendered outside the pieces
		return 0, none, 0
	case "network":
		if m == (network.EditsKept{}) {
			return allPieces, now, allPieces
		}
		return networkPiece, now, networkPiece
	case "rows":
		return rulesPiece | rowsPiece, now, 0
	}
	switch m := m.(type) {
	case core.Heard:
		switch m.Event.(type) {
		case protocol.Reading:
			return tablePiece, soon, 0
		case protocol.Progress, protocol.Preparing:
			if before.Run.Phase == after.Run.Phase && before.Run.Live.Seen == after.Run.Live.Seen {
				return curvesPiece | livePiece, soon, 0
			} else if before.Run.Phase == after.Run.Phase {
				return run, soon, 0
			}
		case protocol.Paused, protocol.Resumed:
			return run, now, run // the paused figures must match
		case protocol.RowPage:
			return rulesPiece | rowsPiece, now, 0
		case protocol.Evaluating:
			return rulesPiece, soon, 0
		}
	case state.Drew:
		if before.Data.Drawn != after.Data.Drawn {
			return columnsPiece, soon, 0
		}
		return rulesPiece, soon, 0
	case state.ToastClosed, learn.Ticked: // rendered outside the pieces
		return 0, none, 0
	case training.PauseAsked, training.ResumeAsked, training.StopAsked, training.StepAsked, training.SpeedChosen, training.MarksExpired:
		return run, soon, 0
	case training.SnapshotChosen, training.EpochSought, training.ChartChosen:
		return run, now, run
	}
	if ofPerson(m) {
		return allPieces, now, shownPieces
	}
	return allPieces, now, 0
}

// begin starts a rendering of the page and selects the most urgent piece; of several that are due soon, the one that has waited longest.
func (p *pieces) begin() {
	p.turn++
	p.next = nil
	for i := range p.slots {
		s, other := &p.slots[i], p.next
		s.known = false
		if s.needs != none && (other == nil || s.needs > other.needs || s.needs == soon && other.needs == soon && s.turn < other.turn) {
			p.next = s
		}
	}
}

// place returns the component of a piece. Outside of Root.Render, where turn is 0, it renders every piece.
func (p *pieces) place(of piece, view func() app.UI) app.UI {
	s := &p.slots[bits.TrailingZeros(uint(of))]
	if s.known, s.view = true, view; s.drawn == 0 {
		s.needs = now
	}
	if s.needs != none && (p.whole&of != 0 || p.turn == 0 || s == p.next) {
		s.needs, s.turn = none, p.turn
		s.drawn++
	}
	return &holder{Of: s, Drawn: s.drawn}
}

// end ends a rendering of the page and returns the urgency of the remaining pieces.
func (p *pieces) end() need {
	p.whole = 0
	for i := range p.slots {
		if s := &p.slots[i]; !s.known {
			*s = slot{}
		}
	}
	return p.left()
}

func (p *pieces) left() (most need) {
	for _, s := range p.slots {
		if s.known {
			most = max(most, s.needs)
		}
	}
	return most
}

// pace keeps the page responsive during a run: Go's part of rendering is measured, and layout and paint of the browser take about as long.
type pace struct {
	began, ended time.Time // of the latest rendering
	took         time.Duration
	waits        bool // a rendering is scheduled
}

// restShare is the pause after a rendering, as a multiple of its duration: one for layout and paint, and two of rest, as long as both.
const restShare = 3

// hears handles an event of the engine. Progress is rendered at the pace, any other event at once.
func (r *Root) hears(ctx app.Context, id core.ID, e protocol.Event) {
	m := core.Heard{ID: id, Event: e, At: time.Now()}
	switch e.(type) {
	case protocol.Progress, protocol.Preparing, protocol.Evaluating:
		ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: ctx.Src(), Function: func(app.Context) {
			r.send(m)
			r.again(ctx, soon)
		}})
	default:
		r.dispatch(m)
	}
}

// again schedules another rendering: at the pace for progress, otherwise after a breath.
func (r *Root) again(ctx app.Context, need need) {
	if r.quiet.hidden || need == soon && r.pace.waits {
		return
	}
	r.pace.waits = true
	wait := breath
	if need == soon {
		wait = max(wait, time.Until(r.pace.ended.Add(restShare*r.pace.took)))
	}
	ctx.Async(func() {
		time.Sleep(wait)
		r.draw(ctx)
	})
}

// draw renders the page and measures the time. It renders nothing if the page was hidden since draw was scheduled.
func (r *Root) draw(ctx app.Context) {
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: r.mode(), Source: ctx.Src(), Function: func(ctx app.Context) {
		r.pace.waits = false
		ctx.Defer(func(app.Context) {
			r.pace.ended = time.Now()
			r.pace.took = r.pace.ended.Sub(r.pace.began)
		})
	}})
}
