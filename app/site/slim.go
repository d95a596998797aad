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

// go-app brings its server into the browser, with net/http and all that this
// needs: more than half a megabyte that never runs. So the page is built from a
// copy of the modules in which files of that server are replaced by those in
// slimParts. They fit one version.
const (
	slimParts   = "app/site/_goapp"
	slimModule  = "github.com/maxence-charriere/go-app/v9"
	slimVersion = "v9.8.0"
)

// slimFolders says which folder of the copy gets the files of which folder of
// slimParts. Where whole is set it gets nothing else.
var slimFolders = []struct {
	part, target string
	whole        bool
}{
	{".", slimModule + "/pkg/app", false},
	{"uuid", "github.com/google/uuid", true},
}

// compilePage builds the page's program.
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
	return compile("./app", nil, "GOWORK="+workspace)
}

// copyModules copies the modules that the project needs to dir and returns the
// workspace file there, with which the toolchain builds from the copy.
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

// slim replaces files in a copy of the modules. It fails when they are not those
// of the version for which the replacements are made.
func slim(modules string) error {
	list, err := os.ReadFile(filepath.Join(modules, "modules.txt"))
	if err != nil {
		return err
	}
	if !strings.Contains(string(list), "# "+slimModule+" "+slimVersion+"\n") {
		return fmt.Errorf("%s is not %s any more: check that the files of %s still fit it, and change slimVersion", slimModule, slimVersion, slimParts)
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
				return fmt.Errorf("%s has no file %s to replace", folder.target, name)
			}
			if err := os.WriteFile(file, content, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
