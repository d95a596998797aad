//go:build js

package browser

import (
	"errors"
	"fmt"
	"syscall/js"

	"drnet/app/storage"
)

// errNoDatabase reports that the database does not exist, so nothing is stored.
var errNoDatabase = errors.New("nothing is stored")

// transaction is a transaction of the database: all of it happens, or nothing.
type transaction struct {
	store    js.Value // the object store of the works
	err      error    // why it is aborted
	handle   js.Value
	handlers []js.Func
}

// then calls do with the result of a request. It may make further requests; a cursor calls it for each record.
func (t *transaction) then(request js.Value, do func(result js.Value)) {
	f := js.FuncOf(func(js.Value, []js.Value) any {
		err := catch(func() { do(request.Get("result")) })
		if t.err == nil {
			t.err = err
		}
		if t.err != nil {
			t.handle.Call("abort")
		}
		return nil
	})
	t.handlers = append(t.handlers, f)
	request.Set("onsuccess", f)
}

// transact calls do in a transaction. A database that does not exist is created, or if create is false the error is
// errNoDatabase. The connection is closed afterwards, so that it never blocks another window.
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
	how, _, err := firstOf(func() js.Value {
		t.handle = db.Call("transaction", storeName, mode)
		t.store = t.handle.Call("objectStore", storeName)
		do(t)
		return t.handle
	}, "complete", "abort")
	switch {
	case err != nil:
		return err
	case t.err != nil:
		return t.err
	case how != "complete":
		return errorOf(t.handle.Get("error"))
	}
	return nil
}

// openDatabase opens a connection.
func openDatabase(create bool) (db js.Value, err error) {
	if !create {
		if missing, err := databaseMissing(); err != nil {
			return db, err
		} else if missing {
			return db, errNoDatabase
		}
	}
	missing := false
	var request js.Value
	upgrade := js.FuncOf(func(js.Value, []js.Value) any {
		if create {
			request.Get("result").Call("createObjectStore", storeName)
		} else { // an aborted upgrade leaves no database behind
			missing = true
			request.Get("transaction").Call("abort")
		}
		return nil
	})
	defer upgrade.Release()
	how, event, err := firstOf(func() js.Value {
		request = indexedDB().Call("open", ownName(), 1)
		request.Set("onupgradeneeded", upgrade)
		return request
	}, "success", "error")
	switch {
	case err != nil:
		return db, err
	case missing:
		event.Call("preventDefault")
		return db, errNoDatabase
	case how == "error":
		event.Call("preventDefault") // the page shows it
		return db, errorOf(request.Get("error"))
	}
	db = request.Get("result")
	db.Set("onversionchange", db.Get("close").Call("bind", db)) // another window deletes the database
	return db, nil
}

// deleteDatabase deletes the database. It waits until every window has closed its connection.
func deleteDatabase() error {
	how, event, err := firstOf(func() js.Value { return indexedDB().Call("deleteDatabase", ownName()) }, "success", "error")
	if err == nil && how == "error" {
		err = errorOf(event.Get("target").Get("error"))
	}
	return err
}

// databaseMissing reports whether the database is known not to exist, without creating it. Some browsers cannot list databases.
func databaseMissing() (bool, error) {
	var promise js.Value
	if err := catch(func() {
		if all := indexedDB(); all.Get("databases").Truthy() {
			promise = all.Call("databases")
		}
	}); err != nil || promise.IsUndefined() {
		return false, err
	}
	all, err := await(promise)
	if err != nil {
		return false, err
	}
	for i := range all.Length() {
		if all.Index(i).Get("name").String() == ownName() {
			return false, nil
		}
	}
	return true, nil
}

// indexedDB returns the browser's databases. Where storage is blocked the property may be undefined, or throw, which Go
// can only catch in a call.
func indexedDB() js.Value {
	all := js.Global().Get("Reflect").Call("get", js.Global(), "indexedDB")
	if !all.Truthy() {
		panic(storage.ErrBlocked)
	}
	return all
}

// onSettled calls one of two functions when a promise is settled, without blocking the page.
func onSettled(promise js.Value, fulfilled, rejected func(js.Value)) {
	callback := func(do func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			go do(args[0])
			return nil
		})
	}
	promise.Call("then", callback(fulfilled), callback(rejected))
}

// await blocks the goroutine until a promise is settled.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	onSettled(promise, func(v js.Value) { done <- outcome{value: v} }, func(v js.Value) { done <- outcome{err: errorOf(v)} })
	o := <-done
	return o.value, o.err
}

// onEvent calls do at each event of a target.
func onEvent(target js.Value, event string, do func()) {
	target.Call("addEventListener", event, js.FuncOf(func(js.Value, []js.Value) any {
		do()
		return nil
	}))
}

// firstOf waits for the first of some events of the target that ask returns. The browser delivers none before ask has returned.
// The error is an exception in ask.
func firstOf(ask func() js.Value, names ...string) (name string, event js.Value, err error) {
	var target js.Value
	if err := catch(func() { target = ask() }); err != nil {
		return "", event, err
	}
	first := make(chan func(), len(names))
	for _, known := range names {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			select {
			case first <- func() { name, event = known, args[0] }:
			default:
			}
			return nil
		})
		defer f.Release()
		defer target.Set("on"+known, js.Null())
		target.Set("on"+known, f)
	}
	(<-first)()
	return name, event, nil
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

// errorOf converts an exception of the browser to an error.
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
