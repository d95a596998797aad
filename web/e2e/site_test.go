package e2e

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A servedSite is a built site and the address of its development server.
type servedSite struct {
	dir string
	url string // with the base path
	cmd *exec.Cmd
}

var (
	sitesMu sync.Mutex
	sites   = map[string]*servedSite{} // by base path
)

// siteAt builds and serves the site under a base path, once for all tests.
func siteAt(t *testing.T, base string) *servedSite {
	t.Helper()
	sitesMu.Lock()
	defer sitesMu.Unlock()
	if s := sites[base]; s != nil {
		return s
	}
	dir := filepath.Join(scratch, "site"+strings.ReplaceAll(base, "/", "-"))
	buildSite(t, moduleDir, dir, base)
	sites[base] = serveSite(t, dir, base)
	return sites[base]
}

// buildSite builds the sources of a folder as make run does.
func buildSite(t *testing.T, sources, dir, base string, flags ...string) {
	t.Helper()
	cmd := exec.Command(appCommand, append([]string{"build", dir, "-base", base, "-brotli", "5"}, flags...)...)
	cmd.Dir = sources
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("build for %s: %v\n%s", base, err, out)
	}
}

// serveSite starts the development server on a free port and reads its address.
func serveSite(t *testing.T, dir, base string) *servedSite {
	t.Helper()
	s := &servedSite{dir: dir, cmd: command(appCommand, "serve", "127.0.0.1:0", "-dir", dir, "-base", base)}
	endsWithTest(s.cmd)
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("serve %s: no address: %v", base, err)
	}
	_, s.url, _ = strings.Cut(strings.TrimSpace(line), ": ")
	return s
}

func (s *servedSite) stop() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

func stopServers() {
	for _, s := range sites {
		s.stop()
	}
}
