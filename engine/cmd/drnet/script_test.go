package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drnet/engine/golden"
)

// TestScripts runs the scripts in testdata. A script lists commands with their output, followed by files:
//
//	# a comment
//	$ drnet inspect people.csv
//	  what goes to standard output
//	! what goes to standard error
//	= 1            the exit code, if it is not 0
//
//	-- people.csv --
//	age,label
//
// UPDATE=1 rewrites the output in the scripts. JSON is laid out by golden.JSON. Besides drnet, scripts can run cat FILE,
// gzip FILE and diff A B; < FILE after a command is its standard input. With | without TEXT... after it, a script omits each
// part of the output, between blank lines, in which a TEXT occurs: other scripts show such a part. A file named
// "-- NAME rows --" has several rows a line, with spaces between them. Control characters are written by name, such as
// <ESC>. The commands run in this process, so the scripts also run as WebAssembly, which cannot start processes.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, path, (&script{t: t}).run(contentOf(t, path)))
		})
	}
}

// script runs in an empty directory with its files.
type script struct {
	t *testing.T
}

var fileLine = regexp.MustCompile(`(?m)^-- (\S+?)( rows)? --\n`)

func (s *script) run(text string) string {
	commands, files := text, ""
	if at := fileLine.FindStringIndex(text); at != nil {
		commands, files = text[:at[0]], text[at[0]:]
	}
	s.t.Chdir(s.t.TempDir())
	marks := fileLine.FindAllStringSubmatchIndex(files, -1)
	for i, mark := range marks {
		end := len(files)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		content := files[mark[1]:end]
		if mark[4] >= 0 {
			content = strings.ReplaceAll(content, " ", "\n")
		}
		writeFile(s.t, files[mark[2]:mark[3]], toNamed.Replace(content))
	}
	var out strings.Builder
	for line := range strings.Lines(commands) {
		switch {
		case strings.HasPrefix(line, "#"):
			out.WriteString(line)
		case strings.HasPrefix(line, "$ "):
			out.WriteString(line)
			out.WriteString(s.command(words(toNamed.Replace(strings.TrimSpace(line[2:])))) + "\n")
		}
	}
	return out.String() + files
}

// command runs one command and returns its output in the format of a script.
func (s *script) command(words []string) string {
	var in, out, errors bytes.Buffer
	var without []string
	if i := slices.Index(words, "|"); i > 0 && words[i+1] == "without" {
		words, without = words[:i], words[i+2:]
	}
	if n := len(words); n > 2 && words[n-2] == "<" {
		in.WriteString(contentOf(s.t, words[n-1]))
		words = words[:n-2]
	}
	code := done
	switch words[0] {
	case "drnet":
		code = (&command{context.Background(), &in, &out, &errors}).run(words[1:])
	case "cat":
		out.WriteString(contentOf(s.t, words[1]))
	case "diff": // prints nothing if two files are equal
		if contentOf(s.t, words[1]) != contentOf(s.t, words[2]) {
			out.WriteString("the files differ\n")
		}
	case "gzip":
		writeFile(s.t, words[1]+".gz", gzipped(contentOf(s.t, words[1])))
	default:
		s.t.Fatalf("there is no command %q", words[0])
	}
	text := marked("  ", s.shortened(out.String(), without)) + marked("! ", errors.String())
	if code != done {
		text += fmt.Sprintf("= %d\n", code)
	}
	return text
}

// shortened lays JSON out for a reader, and writes … for parts with one of the texts.
func (s *script) shortened(out string, without []string) string {
	s.t.Helper()
	if strings.HasPrefix(out, "{") && json.Valid([]byte(out)) {
		out = golden.JSON(s.t, out)
	}
	parts := strings.Split(out, "\n\n")
	for _, text := range without {
		i := slices.IndexFunc(parts, func(part string) bool { return strings.Contains(part, text) })
		if i < 0 {
			s.t.Errorf("no part has %q:\n%s", text, out)
			continue
		}
		parts[i] = "…"
	}
	parts = slices.CompactFunc(parts, func(a, b string) bool { return a == "…" && b == "…" })
	return strings.TrimSuffix(strings.Join(parts, "\n\n"), "\n") + "\n"[:min(1, len(out))]
}

// named are characters that steer a terminal, and their names in scripts.
var named = []string{"<ESC>", "\x1b", "<BEL>", "\a", "<DEL>", "\x7f", "<CSI>", "\u009b", "<RLO>", "\u202e", "<LRI>", "\u2066", "<CR>", "\r"}

var (
	toNamed = strings.NewReplacer(append(named, "<LF>", "\n")...)
	toNames = strings.NewReplacer(turned(named)...)
)

func turned(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// times and system messages differ between machines, so they are replaced
var (
	seconds   = regexp.MustCompile(`("(?:train_)?seconds": )[0-9.e-]+`)
	inSeconds = regexp.MustCompile(`( steps|learnt by [^\n]*) in [0-9.]+ s`)
)

// marked puts a mark before each line.
func marked(mark, text string) string {
	text = seconds.ReplaceAllString(text, "${1}0")
	text = inSeconds.ReplaceAllString(text, "$1 in 0.0 s")
	text = strings.ReplaceAll(text, "No such file", "no such file") // as js/wasm writes it
	text = toNames.Replace(text)
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimRight(mark+line, " \n") + "\n")
	}
	return out.String()
}

// words splits a line at spaces outside of single quotes.
func words(line string) (list []string) {
	word, quoted, begun := "", false, false
	for _, c := range line + " " {
		switch {
		case c == '\'':
			quoted, begun = !quoted, true
		case c == ' ' && !quoted:
			if begun {
				list = append(list, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(c), true
		}
	}
	return list
}
