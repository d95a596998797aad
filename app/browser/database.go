//go:build js

package browser

import (
	"errors"
	"fmt"
	"syscall/js"

	"drnet/app/state"
)

// errNone says that there is no database: nothing is kept.
var errNone = errors.New("nothing is kept")

// transaction is a transaction of the database. Whatever is done in it is done before it ends, or not at all.
type transaction struct {
	store js.Value
	err   error // why it is given up
	all   js.Value
	funcs []js.Func
}

// then does something with the result of a request. It may ask for more; a cursor comes again and again.
func (t *transaction) then(request js.Value, do func(result js.Value)) {
	f := js.FuncOf(func(js.Value, []js.Value) any {
		err := tried(func() { do(request.Get("result")) })
		if t.err == nil {
			t.err = err
		}
		if t.err != nil {
			t.all.Call("abort")
		}
		return nil
	})
	t.funcs = append(t.funcs, f)
	request.Set("onsuccess", f)
}

// within does something in a transaction of the works. If there is no database, it is made, or else the error is errNone. The
// connection is closed at the end, so that it stands in nobody's way.
func within(mode string, create bool, do func(*transaction)) (err error) {
	db, err := connect(create)
	if err != nil {
		return err
	}
	defer db.Call("close")
	t := &transaction{}
	defer func() {
		for _, f := range t.funcs {
			f.Release()
		}
	}()
	var ended func() (string, js.Value)
	if err := tried(func() {
		t.all = db.Call("transaction", store, mode)
		t.store = t.all.Call("objectStore", store)
		ended = events(t.all, "complete", "abort")
		do(t)
	}); err != nil {
		return err
	}
	how, _ := ended()
	switch {
	case t.err != nil:
		return t.err
	case how != "complete":
		return reason(t.all.Get("error"))
	}
	return nil
}

// connect opens the database.
func connect(create bool) (db js.Value, err error) {
	if !create {
		there, err := exists()
		if err != nil {
			return db, err
		}
		if there == no {
			return db, errNone
		}
	}
	refused := false
	var request js.Value
	var ended func() (string, js.Value)
	upgrade := js.FuncOf(func(js.Value, []js.Value) any {
		if create {
			request.Get("result").Call("createObjectStore", store)
		} else { // it was not there: a browser that gives up the making of a database leaves none
			refused = true
			request.Get("transaction").Call("abort")
		}
		return nil
	})
	defer upgrade.Release()
	if err := tried(func() {
		request = indexedDB().Call("open", ownName(), 1)
		request.Set("onupgradeneeded", upgrade)
		ended = events(request, "success", "error")
	}); err != nil {
		return db, err
	}
	switch how, event := ended(); {
	case refused:
		event.Call("preventDefault")
		return db, errNone
	case how == "error":
		event.Call("preventDefault") // it is told in the page
		return db, reason(request.Get("error"))
	}
	db = request.Get("result")
	db.Set("onversionchange", db.Get("close").Call("bind", db)) // another window deletes it
	return db, nil
}

// remove deletes the database. It waits until no window has it open.
func remove() error {
	var request js.Value
	var ended func() (string, js.Value)
	if err := tried(func() {
		request = indexedDB().Call("deleteDatabase", ownName())
		ended = events(request, "success", "error")
	}); err != nil {
		return err
	}
	if how, _ := ended(); how == "error" {
		return reason(request.Get("error"))
	}
	return nil
}

// presence says whether there is a database.
type presence int

const (
	unknown presence = iota // this browser does not tell
	yes
	no
)

// exists looks whether there is a database, and makes none.
func exists() (there presence, err error) {
	var promise js.Value
	if err := tried(func() {
		if all := indexedDB(); all.Get("databases").Truthy() {
			promise = all.Call("databases")
		}
	}); err != nil || promise.IsUndefined() {
		return unknown, err
	}
	all, err := await(promise)
	if err != nil {
		return unknown, err
	}
	for i := range all.Length() {
		if all.Index(i).Get("name").String() == ownName() {
			return yes, nil
		}
	}
	return no, nil
}

// indexedDB is the browser's databases. Where storage is blocked the name may be undefined, or throw, which only a call can catch.
func indexedDB() js.Value {
	all := js.Global().Get("Reflect").Call("get", js.Global(), "indexedDB")
	if !all.Truthy() {
		panic(state.ErrBlocked)
	}
	return all
}

// events returns a function that waits for the first of some events.
func events(of js.Value, names ...string) func() (name string, event js.Value) {
	type outcome struct {
		name  string
		event js.Value
	}
	first := make(chan outcome, len(names))
	var funcs []js.Func
	for _, name := range names {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			select {
			case first <- outcome{name, args[0]}:
			default:
			}
			return nil
		})
		funcs = append(funcs, f)
		of.Set("on"+name, f)
	}
	return func() (string, js.Value) {
		o := <-first
		for i, f := range funcs {
			of.Set("on"+names[i], js.Null())
			f.Release()
		}
		return o.name, o.event
	}
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	then(promise, func(v js.Value) { done <- outcome{value: v} }, func(v js.Value) { done <- outcome{err: reason(v)} })
	o := <-done
	return o.value, o.err
}

// tried does something that may throw.
func tried(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = reason(r.Value)
		case error:
			err = r
		default:
			err = fmt.Errorf("%v", r)
		}
	}()
	do()
	return nil
}

// reason says why the browser refuses something.
func reason(thrown js.Value) error {
	if !thrown.Truthy() {
		return errors.New("the browser does not say why")
	}
	switch thrown.Get("name").String() {
	case "QuotaExceededError":
		return state.ErrFull
	case "SecurityError", "InvalidStateError", "NotAllowedError", "UnknownError":
		return state.ErrBlocked
	case "NotReadableError":
		return state.ErrFileGone
	}
	return errors.New(thrown.Call("toString").String())
}
