// Command echo stands for the engine in tests of its worker: it answers every
// message, and ends in the way that one asks for.
package main

import (
	"os"
	"syscall/js"
)

func main() {
	self := js.Global()
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := args[0].Get("data").String()
		switch text {
		case "panic":
			panic("asked to panic")
		case "exit":
			os.Exit(3)
		}
		self.Call("postMessage", text)
		return nil
	}))
	self.Call("drain")
	select {}
}
