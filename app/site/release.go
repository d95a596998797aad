package site

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"drnet/app/browser"
	"drnet/app/privacy"
	"drnet/engine/protocol"
)

// systems lists the platforms that a release has the command for.
var systems = []struct{ os, arch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// release writes the site as an archive, the page as a single file, the command for each system, the list of their parts and all
// digests to a new or empty folder. The same sources give the same bytes.
func release(dir string, log io.Writer) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%q is not empty", dir)
	}
	made, err := releaseFiles(log)
	if err != nil {
		return err
	}
	return made.write(dir)
}

func releaseFiles(log io.Writer) (files, error) {
	p, err := newParts(log)
	if err != nil {
		return nil, err
	}
	const lab, command = "drnet-lab-" + protocol.Release, "drnet-" + protocol.Release
	type job struct {
		name string
		make func() ([]byte, error)
	}
	jobs := []job{{lab + ".html", p.oneFile}, {command + ".cdx.json", billOfMaterials}}
	for _, s := range systems {
		name := command + "-" + s.os + "-" + s.arch
		if s.os == "windows" {
			name += ".exe"
		}
		jobs = append(jobs, job{name, func() ([]byte, error) { return compileCommand(s.os, s.arch) }})
	}
	var archive []byte
	var problem error
	var compression sync.WaitGroup // single-threaded, and about as long as all the jobs
	compression.Go(func() { archive, problem = p.archive() })
	made := files{}
	for _, j := range jobs {
		if made[j.name], err = j.make(); err != nil {
			return nil, err
		}
	}
	compression.Wait()
	made[lab+"-site.zip"] = archive
	made[digestsFile] = made.digests()
	return made, problem
}

// archive returns the site as an archive, compressed as well as can be.
func (p parts) archive() ([]byte, error) {
	s, err := p.site("/", browser.Cached, brotli.BestCompression)
	if err != nil {
		return nil, err
	}
	return s.zip()
}

// compileCommand builds the command for a system. It contains neither the folder nor the commit.
func compileCommand(system, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "drnet-command-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "drnet")
	if _, err := runGo([]string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0"},
		"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, "./engine/cmd/drnet"); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
}

// zipTime is the time of all files in archives: the first that the format has.
var zipTime = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// zip returns the files as an archive, in the order of their names.
func (s files) zip() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: zipTime})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(s[name]); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// spdx are the identifiers of the licenses of the dependencies.
var spdx = map[string]string{"MIT": "MIT", "BSD 3-Clause": "BSD-3-Clause"}

// component is an entry of a list of parts in the format CycloneDX 1.5.
type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl,omitempty"`
	Licenses []license `json:"licenses"`
}

type license struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

// billOfMaterials lists the works in the programs of a release.
func billOfMaterials() ([]byte, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}"
	used := map[string]bool{privacy.StandardLibrary: true}
	for _, target := range [][]string{{"./app", "js", "wasm"}, {"./engine/cmd/drnet", "linux", "amd64"}} {
		out, err := runGo([]string{"GOOS=" + target[1], "GOARCH=" + target[2]}, "list", "-deps", "-f", format, target[0])
		if err != nil {
			return nil, err
		}
		for _, module := range strings.Fields(out) {
			used[module] = true
		}
	}
	var parts []component
	for _, d := range privacy.Dependencies {
		if !used[d.Module] {
			return nil, fmt.Errorf("%s is listed and not used", d.Module)
		}
		delete(used, d.Module)
		name, versions := d.Module, []string{d.Version}
		if name == privacy.StandardLibrary {
			if name, versions = "stdlib", toolchains(); len(versions) == 0 { // the name that scanners know
				return nil, errors.New("the version of Go is unknown")
			}
		}
		for _, version := range versions {
			parts = append(parts, newComponent("library", name, version, "pkg:golang/"+name+"@"+version, d.License))
		}
	}
	if len(used) > 0 {
		return nil, fmt.Errorf("used and not listed: %q", slices.Sorted(maps.Keys(used)))
	}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": newComponent("application", "drnet-lab", protocol.Release, "", "MIT")},
		"components": parts,
	}, "", "  ")
}

func newComponent(kind, name, version, purl, terms string) component {
	c := component{Type: kind, Name: name, Version: version, PURL: purl, Licenses: make([]license, 1)}
	c.Licenses[0].License.ID = spdx[terms]
	return c
}

// toolchains returns the versions of Go in the programs: in the command, and in the page where that toolchain is available.
func toolchains() []string {
	var versions []string
	for _, settings := range [][]string{nil, {"GOTOOLCHAIN=" + vectorToolchain}} {
		if version, err := runGo(settings, "env", "GOVERSION"); err == nil {
			versions = append(versions, strings.TrimPrefix(version, "go"))
		}
	}
	return slices.Compact(versions)
}
