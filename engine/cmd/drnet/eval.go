package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"drnet/engine"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// evalCall is what the command line asked for.
type evalCall struct {
	request        protocol.Evaluate
	data           *dataFlags
	lambdas        []*float64
	prices         []float64
	methods        []binarize.Method
	learners       []string
	tunes          []float64
	file, format   string
	share          string
	quiet, untimed bool
	merge          bool
}

const evalExamples = `
Without FILE, drnet eval -merge PART... brings the parts that -unit wrote together, and prints what one run prints.

Each share i/n of the units runs on its own, on this machine or another, for example by GNU parallel:

  parallel 'drnet eval people.csv -target ill -inner 5 -lambdas 0.003,0.01 -unit {}/8 > part{}.json' ::: $(seq 8)
  drnet eval -merge part*.json

in an array of Slurm jobs, submitted by sbatch --array=1-8 with the script

  drnet eval people.csv -target ill -inner 5 -lambdas 0.003,0.01 -unit $SLURM_ARRAY_TASK_ID/8 > part$SLURM_ARRAY_TASK_ID.json

or in an Indexed Job of Kubernetes with completions: 8, whose indices begin at 0:

  drnet eval people.csv -target ill -inner 5 -lambdas 0.003,0.01 -unit $((JOB_COMPLETION_INDEX+1))/8 > part$JOB_COMPLETION_INDEX.json

Other learners are measured on the same folds, and their differences from the first one are told with what is left to chance:

  drnet eval people.csv -target ill -learner drnet,ripper,cart,forest
  drnet eval people.csv -target ill -learner cart -tune 8,16,32,64 -inner 5

-tune is for ripper the most conditions of a rule, for brs κ, for cg the price of a rule and of a condition, for cart the most leaves,
and for forest the number of trees.

A run that was interrupted goes on in this way too: only the parts that are lacking need to be made.
`

func (c *command) eval(args []string) error {
	var e evalCall
	r := &e.request
	fs := newFlags("eval FILE -target NAME [flags]\n       drnet eval -merge PART... [-format json]\n" + evalExamples)
	fs.StringVar(&r.Target, "target", "", "`column` to predict")
	fs.StringVar(&r.Positive, "positive", "", "`value` that the rules describe, or a threshold for numbers, such as '>20' (default: the rarer of two)")
	e.data = addDataFlags(fs)
	addTrainFlags(fs, &r.Train)
	r.Split.Parts = 5
	fs.Func("folds", "parts that the rows are dealt out to; each is tested once (default 5)", positive(&r.Split.Parts))
	fs.StringVar(&e.file, "folds-file", "", "`file` with one digit a row, the fold in which it is tested")
	fs.Func("inner", "parts that the training rows of each fold are dealt out to again, to choose a setting (default 0: none is chosen)", natural(&r.Inner))
	fs.Func("lambdas", "settings to try: `pressures` on rule length, separated by commas", list(&e.lambdas, pressure))
	fs.Func("prices", "settings to try: `prices` as for -refine, separated by commas", list(&e.prices, price))
	fs.Func("threshold-methods", "settings to try: `methods`, separated by commas", list(&e.methods, word))
	fs.Func("learner", "`learners` to compare on the same folds, separated by commas: "+learnerKeys(nil)+" (default drnet)", list(&e.learners, word))
	fs.Func("tune", "settings to try: `numbers` that the other learners than drnet are tuned by, separated by commas; see below", list(&e.tunes, number))
	fs.BoolVar(&r.Whole, "whole", false, "also learn a model with each setting from all rows (-format json)")
	fs.StringVar(&e.share, "unit", "", "`i/n`: do the share i of n of all units, from 1, and print a part of the results for -merge")
	fs.BoolVar(&e.merge, "merge", false, "bring together the parts that are named instead of a FILE")
	fs.BoolVar(&e.untimed, "no-times", false, "leave out the seconds, so that two runs can be compared byte for byte")
	fs.StringVar(&e.format, "format", "text", "text|json: how the result is written")
	fs.BoolVar(&e.quiet, "quiet", false, "no progress")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	if e.merge {
		return c.told(c.merge(words, e), e.format)
	}
	path, err := oneFile(words)
	if err != nil {
		return err
	}
	r.Ignore = e.data.ignored()
	for _, pair := range [][2]string{{"folds", "folds-file"}, {"lambdas", "lambda1"}, {"prices", "refine"}, {"threshold-methods", "threshold-method"}} {
		if given(fs, pair[0]) && given(fs, pair[1]) {
			return usageError(fmt.Sprintf("-%s and -%s exclude each other", pair[0], pair[1]))
		}
	}
	if err := e.check(); err != nil {
		return err
	}
	return c.told(c.runEval(e, path), e.format)
}

