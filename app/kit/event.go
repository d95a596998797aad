package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
)

// On returns a handler that sends a message. Handlers of one place in a list differ only in the message, and go-app
// compares handlers by their code. Pass the parts of the message as scope.
func On(send func(core.Msg), m core.Msg) app.EventHandler {
	return func(app.Context, app.Event) { send(m) }
}
