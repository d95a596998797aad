package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"drnet/engine/dataset"
)

// fileCase is a file and its expected reading. A case states only the fields it tests. Bars separate acceptable values:
// "numeric|text".
type fileCase struct {
	name string
	file string // its name; "" is data.csv
	in   string // its bytes
	args string // further flags, between spaces
	run  string // the command; "" is inspect

	refused    string // it must be rejected with one of these kinds
	mayRefused string // it may be, and else the rest holds
	says       string // words one of which the refusal has

	rows              string // "12", "11|12", "998+": at least
	cols              int
	names             []string // a name with alternatives has "||" between them; "*" is any
	types             string   // between spaces, "*" is any
	missing           string   // between spaces
	leftOut, repaired string
	warn              string // "-": no warnings; "*": at least one; else words of which a warning contains one
	delim             string
	encoding          string                     // words one of which its name has
	header            string                     // yes, no
	cells             map[string]any             // by row and column from 0; a list has alternatives
	holds             func(got inspected) string // returns any other difference
}

// either lists the acceptable values of a cell.
type either []any

// inspected is the JSON output of the command.
type inspected struct {
	Outcome  string   `json:"outcome"`
	Kind     string   `json:"error_kind"`
	Message  string   `json:"message"`
	Hint     string   `json:"hint"`
	Warnings []string `json:"warnings"`
	Dialect  struct {
		Delimiter string `json:"delimiter"`
		Encoding  string `json:"encoding"`
		Header    bool   `json:"header"`
	} `json:"dialect"`
	Sheets   []dataset.Sheet `json:"sheets"`
	Sheet    string          `json:"sheet"`
	Rows     int             `json:"rows"`
	Cols     int             `json:"cols"`
	Names    []string        `json:"names"`
	Types    []string        `json:"types"`
	Missing  []int           `json:"missing"`
	LeftOut  int             `json:"left_out"`
	Repaired int             `json:"repaired"`
	Cells    map[string]any  `json:"cells"`
}

// allFiles are the cases of all topics.
var allFiles = sync.OnceValue(func() []fileCase {
	return slices.Concat(dialectFiles(), headerFiles(), preambleFiles(), rowFiles(), encodingFiles(), wrongFiles(), numberFiles(),
		missingFiles(), dateFiles(), typeFiles(), exportFiles(), shapeFiles(), overruleFiles(), targetFiles(), jsonFiles(),
		archiveFiles(), pastedFiles(), foreignFiles())
})

func (c fileCase) fileName() string {
	if c.file == "" {
		return "data.csv"
	}
	return c.file
}

// words is the command line for a file at path.
func (c fileCase) words(path string) []string {
	if c.run != "" {
		return append(append(strings.Fields(c.run), path, "-format", "json"), strings.Fields(c.args)...)
	}
	list := []string{"inspect", path, "-format", "json"}
	if len(c.cells) > 0 {
		list = append(list, "-cells", strings.Join(slices.Sorted(maps.Keys(c.cells)), ";"))
	}
	return append(list, strings.Fields(c.args)...)
}

// inspectStream runs a case on standard input.
func inspectStream(t *testing.T, c fileCase, in io.Reader) (code int, out, errors string) {
	var o, e bytes.Buffer
	code = (&command{t.Context(), in, &o, &e}).run(c.words("-"))
	return code, o.String(), e.String()
}

// mostWrongs are shown of one case; the first ones explain the others.
const mostWrongs = 4

func TestFiles(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range allFiles() {
		if seen[c.name] {
			t.Errorf("%s: two cases have this name", c.name)
		}
		seen[c.name] = true
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.fileName())
			writeFile(t, path, c.in)
			code, out, errors := call(t.Context(), c.words(path)...)
			wrongs := c.check(code, out, errors)
			for i, wrong := range wrongs {
				if i == mostWrongs {
					t.Errorf("and %d more", len(wrongs)-i)
					break
				}
				t.Error(wrong)
			}
		})
	}
}

// sizesOfPieces are how many bytes a read may return at most.
var sizesOfPieces = []int{1, 7, 64 << 10}

// TestFilesInPieces: the result is the same to the byte for any division of the file into reads.
func TestFilesInPieces(t *testing.T) {
	slow(t)
	small := 64 << 10 // bytes of a file that is read in the smallest pieces
	if os.Getenv("NIGHTLY") == "1" {
		small = 1 << 20
	}
	for _, c := range allFiles() {
		code, want, wantErrors := inspectStream(t, c, strings.NewReader(c.in))
		for _, size := range sizesOfPieces {
			if size < 64<<10 && len(c.in) > small {
				continue // millions of reads find little that thousands do not
			}
			gotCode, got, gotErrors := inspectStream(t, c, iotest.DataErrReader(&inPieces{strings.NewReader(c.in), size}))
			if gotCode != code || got != want || gotErrors != wantErrors {
				t.Errorf("%s: pieces of %d bytes: got %s want %s", c.name, size, shortened(got+gotErrors), shortened(want+wantErrors))
			}
		}
	}
}

// inPieces reads at most size bytes at a time.
type inPieces struct {
	r    io.Reader
	size int
}

func (r *inPieces) Read(p []byte) (int, error) { return r.r.Read(p[:min(len(p), r.size)]) }

// TestFilesPackedOrMarked: a compressed file, or one with a byte order mark, gives the same table.
func TestFilesPackedOrMarked(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	for _, c := range allFiles() {
		if c.refused != "" || c.run != "" || strings.HasPrefix(c.in, "\x1f\x8b") || strings.HasPrefix(c.in, "PK") || len(c.in) > 1<<20 {
			continue
		}
		_, want, _ := inspectStream(t, c, strings.NewReader(c.in))
		var plain inspected
		if json.Unmarshal([]byte(want), &plain) != nil || plain.Outcome != "ok" {
			continue // tested elsewhere
		}
		path := filepath.Join(dir, "packed.csv.gz")
		writeFile(t, path, gzipped(c.in))
		_, got, _ := call(t.Context(), c.words(path)...)
		sameTable(t, c.name+", compressed", got, plain)
		if plain.Dialect.Encoding == "UTF-8" && !strings.HasPrefix(c.in, "\ufeff") && !strings.HasPrefix(c.in, markLE) && c.warn != "*" {
			_, got, _ := inspectStream(t, c, strings.NewReader("\ufeff"+c.in))
			sameTable(t, c.name+", with a byte order mark", got, plain)
		}
	}
}

// sameTable compares all fields except the dialect.
func sameTable(t *testing.T, name, out string, want inspected) {
	t.Helper()
	var got inspected
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Errorf("%s: no JSON: %s", name, shortened(out))
		return
	}
	got.Dialect, want.Dialect = inspected{}.Dialect, inspected{}.Dialect
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		t.Errorf("%s: got %s want %s", name, shortened(g), shortened(w))
	}
}

// shortened keeps the beginning of a long text, on one line.
func shortened(s string) string {
	const most = 300 // enough to see the difference of two small tables
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		return s[:most] + fmt.Sprintf("… (%d bytes)", len(s))
	}
	return s
}
