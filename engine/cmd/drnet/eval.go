package main

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/cmd/drnet/report"
	"drnet/engine/crossval"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// evalCall holds the command line of drnet eval.
type evalCall struct {
	request        protocol.Evaluate
	data           *dataFlags
	lambdas        []*float64
	prices         []float64
	methods        []binarize.Method
	learners       []string
	tunes          []float64
	file, format   string
	test           string
	share          string
	quiet, untimed bool
	merge          bool
}

//go:embed eval.txt
var evalExamples string

func (c *command) eval(args []string) error {
	var e evalCall
	r := &e.request
	fs := newFlags("eval FILE -target NAME [flags]\n       drnet eval -merge PART... [-format json]\n" + evalExamples + learnerLines())
	fs.StringVar(&r.Target, "target", "", "`column` to predict")
	addPositiveFlag(fs, &r.Train)
	e.data = addDataFlags(fs)
	addTrainFlags(fs, &r.Train)
	addDecisionFlags(fs, &r.Decision)
	e.addFlags(fs)
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	if e.merge {
		return c.reported(c.merge(words, e), e.format)
	}
	path, err := e.data.file(words)
	if err != nil {
		return err
	}
	r.Ignore, e.data.options.Target = e.data.ignored, r.Target
	if err := exclusive(fs, [][2]string{
		{"folds", "folds-file"}, {"lambdas", "lambda1"}, {"prices", "refine"}, {"threshold-methods", "threshold-method"}, {"epochs", "steps"},
	}...); err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return err
	}
	return c.reported(c.runEval(e, path), e.format)
}

// addFlags adds the flags that only an evaluation has.
func (e *evalCall) addFlags(fs *flag.FlagSet) {
	r := &e.request
	r.Split.Parts = 5
	fs.Func("folds", "number of folds (default 5)", setting.Positive(&r.Split.Parts))
	fs.StringVar(&e.file, "folds-file", "", "`file` with one digit per row, its test fold")
	addSplitFlags(fs, &r.Train)
	fs.Func("repeats", "`times` that the rows are dealt to folds anew (default 1)", setting.Positive(&r.Repeats))
	fs.BoolVar(&r.Random, "random", false, "with -group-by or -time: also show what random folds claim, which takes as long again")
	fs.Func("inner", "inner folds of nested cross-validation, to choose a setting (default 0: none)", natural(&r.Inner))
	fs.Func("lambdas", "settings: `values` of lambda1, separated by commas",
		list(&e.lambdas, of(setting.Lambda1, func(r *protocol.Train) *float64 { return r.Network.Lambda1 })))
	fs.Func("prices", "settings: `values` of -refine, separated by commas",
		list(&e.prices, of(setting.Refining, func(r *protocol.Train) float64 { return r.Refine })))
	fs.Func("threshold-methods", "settings: `methods` of -threshold-method, separated by commas", list(&e.methods, word))
	fs.Func("learner", "`learners` to compare on the same folds, separated by commas:\n"+learnerKeys(nil)+" (default drnet)",
		list(&e.learners, word))
	fs.Func("tune", "settings: `numbers` that tune learners other than drnet, separated by commas; see above", list(&e.tunes, setting.Number))
	fs.Func("by", "compare groups of the test rows by 1 to 3 `columns`, separated by commas, and by their combinations", names(&r.By))
	e.data.addTestSheet()
	fs.StringVar(&e.test, "test", "", "`file` with test rows: also train a model with each setting on all rows of FILE, and test it on them")
	fs.BoolVar(&r.Whole, "whole", false, "also train a model with each setting on all rows (-format json)")
	fs.StringVar(&e.share, "unit", "", "`i/n`: run share i of n of all units, from 1, and print a part for -merge")
	fs.BoolVar(&e.merge, "merge", false, "merge parts instead of reading a FILE")
	fs.BoolVar(&e.untimed, "no-times", false, "omit the seconds, so that two runs can be compared byte for byte")
	fs.StringVar(&e.format, "format", "text", "text|json: format of the report")
	fs.BoolVar(&e.quiet, "quiet", false, "no progress")
}

