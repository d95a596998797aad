//go:build js

// Command app is the DR-Net Lab site: compiled for the browser it is the page,
// compiled natively it builds the static site and serves it.
package main

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

func main() {
	engine, keeper := new(worker), new(shelf)
	example := exampleOfPage()
	root := func() app.Composer { return &ui.Root{Engine: engine, Keeper: keeper, Example: example} }
	app.RouteFunc("/", root)
	app.RouteFunc("/index.html", root)
	app.RunWhenOnBrowser()
}
