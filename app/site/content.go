package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"

	"drnet/app/core"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/engine"
	"drnet/engine/protocol"
)

// styleFiles lists the files of web/style in the order of the cascade: a later rule overrides an earlier one.
var styleFiles = []string{
	"tokens.css", "base.css", "kit.css", "page.css", "data.css", "settings.css", "training.css", "network.css", "rules.css",
	"explain.css", "tradeoff.css", "runs.css", "export.css", "learn.css", "storage.css", "link.css", "privacy.css",
}

// joinStyles returns the style sheet of the page from the files in dir.
func joinStyles(dir string) ([]byte, error) {
	var sheet bytes.Buffer
	for _, name := range styleFiles {
		css, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		sheet.Write(css)
	}
	return sheet.Bytes(), nil
}

const shownSample = "heart-risk" // its rules are on the first screen

// learnExample trains the rules of the first screen. It drives the state and the engine as the button on that screen does.
func learnExample() (*state.Example, error) {
	s, session := state.New(), engine.NewSession()
	var open []core.Request
	tell := func(m state.Msg) {
		var commands []core.Command
		s, commands = state.Update(s, m)
		for _, c := range commands {
			if r, ok := c.(core.Request); ok {
				open = append(open, r)
			}
		}
	}
	tell(state.Connected{})
	tell(state.SampleChosen{Name: shownSample, Learn: true})
	for len(open) > 0 {
		request := open[0]
		open = open[1:]
		var refusal error
		session.Handle(context.Background(), request.Body, func(e protocol.Event) {
			switch e := e.(type) {
			case protocol.Progress: // not displayed
			case protocol.Refused:
				refusal = fmt.Errorf("learn %s: %s", shownSample, e.Message)
			default:
				tell(core.Heard{ID: request.ID, Event: e})
			}
		})
		if refusal != nil {
			return nil, refusal
		}
		if example, ok := s.Example(); ok {
			return &example, nil
		}
	}
	return nil, errors.New("learn " + shownSample + ": no rules")
}

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
		dir, err := runGo(nil, where...)
		if err != nil {
			return nil, err
		}
		if err := add(part.Name, filepath.Join(dir, "LICENSE")); err != nil {
			return nil, err
		}
		parts := filepath.Join(dir, "THIRD_PARTY_LICENSES")
		if _, err := os.Stat(parts); err == nil {
			if err := add(part.Name+", parts of others", filepath.Join(parts, "*")); err != nil {
				return nil, err
			}
		}
	}
	return all.Bytes(), nil
}

// digests returns the SHA-256 of every file in the format of sha256sum.
func (s files) digests() []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(s[name]), name)
	}
	return b.Bytes()
}

// serviceWorker returns the service worker: its script, after the release that it serves. The release has the digest of
// every file, as browsers check it, the headers of the site, and a version that changes when any of these does.
func serviceWorker(script []byte, s files) ([]byte, error) {
	integrity := map[string]string{}
	for name, content := range s {
		sum := sha256.Sum256(content)
		if name == indexFile {
			name = "" // requested as the folder; some servers redirect the name
		}
		integrity[name] = "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	release := map[string]any{"integrity": integrity, "headers": siteHeaders}
	content, err := json.Marshal(release)
	if err != nil {
		return nil, err
	}
	release["version"] = fmt.Sprintf("%x", sha256.Sum256(content))[:16]
	if content, err = json.MarshalIndent(release, "", "  "); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "\"use strict\";\nconst release = %s;\n%s", content, script), nil
}

// An encoding is a way to compress a file.
type encoding struct {
	name   string // in the headers of HTTP
	suffix string // of the names of compressed files; hosts that compress by themselves ignore them
	writer func(to io.Writer, brotliQuality int) io.WriteCloser
}

// encodings lists what the files are compressed with, the smallest result first.
var encodings = []encoding{
	{"br", ".br", func(to io.Writer, quality int) io.WriteCloser {
		const window = 24 // base-2 logarithm of the window in bytes, the maximum of browsers
		return brotli.NewWriterOptions(to, brotli.WriterOptions{Quality: quality, LGWin: window})
	}},
	gzipped,
}

var gzipped = encoding{"gzip", ".gz", func(to io.Writer, _ int) io.WriteCloser {
	w, _ := gzip.NewWriterLevel(to, gzip.BestCompression) // the level is valid
	return w
}}

func (e encoding) pack(content []byte, brotliQuality int) []byte {
	var b bytes.Buffer // takes everything, so that nothing fails
	w := e.writer(&b, brotliQuality)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

// compressed lists the extensions of files that are worth compressing; pictures are not.
var compressed = []string{".html", ".css", ".js", ".json", ".wasm", ".svg", ".txt", ".webmanifest"}

// compress adds a copy in each encoding of every file that is worth compressing. The quality of Brotli is 0 to 11.
func (s files) compress(brotliQuality int) {
	var work sync.WaitGroup
	var mu sync.Mutex
	copies := files{}
	for name, content := range s {
		if !slices.Contains(compressed, path.Ext(name)) {
			continue
		}
		for _, e := range encodings {
			work.Go(func() {
				packed := e.pack(content, brotliQuality)
				mu.Lock()
				defer mu.Unlock()
				copies[name+e.suffix] = packed
			})
		}
	}
	work.Wait()
	maps.Copy(s, copies)
}