func (e *evalCall) check() error {
	const fewest, most = 2, 256
	r := &e.request
	switch {
	case r.Target == "":
		return usageError("-target is missing: name the column to predict")
	case r.Classes != "" && r.Positive != "":
		return usageError("-positive and -classes exclude each other")
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
			return usageError(engine.Plain(err))
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
	case len(e.tunes) > 0 && !slices.ContainsFunc(e.learners, tunable):
		return usageError("-tune: none of the learners that are named can be tuned by a number")
	}
	for _, key := range e.learners {
		l, known := protocol.LearnerOf(key)
		switch {
		case !known:
			return usageError(fmt.Sprintf("-learner is %q: it must be one of %s", key, learnerKeys(nil)))
		case l.Key != protocol.DRNet && e.request.Classes != "":
			return usageError("-classes is for drnet: the other learners tell two answers apart")
		case l.Key == protocol.DRNet && own > 0:
			e.combine()
		case l.Key == protocol.DRNet && len(e.learners) > 1:
			e.request.Settings = append(e.request.Settings, protocol.Setting{})
		case l.Key == protocol.DRNet: // the training's own settings
		case l.Tunes == "" || len(e.tunes) == 0:
			e.request.Settings = append(e.request.Settings, protocol.Setting{Learner: l.Key})
		default:
			for _, tune := range e.tunes {
				e.request.Settings = append(e.request.Settings, protocol.Setting{Learner: l.Key, Tune: tune})
			}
		}
	}
	return nil
}

func tunable(key string) bool {
	l, known := protocol.LearnerOf(key)
	return !known || l.Tunes != ""
}

// learnerKeys are the keys of the learners that are meant, of all for nil, as a choice.
func learnerKeys(meant func(protocol.Learner) bool) string {
	return strings.Join(protocol.LearnerKeys(meant), "|")
}

// combine makes a setting of each combination of what DR-Net is tried with.
func (e *evalCall) combine() {
	lambdas, prices, methods := e.lambdas, e.prices, e.methods
	if len(lambdas) == 0 {
		lambdas = []*float64{nil}
	}
	if len(prices) == 0 {
		prices = []float64{0}
	}
	if len(methods) == 0 {
		methods = []binarize.Method{""}
	}
	for _, m := range methods {
		for _, l := range lambdas {
			for _, p := range prices {
				e.request.Settings = append(e.request.Settings, protocol.Setting{Lambda1: l, Refine: p, Method: m})
			}
		}
	}
}

func (c *command) runEval(e evalCall, path string) error {
	s := engine.NewSession()
	s.Workers = cores(runtime.GOMAXPROCS(0))
	if start := time.Now(); !e.untimed {
		s.Clock = func() float64 { return time.Since(start).Seconds() }
	}
	options, err := e.data.options()
	if err != nil {
		return err
	}
	progress := c.errors
	if e.quiet {
		progress = io.Discard
	}
	if _, err := c.load(s, path, protocol.Load{Options: options}, newMeter(progress)); err != nil {
		return err
	}
	e.request.Split.Seed, e.request.Program = e.request.Network.Seed, program()
	if e.file != "" {
		if err := e.readFolds(); err != nil {
			return err
		}
	}
	m := newTally(progress, e.request)
	answer, err := ask(c.ctx, s, e.request, m.show)
	if err != nil {
		return err
	}
	m.end()
	evaluated := answer.(protocol.Evaluated)
	if e.request.Of > 0 {
		return c.printJSON(evaluated.Part)
	}
	return c.printEval(evaluated, e.format)
}

// readFolds reads the folds file.
func (e *evalCall) readFolds() error {
	file, err := os.Open(e.file)
	if err != nil {
		return unread(err)
	}
	defer file.Close()
	by := &e.request.Split
	if by.Folds, err = dataset.ReadFolds(file); err != nil {
		return foldsFailure(e.file, err)
	}
	if by.Parts = 0; len(by.Folds) == 0 {
		return failure{protocol.Refused{Kind: protocol.BadSetting, Message: e.file + ": it names fewer than two folds", Hint: "check the file"}}
	}
	return nil
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
