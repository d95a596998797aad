package site

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// coldOfApp does the same for the program of the page, which waits for people.
var coldOfApp = []string{
	"bufio", "context", "crypto/...", "encoding/...", "fmt", "html", "io/...", "log/...", "math/big", "mime/...", "net/...", "os",
	"path/...", "reflect", "regexp/...", "strings", "syscall/...", "text/...", "time", "vendor/...", "github.com/...", "drnet/...",
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

// runGo runs a go command with more environment variables and returns its output. Its error has what it reports.
func runGo(settings []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), settings...)
	var problems strings.Builder
	cmd.Stderr = &problems
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, problems.String())
	}
	return strings.TrimSpace(string(text)), err
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
	if _, err := runGo(append(settings, "GOOS=js", "GOARCH=wasm"), append(flags, pkg)...); err != nil {
		return nil, fmt.Errorf("compile %s: %w", pkg, err)
	}
	program, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return pack(program)
}

// go-app links its server into the page, with net/http and its dependencies: more than half a megabyte that never runs.
// The page is therefore built from a copy of the modules in which files of the server are replaced by those in slimParts.
// They fit one version.
const (
	slimParts   = "app/site/_goapp"
	slimModule  = "github.com/maxence-charriere/go-app/v9"
	slimVersion = "v9.8.0"
)

// slimmed lists what slimParts replaces in the copy: four files of go-app, and the whole package uuid.
var slimmed = []string{
	slimModule + "/pkg/app/crypto.go", slimModule + "/pkg/app/http.go", slimModule + "/pkg/app/resource.go",
	slimModule + "/pkg/app/route.go", "github.com/google/uuid",
}

// compilePage builds the page's program. Most of its time is spent in go-app and in the browser, so that the rest of it is built
// without inlining, which makes it 6 % smaller.
func compilePage() ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-modules-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	project, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	workspace := "GOWORK=" + filepath.Join(dir, "go.work") // makes the toolchain build from the copy
	for _, args := range [][]string{{"work", "init", project}, {"work", "vendor"}} {
		if _, err := runGo([]string{workspace}, args...); err != nil {
			return nil, fmt.Errorf("copy the modules: %w", err)
		}
	}
	if err := slim(filepath.Join(dir, "vendor")); err != nil {
		return nil, fmt.Errorf("compile ./app: %w", err)
	}
	return compile("./app", withoutInlining(coldOfApp...), workspace)
}

// slim replaces files in a copy of the modules. It rejects another version than that of the replacements.
func slim(modules string) error {
	list, err := os.ReadFile(filepath.Join(modules, "modules.txt"))
	if err != nil {
		return err
	}
	if !strings.Contains(string(list), "# "+slimModule+" "+slimVersion+"\n") {
		return fmt.Errorf("%s is not %s: check that the files of %s fit the new version, and change slimVersion",
			slimModule, slimVersion, slimParts)
	}
	for _, path := range slimmed {
		if err := os.RemoveAll(filepath.Join(modules, path)); err != nil {
			return err
		}
	}
	return os.CopyFS(modules, os.DirFS(slimParts))
}
