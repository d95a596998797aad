package e2e

import (
	"os/exec"
	"syscall"
)

// endsWithTest makes the kernel kill a server when the test that started it ends. A test that times out runs no cleanup, so the server
// would otherwise continue to run and hold the files and locks that it inherited.
func endsWithTest(server *exec.Cmd) {
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