func (e *evalCall) check() error {
	const fewest, most = 2, 256
	r := &e.request
	if err := checkTarget(r.Train); err != nil {
		return err
	}
	switch {
	case e.data.testSheet != "" && e.test == "":
		return errNoTestTable
	case r.Random && r.Split.By() == "":
		return usageError("-random compares with -group-by or -time: name a column by one of them")
	case r.Split.Parts < fewest || r.Split.Parts > most:
		return usageError(fmt.Sprintf("-folds is %d: it must be from %d to %d", r.Split.Parts, fewest, most))
	case r.Inner != 0 && (r.Inner < fewest || r.Inner > most):
		return usageError(fmt.Sprintf("-inner is %d: it must be from %d to %d, or 0 for none", r.Inner, fewest, most))
	}
	if e.share != "" {
		if n, err := fmt.Sscanf(e.share+"\n", "%d/%d\n", &r.Unit, &r.Of); n != 2 || err != nil || r.Unit < 1 || r.Unit > r.Of {
			return usageError(fmt.Sprintf("-unit is %q: it must be i/n with i from 1 to n, such as 3/8", e.share))
		}
	}
	if err := checkFormat(e.format); err != nil {
		return err
	}
	if err := settle(r.Encoding, &r.Network); err != nil {
		return err
	}
	if err := e.settings(); err != nil {
		return err
	}
	for _, s := range r.Settings {
		if err := s.Apply(r.Train).Encoding.Validate(); err != nil {
			return usageError(protocol.Plain(err))
		}
	}
	return nil
}

// settings makes the settings of all learners.
func (e *evalCall) settings() error {
	own := len(e.lambdas) + len(e.prices) + len(e.methods)
	if len(e.learners) == 0 {
		e.learners = []string{protocol.DRNet}
	}
	switch {
	case e.request.Inner > 0 && len(e.learners) > 1:
		return usageError("-inner chooses among the settings of one learner: name one by -learner")
	case own > 0 && !slices.Contains(e.learners, protocol.DRNet):
		return usageError("-lambdas, -prices and -threshold-methods are settings of drnet: name it by -learner too, or use -tune")
	case len(e.tunes) > 0 && len(e.learners) == 1 && e.learners[0] == protocol.DRNet:
		return usageError("-tune is about the other learners: name them by -learner")
	case len(e.tunes) > 0 && !slices.ContainsFunc(e.learners, func(key string) bool {
		l, known := protocol.LearnerOf(key)
		return !known || l.Tunes != ""
	}):
		return usageError("-tune: none of the learners that are named can be tuned by a number")
	}
	for _, key := range e.learners {
		l, known := protocol.LearnerOf(key)
		switch {
		case !known:
			return usageError(fmt.Sprintf("-learner is %q: it must be one of %s", key, learnerKeys(nil)))
		case l.Key != protocol.DRNet && e.request.Classes != "":
			return usageError("-classes is for drnet: the other learners tell two answers apart")
		case l.Key == protocol.DRNet && own > 0: // each combination of the values
			for _, m := range orZero(e.methods) {
				for _, l := range orZero(e.lambdas) {
					for _, p := range orZero(e.prices) {
						e.request.Settings = append(e.request.Settings, protocol.SweepSetting{Lambda1: l, Refine: p, Method: m})
					}
				}
			}
		case l.Key == protocol.DRNet && len(e.learners) > 1:
			e.request.Settings = append(e.request.Settings, protocol.SweepSetting{})
		case l.Key == protocol.DRNet: // the settings of the request
		case l.Tunes == "" || len(e.tunes) == 0:
			e.request.Settings = append(e.request.Settings, protocol.SweepSetting{Learner: l.Key})
		default:
			for _, tune := range e.tunes {
				e.request.Settings = append(e.request.Settings, protocol.SweepSetting{Learner: l.Key, Tune: tune})
			}
		}
	}
	return nil
}

