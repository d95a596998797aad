// Command paper plans how the command drnet measures DR-Net on the paper's four tables, and reports the results. The plan
// has a command for each unit that is not finished, so that an interrupted run can be continued. The report is RESULTS.md: the
// paper's two tables with our numbers, and pictures of the trade-off.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drnet/engine/protocol"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "paper: %s\n", err)
		os.Exit(1)
	}
}

func run() error {
	var p program
	flag.StringVar(&p.drnet, "drnet", "build/drnet", "the `command` drnet")
	flag.StringVar(&p.data, "data", "data", "`folder` with adult.csv, heloc.csv, house.csv and magic.csv")
	flag.StringVar(&p.reference, "reference", "",
		"`folder` with the folds of each table, such as adult_folds.txt (default: ../reference relative to the data)")
	flag.StringVar(&p.cache, "cache", "build/paper", "`folder` for finished units")
	flag.StringVar(&p.out, "out", "engine/research", "`folder` for RESULTS.md and the pictures")
	flag.BoolVar(&p.quick, "quick", false, "a short version, in minutes, to check that it works")
	planned := flag.Bool("plan", false, "write the commands of all unfinished units instead of the report")
	flag.Parse()
	p.reference = cmp.Or(p.reference, filepath.Join(p.data, "..", "reference"))
	if *planned {
		return p.plan(os.Stdout)
	}
	return p.report()
}

// table is one of the paper's tables.
type table struct {
	name string
	args []string // flags for reading it and for the target
}

var tables = []table{
	{"magic", []string{"-target", "class:", "-positive", "h"}},
	{"adult", []string{"-target", "label", "-positive", ">50K", "-missing", "drop"}},
	{"heloc", []string{"-target", "RiskPerformance", "-positive", "Good", "-missing-values=-7,-8,-9", "-missing", "impute"}},
	{"house", []string{"-target", "binaryClass", "-positive", "P"}},
}

// way is a method of learning with its settings.
type way struct {
	name, key string
	args      []string // flags for the settings, and for those that vary
	quick     []string // flags of the short version
	tried     int      // number of settings
	inner     int      // inner folds that choose a setting, 0 for none
	learner   string   // key of the learner, "" for DR-Net
}

// reads reports whether the learner learns rules.
func (w way) reads() bool {
	l, _ := protocol.LearnerOf(w.learner)
	return l.Rules
}

// title names the rows of a way.
func (w way) title() string {
	if w.learner == "" {
		return "**" + w.name + "**"
	}
	return w.name + ", ours"
}

// setting returns the name of a setting.
func (w way) setting(s protocol.SweepSetting) string {
	l, _ := protocol.LearnerOf(w.learner)
	switch {
	case w.learner != "" && w.tried == 1:
		return "as it is"
	case w.learner != "":
		return fmt.Sprintf("%s = %g", l.Tunes, s.Tune)
	case w.key == prices.key:
		return fmt.Sprintf("price %g", s.Refine)
	case s.Lambda1 == nil:
		return "λ₁ as usual"
	}
	return fmt.Sprintf("λ₁ = %g", *s.Lambda1)
}

const outer = 5 // the digits of the folds files

// paper is DR-Net as described in the paper: deciles, 10,000 epochs of batches of 2,000 rows, layers alternating every
// 1,000 epochs, weights initialized between 0 and 1. The paper varies lambda1 without stating the range.
var paper = asPublished("DR-Net, the paper's settings", "paper")

// authors is the same with weights initialized near 0, as in the authors' program. With weights between 0 and 1, a rule
// over many features that are mostly 0 never fires and has a zero gradient.
var authors = asPublished("DR-Net, the authors' start", "authors")

func asPublished(name, start string) way {
	args := func(length ...string) []string {
		args := []string{"-threshold-method", "quantile", "-max-values", "100", "-refine", "off", "-restarts", "1", "-init", start}
		return append(append(args, length...), "-lambdas", "0.001,0.01,0.1,0.3,1,3,10")
	}
	return way{
		name: name, key: start, tried: 7, inner: 5, args: args("-epochs", "10000", "-alternate", "1000", "-batch", "2000"),
		quick: args("-epochs", "300", "-alternate", "50", "-batch", "400"),
	}
}

// full is drnet at its best: supervised thresholds, and rules of five restarts, refined at a price chosen on training rows.
var full = atBest("full", 3, 5, "-refine", "auto", "-lambdas", "0.001,0.01,0.1")

// prices is the same at fixed prices, for the trade-off.
var prices = atBest("prices", 6, 0, "-prices", "0.02,0.005,0.002,0.001,0.0003,0.0001")

