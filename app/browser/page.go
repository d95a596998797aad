//go:build js

package browser

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/app/ui"
)

// exampleOfPage returns what the builder of the page learnt and wrote into it, nil if that cannot be read.
func exampleOfPage() *state.Example {
	meta := app.Window().Get("document").Call("querySelector", "meta[name=drnet-example]")
	if !meta.Truthy() {
		return nil
	}
	var e *state.Example
	if json.Unmarshal([]byte(meta.Get("content").String()), &e) != nil {
		return nil
	}
	return e
}

// Run starts the page. It returns when the page is closed.
func Run() {
	engine, keeper := new(worker), new(shelf)
	example := exampleOfPage()
	root := func() app.Composer { return &ui.Root{Engine: engine, Keeper: keeper, Example: example} }
	app.RouteFunc("/", root)
	app.RouteFunc("/index.html", root)
	app.RunWhenOnBrowser()
}
