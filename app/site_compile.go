//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// vectorToolchain is the first release that has vector instructions for
// WebAssembly; it is fetched through the module proxy. They are an experiment,
// so nothing but the engine is built with it.
const vectorToolchain = "go1.27.3"

// compileEngine builds the engine with vector instructions, or without them
// where that toolchain cannot be had: the results are the same, the training is
// slower. It says on log which it was.
func compileEngine(log io.Writer) ([]byte, error) {
	const pkg = "./engine/cmd/worker"
	program, err := compile(pkg, "GOTOOLCHAIN="+vectorToolchain, "GOEXPERIMENT=simd,nojsonv2")
	if err == nil {
		fmt.Fprintf(log, "engine.wasm: with vector instructions, by %s\n", vectorToolchain)
		return program, nil
	}
	fmt.Fprintf(log, "engine.wasm: without vector instructions, because %s cannot be used: %v\n", vectorToolchain, err)
	return compile(pkg)
}

// compile builds a package for the browser and returns the packed program.
// Neither the folder nor the commit gets into it, so that the same sources give
// the same bytes. Settings are added to the environment.
func compile(pkg string, settings ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "program.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, pkg)
	cmd.Env = append(append(os.Environ(), "GOOS=js", "GOARCH=wasm"), settings...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile %s: %w\n%s", pkg, err, text)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return pack(program)
}
