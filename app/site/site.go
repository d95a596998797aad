// Package site compiles the program of the page and the engine for the browser, writes the static
// site around them, and serves it. It runs natively, in the folder of the module.
package site

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/andybalholm/brotli"

	"drnet/app/browser"
	"drnet/app/page/state"
	"drnet/app/privacy"
)

// Names of generated files, and of files that the headers refer to.
const (
	indexFile         = "index.html"
	programFile       = "app.wasm"
	engineWorkerFile  = "engine-worker.js"
	serviceWorkerFile = "app-worker.js" // the name that go-app registers
	wasmExecFile      = "wasm_exec.js"
	headersListFile   = "_headers"
	digestsFile       = "SHA256SUMS"
	manifestFile      = "manifest.webmanifest"
	styleFile         = "style.css" // the files of web/style in the order of styleFiles
)

// toolFiles are the extensions of the files in web/ that only development tools read.
var toolFiles = []string{".json", ".ts"}

// files maps the path of each published file, relative to the base path, to its content.
type files map[string][]byte

// build writes the static site for a base path to dir. The working directory is the root of the module.
func build(dir, base string, use browser.Offline, brotliQuality int, log io.Writer) error {
	p, err := newParts(log)
	if err != nil {
		return err
	}
	s, err := p.site(base, use, brotliQuality)
	if err != nil {
		return err
	}
	return s.write(dir)
}

// parts are what every form of the page is made of: the files of web/, the program and the example of the first screen.
type parts struct {
	files   files
	example *state.Example
}

// newParts compiles the program and trains the example. The same sources give the same bytes.
func newParts(log io.Writer) (parts, error) {
	paths, err := filepath.Glob("web/[^.]*.*")
	if err != nil {
		return parts{}, err
	}
	s := files{}
	for _, path := range paths {
		if slices.Contains(toolFiles, filepath.Ext(path)) {
			continue
		}
		if s[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			return parts{}, err
		}
	}
	for _, f := range []struct {
		name     string
		generate func() ([]byte, error)
	}{
		{styleFile, func() ([]byte, error) { return joinStyles("web/style") }},
		{wasmExecFile, func() ([]byte, error) { return os.ReadFile(wasmExecFile) }},
		{programFile, func() ([]byte, error) { return compileProgram(log) }},
		{privacy.LicensesFile, licenses},
	} {
		if s[f.name], err = f.generate(); err != nil {
			return parts{}, err
		}
	}
	s[engineWorkerFile] = engineScript(slices.Concat(s[wasmExecFile], s[engineWorkerFile]))
	example, err := learnExample()
	return parts{s, example}, err
}

// page returns the parts with the page and the script that starts the program, for a base path.
func (p parts) page(base string, use browser.Offline) (s files, err error) {
	s = maps.Clone(p.files)
	if s["app.js"], err = loader(base, use); err != nil {
		return nil, err
	}
	// The policy of the running page blocks pictures of the server, and browsers may request the icon of the manifest late.
	s[manifestFile] = bytes.Replace(s[manifestFile], []byte("icon.svg"), []byte(s.icon()), 1)
	s[indexFile], err = indexPage(s, base, p.example)
	return s, err
}

// site returns the files of the static site for a base path.
func (p parts) site(base string, use browser.Offline, brotliQuality int) (files, error) {
	s, err := p.page(base, use)
	if err != nil {
		return nil, err
	}
	return s, s.finish(base, use, brotliQuality)
}

// finish adds the files that are computed from all the others.
func (s files) finish(base string, use browser.Offline, brotliQuality int) error {
	const working, retiring = "service-worker.js", "service-worker-retired.js"
	script, worker := s[working], s[retiring]
	delete(s, working)
	delete(s, retiring)
	delete(s, oneFileScript)
	if use != browser.Retired {
		var err error
		if worker, err = serviceWorker(script, s); err != nil {
			return err
		}
	}
	s[serviceWorkerFile] = worker
	s.compress(brotliQuality)
	s[digestsFile] = s.digests()
	s[headersListFile] = []byte(headersFile(base))
	if use == browser.CachedWithHeaders {
		s[".nojekyll"] = nil // GitHub Pages then publishes the files as they are
	}
	return nil
}

// write replaces dir, unless it contains anything but a built site. It writes the digests early, so that an incomplete site is recognized.
func (s files) write(dir string) error {
	if err := removeSite(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if err := os.WriteFile(filepath.Join(dir, name), s[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// removeSite removes dir if it is empty or contains an earlier build.
func removeSite(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case os.IsNotExist(err) || err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return err
	}
	alone := len(entries) == 1 && entries[0].Name() == oneFileName
	if _, err := os.Stat(filepath.Join(dir, digestsFile)); err != nil && !alone {
		return fmt.Errorf("%q is neither empty nor a built site", dir)
	}
	return os.RemoveAll(dir)
}

// parseBase checks a base path: it starts and ends with a slash and needs no escaping in HTML, JavaScript or a URL.
func parseBase(base string) (string, error) {
	if !regexp.MustCompile(`\A/([A-Za-z0-9_.~-]+/)*\z`).MatchString(base) {
		return "", fmt.Errorf("base path %q: write it as / or /name/, with letters, digits, - _ . ~", base)
	}
	return base, nil
}

const usage = `usage: app build DIR [-base /name/] [-brotli 11] [-plain | -retire]  write the static site to DIR
       app single FILE                                               write the page as one file that works without a server
       app release DIR                                               write site, one file and command for all systems to DIR
       app serve ADDR [-dir dist] [-base /name/]                     serve a built site at ADDR`

// errUsage makes Run print the usage and return 2.
var errUsage = errors.New("wrong usage")

// Run executes one command and returns its exit status: 0 for success, 1 for a failed command, 2 for wrong usage.
func Run(args []string, stdout, stderr io.Writer) int {
	switch err := dispatch(args, stdout, stderr); {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintln(stderr, usage)
		return 2
	default:
		fmt.Fprintf(stderr, "app %s: %v\n", args[0], err) // no arguments are wrong usage
		return 1
	}
}

func dispatch(args []string, stdout, stderr io.Writer) error {
	switch {
	case len(args) == 2 && args[0] == "single":
		return buildOneFile(args[1], stdout)
	case len(args) == 2 && args[0] == "release":
		return release(args[1], stdout)
	}
	if len(args) < 2 || args[0] != "build" && args[0] != "serve" {
		return errUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	base := flags.String("base", "/", "path under which the site is published")
	var plain, retire bool
	var dir string
	quality := brotli.BestCompression
	if args[0] == "build" {
		flags.BoolVar(&plain, "plain", false, "for hosts without custom headers, such as GitHub Pages: the service worker adds them")
		flags.BoolVar(&retire, "retire", false, "build a site that removes the service worker of earlier versions")
		flags.IntVar(&quality, "brotli", quality, "quality of Brotli, 0 to 11; the best takes a minute, 5 two seconds and a sixth more bytes")
	} else {
		flags.StringVar(&dir, "dir", "dist", "folder of the built site")
	}
	if err := flags.Parse(args[2:]); err != nil || flags.NArg() != 0 || plain && retire || quality < 0 || quality > brotli.BestCompression {
		return errUsage
	}
	prefix, err := parseBase(*base)
	switch {
	case err != nil:
		return err
	case args[0] == "serve":
		return serve(args[1], dir, prefix, stdout)
	case plain:
		return build(args[1], prefix, browser.CachedWithHeaders, quality, stdout)
	case retire:
		return build(args[1], prefix, browser.Retired, quality, stdout)
	}
	return build(args[1], prefix, browser.Cached, quality, stdout)
}
