package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// fate is the result of a mistake.
type fate int

const (
	killed   fate = iota // a test noticed it
	survived             // no test noticed it
	unbuilt              // it does not compile
)

// Limits of a test, because a mistake may cause an endless loop or allocate without end.
const (
	longest = "120s"
	memory  = 6 << 20 // KiB
)

// built lists the Go files of a folder for this platform.
func built(folder string) ([]string, error) {
	out, err := exec.Command("go", "list", "-f", `{{join .GoFiles "\n"}}`, "./"+folder).Output()
	return strings.Fields(string(out)), err
}

// try runs the suites on the sources with the mistake.
func (t target) try(m mistake) fate {
	folder, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	source, err := os.ReadFile(m.path)
	if err != nil {
		panic(err)
	}
	changed := slices.Concat(source[:m.start], []byte(m.text), source[m.end:])
	whole, _ := filepath.Abs(m.path)
	file, overlay := filepath.Join(folder, filepath.Base(m.path)), filepath.Join(folder, "overlay.json")
	places, _ := json.Marshal(map[string]map[string]string{"Replace": {whole: file}})
	for name, content := range map[string][]byte{file: changed, overlay: places} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			panic(err)
		}
	}
	for _, suite := range t.suites {
		if f := t.run(suite, overlay); f != survived {
			return f
		}
	}
	return survived
}

// run runs the tests of a suite.
func (t target) run(suite, overlay string) fate {
	args := []string{"test", "-failfast", "-vet=off", "-count=1", "-timeout=" + longest, "-overlay=" + overlay}
	args = append(args, strings.Fields(suite)...)
	call := exec.Command("go", args...)
	if !t.outside { // other programs reserve more than they use
		call = exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -v %d; exec go "$@"`, memory), "sh"}, args...)...)
	}
	out, err := call.CombinedOutput()
	switch {
	case err == nil:
		return survived
	case strings.Contains(string(out), "[build failed]") || strings.Contains(string(out), "[setup failed]"):
		return unbuilt
	}
	return killed
}

// record holds the results for a part.
type record struct {
	mu     sync.Mutex
	part   string
	queue  []mistake
	want   int // wanted mistakes that compile
	open   int // being tried
	tried  int
	killed int
	files  map[string][2]int // killed, tried
}

// next returns the next mistake, or false if enough were tried.
func (r *record) next() (mistake, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) == 0 || r.tried+r.open >= r.want {
		return mistake{}, false
	}
	m := r.queue[0]
	r.queue = r.queue[1:]
	r.open++
	return m, true
}

func (r *record) add(m mistake, f fate) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open--
	if f == unbuilt {
		return
	}
	r.tried++
	counts := r.files[m.path]
	counts[1]++
	if f == killed {
		r.killed++
		counts[0]++
	} else {
		fmt.Printf("survived  %s\n", m)
	}
	r.files[m.path] = counts
}

func (r *record) share() float64 { return float64(r.killed) / float64(max(r.tried, 1)) }

func (r *record) print(possible int) {
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		fmt.Printf("%-48s %4d of %4d noticed\n", path, r.files[path][0], r.files[path][1])
	}
	fmt.Printf("%s: %d of %d mistakes noticed (%.1f%%), of %d possible ones\n\n", r.part, r.killed, r.tried, 100*r.share(), possible)
}
