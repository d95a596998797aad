//go:build js

package browser

import (
	"io"
	"strings"
	"syscall/js"

	"drnet/app/core"
	"drnet/app/storage"
	"drnet/engine/remote"
)

// blob is a buffer whose bytes lie in the browser, because the memory of a WebAssembly program never shrinks.
type blob struct {
	parts   []any
	pending []byte // at most blobPart
}

// blobPart is the number of bytes that are passed to the browser at a time.
const blobPart = 1 << 18

// Write implements io.Writer.
func (b *blob) Write(p []byte) (n int, err error) {
	for n = len(p); len(p) > 0; {
		room := min(len(p), blobPart-len(b.pending))
		b.pending = append(b.pending, p[:room]...)
		if p = p[room:]; len(b.pending) == blobPart {
			b.flush()
		}
	}
	return n, nil
}

// flush passes the pending bytes to the browser, and lets the page handle events.
func (b *blob) flush() {
	bytes := js.Global().Get("Uint8Array").New(len(b.pending))
	js.CopyBytesToJS(bytes, b.pending)
	b.parts, b.pending = append(b.parts, js.Global().Get("Blob").New([]any{bytes})), b.pending[:0]
	remote.Yield()
}

// writeProject returns a project file as a Blob.
func writeProject(p storage.Project, table io.Reader) (js.Value, error) {
	if f, ok := table.(*remote.BrowserFile); ok {
		table = f.Again()
	}
	file := new(blob)
	err := catch(func() {
		if err := p.Write(file, table); err != nil {
			panic(err)
		}
		file.flush()
	})
	if err != nil {
		return js.Value{}, fileError(err)
	}
	return js.Global().Get("Blob").New(file.parts, map[string]any{"type": "application/json"}), nil
}

// readSaved reads a model or project file.
func readSaved(work storage.SavedWork, file io.Reader) core.Msg {
	table := new(blob)
	var saved storage.Saved
	err := catch(func() {
		var err error
		if saved, err = storage.ReadSaved(file, table); err != nil {
			panic(err)
		}
		table.flush()
	})
	if saved.Project == nil {
		if err == nil {
			return core.ModelOpened{Name: work.Name, File: saved.Model}
		}
		return storage.ProjectOpened{Work: work, Err: fileError(err)}
	}
	m := storage.ProjectOpened{Work: work, Project: saved.Project, Err: fileError(err)}
	if saved.Tabled {
		value := js.Global().Get("File").New(table.parts, saved.Project.Name)
		m.File, m.Size = remote.NewFile(value), int64(value.Get("size").Float())
	}
	return m
}

// fileError replaces the browser's error for a file that was deleted or changed by storage.ErrFileGone.
func fileError(err error) error {
	if err != nil && (strings.HasPrefix(err.Error(), "NotReadableError") || strings.HasPrefix(err.Error(), "NotFoundError")) {
		return storage.ErrFileGone
	}
	return err
}