func atBest(key string, tried, inner int, settings ...string) way {
	args := func(length ...string) []string {
		return slices.Concat([]string{"-threshold-method", "target", "-max-values", "100", "-restarts"}, length, settings)
	}
	return way{name: "DR-Net Lab", key: key, tried: tried, inner: inner, args: args("5"), quick: args("1", "-steps", "1000")}
}

// ours are the ways that are compared with the paper's numbers.
var ours = []way{paper, authors, full}

// opponents are the learners of the paper's comparison, on its features. RIPPER is tuned by the conditions of a rule,
// BRS by κ, and column generation by its two prices, which are equal as in the paper. The others are not tuned.
var opponents = []way{
	opponent("RIPPER", "ripper", "2,3,4,6,10"),
	opponent("CART, pruned", "cart", ""),
	opponent("logistic regression", "logistic", ""),
	opponent("random forest", "forest", ""),
	opponent("deep network", "dnn", ""),
	opponent("CG", "cg", "0.0001,0.0003,0.001,0.003"),
	opponent("BRS", "brs", "1,100,10000"),
}

// opponent returns another learner. It is tuned over a list of numbers, or not at all if the list is "".
func opponent(name, key, tunes string) way {
	w := way{
		name: name, key: key, learner: key, tried: 1,
		args: []string{"-threshold-method", "quantile", "-max-values", "100", "-learner", key},
	}
	if tunes != "" {
		w.args, w.tried, w.inner = append(w.args, "-tune", tunes), strings.Count(tunes, ",")+1, outer
	}
	w.quick = w.args
	return w
}

// ways are all ways in the order of measurement, the fastest first.
var ways = append(append([]way{prices}, opponents...), full, paper, authors)

// program holds the flags.
type program struct {
	drnet, data, reference, cache, out string
	quick                              bool
}

// args returns the arguments of drnet that measure a way on a table.
func (p *program) args(t table, w way) []string {
	settings := w.args
	if p.quick {
		settings = w.quick
	}
	return slices.Concat(
		[]string{"eval", filepath.Join(p.data, t.name+".csv")}, t.args,
		[]string{"-folds-file", filepath.Join(p.reference, t.name+"_folds.txt"), "-seed", "1"}, settings,
		[]string{"-inner", fmt.Sprint(p.inner(w))})
}

// inner returns the number of inner folds, 0 for none.
func (p *program) inner(w way) int {
	if p.quick {
		return min(w.inner, 2)
	}
	return w.inner
}

// units returns the number of units of a way.
func (p *program) units(w way) int { return outer * (1 + p.inner(w)) * w.tried }

// shown returns a command as typed in a shell.
func shown(args []string) string {
	words := slices.Clone(args)
	for i, a := range args {
		if strings.ContainsAny(a, " ><:*$'\"") {
			words[i] = "'" + a + "'"
		}
	}
	return strings.Join(words, " ")
}

// four has a number for each of the tables.
type four [4]float64

// published has the numbers of the paper's Tables 1 and 2 (arXiv:2103.02826), in the order of tables.
var published = []struct {
	name           string
	accuracy       four // %
	accuracyError  four // standard error, %
	complexity     four // 0: not published
	ruleComplexity four
}{
	{"DR-Net", four{84.42, 82.97, 69.71, 85.71}, four{0.53, 0.51, 1.05, 0.40}, four{109.4, 86.0, 13.8, 85.0}, four{5.22, 13.54, 6.33, 6.31}},
	{"CG", four{83.68, 82.67, 68.65, 83.90}, four{0.87, 0.48, 3.48, 0.18}, four{112.8, 120.0, 3.4, 28.6}, four{3.72, 3.77, 1.90, 5.15}},
	{"BRS", four{81.44, 79.35, 69.42, 83.04}, four{0.61, 1.78, 3.72, 0.11}, four{40.0, 16.8, 16.6, 31.2}, four{3.00, 3.00, 2.96, 3.00}},
	{"RIPPER", four{82.22, 81.67, 69.67, 82.47}, four{0.51, 1.05, 2.09, 1.84}, four{189.4, 117.6, 72.8, 328.0}, four{6.01, 4.66, 5.24, 7.01}},
	{"CART", four{80.56, 78.87, 60.61, 82.37}, four{0.86, 0.12, 2.83, 0.29}, four{}, four{}},
	{"random forest", four{86.47, 82.64, 70.30, 88.70}, four{0.54, 0.49, 3.70, 0.28}, four{}, four{}},
	{"deep network", four{87.07, 84.33, 70.64, 88.84}, four{0.71, 0.42, 3.37, 0.26}, four{}, four{}},
}
