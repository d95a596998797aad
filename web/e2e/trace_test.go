package e2e

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// task is a task of the page's main thread. Its wall-clock time includes waiting for other programs of the machine, its processor time
// does not.
type task struct{ Clock, Processor time.Duration }

// longestAim is the longest time for which the page's main thread should be busy.
const longestAim = 50 * time.Millisecond

// measured logs a duration for make bench-page. It fails no test, because the duration depends on the load of the machine.
func (p *page) measured(what string, took, aim time.Duration) {
	p.t.Helper()
	p.t.Logf("measured: %s: %v, aim %v", what, took.Round(time.Millisecond), aim)
}

// traced calls do and returns the tasks of the page's main thread during the call, the longest first.
func (p *page) traced(do func()) []task {
	p.t.Helper()
	type entry struct {
		Name    string  `json:"name"`
		Phase   string  `json:"ph"`
		Clock   float64 `json:"dur"`  // µs
		Used    float64 `json:"tdur"` // µs
		Process int     `json:"pid"`
		Thread  int     `json:"tid"`
	}
	var entries []entry
	ended := make(chan struct{}, 1)
	p.must(chromedp.Listen(p.ctx, func(event any) {
		switch e := event.(type) {
		case *tracing.EventDataCollected:
			for _, v := range e.Value {
				var one entry
				if json.Unmarshal(v, &one) == nil && one.Phase == "X" {
					entries = append(entries, one)
				}
			}
		case *tracing.EventTracingComplete:
			select {
			case ended <- struct{}{}:
			default: // a later trace of the page
			}
		}
	}))
	_, err := chromedp.Call(p.ctx, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig:  &tracing.TraceConfig{IncludedCategories: []string{"toplevel", "devtools.timeline"}},
	})
	p.must(err)
	do()
	_, err = chromedp.Call(p.ctx, tracing.End, cdp.Empty{})
	p.must(err)
	select {
	case <-ended:
	case <-time.After(time.Minute):
		p.t.Fatal("the trace did not end")
	}
	layouts := map[[2]int]int{} // the page's main thread performs layout
	own := [2]int{}
	for _, e := range entries {
		if e.Name == "UpdateLayoutTree" || e.Name == "Layout" {
			thread := [2]int{e.Process, e.Thread}
			if layouts[thread]++; layouts[thread] > layouts[own] {
				own = thread
			}
		}
	}
	var tasks []task
	for _, e := range entries {
		if e.Name == "ThreadControllerImpl::RunTask" && own == [2]int{e.Process, e.Thread} {
			tasks = append(tasks, task{time.Duration(e.Clock) * time.Microsecond, time.Duration(e.Used) * time.Microsecond})
		}
	}
	if len(tasks) == 0 {
		p.t.Fatal("the trace has no task of the page")
	}
	slices.SortFunc(tasks, func(a, b task) int { return cmp.Compare(b.Processor, a.Processor) })
	return tasks
}
