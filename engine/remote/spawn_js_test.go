//go:build js && wasm

package remote

import (
	"syscall/js"
	"testing"
)

// posted returns message i posted to a worker of the page.
func posted(worker js.Value, i int) js.Value { return worker.Get("posted").Index(i) }

// TestHelpers checks that the page starts a helper for a worker and sends it the port. It also checks that the page
// reports the end of the helper and ends it with the worker.
func TestHelpers(t *testing.T) {
	last := fakeWorker(t)
	module, port := js.ValueOf("module"), js.ValueOf("port")
	page, err := Spawner(js.ValueOf("engine-worker.js"), module)()
	if err != nil {
		t.Fatal(err)
	}
	owner := last()
	spawn := func(number int) js.Value {
		owner.Call("say", map[string]any{"spawn": number, "port": port})
		return last()
	}
	first, second, third := spawn(1), spawn(2), spawn(3)
	for _, helper := range []js.Value{first, second, third} {
		if m := posted(helper, 0); !m.Get("module").Equal(module) || !m.Get("owner").Equal(port) {
			t.Error("the helper did not get the module and the port")
		}
	}
	first.Call("say", map[string]any{"exit": 2, "reason": "panic"})
	second.Call("fail")
	for i, number := range []int{1, 2} {
		if m := posted(owner, 1+i); m.Get("lost").Int() != number || m.Get("why").String() == "" {
			t.Errorf("the worker heard of the end of helper %v, want %d", m.Get("lost"), number)
		}
	}
	js.Global().Set("noWorkers", true)
	if spawn(4); posted(owner, 3).Get("lost").Int() != 4 {
		t.Error("the worker did not hear that there is no helper for it")
	}
	owner.Call("say", map[string]any{"terminate": 1}) // it has already ended
	js.Global().Delete("noWorkers")
	fourth := spawn(5)
	owner.Call("say", map[string]any{"terminate": 5})
	if !fourth.Get("ended").Bool() || third.Get("ended").Bool() {
		t.Error("one helper was to be terminated, and no other")
	}
	page.Close()
	for _, helper := range []js.Value{first, second, third} {
		if !helper.Get("ended").Bool() {
			t.Error("a helper goes on without its worker")
		}
	}
	select {
	case m := <-page.Receive():
		t.Errorf("the client got %+v of what is between page and worker", m)
	default:
	}
}

// fakePage makes this program a worker and returns the messages that it posts to its page.
func fakePage(t *testing.T) (posted js.Value) {
	const script = `globalThis.posted = []; globalThis.drain = () => {};
		globalThis.postMessage = (m, transfer) => globalThis.posted.push(structuredClone(m, {transfer})); return globalThis.posted`
	t.Cleanup(func() {
		for _, name := range []string{"posted", "drain", "postMessage", "onmessage", "owner"} {
			js.Global().Delete(name)
		}
	})
	return js.Global().Get("Function").New(script).Invoke()
}

func tell(data map[string]any) {
	js.Global().Call("onmessage", map[string]any{"data": data})
}

// TestSpawn checks that worker and helper use their own channel, and that the page reports a lost helper.
func TestSpawn(t *testing.T) {
	page := fakePage(t)
	worker := WorkerPort()
	port, err := worker.Spawn()
	if err != nil {
		t.Fatal(err)
	}
	asked := page.Index(0)
	js.Global().Set("owner", asked.Get("port"))
	helper := WorkerPort() // as the startup script starts it
	if _, err := helper.Spawn(); err == nil {
		t.Error("a helper got a helper")
	}
	port.Send(Message{Body: []byte("work"), Raw: []byte{1, 2}})
	if m := <-helper.Receive(); string(m.Body) != "work" || string(m.Raw) != "\x01\x02" {
		t.Errorf("the helper got %+v", m)
	}
	helper.Send(Message{Body: []byte("done")})
	if m := <-port.Receive(); string(m.Body) != "done" {
		t.Errorf("the worker got %+v", m)
	}
	tell(map[string]any{"lost": 99, "why": "never spawned"})
	tell(map[string]any{"lost": asked.Get("spawn").Int(), "why": "code 2"})
	if m := <-port.Receive(); m.Lost != "code 2" {
		t.Errorf("the worker got %+v, want the loss", m)
	}
	tell(map[string]any{"body": "a request"})
	if m := <-worker.Receive(); string(m.Body) != "a request" {
		t.Errorf("the worker got %+v from the page", m)
	}
	port.Close()
	port.Close()
	if n := page.Length(); n != 2 || page.Index(1).Get("terminate").Int() != asked.Get("spawn").Int() {
		t.Errorf("the page got %d messages, want one to spawn and one to terminate", n)
	}
}

func TestCores(t *testing.T) {
	before := js.Global().Get("navigator")
	t.Cleanup(func() { define(before) })
	for _, test := range []struct {
		navigator any
		want      int
	}{
		{js.Undefined(), 1},
		{map[string]any{}, 1},
		{map[string]any{"hardwareConcurrency": 2}, 2},
		{map[string]any{"hardwareConcurrency": 64}, 8},
	} {
		define(test.navigator)
		if got := Cores(); got != test.want {
			t.Errorf("Cores() = %d with %v, want %d", got, test.navigator, test.want)
		}
	}
}

// define replaces the navigator, which exists in newer Node versions.
func define(navigator any) {
	property := map[string]any{"value": navigator, "configurable": true}
	js.Global().Get("Object").Call("defineProperty", js.Global(), "navigator", property)
}
