//go:build js

package browser

import (
	"errors"
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
	var ended func() (string, js.Value)
	if err := catch(func() {
		t.handle = db.Call("transaction", storeName, mode)
		t.store = t.handle.Call("objectStore", storeName)
		ended = firstOf(t.handle, "complete", "abort")
		do(t)
	}); err != nil {
		return err
	}
	how, _ := ended()
	switch {
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
		exists, err := databaseExists()
		if err != nil {
			return db, err
		}
		if exists == no {
			return db, errNoDatabase
		}
	}
	missing := false
	var request js.Value
	var ended func() (string, js.Value)
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
	if err := catch(func() {
		request = indexedDB().Call("open", ownName(), 1)
		request.Set("onupgradeneeded", upgrade)
		ended = firstOf(request, "success", "error")
	}); err != nil {
		return db, err
	}
	switch how, event := ended(); {
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
	var request js.Value
	var ended func() (string, js.Value)
	if err := catch(func() {
		request = indexedDB().Call("deleteDatabase", ownName())
		ended = firstOf(request, "success", "error")
	}); err != nil {
		return err
	}
	if how, _ := ended(); how == "error" {
		return errorOf(request.Get("error"))
	}
	return nil
}

// presence says whether the database exists.
type presence int

const (
	unknown presence = iota // this browser cannot list databases
	yes
	no
)

// databaseExists reports whether the database exists, without creating it.
func databaseExists() (presence, error) {
	var promise js.Value
	if err := catch(func() {
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

// indexedDB returns the browser's databases. Where storage is blocked the property may be undefined, or throw, which Go
// can only catch in a call.
func indexedDB() js.Value {
	all := js.Global().Get("Reflect").Call("get", js.Global(), "indexedDB")
	if !all.Truthy() {
		panic(storage.ErrBlocked)
	}
	return all
}
