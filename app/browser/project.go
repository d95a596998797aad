//go:build js

package browser

import (
	"io"
	"strings"
	"syscall/js"

	"drnet/app/state"
	"drnet/engine/remote"
)

// blob collects bytes in the browser: the memory of the program would never shrink again.
type blob struct {
	parts   []any
	pending []byte // at most pieceSize
}

// pieceSize is how much is handed to the browser at once.
const pieceSize = 1 << 18

// Write implements io.Writer.
func (b *blob) Write(p []byte) (n int, err error) {
	for n = len(p); len(p) > 0; {
		room := min(len(p), pieceSize-len(b.pending))
		b.pending = append(b.pending, p[:room]...)
		if p = p[room:]; len(b.pending) == pieceSize {
			b.flush()
		}
	}
	return n, nil
}

// flush hands over what is pending. The page may do other things in between.
func (b *blob) flush() {
	bytes := js.Global().Get("Uint8Array").New(len(b.pending))
	js.CopyBytesToJS(bytes, b.pending)
	b.parts, b.pending = append(b.parts, js.Global().Get("Blob").New([]any{bytes})), b.pending[:0]
	remote.Yield()
}

// writeProject writes a project file.
func writeProject(p state.Project, table io.Reader) (js.Value, error) {
	if f, ok := table.(*remote.File); ok {
		table = f.Again()
	}
	file := new(blob)
	err := tried(func() {
		if err := p.Write(file, table); err != nil {
			panic(err)
		}
		file.flush()
	})
	if err != nil {
		return js.Value{}, readError(err)
	}
	return js.Global().Get("Blob").New(file.parts, map[string]any{"type": "application/json"}), nil
}

// opened reads a file that was saved.
func opened(work state.KeptWork, file io.Reader) state.Msg {
	table := new(blob)
	var saved state.Saved
	err := tried(func() {
		var err error
		if saved, err = state.ReadSaved(file, table); err != nil {
			panic(err)
		}
		table.flush()
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
