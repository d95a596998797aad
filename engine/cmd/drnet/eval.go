package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"drnet/engine"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

// evalCall is what the command line asked for.
type evalCall struct {
	request       protocol.Train
	data          *dataFlags
	count         int
	file, format  string
	quiet, folded bool
}

// evalJSON is what drnet eval -format json prints.
type evalJSON struct {
	Schema   string         `json:"schema"`
	Target   string         `json:"target"`
	Settings protocol.Train `json:"settings"`
	Learners []learnerJSON  `json:"learners"`
}

type learnerJSON struct {
	Name  string      `json:"name"`
	Folds []eval.Fold `json:"folds"`
	Mean  eval.Fold   `json:"mean"`
}

func (c *command) eval(args []string) error {
	var e evalCall
	fs := newFlags("eval FILE -target NAME [flags]")
	fs.StringVar(&e.request.Target, "target", "", "`column` to predict")
	fs.StringVar(&e.request.Positive, "positive", "", "`value` that the rules describe, or a threshold for numbers, such as '>20' (default: the rarer of two)")
	e.data = addDataFlags(fs)
	addTrainFlags(fs, &e.request)
	e.count = 5
	fs.Func("folds", "parts that the rows are dealt out to; each is tested once (default 5)", positive(&e.count))
	fs.StringVar(&e.file, "folds-file", "", "`file` with one digit a row, the fold in which it is tested")
	fs.StringVar(&e.format, "format", "text", "text|json: how the result is written")
	fs.BoolVar(&e.quiet, "quiet", false, "no progress")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	path, err := oneFile(words)
	if err != nil {
		return err
	}
	e.request.Ignore, e.folded = e.data.ignored(), e.file != ""
	if e.folded && given(fs, "folds") {
		return usageError("-folds and -folds-file exclude each other")
	}
	if err := e.check(); err != nil {
		return err
	}
	return c.told(c.runEval(e, path), e.format)
}

func (e *evalCall) check() error {
	const fewest, most = 2, 256
	switch {
	case e.request.Target == "":
		return usageError("-target is missing: name the column to predict")
	case e.request.Classes != "" && e.request.Positive != "":
		return usageError("-positive and -classes exclude each other")
	case e.count < fewest || e.count > most:
		return usageError(fmt.Sprintf("-folds is %d: it must be from %d to %d", e.count, fewest, most))
	}
	if err := checkFormat(e.format); err != nil {
		return err
	}
	return settle(e.request.Encoding, &e.request.Network)
}

func (c *command) runEval(e evalCall, path string) error {
	s := engine.NewSession()
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
	e.request.Split.Parts, e.request.Split.Seed = e.count, e.request.Network.Seed
	if e.folded {
		if err := e.readFolds(); err != nil {
			return err
		}
	}
	folds, settings, err := c.folds(e, s, progress)
	if err != nil {
		return err
	}
	result := learnerJSON{"drnet", folds, eval.Mean(folds)}
	if e.format == "json" {
		return c.printJSON(evalJSON{"drnet.eval/1", e.request.Target, settings, []learnerJSON{result}})
	}
	result.text(c.out)
	return nil
}

// readFolds reads the folds file and counts its folds.
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
	by.Parts, e.count = 0, 0
	if len(by.Folds) > 0 {
		e.count = int(slices.Max(by.Folds)) + 1
	}
	if e.count < 2 {
		return failure{protocol.Refused{Kind: protocol.BadSetting, Message: e.file + ": it names fewer than two folds", Hint: "check the file"}}
	}
	return nil
}

// folds trains and tests on each fold, several at the same time. Everything is fitted anew inside each.
func (c *command) folds(e evalCall, s *engine.Session, progress io.Writer) ([]eval.Fold, protocol.Train, error) {
	folds, errs := make([]eval.Fold, e.count), make([]error, e.count)
	settings := make([]protocol.Train, e.count)
	told := make(chan string)
	go func() {
		defer close(told)
		onCores(e.count, func(k int) {
			start, request := time.Now(), e.request
			request.Split.Fold = k
			answer, err := ask(c.ctx, s.Fork(), request, func(protocol.Event) {})
			if err != nil {
				errs[k] = err
				return
			}
			t := answer.(protocol.Trained)
			folds[k], settings[k] = fold(t, time.Since(start).Seconds()), t.Request()
			told <- fmt.Sprintf("fold %d of %d: right on %.2f %% of the rows, complexity %.0f, %.1f s\n", k+1, e.count, 100*folds[k].Accuracy,
				folds[k].Complexity, folds[k].Seconds)
		})
	}()
	for line := range told {
		fmt.Fprint(progress, line)
	}
	for _, err := range errs {
		if err != nil {
			return nil, protocol.Train{}, err
		}
	}
	if c.ctx.Err() != nil {
		return nil, protocol.Train{}, failure{protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}}
	}
	return folds, settings[0], nil
}

// onCores does units on as many goroutines as there are cores.
func onCores(n int, do func(unit int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for unit := next.Add(1) - 1; unit < int64(n); unit = next.Add(1) - 1 {
				do(int(unit))
			}
		})
	}
	all.Wait()
}

func fold(t protocol.Trained, seconds float64) eval.Fold {
	o := t.Outcome()
	f := eval.Fold{Accuracy: o.Test.Accuracy, Majority: o.Test.Majority, Rules: float64(o.Rules), Conditions: float64(o.Conditions),
		Complexity: float64(o.Complexity), Seconds: seconds}
	if t.Model != nil && t.Model.Learnt.Refined != nil {
		f.Price = t.Model.Learnt.Refined.Price
	}
	return f
}

// text writes the folds as a table for people.
func (l learnerJSON) text(w io.Writer) {
	fmt.Fprintf(w, "%-5s %10s %10s %6s %11s %11s %8s %8s\n", "fold", "right", "majority", "rules", "conditions", "complexity", "price", "seconds")
	line := func(name string, f eval.Fold, digits int) {
		fmt.Fprintf(w, "%-5s %8.2f %% %8.2f %% %6.*f %11.*f %11.*f %8.2g %8.1f\n", name, 100*f.Accuracy, 100*f.Majority, digits, f.Rules, digits, f.Conditions,
			digits, f.Complexity, f.Price, f.Seconds)
	}
	for k, f := range l.Folds {
		line(fmt.Sprint(k), f, 0)
	}
	line("mean", l.Mean, 1)
}
