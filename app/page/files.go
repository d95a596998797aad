package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/kit"
	"drnet/app/page/state"
)

// early applies the input that arrived before the program ran. web/early.js stored it.
func (r *Root) early() {
	if !app.Window().Get("drnetEarly").Truthy() {
		return
	}
	launched := app.FuncOf(func(_ app.Value, args []app.Value) any {
		r.soon(0, func() { r.take(args[0]) })
		return nil
	})
	r.quiet.releases = append(r.quiet.releases, launched.Release)
	kept := app.Window().Call("drnetEarly", launched)
	switch {
	case !kept.Truthy():
	case kept.Get("file").Truthy():
		r.take(kept.Get("file"))
	case kept.Get("text").Truthy():
		r.paste(kept.Get("text"))
	case kept.Get("learn").Truthy():
		r.send(state.SampleChosen{Name: kept.Get("learn").String(), Learn: true})
	case kept.Get("sample").Truthy():
		r.send(state.SampleChosen{Name: kept.Get("sample").String()})
	}
}

// pasted reads a table from the clipboard, unless the target is another input.
func (r *Root) pasted(_ app.Context, e app.Event) {
	if in := e.Get("target"); in.Get("matches").Truthy() && in.Call("matches", "input, textarea:not(#paste)").Bool() {
		return
	}
	clipboard := e.Get("clipboardData")
	if files := clipboard.Get("files"); files.Get("length").Int() > 0 {
		e.PreventDefault()
		r.choose(files)
		return
	}
	if text := clipboard.Call("getData", "text/plain"); strings.TrimSpace(text.String()) != "" {
		e.PreventDefault()
		r.paste(text)
	}
}

// paste sends a text as if it were a file.
func (r *Root) paste(text app.Value) {
	r.take(app.Window().Get("File").New(app.Window().Get("Array").Call("of", text), "pasted table.csv"))
}

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
		app.Input().Class("file").Type("file").ID("open-model").Accept(".json,application/json").OnChange(r.chosen, "model"),
		kit.DrawIcon(kit.FolderIcon), app.Text("Open a saved model or project"))
}
