// Package mutate measures the tests by mutation: it makes one small mistake after another in a copy of a source file and runs
// the tests on it. No file of the tree is changed. A mistake that no test notices survives, and is listed with its position.
//
// References: R. A. DeMillo, R. J. Lipton, F. G. Sayward, "Hints on test data selection: help for the practicing programmer",
// Computer 11 (4), 1978.
package mutate

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// target is a part of the program whose tests are measured.
type target struct {
	name    string
	folder  string
	files   string   // a pattern of names in the folder, several between commas
	suites  []string // arguments of go test: a mistake that survives the first suite meets the next one
	outside bool     // the tests run other programs
}

// readerTests are the tests of reading files with the command.
const readerTests = "-run=^TestFiles ./engine/cmd/drnet"

var targets = []target{
	{"reader", "engine/dataset", "*", []string{"./engine/dataset", readerTests}, false},
	{"csvfile", "engine/dataset/csvfile", "*", []string{"./engine/dataset/csvfile", "./engine/dataset", readerTests}, false},
	{"infer", "engine/dataset/infer", "*", []string{"./engine/dataset/infer", "./engine/dataset", readerTests}, false},
	{"extraction", "engine/drnet", "network.go,sketch.go", []string{"./engine/drnet"}, false},
	{"words", "engine/rule", "rule.go,model.go,classes.go", []string{"./engine/rule", "./engine/rule/export -run=Golden"}, false},
	{"simplify", "engine/rule", "simplify.go", []string{"./engine/rule"}, false},
	{"exporters", "engine/rule/export", "*", []string{"-skip=^TestPrograms|^TestPage ./engine/rule/export", "./engine/rule/export"}, true},
}

var (
	only     = flag.String("only", "", "`names` of the parts to examine, separated by commas (default: all)")
	number   = flag.Int("n", 0, "`mistakes` in each part, drawn at random (default: all that can be made)")
	seed     = flag.Uint64("seed", 1, "`number` that the draw follows from")
	least    = flag.Float64("least", 85, "`percent` of each part's mistakes that must be noticed")
	parallel = flag.Int("parallel", 2, "`mistakes` that are tried at a time")
)

// TestMistakes runs the tests of each part on mistakes. It takes hours: "make mutate" starts it.
func TestMistakes(t *testing.T) {
	if os.Getenv("MUTATE") == "" {
		t.Skip("it runs only with MUTATE=1")
	}
	t.Chdir(filepath.Join("..", "..", ".."))
	for _, part := range targets {
		if *only != "" && !strings.Contains(","+*only+",", ","+part.name+",") {
			continue
		}
		share, err := part.examine(*number, *parallel, rand.New(rand.NewPCG(*seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if 100*share < *least {
			t.Errorf("%s: fewer than %g%% of the mistakes were noticed", part.name, *least)
		}
	}
}

// Each pattern of a target matches a file, so that no file drops out of the targets when it is renamed.
func TestTargetsHaveFiles(t *testing.T) {
	for _, part := range targets {
		for pattern := range strings.SplitSeq(part.files, ",") {
			paths, err := filepath.Glob(filepath.Join("..", "..", "..", part.folder, pattern))
			if err != nil || len(paths) == 0 {
				t.Errorf("%s: no file of %s matches %s (%v)", part.name, part.folder, pattern, err)
			}
		}
	}
}

// examine tries mistakes in a part, prints the results, and returns the share of mistakes noticed.
func (t target) examine(number, parallel int, random *rand.Rand) (float64, error) {
	sources, err := t.sources()
	if err != nil {
		return 0, err
	}
	var all []mistake
	for _, path := range sources {
		m, err := mistakes(path)
		if err != nil {
			return 0, err
		}
		all = append(all, m...)
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	number = cmp.Or(number, len(all))
	for _, suite := range t.suites {
		if o := t.run(suite, ""); o != survived {
			return 0, fmt.Errorf("the tests fail without a mistake: go test %s", suite)
		}
	}
	r := record{files: map[string][2]int{}}
	var turn sync.Mutex
	var group sync.WaitGroup
	next, open := 0, 0 // open counts the mistakes that are being tried
	for range parallel {
		group.Go(func() {
			turn.Lock()
			defer turn.Unlock()
			for next < len(all) && r.tried+open < number { // only mistakes that compile count
				m := all[next]
				next, open = next+1, open+1
				turn.Unlock()
				f := t.try(m)
				turn.Lock()
				open--
				r.add(m, f)
			}
		})
	}
	group.Wait()
	share := float64(r.killed) / float64(max(r.tried, 1))
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		fmt.Printf("%-48s %4d of %4d noticed\n", path, r.files[path][0], r.files[path][1])
	}
	fmt.Printf("%s: %d of %d mistakes noticed (%.1f%%), of %d possible ones\n\n", t.name, r.killed, r.tried, 100*share, len(all))
	return share, nil
}

// sources lists the Go files of this platform that match a pattern.
func (t target) sources() (paths []string, err error) {
	out, err := exec.Command("go", "list", "-f", `{{join .GoFiles "\n"}}`, "./"+t.folder).Output()
	for _, name := range strings.Fields(string(out)) {
		for pattern := range strings.SplitSeq(t.files, ",") {
			if ok, _ := filepath.Match(pattern, name); ok {
				paths = append(paths, filepath.Join(t.folder, name))
			}
		}
	}
	return paths, err
}

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
	whole, _ := filepath.Abs(m.path)
	file, overlay := filepath.Join(folder, filepath.Base(m.path)), filepath.Join(folder, "overlay.json")
	places, _ := json.Marshal(map[string]map[string]string{"Replace": {whole: file}})
	changed := slices.Concat(source[:m.start], []byte(m.text), source[m.end:])
	if err := cmp.Or(os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, places, 0o600)); err != nil {
		panic(err)
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
	killed, tried int
	files         map[string][2]int // killed, tried
}

func (r *record) add(m mistake, f fate) {
	if f == unbuilt {
		return
	}
	counts := r.files[m.path]
	r.tried, counts[1] = r.tried+1, counts[1]+1
	if f == killed {
		r.killed, counts[0] = r.killed+1, counts[0]+1
	} else {
		fmt.Printf("survived  %s\n", m)
	}
	r.files[m.path] = counts
}
