package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"drnet/engine"
	"drnet/engine/cmd/drnet/console"
	"drnet/engine/cmd/drnet/report"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// trainCall holds the command line of drnet train.
type trainCall struct {
	request                        protocol.Train
	data                           *dataFlags
	test, folds, modelFile, format string
	more                           string
	fold                           int
	quiet, force, stability        bool
}

func (c *command) train(args []string) error {
	var t trainCall
	fs := newFlags("train FILE -target NAME [flags]")
	fs.StringVar(&t.request.Target, "target", "", "`column` to predict")
	addPositiveFlag(fs, &t.request)
	t.data = addDataFlags(fs)
	addTrainFlags(fs, &t.request)
	addDecisionFlags(fs, &t.request.Decision)
	addBoundFlags(fs, &t.request.Bound)
	fs.Func("learner", "`learner` of the rules: "+learnerKeys(func(l protocol.Algorithm) bool { return l.Rules })+" (default drnet)",
		word(&t.request.Learner))
	fs.Func("tune", "`number` that tunes a learner other than drnet; see drnet eval -h", setting.Number(&t.request.Tune))
	fs.StringVar(&t.test, setting.TestShare.Setting().Flag, "0.2", setting.TestShare.Setting().Usage)
	t.data.addTestSheet()
	fs.StringVar(&t.more, "append", "", "`file` whose rows follow those of FILE; it has the same columns, in any order")
	fs.StringVar(&t.folds, "folds-file", "", "`file` with one digit per row, its test fold")
	addSplitFlags(fs, &t.request)
	fs.IntVar(&t.fold, "fold", 0, "`number` of the fold to test on")
	fs.StringVar(&t.modelFile, "model", "", "`file` to write the model to")
	fs.BoolVar(&t.force, "force", false, "overwrite the model file")
	fs.StringVar(&t.format, "format", "text", "text|json: format of the report; or a format of drnet export:\n"+strings.Join(programs(), "|"))
	fs.BoolVar(&t.stability, "stability", false,
		"learn rules again from 20 bootstrap draws of the training rows, and count those that come back")
	fs.BoolVar(&t.quiet, "quiet", false, "no progress")
	path, err := t.data.parse(args)
	if err != nil {
		return err
	}
	t.request.Ignore, t.data.options.Target = t.data.ignored, t.request.Target
	if err := t.check(); err != nil {
		return err
	}
	return c.reported(c.runTrain(t, path), t.format)
}

func (t *trainCall) check() error {
	if err := checkTarget(t.request); err != nil {
		return err
	}
	bound := t.request.Bound
	switch {
	case bound != nil && (bound.Disparity == "" || len(bound.By) == 0):
		return usageError("-bound and -by belong together: name a limit and the columns that form the groups")
	case t.stability && bound != nil:
		return usageError("-stability is that of rules without a bound: leave out -bound")
	case t.stability && t.request.Classes != "":
		return usageError("-stability is for two classes: name the positive one by -positive")
	case t.stability && t.request.Refine == rule.NoPrice:
		return usageError("-stability is that of refined rules: leave out -refine off")
	case t.request.Classes == "" && len(t.request.Order) > 0:
		return usageError("-class-order needs -classes")
	case t.folds == "" && given(t.data.set, "fold"):
		return usageError("-fold needs -folds-file, which gives the fold of each row")
	}
	share, noShare := strconv.ParseFloat(strings.TrimSuffix(t.test, "%"), 64)
	switch formats := append([]string{"text", "json"}, programs()...); {
	case noShare == nil && (strings.HasSuffix(t.test, "%") || !(share >= 0 && share < 1)):
		return usageError(fmt.Sprintf("-test is %s: it must be a share from 0 to less than 1, such as 0.2, or a file", t.test))
	case noShare == nil && t.data.testSheet != "":
		return errNoTestTable
	case !slices.Contains(formats, t.format):
		return usageError(fmt.Sprintf("-format is %q: it must be one of %s", t.format, strings.Join(formats, ", ")))
	}
	if err := exclusive(t.data.set, [2]string{"test", "folds-file"}, [2]string{"epochs", "steps"}); err != nil {
		return err
	}
	if err := free("-model", t.modelFile, t.force); err != nil {
		return err
	}
	return settle(t.request.Encoding, &t.request.Network)
}

