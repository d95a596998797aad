//go:build js

package browser

import (
	"errors"
	"fmt"
	"syscall/js"

	"drnet/app/storage"
	"drnet/engine/remote"
)

// transaction is a transaction of the database: all of its changes are made, or none.
type transaction struct {
	store    js.Value // the object store of the works
	err      error    // why it is aborted
	handle   js.Value
	handlers []js.Func
}

// then calls do with the result of a request. It may make further requests; a cursor calls it for each record.
func (t *transaction) then(request js.Value, do func(result js.Value)) {
	f := remote.Callback(func(js.Value) {
		err := catch(func() { do(request.Get("result")) })
		if t.err == nil {
			t.err = err
		}
		if t.err != nil {
			t.handle.Call("abort")
		}
	})
	t.handlers = append(t.handlers, f)
	request.Set("onsuccess", f)
}

// transact calls do in a transaction. A database that does not exist is created, or if create is false the error is
// storage.ErrGone. The connection is closed afterwards, so that it never blocks another window.
func transact(mode string, create bool, do func(*transaction)) (err error) {
	db, err := openDatabase(create)
	if err != nil {
		return err
	}
	defer db.Call("close")
	t := &transaction{}
	defer func() {
		for _, f := range t.handlers {
			f.Release()
		}
	}()
	_, err = settle(func() js.Value {
		t.handle = db.Call("transaction", storeName, mode)
		t.store = t.handle.Call("objectStore", storeName)
		do(t)
		return t.handle
	}, "complete", "abort")
	if t.err != nil {
		return t.err
	}
	return err
}

func openDatabase(create bool) (db js.Value, err error) {
	missing := false
	upgrade := remote.Callback(func(event js.Value) {
		request := event.Get("target")
		if create {
			request.Get("result").Call("createObjectStore", storeName)
		} else { // an aborted upgrade leaves no database behind
			missing = true
			request.Get("transaction").Call("abort")
		}
	})
	defer upgrade.Release()
	request, err := settle(func() js.Value {
		request := indexedDB().Call("open", ownName(), 1)
		request.Set("onupgradeneeded", upgrade)
		return request
	}, "success", "error")
	switch {
	case missing:
		return db, storage.ErrGone
	case err != nil:
		return db, err
	}
	db = request.Get("result")
	db.Set("onversionchange", db.Get("close").Call("bind", db)) // another window deletes the database
	return db, nil
}

// deleteDatabase deletes the database. It waits until every window has closed its connection.
func deleteDatabase() error {
	_, err := settle(func() js.Value { return indexedDB().Call("deleteDatabase", ownName()) }, "success", "error")
	return err
}

// indexedDB returns the browser's databases. Where storage is blocked it may be undefined, or throw, which Go can only catch in a call.
func indexedDB() js.Value {
	all := js.Global().Get("Reflect").Call("get", js.Global(), "indexedDB")
	if !all.Truthy() {
		panic(storage.ErrBlocked)
	}
	return all
}

// onSettled calls one of two functions when a promise is settled, without blocking the page.
func onSettled(promise js.Value, fulfilled, rejected func(js.Value)) {
	callback := func(do func(js.Value)) js.Func { return remote.Callback(func(value js.Value) { go do(value) }) }
	promise.Call("then", callback(fulfilled), callback(rejected))
}

// settle waits for one of two events of the target that ask returns. The browser delivers none before ask has returned. The error
// is an exception in ask, or the error of the target after the event bad.
func settle(ask func() js.Value, good, bad string) (target js.Value, err error) {
	if err := catch(func() { target = ask() }); err != nil {
		return target, err
	}
	first := make(chan string, 2)
	for _, name := range []string{good, bad} {
		f := remote.Callback(func(event js.Value) {
			event.Call("preventDefault") // the page shows the error
			first <- name
		})
		defer f.Release()
		defer target.Set("on"+name, js.Null())
		target.Set("on"+name, f)
	}
	if <-first == bad {
		err = errorOf(target.Get("error"))
	}
	return target, err
}

// catch calls do and returns the JavaScript exception or the error that it panics with.
func catch(do func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = errorOf(r.Value)
		case error:
			err = r
		default:
			err = fmt.Errorf("%v", r)
		}
	}()
	do()
	return nil
}

func errorOf(thrown js.Value) error {
	if !thrown.Truthy() {
		return errors.New("the browser gives no reason")
	}
	switch thrown.Get("name").String() {
	case "QuotaExceededError":
		return storage.ErrFull
	case "SecurityError", "InvalidStateError", "NotAllowedError", "UnknownError":
		return storage.ErrBlocked
	case "NotReadableError":
		return storage.ErrFileGone
	}
	return errors.New(thrown.Call("toString").String())
}
