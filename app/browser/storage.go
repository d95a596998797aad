//go:build js

package browser

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/state"
	"drnet/app/ui"
	"drnet/engine/remote"
)

// shelf does what the page has done outside of it: it reads and writes project files, and keeps work in the browser's own
// database. That does not exist before something is kept in it, and no more when the last work is deleted.
type shelf struct {
	mu      sync.Mutex
	waiting []func()
	busy    bool
}

// Do implements ui.Keeper.
func (s *shelf) Do(e state.Errand, deliver func(state.Msg)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, func() { deliver(s.do(e)) })
	if !s.busy {
		s.busy = true
		go s.work()
	}
}

// work does one errand after the other.
func (s *shelf) work() {
	for {
		s.mu.Lock()
		if len(s.waiting) == 0 {
			s.busy = false
			s.mu.Unlock()
			return
		}
		next := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.mu.Unlock()
		next()
	}
}

func (s *shelf) do(e state.Errand) state.Msg {
	switch e := e.(type) {
	case state.LookUp:
		works, err := list()
		return state.WorksListed{Works: works, Err: err}
	case state.Keep:
		work, err := keep(e)
		works, _ := list()
		return state.WorkKept{Keep: e, Work: work, Works: works, Err: err}
	case state.Forget:
		err := forget(e.ID)
		works, lookErr := list()
		if err == nil {
			err = lookErr
		}
		return state.WorksListed{Works: works, Err: err}
	case state.OpenWork:
		return openWork(e.ID)
	case state.OpenFile:
		return opened(state.KeptWork{Name: e.Name}, e.File)
	case state.Download:
		blob, err := writeProject(e.Project, e.Table)
		if err == nil {
			err = tried(func() { ui.Save("project.json", app.ValueOf(blob)) })
		}
		return state.ProjectSaved{Download: e, Err: err}
	}
	panic("app: an errand of no known type")
}

func openWork(id string) state.Msg {
	record, err := read(id)
	if err != nil {
		works, _ := list()
		return state.ProjectOpened{Work: state.KeptWork{ID: id}, Works: works, Err: err}
	}
	m := opened(workOf(id, record), remote.NewFile(record.Get("file")))
	if p, ok := m.(state.ProjectOpened); ok {
		return p
	}
	return state.ProjectOpened{Work: state.KeptWork{ID: id}, Err: errors.New("what is kept is no project")}
}

// The database has one store of works: {name, at, table, file}, where at is in milliseconds and file a Blob.
const store = "works"

func workOf(id string, record js.Value) state.KeptWork {
	return state.KeptWork{
		ID: id, Name: record.Get("name").String(), At: time.UnixMilli(int64(record.Get("at").Float())),
		Size: int64(record.Get("file").Get("size").Float()), Table: record.Get("table").Bool(),
	}
}

// list returns what is kept, the newest first.
func list() (works []state.KeptWork, err error) {
	works = []state.KeptWork{}
	err = within("readonly", false, func(t *transaction) {
		t.then(t.store.Call("openCursor"), func(cursor js.Value) {
			if cursor.IsNull() {
				return
			}
			w := workOf(cursor.Get("key").String(), cursor.Get("value"))
			older := slices.IndexFunc(works, func(other state.KeptWork) bool { return other.At.Before(w.At) })
			if older < 0 {
				older = len(works)
			}
			works = slices.Insert(works, older, w)
			cursor.Call("continue")
		})
	})
	if err != nil && !errors.Is(err, errNone) {
		return nil, err
	}
	return works, nil
}

// read returns what is kept of a work.
func read(id string) (record js.Value, err error) {
	err = within("readonly", false, func(t *transaction) {
		t.then(t.store.Call("get", id), func(found js.Value) { record = found })
	})
	if errors.Is(err, errNone) || err == nil && record.IsUndefined() {
		return record, state.ErrGone
	}
	return record, err
}

// keep writes a work down. What other windows have made of it meanwhile is left as it is.
func keep(e state.Keep) (work state.KeptWork, err error) {
	blob, err := writeProject(e.Project, e.Table)
	if err != nil {
		return work, err
	}
	id := e.Before.ID
	if id == "" {
		id = newID()
	}
	record := js.ValueOf(map[string]any{"name": e.Project.Name, "at": time.Now().UnixMilli(), "table": e.Table != nil, "file": blob})
	err = within("readwrite", e.Before.ID == "", func(t *transaction) {
		if e.Before.ID == "" {
			t.store.Call("put", record, id)
			return
		}
		t.then(t.store.Call("get", id), func(found js.Value) {
			switch {
			case found.IsUndefined():
				t.err = state.ErrGone
			case workOf(id, found) != e.Before:
				t.err = state.ErrChanged
			default:
				t.store.Call("put", record, id)
			}
		})
	})
	if errors.Is(err, errNone) {
		err = state.ErrGone
	}
	return workOf(id, record), err
}

// newID is one that no other window gives.
func newID() string {
	words := js.Global().Get("Uint32Array").New(4)
	js.Global().Get("crypto").Call("getRandomValues", words)
	id := ""
	for i := range 4 {
		id += fmt.Sprintf("%08x", uint32(words.Index(i).Float()))
	}
	return id
}

// forget deletes a work, or all of them. With the last one the database goes too.
func forget(id string) error {
	left := 0
	if id != "" {
		err := within("readwrite", false, func(t *transaction) {
			t.store.Call("delete", id)
			t.then(t.store.Call("count"), func(n js.Value) { left = n.Int() })
		})
		if err != nil && !errors.Is(err, errNone) {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	if there, err := exists(); err != nil || there == no {
		return err
	}
	return remove()
}
