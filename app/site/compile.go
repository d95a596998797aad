package site

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

// coldPackages are those whose functions run a few times for each request and
// never for each row. Their calls are not expanded in place, which makes the
// engine a twentieth smaller; what works through tables is left to the compiler.
var coldPackages = []string{
	"encoding/json", "encoding/base64", "encoding/csv", "reflect", "internal/reflectlite", "fmt", "internal/fmtsort", "time", "context",
	"os", "io/fs", "syscall", "syscall/js", "internal/poll", "internal/godebug", "internal/bisect",
	"drnet/engine", "drnet/engine/protocol", "drnet/engine/remote", "drnet/engine/rule/export", "drnet/engine/sample",
}

// compileEngine builds the engine with vector instructions, or without them
// where that toolchain cannot be had: the results are the same, the training is
// slower. It says on log which it was.
func compileEngine(log io.Writer) ([]byte, error) {
	const pkg = "./engine/cmd/worker"
	var flags []string
	for _, cold := range coldPackages {
		flags = append(flags, "-gcflags="+cold+"=-l")
	}
	// The older JSON codec is the smaller one.
	program, err := compile(pkg, flags, "GOTOOLCHAIN="+vectorToolchain, "GOEXPERIMENT=simd,nojsonv2")
	if err == nil {
		fmt.Fprintf(log, "engine.wasm: with vector instructions, by %s\n", vectorToolchain)
		return program, nil
	}
	fmt.Fprintf(log, "engine.wasm: without vector instructions, because %s cannot be used: %v\n", vectorToolchain, err)
	return compile(pkg, flags)
}

// compile builds a package for the browser and returns the packed program.
// Neither the folder nor the commit gets into it, so that the same sources give
// the same bytes. Flags are added to those of go build, settings to the
// environment.
func compile(pkg string, flags []string, settings ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "program.wasm")
	flags = append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out}, flags...)
	cmd := exec.Command("go", append(flags, pkg)...)
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
