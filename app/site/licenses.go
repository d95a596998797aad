package site

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"drnet/app/privacy"
)

// licenses returns the license texts of this program and of its dependencies.
func licenses() ([]byte, error) {
	var all bytes.Buffer
	add := func(title, pattern string) error {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			return fmt.Errorf("license of %s: not found at %s", title, pattern)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&all, "%s: %s\n\n%s\n\n", title, filepath.Base(path), bytes.TrimSpace(text))
		}
		return nil
	}
	if err := add("DR-Net Lab", "LICENSE"); err != nil {
		return nil, err
	}
	for _, part := range privacy.Dependencies {
		where := []string{"list", "-m", "-f", "{{.Dir}}", part.Module}
		if part.Module == privacy.StandardLibrary {
			where = []string{"env", "GOROOT"}
		}
		dir, err := goOutput(where...)
		if err != nil {
			return nil, err
		}
		if err := add(part.Name, filepath.Join(dir, "LICENSE")); err != nil {
			return nil, err
		}
		if parts := filepath.Join(dir, "THIRD_PARTY_LICENSES"); exists(parts) {
			if err := add(part.Name+", parts of others", filepath.Join(parts, "*")); err != nil {
				return nil, err
			}
		}
	}
	return all.Bytes(), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// goOutput returns the output of a go command without surrounding space.
func goOutput(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
