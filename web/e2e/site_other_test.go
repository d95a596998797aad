//go:build !linux

package e2e

import "os/exec"

// endsWithTest does nothing: only Linux can end a server with the test that starts it.
func endsWithTest(*exec.Cmd) {}
