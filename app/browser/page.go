//go:build js

package browser

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/page"
	"drnet/app/page/state"
)

// Run starts the page. It returns when the page is closed.
func Run() {
	e, s := new(engine), new(effects)
	example := exampleOfPage()
	root := func() app.Composer { return &page.Root{Engine: e, Storage: s, Example: example} }
	app.RouteFunc("/", root)
	app.RouteFunc("/index.html", root)
	app.RunWhenOnBrowser()
}

// exampleOfPage returns the example that the builder of the site wrote into the page, or nil if unreadable.
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
