//go:build js

// Command app is the DR-Net Lab site: compiled for the browser it is the page,
// compiled natively it builds the static site and serves it.
package main

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/ui"
)

func main() {
	engine := new(worker)
	root := func() app.Composer { return &ui.Root{Engine: engine} }
	app.RouteFunc("/", root)
	app.RouteFunc("/index.html", root)
	app.RunWhenOnBrowser()
}
