package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
	"drnet/app/privacy"
	"drnet/app/state"
	"drnet/engine/protocol"
)

// piece names a part of the page that is drawn by itself: only when it may have changed, and, when that comes from the engine,
// in a task of its own. As one the page would be drawn in 100 to 300 ms, in which it answers nobody.
type piece string

const (
	rulesPiece    piece = "rules"    // the rules that were learnt or opened
	tablePiece    piece = "table"    // the data
	columnsPiece  piece = "columns"  // the first rows, and what the columns hold
	settingsPiece piece = "settings" // what can be set
	curvesPiece   piece = "curves"   // numbers and curves of the training
	livePiece     piece = "live"     // the rules while they are learnt, and those that were
	networkPiece  piece = "network"  // the network while it learns, and after
)

// ranks is the order in which pieces are drawn that wait for it: first what a person waits for.
var ranks = []piece{curvesPiece, rulesPiece, livePiece, tablePiece, columnsPiece, settingsPiece, networkPiece}

// need is how much a piece must be drawn.
type need int

const (
	none need = iota
	soon      // something is further than it was
	now       // something else is there
)

// slot is where a piece is drawn.
type slot struct {
	name  piece
	view  func() app.UI
	needs need
	known bool // it is in the page
	drawn int  // how often it was drawn
	turn  int  // in which drawing of the page it was drawn last
}

// holder is a piece in the page. It is drawn anew if its slot was drawn more often since.
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

// pieces are all pieces of the page.
type pieces struct {
	slots []*slot
	whole bool // all that may have changed is drawn at once: a person waits for it
	turn  int  // counts the drawings of the page
	next  *slot
}

// changed notes what a message may have changed.
func (p *pieces) changed(before, after state.State, m state.Msg) {
	switch m := m.(type) {
	case state.Heard:
		switch m.Event.(type) {
		case protocol.Reading:
			p.mark(soon, tablePiece)
			return
		case protocol.Progress, protocol.Preparing:
			if before.Run.Phase == after.Run.Phase {
				p.mark(soon, curvesPiece, livePiece, networkPiece)
				return
			}
		case protocol.Paused, protocol.Resumed:
			p.mark(now, curvesPiece, livePiece, networkPiece)
			p.whole = true // what stands still is what is seen
			return
		case protocol.Evaluating:
			p.mark(soon, rulesPiece)
			return
		}
	case state.Drew:
		switch {
		case before.View.Drawn != after.View.Drawn:
			p.mark(soon, columnsPiece, settingsPiece)
		case before.Net.Drawn != after.Net.Drawn:
			p.mark(soon, networkPiece)
		default:
			p.mark(soon, rulesPiece)
		}
		return
	case privacy.Msg: // it is drawn outside of all of them
		return
	case state.Pause, state.Resume, state.Stop, state.StepAsked, state.SpeedChosen, state.Settled:
		p.mark(soon, curvesPiece, livePiece, networkPiece)
		return
	case state.RulePointed, state.RuleFixed, state.LinePointed, state.LineFixed, state.NetLeft, state.NetEscaped, state.PaletteChosen, state.NetTable:
		p.mark(now, networkPiece)
		p.whole = true
		return
	case state.Scrubbed, state.EpochSought:
		p.mark(now, curvesPiece, livePiece)
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

// begin begins a drawing of the page: it chooses the piece that is drawn, of those that are alike that one which has waited
// the longest.
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

// before reports whether a piece is drawn before another one.
func (s *slot) before(other *slot) bool {
	if s.needs != other.needs {
		return s.needs == now
	}
	if s.needs == now {
		return slices.Index(ranks, s.name) < slices.Index(ranks, other.name)
	}
	return s.turn < other.turn
}

// place is where a piece stands in the page. A page that is drawn once only has all of them.
func (p *pieces) place(name piece, view func() app.UI) app.UI {
	i := slices.IndexFunc(p.slots, func(s *slot) bool { return s.name == name })
	if i < 0 {
		i = len(p.slots)
		p.slots = append(p.slots, &slot{name: name, needs: now})
		if p.next == nil {
			p.next = p.slots[i]
		}
	}
	s := p.slots[i]
	s.known, s.view = true, view
	if s.needs != none && (p.whole || p.turn == 0 || s == p.next) {
		s.needs, s.turn = none, p.turn
		s.drawn++
	}
	return &holder{Of: s, Drawn: s.drawn}
}

// end ends a drawing of the page, and returns how much what is left must be drawn.
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
