// Package e2e drives the built site in headless Chromium: every test gets an
// empty browser profile and a proxy of its own, and fails on what the page must
// never do.
package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// moduleDir is the module's folder relative to this package.
const moduleDir = "../.."

// State that all tests share; TestMain sets it before the first test.
var (
	browser    context.Context // context of the shared Chromium
	scratch    string          // a folder for built sites, removed at the end
	appCommand string          // the compiled ./app
)

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	chromium, err := findChromium()
	if err != nil && os.Getenv("CI") != "true" {
		fmt.Println("SKIP: browser tests:", err)
		return 0
	}
	if err == nil {
		err = prepare(chromium)
	}
	defer cleanUp()
	if err != nil {
		fmt.Println("FAIL: browser tests:", err)
		return 1
	}
	return m.Run()
}

func prepare(chromium string) (err error) {
	if scratch, err = os.MkdirTemp("", "drnet-e2e-"); err != nil {
		return err
	}
	appCommand = scratch + "/app"
	if out, err := command("go", "build", "-o", appCommand, "./app").CombinedOutput(); err != nil {
		return fmt.Errorf("build ./app: %w\n%s", err, out)
	}
	browser, err = startChromium(chromium, filepath.Join(scratch, "profile"))
	return err
}

func cleanUp() {
	if browser != nil {
		chromedp.Cancel(browser)
	}
	stopServers()
	os.RemoveAll(scratch)
}

// command returns a command that runs in the module's folder.
func command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = moduleDir
	return cmd
}
