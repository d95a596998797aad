package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
)

// save saves a text as a file.
func save(name, kind string, parts ...string) {
	list := make([]any, len(parts))
	for i, part := range parts {
		list[i] = part
	}
	if !strings.Contains(kind, "charset") {
		kind += ";charset=utf-8"
	}
	Save(name, app.Window().Get("Blob").New(list, map[string]any{"type": kind}))
}

// Save saves a Blob as a file.
func Save(name string, blob app.Value) {
	url := app.Window().Get("URL").Call("createObjectURL", blob)
	link := app.Window().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	app.Window().Get("URL").Call("revokeObjectURL", url)
}

// modelInput opens a saved model or project.
func modelInput(r *Root) app.UI {
	return app.Label().Class("button drop-again").Body(
		app.Input().Class("file").Type("file").ID("open-model").Accept(".json,application/json").
			OnChange(func(ctx app.Context, _ app.Event) {
				r.choose(ctx.JSSrc().Get("files"))
				ctx.JSSrc().Set("value", "")
			}, "model"),
		kit.DrawIcon(kit.FolderIcon), app.Text("Open a saved model or project"))
}
