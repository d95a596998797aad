package e2e

import (
	"os/exec"
	"syscall"
)

// endsWithTest has the kernel end a server with the test that starts it, which a timeout ends without any cleanup. Else
// the server runs on, and holds the files and locks that it inherits.
func endsWithTest(server *exec.Cmd) {
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
