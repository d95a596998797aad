// Command mutate measures the tests by mutation: it makes one small mistake after another in a copy of a source file and runs
// the tests on it. No file of the tree is changed. A mistake that no test notices survives, and is listed with its position.
//
// References: R. A. DeMillo, R. J. Lipton, F. G. Sayward, "Hints on test data selection: help for the practicing programmer",
// Computer 11 (4), 1978.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// target is a part of the program whose tests are measured.
type target struct {
	name    string
	folder  string
	files   string   // a pattern of names in the folder, several between commas
	suites  []string // arguments of go test: a mistake that survives the first suite meets the next one
	outside bool     // the tests run other programs
}

var targets = []target{
	{"reader", "engine/dataset", "*", []string{"./engine/dataset", "-run=^TestFiles ./engine/cmd/drnet"}, false},
	{
		"csvfile", "engine/dataset/csvfile", "*",
		[]string{"./engine/dataset/csvfile", "./engine/dataset", "-run=^TestFiles ./engine/cmd/drnet"},
		false,
	},
	{
		"infer", "engine/dataset/infer", "*",
		[]string{"./engine/dataset/infer", "./engine/dataset", "-run=^TestFiles ./engine/cmd/drnet"},
		false,
	},
	{"extraction", "engine/drnet", "network.go,sketch.go,errors.go", []string{"./engine/drnet"}, false},
	{
		"words", "engine/rule", "rule.go,text.go,model.go,classes.go",
		[]string{"./engine/rule", "./engine/rule/export -run=Golden"},
		false,
	},
	{"simplify", "engine/rule", "simplify.go", []string{"./engine/rule"}, false},
	{"exporters", "engine/rule/export", "*", []string{"-skip=^TestPrograms|^TestPage ./engine/rule/export", "./engine/rule/export"}, true},
}

func main() {
	only := flag.String("only", "", "`names` of the parts to examine, separated by commas (default: all)")
	number := flag.Int("n", 0, "`mistakes` in each part, drawn at random (default: all that can be made)")
	seed := flag.Uint64("seed", 1, "`number` that the draw follows from")
	least := flag.Float64("least", 85, "`percent` of each part's mistakes that must be noticed")
	at := flag.Int("parallel", 2, "`mistakes` that are tried at a time")
	flag.Parse()
	ok := true
	for _, t := range targets {
		if *only != "" && !strings.Contains(","+*only+",", ","+t.name+",") {
			continue
		}
		share, err := t.examine(*number, *at, rand.New(rand.NewPCG(*seed, 0)))
		if err != nil {
			fmt.Fprintln(os.Stderr, "mutate:", err)
			os.Exit(1)
		}
		ok = ok && 100*share >= *least
	}
	if !ok {
		fmt.Fprintf(os.Stderr, "mutate: fewer than %g %% of the mistakes in some part were noticed\n", *least)
		os.Exit(1)
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
	if number == 0 {
		number = len(all)
	}
	for _, suite := range t.suites {
		if o := t.run(suite, ""); o != survived {
			return 0, fmt.Errorf("the tests fail without a mistake: go test %s", suite)
		}
	}
	r := &record{part: t.name, files: map[string][2]int{}}
	r.queue, r.want = all, number
	var group sync.WaitGroup
	for range parallel {
		group.Go(func() {
			for m, ok := r.next(); ok; m, ok = r.next() {
				r.add(m, t.try(m))
			}
		})
	}
	group.Wait()
	r.print(len(all))
	return r.share(), nil
}

// sources lists the files of this platform that match a pattern.
func (t target) sources() (paths []string, err error) {
	files, err := built(t.folder)
	for _, name := range files {
		for pattern := range strings.SplitSeq(t.files, ",") {
			if ok, _ := filepath.Match(pattern, name); ok {
				paths = append(paths, filepath.Join(t.folder, name))
			}
		}
	}
	return paths, err
}
