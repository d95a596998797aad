package page

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/privacy"
)

// followNetworkLog follows the log of the page's requests, which web/network-log.js records from the start.
func (r *Root) followNetworkLog() {
	if !app.Window().Get("drnetWitness").Truthy() {
		return
	}
	var read app.Value
	tell := func() {
		var l privacy.NetworkLog
		if json.Unmarshal([]byte(read.Invoke().String()), &l) == nil {
			r.dispatch(privacy.Logged{Log: l})
		}
	}
	called := app.FuncOf(func(app.Value, []app.Value) any {
		tell()
		return nil
	})
	r.quiet.releases = append(r.quiet.releases, called.Release)
	read = app.Window().Call("drnetWitness", called)
	tell()
}
