package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// pace keeps the page responsive during a run. The state is updated at each event, and the page is rendered for at most
// about half of the time. Only Go's part of rendering is measured; the browser takes about as long for layout and
// paint.
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
	default:
		r.dispatch(m)
		return
	}
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Next, Source: ctx.Src(), Function: func(app.Context) {
		r.send(m)
		r.again(ctx, soon)
	}})
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

// draw renders the page and measures the time.
func (r *Root) draw(ctx app.Context) {
	ctx.Dispatcher().Dispatch(app.Dispatch{Mode: app.Update, Source: ctx.Src(), Function: func(ctx app.Context) {
		r.pace.waits = false
		ctx.Defer(func(app.Context) {
			r.pace.ended = time.Now()
			r.pace.took = r.pace.ended.Sub(r.pace.began)
		})
	}})
}
