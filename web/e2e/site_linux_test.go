package e2e

import (
	"os/exec"
	"syscall"
)

// endsWithTest makes the kernel end a server with the test that starts it: a timeout ends the test without any cleanup.
// Otherwise the server would continue to run and hold the files and locks that it inherits.
func endsWithTest(server *exec.Cmd) {
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
