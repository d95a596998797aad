package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/state"
	"drnet/engine/protocol"
)

// pace keeps the page free while it trains: what is told of a training is taken in at once, and drawn as often as the page
// can draw it in half of its time. Only the drawing's own work can be timed; the browser lays out and paints for about as long.
type pace struct {
	began time.Time     // the newest drawing
	ended time.Time     // it
	took  time.Duration // it
	waits bool          // a drawing will follow
}

// restShare is how often the time of a drawing the page rests after it: once for the browser's part of it, and twice for
// both together.
const restShare = 3

func (p *pace) begin() { p.began = time.Now() }

// due returns how long the next drawing must wait.
func (p *pace) due(now time.Time) time.Duration {
	return p.ended.Add(restShare * p.took).Sub(now)
}

// hears takes an event of the engine in. The page is drawn at once, unless it tells how far something is and it is too soon.
func (r *Root) hears(ctx app.Context, id core.ID, e protocol.Event) {
	m := state.Heard{ID: id, Event: e, At: time.Now()}
	switch e.(type) {
	case protocol.Progress, protocol.Preparing, protocol.Evaluating:
	default:
		r.dispatch(m)
		return
	}
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: ctx.Src(), Function: func(app.Context) {
		r.send(m)
		r.again(ctx, soon)
	}})
}

// again draws the page once more: in its time, or after a breath if something else is there.
func (r *Root) again(ctx app.Context, need need) {
	if r.quiet.hidden || need == soon && r.pace.waits {
		return
	}
	r.pace.waits = true
	wait := breath
	if need == soon {
		wait = max(wait, r.pace.due(time.Now()))
	}
	ctx.Async(func() {
		time.Sleep(wait)
		r.draw(ctx)
	})
}

// draw draws the page, and takes the time.
func (r *Root) draw(ctx app.Context) {
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Update, Source: ctx.Src(), Function: func(ctx app.Context) {
		r.pace.waits = false
		ctx.Defer(func(app.Context) {
			r.pace.ended = time.Now()
			r.pace.took = r.pace.ended.Sub(r.pace.began)
		})
	}})
}