// learnerLines describes each learner in a line.
func learnerLines() string {
	var b strings.Builder
	for _, l := range protocol.Learners {
		fmt.Fprintf(&b, "  %-14s  %s", l.Key, l.About)
		if l.Tunes != "" {
			fmt.Fprintf(&b, " (-tune: %s)", l.Tunes)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// learnerKeys lists the keys of the learners that meet a condition, nil for all.
func learnerKeys(meant func(protocol.Algorithm) bool) string {
	return strings.Join(protocol.LearnerKeys(meant), "|")
}

// orZero returns a list, or one zero value for an empty list: the value of the request.
func orZero[T any](list []T) []T {
	if len(list) == 0 {
		return make([]T, 1)
	}
	return list
}

func (c *command) runEval(e evalCall, path string) error {
	s := engine.NewSession()
	s.Workers = cores(runtime.GOMAXPROCS(0))
	if start := time.Now(); !e.untimed {
		s.Clock = func() float64 { return time.Since(start).Seconds() }
	}
	m := console.NewMeter(c.progress(e.quiet))
	m.Settings = len(e.request.Settings)
	loaded, err := c.load(s, path, protocol.Load{Options: e.data.options}, m)
	if err != nil {
		return err
	}
	if e.test != "" {
		e.request.Whole = true
		if _, err := c.loadTest(s, e.test, e.data, m); err != nil {
			return err
		}
	}
	if e.request.Unit <= 1 { // the same for all shares
		c.doubt(s, loaded.Table, e.request.Train)
	}
	e.request.Split.Seed, e.request.Program = e.request.Network.Seed, program()
	if e.file != "" {
		if err := readFolds(e.file, &e.request.Split); err != nil {
			return err
		}
		if e.request.Split.Parts = 0; len(e.request.Split.Folds) == 0 {
			return protocol.Refuse(protocol.BadSetting, e.file+": it names fewer than two folds", "check the file")
		}
	}
	answer, err := ask(c.ctx, s, e.request, m.Show)
	if err != nil {
		return err
	}
	m.End()
	evaluated := answer.(protocol.Evaluated)
	if e.request.Of > 0 {
		return c.printJSON(evaluated.EvaluationPart)
	}
	return c.printEval(evaluated, e.format)
}

// doubt prints the notes about a table that train prints in its report. A request that cannot be planned is refused later.
func (c *command) doubt(s *engine.Session, t protocol.TableSummary, r protocol.Train) {
	r.Split.Parts, r.Learner = 0, ""
	if plan, err := ask(c.ctx, s, protocol.Plan{Train: r}, nil); err == nil {
		report.Planned(console.Legible{To: c.errors}, t, plan.(protocol.Planned), r)
	}
}

// revision is set by the linker of builds whose results are kept: -ldflags "-X main.revision=...".
var revision string

// program names this build, "" if it was made outside of its repository.
func program() string {
	info, ok := debug.ReadBuildInfo()
	if revision != "" || !ok {
		return revision
	}
	name, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			name = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "-dirty"
		}
	}
	return name + modified
}

// merge combines parts and prints the same output as a single run.
func (c *command) merge(paths []string, e evalCall) error {
	if len(paths) == 0 {
		return usageError("-merge needs the files that -unit wrote")
	}
	if err := checkFormat(e.format); err != nil {
		return err
	}
	var parts []protocol.EvaluationPart
	for _, path := range paths {
		p, err := c.readPart(path)
		if err != nil {
			return err
		}
		if e.untimed {
			for i := range p.Units {
				p.Units[i].Seconds = 0
			}
		}
		parts = append(parts, p)
	}
	merged, err := crossval.Merge(parts)
	if err != nil {
		return protocol.Refusal(err)
	}
	return c.printEval(merged, e.format)
}

func (c *command) readPart(path string) (protocol.EvaluationPart, error) {
	var p protocol.EvaluationPart
	file, err := c.open(path)
	if err != nil {
		return p, unread(err)
	}
	defer file.Close()
	if err := json.NewDecoder(file).Decode(&p); err != nil || p.Schema == "" {
		return p, protocol.Refuse(protocol.Unread, path+": not a part of an evaluation, or damaged", "make it anew with drnet eval -unit")
	}
	return p, nil
}

// printEval prints an evaluation in a format.
func (c *command) printEval(e protocol.Evaluated, format string) error {
	if format == "json" {
		return c.printJSON(report.EvalJSON(e))
	}
	report.Eval(c.people(), e)
	return nil
}
