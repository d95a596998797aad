package state_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/storage"
	"drnet/engine/protocol"
)

// shelf performs effects in memory, with the bytes of real project files.
type shelf struct {
	works   []storage.SavedWork // newest first
	files   map[string][]byte
	made    int
	refuses error
	saved   []byte   // the last download
	done    []string // kinds of the effects
}

func newShelf() *shelf { return &shelf{files: map[string][]byte{}} }

func (f *shelf) write(p storage.Project, table io.Reader) ([]byte, error) {
	if again, ok := table.(*file); ok { // the browser reads its files in the same way
		table = strings.NewReader(string(*again))
	}
	var b bytes.Buffer
	err := cmp.Or(f.refuses, p.Write(&b, table))
	return b.Bytes(), err
}

// file is a file opened by the person.
type file string

func (f *file) Read([]byte) (int, error) { panic("the file was read in place") }

func (f *shelf) list() []storage.SavedWork { return append([]storage.SavedWork{}, f.works...) }

func (f *shelf) drop(id string) {
	f.works = slices.DeleteFunc(f.works, func(w storage.SavedWork) bool { return id == storage.EveryWork || w.ID == id })
}

func (f *shelf) do(e storage.Effect) state.Msg {
	kind := strings.TrimPrefix(fmt.Sprintf("%T", e), "storage.")
	if e, ok := e.(storage.Delete); ok {
		kind += " " + e.ID
		f.drop(e.ID)
	}
	f.done = append(f.done, kind)
	switch e := e.(type) {
	case storage.ListWorks, storage.Delete:
		return storage.WorksListed{Works: f.list(), Err: f.refuses}
	case storage.Save:
		return f.keep(e)
	case storage.Download:
		file, err := f.write(e.Project, e.Table)
		f.saved = file
		return storage.ProjectDownloaded{Download: e, Err: err}
	case storage.OpenFile:
		return f.open(storage.SavedWork{Name: e.Name}, e.File)
	case storage.Open:
		if i := f.place(e.ID); i >= 0 {
			return f.open(f.works[i], bytes.NewReader(f.files[e.ID]))
		}
		return storage.ProjectOpened{Work: storage.SavedWork{ID: e.ID}, Works: f.list(), Err: cmp.Or(f.refuses, storage.ErrGone)}
	}
	panic("an effect of no known type")
}

// place returns the index of a work, -1 for none.
func (f *shelf) place(id string) int {
	return slices.IndexFunc(f.works, func(w storage.SavedWork) bool { return w.ID == id })
}

func (f *shelf) keep(e storage.Save) state.Msg {
	file, err := f.write(e.Project, e.Table)
	w := storage.SavedWork{ID: e.Before.ID, Name: e.Project.Name, Size: int64(len(file)), Table: e.Table != nil, Score: e.Score}
	i := f.place(w.ID)
	switch {
	case err != nil:
	case w.ID != "" && i < 0:
		err = storage.ErrGone
	case w.ID != "" && f.works[i] != e.Before:
		err = storage.ErrChanged
	default:
		f.made++
		w.ID, w.At = cmp.Or(w.ID, "w"+strconv.Itoa(f.made)), at(float64(f.made))
		f.drop(w.ID)
		f.works = slices.Insert(f.works, 0, w)
		f.files[w.ID] = file
	}
	return storage.WorkSaved{Save: e, Work: w, Works: f.list(), Err: err}
}

func (f *shelf) open(w storage.SavedWork, r io.Reader) state.Msg {
	var table bytes.Buffer
	saved, err := storage.ReadSaved(r, &table)
	if err == nil && saved.Project == nil {
		return core.ModelOpened{Name: w.Name, File: saved.Model}
	}
	m := storage.ProjectOpened{Work: w, Project: saved.Project, Err: err}
	if saved.Tabled {
		of := file(table.String())
		m.File, m.Size = &of, int64(table.Len())
	}
	return m
}

// through sends messages and performs the resulting effects at once. A message that is a function changes the shelf instead.
func (f *shelf) through(s state.State, messages ...state.Msg) (state.State, []protocol.Request) {
	var all []protocol.Request
	for len(messages) > 0 {
		if act, ok := messages[0].(func(*shelf)); ok {
			act(f)
			messages = messages[1:]
			continue
		}
		var commands []core.Command
		s, commands = state.Update(s, answering(s, messages[0]))
		all, messages = append(all, coretest.Requests(commands)...), slices.Clone(messages[1:])
		for k, e := range coretest.Of[storage.Effect](commands) {
			messages = slices.Insert(messages, k, f.do(e))
		}
	}
	return s, all
}
