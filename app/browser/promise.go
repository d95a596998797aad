//go:build js

package browser

import (
	"errors"
	"fmt"
	"syscall/js"

	"drnet/app/storage"
)

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

// firstOf registers handlers for some events of a target and returns a function that waits for the first of them.
func firstOf(target js.Value, names ...string) func() (name string, event js.Value) {
	type outcome struct {
		name  string
		event js.Value
	}
	first := make(chan outcome, len(names))
	var handlers []js.Func
	for _, name := range names {
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			select {
			case first <- outcome{name, args[0]}:
			default:
			}
			return nil
		})
		handlers = append(handlers, f)
		target.Set("on"+name, f)
	}
	return func() (string, js.Value) {
		o := <-first
		for i, f := range handlers {
			target.Set("on"+names[i], js.Null())
			f.Release()
		}
		return o.name, o.event
	}
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
