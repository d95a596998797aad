package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// On returns a handler that sends a message. Handlers of one place in a list differ only by the message: give them the parts of
// the message as scope, because go-app tells handlers apart by their code.
func On(send func(core.Msg), m core.Msg) app.EventHandler {
	return func(app.Context, app.Event) { send(m) }
}
