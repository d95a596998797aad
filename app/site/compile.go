package site

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// vectorToolchain is the first release with vector instructions for WebAssembly, fetched through the module proxy. They
// are an experiment, so only the engine is built with it.
const vectorToolchain = "go1.27.3"

// coldPackages lists packages whose functions run a few times for each request, and never for each row. Inlining is
// disabled in them, which makes the engine 5 % smaller.
var coldPackages = []string{
	"encoding/json", "encoding/base64", "encoding/csv", "reflect", "internal/reflectlite", "fmt", "internal/fmtsort", "time", "context",
	"os", "io/fs", "syscall", "syscall/js", "internal/poll", "internal/godebug", "internal/bisect",
	"drnet/engine", "drnet/engine/prepare", "drnet/engine/train", "drnet/engine/multiclass", "drnet/engine/crossval", "drnet/engine/query",
	"drnet/engine/protocol", "drnet/engine/remote", "drnet/engine/rule/export", "drnet/engine/sample",
}

// compileEngine builds the engine with vector instructions, or without them where that toolchain is not available. The
// results are the same, but training is slower. It logs which one it was.
func compileEngine(log io.Writer) ([]byte, error) {
	const pkg = "./engine/cmd/worker"
	flags := withoutInlining(coldPackages...)
	// The older JSON codec is smaller.
	program, err := compile(pkg, flags, "GOTOOLCHAIN="+vectorToolchain, "GOEXPERIMENT=simd,nojsonv2")
	if err == nil {
		fmt.Fprintf(log, "engine.wasm: with vector instructions, by %s\n", vectorToolchain)
		return program, nil
	}
	fmt.Fprintf(log, "engine.wasm: without vector instructions, because %s cannot be used: %v\n", vectorToolchain, err)
	return compile(pkg, flags)
}

// withoutInlining returns the flags that disable inlining in packages.
func withoutInlining(packages ...string) (flags []string) {
	for _, name := range packages {
		flags = append(flags, "-gcflags="+name+"=-l")
	}
	return flags
}

// compile builds a package for the browser and returns the packed program. The program contains neither the folder nor
// the commit, so that the same sources give the same bytes. Flags are passed to go build, settings to its environment.
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
