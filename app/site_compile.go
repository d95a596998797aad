//go:build !js

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// compile builds a package for the browser and returns the program. Neither the
// folder nor the commit gets into it, so that the same sources give the same
// bytes.
func compile(pkg string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "program.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile %s: %w\n%s", pkg, err, text)
	}
	return os.ReadFile(out)
}
