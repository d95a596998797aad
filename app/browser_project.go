//go:build js

package main

import (
	"io"
	"strings"
	"syscall/js"

	"drnet/app/state"
	"drnet/engine/remote"
)

// blob collects bytes in the browser: the memory of the program would never shrink again.
type blob struct{ parts []any }

// Write implements io.Writer. The page may do other things in between.
func (b *blob) Write(p []byte) (int, error) {
	bytes := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(bytes, p)
	b.parts = append(b.parts, js.Global().Get("Blob").New([]any{bytes}))
	remote.Yield()
	return len(p), nil
}

// writeProject writes a project file.
func writeProject(p state.Project, table io.Reader) (js.Value, error) {
	if f, ok := table.(*remote.File); ok {
		table = f.Again()
	}
	file := new(blob)
	to := file.buffered()
	err := tried(func() {
		if err := p.Write(to, table); err != nil {
			panic(err)
		}
		if err := to.Flush(); err != nil {
			panic(err)
		}
	})
	if err != nil {
		return js.Value{}, readError(err)
	}
	return js.Global().Get("Blob").New(file.parts, map[string]any{"type": "application/json"}), nil
}

// opened reads a file that was saved.
func opened(work state.KeptWork, file io.Reader) state.Msg {
	table := new(blob)
	to := table.buffered()
	var saved state.Saved
	err := tried(func() {
		var err error
		if saved, err = state.ReadSaved(file, to); err != nil {
			panic(err)
		}
		if err := to.Flush(); err != nil {
			panic(err)
		}
	})
	if saved.Project == nil {
		if err == nil {
			return state.ModelOpened{Name: work.Name, File: saved.Model}
		}
		return state.ProjectOpened{Work: work, Err: readError(err)}
	}
	m := state.ProjectOpened{Work: work, Project: saved.Project, Err: readError(err)}
	if saved.Tabled {
		value := js.Global().Get("File").New(table.parts, saved.Project.Name)
		m.File, m.Size = remote.NewFile(value), int64(value.Get("size").Float())
	}
	return m
}

// readError says of a file that is no more what it is.
func readError(err error) error {
	if err != nil && (strings.HasPrefix(err.Error(), "NotReadableError") || strings.HasPrefix(err.Error(), "NotFoundError")) {
		return state.ErrFileGone
	}
	return err
}

// download has the browser store a file.
func download(name string, file js.Value) {
	urls := js.Global().Get("URL")
	url := urls.Call("createObjectURL", file)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	urls.Call("revokeObjectURL", url)
}
