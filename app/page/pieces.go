package page

import (
	"cmp"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/training"
	"drnet/engine/protocol"
)

// piece names a part of the page that is rendered separately: only if it may have changed, and in a task of its own for
// events of the engine. Rendering the whole page at once would block it for 100 to 300 ms.
type piece string

const (
	rulesPiece    piece = "rules"    // the rules of the model
	tablePiece    piece = "table"    // how the table was read
	targetPiece   piece = "target"   // what the rules predict, and the warnings about the table
	columnsPiece  piece = "columns"  // the columns
	rowsPiece     piece = "rows"     // the rows of the table
	othersPiece   piece = "others"   // what else can be opened
	settingsPiece piece = "settings" // the settings
	curvesPiece   piece = "curves"   // figures and charts of the run
	livePiece     piece = "live"     // the current rules and the snapshots
	networkPiece  piece = "network"  // the network
)

// ranks lists the pieces in order of rendering, the most urgent first.
var ranks = []piece{
	curvesPiece, rulesPiece, livePiece, targetPiece, tablePiece, rowsPiece, columnsPiece, othersPiece, settingsPiece, networkPiece,
}

// need is the urgency of rendering a piece.
type need int

const (
	none need = iota
	soon      // progress
	now       // other changes
)

// slot is the position of a piece.
type slot struct {
	name  piece
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

// pieces holds all pieces of the page.
type pieces struct {
	slots []*slot
	whole bool // render all changed pieces at once, because the user waits
	turn  int  // number of renderings of the page
	next  *slot
}

// changed marks the pieces that a message may have changed.
func (p *pieces) changed(before, after state.State, m state.Msg) {
	switch core.Feature(m) {
	case "privacy": // rendered outside the pieces
		return
	case "network":
		p.whole = true
		if _, ok := m.(network.EditsKept); !ok {
			p.mark(now, networkPiece)
			return
		}
	case "rows":
		p.mark(now, rulesPiece, rowsPiece)
		return
	}
	switch m := m.(type) {
	case core.Heard:
		switch m.Event.(type) {
		case protocol.Reading:
			p.mark(soon, tablePiece)
			return
		case protocol.Progress, protocol.Preparing:
			if before.Run.Phase == after.Run.Phase {
				p.mark(soon, curvesPiece, livePiece)
				if before.Run.Live.Seen != after.Run.Live.Seen {
					p.mark(soon, networkPiece)
				}
				return
			}
		case protocol.Paused, protocol.Resumed:
			p.mark(now, curvesPiece, livePiece, networkPiece)
			p.whole = true // the paused figures must match
			return
		case protocol.RowPage:
			p.mark(now, rulesPiece, rowsPiece)
			return
		case protocol.Evaluating:
			p.mark(soon, rulesPiece)
			return
		}
	case state.Drew:
		switch {
		case before.Data.Drawn != after.Data.Drawn:
			p.mark(soon, columnsPiece)
		default:
			p.mark(soon, rulesPiece)
		}
		return
	case state.ToastClosed: // rendered outside the pieces
		return
	case training.PauseAsked, training.ResumeAsked, training.StopAsked, training.StepAsked, training.SpeedChosen, training.MarksExpired:
		p.mark(soon, curvesPiece, livePiece, networkPiece)
		return
	case training.SnapshotChosen, training.EpochSought, training.ChartChosen:
		p.mark(now, curvesPiece, livePiece, networkPiece)
		p.whole = true
		return
	}
	p.mark(now, ranks...)
	p.whole = p.whole || ofPerson(m)
}

func (p *pieces) mark(as need, names ...piece) {
	for _, s := range p.slots {
		if slices.Contains(names, s.name) {
			s.needs = max(s.needs, as)
		}
	}
}

// begin starts a rendering of the page and selects the piece to render. Among equally urgent pieces it selects the one
// that has waited longest.
func (p *pieces) begin() {
	p.turn++
	p.next = nil
	for _, s := range p.slots {
		s.known = false
		if s.needs != none && (p.next == nil || s.before(p.next)) {
			p.next = s
		}
	}
}

// before reports whether a piece is rendered before another one.
func (s *slot) before(other *slot) bool {
	switch {
	case s.needs != other.needs:
		return s.needs == now
	case s.needs == now:
		return slices.Index(ranks, s.name) < slices.Index(ranks, other.name)
	}
	return s.turn < other.turn
}

// place returns the component of a piece. Outside of Root.Render, where turn is 0, it renders every piece.
func (p *pieces) place(name piece, view func() app.UI) app.UI {
	i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.name == name })
	if i < 0 {
		i = len(p.slots)
		p.slots = append(p.slots, &slot{name: name, needs: now})
		p.next = cmp.Or(p.next, p.slots[i])
	}
	s := p.slots[i]
	s.known, s.view = true, view
	if s.needs != none && (p.whole || p.turn == 0 || s == p.next) {
		s.needs, s.turn = none, p.turn
		s.drawn++
	}
	return &holder{Of: s, Drawn: s.drawn}
}

// end ends a rendering of the page and returns the urgency of the remaining pieces.
func (p *pieces) end() need {
	p.whole = false
	p.slots = slices.DeleteFunc(p.slots, func(s *slot) bool { return !s.known })
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

// pace keeps the page responsive during a run: it is rendered for at most about half of the time. Only Go's part of rendering
// is measured; the browser takes about as long for layout and paint.
type pace struct {
	began, ended time.Time // of the latest rendering
	took         time.Duration
	waits        bool // a rendering is scheduled
}

// restShare is the pause after a rendering as a multiple of its duration: once for the browser's part, and twice for
// both parts.
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

// draw renders the page and measures the time. It may have been hidden since draw was scheduled.
func (r *Root) draw(ctx app.Context) {
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: r.mode(), Source: ctx.Src(), Function: func(ctx app.Context) {
		r.pace.waits = false
		ctx.Defer(func(app.Context) {
			r.pace.ended = time.Now()
			r.pace.took = r.pace.ended.Sub(r.pace.began)
		})
	}})
}
