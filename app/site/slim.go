package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// go-app links its server into the page, with net/http and its dependencies: more than half a megabyte that never runs.
// The page is therefore built from a copy of the modules in which files of the server are replaced by those in slimParts.
// They fit one version.
const (
	slimParts   = "app/site/_goapp"
	slimModule  = "github.com/maxence-charriere/go-app/v9"
	slimVersion = "v9.8.0"
)

// slimFolders maps folders of slimParts to folders of the copy. If whole is set, the target is emptied first.
var slimFolders = []struct {
	part, target string
	whole        bool
}{
	{".", slimModule + "/pkg/app", false},
	{"uuid", "github.com/google/uuid", true},
}

// compilePage builds the page's program. Most of its time is spent in go-app and in the browser, so that the rest of it is built
// without inlining, which makes it 6 % smaller.
func compilePage() ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-modules-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	workspace, err := copyModules(dir)
	if err == nil {
		err = slim(filepath.Join(dir, "vendor"))
	}
	if err != nil {
		return nil, fmt.Errorf("compile ./app: %w", err)
	}
	return compile("./app", withoutInlining("drnet/...", "encoding/json", "fmt", "reflect", "time"), "GOWORK="+workspace)
}

// copyModules copies the project's dependencies to dir and returns the workspace file there. It makes the toolchain
// build from the copy.
func copyModules(dir string) (workspace string, err error) {
	project, err := os.Getwd()
	if err != nil {
		return "", err
	}
	workspace = filepath.Join(dir, "go.work")
	for _, args := range [][]string{{"init", project}, {"vendor"}} {
		cmd := exec.Command("go", append([]string{"work"}, args...)...)
		cmd.Env = append(os.Environ(), "GOWORK="+workspace)
		if text, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("copy the modules: %w\n%s", err, text)
		}
	}
	return workspace, nil
}

// slim replaces files in a copy of the modules. It returns an error if the copy has another version than the
// replacements.
func slim(modules string) error {
	list, err := os.ReadFile(filepath.Join(modules, "modules.txt"))
	if err != nil {
		return err
	}
	if !strings.Contains(string(list), "# "+slimModule+" "+slimVersion+"\n") {
		return fmt.Errorf("%s is not %s: check that the files of %s fit the new version, and change slimVersion",
			slimModule, slimVersion, slimParts)
	}
	for _, folder := range slimFolders {
		target := filepath.Join(modules, filepath.FromSlash(folder.target))
		parts, err := readFolder(filepath.Join(slimParts, folder.part))
		if err != nil {
			return err
		}
		if folder.whole {
			if err := os.RemoveAll(target); err != nil {
				return err
			}
			if err := os.Mkdir(target, 0o755); err != nil {
				return err
			}
		}
		for name, content := range parts {
			file := filepath.Join(target, name)
			if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && !folder.whole {
				return fmt.Errorf("%s: the file to replace, %s, does not exist", folder.target, name)
			}
			if err := os.WriteFile(file, content, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