const errNoTestTable = usageError("-test-sheet needs -test with a workbook")

func (c *command) runTrain(t trainCall, path string) error {
	start := time.Now()
	s := engine.NewSession()
	s.Workers = cores(runtime.GOMAXPROCS(0))
	m := console.NewMeter(c.progress(t.quiet))
	request := protocol.Load{Options: t.data.options}
	if t.more != "" {
		more, err := c.open(t.more)
		if err != nil {
			return unread(err)
		}
		defer more.Close()
		request.Append = more
	}
	loaded, err := c.load(s, path, request, m)
	if err != nil {
		return err
	}
	var r report.TrainReport
	if r.Differences, err = c.splitRows(&t, s, m); err != nil {
		return err
	}
	plan, err := ask(c.ctx, s, protocol.Plan{Train: t.request}, m.Show)
	if err != nil {
		return err
	}
	r.Planned = plan.(protocol.Planned)
	var trainStart time.Time
	e, err := ask(c.ctx, s, t.request, func(e protocol.Event) {
		if begun, ok := e.(protocol.Started); ok {
			r.Started, trainStart = begun, time.Now()
		}
		m.Show(e)
	})
	if err != nil {
		return err
	}
	m.End()
	r.Loaded, r.Trained = loaded.Table, e.(protocol.Trained)
	r.TrainSeconds, r.Seconds = time.Since(trainStart).Seconds(), time.Since(start).Seconds()
	if t.stability {
		m.Clear()
		e, err := ask(c.ctx, s, protocol.Stability{Model: r.Trained.Model}, m.Show)
		if err != nil {
			return err
		}
		m.End()
		r.Stability = new(e.(protocol.StabilityMeasured))
	}
	return c.trained(t, r)
}

// trained writes the model, and reports it in the format asked for.
func (c *command) trained(t trainCall, r report.TrainReport) error {
	model := r.Trained.File()
	if t.modelFile != "" {
		file, err := model.Write()
		if err != nil {
			return err
		}
		if err := save(t.modelFile, file, t.force); err != nil {
			return err
		}
	}
	switch t.format {
	case "text":
		r.Text(c.people())
		return nil
	case "json":
		return c.printJSON(r.JSON())
	}
	text, err := c.exported(model, t.format)
	if err != nil {
		return err
	}
	_, err = io.WriteString(c.programs(), text)
	return err
}

// splitRows sets the test rows: a share, another file, or a fold. It returns how the other file differs.
func (c *command) splitRows(t *trainCall, s *engine.Session, m *console.Meter) ([]string, error) {
	if t.folds != "" {
		t.request.Split.Fold = t.fold
		return nil, readFolds(t.folds, &t.request.Split)
	}
	share, err := strconv.ParseFloat(t.test, 64)
	if err != nil {
		return c.loadTest(s, t.test, t.data, m)
	}
	t.request.Split.Share, t.request.Split.Seed = share, t.request.Network.Seed
	return nil, nil
}

// loadTest reads a test table, and says at once how it differs from the training table.
func (c *command) loadTest(s *engine.Session, path string, data *dataFlags, m *console.Meter) ([]string, error) {
	o := data.options
	o.Sheet = data.testSheet
	loaded, err := c.load(s, path, protocol.Load{Options: o, Test: true}, m)
	for i, text := range loaded.Differences {
		loaded.Differences[i] = "test table: " + text
		m.Say(loaded.Differences[i])
	}
	return loaded.Differences, err
}
