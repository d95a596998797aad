//go:build js

package browser

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sort"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/page"
	"drnet/app/storage"
	"drnet/engine/remote"
)

// effects executes the effects of the page: it reads and writes project files, and saves works in the browser's
// database. Saving the first work creates the database, and deleting the last one deletes it.
type effects struct {
	mu   sync.Mutex
	last chan struct{} // closed after the newest effect, nil before the first
}

// Do implements page.Storage. Each effect waits for the one before.
func (s *effects) Do(effect storage.Effect, deliver func(core.Msg)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, done := s.last, make(chan struct{})
	s.last = done
	go func() {
		if before != nil {
			<-before
		}
		deliver(execute(effect))
		close(done)
	}()
}

func execute(effect storage.Effect) core.Msg {
	switch e := effect.(type) {
	case storage.ListWorks:
		works, err := listWorks()
		return storage.WorksListed{Works: works, Err: err}
	case storage.Save:
		work, err := saveWork(e)
		works, _ := listWorks()
		return storage.WorkSaved{Save: e, Work: work, Works: works, Err: err}
	case storage.Delete:
		err := deleteWork(e.ID)
		works, listErr := listWorks()
		if err == nil {
			err = listErr
		}
		return storage.WorksListed{Works: works, Err: err}
	case storage.Open:
		return openWork(e.ID)
	case storage.OpenFile:
		return readSaved(storage.SavedWork{Name: e.Name}, e.File)
	case storage.Download:
		blob, err := writeProject(e.Project, e.Table)
		if err == nil {
			err = catch(func() { page.Save("project.json", app.ValueOf(blob)) })
		}
		return storage.ProjectDownloaded{Download: e, Err: err}
	}
	panic("browser: unknown effect")
}

func openWork(id string) core.Msg {
	record, err := readWork(id)
	if err != nil {
		works, _ := listWorks()
		return storage.ProjectOpened{Work: storage.SavedWork{ID: id}, Works: works, Err: err}
	}
	m := readSaved(workOf(id, record), remote.NewFile(record.Get("file")))
	if p, ok := m.(storage.ProjectOpened); ok {
		return p
	}
	return storage.ProjectOpened{Work: storage.SavedWork{ID: id}, Err: errors.New("the saved work is not a project")}
}

// storeName names the only object store. Records are {name, at in milliseconds, table, score, file}; older ones may lack a numeric score.
const storeName = "works"

func workOf(id string, record js.Value) storage.SavedWork {
	w := storage.SavedWork{
		ID: id, Name: record.Get("name").String(), At: time.UnixMilli(int64(record.Get("at").Float())),
		Size: int64(record.Get("file").Get("size").Float()), Table: record.Get("table").Bool(),
	}
	if score := record.Get("score"); score.Type() == js.TypeNumber {
		w.Score = score.Int()
	}
	return w
}

// listWorks returns the saved works, newest first.
func listWorks() (works []storage.SavedWork, err error) {
	works = []storage.SavedWork{}
	err = transact("readonly", false, func(t *transaction) {
		t.then(t.store.Call("openCursor"), func(cursor js.Value) {
			if cursor.IsNull() {
				return
			}
			works = append(works, workOf(cursor.Get("key").String(), cursor.Get("value")))
			cursor.Call("continue")
		})
	})
	if err != nil && !errors.Is(err, storage.ErrGone) {
		return nil, err
	}
	sort.SliceStable(works, func(i, j int) bool { return works[i].At.After(works[j].At) })
	return works, nil
}

func readWork(id string) (record js.Value, err error) {
	err = transact("readonly", false, func(t *transaction) {
		t.then(t.store.Call("get", id), func(found js.Value) { record = found })
	})
	if err == nil && record.IsUndefined() {
		err = storage.ErrGone
	}
	return record, err
}

// saveWork saves a work, unless another window has changed or deleted it meanwhile.
func saveWork(e storage.Save) (work storage.SavedWork, err error) {
	blob, err := writeProject(e.Project, e.Table)
	if err != nil {
		return work, err
	}
	id := e.Before.ID
	if id == "" {
		id = fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
	}
	record := js.ValueOf(map[string]any{
		"name": e.Project.Name, "at": time.Now().UnixMilli(), "table": e.Table != nil, "score": e.Score, "file": blob,
	})
	err = transact("readwrite", e.Before.ID == "", func(t *transaction) {
		t.then(t.store.Call("get", id), func(found js.Value) {
			switch {
			case e.Before.ID == "":
				t.store.Call("put", record, id)
			case found.IsUndefined():
				t.err = storage.ErrGone
			case workOf(id, found) != e.Before:
				t.err = storage.ErrChanged
			default:
				t.store.Call("put", record, id)
			}
		})
	})
	return workOf(id, record), err
}

// deleteWork deletes a work, or EveryWork. The database is deleted with the last work.
func deleteWork(id string) error {
	left := 0
	if id != storage.EveryWork {
		err := transact("readwrite", false, func(t *transaction) {
			t.store.Call("delete", id)
			t.then(t.store.Call("count"), func(n js.Value) { left = n.Int() })
		})
		if err != nil && !errors.Is(err, storage.ErrGone) {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	return deleteDatabase()
}

// blob is a buffer whose bytes are kept by the browser, because the memory of a WebAssembly program never shrinks.
type blob struct {
	parts   []any
	pending []byte // at most blobPart
}

const blobPart = 1 << 18 // bytes that are passed to the browser at a time

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
