package site

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"

	"drnet/app/browser"
	"drnet/app/core"
	"drnet/app/privacy"
	"drnet/engine/protocol"
)

// systems are those that a release has the command for.
var systems = []struct{ os, arch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// release writes the site as an archive, the page as one file, the command for each system, the list of their parts and all digests
// to a new or empty folder. The same sources give the same bytes.
func release(dir string, log io.Writer) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%q is not empty", dir)
	}
	made := files{}
	const prefix, version = "drnet-", protocol.Release
	parts := []part{
		{"lab-" + version + "-site.zip", func() ([]byte, error) {
			site, err := newSite("/", browser.Cached, brotli.BestCompression, log)
			if err != nil {
				return nil, err
			}
			return site.zip()
		}},
		{"lab-" + version + ".html", func() ([]byte, error) { return onePage(log) }},
		{version + ".cdx.json", billOfMaterials},
	}
	for _, s := range systems {
		suffix := core.When(s.os == "windows", ".exe")
		parts = append(parts, part{version + "-" + s.os + "-" + s.arch + suffix, func() ([]byte, error) { return compileCommand(s.os, s.arch) }})
	}
	if err := made.add(prefix, parts); err != nil {
		return err
	}
	made[digestsFile] = made.digests()
	return made.write(dir)
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

// zip returns the files as an archive, in the order of their names and without a time.
func (s files) zip() ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
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
	Licenses []license `json:"licenses,omitempty"`
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
		c := component{Type: "library", Name: d.Module, Version: d.Version, Licenses: make([]license, 1)}
		if d.Module != privacy.StandardLibrary {
			c.PURL = "pkg:golang/" + d.Module + "@" + d.Version
		}
		c.Licenses[0].License.ID = spdx[d.Licence]
		parts = append(parts, c)
	}
	if len(used) > 0 {
		return nil, fmt.Errorf("used and not listed: %q", slices.Sorted(maps.Keys(used)))
	}
	return json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": component{Type: "application", Name: "drnet-lab", Version: protocol.Release}},
		"components": parts,
	}, "", "  ")
}
